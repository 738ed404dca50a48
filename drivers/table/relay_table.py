"""The table behind a relay board: `RelayCore` run over a port, in one thread that owns it.

The thread does everything, subscribers' callbacks included; the methods may be called from any thread. An emergency
stop writes to the port itself: all keys are let go, whatever else waits. It cannot do more: an unmodified table has no
line that stops its motors, so its own switch must be within reach.
"""

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Final

import structlog

from drivers.link.backoff import Backoff
from drivers.link.errors import PortError, TransportLostError
from drivers.link.reports import LossCause
from drivers.link.transport import Port, Transport
from drivers.table.events import LinkUp, TableEvent
from drivers.table.interface import CommandHandle, TableSnapshot
from drivers.table.relay_core import RelayCore
from drivers.table.relay_settings import RelayWiring
from drivers.table.states import CommandKind
from drivers.table.subscribers import Subscribers

_TURN_S: Final = 0.05
_JOIN_S: Final = 3.0
_LEAVE_S: Final = 0.2
"""How long the last line may take to be sent: a port that is closed throws away what it still holds."""


class RelayTable:
    """A `Table` whose keys are pressed and whose lamp is read."""

    def __init__(self, port: Port, wiring: RelayWiring, clock: Callable[[], float] = time.monotonic) -> None:
        self._port = port
        self._clock = clock
        self._core = RelayCore(wiring)
        self._lock = threading.RLock()
        self._log = structlog.get_logger("drivers.relay").bind(port=port.name)
        self._subscribers = Subscribers(self._log)
        self._backoff = Backoff()
        self._nudge = threading.Event()
        self._closing = False
        self._transport: Transport | None = None
        self._problem = ""
        self._loss_told = False
        self._turned_s = time.monotonic()
        self._thread = threading.Thread(target=self._run, name="relay-board", daemon=True)

    def start(self) -> None:
        """Start the thread; it tries the port until it is there."""
        self._thread.start()

    def cycle(self) -> CommandHandle:
        """Press start, let people push the tiles in, press lift."""
        return self._command(CommandKind.CYCLE)

    def raise_walls(self) -> CommandHandle:
        """Press lift."""
        return self._command(CommandKind.RAISE)

    def lower_lifts(self) -> CommandHandle:
        """Refused: the lift key only ever does the other thing than last time."""
        return self._command(CommandKind.LOWER)

    def roll_dice(self) -> CommandHandle:
        """Refused: people roll, and enter the throw."""
        return self._command(CommandKind.DICE)

    def stop(self) -> CommandHandle:
        """Let all keys go."""
        return self._command(CommandKind.STOP)

    def reset(self) -> CommandHandle:
        """A person says that the table is clear."""
        return self._command(CommandKind.RESET)

    def emergency_stop(self) -> None:
        """Let all keys go at once, from the calling thread."""
        with self._lock:
            release = self._core.emergency_stop(self._clock())
            if self._transport is not None:
                with contextlib.suppress(TransportLostError):  # the board's thread notices for itself
                    self._transport.write(release)
        self._wake()

    def snapshot(self) -> TableSnapshot:
        """The table now."""
        with self._lock:
            return self._core.snapshot(self._port.name)

    def subscribe(self, callback: Callable[[TableEvent], None]) -> Callable[[], None]:
        """Be told of every event from now on, on the board's thread."""
        return self._subscribers.add(callback)

    def close(self) -> None:
        """Let all keys go, end the thread, give the port back. Raises TimeoutError if the thread does not end."""
        self._closing = True
        self._wake()
        if self._thread.ident is not None:
            self._thread.join(_JOIN_S)
            if self._thread.is_alive():
                raise TimeoutError(f"the thread of the relay board at {self._port.name} did not end")
        with self._lock:
            self._core.close()
        self._deliver()

    @property
    def turned_s(self) -> float:
        """When the board's thread last went round."""
        return self._turned_s

    def _run(self) -> None:
        while not self._closing:
            self._turned_s = time.monotonic()
            transport = self._open()
            if transport is not None:
                self._converse(transport)
            self._nudge.wait(0 if self._closing else self._backoff.next_s())
            self._nudge.clear()

    def _open(self) -> Transport | None:
        try:
            transport = self._port.open()
        except PortError as error:
            self._lost(error.problem, str(error))
            return None
        with self._lock:
            self._core.opened(self._clock())
            self._transport = transport
        return transport

    def _converse(self, transport: Transport) -> None:
        cause, message = "closed", "closed"
        try:
            while not self._closing:
                self._turned_s = time.monotonic()
                with self._lock:  # held while writing: no key may be pressed behind an emergency stop
                    output, due_s = self._core.take_output(), self._core.next_due_s()
                    if output:
                        transport.write(output)
                data = transport.read(max(0.0, min(_TURN_S, due_s - self._clock())))
                with self._lock:
                    self._core.receive(data, self._clock())
                    there = self._core.tick(self._clock())
                self._deliver()
                if not there:
                    cause = LossCause.SILENT if self.snapshot().link_up else LossCause.NO_ANSWER
                    message = f"the relay board at {self._port.name} does not answer: check cable, power and dialect"
                    break
        except TransportLostError as error:
            cause, message = LossCause.PORT_LOST, str(error)
        self._give_back(transport)
        if not self._closing:
            self._lost(cause, message)

    def _give_back(self, transport: Transport) -> None:
        with self._lock:
            self._transport = None
            release = self._core.stop_keys()
        with contextlib.suppress(TransportLostError):
            transport.write(release)
            transport.read(_LEAVE_S)
        transport.close()

    def _lost(self, cause: str, message: str) -> None:
        with self._lock:
            was_up = self._core.snapshot().link_up
            self._core.lost(cause, message, self._clock())
        if was_up:
            self._loss_told = True
            self._log.error("relay_board_lost", cause=str(cause), message=message)
        elif cause != self._problem:  # once per change of cause, not at every try; a loss has had its error line
            log = self._log.info if self._loss_told else self._log.error
            log("no_relay_board", cause=str(cause), message=message)
        self._problem = str(cause)
        self._deliver()

    def _command(self, kind: CommandKind) -> CommandHandle:
        with self._lock:
            handle = self._core.command(kind, self._clock())
        self._wake()
        if self._thread.ident is None:
            self._deliver()
        return handle

    def _wake(self) -> None:
        self._nudge.set()
        transport = self._transport
        if transport is not None:
            transport.wake()

    def _deliver(self) -> None:
        with self._lock:
            events, endings = self._core.take_events()
        for event in events:
            if isinstance(event, LinkUp):
                self._problem, self._loss_told = "", False
                self._backoff.reset()
                self._log.info("relay_board_there")
            self._subscribers.tell(event)
        for handle, ending in endings:
            handle.future.set_result(ending)
