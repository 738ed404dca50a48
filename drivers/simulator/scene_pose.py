"""Where a simulated camera stands and how the plane falls onto its pixels: an ideal pinhole without distortion."""

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivers.simulator.scene import SceneError

Vector: TypeAlias = tuple[float, float, float]
Array: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CameraPose:
    """A pinhole camera over a plane: millimetres, z upwards from the plane; the top of the picture is negative y.

    `focal_px` is the focal length in pixels, `roll_deg` turns the camera clockwise about its axis.
    """

    position_mm: Vector
    look_at_mm: Vector
    focal_px: float
    width_px: int
    height_px: int
    roll_deg: float = 0.0

    def __post_init__(self) -> None:
        if self.position_mm[2] <= 0 or self.focal_px <= 0 or self.width_px < 16 or self.height_px < 16:
            raise SceneError(f"no picture from {self}: height, focal length and size have to be positive")
        if self.position_mm == self.look_at_mm:
            raise SceneError(f"camera at {self.position_mm} looks at itself")

    @classmethod
    def above(
        cls,
        seen_mm: float,
        size_px: tuple[int, int],
        *,
        tilt_deg: float,
        distance_mm: float,
        centre_mm: tuple[float, float] = (0.0, 0.0),
    ) -> "CameraPose":
        """A camera over a point, leaning towards positive y by the tilt, which sees `seen_mm` across at that point."""
        tilt = math.radians(tilt_deg)
        x, y = centre_mm
        position = (x, y + distance_mm * math.sin(tilt), distance_mm * math.cos(tilt))
        return cls(position, (x, y, 0.0), size_px[0] * distance_mm / seen_mm, size_px[0], size_px[1])

    def axes(self) -> tuple[Array, Array, Array]:
        """Unit vectors of the camera in plane coordinates: to its right, down, and forward."""
        forward = np.subtract(self.look_at_mm, self.position_mm).astype(np.float64)
        forward /= np.linalg.norm(forward)
        down = np.array([0.0, 1.0, 0.0]) - forward[1] * forward
        length = np.linalg.norm(down)
        if length < 1e-6:
            raise SceneError(f"camera at {self.position_mm} looks along the plane, which has no top then")
        down /= length
        right = np.cross(forward, down)  # the plane's axes are left-handed (y towards the viewer), hence this order
        roll = math.radians(self.roll_deg)
        return (
            right * math.cos(roll) + down * math.sin(roll),
            down * math.cos(roll) - right * math.sin(roll),
            forward,
        )

    def matrix(self) -> Array:
        """The 3x4 projection of homogeneous plane coordinates (mm) to homogeneous pixels.

        Pixel (0, 0) is the middle of the upper left pixel, as OpenCV counts.
        """
        right, down, forward = self.axes()
        turn = np.stack([right, down, forward])
        centre_x, centre_y = (self.width_px - 1) / 2, (self.height_px - 1) / 2
        inner = np.array([[self.focal_px, 0, centre_x], [0, self.focal_px, centre_y], [0, 0, 1.0]])
        shift = -turn @ np.asarray(self.position_mm, np.float64)
        return np.asarray(inner @ np.column_stack([turn, shift]), np.float64)

    def homography(self, z_mm: float = 0.0) -> Array:
        """The true 3x3 homography from plane coordinates (mm) at a height to pixels."""
        projection = self.matrix()
        return np.column_stack([projection[:, 0], projection[:, 1], projection[:, 2] * z_mm + projection[:, 3]])

    def project(self, points_mm: ArrayLike) -> Array:
        """Pixels (n, 2) of points (n, 2) on the plane or (n, 3) above it. Raises SceneError behind the camera."""
        points = np.atleast_2d(np.asarray(points_mm, np.float64))
        if points.shape[1] == 2:
            points = np.column_stack([points, np.zeros(len(points))])
        pixels = np.column_stack([points, np.ones(len(points))]) @ self.matrix().T
        if (pixels[:, 2] <= 0).any():
            raise SceneError("a point lies behind the camera and has no pixel")
        return np.asarray(pixels[:, :2] / pixels[:, 2:], np.float64)

    def unproject(self, points_px: ArrayLike, z_mm: float = 0.0) -> Array:
        """The points (n, 2) in mm at a height that fall onto pixels (n, 2)."""
        pixels = np.atleast_2d(np.asarray(points_px, np.float64))
        points = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(self.homography(z_mm)).T
        return np.asarray(points[:, :2] / points[:, 2:], np.float64)

    def pixels_per_mm(self) -> float:
        """Scale at the point looked at."""
        return self.focal_px / float(np.linalg.norm(np.subtract(self.look_at_mm, self.position_mm)))
