"""A line in memory between two threads of one process: two transports, each the far end of the other.

For tests and for a twin without a process of its own. Each direction is a `FaultyLine`, so it can be as bad as wanted.
"""

import threading
import time
from collections.abc import Callable

from drivers.link.errors import PortError, PortProblem, TransportLostError
from drivers.link.faulty_line import PERFECT_LINE, FaultyLine, LineFaults


class MemoryTransport:
    """One end. Closing it is the cable pulled for the other."""

    def __init__(self, incoming: FaultyLine, outgoing: FaultyLine, lock: threading.Condition) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._changed = lock
        self._woken = False
        self._closed = False
        self._read: list[bytes] = []
        self.far: MemoryTransport | None = None

    def read(self, timeout_s: float) -> bytes:
        """One piece as it comes. Raises TransportLostError once the other end is closed."""
        deadline_s = time.monotonic() + timeout_s
        with self._changed:
            while True:
                now_s = time.monotonic()
                self._read += self._incoming.receive(now_s)
                if self._read:
                    return self._read.pop(0)
                if self._closed or (self.far is not None and self.far._closed):
                    raise TransportLostError("the line in memory was closed")
                if self._woken or now_s >= deadline_s:
                    self._woken = False
                    return b""
                due_s = self._incoming.next_due_s()
                self._changed.wait(min(deadline_s, deadline_s if due_s is None else due_s) - now_s)

    def write(self, data: bytes) -> None:
        """Put bytes on the line. Raises TransportLostError once either end is closed."""
        with self._changed:
            if self._closed or (self.far is not None and self.far._closed):
                raise TransportLostError("the line in memory was closed")
            self._outgoing.send(data, time.monotonic())
            self._changed.notify_all()

    def wake(self) -> None:
        """Let a waiting `read` return."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def close(self) -> None:
        """Pull the cable."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


def memory_pair(faults: LineFaults = PERFECT_LINE, seed: int = 0) -> tuple[MemoryTransport, MemoryTransport]:
    """Two ends of a line; both directions have the same faults, drawn apart."""
    there, back = FaultyLine(faults, seed), FaultyLine(faults, seed + 1)
    lock = threading.Condition()
    near, far = MemoryTransport(back, there, lock), MemoryTransport(there, back, lock)
    near.far, far.far = far, near
    return near, far


class MemoryPort:
    """A port whose far end `plug` supplies at each opening; None from it is a port that is not there."""

    def __init__(self, plug: Callable[[], MemoryTransport | None], name: str = "memory") -> None:
        self._plug = plug
        self.name = name

    def open(self) -> MemoryTransport:
        """The near end of a fresh line. Raises PortError."""
        end = self._plug()
        if end is None:
            raise PortError(PortProblem.MISSING, f"there is no port {self.name}")
        return end

    def programs(self) -> tuple[str, ...]:
        """Nobody else can have it."""
        return ()
