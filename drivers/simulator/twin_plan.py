"""When something happens to the simulated table: triggers, and the plans that wait for them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from drivers.table.states import TableState

Act = TypeVar("Act")


@dataclass(frozen=True, slots=True)
class Situation:
    """The simulated table as triggers see it; `at_s` in the table's own time."""

    at_s: float
    deal: int
    """The deal whose walls are being made or lie on the table, from 1; 0 before the first."""
    state: TableState
    stacking: TableState
    stacks: tuple[int, int, int, int]
    discards: int = 0
    """Tiles discarded in this deal, by all seats."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """When something happens: once all that is given holds, and `after_s` more have passed. Nothing given: at once."""

    state: TableState | None = None
    stacks: int = 0
    side: int | None = None
    """Whose stacks are meant, None for those of any side."""
    deal: int | None = None
    discard: int = 0
    at_s: float = 0.0
    after_s: float = 0.0

    def holds(self, now: Situation) -> bool:
        """Whether all that is given holds, `after_s` apart."""
        stacks = max(now.stacks) if self.side is None else now.stacks[self.side]
        return (
            now.at_s >= self.at_s
            and self.deal in (None, now.deal)
            and self.state in (None, now.state, now.stacking)
            and stacks >= self.stacks
            and now.discards >= self.discard
        )


class Plans(Generic[Act]):
    """What is still to happen, in the order in which it was planned."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Trigger, Act]] = []
        self._counting: list[tuple[float, Act]] = []

    def __len__(self) -> int:
        return len(self._waiting) + len(self._counting)

    def add(self, trigger: Trigger, act: Act) -> None:
        """Plan something."""
        self._waiting.append((trigger, act))

    def at(self, at_s: float, act: Act) -> None:
        """Plan something for a time."""
        self._counting.append((at_s, act))

    def drop(self, acts: Sequence[Act]) -> None:
        """These are planned no more."""
        self._waiting = [planned for planned in self._waiting if planned[1] not in acts]
        self._counting = [planned for planned in self._counting if planned[1] not in acts]

    @property
    def acts(self) -> tuple[Act, ...]:
        """All that is planned."""
        return tuple(act for _, act in (*self._waiting, *self._counting))

    def due(self, now: Situation) -> list[Act]:
        """What happens now; it is planned no more."""
        for planned in [planned for planned in self._waiting if planned[0].holds(now)]:
            self._waiting.remove(planned)
            self._counting.append((now.at_s + planned[0].after_s, planned[1]))
        due = sorted((planned for planned in self._counting if planned[0] <= now.at_s), key=lambda planned: planned[0])
        self._counting = [planned for planned in self._counting if planned not in due]
        return [act for _, act in due]

    def next_due_s(self, at_s: float) -> float | None:
        """When time alone may bring something, from `at_s` on; None if nothing waits for time."""
        times = [due_s for due_s, _ in self._counting]
        times += [trigger.at_s for trigger, _ in self._waiting if trigger.at_s > at_s]
        return min(times) if times else None
