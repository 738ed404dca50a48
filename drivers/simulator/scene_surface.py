"""The plane under the tiles: felt, its rim, and printed markers, painted once per camera."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.frame import Image
from drivers.simulator.scene import SceneError
from drivers.simulator.scene_light import UNIT, Light
from drivers.simulator.scene_pose import CameraPose

_RIM_MM: Final = 120.0  # how far the rim reaches before the room begins
_MAX_TEXTURE_PX: Final = 2_600
_ROOM_BGR: Final = (44, 42, 40)


@dataclass(frozen=True, slots=True)
class Surface:
    """A felt of a size and colour, with a rim round it and ArUco markers on it: 4x4_50, ids `first_marker` and on."""

    width_mm: float = 800.0
    depth_mm: float = 800.0
    felt_bgr: tuple[int, int, int] = (74, 92, 22)
    rim_bgr: tuple[int, int, int] = (30, 34, 40)
    markers_mm: tuple[tuple[float, float], ...] = ()
    marker_size_mm: float = 30.0
    first_marker: int = 0

    def __post_init__(self) -> None:
        if self.width_mm <= 0 or self.depth_mm <= 0:
            raise SceneError(f"a surface of {self.width_mm} x {self.depth_mm} mm has no room")

    def painted(self, pose: CameraPose, light: Light, seed: int) -> Image:
        """The empty, lit plane as the camera sees it: (h, w, 3) BGR."""
        chance = np.random.default_rng([seed, 7])
        texture, to_plane = self._texture(pose.pixels_per_mm(), chance)
        size = (pose.width_px, pose.height_px)
        seen = cv2.warpPerspective(
            texture,
            pose.homography() @ to_plane,
            size,
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=_ROOM_BGR,
        )
        return np.asarray(cv2.multiply(seen, light.brightness(pose), scale=1 / UNIT), np.uint8)

    def _texture(self, pixels_per_mm: float, chance: np.random.Generator) -> tuple[Image, NDArray[np.float64]]:
        """The surface from straight above, and the map from its pixels to mm."""
        width_mm, depth_mm = self.width_mm + 2 * _RIM_MM, self.depth_mm + 2 * _RIM_MM
        scale = min(pixels_per_mm, _MAX_TEXTURE_PX / max(width_mm, depth_mm))
        width, height = round(width_mm * scale), round(depth_mm * scale)
        rim = round(_RIM_MM * scale)
        texture = np.empty((height, width, 3), np.uint8)
        _tone(texture, _mottling(width, height, chance) * np.float32(3), self.rim_bgr)
        inside = texture[rim : height - rim, rim : width - rim]
        relief = _fibres(inside.shape[1], inside.shape[0], chance)
        relief *= np.float32(5.5)
        relief += _mottling(inside.shape[1], inside.shape[0], chance) * np.float32(4)
        _tone(inside, relief, self.felt_bgr)
        cv2.rectangle(texture, (rim, rim), (width - rim, height - rim), (18, 18, 20), max(1, round(2.5 * scale)))
        half = 0.5 / scale  # pixels are counted by their middles
        to_plane = np.array([[1 / scale, 0, half - width_mm / 2], [0, 1 / scale, half - depth_mm / 2], [0, 0, 1]])
        self._print_markers(texture, scale)
        return texture, to_plane

    def _print_markers(self, texture: Image, scale: float) -> None:
        if not self.markers_mm:
            return
        book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        cells = 6 + 2  # of a 4x4 marker with its black rim, and the light border that it needs to be found
        cell_px = max(8, round(self.marker_size_mm * scale / 6))
        height, width = texture.shape[:2]
        for number, (x, y) in enumerate(self.markers_mm, self.first_marker):
            card = np.full((cells * cell_px, cells * cell_px), 225, np.uint8)
            black = np.asarray(cv2.aruco.generateImageMarker(book, number, 6 * cell_px), np.uint8)
            card[cell_px:-cell_px, cell_px:-cell_px] = np.clip(black, 28, 225)
            shrink = self.marker_size_mm * scale / (6 * cell_px)
            # pixel (i, i) of the card is meant by its middle, in the card as in the texture
            shift = [
                side / 2 + mm * scale + shrink * (0.5 - card.shape[0] / 2) - 0.5
                for side, mm in ((width, x), (height, y))
            ]
            place = np.array([[shrink, 0, shift[0]], [0, shrink, shift[1]]])
            cv2.warpAffine(
                cv2.merge([card] * 3), place, (width, height), texture, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT
            )


def _tone(target: Image, relief: NDArray[np.float32], colour: tuple[int, int, int]) -> None:
    """Fill a picture (h, w, 3) with a colour, lighter and darker by a relief (h, w); one channel after the other,
    since a table's worth of floating point colours would need more memory than all the rest."""
    for channel, level in enumerate(colour):
        target[..., channel] = np.clip(relief + np.float32(level), 0, 255)


def _fibres(width: int, height: int, chance: np.random.Generator) -> NDArray[np.float32]:
    """Short fibres in all directions: noise smeared along four of them."""
    total = np.zeros((height, width), np.float32)
    for kernel in (np.eye(5), np.fliplr(np.eye(5)), np.ones((1, 5)), np.ones((5, 1))):
        noise = chance.standard_normal((height, width), np.float32)
        total += cv2.filter2D(noise, cv2.CV_32F, (kernel / kernel.sum()).astype(np.float32))
    return total


def _mottling(width: int, height: int, chance: np.random.Generator) -> NDArray[np.float32]:
    """Slow changes of tone where the nap lies differently."""
    total = np.zeros((height, width), np.float32)
    for cell in (6, 40, 160):
        coarse = chance.standard_normal((height // cell + 3, width // cell + 3), np.float32)
        total += np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
    return total / np.float32(np.sqrt(3))
