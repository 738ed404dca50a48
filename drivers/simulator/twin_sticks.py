"""The score sticks of the simulated table: what lies there, and what its sensors make of it. Pure.

Weighing sensors swing while a motor runs, contacts misread a dirty or tilted stick. The firmware therefore looks only
after no motor has run and the reading has been the same for a second. Times are seconds of the table's own clock.
"""

import random
from dataclasses import dataclass, field
from typing import Final

from drivers.simulator.tiles_in_table import SIDES

STILL_S: Final = 1.0
_SWING: Final = 3_000


@dataclass(slots=True)
class ScoreSticks:
    """Points in sticks at each side (0-3), None where the table has seen none."""

    seed: int = 0
    lying: list[int | None] = field(default_factory=lambda: [None] * SIDES)
    """What lies there and is read, dirt included."""
    _told: list[int | None] = field(default_factory=lambda: [None] * SIDES)
    _changed_s: list[float] = field(default_factory=lambda: [0.0] * SIDES)

    def put(self, side: int, points: int, at_s: float) -> None:
        """Sticks are laid or taken; `points` is what the sensor makes of them when nothing shakes."""
        self.lying[side], self._changed_s[side] = points, at_s

    def reads(self, side: int, *, shaking: bool, at_s: float) -> int | None:
        """What the sensor says at this instant; nobody should believe it while the table shakes."""
        points = self.lying[side]
        if points is None or not shaking:
            return points
        swing = random.Random(f"{self.seed} {side} {at_s}").randint(-_SWING, _SWING)
        return max(0, points + swing)

    def next_due_s(self, still_s: float | None) -> float | None:
        """When the firmware tells the next reading; None if nothing is new, or while a motor runs (`still_s` None)."""
        if still_s is None:
            return None
        due = [max(still_s, self._changed_s[side]) + STILL_S for side in range(SIDES) if self._is_news(side)]
        return min(due, default=None)

    def told(self, still_s: float | None, at_s: float) -> list[tuple[int, int]]:
        """The readings that are told now, by side."""
        news: list[tuple[int, int]] = []
        for side in range(SIDES):
            points = self.lying[side]
            due = still_s is not None and at_s >= max(still_s, self._changed_s[side]) + STILL_S
            if points is not None and due and self._is_news(side):
                self._told[side] = points
                news.append((side, points))
        return news

    def forget(self) -> None:
        """The firmware starts anew: everything is news."""
        self._told = [None] * SIDES

    def _is_news(self, side: int) -> bool:
        return self.lying[side] is not None and self.lying[side] != self._told[side]
