"""A hand with a sleeve above the plane: what a camera sees while somebody puts down or takes a tile."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.frame import Image
from drivers.simulator.scene import HandOver
from drivers.simulator.scene_light import UNIT, Light
from drivers.simulator.scene_pose import CameraPose
from drivers.simulator.scene_region import Layer, Region

Point: TypeAlias = tuple[float, float]

_HEIGHT_MM: Final = 45.0  # how high the hand hovers
_PER_MM: Final = 3  # pixels per mm of the picture that is painted once and then only warped
_WIDTH_MM, _LENGTH_MM = 150.0, 520.0  # of that picture; the palm lies 130 mm below its upper edge
_PALM_MM: Final[Point] = (75.0, 130.0)
_SKINS: Final = ((148, 178, 226), (120, 156, 208), (96, 128, 184), (160, 188, 232))  # BGR
_SLEEVES: Final = ((58, 44, 38), (120, 96, 70), (52, 52, 60), (86, 60, 96), (196, 196, 200))

_FINGERS: Final[tuple[tuple[Point, Point, Point, float], ...]] = (
    # knuckle, middle joint, tip (mm, palm at the origin), thickness: a hand that holds something small
    ((-26, -16), (-35, -50), (-27, -70), 14.0),
    ((-9, -20), (-12, -62), (-8, -87), 15.0),
    ((8, -20), (10, -63), (7, -90), 15.0),
    ((24, -14), (30, -48), (23, -70), 14.0),
    ((24, 24), (44, -6), (33, -42), 17.0),
)
_PALM: Final[tuple[Point, ...]] = (
    (-34, -28),
    (-12, -38),
    (12, -38),
    (32, -26),
    (36, 6),
    (30, 36),
    (24, 58),
    (24, 100),
    (-24, 100),
    (-25, 58),
    (-34, 20),
)


@dataclass(frozen=True, slots=True, eq=False)
class SeenHand:
    """A painted hand and its soft shadow."""

    body: Layer
    shadow: Layer

    def region(self) -> Region:
        """All pixels that the hand changes."""
        return self.body.region.joined(self.shadow.region)


class HandPainter:
    """Paints hands for one camera; not for several threads at once."""

    def __init__(self, pose: CameraPose, light: Light, brightness: Image, seed: int) -> None:
        self._pose = pose
        self._light = light
        self._brightness = brightness
        self._seed = seed
        self._frame = Region(0, 0, pose.width_px, pose.height_px)
        self._people: dict[int, Image] = {}

    def seen(self, hand: HandOver) -> SeenHand:
        """The hand at its place, cut to the picture."""
        picture = self._people.get(hand.person)
        if picture is None:
            picture = self._people[hand.person] = _picture(random.Random(f"{self._seed}:{hand.person}"))
        body = self._warped(picture, hand, _HEIGHT_MM)
        lit = body.bgr.astype(np.float32) * body.region.cut(self._brightness) / UNIT if body.region.area else body.bgr
        return SeenHand(
            Layer(body.region, np.asarray(np.clip(lit, 0, 255), np.uint8), body.cover), self._shadow(picture, hand)
        )

    def _warped(self, picture: Image, hand: HandOver, height_mm: float) -> Layer:
        warp = self._pose.homography(height_mm) @ _to_plane(hand)
        return self._layer(picture, warp, soft_px=0)

    def _shadow(self, picture: Image, hand: HandOver) -> Layer:
        corners = np.array([[0, 0], [_WIDTH_MM, 0], [_WIDTH_MM, _LENGTH_MM], [0, _LENGTH_MM]]) * _PER_MM
        plane = cv2.perspectiveTransform(corners[None].astype(np.float64), _to_plane(hand))[0]
        fallen = self._light.shadow_of(np.column_stack([plane, np.full(4, _HEIGHT_MM)]))
        throw = cv2.getPerspectiveTransform(corners.astype(np.float32), fallen.astype(np.float32))
        layer = self._layer(picture, self._pose.homography() @ throw, soft_px=round(7 * self._pose.pixels_per_mm()))
        return Layer(layer.region, np.empty((0, 0, 3), np.uint8), (layer.cover * np.float32(0.42)).astype(np.uint8))

    def _layer(self, picture: Image, warp: NDArray[np.float64], soft_px: int) -> Layer:
        height, width = picture.shape[:2]
        corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
        region = Region.around(cv2.perspectiveTransform(corners, warp)[0], margin_px=soft_px + 1).common(self._frame)
        if not region.area:
            return Layer.empty(region)
        local = np.array([[1, 0, -region.left], [0, 1, -region.top], [0, 0, 1]]) @ warp
        seen = cv2.warpPerspective(picture, local, (region.width, region.height), flags=cv2.INTER_LINEAR)
        cover = np.asarray(seen[..., 3], np.uint8)
        if soft_px:
            cover = np.asarray(cv2.blur(cv2.blur(cover, (soft_px, soft_px)), (soft_px, soft_px)), np.uint8)
        return Layer(region, np.asarray(seen[..., :3], np.uint8), cover)


def _to_plane(hand: HandOver) -> NDArray[np.float64]:
    """Map from pixels of the painted picture to mm on a plane."""
    turn = math.radians(hand.angle_deg)
    cosine, sine = math.cos(turn), math.sin(turn)
    place = np.array([[cosine, -sine, hand.x_mm], [sine, cosine, hand.y_mm], [0, 0, 1]])
    shrink = np.array([[1 / _PER_MM, 0, -_PALM_MM[0]], [0, 1 / _PER_MM, -_PALM_MM[1]], [0, 0, 1]])
    return np.asarray(place @ shrink, np.float64)


def _picture(chance: random.Random) -> Image:
    """A person's hand and forearm from above, BGR premultiplied with alpha, fingers up."""
    skin, sleeve = chance.choice(_SKINS), chance.choice(_SLEEVES)
    canvas = np.zeros((round(_LENGTH_MM * _PER_MM), round(_WIDTH_MM * _PER_MM), 4), np.uint8)
    *fingers, thumb = (
        [_capsule(start, end, size * 1.04), _capsule(end, tip, size * 0.9)] for start, end, tip, size in _FINGERS
    )
    _lay(canvas, thumb, skin, rounding_mm=9)
    _lay(canvas, [_PALM, *(part for finger in fingers for part in finger)], skin, rounding_mm=9)
    arm = [(-34, 84), (34, 84), (46, 230), (52, 400), (-52, 400), (-46, 230)]
    cuff = [(-36, 80), (36, 80), (37, 96), (-37, 96)]
    _lay(canvas, [arm], sleeve, rounding_mm=40)
    _lay(canvas, [cuff], tuple(min(255, round(c * 1.18)) for c in sleeve), rounding_mm=10)
    return canvas


def _capsule(start: Point, end: Point, thickness: float) -> list[Point]:
    turn = math.atan2(end[1] - start[1], end[0] - start[0])
    points = []
    for centre, first in ((end, turn - math.pi / 2), (start, turn + math.pi / 2)):
        for step in range(7):
            angle = first + step * math.pi / 6
            points.append((centre[0] + thickness / 2 * math.cos(angle), centre[1] + thickness / 2 * math.sin(angle)))
    return points


def _lay(canvas: Image, shapes: Sequence[Sequence[Point]], colour: Sequence[int], rounding_mm: float) -> None:
    """Paint shapes as one rounded body: darker towards its rim, brighter towards the lamp at the upper left."""
    mask = np.zeros(canvas.shape[:2], np.uint8)
    for shape in shapes:
        points = (np.asarray(shape) + _PALM_MM) * _PER_MM
        cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 255.0, cv2.LINE_AA, 4)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), 1.2 * _PER_MM), np.uint8)
    mask = np.asarray(np.clip((mask.astype(np.int16) - 96) * 4, 0, 255), np.uint8)  # round what the polygon left sharp
    depth = np.asarray(cv2.distanceTransform(mask, cv2.DIST_L2, 3), np.float32) / (rounding_mm * _PER_MM)
    bulge = np.sqrt(np.clip(depth, 0, 1))
    slope_x = np.asarray(cv2.Sobel(cv2.GaussianBlur(bulge, (0, 0), 4), cv2.CV_32F, 1, 0), np.float32)
    slope_y = np.asarray(cv2.Sobel(cv2.GaussianBlur(bulge, (0, 0), 4), cv2.CV_32F, 0, 1), np.float32)
    shade = np.clip(0.62 + 0.4 * bulge + 1.1 * (slope_x + slope_y), 0.3, 1.15)
    cover = mask.astype(np.float32)[..., None] / 255
    paint = np.clip(shade[..., None] * np.asarray(colour, np.float32), 0, 255)
    canvas[..., :3] = paint * cover + canvas[..., :3] * (1 - cover)
    canvas[..., 3] = np.maximum(canvas[..., 3], mask)
