"""The pictures on the tiles of a scene: the product's drawn faces, or photographs of a real set."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, TypeAlias

import cv2
import numpy as np

from drivers.camera.frame import Image
from drivers.simulator.scene import SceneError
from referee.tiles.faces import FACES, png
from referee.tiles.size import TILE_LENGTH_MM, TILE_WIDTH_MM

Colour: TypeAlias = tuple[float, float, float]

_ENDINGS: Final = frozenset({".png", ".jpg", ".jpeg"})
_IVORY: Final[Colour] = (222.0, 238.0, 245.0)
_AMBER: Final[Colour] = (34.0, 139.0, 221.0)


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A picture for the top of a tile: (h, w, 4) BGR premultiplied with alpha, and the colour of the body (BGR)."""

    bgra: Image
    body_bgr: Colour


class Faces(Protocol):
    """Where the pictures come from."""

    @property
    def back_bgr(self) -> Colour:
        """The colour of the backs."""

    def face(self, label: str, tile_id: int, height_px: int) -> Face:
        """The picture of a label on one tile, `height_px` tall."""


class DrawnFaces:
    """The product's own drawings."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], Face] = {}

    @property
    def back_bgr(self) -> Colour:
        """The amber of the drawn back."""
        return _AMBER

    def face(self, label: str, tile_id: int, height_px: int) -> Face:
        """The drawing; it is the same on every tile of a label."""
        known = self._known.get((label, height_px))
        if known is None:
            picture = cv2.imdecode(np.frombuffer(png(label, height_px), np.uint8), cv2.IMREAD_UNCHANGED)
            known = self._known[label, height_px] = Face(_premultiplied(np.asarray(picture, np.uint8)), _IVORY)
        return known


class PhotographedFaces:
    """Cut-out photographs: a folder with one folder per label (`1m`, `0p`, `back`), holding upright PNG or JPEG faces.

    Each tile keeps one picture, chosen by the seed. Labels without pictures are drawn if `allow_drawn`, else
    SceneError names them.
    """

    def __init__(self, folder: Path, *, seed: int = 0, allow_drawn: bool = False) -> None:
        if not folder.is_dir():
            raise SceneError(f"faces folder {folder} is not there")
        self._seed = seed
        self._pictures = _pictures_in(folder)
        self._drawn = DrawnFaces()
        self._known: dict[tuple[Path, int], Face] = {}
        missing = [label for label in FACES if label not in self._pictures]
        if missing and not allow_drawn:
            raise SceneError(
                f"faces folder {folder} has no picture of {', '.join(missing)}: add some or allow drawn ones"
            )
        self._back = self.face("back", 0, 64).bgra[32, 24, :3]

    @property
    def back_bgr(self) -> Colour:
        """The colour in the middle of a back."""
        blue, green, red = (float(value) for value in self._back)
        return blue, green, red

    def face(self, label: str, tile_id: int, height_px: int) -> Face:
        """The photograph that this tile has. Raises SceneError if the file is no picture."""
        choices = self._pictures.get(label)
        if choices is None:
            return self._drawn.face(label, tile_id, height_px)
        path = choices[zlib.crc32(f"{self._seed}:{tile_id}:{label}".encode()) % len(choices)]
        known = self._known.get((path, height_px))
        if known is None:
            known = self._known[path, height_px] = _photograph(path, height_px)
        return known


def _pictures_in(folder: Path) -> Mapping[str, tuple[Path, ...]]:
    found = {}
    for label in FACES:
        paths = sorted(path for path in (folder / label).glob("*") if path.suffix.lower() in _ENDINGS)
        if paths:
            found[label] = tuple(paths)
    return found


def _photograph(path: Path, height_px: int) -> Face:
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise SceneError(f"{path} is no picture that can be read")
    width_px = max(2, round(height_px * TILE_WIDTH_MM / TILE_LENGTH_MM))
    shrinks = picture.shape[0] > height_px
    bgr = cv2.resize(picture, (width_px, height_px), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC)
    rim = max(1, height_px // 26)
    body = np.median(np.concatenate([bgr[:rim].reshape(-1, 3), bgr[:, :rim].reshape(-1, 3)]), axis=0)
    alpha = _round_corners(width_px, height_px)
    return Face(_premultiplied(np.dstack([bgr, alpha])), (float(body[0]), float(body[1]), float(body[2])))


def _round_corners(width_px: int, height_px: int) -> Image:
    radius = max(1, round(height_px * 1.7 / TILE_LENGTH_MM))
    mask = np.zeros((height_px, width_px), np.uint8)
    inner = (radius, radius, width_px - 2 * radius, height_px - 2 * radius)
    cv2.rectangle(mask, inner, 255, -1)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
    return np.asarray(cv2.dilate(mask, kernel), np.uint8)


def _premultiplied(bgra: Image) -> Image:
    result = bgra.copy()
    result[..., :3] = (bgra[..., :3].astype(np.uint16) * bgra[..., 3:] + 127) // 255
    return result
