"""From pixels of one camera to millimetres on the table and back.

The table plane has x to the right and y down as seen from above, origin wherever the configuration puts it (a corner
of the playing surface by custom). Four known points are enough; more are fitted, which is what marker finders give.
No lens distortion is modelled. Pure: no I/O (see `setup` for files).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from referee.tiles.size import TILE_WIDTH_MM
from vision.errors import CalibrationError
from vision.readings import Point

_MAX_RESIDUAL_MM: Final = TILE_WIDTH_MM / 4  # beyond this a tile would be cut: some point is misplaced
_FOCAL_RANGE: Final = (0.3, 8.0)  # focal length over picture diagonal: from a fisheye-like phone to a long lens

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Calibration:
    """How one camera sees the plane on which the tiles' faces lie.

    `points_px` and `points_mm` are the same four or more points in pixels and on the table. If they were measured on
    the felt while faces are looked at, `faces_above_points_mm` is the thickness of a tile, and `camera_height_mm`, the
    height of the lens above the points, is needed to lift the plane. `image_size` is (width, height) in pixels.
    Raises CalibrationError for points that describe no camera above a table.
    """

    camera: str
    points_px: tuple[Point, ...]
    points_mm: tuple[Point, ...]
    image_size: tuple[int, int]
    faces_above_points_mm: float = 0.0
    camera_height_mm: float | None = None
    _px_of_mm: Floats = field(init=False, repr=False, compare=False)
    _mm_of_px: Floats = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        plane = _fit(self.camera, self.points_px, self.points_mm)
        if self.faces_above_points_mm:
            if self.camera_height_mm is None:
                raise CalibrationError(
                    f"camera '{self.camera}': faces_above_points_mm needs camera_height_mm, the lens above the points"
                )
            plane = _lifted(plane, self.image_size, self.camera_height_mm, self.faces_above_points_mm, self.points_mm)
        object.__setattr__(self, "_px_of_mm", plane)
        object.__setattr__(self, "_mm_of_px", _inverse(plane))

    def to_px(self, points_mm: ArrayLike) -> Floats:
        """(n, 2) table millimetres to (n, 2) pixels."""
        return _mapped(self._px_of_mm, points_mm)

    def to_mm(self, points_px: ArrayLike) -> Floats:
        """(n, 2) pixels to (n, 2) table millimetres."""
        return _mapped(self._mm_of_px, points_px)

    def px_per_mm(self, at_mm: Point) -> float:
        """How many pixels a millimetre has there (geometric mean of both directions)."""
        x, y = at_mm
        here = self.to_px([(x, y), (x + 1, y), (x, y + 1)])
        return float(np.sqrt(abs(_cross(here[1] - here[0], here[2] - here[0]))))

    def points_to_mm(self, points_px: ArrayLike) -> Floats:
        """(n, 2) pixels to (n, 2) millimetres on the plane of the measured points, the felt, not that of the faces."""
        plane = _fit(self.camera, self.points_px, self.points_mm)
        return _mapped(_inverse(plane), points_px)

    def points_to_px(self, points_mm: ArrayLike) -> Floats:
        """The inverse of `points_to_mm`."""
        return _mapped(_fit(self.camera, self.points_px, self.points_mm), points_mm)

    def residual_mm(self) -> float:
        """The largest distance between a measured point and where the fitted plane puts it; 0 for four points."""
        back = self.points_to_mm(self.points_px)
        return float(np.linalg.norm(back - np.asarray(self.points_mm), axis=1).max())

    def tile_px(self, at_mm: Point) -> float:
        """How many pixels the width of a tile has there, in the direction in which it has fewest."""
        x, y = at_mm
        here = self.to_px([(x, y), (x + 1, y), (x, y + 1)])
        steps = np.stack([here[1] - here[0], here[2] - here[0]])
        return float(np.linalg.svd(steps, compute_uv=False).min()) * TILE_WIDTH_MM


def corners_of(width_mm: float, depth_mm: float) -> tuple[Point, Point, Point, Point]:
    """The corners of a table top, clockwise from the top left, with the origin there."""
    return ((0.0, 0.0), (width_mm, 0.0), (width_mm, depth_mm), (0.0, depth_mm))


def _fit(camera: str, points_px: Sequence[Point], points_mm: Sequence[Point]) -> Floats:
    """The homography millimetres -> pixels; raises CalibrationError where there is none worth using."""
    where = f"camera '{camera}': "
    if len(points_px) != len(points_mm):
        raise CalibrationError(f"{where}{len(points_px)} points in pixels but {len(points_mm)} in millimetres")
    if len(points_px) < 4:
        raise CalibrationError(f"{where}{len(points_px)} points: at least four are needed")
    px, mm = np.asarray(points_px, np.float64), np.asarray(points_mm, np.float64)
    if not (np.isfinite(px).all() and np.isfinite(mm).all()):
        raise CalibrationError(f"{where}a point is not a number")
    if len(px) == 4 and (_has_three_in_line(px) or _has_three_in_line(mm)):
        raise CalibrationError(f"{where}three of the four points lie on one line: take the corners of the table")
    plane = cv2.findHomography(mm, px, 0)[0]
    if plane is None or not np.isfinite(plane).all() or abs(np.linalg.det(plane)) < 1e-12:
        raise CalibrationError(f"{where}the points lie on one line or are the same: take the corners of the table")
    matrix = np.asarray(plane, np.float64)
    if _is_mirrored(matrix, mm):
        raise CalibrationError(f"{where}the points are in another order than their millimetres (mirrored or crossed)")
    residual = np.linalg.norm(_mapped(_inverse(matrix), px) - mm, axis=1)
    if residual.max() > _MAX_RESIDUAL_MM:
        worst = int(residual.argmax())
        raise CalibrationError(
            f"{where}point {worst + 1} at pixel {px[worst, 0]:.0f},{px[worst, 1]:.0f} is {residual.max():.0f} mm"
            " away from where the others put it"
        )
    return matrix


def _is_mirrored(plane: Floats, points_mm: Floats) -> bool:
    """Whether the plane is seen from below, or the horizon passes between the points."""
    depths = points_mm @ plane[2, :2] + plane[2, 2]
    return bool(np.linalg.det(plane) * depths.mean() < 0 or depths.min() * depths.max() <= 0)


def _has_three_in_line(points: Floats) -> bool:
    size = float(np.ptp(points, axis=0).max())
    for left_out in range(4):
        a, b, c = np.delete(points, left_out, axis=0)
        if abs(_cross(b - a, c - a)) < 1e-3 * size * size:
            return True
    return False


def _inverse(matrix: Floats) -> Floats:
    return np.asarray(np.linalg.inv(matrix), np.float64)


def _cross(a: Floats, b: Floats) -> float:
    return float(a[0] * b[1] - a[1] * b[0])


def _mapped(matrix: Floats, points: ArrayLike) -> Floats:
    flat = np.asarray(points, np.float64).reshape(-1, 2)
    mapped = np.column_stack([flat, np.ones(len(flat))]) @ matrix.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])


def _lifted(
    plane: Floats, image_size: tuple[int, int], camera_height_mm: float, lift_mm: float, points_mm: Sequence[Point]
) -> Floats:
    """The homography of the plane `lift_mm` above, from the height of the lens (square pixels, centred lens)."""
    low, high = (factor * float(np.hypot(*image_size)) for factor in _FOCAL_RANGE)
    for _ in range(60):  # bisection: the lens comes out higher the longer the focal length is taken
        focal = (low + high) / 2
        pose = _pose(plane, image_size, focal)
        height = _lens_height(pose)
        low, high = (focal, high) if height < camera_height_mm else (low, focal)
    if abs(height - camera_height_mm) > 0.02 * camera_height_mm:
        raise CalibrationError(
            f"camera_height_mm {camera_height_mm:.0f} does not fit the points: the lens would be {height:.0f} mm above"
        )
    if lift_mm >= camera_height_mm:
        raise CalibrationError(f"faces_above_points_mm {lift_mm:.0f} is not below the lens ({camera_height_mm:.0f} mm)")
    lens = _lens_matrix(image_size, focal)
    raised = pose.copy()
    raised[:, 2] = pose[:, 2] - lift_mm * np.cross(pose[:, 0], pose[:, 1])
    return lens @ raised


def _lens_matrix(image_size: tuple[int, int], focal_px: float) -> Floats:
    width, height = image_size
    return np.array([[focal_px, 0, width / 2], [0, focal_px, height / 2], [0, 0, 1]], np.float64)


def _pose(plane: Floats, image_size: tuple[int, int], focal_px: float) -> Floats:
    """[r1 r2 t] of the table in front of the lens, in millimetres."""
    pose = np.linalg.inv(_lens_matrix(image_size, focal_px)) @ plane
    pose /= (np.linalg.norm(pose[:, 0]) + np.linalg.norm(pose[:, 1])) / 2
    return np.asarray(pose if pose[2, 2] > 0 else -pose)


def _lens_height(pose: Floats) -> float:
    """How far the lens is from the plane: x right, y down makes r1 x r2 point away from the viewer."""
    normal = np.cross(pose[:, 0], pose[:, 1])
    return float(pose[:, 2] @ normal / np.linalg.norm(normal))
