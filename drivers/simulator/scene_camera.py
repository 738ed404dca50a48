"""A simulated camera: scenes in, frames out, one after the other.

The empty plane is painted once; each frame repaints only the regions where a tile or a hand came, went or moved since
the frame before. What a frame shows depends on its scene, its number and the seed alone, never on the frames before.
A camera is used by one thread at a time.
"""

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np

from drivers.camera.frame import Image
from drivers.simulator.scene import HandOver, Scene
from drivers.simulator.scene_faces import DrawnFaces, Faces
from drivers.simulator.scene_hands import HandPainter, SeenHand
from drivers.simulator.scene_light import Light
from drivers.simulator.scene_pose import CameraPose
from drivers.simulator.scene_region import Region, merged
from drivers.simulator.scene_surface import Surface
from drivers.simulator.scene_tiles import SeenTile, TilePainter

_BLOCK_PX: Final = 16  # JPEG compresses blocks of this size (colour at half resolution)
_NOISE_SHIFTS_PX: Final = 64
_NOISE_MIDDLE: Final = 32


@dataclass(frozen=True, slots=True)
class Optics:
    """What lens, sensor and compression do to a picture; all zero (quality 0: not compressed) is a perfect camera."""

    blur_px: float = 0.6
    noise: float = 2.2
    jpeg_quality: int = 88
    flicker: float = 0.006


@dataclass(frozen=True, slots=True)
class View:
    """All that makes one camera: where it hangs, what it looks at, and how it sees."""

    pose: CameraPose
    surface: Surface = field(default_factory=Surface)
    light: Light = field(default_factory=Light)
    optics: Optics = field(default_factory=Optics)


class SceneCamera:
    """Renders the frames of one camera."""

    def __init__(self, view: View, faces: Faces | None = None, *, seed: int = 0) -> None:
        pose, light = view.pose, view.light
        self.view = view
        self._seed = seed
        self._frame = Region(0, 0, pose.width_px, pose.height_px)
        brightness = light.brightness(pose)
        self._tiles = TilePainter(pose, light, faces or DrawnFaces(), brightness, seed)
        self._hands = HandPainter(pose, light, brightness, seed)
        self._empty = view.surface.painted(pose, light, seed)
        self._still = self._empty.copy()  # the plane with its tiles
        self._shown = self._empty.copy()  # with hands, and through lens and compression
        self._scene = Scene()
        self._seen_hands: dict[HandOver, SeenHand] = {}
        self._noise = _noise(pose, view.optics.noise, seed)
        self._develop(self._frame)

    @property
    def pose(self) -> CameraPose:
        """Where the camera stands; its `project` is the truth that a calibration should find."""
        return self.view.pose

    def frame(self, scene: Scene, number: int) -> Image:
        """The picture of a scene: (h, w, 3) BGR, a new array. The number picks the noise."""
        self._show(scene)
        noise = self._noise
        chance = zlib.crc32(f"{self._seed}:{number}".encode())
        if noise is None:
            return self._shown.copy()
        top, left = chance % _NOISE_SHIFTS_PX, chance // _NOISE_SHIFTS_PX % _NOISE_SHIFTS_PX
        grain = noise[top : top + self._frame.height, left : left + self._frame.width]
        gain = 1 + self.view.optics.flicker * ((chance >> 16) / 32768 - 1)
        return np.asarray(cv2.addWeighted(self._shown, gain, grain, 1.0, -_NOISE_MIDDLE), np.uint8)

    def _show(self, scene: Scene) -> None:
        if scene is self._scene or scene == self._scene:
            return
        moved = set(scene.tiles) ^ set(self._scene.tiles)
        tile_regions = merged(self._tiles.seen(tile).region().common(self._frame) for tile in moved)
        hands = {hand: self._seen_hands.get(hand) or self._hands.seen(hand) for hand in scene.hand_over}
        swept = [hand.region() for key, hand in self._seen_hands.items() if key not in hands]
        swept += [hand.region() for key, hand in hands.items() if key not in self._seen_hands]
        self._scene, self._seen_hands = scene, hands
        seen = sorted((self._tiles.seen(tile) for tile in scene.tiles), key=lambda tile: -tile.distance_mm)
        for region in tile_regions:
            self._lay_tiles(region, seen)
        for region in merged(self._developed(region) for region in [*tile_regions, *swept]):
            self._develop(region)

    def _lay_tiles(self, region: Region, tiles: Iterable[SeenTile]) -> None:
        """Paint a region of the still plane anew: felt, shadows, then tiles from the farthest to the nearest."""
        near = [tile for tile in tiles if tile.region().overlaps(region)]
        picture = region.cut(self._empty).copy()
        shade = np.zeros(picture.shape[:2], np.uint8)
        for tile in near:
            both = tile.shadow.region.common(region)
            if both.area:
                place = both.slices(region)
                shade[place] = np.maximum(shade[place], tile.shadow.cover[both.slices(tile.shadow.region)])
        picture = _shaded(picture, shade)
        for tile in near:
            tile.body.lay_on(picture, region)
        self._still[region.slices()] = picture

    def _developed(self, region: Region) -> Region:
        """The pixels that change when a region changes, as far as blur and compression carry it."""
        return region.grown(self._reach()).aligned(_BLOCK_PX).grown(_BLOCK_PX).common(self._frame)

    def _reach(self) -> int:
        return int(np.ceil(3 * self.view.optics.blur_px))

    def _develop(self, region: Region) -> None:
        """Bring a region, aligned to blocks, to what the camera delivers: hands, lens, compression.

        It is computed with a border of one block, in which what lies farther away would show.
        """
        optics = self.view.optics
        wide = region.grown(2 * _BLOCK_PX).common(self._frame)
        picture = wide.cut(self._still).copy()
        for hand in self._seen_hands.values():
            both = hand.shadow.region.common(wide)
            if both.area:
                place = both.slices(wide)
                picture[place] = _shaded(picture[place], hand.shadow.cover[both.slices(hand.shadow.region)])
        for hand in self._seen_hands.values():
            hand.body.lay_on(picture, wide)
        if optics.blur_px > 0:
            size = 2 * self._reach() + 1
            picture = np.asarray(cv2.GaussianBlur(picture, (size, size), optics.blur_px), np.uint8)
        if optics.jpeg_quality > 0:
            data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, optics.jpeg_quality))[1]
            picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
        self._shown[region.slices()] = picture[region.slices(wide)]


def _shaded(picture: Image, shade: Image) -> Image:
    """Colours (h, w, 3) with the given share (h, w; 255 all) of the light taken away."""
    light = cv2.merge([255 - shade] * 3)
    return np.asarray(cv2.multiply(picture, light, scale=1 / 255), np.uint8)


def _noise(pose: CameraPose, level: float, seed: int) -> Image | None:
    """Grain larger than the picture, around `_NOISE_MIDDLE`: each frame cuts another piece of it."""
    if level <= 0:
        return None
    chance = np.random.default_rng([seed, 11])
    size = (pose.height_px + _NOISE_SHIFTS_PX, pose.width_px + _NOISE_SHIFTS_PX, 3)
    grain = chance.standard_normal(size, np.float32)
    grain = np.asarray(cv2.GaussianBlur(grain, (3, 3), 0.55), np.float32)  # a sensor's colours are interpolated
    return np.asarray(np.clip(grain * (level / grain.std()) + _NOISE_MIDDLE + 0.5, 0, 2 * _NOISE_MIDDLE), np.uint8)
