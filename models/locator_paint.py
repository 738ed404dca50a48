"""Paints invented scenes: boxes with a face, a back and two-coloured sides, their shadows, and who hides whom."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.body import FACE_HEIGHT_PX, FACE_WIDTH_PX, Body, draw_slab, slab
from models.crop import Image
from models.locator_camera import View
from models.locator_layout import Placed, TileSize

Points = NDArray[np.float64]

_LEVELS: Final = 3  # sizes at which a texture is kept


@dataclass(frozen=True, slots=True)
class TileSet:
    """The look of one set: pictures of faces and of the back (BGR, any size), colours, an outline for drawn tiles."""

    faces: Sequence[Image]
    back: Image
    body: Body
    split: float
    outlined: bool


@dataclass(slots=True)
class Canvas:
    """A picture being painted and, for each pixel, the number of the face that is seen there (-1 for none)."""

    picture: Image
    owner: NDArray[np.int16] = field(init=False)

    def __post_init__(self) -> None:
        self.owner = np.full(self.picture.shape[:2], -1, np.int16)

    def hide(self, polygon: Points) -> None:
        """Says that something else lies over these pixels."""
        cv2.fillPoly(self.owner, [np.round(polygon).astype(np.int32)], -1)


def back_of(body: Body, rng: np.random.Generator) -> Image:
    """The blank back of a tile of this body."""
    canvas = np.zeros((FACE_HEIGHT_PX, FACE_WIDTH_PX, 3), np.float32)
    canvas[:] = body.back
    draw_slab(canvas, 0, 0, body.back, body, float(rng.uniform(0, 360)), (FACE_WIDTH_PX, FACE_HEIGHT_PX))
    return np.asarray(canvas.clip(0, 255), np.uint8)


def paint_tiles(
    canvas: Canvas, tiles: Sequence[Placed], size: TileSize, tile_set: TileSet, view: View, rng: np.random.Generator
) -> tuple[Points, NDArray[np.float64]]:
    """Paints tiles, far ones first; gives the quadrilateral of each face or back that looks up or at the camera.

    (n, 4, 2) corners clockwise, and the part of each that is seen, 0 to 1 (0 for what is turned away).
    """
    light = rng.normal(0, 1, 3)
    light[2] = abs(light[2]) + 0.7
    light /= np.linalg.norm(light)
    _shadows(canvas, tiles, size, view, light, rng)
    order = sorted(
        range(len(tiles)),
        key=lambda n: (tiles[n].z > 1.2 * size.length, -float(np.linalg.norm(_middle(tiles[n]) - view.eye))),
    )
    corners = np.full((len(tiles), 4, 2), -1e4)
    for number in order:
        corners[number] = _paint(canvas, number, tiles[number], size, tile_set, view, light, rng)
    return corners, seen_part(canvas, corners)


def _middle(tile: Placed) -> Points:
    return np.array([tile.x, tile.y, tile.z])


def _shadows(
    canvas: Canvas, tiles: Sequence[Placed], size: TileSize, view: View, light: Points, rng: np.random.Generator
) -> None:
    depth = float(rng.uniform(0.1, 0.65))
    mask = np.zeros(canvas.picture.shape[:2], np.uint8)
    slope = light[:2] / light[2] * float(rng.uniform(0.3, 1.0))
    for tile in tiles:
        points = _box(tile, size)
        flat = np.column_stack([points[:, :2] - points[:, 2:] * slope, np.zeros(len(points))])
        hull = cv2.convexHull(view.project(flat).astype(np.float32))
        if np.abs(hull).max() < 8000:
            cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 255)
    blur = float(rng.uniform(1, 9))
    mask = cv2.GaussianBlur(mask, (0, 0), blur)
    weight = 256 - (mask.astype(np.uint16) * round(256 * depth) // 255)
    canvas.picture[:] = (canvas.picture.astype(np.uint16) * weight[..., None] // 256).astype(np.uint8)


def _box(tile: Placed, size: TileSize) -> Points:
    """(8, 3): the four corners of the face, clockwise from its top left, then those of the back below them."""
    right, foot, out = tile.frame()
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    flat = half[:, :1] * size.width * right + half[:, 1:] * size.length * foot
    middle = _middle(tile)
    return np.concatenate([flat + middle + out * size.thickness / 2, flat + middle - out * size.thickness / 2])


def _paint(
    canvas: Canvas, number: int, tile: Placed, size: TileSize, tile_set: TileSet, view: View, light: Points,
    rng: np.random.Generator,
) -> Points:  # fmt: skip
    """Paints one tile; the corners of its face, or of its back when that is what one sees."""
    box = _box(tile, size)
    px = view.project(box)
    nowhere = np.full((4, 2), -1e4)
    height, width = canvas.picture.shape[:2]
    if np.abs(px).max() > 6000 or (px.max(axis=0) < 0).any() or (px.min(axis=0) > (width, height)).any():
        return nowhere
    right, foot, out = tile.frame()
    tone = float(rng.uniform(0.93, 1.03))

    def lit(normal: Points) -> float:
        return tone * float(0.72 + 0.3 * max(-0.4, normal @ light))

    def towards(normal: Points, at: Points) -> bool:
        return bool(normal @ (view.eye - at) > 0)

    split = tile_set.split
    for first, second, normal in ((0, 1, -foot), (1, 2, right), (2, 3, foot), (3, 0, -right)):
        if not towards(normal, box[[first, second, first + 4, second + 4]].mean(axis=0)):
            continue
        seam = [(1 - split) * box[n] + split * box[n + 4] for n in (first, second)]
        upper = view.project(np.array([box[first], box[second], seam[1], seam[0]]))
        lower = view.project(np.array([seam[0], seam[1], box[second + 4], box[first + 4]]))
        shade = lit(normal)
        for polygon, colour in ((lower, tile_set.body.back), (upper, tile_set.body.face)):
            _fill(canvas, polygon, colour, shade, rng)
    for which, normal in ((slice(0, 4), out), (slice(4, 8), -out)):
        if not towards(normal, box[which].mean(axis=0)):
            continue
        is_face = which.start == 0
        corners = px[which] if is_face else px[[5, 4, 7, 6]]
        texture = tile_set.faces[int(rng.integers(len(tile_set.faces)))] if is_face else tile_set.back
        _print(canvas, number, corners, texture, lit(normal), tile_set)
        return corners
    return nowhere


def _fill(canvas: Canvas, polygon: Points, colour: tuple[float, ...], shade: float, rng: np.random.Generator) -> None:
    points = np.round(polygon * 16).astype(np.int32)
    level = shade * float(rng.uniform(0.95, 1.05))
    paint = tuple(min(255.0, value * level) for value in colour)
    cv2.fillConvexPoly(canvas.picture, points, paint, cv2.LINE_AA, 4)
    cv2.fillConvexPoly(canvas.owner, np.round(polygon).astype(np.int32), -1)


def _print(canvas: Canvas, number: int, corners: Points, texture: Image, shade: float, tile_set: TileSet) -> None:
    """Lays a texture with rounded corners over a quadrilateral."""
    height, width = canvas.picture.shape[:2]
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 2, (width, height))
    if (high <= low).any():
        return
    side = max(np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[3] - corners[0]) * 0.75)
    cover = slab(FACE_WIDTH_PX, FACE_HEIGHT_PX, tile_set.body.radius_px)[0]
    layers = np.dstack([texture.astype(np.float32) * shade, cover[..., None] * 255])
    for _ in range(_LEVELS):
        if layers.shape[1] > 1.8 * side and layers.shape[1] > 16:
            layers = cv2.resize(layers, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    source = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * np.array(layers.shape[1::-1], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(source, (corners - low - 0.5).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    printed = cv2.warpPerspective(layers, warp, size, flags=cv2.INTER_LINEAR)
    place = (slice(low[1], high[1]), slice(low[0], high[0]))
    alpha = printed[..., 3:] / 255
    inside = cv2.warpPerspective(np.ones(layers.shape[:2], np.float32), warp, size, flags=cv2.INTER_LINEAR)[..., None]
    colour = printed[..., :3] / np.maximum(inside, 1e-3)
    ground = canvas.picture[place].astype(np.float32)
    canvas.picture[place] = (ground + alpha * (colour.clip(0, 255) - ground)).astype(np.uint8)
    cv2.fillConvexPoly(canvas.owner, np.round(corners).astype(np.int32), number)
    if tile_set.outlined:
        cv2.polylines(canvas.picture, [np.round(corners * 16).astype(np.int32)], True, (20, 20, 20), 2, cv2.LINE_AA, 4)


def seen_part(canvas: Canvas, corners: Points) -> NDArray[np.float64]:
    counts = np.bincount(canvas.owner[canvas.owner >= 0].ravel(), minlength=len(corners))[: len(corners)]
    areas = np.array([cv2.contourArea(quad.astype(np.float32)) for quad in corners])
    return np.asarray(np.where(areas > 20, counts / np.maximum(areas, 1), 0.0).clip(0, 1))
