"""Since when each pixel of a small picture has shown what it shows.

Differences are taken against the picture at the beginning of the stillness, so that slow movement counts too; light
that changes as a whole, sensor noise and compression do not count. One object per camera; used by one thread.
"""

from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.glance import Mask
from vision.rectify import Picture

Shown: TypeAlias = NDArray[np.float32]
"""A small picture that follows slow changes, (height, width, 3)."""
Light: TypeAlias = NDArray[np.float64]
"""How much brighter a picture is than another as a whole: a factor for each of the three colours."""

DRIFT: Final = 0.05
"""Of a difference, per frame: daylight changes, cameras follow."""

_DIFFERENT: Final = 14.0  # grey levels, in one colour, after averaging over some 2 by 2 mm
_LEAST_PIXELS: Final = 3  # next to each other: about the stroke by which two faces differ
_SAMPLES: Final = 1_500
_LEAST_SAMPLES: Final = 50
_LEAST_LEVEL: Final = 24.0  # darker than that says little about light
_LIGHTS: Final = (0.4, 2.5)
_LEAST_LIGHT: Final = 0.015


class Stillness:
    """Follows one camera."""

    def __init__(self) -> None:
        self.since_ms: NDArray[np.int64] = np.zeros((0, 0), np.int64)
        """(height, width): when each pixel last changed."""
        self._shown: Shown | None = None
        self._last_ms = 0

    def feed(self, small: Picture, t_ms: int) -> Light:
        """Look at the next frame; returns how its light compares with that of the last ones."""
        if self._shown is None or t_ms < self._last_ms:
            self._shown = small.astype(np.float32)
            self.since_ms = np.full(small.shape[:2], t_ms, np.int64)
            light = np.ones(3)
        else:
            light = light_between(self._shown, small)
            brighten(self._shown, light)
            new = changed(small, self._shown)
            cv2.accumulateWeighted(small, self._shown, DRIFT)
            self._shown[new] = small[new]
            self.since_ms[new] = t_ms
        self._last_ms = t_ms
        return light


def light_between(before: Shown, now: Picture) -> Light:
    """By which factor the picture `now` is brighter than `before` where most of both shows the same.

    Exactly 1 for what is within the error of that: whoever follows slow changes follows those too.
    """
    step = max(1, round(np.sqrt(before.shape[0] * before.shape[1] / _SAMPLES)))
    old = before[::step, ::step].reshape(-1, 3)
    ratio = now[::step, ::step].reshape(-1, 3) / np.maximum(old, 1.0)
    bright = old > _LEAST_LEVEL
    overall = float(np.median(ratio[bright])) if bright.sum() >= _LEAST_SAMPLES else 1.0
    each = [
        float(np.median(ratio[bright[:, colour], colour])) if bright[:, colour].sum() >= _LEAST_SAMPLES else overall
        for colour in range(3)
    ]
    light = np.clip(each, *_LIGHTS)
    return np.ones(3) if np.abs(light - 1).max() < _LEAST_LIGHT else light


def brighten(shown: Shown, light: Light) -> None:
    """Make the picture look as in that light."""
    if (light != 1).any():
        shown *= light.astype(np.float32)
        np.minimum(shown, np.float32(255), out=shown)


def changed(small: Picture, shown: Shown) -> Mask:
    """Where a small picture shows something else than what was shown in the same light."""
    apart = cv2.absdiff(small, cv2.convertScaleAbs(shown))
    same = cv2.inRange(apart, (0, 0, 0), (_DIFFERENT, _DIFFERENT, _DIFFERENT))
    different = np.asarray(cv2.bitwise_not(same), np.uint8) & 1
    near = cv2.boxFilter(different, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray((near >= _LEAST_PIXELS) & (different > 0))
