"""A camera's picture made small enough to look at all of it in every frame: some 0.7 pixels a millimetre.

Small by halving twice or so, which costs less than anything else that can be done with all pixels of a frame. Covers
the zones and little more; zones cut their parts out of it. Pure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from referee.tiles.size import TILE_LENGTH_MM
from vision.calibrate import Calibration
from vision.rectify import Picture
from vision.zones import Zone

Mask: TypeAlias = NDArray[np.bool_]

_LEAST_SCALE: Final = 0.6  # pixels a millimetre: a tile is 11 by 15, its face a pattern of a few pixels


@dataclass(frozen=True, slots=True)
class Glance:
    """Which part of a camera's picture is made small, and how often it is halved."""

    calibration: Calibration
    left: int
    top: int
    size: tuple[int, int]
    """Width and height of the small picture."""
    halvings: int
    scale: float
    """Pixels of the small picture per millimetre, about."""

    @classmethod
    def of(cls, zones: Sequence[Zone], calibration: Calibration) -> "Glance":
        """For one or more zones of one camera, as far as they lie in its picture."""
        corners_mm = np.concatenate([np.asarray(zone.polygon_mm, np.float64) for zone in zones])
        x, y = corners_mm.mean(axis=0)
        scale = calibration.px_per_mm((float(x), float(y)))
        halvings = max(0, int(np.floor(np.log2(scale / _LEAST_SCALE))))
        step = 2**halvings
        around = TILE_LENGTH_MM / 2 * scale
        corners = calibration.to_px(corners_mm)
        limit = np.array(calibration.image_size) // step
        low = np.clip(np.floor((corners.min(axis=0) - around) / step), 0, limit - 1).astype(int)
        high = np.clip(np.ceil((corners.max(axis=0) + around) / step), low + 1, limit).astype(int)
        size = int(high[0] - low[0]), int(high[1] - low[1])
        return cls(calibration, int(low[0]) * step, int(low[1]) * step, size, halvings, scale / step)

    def picture(self, image: Picture) -> Picture:
        """(height, width, 3) of the part, small."""
        width, height = (side << self.halvings for side in self.size)
        small = image[self.top : self.top + height, self.left : self.left + width]
        for _ in range(self.halvings):
            half = small.shape[1] // 2, small.shape[0] // 2
            small = np.asarray(cv2.resize(small, half, interpolation=cv2.INTER_AREA), np.uint8)
        return small

    def to_small(self, points_px: ArrayLike) -> NDArray[np.float64]:
        """(n, 2) pixels of the camera's picture to pixels of the small one."""
        points = np.asarray(points_px, np.float64).reshape(-1, 2)
        return np.asarray((points - (self.left, self.top) + 0.5) / 2**self.halvings - 0.5)

    def to_mm(self, points_small: ArrayLike) -> NDArray[np.float64]:
        """(n, 2) pixels of the small picture to table millimetres."""
        points = (np.asarray(points_small, np.float64).reshape(-1, 2) + 0.5) * 2**self.halvings - 0.5
        return self.calibration.to_mm(np.add(points, (self.left, self.top)))

    def mask(self, polygon_mm: ArrayLike) -> Mask:
        """(height, width): True inside a polygon on the table."""
        corners = self.to_small(self.calibration.to_px(polygon_mm))
        return filled(corners, (self.size[1], self.size[0]))


def filled(corners: ArrayLike, shape: tuple[int, ...]) -> Mask:
    """A mask of a shape with a polygon (n, 2), in its pixels, filled."""
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.round(np.asarray(corners, np.float64)).astype(np.int32)], (1,))
    return mask.astype(np.bool_)


def grown(mask: Mask, reach_px: float) -> Mask:
    """The mask and what lies within a reach of it."""
    size = 2 * max(0, round(reach_px)) + 1
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((size, size), np.uint8)) > 0)
