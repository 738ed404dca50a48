"""One tile as a camera sees it: its top with the picture, the sides that show, its shadow on the plane.

A tile is a box with round corners in two layers, ivory and the colour of the back; the picture is on the ivory side.
Painted tiles are kept, so that a frame in which one tile moved costs one tile.
"""

import math
import random
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.frame import Image
from drivers.simulator.scene import PlacedTile
from drivers.simulator.scene_faces import Colour, Face, Faces
from drivers.simulator.scene_light import GLARE_MARGIN_PX, UNIT, Light
from drivers.simulator.scene_pose import CameraPose
from drivers.simulator.scene_region import Layer, Region
from referee.tiles import BACK
from referee.tiles.size import TILE_LENGTH_MM, TILE_THICKNESS_MM, TILE_WIDTH_MM

Array: TypeAlias = NDArray[np.float64]

_BACK_LAYER_MM: Final = 5.5
_CORNER_MM: Final = 1.8
_FINER: Final = 2  # a tile is painted at twice the size and shrunk, which smooths its edges
_KEPT_TILES: Final = 400
_SHADOW_DEPTH: Final = 0.5
_CONTACT_DEPTH: Final = 0.45
_IVORY_SIDE: Final[Colour] = (222.0, 238.0, 245.0)


@dataclass(frozen=True, slots=True, eq=False)
class SeenTile:
    """A painted tile and its shadow, each with its place in the picture; `distance_mm` orders what hides what."""

    body: Layer
    shadow: Layer
    distance_mm: float

    def region(self) -> Region:
        """All pixels that the tile changes."""
        return self.body.region.joined(self.shadow.region)


class TilePainter:
    """Paints tiles for one camera; not for several threads at once."""

    def __init__(self, pose: CameraPose, light: Light, faces: Faces, brightness: Image, seed: int) -> None:
        self._pose = pose
        self._light = light
        self._faces = faces
        self._brightness = brightness
        self._reflection = light.reflection(pose)
        self._seed = seed
        self._frame = Region(0, 0, pose.width_px, pose.height_px)
        self._face_height_px = max(24, round(TILE_LENGTH_MM * pose.pixels_per_mm() * _FINER))
        self._kept: OrderedDict[PlacedTile, SeenTile] = OrderedDict()

    def seen(self, tile: PlacedTile) -> SeenTile:
        """The tile as it looks at its place, even where that is outside the picture."""
        known = self._kept.get(tile)
        if known is None:
            known = self._kept[tile] = self._painted(tile)
            if len(self._kept) > _KEPT_TILES:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(tile)
        return known

    def _painted(self, tile: PlacedTile) -> SeenTile:
        centre = np.array([tile.x_mm, tile.y_mm, TILE_THICKNESS_MM / 2])
        distance = float(np.linalg.norm(np.asarray(self._pose.position_mm) - centre))
        return SeenTile(self._body(tile), self._shadow(tile), distance)

    def _body(self, tile: PlacedTile) -> Layer:
        base, top = (self._pose.project(_outline(tile, z)) for z in (0.0, TILE_THICKNESS_MM))
        region = Region.around(np.concatenate([base, top]), margin_px=2)
        if not region.overlaps(self._frame):
            return Layer.empty(region)
        canvas = np.zeros((region.height * _FINER, region.width * _FINER, 4), np.uint8)
        shown = tile.label if tile.face_up else BACK
        face = self._faces.face(shown, tile.id, self._face_height_px)
        self._paint_sides(canvas, region, tile, face)
        shine = self._paint_top(canvas, region, tile, face)
        small = np.asarray(cv2.resize(canvas, (region.width, region.height), interpolation=cv2.INTER_AREA), np.uint8)
        return Layer(region, self._lit(small, shine, region, tile), small[..., 3].copy())

    def _paint_sides(self, canvas: Image, region: Region, tile: PlacedTile, face: Face) -> None:
        split = _BACK_LAYER_MM if tile.face_up else TILE_THICKNESS_MM - _BACK_LAYER_MM
        ivory, back = face.body_bgr if tile.face_up else _IVORY_SIDE, self._faces.back_bgr
        lower, upper = (back, ivory) if tile.face_up else (ivory, back)
        for bottom_mm, top_mm, colour in ((0.0, split, lower), (split, TILE_THICKNESS_MM, upper)):
            rims = [self._pose.project(_outline(tile, z)) for z in (bottom_mm, top_mm)]
            _fill(canvas, _hull(np.concatenate(rims)), region, colour, 0.72)
            for corners, shade in self._visible_sides(tile, bottom_mm, top_mm):
                _fill(canvas, self._pose.project(corners), region, colour, shade)

    def _visible_sides(self, tile: PlacedTile, bottom_mm: float, top_mm: float) -> list[tuple[Array, float]]:
        """The flat part of each side that faces the camera, and how much light it gets."""
        eye, lamp = np.asarray(self._pose.position_mm), np.asarray(self._light.lamp_mm)
        sides = []
        half_w, half_h = TILE_WIDTH_MM / 2, TILE_LENGTH_MM / 2
        for normal, start, end in (
            ((0.0, -1.0), (-half_w + _CORNER_MM, -half_h), (half_w - _CORNER_MM, -half_h)),
            ((1.0, 0.0), (half_w, -half_h + _CORNER_MM), (half_w, half_h - _CORNER_MM)),
            ((0.0, 1.0), (half_w - _CORNER_MM, half_h), (-half_w + _CORNER_MM, half_h)),
            ((-1.0, 0.0), (-half_w, half_h - _CORNER_MM), (-half_w, -half_h + _CORNER_MM)),
        ):
            (a, b), (outward,) = _placed(tile, [start, end]), _placed(tile, [normal], moved=False)
            if float(outward @ (eye[:2] - a)) <= 0:
                continue
            to_lamp = lamp[:2] - a
            lit = max(0.0, float(outward @ to_lamp)) / math.hypot(float(np.hypot(*to_lamp)), float(lamp[2]))
            corners = np.array([(*a, bottom_mm), (*b, bottom_mm), (*b, top_mm), (*a, top_mm)])
            sides.append((corners, 0.58 + 0.75 * lit))
        return sides

    def _paint_top(self, canvas: Image, region: Region, tile: PlacedTile, face: Face) -> Image:
        """Lay the picture on top; gives back where it is, (h, w) of the region, for the gloss."""
        height, width = face.bgra.shape[:2]
        half_w, half_h = TILE_WIDTH_MM / 2, TILE_LENGTH_MM / 2
        corners = _placed(tile, [(-half_w, -half_h), (half_w, -half_h), (half_w, half_h), (-half_w, half_h)])
        target = self._pose.project(np.column_stack([corners, np.full(4, TILE_THICKNESS_MM)]))
        source = np.array([(0, 0), (width, 0), (width, height), (0, height)]) - 0.5
        warp = cv2.getPerspectiveTransform(source.astype(np.float32), _local(target, region).astype(np.float32))
        size = (canvas.shape[1], canvas.shape[0])
        picture = np.asarray(cv2.warpPerspective(face.bgra, warp, size, flags=cv2.INTER_LINEAR), np.uint8)
        cover = picture[..., 3:]
        canvas[:] = picture + ((canvas.astype(np.uint16) * (255 - cover) + 127) // 255).astype(np.uint8)
        return np.asarray(cv2.resize(cover, (region.width, region.height), interpolation=cv2.INTER_AREA), np.uint8)

    def _lit(self, bgra: Image, top: Image, region: Region, tile: PlacedTile) -> Image:
        """The colours under the lamp, with its reflection on the top as far as this tile lies towards it."""
        chance = random.Random(f"{self._seed}:{tile.id}:{tile.x_mm:.1f}:{tile.y_mm:.1f}")
        tone = chance.uniform(0.965, 1.02)
        lit = bgra[..., :3].astype(np.float32) * region.cut(self._brightness, edge=True) * np.float32(tone / UNIT)
        askew = [round(chance.uniform(-0.8, 0.8) * GLARE_MARGIN_PX) for _ in range(2)]
        shifted = region.moved(GLARE_MARGIN_PX + askew[0], GLARE_MARGIN_PX + askew[1])
        shine = shifted.cut(self._reflection, edge=True).astype(np.float32) * (top.astype(np.float32) / 255)
        lit += shine[..., None] * (1 - lit / 255)
        return np.asarray(np.clip(lit + 0.5, 0, 255), np.uint8)

    def _shadow(self, tile: PlacedTile) -> Layer:
        """How much light is kept from the plane: (h, w), 255 all of it."""
        base = _outline(tile, 0.0)
        top = self._light.shadow_of(_outline(tile, TILE_THICKNESS_MM))
        cast = self._pose.project(_hull(np.concatenate([base[:, :2], top])))
        scale = self._pose.pixels_per_mm()
        soft = max(0.6, 1.3 * scale)
        region = Region.around(cast, margin_px=math.ceil(3 * soft) + 1)
        if not region.overlaps(self._frame):
            return Layer.empty(region)
        mask = np.zeros((region.height, region.width), np.uint8)
        _fill_mask(mask, cast, region, round(255 * _SHADOW_DEPTH))
        touch = np.zeros_like(mask)
        _fill_mask(touch, self._pose.project(base), region, round(255 * _CONTACT_DEPTH))
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), np.uint8)
        near = np.asarray(cv2.GaussianBlur(touch, (0, 0), soft * 0.8), np.uint8)
        return Layer(region, np.empty((0, 0, 3), np.uint8), np.maximum(mask, near))


def _outline(tile: PlacedTile, z_mm: float) -> Array:
    """The rim of the tile at a height, round corners included: (n, 3) mm."""
    points = []
    half_w, half_h = TILE_WIDTH_MM / 2 - _CORNER_MM, TILE_LENGTH_MM / 2 - _CORNER_MM
    for quarter, (x, y) in enumerate(((half_w, half_h), (-half_w, half_h), (-half_w, -half_h), (half_w, -half_h))):
        for step in range(4):
            turn = (quarter + step / 3) * math.pi / 2
            points.append((x + _CORNER_MM * math.cos(turn), y + _CORNER_MM * math.sin(turn)))
    flat = _placed(tile, points)
    return np.column_stack([flat, np.full(len(flat), z_mm)])


def _placed(tile: PlacedTile, points: list[tuple[float, float]], *, moved: bool = True) -> Array:
    """Points of a tile at the origin, brought to where the tile lies (or only turned): (n, 2)."""
    turn = math.radians(tile.angle_deg)
    cosine, sine = math.cos(turn), math.sin(turn)
    shift = np.array([tile.x_mm, tile.y_mm]) if moved else np.zeros(2)
    return np.asarray(np.asarray(points) @ np.array([[cosine, sine], [-sine, cosine]]) + shift, np.float64)


def _hull(points: Array) -> Array:
    return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float64)


def _local(points_px: Array, region: Region) -> Array:
    """Pixels of the picture to pixels of the region's finer canvas."""
    corner = np.array([region.left, region.top])
    return np.asarray((points_px - corner + 0.5) * _FINER - 0.5, np.float64)


def _fill(canvas: Image, points_px: Array, region: Region, colour: Colour, shade: float) -> None:
    points = np.round(_local(points_px, region) * 16).astype(np.int32)
    level = min(1.0, shade)
    paint = (colour[0] * level, colour[1] * level, colour[2] * level, 255.0)
    cv2.fillConvexPoly(canvas, points, paint, cv2.LINE_AA, 4)


def _fill_mask(mask: Image, points_px: Array, region: Region, level: int) -> None:
    points = np.round((points_px - [region.left, region.top]) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, cv2.convexHull(points), float(level), cv2.LINE_AA, 4)
