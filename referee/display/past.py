"""The table as it was: a bounded ring of past states, from which outputs with a delay are served. Pure.

Times are milliseconds of the desk's clock. What is kept are moments at which something changed that an output shows; a
state that differs only in what a camera or the table says of itself is none. When the ring is full the oldest moment
goes: an output then stands still until the next one is due, so it may come later than it should and never earlier.
"""

from bisect import bisect_right
from dataclasses import dataclass, fields
from typing import Final

from referee.desk.state import DeskState

MOST_MOMENTS: Final = 4_096

UNSHOWN: Final = frozenset({"now_ms", "candidates", "seen", "table", "cameras", "recovered_ms", "allowed"})
"""Fields of a state that no output shows; whatever comes to a state later is taken for shown."""

_COMPARED: Final = tuple(field.name for field in fields(DeskState) if field.name not in UNSHOWN | {"match"})


@dataclass(frozen=True, slots=True)
class Moment:
    """A state, and since when it has been so."""

    at_ms: float
    state: DeskState


class Past:
    """Remembers states for `keep_ms`, at most `most` of them."""

    def __init__(self, keep_ms: float, most: int = MOST_MOMENTS) -> None:
        self._keep_ms = keep_ms
        self._most = most
        self._moments: list[Moment] = []

    def __len__(self) -> int:
        return len(self._moments)

    def remember(self, state: DeskState, now_ms: float) -> None:
        """Take the state of now, if it shows anything else than the newest moment."""
        newest = self._moments[-1] if self._moments else None
        if newest is not None and _shows_the_same(newest.state, state):
            return
        # a clock that steps back would bring a moment forward, and this one never comes too early
        at_ms = now_ms if newest is None else max(now_ms, newest.at_ms)
        self._moments.append(Moment(at_ms, state))
        self._forget(now_ms - self._keep_ms)

    def at(self, ms: float) -> DeskState | None:
        """The state as it was at a time, or None where nothing so old is known."""
        place = self._after(ms)
        return self._moments[place - 1].state if place else None

    def next_after(self, ms: float) -> float | None:
        """When the first moment after a time began, or None where the newest is older."""
        place = self._after(ms)
        return self._moments[place].at_ms if place < len(self._moments) else None

    def _after(self, ms: float) -> int:
        return bisect_right(self._moments, ms, key=lambda moment: moment.at_ms)

    def _forget(self, ms: float) -> None:
        """Drop what nobody asks for any more: all before the moment that stood at `ms`, and what is too many."""
        gone = max(self._after(ms) - 1, len(self._moments) - self._most, 0)
        del self._moments[:gone]


def _shows_the_same(one: DeskState, other: DeskState) -> bool:
    """Whether no output would show anything else."""
    # a match is replaced whenever it changes, and comparing two event by event would take its time
    return one.match is other.match and all(getattr(one, name) == getattr(other, name) for name in _COMPARED)
