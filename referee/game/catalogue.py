"""The catalogue of events: which fields each kind needs and may have. One table, versioned in `event`.

Every event has seq, ms and type, and may have source, confidence, age_ms and text.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from referee.game.errors import EventError
from referee.game.event import Event, EventType

HAND_CHANGE: Final = "hand_change"
"""Kind of a `discard` or `built` that enters a change of a locked hand as a fact."""

ENDING_PENALTIES: Final = frozenset({"chombo", "false_ron"})
"""Kinds of penalty that end the deal; all others leave it going on."""


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of one kind, beside those that every event has."""

    needs: frozenset[str] = frozenset()
    may: frozenset[str] = frozenset()


def _fields(needs: str = "", may: str = "") -> Fields:
    return Fields(frozenset(needs.split()), frozenset(may.split()))


ALWAYS: Final = frozenset({"seq", "ms", "type", "source", "confidence", "age_ms", "text"})

CATALOGUE: Final[Mapping[EventType, Fields]] = {
    EventType.MATCH: _fields("setup"),
    EventType.DEAL: _fields("opening"),
    EventType.MATCH_END: _fields(may="kind"),
    EventType.WALLS: _fields(may="by tiles n kind"),
    EventType.DICE: _fields(may="by dice first kind"),
    EventType.FLIP: _fields(may="by tile place kind"),
    EventType.BUILT: _fields("by", may="tiles how late kind ref"),
    EventType.RIICHI: _fields("by", may="ref kind"),
    EventType.DISCARD: _fields("by tile", may="n kind ref"),
    EventType.PASS: _fields("by", may="tile n ref kind"),
    EventType.RON: _fields("by", may="tile n ref kind"),
    EventType.DRAW: _fields(may="kind"),
    EventType.URA: _fields("tile", may="by kind"),
    EventType.SHOW: _fields(may="kind"),
    EventType.VOID: _fields("ref", may="kind"),
    EventType.CORRECT: _fields("ref", may="by tile tiles n kind amounts dice first place how late setup opening"),
    EventType.PENALTY: _fields("kind", may="by amounts ref"),
    EventType.DEAD_HAND: _fields("by", may="kind ref"),
    EventType.REDEAL: _fields(may="kind ref"),
    EventType.STOP: _fields(may="kind ref"),
    EventType.EXPOSE: _fields(may="by tile tiles kind"),
    EventType.SET_ASIDE: _fields(may="by tile tiles kind"),
    EventType.PAUSE: _fields(may="by kind"),
    EventType.RESUME: _fields(may="by kind"),
    EventType.HOTFIX: _fields("kind", may="by amounts"),
    EventType.REOPEN: _fields("text", may="kind"),
    EventType.NOTE: _fields(may="by tile tiles n ref kind amounts"),
}

_RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "n": (1, 21),
    "ref": (1, 2**53),
    "confidence": (0, 1),
    "age_ms": (0, 2**53),
}
_DIE = range(1, 7)
_STACKS = range(1, 18)
_LAST_TILE = 36


def given(event: Event) -> frozenset[str]:
    """The names of the fields that say something, beside those that every event has."""
    values = zip(_OWN_FIELDS, _own_values(event), _NOTHING, strict=True)
    # most fields hold the very object that an empty event holds: those say nothing, without a further look
    return frozenset([name for name, value, nothing in values if value is not nothing and says(value)])


def says(value: object) -> bool:
    """Whether a field's value says something; tile 0 does (1m), so truth alone is no test."""
    return not (value is None or value is False or value == "" or value == () or value == {})


def check_fields(event: Event) -> None:
    """Raise EventError if the event lacks a field of its kind, has one of another kind, or one out of range."""
    fields = CATALOGUE[event.type]
    has = given(event)
    missing = [name for name in sorted(fields.needs - has) if not says(getattr(event, name))]
    if missing:
        raise EventError(f"a {event.type} event needs {', '.join(missing)}")
    foreign = has - fields.needs - fields.may
    if foreign:
        raise EventError(f"a {event.type} event has no {', '.join(sorted(foreign))}")
    if event.seq < 1 or event.ms < 0:
        raise EventError(f"seq {event.seq} and ms {event.ms}: expected at least 1 and at least 0")
    for name, (least, most) in _RANGES.items():
        value = getattr(event, name)
        if value is not None and not least <= value <= most:
            raise EventError(f"{name} is {value}: expected {least} to {most}")
    label = None if event.opening is None else event.opening.label
    if label is not None and (label.number < 1 or label.honba < 0):
        raise EventError(f"deal {label.number}, honba {label.honba}: expected at least 1 and at least 0")
    if any(die not in _DIE for die in event.dice):
        raise EventError(f"dice show {', '.join(map(str, event.dice))}: expected 1 to 6 each")
    if event.place is not None and event.place.stack is not None and event.place.stack not in _STACKS:
        raise EventError(f"stack is {event.place.stack}: expected 1 to 17")
    for tile in (*event.tiles, *(() if event.tile is None else (event.tile,))):
        if not 0 <= tile <= _LAST_TILE:
            raise EventError(f"{tile} is no tile number: expected 0 to {_LAST_TILE}")


_OWN_FIELDS: Final = tuple(name for name in Event.__dataclass_fields__ if name not in ALWAYS)
_own_values = attrgetter(*_OWN_FIELDS)
_NOTHING: Final = _own_values(Event(1, 0, EventType.NOTE))
