"""A line that misbehaves on purpose: one direction, deterministic by seed. Pure; for tests and training of operators.

It loses whole writes, damages single bytes, delays, and hands bytes over one at a time. Bytes never overtake each
other: a wire keeps its order.
"""

import random
from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LineFaults:
    """How bad the line is. Shares are between 0 and 1; `delay_s` and `jitter_s` are seconds."""

    lost_writes: float = 0.0
    damaged_bytes: float = 0.0
    """Each such byte is changed, dropped, or doubled."""
    garbage_writes: float = 0.0
    """Before so many writes come some random bytes."""
    delay_s: float = 0.0
    jitter_s: float = 0.0
    one_byte: bool = False


PERFECT_LINE = LineFaults()


class FaultyLine:
    """Bytes go in at one time and come out later, if at all."""

    def __init__(self, faults: LineFaults = PERFECT_LINE, seed: int = 0) -> None:
        self._faults = faults
        self._random = random.Random(seed)
        self._under_way: deque[tuple[float, bytes]] = deque()
        self._last_s = 0.0

    def send(self, data: bytes, now_s: float) -> None:
        """Put one write on the line."""
        faults, chance = self._faults, self._random
        if not data or (faults.lost_writes and chance.random() < faults.lost_writes):
            return
        if faults.garbage_writes and chance.random() < faults.garbage_writes:
            data = chance.randbytes(chance.randint(1, 12)) + data
        if faults.damaged_bytes:
            data = b"".join(self._damaged(byte) for byte in data)
        self._last_s = max(self._last_s, now_s + faults.delay_s + faults.jitter_s * chance.random())
        pieces = [bytes((byte,)) for byte in data] if faults.one_byte else [data]
        self._under_way.extend((self._last_s, piece) for piece in pieces)

    def receive(self, now_s: float) -> list[bytes]:
        """The pieces that have arrived, each to be read on its own."""
        arrived = []
        while self._under_way and self._under_way[0][0] <= now_s:
            arrived.append(self._under_way.popleft()[1])
        return arrived

    def next_due_s(self) -> float | None:
        """When the next bytes arrive; None if none are under way."""
        return self._under_way[0][0] if self._under_way else None

    def _damaged(self, byte: int) -> bytes:
        if self._random.random() >= self._faults.damaged_bytes:
            return bytes((byte,))
        kind = self._random.randrange(3)
        if kind == 0:
            return bytes((byte ^ self._random.randint(1, 255),))
        return b"" if kind == 1 else bytes((byte, byte))
