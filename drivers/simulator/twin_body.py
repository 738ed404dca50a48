"""Where everything in the simulated table stands: sets of tiles, lid and lifts, motors, and what is wrong. Pure.

The programs of `twin_programs` move it, the clockwork of `twin_machine` moves them. Two regions: the table top with the
set that is played, and the stacking unit with the other one.
"""

from dataclasses import dataclass, field

from drivers.simulator.tiles_in_table import RaisedWalls, shuffle
from drivers.simulator.twin_changes import FaultFound, FaultGone, MachineChange, StateEntered
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_faults import TwinFaults
from drivers.simulator.twin_stacking import StackingUnit
from drivers.simulator.twin_watch import LearnedTimes
from drivers.table.faults import Fault, FaultCode, FaultPlace, Part, fault_of
from drivers.table.states import TableState


@dataclass(slots=True)
class TwinBody:
    """The table's parts; `at_s` is its own time in seconds, and never goes back."""

    config: TwinConfig
    faults: TwinFaults
    unit: StackingUnit
    learned: LearnedTimes
    at_s: float = 0.0
    mode: TableState | None = TableState.UNKNOWN
    """A state of the whole table that hides what its regions do, or None."""
    top: TableState = TableState.EMPTY
    top_set: int | None = 0
    box_set: int | None = 1
    lifts_up: bool = False
    deals: int = 0
    motors: dict[Part, float] = field(default_factory=dict)
    """Since when each motor of the upper half turns."""
    walls: RaisedWalls | None = None
    """The truth about the walls on the table top, from the moment they are up until the tiles are taken in."""
    changes: list[MachineChange] = field(default_factory=list)
    _shown: tuple[TableState, TableState] = (TableState.UNKNOWN, TableState.EMPTY)

    def regions(self) -> tuple[TableState, TableState]:
        """The state as it is reported, and that of the set below."""
        stacking = self.unit.state
        if self.mode is not None:
            return self.mode, stacking
        return (stacking if self.top is TableState.EMPTY else self.top), stacking

    def enter(self, state: TableState) -> None:
        """The table top enters a state."""
        self.top = state
        self.note()

    def note(self) -> bool:
        """Tell of a state that was entered, if one was."""
        regions, before = self.regions(), self._shown
        if regions != before:
            self._shown = regions
            self.changes.append(StateEntered(*regions))
        return regions != before

    def tell(self, fault: Fault, cause: Fault | None = None) -> None:
        """The firmware tells of a fault, once."""
        if self.faults.tell(fault, cause):
            self.changes.append(FaultFound(fault))

    def hush(self, code: FaultCode, part: str | None = None) -> None:
        """The firmware finds that warnings are over."""
        self.changes += [FaultGone(fault) for fault in self.faults.hush(code, part)]

    def measure(self, motor: Part, seconds: float, run: str = "") -> None:
        """Learn how long a motor takes from start to stop (`run` tells its ways apart), and warn if it takes long."""
        if self.learned.ran(run or motor, seconds):
            slow = fault_of(FaultCode.MOTOR_SLOW, FaultPlace(part=motor))
            self.tell(slow, self.faults.cause(FaultCode.MOTOR_SLOW, part=motor))
        else:
            self.hush(FaultCode.MOTOR_SLOW, motor)

    def start_stacking(self, began_s: float | None = None) -> None:
        """The set in the drum is stacked, in the number that the switch says now; see `StackingUnit.start`."""
        if self.unit.start(self.at_s, began_s):
            self.hush(FaultCode.MODE_CHANGED)

    def lay_walls(self) -> None:
        """The walls of the next deal are up."""
        self.deals += 1
        walls = shuffle(self.config.seed, self.deals, self.config.red_fives)
        self.walls = RaisedWalls(self.deals, self.top_set or 0, walls)
