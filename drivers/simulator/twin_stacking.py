"""The lower half of the simulated table: a drum that takes one set of tiles and stacks it on the lifts. Pure.

Times are seconds of the table's own clock. Which tiles the stacks hold is decided when they are raised.
"""

import random
from dataclasses import dataclass, field
from heapq import heapify, heappop

from drivers.simulator.tiles_in_table import SIDES, STACKS_PER_SIDE
from drivers.simulator.twin_config import TwinTimings
from drivers.table.states import TableState


@dataclass(slots=True)
class StackingUnit:
    """Drum and lifts. `drum` and `lifts` hold the number of a set, or None."""

    timings: TwinTimings
    seed: int
    drum: int | None = None
    lifts: int | None = None
    state: TableState = TableState.EMPTY
    stacks: list[int] = field(default_factory=lambda: [0] * SIDES)
    _schedule: list[tuple[float, int]] = field(default_factory=list)
    _paused_at_s: float = 0.0
    _runs: int = 0

    def start(self, at_s: float) -> None:
        """Begin to stack what is in the drum, if there is something and the lifts are free."""
        if self.drum is None or self.lifts is not None or self.state is not TableState.EMPTY:
            return
        self._runs += 1
        chance = random.Random(f"stacking {self.seed} {self._runs}")
        self._schedule = []
        for side in range(SIDES):
            due_s = at_s + self.timings.first_stack_s
            for _ in range(STACKS_PER_SIDE):
                due_s += self.timings.stack_s * chance.uniform(2 / 3, 4 / 3)
                self._schedule.append((due_s, side))
        heapify(self._schedule)
        self.state = TableState.STACKING
        self.stacks = [0] * SIDES

    def pause(self, at_s: float) -> bool:
        """Stop so that forgotten tiles can be added; False if it is not stacking."""
        if self.state is not TableState.STACKING:
            return False
        self.state, self._paused_at_s = TableState.PAUSED_TOPUP, at_s
        return True

    def resume(self, at_s: float) -> bool:
        """Go on after a pause; False if there was none."""
        if self.state is not TableState.PAUSED_TOPUP:
            return False
        pause_s = at_s - self._paused_at_s
        self._schedule = [(due_s + pause_s, side) for due_s, side in self._schedule]
        self.state = TableState.STACKING
        return True

    def next_due_s(self) -> float | None:
        """When the next stack stands; None while nothing moves."""
        return self._schedule[0][0] if self._schedule and self.state is TableState.STACKING else None

    def place(self) -> None:
        """The stack that is due stands; after the last one the set is on the lifts."""
        _, side = heappop(self._schedule)
        self.stacks[side] += 1
        if not self._schedule:
            self.drum, self.lifts = None, self.drum
            self.state = TableState.STACKED

    def take_raised(self) -> int | None:
        """The set on the lifts goes up to the table top."""
        raised, self.lifts = self.lifts, None
        self.state, self.stacks = TableState.EMPTY, [0] * SIDES
        return raised

    def fill_lifts(self, tile_set: int) -> None:
        """Put a stacked set on the lifts: how a table is found that was switched off after stacking."""
        self.lifts, self.state, self.stacks = tile_set, TableState.STACKED, [STACKS_PER_SIDE] * SIDES

    def halt(self) -> None:
        """Motors off: counts stay to be seen, nothing goes on by itself."""
        self._schedule = []

    def home(self) -> None:
        """After homing a half-stacked set lies in the drum again; a stacked one stands where it was."""
        if self.lifts is None:
            self.state, self.stacks, self._schedule = TableState.EMPTY, [0] * SIDES, []
