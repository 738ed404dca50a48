"""Invents scenes for the locator: a table with tiles of one or two sets, clutter and hands, seen by some camera.

Each comes with the exact quadrilateral of every face and back in it. Faces are drawn, or cut out of training photos.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.art import Glyph
from models.body import FACE_HEIGHT_PX, FACE_WIDTH_PX, Body, random_body
from models.crop import BACK, Crop, Image
from models.locator_camera import random_view
from models.locator_clutter import lay_hand, random_ground, scatter_clutter
from models.locator_layout import random_layout, random_size
from models.locator_paint import Canvas, TileSet, back_of, paint_tiles, seen_part
from models.scene import FACE_BOX, Scenery
from referee.tiles.names import LABELS

SIZE_PX: Final = (832, 704)
"""Width and height of a scene as it is painted; it is kept somewhat smaller, which smooths its edges."""

SMALLEST_PX: Final = 20.0
LARGEST_PX: Final = 120.0
_FACES: Final = 14  # textures of one set in one scene
_PHOTO_SHARE: Final = 0.45
_CAMOUFLAGE_SHARE: Final = 0.12
_SEEN: Final = 0.7
_HIDDEN: Final = 0.25


@dataclass(frozen=True, slots=True)
class LabelledScene:
    """A picture, corners of tiles (n, 4, 2) in its pixels, and whether each counts (else it may be either)."""

    picture: Image
    corners: NDArray[np.float64]
    counts: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class SceneSource:
    """What scenes are made of: drawn glyphs, and faces of photos by series."""

    scenery: Scenery
    glyphs: list[Glyph]
    series: Sequence[Sequence[Crop]]

    def scene(self, rng: np.random.Generator) -> LabelledScene:
        """One scene, of whatever kind."""
        size = random_size(rng)
        tile_px = float(np.exp(rng.uniform(np.log(SMALLEST_PX), np.log(LARGEST_PX))))
        view = random_view(size.width, tile_px, SIZE_PX, rng)
        canvas = Canvas(random_ground(SIZE_PX, rng))
        scatter_clutter(canvas.picture, tile_px, self.glyphs, rng)
        tiles = random_layout(size, view.room(SIZE_PX), rng, crowded=tile_px < 50)
        tile_set = self._tile_set(canvas.picture, rng)
        if size.thickness < 1:
            tile_set = replace(tile_set, outlined=True)
        corners, seen = paint_tiles(canvas, tiles, size, tile_set, view, rng)
        if rng.random() < 0.25:
            for _ in range(int(rng.integers(1, 3))):
                lay_hand(canvas, tile_px, rng)
            seen = np.minimum(seen, seen_part(canvas, corners))
        shrink = float(rng.uniform(0.7, 0.95))
        picture = cv2.resize(canvas.picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        return _labelled(_lit(np.asarray(picture, np.uint8), rng), corners * shrink, seen)

    def _tile_set(self, ground: Image, rng: np.random.Generator) -> TileSet:
        split = float(rng.uniform(0.45, 0.75))
        if self.series and rng.random() < _PHOTO_SHARE:
            faces = self._photographed(rng)
            body = _body_of(faces, rng)
        else:
            coloured = rng.random() < 0.04
            body = random_body(rng, coloured=coloured)
            faces = self._drawn(body, rng)
        if rng.random() < _CAMOUFLAGE_SHARE:
            body = replace(body, back=_like(ground, rng))
        return TileSet(faces, back_of(body, rng), body, split, outlined=bool(rng.random() < 0.03))

    def _drawn(self, body: Body, rng: np.random.Generator) -> list[Image]:
        x1, y1, x2, y2 = (round(value) for value in FACE_BOX)
        labels = [int(label) for label in rng.choice([n for n in range(len(LABELS)) if n != BACK], _FACES)]
        faces = [self.scenery.draw(rng, label, body).image[y1:y2, x1:x2] for label in labels]
        return [np.ascontiguousarray(face) for face in faces]

    def _photographed(self, rng: np.random.Generator) -> list[Image]:
        series = self.series[int(rng.integers(len(self.series)))]
        chosen = [series[int(place)] for place in rng.integers(0, len(series), _FACES)]
        return [_face(crop) for crop in chosen]


def _face(crop: Crop) -> Image:
    """The face of a crop, upright as far as its box tells, as a texture."""
    x1, y1, x2, y2 = (round(value) for value in crop.box)
    face = crop.image[y1 : max(y2, y1 + 4), x1 : max(x2, x1 + 4)]
    if face.shape[1] > 1.1 * face.shape[0]:
        face = np.ascontiguousarray(np.rot90(face))
    shrink = face.shape[0] > FACE_HEIGHT_PX
    method = cv2.INTER_AREA if shrink else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(face, (FACE_WIDTH_PX, FACE_HEIGHT_PX), interpolation=method), np.uint8)


def _body_of(faces: Sequence[Image], rng: np.random.Generator) -> Body:
    """A body whose sides have the colour of the photographed faces."""
    light = np.percentile(np.concatenate([face.reshape(-1, 3) for face in faces]), 80, axis=0)
    return replace(random_body(rng), face=(float(light[0]), float(light[1]), float(light[2])))


def _like(ground: Image, rng: np.random.Generator) -> tuple[float, float, float]:
    """A back that hardly differs from what it lies on."""
    felt = np.median(ground.reshape(-1, 3), axis=0) * float(rng.uniform(0.75, 1.3)) * rng.uniform(0.9, 1.1, 3)
    blue, green, red = (float(value) for value in felt.clip(8, 250))
    return blue, green, red


def _lit(picture: Image, rng: np.random.Generator) -> Image:
    """Uneven lamps, a soft shadow across the table, reflections."""
    height, width = picture.shape[:2]
    field = cv2.resize(rng.normal(1, 0.1, (3, 3)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    light = picture.astype(np.float32) * field[..., None]
    if rng.random() < 0.4:
        mask = np.zeros((height, width), np.float32)
        points = rng.uniform(-0.2, 1.2, (int(rng.integers(3, 7)), 2)) * (width, height)
        cv2.fillPoly(mask, [points.astype(np.int32)], 1.0)
        mask = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(1, 40)))
        light *= (1 - float(rng.uniform(0.15, 0.6)) * mask)[..., None]
    if rng.random() < 0.2:
        rows, columns = np.ogrid[:height, :width]
        x, y = rng.uniform(0, 1, 2) * (width, height)
        reach = float(rng.uniform(0.03, 0.2)) * width
        light += (np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * reach**2)) * rng.uniform(40, 200))[..., None]
    return np.asarray(light.clip(0, 255), np.uint8)


def _labelled(picture: Image, corners: NDArray[np.float64], seen: NDArray[np.float64]) -> LabelledScene:
    """What is mostly seen and large enough counts; what is mostly hidden is no tile; the rest is left open."""
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
    short = np.minimum((sides[:, 0] + sides[:, 2]) / 2, (sides[:, 1] + sides[:, 3]) / 2)
    long = np.maximum((sides[:, 0] + sides[:, 2]) / 2, (sides[:, 1] + sides[:, 3]) / 2)
    slim = long > 3.2 * np.maximum(short, 1e-6)
    kept = seen > _HIDDEN
    counts = (seen >= _SEEN) & (short >= 9) & ~slim
    return LabelledScene(picture, corners[kept], counts[kept])
