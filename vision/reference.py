"""What a camera saw when it was calibrated, kept small, so that a later picture can be held against it.

Made once from the picture that was calibrated with; `condition` compares, `reference_file` keeps it. Pure.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles.size import TILE_LENGTH_MM
from vision.anchors import Anchors, pick_anchors
from vision.calibrate import Calibration
from vision.lighting import shrunk_mask, thumbnail
from vision.readings import Point
from vision.rectify import Picture, check_picture
from vision.sharpness import sharpness
from vision.zones import Zone

LEAST_ANCHORS: Final = 8
"""With fewer places to know the view again by, a moved camera cannot be told from a hand above the table."""


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """A camera's view as it was calibrated.

    `points_px` are those of the calibration that it belongs to. `thumbnail` is (54, 96, 3), `open_field` (54, 96) where
    no tiles are to lie. `sharpness` of each anchor, NaN for those without contrast.
    """

    camera: str
    image_size: tuple[int, int]
    points_px: tuple[Point, ...]
    anchors: Anchors
    thumbnail: Picture
    open_field: NDArray[np.bool_]
    sharpness: NDArray[np.float32] = field(init=False)

    def __post_init__(self) -> None:
        values = [sharpness(piece) for piece in self.anchors.fine]
        object.__setattr__(self, "sharpness", np.array(values, np.float32))  # None becomes NaN

    @property
    def can_tell_moves(self) -> bool:
        """Whether there is enough in the picture to notice that the camera moved."""
        return len(self.anchors) >= LEAST_ANCHORS

    def belongs_to(self, calibration: Calibration) -> bool:
        """Whether it was made with this calibration; one that was edited by hand since has another view."""
        return (
            self.image_size == calibration.image_size
            and len(self.points_px) == len(calibration.points_px)
            and bool(np.allclose(self.points_px, calibration.points_px, atol=0.01))
        )


def make_reference(picture: Picture, calibration: Calibration, zones: Iterable[Zone]) -> Reference:
    """The reference of a picture that fits the calibration. Raises PictureError for one of another size."""
    check_picture(picture, calibration)
    free = _outside(calibration, zones)
    return Reference(
        calibration.camera,
        calibration.image_size,
        calibration.points_px,
        pick_anchors(picture, free),
        thumbnail(picture),
        shrunk_mask(free),
    )


def _outside(calibration: Calibration, zones: Iterable[Zone]) -> NDArray[np.bool_]:
    """(height, width): where no tile of a zone, nor its shadow, is to be expected."""
    width, height = calibration.image_size
    taken = np.zeros((height, width), np.uint8)
    for zone in zones:
        corners = calibration.to_px(zone.polygon_mm)
        x, y = np.asarray(zone.polygon_mm, np.float64).mean(axis=0)
        cv2.fillPoly(taken, [np.round(corners).astype(np.int32)], (1,))
        around = max(1, round(TILE_LENGTH_MM / 2 * calibration.px_per_mm((float(x), float(y)))))
        cv2.polylines(taken, [np.round(corners).astype(np.int32)], True, (1,), 2 * around)
    return np.asarray(taken == 0)
