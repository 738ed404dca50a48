"""Since when each pixel of a small picture has shown what it shows.

Differences are taken against the picture at the beginning of the stillness, so that slow movement counts too; light
that changes as a whole, sensor noise and compression do not count. One object per camera; used by one thread.
"""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.exposure import Exposure, Shown
from vision.rectify import Picture

DRIFT: Final = 0.05
"""Of a difference, per frame: daylight changes, cameras follow."""

_GRAIN_DRIFT: Final = 0.1


class Stillness:
    """Follows one camera."""

    def __init__(self) -> None:
        self.since_ms: NDArray[np.int64] = np.zeros((0, 0), np.int64)
        """(height, width): when each pixel last changed."""
        self._shown: Shown | None = None
        self._grain = 0.0
        self._last_ms = 0

    def feed(self, small: Picture, t_ms: int) -> Exposure:
        """Look at the next frame; returns how it was taken, compared with the last ones."""
        if self._shown is None or t_ms < self._last_ms:
            self._shown = small.astype(np.float32)
            self.since_ms = np.full(small.shape[:2], t_ms, np.int64)
            exposure = Exposure(np.ones(3), self._grain)
        else:
            measured = Exposure.between(self._shown, small)
            self._grain += _GRAIN_DRIFT * (measured.grain - self._grain)
            exposure = replace(measured, grain=self._grain)
            exposure.adapt(self._shown)
            new = exposure.changed(small, self._shown)
            cv2.accumulateWeighted(small, self._shown, DRIFT)
            self._shown[new] = small[new]
            self.since_ms[new] = t_ms
        self._last_ms = t_ms
        return exposure
