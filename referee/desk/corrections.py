"""Commands that set right what has been entered, and the events that they stand for.

Nothing is ever taken out of a journal: an undo voids, a replacement says how an event reads. Everything after it is
judged anew, which `preview` tells before it is done. A discard that was missed is entered after the table has gone back
to where it was made: one between two others would put everybody else out of turn.
"""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from referee.desk.command import Command
from referee.game import Event, EventType, Match, Seat
from referee.game.effective import voided
from referee.tiles import NotAllowedError, Tile

_REPLACEABLE = {
    EventType.DISCARD: frozenset({"tile", "seat"}),
    EventType.FLIP: frozenset({"tile"}),
    EventType.URA: frozenset({"tile"}),
    EventType.BUILT: frozenset({"tiles"}),
    EventType.WALLS: frozenset({"tiles"}),
    EventType.DICE: frozenset({"dice", "first"}),
    EventType.RON: frozenset({"seat"}),
    EventType.RIICHI: frozenset({"seat"}),
    EventType.EXPOSE: frozenset({"tile", "tiles", "seat"}),
}
"""What of an event a referee can say otherwise; of the others nothing: they are voided."""

_UNDOES = frozenset({EventType.VOID, EventType.REOPEN})

REMARKS = frozenset({EventType.NOTE, EventType.PAUSE, EventType.RESUME})
"""Events that say nothing about the play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Command):
    """Void the last event that counts; `text` is the reason."""

    act: Literal["undo"] = "undo"
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redo(Command):
    """Take the newest undo back: its event counts again. Possible until something else happens."""

    act: Literal["redo"] = "redo"


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidEvent(Command):
    """Void an earlier event, with a reason; with `following` all after it too: the table goes on from there."""

    roles: ClassVar[frozenset[str]] = frozenset({"referee"})
    act: Literal["void_event"] = "void_event"
    ref: int
    text: str
    following: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceEvent(Command):
    """Say how an earlier event reads; only what is given changes. With a reason."""

    roles: ClassVar[frozenset[str]] = frozenset({"referee"})
    act: Literal["replace_event"] = "replace_event"
    ref: int
    text: str
    tile: Tile | None = None
    tiles: tuple[Tile, ...] = ()
    seat: Seat | None = None
    dice: tuple[int, ...] = ()
    first: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hotfix(Command):
    """Set points (changes by seat), the pot (a change), honba or the dealer right, with a reason; marked for ever."""

    roles: ClassVar[frozenset[str]] = frozenset({"referee"})
    act: Literal["hotfix"] = "hotfix"
    kind: Literal["points", "pot", "honba", "dealer"]
    text: str
    amounts: dict[Seat, int] = field(default_factory=dict)
    pot: int | None = None
    honba: int | None = None
    seat: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopen(Command):
    """Take back the end of the match, with a reason: what follows is a new revision of it."""

    roles: ClassVar[frozenset[str]] = frozenset({"referee"})
    act: Literal["reopen"] = "reopen"
    text: str


def voided_by(command: VoidEvent, match: Match) -> tuple[int, ...]:
    """The seqs of the events that the command voids, the newest first, so that each void leaves a state that can be."""
    target = corrected_event(match, command.ref)
    if not command.following:
        return (target.seq,)
    dead = voided(match.events)
    later = [event for event in match.events if event.seq > target.seq and event.seq not in dead]
    return tuple(event.seq for event in reversed([target, *later]) if event.type not in _UNDOES)


def last_void(match: Match) -> Event | None:
    """The newest void that can be taken back: nothing has happened since. Also that of a match's very first event."""
    dead = voided(match.events)
    voids = {event.seq for event in match.events if event.type is EventType.VOID}
    for event in reversed(match.events):
        if event.type is EventType.VOID and event.seq not in dead and event.ref not in voids:
            return event
        if event.type not in REMARKS and event.type is not EventType.VOID and event.seq not in dead:
            return None
    return None


def corrected_event(match: Match, ref: int) -> Event:
    """The event that a correction names. Raises NotAllowedError if there is none."""
    target = next((event for event in match.events if event.seq == ref), None)
    if target is None:
        raise NotAllowedError(f"there is no event {ref}")
    return target


def replacement(command: ReplaceEvent, match: Match) -> dict[str, object]:
    """The fields of the `correct` event. Raises NotAllowedError for what cannot be said of that event."""
    target = corrected_event(match, command.ref)
    said = {name for name in ("tile", "tiles", "seat", "dice", "first") if getattr(command, name) not in (None, ())}
    may = _REPLACEABLE.get(target.type, frozenset())
    if not may:
        raise NotAllowedError(f"a {target.type} event is voided and entered anew, not replaced")
    if not said:
        raise NotAllowedError(f"say what the {target.type} event reads instead: {' or '.join(sorted(may))}")
    if said - may:
        raise NotAllowedError(f"a {target.type} event has no {', '.join(sorted(said - may))}")
    names = {"seat": "by"}
    return {names.get(name, name): getattr(command, name) for name in said}


def hotfix_amounts(command: Hotfix) -> dict[str, int]:
    """The amounts of the `hotfix` event, by seat, `pot` or `honba`."""
    amounts = {seat.value: points for seat, points in command.amounts.items()}
    for name in ("pot", "honba"):
        value = getattr(command, name)
        if value is not None:
            amounts[name] = value
    return amounts


def reason_of(text: str, what: str) -> str:
    """The words given for a correction. Raises NotAllowedError without any."""
    if not text.strip():
        raise NotAllowedError(f"{what} with a reason only")
    return text
