"""What a table tells those who subscribe: facts in the order in which they happened. Pure values."""

from dataclasses import dataclass
from typing import TypeAlias

from drivers.table.faults import Fault
from drivers.table.states import Button, CommandKind, Reason, TableState


@dataclass(frozen=True, slots=True)
class StateChanged:
    """The table, or the set below it, entered a state."""

    state: TableState
    stacking: TableState


@dataclass(frozen=True, slots=True)
class StacksCounted:
    """Stacks standing ready at each side, whenever they are others than told before; at most ten times a second."""

    stacks: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The dice lie still. `age_s`: how long ago, which matters after a link loss."""

    dice: tuple[int, int]
    age_s: float = 0.0


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A key at a side of the table (0-3, counter-clockwise) was pressed `age_s` ago."""

    seat_index: int
    button: Button
    age_s: float = 0.0


@dataclass(frozen=True, slots=True)
class ScoreRead:
    """The table counted the score sticks of a side (0-3). Advice: such sensors misread."""

    side: int
    points: int


@dataclass(frozen=True, slots=True)
class FaultRaised:
    """A fault is there."""

    fault: Fault


@dataclass(frozen=True, slots=True)
class FaultCleared:
    """A fault is gone."""

    fault: Fault


@dataclass(frozen=True, slots=True)
class LinkLost:
    """The table cannot be reached, or must not be used; `message` says why and what to do."""

    message: str


@dataclass(frozen=True, slots=True)
class LinkWaiting:
    """The table is tried for and not reached, for another reason than before; `message` says why and what to do."""

    message: str


@dataclass(frozen=True, slots=True)
class LinkNoisy:
    """The line to the table has become noisy, or is good again; the table goes on. Told once at each change."""

    noisy: bool
    message: str


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The table answers. It does nothing until a person resets it."""

    unit_id: str
    firmware: str
    rebooted: bool


@dataclass(frozen=True, slots=True)
class CommandFinished:
    """A command came to its end, good or bad; `reason` is None if it was good."""

    command_id: int
    kind: CommandKind
    ok: bool
    reason: Reason | None = None
    fault: Fault | None = None


TableEvent: TypeAlias = (
    StateChanged
    | StacksCounted
    | DiceRolled
    | ButtonPressed
    | FaultRaised
    | FaultCleared
    | LinkLost
    | LinkWaiting
    | LinkNoisy
    | LinkUp
    | CommandFinished
    | ScoreRead
)
