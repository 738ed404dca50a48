"""The table behind our own controller board: `ControllerCore` run over a `LinkThread`.

The link's thread does everything, subscribers' callbacks included; the methods may be called from any thread. Nothing
is sent that moves anything before a person has called `reset` in the session under way.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import replace

import structlog

from drivers.link.reports import HostReport, Undelivered
from drivers.link.statistics import FrameRecord
from drivers.link.thread import LinkThread
from drivers.link.timings import DEFAULT_TIMINGS, LinkTimings
from drivers.link.transport import Port
from drivers.table.controller_core import ControllerCore
from drivers.table.deadlines import CommandDeadlines
from drivers.table.events import TableEvent
from drivers.table.interface import CommandHandle, TableSnapshot
from drivers.table.states import CommandKind
from drivers.table.subscribers import Subscribers


class ControllerTable:
    """A `Table` over the link. `expected_unit`: the unit id that must answer, None for any."""

    def __init__(
        self,
        port: Port,
        expected_unit: str | None = None,
        deadlines: CommandDeadlines | None = None,
        timings: LinkTimings = DEFAULT_TIMINGS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._port = port.name
        self._lock = threading.RLock()
        self._core = ControllerCore(deadlines or CommandDeadlines())
        self._link = LinkThread(port, self, expected_unit, timings, clock)
        self._subscribers = Subscribers(structlog.get_logger("drivers.table"))

    def start(self) -> None:
        """Start the link's thread; it tries the port until it is there."""
        self._link.start()

    def cycle(self) -> CommandHandle:
        """Take the tiles in, shuffle, stack and raise the walls."""
        return self._command(CommandKind.CYCLE)

    def raise_walls(self) -> CommandHandle:
        """Raise the walls that stand stacked below."""
        return self._command(CommandKind.RAISE)

    def lower_lifts(self) -> CommandHandle:
        """Let the lifts down."""
        return self._command(CommandKind.LOWER)

    def roll_dice(self) -> CommandHandle:
        """Roll the dice."""
        return self._command(CommandKind.DICE)

    def stop(self) -> CommandHandle:
        """Stop what is running."""
        return self._command(CommandKind.STOP)

    def reset(self) -> CommandHandle:
        """A person says that the table is clear."""
        return self._command(CommandKind.RESET)

    def emergency_stop(self) -> None:
        """Write ESTOP to the port from this thread, past every queue; what is under way has failed."""
        # Noted first, so that the controller's answer cannot come before the question; the lock is never held for long.
        with self._lock:
            self._core.emergency_stop()
        self._link.emergency_stop()

    def snapshot(self) -> TableSnapshot:
        """The table now."""
        with self._lock:
            return replace(self._core.snapshot(self._link.statistics()), port=self._port)

    @property
    def turned_s(self) -> float:
        """When the link's thread last went round."""
        return self._link.turned_s

    def frames(self) -> tuple[FrameRecord, ...]:
        """The last 200 frames, to be written out at a fault."""
        return self._link.frames()

    def subscribe(self, callback: Callable[[TableEvent], None]) -> Callable[[], None]:
        """Be told of every event from now on, on the link's thread."""
        return self._subscribers.add(callback)

    def close(self) -> None:
        """End the thread, give the port back, fail what is under way."""
        self._link.close()
        with self._lock:
            self._core.close()
        self._deliver()

    def heard(self, report: HostReport) -> None:
        """For the link's thread."""
        with self._lock:
            self._core.heard(report, self._clock())
            stop = self._core.take_stop()
        if stop:  # before anybody is told of the press: a subscriber may take its time
            self.emergency_stop()
        self._deliver()

    def turn(self, now_s: float) -> None:
        """For the link's thread."""
        with self._lock:
            self._core.tick(now_s)
            self._post(now_s)
        self._deliver()

    def _command(self, kind: CommandKind) -> CommandHandle:
        with self._lock:
            now_s = self._clock()
            handle = self._core.command(kind, now_s)
            self._post(now_s)
        self._link.wake()
        return handle

    def _post(self, now_s: float) -> None:
        # Under the lock: a loss reported meanwhile must find a command either pending or not yet made.
        for message in self._core.take_messages():
            if not self._link.post(message):
                self._core.heard(Undelivered(message), now_s)

    def _deliver(self) -> None:
        with self._lock:
            events, endings = self._core.take_events()
        for event in events:
            self._subscribers.tell(event)
        for handle, ending in endings:
            handle.future.set_result(ending)
