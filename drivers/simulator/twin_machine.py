"""The mechanics of the simulated table: lid, lifts, dice and stacking unit under a clock of its own. Pure.

Two sets of tiles go round: one on the table top, one below. A command is a program, written as a generator that waits
for a time or for the stacking unit; the stacking unit runs beside it. Knows nothing of frames, sessions or faults.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from drivers.simulator.tiles_in_table import RaisedWalls, shuffle
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_stacking import StackingUnit
from drivers.table.states import CommandKind, Reason, TableState

Wait: TypeAlias = float | None
"""Seconds, or None: until the set below stands stacked."""

_HALTED: Final = (TableState.UNKNOWN, TableState.FAULT, TableState.TEST, TableState.ESTOP)
"""Modes in which nothing moves, the weakest first: a stronger one is not replaced by a weaker one."""
_REFUSALS: Final = {
    TableState.UNKNOWN: Reason.NOT_HOMED,
    TableState.FAULT: Reason.FAULT,
    TableState.TEST: Reason.TEST_MODE,
    TableState.ESTOP: Reason.ESTOP,
    TableState.HOMING: Reason.BUSY,
}


@dataclass(frozen=True, slots=True)
class StateEntered:
    """The table or the set below it entered a state."""

    state: TableState
    stacking: TableState


@dataclass(frozen=True, slots=True)
class StackPlaced:
    """One more stack stands."""

    stacks: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class DiceThrown:
    """The dice lie still."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class ProgramEnded:
    """The command under way is done."""

    kind: CommandKind


MachineChange: TypeAlias = StateEntered | StackPlaced | DiceThrown | ProgramEnded


class TwinMachine:
    """The table's moving parts; `at_s` is the table's own time in seconds, and never goes back."""

    def __init__(self, config: TwinConfig) -> None:
        self._config = config
        self._timings = config.timings
        self._dice = random.Random(f"dice {config.seed}")
        self.stacking_unit = StackingUnit(config.timings, config.seed)
        self._top_set: int | None = 0
        self._box_set: int | None = 1
        if config.stacked_at_start:
            self._box_set = None
            self.stacking_unit.fill_lifts(1)
        self._lifts_up = False
        self._mode: TableState | None = TableState.UNKNOWN
        self._top = TableState.EMPTY
        self._program: Iterator[Wait] | None = None
        self._kind: CommandKind | None = None
        self._wait_until_s: float | None = None
        self._begun_s = 0.0
        self._ended_s: float | None = 0.0
        self._deals = 0
        self._at_s = 0.0
        self._changes: list[MachineChange] = []
        self._shown = self._regions()
        self.walls: RaisedWalls | None = None
        """The truth about the walls on the table top, from the moment they are up until the tiles are taken in."""

    @property
    def state(self) -> TableState:
        """The state of the table as it is reported."""
        return self._regions()[0]

    @property
    def stacking(self) -> TableState:
        """The state of the set below."""
        return self.stacking_unit.state

    @property
    def stacks(self) -> tuple[int, int, int, int]:
        """Stacks standing at each side."""
        first, second, third, fourth = self.stacking_unit.stacks
        return first, second, third, fourth

    @property
    def running(self) -> CommandKind | None:
        """The command under way."""
        return self._kind

    @property
    def elapsed_ms(self) -> int:
        """How long the command under way has taken, in the table's own time; the last one if none is."""
        until_s = self._at_s if self._ended_s is None else self._ended_s
        return round((until_s - self._begun_s) * 1000)

    def begin(self, kind: CommandKind) -> Reason | None:
        """Begin a command, or say why not."""
        reason = self._refusal(kind)
        if reason is None:
            self._kind = kind
            self._begun_s, self._ended_s = self._at_s, None
            self._program = self._program_of(kind)
            self._wait_until_s = self._at_s
            self._note()
        return reason

    def halt(self, mode: TableState) -> CommandKind | None:
        """Motors off and into one of the halted modes; returns the command that was cut short."""
        cut, self._kind, self._program, self._wait_until_s = self._kind, None, None, None
        self.stacking_unit.halt()
        self._ended_s = self._at_s if cut is not None else self._ended_s
        held = self._mode if self._mode in _HALTED else None
        if held is None or _HALTED.index(mode) > _HALTED.index(held):
            self._mode = mode
        self._note()
        return cut

    def release(self) -> None:
        """Leave a latched mode for UNKNOWN, the only way towards homing."""
        if self._mode is not None and self._mode is not TableState.HOMING:
            self._mode = TableState.UNKNOWN
            self._note()

    def pause(self) -> bool:
        """Both lift keys: stop stacking so that tiles can be added; False if it is not stacking."""
        paused = self._mode is None and self.stacking_unit.pause(self._at_s)
        self._note()
        return paused

    def resume(self) -> bool:
        """One lift key: go on; False if there was no pause."""
        resumed = self._mode is None and self.stacking_unit.resume(self._at_s)
        self._note()
        return resumed

    def next_due_s(self) -> float | None:
        """When the next thing happens, in the table's own time; None while nothing moves."""
        times = [due for due in (self._wait_until_s, self.stacking_unit.next_due_s()) if due is not None]
        return min(times) if times else None

    def step(self, until_s: float) -> bool:
        """Let the next thing happen if it is due by `until_s`; False, with the clock at `until_s`, if none is."""
        due_s = self.next_due_s()
        if due_s is None or due_s > until_s:
            self._at_s = max(self._at_s, until_s)
            return False
        self._at_s = max(self._at_s, due_s)
        if due_s == self._wait_until_s:
            self._go_on()
        else:
            self.stacking_unit.place()
            self._changes.append(StackPlaced(self.stacks))
            if self._program is not None and self._wait_until_s is None and self.stacking is TableState.STACKED:
                self._note()  # STACKED is seen before what follows from it
                self._go_on()
        self._note()
        return True

    def take_changes(self) -> list[MachineChange]:
        """What happened since the last call, in order."""
        changes, self._changes = self._changes, []
        return changes

    def _refusal(self, kind: CommandKind) -> Reason | None:
        if kind is CommandKind.RESET:
            reset_refusals = {TableState.HOMING: Reason.BUSY, TableState.TEST: Reason.TEST_MODE}
            return Reason.BUSY if self._program is not None else reset_refusals.get(self.state)
        if self._mode is not None:
            return _REFUSALS[self._mode]
        if self._program is not None:
            return Reason.BUSY
        if kind is CommandKind.RAISE:
            if self._top_set is not None:
                return Reason.BUSY  # tiles lie where the walls would come up
            return None if self.stacking is TableState.STACKED else Reason.NOTHING_STACKED
        return None

    def _program_of(self, kind: CommandKind) -> Iterator[Wait]:
        match kind:
            case CommandKind.RESET:
                return self._home()
            case CommandKind.CYCLE:
                return self._cycle()
            case CommandKind.RAISE:
                return self._raise()
            case CommandKind.LOWER:
                return self._lower()
            case CommandKind.DICE:
                return self._throw()
            case CommandKind.STOP:
                raise ValueError("a stop is no program: call halt")

    def _home(self) -> Iterator[Wait]:
        self._mode = TableState.HOMING
        self._note()
        yield self._timings.homing_s
        self._lifts_up = False
        self.stacking_unit.home()
        self._mode, self._top = None, TableState.EMPTY

    def _cycle(self) -> Iterator[Wait]:
        yield from self._lower()
        if self._top_set is not None:
            if self.stacking_unit.drum is not None:  # the drum holds one set: no tiles in before it is stacked
                self.stacking_unit.start(self._at_s)
                yield None
            yield from self._open_lid()
            self.stacking_unit.drum, self._top_set, self.walls = self._top_set, None, None
            yield from self._close_lid()
        self.stacking_unit.start(self._at_s)
        self._enter(TableState.EMPTY)
        yield None
        yield from self._raise()

    def _raise(self) -> Iterator[Wait]:
        self._enter(TableState.RAISING)
        yield self._timings.raising_s
        self._top_set = self.stacking_unit.take_raised()
        self._lifts_up = True
        if self._box_set is not None:  # the first walls are up: people put the second set in
            yield from self._open_lid()
            self.stacking_unit.drum, self._box_set = self._box_set, None
            yield from self._close_lid()
        self.stacking_unit.start(self._at_s)
        self._deals += 1
        walls = shuffle(self._config.seed, self._deals, self._config.red_fives)
        self.walls = RaisedWalls(self._deals, self._top_set or 0, walls)
        self._enter(TableState.WALLS_UP)

    def _open_lid(self) -> Iterator[Wait]:
        self._enter(TableState.LID_OPENING)
        yield self._timings.lid_opening_s
        self._enter(TableState.LID_OPEN)
        yield self._timings.push_in_s

    def _close_lid(self) -> Iterator[Wait]:
        self._enter(TableState.LID_CLOSING)
        yield self._timings.lid_closing_s

    def _lower(self) -> Iterator[Wait]:
        if self._lifts_up:
            self._enter(TableState.LOWERING)
            yield self._timings.lowering_s
            self._lifts_up = False
            self._enter(TableState.EMPTY)

    def _throw(self) -> Iterator[Wait]:
        before = self._top
        self._enter(TableState.DICE_ROLLING)
        yield self._timings.dice_s
        self._changes.append(DiceThrown(self._dice.randint(1, 6), self._dice.randint(1, 6)))
        self._enter(before)

    def _go_on(self) -> None:
        self._wait_until_s = None
        while self._program is not None:
            try:
                wait = next(self._program)
            except StopIteration:
                self._ended()
                return
            if wait is not None:
                self._wait_until_s = self._at_s + wait
                return
            if self.stacking is not TableState.STACKED:
                return

    def _ended(self) -> None:
        kind, self._kind, self._program = self._kind, None, None
        self._ended_s = self._at_s
        self._note()
        if kind is not None:
            self._changes.append(ProgramEnded(kind))

    def _enter(self, state: TableState) -> None:
        self._top = state
        self._note()

    def _regions(self) -> tuple[TableState, TableState]:
        stacking = self.stacking_unit.state
        if self._mode is not None:
            return self._mode, stacking
        return (stacking if self._top is TableState.EMPTY else self._top), stacking

    def _note(self) -> None:
        regions = self._regions()
        if regions != self._shown:
            self._shown = regions
            self._changes.append(StateEntered(*regions))
