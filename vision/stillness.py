"""Since when a zone has not moved, from a small picture of it per frame.

Differences are taken against the picture at the beginning of the stillness, so that slow movement counts too; changes
of light as a whole, sensor noise and compression do not. One object per zone; used by one thread.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrate import Calibration
from vision.rectify import Picture
from vision.zones import Zone

_SCALE: Final = 0.6  # pixels a millimetre: a tile is 11 by 15, its face a pattern of a few pixels
_DIFFERENT: Final = 14.0  # grey levels, in one colour, after averaging over some 2 by 2 mm
_LEAST_PIXELS: Final = 3  # touching: about the stroke by which two faces differ
_DRIFT: Final = 0.05  # of the difference, per frame: daylight changes, cameras follow


@dataclass(frozen=True, slots=True)
class Glance:
    """Cuts a zone out of a camera picture and shrinks it by averaging."""

    left: int
    top: int
    right: int
    bottom: int
    size: tuple[int, int]
    inside: NDArray[np.bool_]

    @classmethod
    def of(cls, zone: Zone, calibration: Calibration) -> "Glance":
        """For a zone, as far as it lies in the picture."""
        width, height = calibration.image_size
        corners = calibration.to_px(zone.polygon_mm)
        left, top = np.clip(np.floor(corners.min(axis=0)), 0, (width - 1, height - 1)).astype(int)
        right, bottom = np.clip(np.ceil(corners.max(axis=0)), (left + 1, top + 1), (width, height)).astype(int)
        middle = np.asarray(zone.polygon_mm, np.float64).mean(axis=0)
        shrink = min(1.0, _SCALE / calibration.px_per_mm((float(middle[0]), float(middle[1]))))
        size = max(1, round((right - left) * shrink)), max(1, round((bottom - top) * shrink))
        mask = np.zeros(size[::-1], np.uint8)
        small = (corners - (left, top)) * (size[0] / (right - left), size[1] / (bottom - top))
        cv2.fillPoly(mask, [np.round(small).astype(np.int32)], (1,))
        return cls(int(left), int(top), int(right), int(bottom), size, mask.astype(np.bool_))

    def picture(self, image: Picture) -> NDArray[np.float32]:
        """(height, width, 3) of the zone, small."""
        part = image[self.top : self.bottom, self.left : self.right]
        return cv2.resize(part, self.size, interpolation=cv2.INTER_AREA).astype(np.float32)


def differ(one: NDArray[np.float32], other: NDArray[np.float32], inside: NDArray[np.bool_]) -> bool:
    """Whether two small pictures of a zone show different things."""
    step = one - other
    light = np.median(step[inside], axis=0) if inside.any() else np.zeros(3, np.float32)
    changed = (np.abs(step - light).max(axis=2) > _DIFFERENT) & inside
    if int(changed.sum()) < _LEAST_PIXELS:
        return False
    stats = cv2.connectedComponentsWithStats(changed.astype(np.uint8), connectivity=8)[2]
    return bool(stats[1:, cv2.CC_STAT_AREA].max(initial=0) >= _LEAST_PIXELS)


class Stillness:
    """Follows one zone."""

    def __init__(self, inside: NDArray[np.bool_]) -> None:
        self._inside = inside
        self._since: NDArray[np.float32] | None = None
        self._since_ms = 0
        self._last_ms = 0

    def feed(self, small: NDArray[np.float32], t_ms: int) -> int:
        """For how long the zone has shown what it shows now, in milliseconds; 0 at a change."""
        if self._since is None or t_ms < self._last_ms or differ(small, self._since, self._inside):
            self._since = small.copy()
            self._since_ms = t_ms
        else:
            self._since += _DRIFT * (small - self._since)
        self._last_ms = t_ms
        return t_ms - self._since_ms
