"""What an accepted command becomes: the events it stands for, before they get their number and time.

Pure. Commands that move the table or answer a question of the desk are handled by the desk itself.
"""

from collections.abc import Callable
from typing import Any, Final

from referee.desk.clock import BUILD_CLOCK, CLOCK_CLOSED, CLOCK_SHIFT, SECONDS
from referee.desk.command import Command
from referee.desk.commands import (
    CallRon,
    CloseClock,
    CloseWindow,
    ConfirmWalls,
    DeclareRiichi,
    EndMatch,
    EnterDice,
    EnterDiscard,
    EnterIndicator,
    EnterUra,
    ExplainPause,
    NameWall,
    NextDeal,
    OpenHand,
    Pause,
    Resume,
    Rule,
    ShiftClock,
    ShowResult,
    StartBuilding,
    StopDeal,
)
from referee.desk.corrections import (
    REMARKS,
    Hotfix,
    Redo,
    Reopen,
    ReplaceEvent,
    Undo,
    VoidEvent,
    hotfix_amounts,
    last_void,
    reason_of,
    replacement,
    voided_by,
)
from referee.game import Event, EventType, Match, Opening, Source, first_by_dice
from referee.game.effective import voided
from referee.rules import RiichiRule
from referee.tiles import NotAllowedError

DEAD_DEAL: Final = "dead_deal"
"""Kind of a stop because nobody can win any more, and so the result's reason."""

MOST_SECONDS_AGO: Final = 600
"""A clock that began longer ago is no slip of a person's hand."""

PAUSE_NOTE: Final = "pause_"
"""How the kind of a note begins that says why the clocks stand; `ExplainPause.why` follows."""


def draft(event_type: EventType, source: Source, /, **fields: Any) -> Event:
    """An event without number and time; the desk gives it both when it is accepted."""
    return Event(seq=0, ms=0, type=event_type, source=source, **fields)


def source_of(command: Command) -> Source:
    """Who stands behind a command, from the role that was authenticated."""
    if command.actor.startswith("player"):
        return Source.PLAYER
    return Source.REFEREE if command.actor == "referee" else Source.OPERATOR


def events_of(command: Command, match: Match) -> tuple[Event, ...]:
    """The events that `command` stands for. Raises NotAllowedError where it makes no sense now."""
    return _ORDERS[type(command)](command, match, source_of(command))


def is_order(command: Command) -> bool:
    """Whether `events_of` knows the command."""
    return type(command) in _ORDERS


def last_that_counts(match: Match) -> Event:
    """The newest event that is neither a void nor voided, nor only a remark. Raises NotAllowedError without one."""
    dead = voided(match.events)
    for event in reversed(match.events):
        if event.seq not in dead and event.type not in (*REMARKS, EventType.VOID):
            return event
    raise NotAllowedError("nothing has happened yet that could be undone")


def _walls(command: ConfirmWalls, match: Match, source: Source) -> tuple[Event, ...]:
    return (draft(EventType.WALLS, source),)


def _dice(command: EnterDice, match: Match, source: Source) -> tuple[Event, ...]:
    if not command.dice and command.first is None:
        raise NotAllowedError("dice: give what they show, or who is first as agreed")
    if any(not 1 <= eye <= 6 for eye in command.dice):
        raise NotAllowedError(f"dice show 1 to 6, not {max(command.dice)}")
    if command.seat is not None:
        return (draft(EventType.DICE, source, by=command.seat, dice=command.dice),)
    first = command.first or first_by_dice(command.dice, match.seats)
    text = "" if command.dice else "agreed"
    return (draft(EventType.DICE, source, dice=command.dice, first=first, text=text),)


def _wall(command: NameWall, match: Match, source: Source) -> tuple[Event, ...]:
    return (draft(EventType.WALLS, source, by=command.seat, n=command.wall),)


def _indicator(command: EnterIndicator, match: Match, source: Source) -> tuple[Event, ...]:
    deal = match.deal
    if deal is not None and deal.flipped:
        flip = next(event for event in reversed(match.events) if event.type is EventType.FLIP and event.seq > deal.seq)
        return (draft(EventType.CORRECT, source, ref=flip.seq, tile=command.tile),)
    return (draft(EventType.FLIP, source, tile=command.tile),)


def _building(command: StartBuilding, match: Match, source: Source) -> tuple[Event, ...]:
    if command.seconds_ago == 0:
        return (draft(EventType.NOTE, source, kind=BUILD_CLOCK),)
    if not 0 < command.seconds_ago <= MOST_SECONDS_AGO:
        raise NotAllowedError(f"a clock that began {command.seconds_ago} s ago: 0 to {MOST_SECONDS_AGO} are taken")
    return (draft(EventType.NOTE, source, kind=BUILD_CLOCK, amounts={SECONDS: command.seconds_ago}),)


def _shift(command: ShiftClock, match: Match, source: Source) -> tuple[Event, ...]:
    return (draft(EventType.NOTE, source, kind=CLOCK_SHIFT, amounts={SECONDS: command.seconds}),)


def _close_clock(command: CloseClock, match: Match, source: Source) -> tuple[Event, ...]:
    return (draft(EventType.NOTE, source, kind=CLOCK_CLOSED),)


def _discard(command: EnterDiscard, match: Match, source: Source) -> tuple[Event, ...]:
    deal = match.deal
    n = 1 if deal is None else len(deal.river(command.seat)) + 1
    return (draft(EventType.DISCARD, source, by=command.seat, tile=command.tile, n=n),)


def _riichi(command: DeclareRiichi, match: Match, source: Source) -> tuple[Event, ...]:
    if match.deal is not None and match.rules.riichi is not RiichiRule.DECLARED:
        raise NotAllowedError("by these rules riichi stands for everybody without a word")
    return (draft(EventType.RIICHI, source, by=command.seat),)


def _ron(command: CallRon, match: Match, source: Source) -> tuple[Event, ...]:
    return (draft(EventType.RON, source, by=command.seat),)


def _draw(command: CloseWindow, match: Match, source: Source) -> tuple[Event, ...]:
    return (draft(EventType.DRAW, source),)


def _ura(command: EnterUra, match: Match, source: Source) -> tuple[Event, ...]:
    return (draft(EventType.URA, source, tile=command.tile),)


def _ruling(command: Rule, match: Match, source: Source) -> tuple[Event, ...]:
    own_kinds = {"dead_hand": EventType.DEAD_HAND, "redeal": EventType.REDEAL, "stop": EventType.STOP}
    if command.kind in own_kinds:
        return (draft(own_kinds[command.kind], Source.REFEREE, by=command.seat, text=command.text),)
    amounts = {seat.value: points for seat, points in command.amounts.items()}
    return (
        draft(
            EventType.PENALTY, Source.REFEREE, by=command.seat, kind=command.kind, amounts=amounts, text=command.text
        ),
    )


def _stop(command: StopDeal, match: Match, source: Source) -> tuple[Event, ...]:
    return (draft(EventType.STOP, Source.REFEREE, kind=DEAD_DEAL),)


def _open_hand(command: OpenHand, match: Match, source: Source) -> tuple[Event, ...]:
    known = None if match.deal is None else match.deal.known.get(command.seat)
    if known is None:
        raise NotAllowedError(f"nobody has seen the hand of seat {command.seat} yet: show it with Ready")
    return (draft(EventType.EXPOSE, source, by=command.seat, tiles=known.tiles),)


def _show(command: ShowResult, match: Match, source: Source) -> tuple[Event, ...]:
    return (draft(EventType.SHOW, source),)


def _next_deal(command: NextDeal, match: Match, source: Source) -> tuple[Event, ...]:
    if match.next_deal is None:
        raise NotAllowedError("no deal can be opened now")
    proposal = match.next_deal
    # written down as facts: a later correction of an earlier deal must not change who dealt this one
    opening = Opening(no=proposal.no, first=proposal.first, dealer=proposal.dealer)
    return (draft(EventType.DEAL, source, opening=opening),)


def _end(command: EndMatch, match: Match, source: Source) -> tuple[Event, ...]:
    return (draft(EventType.MATCH_END, source, text=command.text),)


def _undo(command: Undo, match: Match, source: Source) -> tuple[Event, ...]:
    return (draft(EventType.VOID, source, ref=last_that_counts(match).seq, text=command.text),)


def _redo(command: Redo, match: Match, source: Source) -> tuple[Event, ...]:
    void = last_void(match)
    if void is None:
        raise NotAllowedError("nothing was undone just now")
    return (draft(EventType.VOID, source, ref=void.seq),)


def _void(command: VoidEvent, match: Match, source: Source) -> tuple[Event, ...]:
    text = reason_of(command.text, "an earlier event is voided")
    return tuple(draft(EventType.VOID, source, ref=ref, text=text) for ref in voided_by(command, match))


def _replace(command: ReplaceEvent, match: Match, source: Source) -> tuple[Event, ...]:
    text = reason_of(command.text, "an earlier event is replaced")
    return (draft(EventType.CORRECT, source, ref=command.ref, text=text, **replacement(command, match)),)


def _hotfix(command: Hotfix, match: Match, source: Source) -> tuple[Event, ...]:
    text = reason_of(
        command.text,
        f"{command.kind} are set right" if command.kind == "points" else f"the {command.kind} is set right",
    )
    amounts = hotfix_amounts(command)
    return (draft(EventType.HOTFIX, source, kind=command.kind, by=command.seat, amounts=amounts, text=text),)


def _reopen(command: Reopen, match: Match, source: Source) -> tuple[Event, ...]:
    return (draft(EventType.REOPEN, source, text=reason_of(command.text, "a match is reopened")),)


def _pause(command: Pause, match: Match, source: Source) -> tuple[Event, ...]:
    return (draft(EventType.PAUSE, source, text=command.text),)


def _explain(command: ExplainPause, match: Match, source: Source) -> tuple[Event, ...]:
    if command.why == "other" and not command.text.strip():
        raise NotAllowedError("say in words why the clocks stand")
    return (draft(EventType.NOTE, source, kind=f"{PAUSE_NOTE}{command.why}", text=command.text),)


def _resume(command: Resume, match: Match, source: Source) -> tuple[Event, ...]:
    return (draft(EventType.RESUME, source),)


_ORDERS: Final[dict[type[Command], Callable[[Any, Match, Source], tuple[Event, ...]]]] = {
    ConfirmWalls: _walls,
    EnterDice: _dice,
    NameWall: _wall,
    EnterIndicator: _indicator,
    StartBuilding: _building,
    ShiftClock: _shift,
    CloseClock: _close_clock,
    EnterDiscard: _discard,
    DeclareRiichi: _riichi,
    CallRon: _ron,
    CloseWindow: _draw,
    EnterUra: _ura,
    Rule: _ruling,
    StopDeal: _stop,
    OpenHand: _open_hand,
    ShowResult: _show,
    NextDeal: _next_deal,
    EndMatch: _end,
    Undo: _undo,
    Redo: _redo,
    VoidEvent: _void,
    ReplaceEvent: _replace,
    Hotfix: _hotfix,
    Reopen: _reopen,
    Pause: _pause,
    ExplainPause: _explain,
    Resume: _resume,
}
