"""The lower half of the simulated table: a drum that takes one set of tiles and stacks it on the lifts. Pure.

Times are seconds of the table's own clock. Which tiles the stacks hold is decided when they are raised. What is wrong
with the table (`TwinFaults`) holds a side back, or keeps a full set from being called stacked; `twin_alarms` says when
the firmware notices.
"""

import random
from typing import Final

from drivers.simulator.tiles_in_table import SIDES, STACKS_PER_SIDE
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_counter import TileCounter
from drivers.simulator.twin_faults import TwinFaults
from drivers.table.faults import FaultCode, Part
from drivers.table.states import TableState

MOTORS: Final = (Part.DRUM, Part.PUSHER, Part.HEAD, Part.CHAIN)
"""What turns while tiles are stacked."""
_JAMS: Final = (FaultCode.TILE_JAM_HEAD, FaultCode.TILE_JAM_SLOT)
_SLOW_MOTOR: Final = 1.5
_SLOW_CYCLE: Final = 2.0
_NO_END: Final = 4.5
_EXTRA_EVERY_S: Final = 0.1


class StackingUnit:
    """Drum and lifts. `drum` and `lifts` hold the number of a set, or None."""

    def __init__(self, config: TwinConfig, faults: TwinFaults) -> None:
        self._timings = config.timings
        self._seed = config.seed
        self._faults = faults
        self.drum: int | None = None
        self.lifts: int | None = None
        self.state = TableState.EMPTY
        self.stacks = [0] * SIDES
        self.target = STACKS_PER_SIDE
        """Stacks a side in the present run; the switch decides when a run starts."""
        self.next_target = STACKS_PER_SIDE
        self.began_s = 0.0
        """When the cycle of the present run began with taking the tiles in; pauses are left out."""
        self.started_s = 0.0
        """When the run itself began; pauses are left out."""
        self.running_s: float | None = None
        """Since when the motors turn; None while they stand."""
        self.held_s: list[float | None] = [None] * SIDES
        """Since when each side gets no more tiles."""
        self.full_s: list[float | None] = [None] * SIDES
        self.slowness = 1.0
        """What somebody made the whole unit slower by."""
        self._due_s: list[float | None] = [None] * SIDES
        self._paused_s = 0.0
        self._runs = 0
        self._pace = [random.Random() for _ in range(SIDES)]
        limits = config.limits
        self.counters = [
            TileCounter(limits.debounce_s, config.timings.collision_share, random.Random(f"edges {config.seed} {side}"))
            for side in range(SIDES)
        ]

    @property
    def usual_s(self) -> float:
        """How long a run takes when all is well."""
        return self._timings.first_stack_s + self.target * self._timings.stack_s

    @property
    def complete_s(self) -> float | None:
        """Since when all sides are full; None before."""
        full = [since_s for since_s in self.full_s if since_s is not None]
        return max(full) if len(full) == SIDES else None

    def start(self, at_s: float, began_s: float | None = None) -> bool:
        """Begin to stack what is in the drum, if there is something and the lifts are free.

        `began_s`: when its tiles were begun to be taken in; None if that took its usual time.
        """
        if self.drum is None or self.lifts is not None or self.state is not TableState.EMPTY:
            return False
        self._runs += 1
        self.target = self.next_target
        self._pace = [random.Random(f"stacking {self._seed} {self._runs} {side}") for side in range(SIDES)]
        self.state = TableState.STACKING
        self.stacks = [0] * SIDES
        self.held_s, self.full_s = [None] * SIDES, [None] * SIDES
        self.started_s = self.running_s = at_s
        self.began_s = at_s - self._timings.take_in_s if began_s is None else began_s
        for side in range(SIDES):
            self.counters[side].reset()
            self._due_s[side] = at_s + self._timings.first_stack_s + self._next_s(side)
        return True

    def pause(self, at_s: float) -> bool:
        """Stop so that forgotten tiles can be added; False if it is not stacking."""
        if self.state is not TableState.STACKING or self.running_s is None:
            return False
        self.state, self._paused_s, self.running_s = TableState.PAUSED_TOPUP, at_s, None
        return True

    def resume(self, at_s: float) -> bool:
        """Go on after a pause; False if there was none."""
        if self.state is not TableState.PAUSED_TOPUP:
            return False
        pause_s = at_s - self._paused_s
        self._due_s = [None if due_s is None else due_s + pause_s for due_s in self._due_s]
        self.held_s = [None if since_s is None else since_s + pause_s for since_s in self.held_s]
        self.full_s = [None if since_s is None else since_s + pause_s for since_s in self.full_s]
        self.started_s += pause_s
        self.began_s += pause_s
        self.state, self.running_s = TableState.STACKING, at_s
        return True

    def next_due_s(self) -> float | None:
        """When the next stack stands; None while nothing moves."""
        due = [due_s for due_s in self._due_s if due_s is not None]
        return min(due) if due and self.running_s is not None else None

    def place(self, at_s: float) -> None:
        """The stack that is due stands."""
        side = min((due_s, side) for side, due_s in enumerate(self._due_s) if due_s is not None)[1]
        self.stacks[side] += 1
        self.counters[side].stack_passes(at_s)
        self._miscount(side, at_s)
        full = self.stacks[side] >= self.target
        self._due_s[side] = None if full else at_s + self._next_s(side)
        if full:
            self.full_s[side] = at_s

    def look(self, at_s: float) -> None:
        """Sides that causes hold back stand, those that none holds any more go on; a full set is stacked."""
        if self.running_s is None:
            return
        for side in range(SIDES):
            held = self.full_s[side] is None and self._is_held(side)
            if held and self.held_s[side] is None:
                self.held_s[side], self._due_s[side] = at_s, None
            elif not held and self.held_s[side] is not None:
                self.held_s[side], self._due_s[side] = None, at_s + self._next_s(side)
        if self.complete_s is not None and not self._is_kept_open():
            self.drum, self.lifts, self.running_s = None, self.drum, None
            self.state = TableState.STACKED

    def miscounted(self) -> tuple[int, int] | None:
        """The first side whose photo sensor counted otherwise than its stacks need, and by how many tiles."""
        for side, counter in enumerate(self.counters):
            difference = abs(counter.tiles - 2 * self.stacks[side])
            if difference and self.full_s[side] is not None:
                return side, difference
        return None

    def missing(self, side: int) -> int:
        """Tiles that a side still needs."""
        return 2 * (self.target - self.stacks[side])

    def motor_share(self, motor: Part) -> float:
        """How much longer than usual a motor takes."""
        return _SLOW_MOTOR if self._faults.cause(FaultCode.MOTOR_SLOW, part=motor) is not None else 1.0

    def take_raised(self) -> int | None:
        """The set on the lifts goes up to the table top."""
        raised, self.lifts = self.lifts, None
        self.state, self.stacks = TableState.EMPTY, [0] * SIDES
        return raised

    def fill_lifts(self, tile_set: int) -> None:
        """Put a stacked set on the lifts: how a table is found that was switched off after stacking."""
        self.lifts, self.state, self.stacks = tile_set, TableState.STACKED, [self.target] * SIDES

    def halt(self) -> None:
        """Motors off: counts stay to be seen, nothing goes on by itself."""
        self._due_s, self.running_s = [None] * SIDES, None

    def home(self) -> None:
        """After homing a half-stacked set lies in the drum again; a stacked one stands where it was."""
        self.halt()
        if self.lifts is None:
            self.state, self.stacks = TableState.EMPTY, [0] * SIDES

    def _next_s(self, side: int) -> float:
        slowness = self.slowness * max(self.motor_share(motor) for motor in MOTORS)
        if self._faults.cause(FaultCode.SLOW_CYCLE) is not None:
            slowness *= _SLOW_CYCLE
        if self._faults.cause(FaultCode.CYCLE_TIMEOUT) is not None:
            slowness *= _NO_END
        return self._timings.stack_s * slowness * self._pace[side].uniform(2 / 3, 4 / 3)

    def _miscount(self, side: int, at_s: float) -> None:
        """A beam that is broken too often: dirt, or a tile that passes twice."""
        miscount = self._faults.cause(FaultCode.COUNT_MISMATCH, side=side)
        if miscount is not None and self.counters[side].tiles == 2 * self.stacks[side]:
            for extra in range(miscount.where.count):
                self.counters[side].edge(at_s + _EXTRA_EVERY_S * (extra + 1))

    def _is_held(self, side: int) -> bool:
        if any(self._faults.cause(jam, side=side) is not None for jam in _JAMS):
            return True
        short = self._faults.cause(FaultCode.TILE_SHORT, side=side)
        return short is not None and self.stacks[side] >= self.target - _stacks(short.where.count)

    def _is_kept_open(self) -> bool:
        """Whether something keeps the chain from its home, or the counts from agreeing, though all sides are full."""
        faults = self._faults
        failed = faults.cause(FaultCode.SENSOR_FAILED, part=Part.HOME)
        causes = (
            faults.cause(FaultCode.CYCLE_OVERRUN),
            faults.cause(FaultCode.CHAIN_NOT_HOME),
            faults.cause(FaultCode.TILE_EXTRA),
            faults.cause(FaultCode.SENSOR_BLOCKED, part=Part.HOME),
            None if failed is None or faults.goes_on(failed) else failed,
        )
        return self.miscounted() is not None or any(cause is not None for cause in causes)


def _stacks(tiles: int) -> int:
    return (tiles + 1) // 2
