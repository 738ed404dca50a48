"""Any port, with a faulty line before it in both directions: serial, TCP and memory can be made equally bad.

For tests, measurements and the training of operators. Delays are as exact as the reader of the port is awake.
"""

import threading
import time
from itertools import count

from drivers.link.faulty_line import FaultyLine, LineFaults
from drivers.link.transport import Port, Transport


class FaultyPort:
    """A port whose every opening is as bad as `faults` says; each opening misbehaves differently, by `seed`."""

    def __init__(self, port: Port, faults: LineFaults, seed: int = 0) -> None:
        self._port = port
        self._faults = faults
        self._seeds = count(2 * seed, 2)

    @property
    def name(self) -> str:
        """The name of the port behind it."""
        return self._port.name

    def open(self) -> "FaultyTransport":
        """Open the port behind it. Raises PortError."""
        seed = next(self._seeds)
        inner = self._port.open()
        return FaultyTransport(inner, FaultyLine(self._faults, seed), FaultyLine(self._faults, seed + 1))

    def programs(self) -> tuple[str, ...]:
        """Those of the port behind it."""
        return self._port.programs()


class FaultyTransport:
    """An open line that goes through two faulty ones."""

    def __init__(self, inner: Transport, outgoing: FaultyLine, incoming: FaultyLine) -> None:
        self._inner = inner
        self._outgoing = outgoing
        self._incoming = incoming
        self._lock = threading.Lock()
        self._pieces: list[bytes] = []

    def read(self, timeout_s: float) -> bytes:
        """One piece as it comes. Raises TransportLostError."""
        deadline_s = time.monotonic() + timeout_s
        while True:
            now_s = time.monotonic()
            self._forward(now_s)
            self._pieces += self._incoming.receive(now_s)
            if self._pieces:
                return self._pieces.pop(0)
            due_s = min(
                due for due in (deadline_s, self._incoming.next_due_s(), self._outgoing.next_due_s()) if due is not None
            )
            data = self._inner.read(max(0.0, due_s - now_s))
            now_s = time.monotonic()
            self._incoming.send(data, now_s)
            if not data and (now_s >= deadline_s or now_s < due_s):  # the time is up, or somebody woke us
                return b""

    def write(self, data: bytes) -> None:
        """Put bytes on the line. Raises TransportLostError."""
        now_s = time.monotonic()
        with self._lock:
            self._outgoing.send(data, now_s)
        self._forward(now_s)

    def wake(self) -> None:
        """Let a waiting `read` return."""
        self._inner.wake()

    def close(self) -> None:
        """Give the line back."""
        self._inner.close()

    def _forward(self, now_s: float) -> None:
        with self._lock:
            for piece in self._outgoing.receive(now_s):
                self._inner.write(piece)
