"""Simulated players and a simulated operator, in one thread: they watch the display and act through commands.

Virtual time waits for the pipeline: nobody lays a tile before the display shows that it is his turn, so a slow machine
makes a slow match and never a wrong one. The operator lets a visitor be faster: it does what nobody did for a while.
"""

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import cycle
from random import Random
from typing import Final

import structlog

from drivers.simulator.stage_client import StageClient, StageError
from referee.analysis.operator import Question, Step, next_step
from referee.analysis.players import Character
from referee.analysis.playout import ruling_on
from referee.daemon.simulation.seats import SimulatedSeat
from referee.desk import DeskThread
from referee.desk.command import Command
from referee.desk.commands import (
    CloseWindow,
    ConfirmCandidate,
    ConfirmWalls,
    EndMatch,
    EnterDice,
    NameWall,
    NextDeal,
    NoteCameras,
    RejectCandidate,
    ResetTable,
    Resume,
    RollDice,
    Rule,
    ShowResult,
    StartBuilding,
    StartCycle,
    StartMatch,
)
from referee.desk.state import Candidate, DeskState, Place
from referee.game import EventType, Match, Phase, Seat, Source, Verdict, free_walls, takers
from referee.game.effective import effective
from referee.rules import RuleSet
from referee.tiles import format_tile

_log = structlog.get_logger("people")
_LOOK_S: Final = 0.01
_QUESTION_REAL_MS: Final = 4_000.0


@dataclass(frozen=True, slots=True)
class Pace:
    """How long people take, in virtual milliseconds."""

    think_ms: float = 2_500.0
    """A player's usual time for a discard; the real one varies by half."""
    routine_ms: float = 1_500.0
    """The operator before a routine act."""
    question_ms: float = 3_000.0
    """The operator before answering what a visitor might answer."""
    result_ms: float = 8_000.0
    """How long a result stays before the next deal."""

    def patient(self, speed: float) -> "Pace":
        """The same, with a few real seconds for questions: a reading may need that to become sure by itself."""
        return replace(self, question_ms=max(self.question_ms, _QUESTION_REAL_MS * speed))


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the simulated operator opens: names and rules, and after how many matches or deals it goes home.

    `characters`: how the players play, by seat, over and over where there are more seats.
    """

    players: Mapping[Seat, str]
    rules: str
    most_matches: int | None = None
    most_deals: int | None = None
    characters: tuple[Character, ...] = (Character.CAREFUL,)


class SimulatedPeople:
    """Everybody at a simulated table. `now_ms` is the desk's virtual clock."""

    def __init__(
        self,
        desk: DeskThread,
        stage: StageClient,
        wishes: Wishes,
        now_ms: Callable[[], float],
        seed: int,
        pace: Pace | None = None,
    ) -> None:
        self._desk = desk
        self._stage = stage
        self._wishes = wishes
        self._now_ms = now_ms
        self._rng = Random(seed)
        self._haste = Random(seed)  # of its own: how often somebody looks must not change what is played
        self._pace = pace or Pace()
        self._seats: dict[Seat, SimulatedSeat] = {}
        self._match_id = ""
        self._refusal = ""
        self._due_ms: dict[str, float] = {}
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="people", daemon=True)
        self._played: dict[str, int] = {}
        self.questions = 0
        """Readings that the operator had to answer."""
        self.mistakes: Counter[str] = Counter()
        """What the players did wrong, by name."""
        self.finished = threading.Event()
        """Set when all that was wished for has been played."""
        self.failure: BaseException | None = None
        """A defect that ended the thread, for whoever started it."""

    @property
    def deals(self) -> int:
        """How many deals have been played and shown."""
        return sum(self._played.values())

    def start(self) -> None:
        """People come to the table."""
        self._thread.start()

    def stop(self) -> None:
        """They leave; the thread is joined."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._stopping.wait(_LOOK_S):
                self._live_a_moment()
        except BaseException as error:
            self.failure = error
            _log.exception("people_failed")

    def _live_a_moment(self) -> None:
        state = self._desk.state
        self._count(state.match)
        try:
            if state.match is not None and state.match.setup is not None and not state.match.ended:
                self._sit_down(state.match.setup.id, state.match.rules)
                self._players_act(state.match)
            self._operator_acts(state)
        except StageError as error:  # such as an indicator that a visitor has already entered
            if not self._stopping.is_set() and str(error) != self._refusal:  # a hall that is gone is told once
                self._refusal = str(error)
                _log.warning("hall_refused", error=self._refusal)

    def _count(self, match: Match | None) -> None:
        if match is None or match.setup is None:
            return
        self._played[match.setup.id] = sum(1 for deal in match.deals if deal.shown)
        if match.ended and not self._wants_another():
            self.finished.set()

    def _wants_another(self) -> bool:
        wishes = self._wishes
        enough_matches = wishes.most_matches is not None and len(self._played) >= wishes.most_matches
        return not enough_matches and not self._enough_deals()

    def _enough_deals(self) -> bool:
        return self._wishes.most_deals is not None and self.deals >= self._wishes.most_deals

    def _sit_down(self, match_id: str, rules: RuleSet) -> None:
        if match_id != self._match_id:
            self._match_id = match_id
            characters = zip(tuple(Seat)[: rules.players], cycle(self._wishes.characters), strict=False)
            self._seats = {
                seat: SimulatedSeat(seat, rules, self._stage, Random(self._rng.random()), character)
                for seat, character in characters
            }

    # -- players

    def _players_act(self, match: Match) -> None:
        deal = match.deal
        if deal is None or deal.paused:
            return
        for seat, player in self._seats.items():
            key = f"{seat}:{match.version}"
            if self._is_due(f"player {seat}", key, self._pace.think_ms * self._haste.uniform(0.5, 1.5)):
                # the winner turns the ura, the first player the indicator
                helps = seat is (_winner(match) or deal.first)
                command = player.act(match, deal, help_with_indicator=helps)
                self.mistakes.update(player.mistakes())
                if command is not None:
                    self._send(command)

    # -- operator

    def _operator_acts(self, state: DeskState) -> None:
        step = self._next_step(state)
        if step is None:
            return
        # the same step at the same state is one thing that somebody may do before the operator does
        if self._is_due("operator", (step, state.version, state.table.state), self._patience(step)):
            command = self._command(step, state)
            if command is not None:
                self._send(command)

    def _next_step(self, state: DeskState) -> Step | None:
        match = state.match
        if match is None or match.ended:
            wanted = match is None or self._wants_another()
            return Step("start_match") if wanted and "start_match" in state.allowed else None
        deal = match.deal
        if deal is not None and deal.paused and _is_set_aside_by_a_person(match):
            return None  # a visitor's pause is the visitor's to end
        questions = [_question(candidate) for candidate in state.candidates]
        over = match.over is not None or self._enough_deals()
        refused = deal is not None and deal.phase is Phase.REFUSED
        awaited = state.reason == "hands_to_show"
        return next_step(
            state.allowed, questions, match_over=over, refused=refused, has_table=True, hands_awaited=awaited
        )

    def _patience(self, step: Step) -> float:
        if step.question is not None or step.act in ("rule", "resume", "note_cameras", "reset_table"):
            return self._pace.question_ms
        return self._pace.result_ms if step.act in ("next_deal", "end_match") else self._pace.routine_ms

    def _command(self, step: Step, state: DeskState) -> Command | None:
        version, actor = state.version, "referee"
        if step.act == "start_match":
            return StartMatch(
                version=version, actor=actor, players=dict(self._wishes.players), rules=self._wishes.rules
            )
        if step.question is not None:
            return self._reply(step.question, state)
        if step.act == "rule" and state.match is not None and state.match.deal is not None:
            ruling, seat = ruling_on(state.match.rules, state.match.deal)
            return Rule(version=version, actor=actor, kind=ruling.value, seat=seat, text="simulated referee")
        if step.act == "enter_dice":
            dice = (self._rng.randint(1, 6), self._rng.randint(1, 6))
            return EnterDice(version=version, actor=actor, dice=dice)
        if step.act == "name_wall" and state.match is not None and state.match.deal is not None:
            deal = state.match.deal
            seat = takers(state.match.rules, deal)[0]
            return NameWall(version=version, actor=actor, seat=seat, wall=self._rng.choice(free_walls(deal)))
        plain = _PLAIN.get(step.act)
        return None if plain is None else plain(version=version, actor=actor)

    def _reply(self, question: Question, state: DeskState) -> Command | None:
        """Look at the table with one's own eyes and name what lies there."""
        candidate = next((other for other in state.candidates if other.id == question.number), None)
        if candidate is None:
            return None
        self.questions += max(1, sum(not reading.sure for reading in candidate.readings))
        seat = None if candidate.seat is None else candidate.seat.value
        tiles = self._stage.look_at(candidate.place.value, seat)
        _log.info("question", place=candidate.place.value, reason=candidate.reason, seat=seat)
        if not tiles:
            return None
        if candidate.reason == "impossible" and self._stage.take_out_odd_tile():  # found by its back
            return RejectCandidate(version=state.version, actor="referee", candidate=candidate.id)
        if candidate.place in (Place.WALL, Place.HAND):
            return ConfirmCandidate(version=state.version, actor="referee", candidate=candidate.id, tiles=tiles)
        if candidate.reason == "river_differs":
            n = int(str(candidate.facts["n"]))
            if n > len(tiles) or format_tile(tiles[n - 1]) == candidate.facts["accepted"]:
                return RejectCandidate(version=state.version, actor="referee", candidate=candidate.id)
            return ConfirmCandidate(version=state.version, actor="referee", candidate=candidate.id, tile=tiles[n - 1])
        return ConfirmCandidate(version=state.version, actor="referee", candidate=candidate.id, tile=tiles[-1])

    # -- both

    def _send(self, command: Command) -> None:
        answer = self._desk.submit(command).result()
        if not answer.done and answer.code not in ("stale", "stopped"):
            _log.info("people_refused", act=getattr(command, "act", ""), code=answer.code, facts=answer.facts)

    def _is_due(self, who: str, what: object, wait_ms: float) -> bool:
        """Whether `who` has waited long enough on `what`; the wait begins when it is first asked about."""
        key = f"{who} {what!r}"
        now_ms = self._now_ms()
        due_ms = self._due_ms.get(key)
        if due_ms is None:
            self._due_ms = {other: due for other, due in self._due_ms.items() if not other.startswith(f"{who} ")}
            self._due_ms[key] = now_ms + wait_ms
            return False
        if now_ms < due_ms:
            return False
        self._due_ms[key] = now_ms + wait_ms  # if it comes to nothing, try again later
        return True


def _is_set_aside_by_a_person(match: Match) -> bool:
    """Whether it was a person, and not the table's line or a camera, who stopped the clocks last."""
    newest = next((event for event in reversed(effective(match.events)) if event.type is EventType.PAUSE), None)
    return newest is not None and newest.source is not Source.SENSOR


_PLAIN: Final[dict[str, Callable[..., Command]]] = {
    "reset_table": ResetTable,
    "resume": Resume,
    "note_cameras": NoteCameras,
    "start_cycle": StartCycle,
    "confirm_walls": ConfirmWalls,
    "roll_dice": RollDice,
    "start_building": StartBuilding,
    "close_window": CloseWindow,
    "show_result": ShowResult,
    "end_match": EndMatch,
    "next_deal": NextDeal,
}


def _question(candidate: Candidate) -> Question:
    return Question(
        candidate.id, candidate.place.value, None if candidate.seat is None else candidate.seat.value, candidate.reason
    )


def _winner(match: Match) -> Seat | None:
    deal = match.deal
    if deal is None or deal.phase is not Phase.WON:
        return None
    return next((decision.seat for decision in reversed(deal.decisions) if decision.verdict is Verdict.RON), None)
