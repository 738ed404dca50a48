"""The one interface of every kind of table. What is behind it: `ControllerTable`, `ManualTable`."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Protocol

from drivers.table.events import CommandFinished, TableEvent
from drivers.table.faults import Fault, most_pressing
from drivers.table.states import Capability, CommandKind, TableState

NO_CAPABILITIES = Capability(0)
NO_STACKS: tuple[int, int, int, int] = (0, 0, 0, 0)

NO_SCORES: tuple[None, None, None, None] = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """The table at one moment."""

    state: TableState
    stacking: TableState = TableState.EMPTY
    """The set below the table: EMPTY, STACKING, PAUSED_TOPUP or STACKED; UNKNOWN while the table is."""
    stacks: tuple[int, int, int, int] = NO_STACKS
    """Stacks (of two tiles) standing ready at each side, 0-17."""
    raised: tuple[int, int, int, int] | None = None
    """Stacks at each side of the walls that are up, as they were counted before; None if nobody counted them."""
    elapsed_ms: int = 0
    """How long the cycle under way has taken."""
    faults: tuple[Fault, ...] = ()
    """What is wrong, the first one first."""
    needs_reset: bool = True
    """Nothing moves until a person has called `reset`."""
    dice: tuple[int, int] | None = None
    scores: tuple[int | None, int | None, int | None, int | None] = NO_SCORES
    """What the table counted of the score sticks at each side, None where it did not. Advice, no more."""
    capabilities: Capability = NO_CAPABILITIES
    link_up: bool = False
    link_message: str = ""
    """Why the link is not up, in one line."""
    link_cause: str = ""
    """The same as a code for texts: of `PortProblem`, `LossCause`, `RefusalCause`; `waiting` before the first try."""
    link_facts: Mapping[str, str] = field(default_factory=dict)
    """What the text of that code names beside the port."""
    port: str = ""
    """The configured name of the port behind which the table is, for messages."""
    round_trip_ms: float | None = None
    resends: int = 0
    bad_frames: int = 0
    noisy: bool = False
    boot_id: int | None = None
    unit_id: str = ""
    firmware: str = ""

    @property
    def fault(self) -> Fault | None:
        """The fault to show and to act on: a warning that came earlier does not hide what stops."""
        return most_pressing(self.faults)


@dataclass(frozen=True, slots=True)
class CommandHandle:
    """A command under way. `future` ends with a CommandFinished, good or bad, never with an exception."""

    command_id: int
    kind: CommandKind
    future: "Future[CommandFinished]" = field(default_factory=Future)

    def result(self, timeout_s: float) -> CommandFinished:
        """Wait for the end. Raises TimeoutError; every command has its own deadline, so there is an end."""
        return self.future.result(timeout_s)


class Table(Protocol):
    """A table. Callbacks run on the back end's own thread, or on the caller's where it has none, and must not block."""

    def start(self) -> None:
        """Begin: open the port, if there is one. Moves nothing."""

    def cycle(self) -> CommandHandle:
        """Take the tiles in, shuffle, stack and raise the walls."""

    def raise_walls(self) -> CommandHandle:
        """Raise the walls that stand stacked below."""

    def lower_lifts(self) -> CommandHandle:
        """Let the lifts down under walls that the players have drawn in."""

    def roll_dice(self) -> CommandHandle:
        """Roll the dice; the throw comes as DiceRolled."""

    def stop(self) -> CommandHandle:
        """Stop what is running; a reset is needed afterwards."""

    def reset(self) -> CommandHandle:
        """A person says that the table is clear: forget latched faults, go home, and obey again."""

    def emergency_stop(self) -> None:
        """All motors off, at once, past every queue; latched until `reset`."""

    def snapshot(self) -> TableSnapshot:
        """The table now; from any thread."""

    @property
    def turned_s(self) -> float | None:
        """When the back end's own thread last went round, on the monotonic clock; None for one without a thread."""

    def subscribe(self, callback: Callable[[TableEvent], None]) -> Callable[[], None]:
        """Be told of every event from now on; call what is returned to be told no more."""

    def close(self) -> None:
        """End: pending commands fail, the port is given back, no thread is left."""
