"""What is wrong with pictures as such, whatever they are of: black, the lower part missing, the same again and again.

Pure. A sensor is never without noise: two pictures of a live camera are never the same, and no row of one is even.
"""

from typing import Final

import numpy as np

from vision.rectify import Picture

REPEATS_AFTER_S: Final = 2.0

_STEP: Final = 8  # every eighth row and column tells as much, 64 times cheaper
_BLACK: Final = 12  # grey levels that hardly anything exceeds: less than the noise of a dark room
_BRIGHTEST: Final = 99.5  # percentile: some pixels of a sensor are always lit
_EVEN: Final = 3  # grey levels within a row that was never decoded
_LEAST_MISSING: Final = 0.06  # of the picture
_CLIPPED: Final = (10, 245)  # darkness and glare are even, too


def is_black(picture: Picture) -> bool:
    """Whether next to no light fell on it: a lens cap, a dead sensor, or night."""
    return bool(np.percentile(picture[::_STEP, ::_STEP].max(axis=2), _BRIGHTEST) <= _BLACK)


def missing_share(picture: Picture) -> float:
    """How much of the lower part never arrived, from 0 to 1: decoders fill it with grey or repeat the last colour.

    0 where the whole picture is of one colour: that is something else.
    """
    thin = picture[::_STEP, ::_STEP].astype(np.int16)
    low, high = thin.min(axis=1), thin.max(axis=1)
    last = thin[-1, 0]
    if last.max() < _CLIPPED[0] or last.min() > _CLIPPED[1]:
        return 0.0
    even = ((high - low).max(axis=1) <= _EVEN) & (np.abs(low - last).max(axis=1) <= _EVEN)
    varied = np.flatnonzero(~even)
    if len(varied) == 0:
        return 0.0
    share = 1 - (varied[-1] + 1) / len(even)
    return float(share) if share >= _LEAST_MISSING else 0.0


class Repetition:
    """Whether a live camera has given one and the same picture for a while. Keeps the last picture; one thread."""

    def __init__(self) -> None:
        self._last: Picture | None = None
        self._since_s = 0.0

    def feed(self, picture: Picture, now_s: float) -> bool:
        """Take in the next picture; whether it has been this one for longer than a camera may take for another."""
        last = self._last
        if last is None or not _is_same(last, picture):
            self._since_s = now_s
        self._last = picture
        return now_s - self._since_s >= REPEATS_AFTER_S


def _is_same(one: Picture, other: Picture) -> bool:
    """To the last bit; a few rows tell most pictures apart."""
    same = one.shape == other.shape and np.array_equal(one[:: 16 * _STEP], other[:: 16 * _STEP])
    return same and np.array_equal(one, other)
