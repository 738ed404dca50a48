"""A line that misbehaves on purpose: one direction, deterministic by seed. Pure; for tests and training of operators.

Every fault of `LineFaults` can be put together with every other one. No real wire swaps or doubles what is written to
it; bridges and networks do, and what holds here holds there.
"""

import random
from collections import deque
from dataclasses import dataclass
from typing import Final

_HELD_S: Final = 0.05
"""A write that waits to be overtaken comes by itself after this time, if nothing follows."""


@dataclass(frozen=True, slots=True)
class LineFaults:
    """How bad the line is. Shares are between 0 and 1; `delay_s` and `jitter_s` are seconds."""

    lost_writes: float = 0.0
    damaged_bytes: float = 0.0
    """Each such byte is changed, dropped, or doubled."""
    garbage_writes: float = 0.0
    """Before so many writes come some random bytes."""
    doubled_writes: float = 0.0
    """So many writes come twice, the second time behind what follows."""
    swapped_writes: float = 0.0
    """So many writes are overtaken by the next one."""
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
        self._held: tuple[float, bytes] | None = None
        self._last_s = 0.0

    def send(self, data: bytes, now_s: float) -> None:
        """Put one write on the line."""
        if not data or self._happens(self._faults.lost_writes):
            return
        if self._happens(self._faults.garbage_writes):
            data = self._random.randbytes(self._random.randint(1, 12)) + data
        if self._faults.damaged_bytes:
            data = b"".join(self._damaged(byte) for byte in data)
        held, self._held = self._held, None
        if held is None and self._happens(self._faults.swapped_writes):
            self._held = (now_s + _HELD_S, data)
            return
        self._put(data, now_s)
        if held is not None:
            self._put(held[1], now_s)
        elif self._happens(self._faults.doubled_writes):
            self._held = (now_s + _HELD_S, data)

    def receive(self, now_s: float) -> list[bytes]:
        """The pieces that have arrived, each to be read on its own."""
        if self._held is not None and self._held[0] <= now_s:
            held, self._held = self._held, None
            self._put(held[1], now_s)
        arrived = []
        while self._under_way and self._under_way[0][0] <= now_s:
            arrived.append(self._under_way.popleft()[1])
        return arrived

    def next_due_s(self) -> float | None:
        """When the next bytes arrive; None if none are under way."""
        first = self._under_way[0][0] if self._under_way else None
        if self._held is None:
            return first
        return self._held[0] if first is None else min(first, self._held[0])

    def _put(self, data: bytes, now_s: float) -> None:
        faults = self._faults
        self._last_s = max(self._last_s, now_s + faults.delay_s + faults.jitter_s * self._random.random())
        pieces = [bytes((byte,)) for byte in data] if faults.one_byte else [data]
        self._under_way.extend((self._last_s, piece) for piece in pieces)

    def _happens(self, share: float) -> bool:
        return bool(share) and self._random.random() < share

    def _damaged(self, byte: int) -> bytes:
        if self._random.random() >= self._faults.damaged_bytes:
            return bytes((byte,))
        kind = self._random.randrange(3)
        if kind == 0:
            return bytes((byte ^ self._random.randint(1, 255),))
        return b"" if kind == 1 else bytes((byte, byte))
