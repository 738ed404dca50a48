"""What the machine of the simulated table tells its firmware: values, in the order in which things happened. Pure."""

from dataclasses import dataclass
from typing import TypeAlias

from drivers.table.faults import Fault
from drivers.table.states import CommandKind, TableState


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
    """The command under way is done, or was cut short by a fault."""

    kind: CommandKind
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class SticksRead:
    """The score sticks of a side were read, while nothing moved."""

    side: int
    points: int


@dataclass(frozen=True, slots=True)
class FaultFound:
    """The firmware found a fault."""

    fault: Fault


@dataclass(frozen=True, slots=True)
class FaultGone:
    """The firmware found that a warning is over."""

    fault: Fault


MachineChange: TypeAlias = StateEntered | StackPlaced | DiceThrown | ProgramEnded | SticksRead | FaultFound | FaultGone
