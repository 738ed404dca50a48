"""A picture of a whole place, for whoever asks later what the camera saw: straight, upright, and small enough to keep.

Only the zone is cut out, and half a tile around it: what lies elsewhere in the frame, a hand above all, is not in it.
Resampling only; called where the camera's own pixels are at hand.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles.size import TILE_WIDTH_MM
from vision.calibrate import Calibration
from vision.rectify import Picture
from vision.setup import CameraSetup
from vision.zones import Zone

MOST_BYTES: Final = 20_000
"""Of one picture."""

_MARGIN_MM: Final = TILE_WIDTH_MM / 2  # a tile may reach out of its zone
_LONGEST_PX: Final = 640
_LEAST_PX: Final = 80
_SMALLER: Final = 0.7
_QUALITIES: Final = (80, 65, 50)


@dataclass(frozen=True, slots=True, eq=False)
class PlaceCut:
    """How one zone is cut out of its camera's picture: at the camera's own resolution, upright for who sits there."""

    image_size: tuple[int, int]
    matrix: NDArray[np.float64]
    size: tuple[int, int]

    @classmethod
    def of(cls, zone: Zone, calibration: Calibration) -> "PlaceCut":
        """For a zone of a calibrated camera."""
        left, top, right, bottom = zone.bounds_upright()
        left, top, right, bottom = left - _MARGIN_MM, top - _MARGIN_MM, right + _MARGIN_MM, bottom + _MARGIN_MM
        corners = calibration.to_px(zone.to_table([(left, top), (right, top), (right, bottom), (left, bottom)]))
        sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        width, height = round(float(sides[0] + sides[2]) / 2), round(float(sides[1] + sides[3]) / 2)
        width, height = max(width, 2), max(height, 2)
        target = np.asarray([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        matrix = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), target)
        return cls(calibration.image_size, np.asarray(matrix, np.float64), (width, height))

    def jpeg(self, image: Picture) -> bytes:
        """The place as JPEG of at most `MOST_BYTES`; empty for a picture of another size than the calibration's."""
        if (image.shape[1], image.shape[0]) != self.image_size:
            return b""
        return small_jpeg(np.asarray(cv2.warpPerspective(image, self.matrix, self.size), np.uint8))


def place_cuts(setup: CameraSetup, zones: Collection[str]) -> Mapping[str, PlaceCut]:
    """How to cut out those of a camera's zones that are named, by name."""
    return {zone.name: PlaceCut.of(zone, setup.calibration) for zone in setup.zones if zone.name in zones}


def small_jpeg(picture: Picture) -> bytes:
    """JPEG of at most `MOST_BYTES`: as sharp as that allows, else smaller; empty where nothing would be left of it."""
    longest = float(_LONGEST_PX)
    while longest >= _LEAST_PX:
        scale = min(1.0, longest / max(picture.shape[:2]))
        small = picture if scale == 1.0 else cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        for quality in _QUALITIES:
            done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])
            if done and data.size <= MOST_BYTES:
                return data.tobytes()
        longest = _SMALLER * max(small.shape[:2])
    return b""
