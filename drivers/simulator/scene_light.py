"""The lamp over the plane: how bright each pixel is, where a shadow falls, where a glossy tile reflects it."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.frame import Image
from drivers.simulator.scene_pose import CameraPose, Vector
from referee.tiles.size import TILE_THICKNESS_MM

UNIT: Final = 180
"""The value of a brightness map that leaves a colour as it is; room above it for the brighter side."""

GLARE_MARGIN_PX: Final = 96
_COARSE_PX: Final = 8  # brightness varies slowly: computed on every eighth pixel, then enlarged


@dataclass(frozen=True, slots=True)
class Light:
    """One lamp and what the room adds.

    `room` is the share of even light, `tint_bgr` its colour, `glare` how bright the lamp mirrors in a tile (0 none).
    """

    lamp_mm: Vector = (-260.0, -380.0, 1250.0)
    room: float = 0.45
    tint_bgr: Vector = (0.95, 0.99, 1.02)
    glare: float = 0.5
    vignette: float = 0.16

    def brightness(self, pose: CameraPose) -> Image:
        """How bright the plane is at each pixel: (h, w, 3), `UNIT` for the middle of the plane."""
        points = self._coarse_points(pose)
        lamp = np.asarray(self.lamp_mm)
        away = np.sqrt(((points - lamp[:2]) ** 2).sum(axis=-1) + lamp[2] ** 2)
        middle = float(np.linalg.norm(lamp))
        direct = (middle / away) ** 3  # inverse square, times the cosine at which the light meets the plane
        rows, columns = direct.shape
        y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
        lens = 1 - self.vignette * (x**2 + (y * rows / columns) ** 2)
        level = (self.room + (1 - self.room) * direct) * lens
        coloured = level[..., None] * np.asarray(self.tint_bgr) * UNIT
        fine = cv2.resize(coloured.astype(np.float32), (pose.width_px, pose.height_px), interpolation=cv2.INTER_CUBIC)
        return np.asarray(np.clip(fine + 0.5, 0, 255), np.uint8)

    def reflection(self, pose: CameraPose) -> Image:
        """How much of the lamp a level tile top mirrors: (h, w) plus `GLARE_MARGIN_PX` on every side.

        A tile that lies a trifle askew mirrors another part, hence the margin.
        """
        lamp, eye = np.asarray(self.lamp_mm), np.asarray(pose.position_mm)
        lamp_up, eye_up = lamp[2] - TILE_THICKNESS_MM, eye[2] - TILE_THICKNESS_MM
        spot = (eye[:2] * lamp_up + lamp[:2] * eye_up) / (lamp_up + eye_up)  # equal angles in and out
        points = self._coarse_points(pose, GLARE_MARGIN_PX)
        # a tube rather than a bulb: longer across than along
        reach = np.array([150.0, 48.0]) * eye_up / (lamp_up + eye_up) * 2
        distance = (((points - spot) / reach) ** 2).sum(axis=-1)
        level = (255 * min(self.glare, 1.0)) * np.exp(-distance)
        size = (pose.width_px + 2 * GLARE_MARGIN_PX, pose.height_px + 2 * GLARE_MARGIN_PX)
        return np.asarray(cv2.resize(level.astype(np.float32), size, interpolation=cv2.INTER_CUBIC), np.uint8)

    def shadow_of(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where points (n, 3) throw their shadow on the plane: (n, 2) mm."""
        lamp = np.asarray(self.lamp_mm)
        height = points_mm[:, 2:]
        return np.asarray(points_mm[:, :2] + (points_mm[:, :2] - lamp[:2]) * height / (lamp[2] - height), np.float64)

    def _coarse_points(self, pose: CameraPose, margin_px: int = 0) -> NDArray[np.float64]:
        columns = max(2, (pose.width_px + 2 * margin_px) // _COARSE_PX)
        rows = max(2, (pose.height_px + 2 * margin_px) // _COARSE_PX)
        x = np.linspace(-margin_px, pose.width_px - 1 + margin_px, columns)
        y = np.linspace(-margin_px, pose.height_px - 1 + margin_px, rows)
        grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        return pose.unproject(grid).reshape(rows, columns, 2)
