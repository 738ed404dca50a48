"""The desk: where observations and commands become events, and nothing else does.

It owns the state of the running match. Every event is checked by the game, kept by the journal (synced) and only then
folded and shown. One thread calls it (see `thread`); it never waits for the table, a camera or a person.
"""

import contextlib
from dataclasses import replace
from typing import Final

from referee.desk.allowed import allowed_acts, offers_stop
from referee.desk.attention import TABLE_LOST, reason_for_attention
from referee.desk.camera_watch import SWAPPED, CameraWatch
from referee.desk.command import Command
from referee.desk.commands import (
    Answer,
    CallRon,
    ConfirmCandidate,
    EmergencyStop,
    EndMatch,
    LockHand,
    NextDeal,
    NoteCameras,
    RejectCandidate,
    ResetTable,
    Resume,
    RollDice,
    ShowRest,
    ShowResult,
    ShowStep,
    StartCycle,
    StartMatch,
)
from referee.desk.corrections import ReplaceEvent, Undo, VoidEvent, corrected_event, voided_by
from referee.desk.deal_time import DealTime
from referee.desk.finding import Accept
from referee.desk.hidden_refusals import named_discard, river_of, sees_no_hands
from referee.desk.inspection import Inspection
from referee.desk.observation import ButtonSeen, CamerasSeen, DiceSeen, Observation, TableSeen, TilesSeen
from referee.desk.odd_tile import with_odd_tile
from referee.desk.opening import open_match
from referee.desk.orders import draft, events_of, is_order, last_that_counts, source_of
from referee.desk.preview import consequences
from referee.desk.quarantine import Spot
from referee.desk.settings import DeskSettings
from referee.desk.staleness import is_stale
from referee.desk.state import CameraStatus, DeskState, Place, TableStatus, WallCheck
from referee.desk.table_control import TableControl
from referee.desk.table_watch import TableWatch
from referee.desk.tools import DeskTools
from referee.desk.trouble_book import TroubleBook
from referee.desk.unveiling import Unveiling
from referee.desk.verdicts import confirmed_event, may_confirm, read_event
from referee.game import (
    Deal,
    Event,
    EventType,
    How,
    Match,
    MatchSource,
    Phase,
    Seat,
    Source,
    advance,
    first_by_dice,
    takers,
)
from referee.game.taking import ROWS_EACH
from referee.rules import HandSubmission, Walls
from referee.tiles import ImpossibleTilesError, InputError, NotAllowedError, check_possible

_MOST_AT_ONCE: Final = 64  # more events than one look at a table can hold; a bound, not an expectation


class Desk:
    """One match at a time. `recovered` is the match that the journal held at start; it waits for a person's word."""

    def __init__(
        self,
        tools: DeskTools,
        table: TableControl,
        settings: DeskSettings,
        recovered: Match | None = None,
        lost_ms: float | None = None,
    ) -> None:
        self._tools = tools
        self._control = table
        self._settings = settings
        self._match = recovered if recovered is not None else Match()
        held = recovered is not None and not recovered.ended
        self._time = DealTime(tools.now_ms, self._match, held=held)
        self._lost_ms = lost_ms if held else None
        self._table = TableWatch()
        self._cameras = CameraWatch(settings.camera_wait_ms)
        self._inspection = Inspection(settings.lock_wait_ms, doubt=self._cameras.doubt)
        self._troubles = TroubleBook()
        self._unveiling = Unveiling(tools.now_ms)
        self._called: Seat | None = None
        self._weighed: tuple[Match | None, bool] = (None, False)

    def observe(self, observation: Observation) -> None:
        """Take in what a sensor saw."""
        match observation:
            case TilesSeen():
                self._inspection.take(observation, self._tools.now_ms())
                if observation.camera in self._cameras.unreadable:
                    self._inspection.cover(observation.camera)
            case TableSeen(status):
                self._look_at_table(status)
            case DiceSeen(dice):
                self._dice_from_table(dice)
            case ButtonSeen(seat, button):
                self._button(seat, button)
            case CamerasSeen(cameras):
                self._look_at_cameras(cameras)
        self._settle()
        self._inspection.seen(self._match)  # a look is matched before the next one takes its place

    def command(self, command: Command) -> Answer:
        """Do what a person asks, or say why not."""
        if is_stale(command, self._match):
            return self._answer("stale")
        act = str(getattr(command, "act", ""))
        if act not in self._allowed():
            return self._answer("not_now", act=act)
        try:
            code = self._do(command)
        except InputError as error:
            if not self._is_passed_on(command, error):
                return self._answer("refused", tells_hidden=error.tells_hidden, text=str(error))
            code = "done"
        self._settle()
        return self._answer(code, done=code == "done")

    def tick(self) -> None:
        """Let time pass: what was awaited too long becomes a question."""
        self._settle()

    def state(self) -> DeskState:
        """All that is known now."""
        match = self._match
        now_ms = self._tools.now_ms()
        reason = reason_for_attention(
            match,
            self._table.status,
            held=self._time.stands,
            called=self._called is not None,
            doubt=self._table.walls(match.deal),
            cameras=self._cameras.reason(now_ms),
            line_lost=self._table.line_lost,
        )
        return DeskState(
            version=match.version,
            now_ms=now_ms,
            match=match if match.setup is not None else None,
            candidates=self._inspection.quarantine.candidates,
            seen=self._inspection.seen(match),
            place_pictures=self._inspection.place_pictures,
            table=with_odd_tile(self._table.status, self._inspection.quarantine.candidates),
            cameras=self._cameras.statuses,
            confirm_all=self._cameras.confirm_all,
            last_trouble=self._troubles.newest,
            clock=self._time.clock(match),
            held=self._time.stands,
            attention=bool(reason),
            reason=reason,
            sheet=self._unveiling.progress(match),
            simulated=self._settings.source is MatchSource.SIMULATED,
            recovered_ms=self._lost_ms,
            allowed=self._allowed(),
        )

    # -- commands

    def _do(self, command: Command) -> str:
        self._check_unnamed(command)
        match command:
            case EmergencyStop():
                self._control.emergency_stop()
            case StartMatch():
                self._start(command)
            case StartCycle():
                self._table.start_cycle()
                self._control.start_cycle()
            case RollDice():
                self._control.roll_dice()
            case ResetTable():
                self._control.reset()
            case LockHand():
                self._lock(command)
            case ConfirmCandidate():
                self._confirm(command)
            case RejectCandidate():
                candidate = self._inspection.quarantine.find(command.candidate)
                self._inspection.reject((candidate.place, candidate.seat))
            case Undo() | VoidEvent():
                self._void(command)
            case ReplaceEvent():
                self._replace(command)
            case Resume():
                self._resume(command)
            case NoteCameras():
                self._cameras.note()
            case NextDeal():
                self._order(command)
                self._new_deal()
            case ShowResult():
                self._order(command)
                self._unveiling.begin(self._match.deal, by_key=command.by_key)
            case EndMatch():
                self._order(command)
                self._unveiling.finish()
            case ShowStep() | ShowRest():
                return self._unveiling.lead_on(command, self._match)
            case CallRon():
                self._called = None
                self._order(command)
            case _ if is_order(command):
                self._order(command)
            case _:
                return "not_now"
        return "done"

    def _order(self, command: Command) -> None:
        for event in events_of(command, self._match):
            self._accept(event)

    def _start(self, command: StartMatch) -> None:
        rules = self._tools.rules_of(command.rules, command.options)
        setup = open_match(command, rules, self._tools.new_match_id(), self._tools.wall_time(), self._settings)
        previous, self._match = self._match, Match()
        try:
            for event in setup:
                self._accept(event)
        except InputError:
            self._match = previous
            raise
        self._cameras.note(swapped=False)  # whoever opens a match sees which cameras there are
        self._new_deal()

    def _new_deal(self) -> None:
        self._inspection.clear()
        self._table.new_deal()
        self._unveiling.finish()
        self._called = None
        self._lost_ms = None

    def _lock(self, command: LockHand) -> None:
        deal = self._deal()
        standing = deal.hands.get(command.seat)
        if standing is not None and (standing.tiles is not None or deal.phase is Phase.BUILDING):
            raise NotAllowedError(f"the hand of seat {command.seat} stands already")
        how = self._match.rules.hand_submission
        if how is HandSubmission.AT_RON and deal.phase is Phase.BUILDING:
            # closed until a ron or the end: whatever a player has chosen on a tablet is not looked at
            self._accept(draft(EventType.BUILT, source_of(command), by=command.seat))
        elif command.tiles:
            how_known = How.ENTRY if standing is None else How.AT_RON
            self._enter_hand(command, how_known)
        else:
            self._inspection.lock(command.seat, self._tools.now_ms())

    def _enter_hand(self, command: LockHand, how: How) -> None:
        """A hand as it was named. What it says about hidden tiles elsewhere is not answered to a player.

        A player could name four of a kind again and again and learn from each refusal that the other holds one.
        """
        source = source_of(command)
        if source is Source.PLAYER and self._inspection.has_claim(command.seat):
            raise NotAllowedError("the hand that was named before waits for the referee")
        check_possible((*command.tiles, *self._deal().indicators))
        try:
            self._accept(draft(EventType.BUILT, source, by=command.seat, tiles=command.tiles, how=how))
        except ImpossibleTilesError as error:
            if source is not Source.PLAYER:
                raise
            self._inspection.claim(command.seat, command.tiles, str(error))
            return
        self._inspection.unlock(command.seat)

    def _confirm(self, command: ConfirmCandidate) -> None:
        candidate = self._inspection.quarantine.find(command.candidate)
        may_confirm(command, candidate)
        self._accept(confirmed_event(command, candidate, self._deal()))
        self._inspection.quarantine.clear((candidate.place, candidate.seat))
        if candidate.seat is not None and candidate.place is Place.HAND:
            self._inspection.unlock(candidate.seat)

    def _void(self, command: Undo | VoidEvent) -> None:
        match = self._match
        seqs = voided_by(command, match) if isinstance(command, VoidEvent) else (last_that_counts(match).seq,)
        targets = [corrected_event(match, seq) for seq in seqs]
        consequences(match, command)  # raises before anything is done, where one of several could not be
        self._order(command)
        for target in targets:
            self._inspection.undo(target)

    def _replace(self, command: ReplaceEvent) -> None:
        deal = self._match.deal
        was = {} if deal is None else {discard.seq: discard for discard in deal.discards}
        self._order(command)
        now = {} if self._match.deal is None else {discard.seq: discard for discard in self._match.deal.discards}
        if command.ref in was and command.ref in now and command.tile is not None:
            self._inspection.uphold(now[command.ref], was[command.ref].tile)

    def _resume(self, command: Resume) -> None:
        self._time.go_on()
        self._lost_ms = None
        if self._match.deal is not None and self._match.deal.paused:
            self._order(command)
        self._cameras.note()
        self._table.note()

    def _check_unnamed(self, command: Command) -> None:
        """What was named, and hidden tiles forbade, is the referee's to answer: no second name tells more."""
        deal = self._match.deal
        if deal is None or not sees_no_hands(command, self._settings):
            return
        seat = river_of(command, self._inspection.quarantine.find)
        if seat is not None and self._inspection.has_named(deal, seat):
            raise NotAllowedError("the discard that was named before waits for the referee")

    def _is_passed_on(self, command: Command, error: InputError) -> bool:
        """Whether a refusal that would tell of hidden tiles has become a question for the referee instead."""
        deal = self._match.deal
        if deal is None or not error.tells_hidden or not sees_no_hands(command, self._settings):
            return False
        named = named_discard(command, self._inspection.quarantine.find)
        if named is None:
            return False
        seat, tile = named
        self._inspection.name_discard(seat, len(deal.river(seat)) + 1, tile, str(error))
        return True

    # -- observations

    def _freeze(self, kind: str) -> None:
        """The table cannot be reached, or cameras show other seats than they should: the hand waits for a person."""
        deal = self._match.deal
        if deal is not None and deal.phase is not Phase.ENDED and not self._is_halted(deal):
            self._accept(draft(EventType.PAUSE, Source.SENSOR, kind=kind))

    def _look_at_table(self, status: TableStatus) -> None:
        lost = self._table.take(status)
        self._troubles.table(status, self._tools.now_ms())
        if lost:
            self._freeze(TABLE_LOST)
        # walls that were counted and are whole stand; all others need a person's word
        deal = self._match.deal
        if self._table.walls(deal) is WallCheck.COMPLETE and not self._is_halted(deal):
            self._accept(draft(EventType.WALLS, Source.SENSOR))

    def _look_at_cameras(self, cameras: tuple[CameraStatus, ...]) -> None:
        now_ms = self._tools.now_ms()
        swapped = self._cameras.take(cameras, now_ms)
        self._troubles.cameras(cameras, now_ms)
        for camera in self._cameras.unreadable:
            self._inspection.cover(camera)
        if swapped:
            self._freeze(SWAPPED)

    def _dice_from_table(self, dice: tuple[int, ...]) -> None:
        deal = self._match.deal
        if deal is None or self._is_halted(deal):
            return
        if deal.phase is Phase.WALLS and deal.first is None:
            first = first_by_dice(dice, self._match.seats)
            self._accept_throw(draft(EventType.DICE, Source.SENSOR, dice=dice, first=first))
            return
        taking = takers(self._match.rules, deal)
        if taking and self._match.rules.walls is Walls.DICE_ROWS and len(dice) == ROWS_EACH and not deal.flipped:
            self._accept_throw(draft(EventType.DICE, Source.SENSOR, by=taking[0], dice=dice))

    def _accept_throw(self, event: Event) -> None:
        """Dice that cannot lie so decide nothing and stop nothing: they are rolled again, or entered."""
        with contextlib.suppress(InputError):
            self._accept(event)

    def _button(self, seat: Seat, button: str) -> None:
        version, actor = self._match.version, f"player:{seat}"
        if button == "ready":
            self.command(LockHand(version=version, actor=actor, seat=seat))
        elif button == "ron":
            self.command(CallRon(version=version, actor=actor, seat=seat))
        elif button == "call":
            self._called = seat

    def _settle(self) -> None:
        """Look at every place again until nothing more follows."""
        for _ in range(_MOST_AT_ONCE):
            deal = self._match.deal
            if deal is None or self._is_halted(deal) or self._cameras.stops_judging:
                return
            found = self._inspection.next_finding(deal, self._match.rules, self._match.version, self._tools.now_ms())
            if found is None:
                break
            self._accept_reading(*found)
        if self._match.deal is not None:
            self._inspection.close_questions(self._match.deal)

    def _accept_reading(self, spot: Spot, found: Accept) -> None:
        try:
            age_ms = self._inspection.age_ms(spot, self._tools.now_ms())
            event = read_event(spot, found, self._deal(), age_ms)
            self._accept(event)
        except InputError as error:
            self._inspection.refuse(spot, self._match.version, str(error))
            return
        if event.type is EventType.BUILT and event.by is not None:
            self._inspection.unlock(event.by)

    # -- events

    def _accept(self, event: Event) -> None:
        """Check, keep, fold: in this order, so that nothing is shown that is not kept."""
        opens = event.type in (EventType.MATCH, EventType.DEAL)
        if event.type is EventType.BUILT:
            event = replace(event, late=self._time.is_late(self._match))
        event = replace(event, seq=self._match.version + 1, ms=0 if opens else self._time.ms)
        following = advance(self._match, event)  # raises if the event cannot stand
        match_id = event.setup.id if event.setup is not None else self._match_id()
        self._tools.keep(match_id, event)
        self._match = following
        if opens:
            self._time.begin()

    def _match_id(self) -> str:
        setups = [event.setup for event in self._match.events if event.setup is not None]
        if not setups:
            raise NotAllowedError("no match is open")
        return setups[0].id  # also of a match whose very first event was undone: that can be taken back

    def _deal(self) -> Deal:
        if self._match.deal is None:
            raise NotAllowedError("no deal is open")
        return self._match.deal

    # -- answers

    def _answer(self, code: str, *, done: bool = False, tells_hidden: bool = False, **facts: object) -> Answer:
        return Answer(done, code, self._match.version, facts, tells_hidden)

    def _allowed(self) -> frozenset[str]:
        match = self._match if self._match.events else None
        return allowed_acts(
            match,
            self._table.status,
            self._inspection.quarantine.candidates,
            held=self._time.stands,
            settings=self._settings,
            stop_offered=self._is_stop_offered(),
            cameras_to_note=bool(self._cameras.reason(self._tools.now_ms())),
            clock=self._time.clock(self._match),
            now_ms=self._tools.now_ms(),
            sheet_acts=self._unveiling.acts(self._match),
        )

    def _is_stop_offered(self) -> bool:
        """Whether a stop is offered, weighed once per state of the match: it is asked for many times a second."""
        if self._weighed[0] is not self._match:
            self._weighed = (self._match, offers_stop(self._match))
        return self._weighed[1]

    def _is_halted(self, deal: Deal | None) -> bool:
        return self._time.stands or self._match.ended or (deal is not None and deal.paused)
