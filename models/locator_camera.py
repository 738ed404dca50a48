"""The camera of an invented scene: a pinhole that looks at the table from anywhere, as phones and brackets do."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

_OVERHEAD_SHARE: Final = 0.35


@dataclass(frozen=True, slots=True)
class View:
    """A projection (3, 4) from millimetres to pixels and the place of the eye (3,)."""

    projection: Points
    eye: Points

    def project(self, points: Points) -> Points:
        """(n, 3) millimetres to (n, 2) pixels."""
        seen = points @ self.projection[:, :3].T + self.projection[:, 3]
        return np.asarray(seen[:, :2] / np.maximum(seen[:, 2:], 1e-3))

    def room(self, size: tuple[int, int]) -> tuple[float, float]:
        """Width and depth of the table that is in a picture of that width and height, roughly, at most 900 mm."""
        corners = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float64)
        ground = np.linalg.inv(self.projection[:, [0, 1, 3]])
        seen = np.column_stack([corners, np.ones(4)]) @ ground.T
        flat = seen[:, :2] / np.where(np.abs(seen[:, 2:]) < 1e-9, 1e-9, seen[:, 2:])
        span = np.ptp(flat, axis=0)
        return min(900.0, float(span[0])), min(900.0, float(span[1]))


def random_view(tile_width_mm: float, tile_px: float, size: tuple[int, int], rng: np.random.Generator) -> View:
    """A view in which a tile's width in the middle is about so many pixels."""
    width, height = size
    if rng.random() < _OVERHEAD_SHARE:
        elevation = np.radians(90 - abs(rng.normal(0, 7)))
        roll = float(rng.normal(0, 0.05)) if rng.random() < 0.7 else float(rng.uniform(-np.pi, np.pi))
    else:
        elevation = np.radians(rng.uniform(22, 80))
        roll = float(rng.normal(0, 0.08))
    focal = width * float(np.exp(rng.uniform(np.log(0.75), np.log(2.2))))
    distance = focal * tile_width_mm / tile_px
    swing = float(rng.normal(0, 0.25))
    eye = distance * np.array([np.cos(elevation) * np.sin(swing), np.cos(elevation) * np.cos(swing), np.sin(elevation)])
    ahead = -eye / np.linalg.norm(eye)
    right = np.cross(np.array([0.0, -0.02, 1.0]) if elevation < 1.5 else np.array([0.0, -1.0, 0.0]), ahead)
    right /= np.linalg.norm(right)
    down = np.cross(right, ahead)  # x to the right, y down and z up: seen from above, nothing is mirrored
    c, s = np.cos(roll), np.sin(roll)
    axes = np.array([c * right + s * down, -s * right + c * down, ahead])
    middle = np.array([width / 2, height / 2]) + rng.normal(0, 0.08, 2) * size
    stretch = float(np.exp(rng.normal(0, 0.12)))  # some photos were squeezed
    inner = np.array([[focal * stretch, 0, middle[0]], [0, focal / stretch, middle[1]], [0, 0, 1]])
    return View(inner @ np.column_stack([axes, -axes @ eye]), eye)
