"""Straight views: a zone as if seen from above with its tiles upright, a tile's face as a small upright picture.

Resampling only; decides nothing. Pictures are BGR, uint8, (height, width, 3).
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from referee.tiles.size import TILE_WIDTH_MM
from vision.calibrate import Calibration
from vision.errors import PictureError
from vision.readings import Point, Polygon
from vision.zones import Zone

Picture: TypeAlias = NDArray[np.uint8]

FACE_SIZE_PX: Final = (57, 78)  # 3 pixels a millimetre: what a 4K camera over a table gives at most
_MAX_SCALE: Final = 3.0
_MIN_SCALE: Final = 1.0


@dataclass(frozen=True, slots=True)
class ZoneView:
    """How one camera's picture becomes the straight view of one zone, `margin_mm` wider than the zone on each side."""

    zone: Zone
    calibration: Calibration
    scale: float
    """Pixels of the view per millimetre."""
    origin: Point
    """The view's top left pixel in the zone's upright millimetres."""
    size: tuple[int, int]
    """Width and height of the view in pixels."""
    map_x: NDArray[np.int16]
    map_y: NDArray[np.uint16]

    @classmethod
    def of(cls, zone: Zone, calibration: Calibration, margin_mm: float = TILE_WIDTH_MM / 2) -> "ZoneView":
        """The view at about the camera's own resolution, so that nothing is lost and nothing is invented."""
        middle = np.asarray(zone.polygon_mm, np.float64).mean(axis=0)
        scale = calibration.px_per_mm((float(middle[0]), float(middle[1])))
        scale = min(max(scale, _MIN_SCALE), _MAX_SCALE)
        left, top, right, bottom = zone.bounds_upright()
        origin = (left - margin_mm, top - margin_mm)
        width = int(np.ceil((right - left + 2 * margin_mm) * scale))
        height = int(np.ceil((bottom - top + 2 * margin_mm) * scale))
        columns, rows = np.meshgrid(np.arange(width), np.arange(height))
        upright = np.column_stack([columns.ravel() / scale + origin[0], rows.ravel() / scale + origin[1]])
        px = calibration.to_px(zone.to_table(upright)).astype(np.float32).reshape(height, width, 2)
        map_x, map_y = cv2.convertMaps(px[..., 0], px[..., 1], cv2.CV_16SC2)
        return cls(
            zone, calibration, scale, origin, (width, height), np.asarray(map_x, np.int16), np.asarray(map_y, np.uint16)
        )

    def picture(self, image: Picture, part: tuple[int, int, int, int] | None = None) -> Picture:
        """The straight view of a camera picture, or a part of it: left, top, right and bottom in its pixels.

        Outside of the picture there is black. Raises PictureError for a picture of a wrong size.
        """
        check_picture(image, self.calibration)
        left, top, right, bottom = part if part is not None else (0, 0, *self.size)
        map_x, map_y = self.map_x[top:bottom, left:right], self.map_y[top:bottom, left:right]
        return np.asarray(cv2.remap(image, map_x, map_y, cv2.INTER_LINEAR), np.uint8)

    def to_upright(self, points_view: ArrayLike) -> NDArray[np.float64]:
        """(n, 2) pixels of the view to the zone's upright millimetres."""
        return np.asarray(np.asarray(points_view, np.float64).reshape(-1, 2) / self.scale + np.asarray(self.origin))

    def to_view(self, points_upright: ArrayLike) -> NDArray[np.float64]:
        """The inverse of `to_upright`."""
        return np.asarray(
            (np.asarray(points_upright, np.float64).reshape(-1, 2) - np.asarray(self.origin)) * self.scale
        )

    def to_table(self, points_view: ArrayLike) -> NDArray[np.float64]:
        """(n, 2) pixels of the view to table millimetres."""
        return self.zone.to_table(self.to_upright(points_view))

    def to_image(self, points_view: ArrayLike) -> NDArray[np.float64]:
        """(n, 2) pixels of the view to pixels of the camera picture."""
        return self.calibration.to_px(self.to_table(points_view))

    def mask(self) -> Picture:
        """255 inside the zone, 0 in the margin around it; the shape of the view."""
        corners = self.to_view(self.zone.to_upright(self.zone.polygon_mm))
        inside = np.zeros(self.size[::-1], np.uint8)
        cv2.fillPoly(inside, [np.round(corners).astype(np.int32)], (255,))
        return inside


def check_picture(image: NDArray[np.generic], calibration: Calibration | None = None) -> None:
    """Raise PictureError unless the array is a BGR picture, of the size that the camera was calibrated at."""
    if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3 or min(image.shape[:2]) < 1:
        raise PictureError(f"an array of {image.dtype} and shape {image.shape} is no BGR picture")
    if calibration is not None and (image.shape[1], image.shape[0]) != calibration.image_size:
        wanted = "x".join(map(str, calibration.image_size))
        raise PictureError(
            f"the picture is {image.shape[1]}x{image.shape[0]}, but camera '{calibration.camera}' was calibrated at"
            f" {wanted}"
        )


def crop_face(image: Picture, polygon: ArrayLike, margin: float, size: tuple[int, int] = FACE_SIZE_PX) -> Picture:
    """One face made straight, with `margin` times its width and length of what is around it on each side.

    `polygon` is (4, 2) pixels clockwise from the face's top left; `size` is the face alone, so the crop is
    `size * (1 + 2 * margin)`. What lies outside the picture repeats its border.
    """
    width, height = size
    left, top = margin * width, margin * height
    target = np.array(
        [[left, top], [left + width, top], [left + width, top + height], [left, top + height]], np.float32
    )
    warp = cv2.getPerspectiveTransform(np.asarray(polygon, np.float32), target)
    out = (round(width + 2 * left), round(height + 2 * top))
    return np.asarray(
        cv2.warpPerspective(image, warp, out, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def turned(polygon: Polygon, quarters: int) -> Polygon:
    """The same corners, starting from where the face's own top left is after `quarters` clockwise quarter turns."""
    start = quarters % 4
    return (polygon[start], polygon[(start + 1) % 4], polygon[(start + 2) % 4], polygon[(start + 3) % 4])


def as_polygon(corners: ArrayLike) -> Polygon:
    """Four corners from an array of shape (4, 2)."""
    (a, b, c, d) = ((round(float(x), 2), round(float(y), 2)) for x, y in np.asarray(corners, np.float64))
    return a, b, c, d
