"""Which events count, and how they read: `void`, `correct` and late entries worked into the list.

An event that was voided is as if it had never been, and so is a void that was voided itself. A correction replaces the
fields that it names. A `discard`, `riichi` or `built` with `ref` was entered late: it stands before that event.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from referee.game.catalogue import HAND_CHANGE, check_fields, given
from referee.game.event import Event, EventType
from referee.tiles import NotAllowedError

_LATE_ENTRIES: Final = frozenset({EventType.DISCARD, EventType.RIICHI, EventType.BUILT})
_KINDS_OF_THEIR_OWN: Final = frozenset({EventType.PENALTY, EventType.HOTFIX, EventType.CORRECT})
EDITS: Final = frozenset({EventType.VOID, EventType.CORRECT})
"""Kinds of event that only say how another one reads."""


def is_edit(event: Event) -> bool:
    """Whether the event changes how earlier ones read, so that everything is to be folded again."""
    return event.type in EDITS or (event.type in _LATE_ENTRIES and event.ref is not None)


def check_edit(events: Sequence[Event], edit: Event) -> None:
    """Raise NotAllowedError if the event that `edit` refers to is not there, or counts no more."""
    target = next((event for event in events if event.seq == edit.ref), None)
    if target is None:
        raise NotAllowedError(f"there is no event {edit.ref} that {edit.type} could refer to")
    if edit.type in EDITS and target.seq in voided(events):
        raise NotAllowedError(f"event {edit.ref} ({target.type}) is void already")


def voided(events: Sequence[Event]) -> frozenset[int]:
    """The seqs of events that count no more."""
    dead: set[int] = set()
    for event in reversed(events):
        if event.type is EventType.VOID and event.ref is not None and event.seq not in dead:
            dead.add(event.ref)
    return frozenset(dead)


def effective(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events that count, corrected, in the order in which they happened; without the edits themselves."""
    if not any(is_edit(event) for event in events):
        return tuple(events)
    dead = voided(events)
    corrections: dict[int, list[Event]] = {}
    counted: list[Event] = []
    for event in reversed(events):
        if event.seq in dead:
            continue
        for correction in reversed(corrections.get(event.seq, [])):
            event = _corrected(event, correction)
        if event.type is EventType.CORRECT and event.ref is not None:
            corrections.setdefault(event.ref, []).append(event)
        elif event.type is not EventType.VOID:
            counted.append(event)
    counted.reverse()
    return _with_late_entries(counted)


def _corrected(event: Event, correction: Event) -> Event:
    """The event with the fields that the correction names; what a correction's `kind` says of a tile is its reason."""
    names = given(correction) - {"ref"}
    if event.type not in _KINDS_OF_THEIR_OWN and correction.kind != HAND_CHANGE:
        names -= {"kind"}
    corrected = replace(event, **{name: getattr(correction, name) for name in names})
    check_fields(corrected)
    return corrected


def _with_late_entries(events: list[Event]) -> tuple[Event, ...]:
    late = [event for event in events if event.type in _LATE_ENTRIES and event.ref is not None]
    if not late:
        return tuple(events)
    ordered = [event for event in events if event.type not in _LATE_ENTRIES or event.ref is None]
    for event in late:
        place = _place_of(event, ordered)
        ordered.insert(place, event)
        if event.type is EventType.DISCARD:
            _renumber(ordered, place)
    return tuple(ordered)


def _place_of(late: Event, ordered: Sequence[Event]) -> int:
    """Before the event that it names, or, if that one is void, before the first that came after it."""
    ref = late.ref or 0
    for index, other in enumerate(ordered):
        if other.seq == ref or (other.seq > ref and (other.ref is None or other.type not in _LATE_ENTRIES)):
            return index
    return len(ordered)


def _renumber(events: list[Event], place: int) -> None:
    """Forget the numbers of that seat's later discards of the deal: they have moved on by one."""
    seat = events[place].by
    for index in range(place, len(events)):
        event = events[index]
        if event.type is EventType.DEAL:
            return
        if event.type is EventType.DISCARD and event.by == seat and event.n is not None:
            events[index] = replace(event, n=None)
