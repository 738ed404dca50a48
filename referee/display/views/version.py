"""The version that a view carries: for the desk's own people the desk's, for others a number that tells nothing.

A pass that somebody wrote down, a hand that was read once more or a note would move the desk's version at moments that
mean something. So the public and the players count only what they can see happen; a player's command comes back with
that count and is given the desk's own version again by `desk_version`.
"""

from collections.abc import Iterator
from typing import Final

from referee.game import Event, EventType, Match, Seat
from referee.game.effective import EDITS

_NEVER_SEEN: Final = frozenset({EventType.PASS, EventType.NOTE, EventType.URA, EventType.SET_ASIDE})


def open_version(match: Match | None) -> int:
    """How many events of the match everybody could see happen."""
    return 0 if match is None else sum(1 for _ in _seen_events(match))


def desk_version(match: Match | None, version: int) -> int:
    """The desk's version that the sender of a count was looking at; one too high for a count that is not there yet."""
    if match is None:
        return version
    seen = [event.seq for event in _seen_events(match)]
    if version == len(seen):
        return match.version
    return match.version + 1 if version > len(seen) or version < 1 else seen[version - 1]


def _seen_events(match: Match) -> Iterator[Event]:
    by_seq = {event.seq: event for event in match.events}
    hidden: set[int] = set()
    locked: set[Seat | None] = set()
    for event in match.events:
        if event.type is EventType.DEAL:
            locked.clear()
        target = by_seq.get(event.ref) if event.type in EDITS and event.ref is not None else None
        if _is_hidden(event, locked) or (target is not None and _is_hidden_edit(event, target, hidden)):
            hidden.add(event.seq)
        else:
            yield event
        if event.type is EventType.BUILT:
            locked.add(event.by)


def _is_hidden(event: Event, locked: set[Seat | None]) -> bool:
    if event.type in _NEVER_SEEN or (event.type is EventType.WALLS and event.tiles):
        return True
    # a hand that stood already: now somebody knows its tiles
    return event.type is EventType.BUILT and event.by in locked


def _is_hidden_edit(edit: Event, target: Event, hidden: set[int]) -> bool:
    return target.seq in hidden or (edit.type is EventType.CORRECT and target.type is EventType.BUILT)
