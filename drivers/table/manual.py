"""A table without any control: people stack and roll, and a person says when it is done.

Any table and hand-stacked walls work with it. It has no thread: callbacks run on the thread of whoever calls.
"""

import threading
from collections.abc import Callable

import structlog

from drivers.table.events import CommandFinished, DiceRolled, StateChanged, TableEvent
from drivers.table.faults import Fault, FaultCode, fault_of
from drivers.table.interface import CommandHandle, TableSnapshot
from drivers.table.pending import finished
from drivers.table.states import Capability, CommandKind, Reason, TableState
from drivers.table.subscribers import Subscribers

_CAPABILITIES = Capability.CYCLE | Capability.RAISE | Capability.LOWER | Capability.DICE
_BUSY_STATE = {
    CommandKind.CYCLE: TableState.STACKING,
    CommandKind.RAISE: TableState.STACKED,
    CommandKind.DICE: TableState.DICE_ROLLING,
}


class ManualTable:
    """A `Table` whose commands are requests to people; `confirm_walls_up` and `enter_dice` answer them.

    One request stands at a time. There is no deadline: people take the time they take, and `stop` takes a request back.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._telling = threading.RLock()  # events leave in the order in which they were made
        self._subscribers = Subscribers(structlog.get_logger("drivers.table"))
        self._state = TableState.EMPTY
        self._before = TableState.EMPTY
        self._request: CommandHandle | None = None
        self._faults: tuple[Fault, ...] = ()
        self._dice: tuple[int, int] | None = None
        self._last_id = 0
        self._closed = False

    def start(self) -> None:
        """Nothing to start."""

    def cycle(self) -> CommandHandle:
        """Ask people to shuffle and stack; done by `confirm_walls_up`."""
        return self._ask(CommandKind.CYCLE)

    def raise_walls(self) -> CommandHandle:
        """Ask people to set up the walls; done by `confirm_walls_up`."""
        return self._ask(CommandKind.RAISE)

    def lower_lifts(self) -> CommandHandle:
        """There are no lifts: done at once."""
        return self._at_once(CommandKind.LOWER, TableState.EMPTY)

    def roll_dice(self) -> CommandHandle:
        """Ask people to roll; done by `enter_dice`."""
        return self._ask(CommandKind.DICE)

    def stop(self) -> CommandHandle:
        """Take back what people were asked for."""
        self._give_up(Reason.STOPPED)
        return self._at_once(CommandKind.STOP, None)

    def reset(self) -> CommandHandle:
        """A person says that all is well again."""
        self._give_up(Reason.STOPPED)
        with self._lock:
            self._faults = ()
        return self._at_once(CommandKind.RESET, TableState.EMPTY, even_stopped=True)

    def emergency_stop(self) -> None:
        """Nothing here moves; what people were asked for is taken back, and a reset is needed, as with any table."""
        self._give_up(Reason.ESTOP)
        with self._lock:
            self._faults = (fault_of(FaultCode.ESTOP_PRESSED),)
        self._enter(TableState.ESTOP)

    def confirm_walls_up(self) -> bool:
        """A person says that the walls are up; False if nobody was asked for them."""
        with self._lock:
            request = self._request
            if request is None or request.kind is CommandKind.DICE:
                return False
            self._request = None
        self._enter(TableState.WALLS_UP)
        self._finish(request, finished(request))
        return True

    def enter_dice(self, first: int, second: int) -> bool:
        """A person enters the throw; False if nobody was asked for it. Raises ValueError for what is no die."""
        if not (1 <= first <= 6 and 1 <= second <= 6):
            raise ValueError(f"{first} and {second} are no throw of two dice: each shows 1 to 6")
        with self._lock:
            request = self._request
            if request is None or request.kind is not CommandKind.DICE:
                return False
            self._request = None
            self._dice = (first, second)
        self._tell(DiceRolled((first, second)))
        self._enter(self._before)
        self._finish(request, finished(request))
        return True

    @property
    def turned_s(self) -> None:
        """There is no thread."""
        return None

    def snapshot(self) -> TableSnapshot:
        """The table as far as people have told."""
        with self._lock:
            return TableSnapshot(
                state=self._state,
                faults=self._faults,
                needs_reset=self._state is TableState.ESTOP,
                dice=self._dice,
                capabilities=_CAPABILITIES,
                link_up=not self._closed,
                link_message="closed" if self._closed else "",
                unit_id="manual",
            )

    def subscribe(self, callback: Callable[[TableEvent], None]) -> Callable[[], None]:
        """Be told of every event from now on."""
        return self._subscribers.add(callback)

    def close(self) -> None:
        """What people were asked for fails."""
        self._closed = True
        self._give_up(Reason.CLOSED)

    def _ask(self, kind: CommandKind) -> CommandHandle:
        handle, reason = self._handle(kind), None
        with self._lock:
            if self._closed:
                reason = Reason.CLOSED
            elif self._state is TableState.ESTOP:
                reason = Reason.ESTOP
            elif self._request is not None:
                reason = Reason.BUSY
            else:
                self._request, self._before = handle, self._state
        if reason is not None:
            self._finish(handle, finished(handle, reason))
        else:
            self._enter(_BUSY_STATE[kind])
        return handle

    def _at_once(self, kind: CommandKind, state: TableState | None, *, even_stopped: bool = False) -> CommandHandle:
        handle = self._handle(kind)
        if self._state is TableState.ESTOP and not even_stopped:
            self._finish(handle, finished(handle, Reason.ESTOP))
            return handle
        if state is not None:
            self._enter(state)
        self._finish(handle, finished(handle))
        return handle

    def _handle(self, kind: CommandKind) -> CommandHandle:
        with self._lock:
            self._last_id += 1
            return CommandHandle(self._last_id, kind)

    def _give_up(self, reason: Reason) -> None:
        with self._lock:
            request, self._request = self._request, None
        if request is not None:
            self._enter(self._before)
            self._finish(request, finished(request, reason))

    def _enter(self, state: TableState) -> None:
        with self._lock:
            changed, self._state = state is not self._state, state
        if changed:
            self._tell(StateChanged(state, TableState.EMPTY))

    def _finish(self, handle: CommandHandle, ending: CommandFinished) -> None:
        self._tell(ending)
        handle.future.set_result(ending)

    def _tell(self, event: TableEvent) -> None:
        with self._telling:
            self._subscribers.tell(event)
