"""Pictures of tiles on felt for the tests of vision: a pinhole camera, bodies with sides, shadows, noise, hands.

Independent of the simulator, so that vision is not tuned to the simulator's looks alone.
"""

import functools
import math
from dataclasses import dataclass

import cv2
import numpy as np

from referee.tiles.faces import png
from vision.calibrate import Calibration

THICKNESS = 16.0
GREEN = (70, 110, 40)


@dataclass(frozen=True)
class Lying:
    """A tile on the table; the angle turns clockwise, 0 = top towards smaller y."""

    label: str
    x: float
    y: float
    angle: float = 0.0

    def corners(self) -> np.ndarray:
        turn = math.radians(self.angle)
        rotation = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        half = np.array([[-9.5, -13], [9.5, -13], [9.5, 13], [-9.5, 13]])
        return half @ rotation + (self.x, self.y)


@dataclass(frozen=True)
class Camera:
    """Looks straight down (or tilted) on the point (0, 0) from `height` mm, `scale` pixels a mm there."""

    size: tuple[int, int] = (640, 480)
    scale: float = 1.6
    height: float = 900.0
    tilt: float = 0.0

    def project(self, points: np.ndarray, z: float = 0.0) -> np.ndarray:
        tilt = math.radians(self.tilt)
        cosine, sine = math.cos(tilt), math.sin(tilt)
        focal = self.scale * self.height / cosine
        x, y = points[:, 0], points[:, 1]
        down = y - self.height * math.tan(tilt)
        depth = (self.height - z) * cosine - down * sine
        v = (self.height - z) * sine + down * cosine
        return np.column_stack([x / depth, v / depth]) * focal + np.array(self.size) / 2

    def calibration(self, name: str = "cam") -> Calibration:
        mm = np.array([[-100.0, -80], [100, -80], [100, 80], [-100, 80]])
        px = self.project(mm, THICKNESS)
        return Calibration(name, tuple(map(tuple, px)), tuple(map(tuple, mm)), self.size)


@functools.cache
def face(label: str) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(png(label, 156), np.uint8), cv2.IMREAD_UNCHANGED)


def render(camera, tiles, *, felt=GREEN, seed=0, noise=3.0, hand=None, light=1.0) -> np.ndarray:
    """A picture; `hand` is (x, y) mm of a palm that reaches in from the bottom."""
    rng = np.random.default_rng(seed)
    width, height = camera.size
    picture = np.full((height, width, 3), felt, np.float32)
    picture += cv2.resize(rng.normal(0, 6, (height // 2, width // 2, 3)).astype(np.float32), (width, height))
    for tile in tiles:
        shadow = np.round(camera.project(tile.corners() + np.array([4.0, 5.0]))).astype(np.int32)
        shade = np.zeros((height, width), np.float32)
        cv2.fillConvexPoly(shade, shadow, 1.0)
        picture *= 1.0 - 0.35 * cv2.GaussianBlur(shade, (0, 0), 2)[..., None]
    for tile in sorted(tiles, key=lambda tile: -math.hypot(tile.x, tile.y)):
        _draw(picture, camera, tile)
    if hand is not None:
        palm = camera.project(np.array([hand]), 60.0)[0]
        reach = camera.scale
        skin = (130, 160, 215)
        cv2.ellipse(picture, (tuple(map(float, palm)), (70 * reach, 90 * reach), 10.0), skin, -1)
        x, y = palm
        arm = np.array([(x - 22 * reach, y), (x + 22 * reach, y), (x + 60, height), (x - 30, height)])
        cv2.fillConvexPoly(picture, arm.astype(np.int32), skin)
    picture = cv2.GaussianBlur(picture, (0, 0), 0.6)
    slope = np.linspace(0.9, 1.08, width, dtype=np.float32)[None, :, None]
    return np.clip(picture * slope * light + rng.normal(0, noise, picture.shape), 0, 255).astype(np.uint8)


def _draw(picture, camera, tile):
    foot, middle, top = (camera.project(tile.corners(), z) for z in (0.0, 5.0, THICKNESS))
    for low, high, colour in ((foot, middle, (40, 140, 210)), (middle, top, (165, 182, 190))):
        for side in range(4):
            other = (side + 1) % 4
            quad = np.array([low[side], low[other], high[other], high[side]])
            if cv2.contourArea(quad.astype(np.float32), oriented=True) < 0:
                shade = (0.72, 0.85, 0.95, 0.8)[side]
                cv2.fillConvexPoly(
                    picture, np.round(quad * 16).astype(np.int32), [c * shade for c in colour], cv2.LINE_AA, 4
                )
    source = face(tile.label)
    tall = max(8, round(float(np.linalg.norm(top[3] - top[0]))))  # shrunk first: warping does not average
    source = cv2.resize(source, (round(tall * 19 / 26), tall), interpolation=cv2.INTER_AREA)
    h, w = source.shape[:2]
    warp = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), top.astype(np.float32))
    size = picture.shape[1::-1]
    alpha = cv2.warpPerspective(source[..., 3].astype(np.float32) / 255, warp, size)[..., None]
    colour = cv2.warpPerspective(source[..., :3].astype(np.float32), warp, size)
    picture[:] = picture * (1 - alpha) + colour * alpha
