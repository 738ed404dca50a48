"""Reads the labelled photos and cuts the tiles out of them, with surroundings.

The division into training and validation goes by series (photos of one set at one place), never by photo or crop, and
is fixed in `split.json`. Boxes marked doubtful are left out. A box is axis-aligned, but the tile in it need not be:
those marked so are used as they are; a tilted tile is straightened when its row tells the angle.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, cos, degrees, radians, sin
from pathlib import Path
from typing import Any, Final, Literal

import cv2
import numpy as np

from models.crop import LABEL_OF, OTHER, Crop, Image, turn_mask
from models.wrong_labels import shown

SURROUNDINGS: Final = 0.5
"""Kept around each box, in parts of its width and height."""

LONGEST_PX: Final = 110
MAX_TILT_DEG: Final = 33.0
"""Beyond this the width and height of a tile can no longer be told from its box."""

Part = Literal["train", "validation"]


@dataclass(frozen=True, slots=True)
class PhotoSet:
    """One folder of labelled photos; `standing` when the boxes take in the side of tiles that stand upright."""

    name: str
    standing: bool = False


PHOTO_SETS: Final = (PhotoSet("hk_trays"), PhotoSet("hk_tables"), PhotoSet("jp_standing", standing=True))


def labelled(photos: Path, name: str, part: Part) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The photos of one part of the set of that name, each with its entry in `labels.json`; a set may be absent.

    Beside the `label` of a tile stands what is `shown` there, which is another for wrong ones (`models.wrong_labels`).
    """
    wanted = set(json.loads((photos / "split.json").read_text())[part].get(name, ()))
    if not wanted:
        return
    for file, entry in json.loads((photos / name / "labels.json").read_text()).items():
        if entry["series"] not in wanted:
            continue
        for place, tile in enumerate(entry["tiles"]):
            tile["shown"] = shown(file, place, tile["label"])
        yield photos / name / file, entry


def read_photo(path: Path) -> Image:
    """The pixels. Raises ValueError when the file is no picture."""
    photo = cv2.imread(str(path))
    if photo is None:
        raise ValueError(f"{path}: not a picture")
    return np.asarray(photo, np.uint8)


def read_crops(
    photos: Path, photo_set: PhotoSet, part: Part, *, tilted: bool = False, set_right: bool = False
) -> list[Crop]:
    """All usable tiles of one part of one set; with `tilted` also those that their row lets us straighten.

    With `set_right` they bear the label of what is shown, also where the photo has another (`labelled`).
    """
    crops: list[Crop] = []
    for file, entry in labelled(photos, photo_set.name, part):
        crops += _crops_of(read_photo(file), entry, photo_set, tilted, "shown" if set_right else "label")
    return crops


def read_singles(photos: Path) -> list[Crop]:
    """The validation-only pictures of single tiles, one folder per label; the whole picture is the face."""
    crops = []
    for folder in sorted((photos / "mixed_sets").iterdir()):
        if not folder.is_dir():
            continue
        for file in sorted(folder.glob("*.jpg")):
            image = cv2.imread(str(file))
            if image is not None:
                height, width = image.shape[:2]
                label = LABEL_OF[folder.name]
                crops.append(Crop(image.astype(np.uint8), (0, 0, width, height), label, turn_mask(label), "mixed"))
    return crops


def _crops_of(photo: Any, entry: dict[str, Any], photo_set: PhotoSet, tilted: bool, which: str) -> Iterator[Crop]:
    tiles = entry["tiles"]
    for tile in tiles:
        if tile.get("doubtful"):
            continue
        label = LABEL_OF.get(tile[which], OTHER)
        box = tuple(float(value) for value in tile["bbox"])
        name = f"{photo_set.name}/{entry['series']}"
        if photo_set.standing or tile["axis_aligned"]:
            yield _cut(photo, box, label, name, photo_set.standing)
        elif tilted:
            angle = _tilt(box, [other["bbox"] for other in tiles if other is not tile])
            straight = angle is not None and _straighten(photo, box, angle)
            if straight:
                yield _cut(*straight, label, name, False)


def _cut(photo: Any, box: tuple[float, ...], label: int, series: str, standing: bool) -> Crop:
    x1, y1, x2, y2 = box
    width, height = max(4.0, x2 - x1), max(4.0, y2 - y1)
    scale = min(1.0, LONGEST_PX / max(width, height))
    left, top = x1 - SURROUNDINGS * width, y1 - SURROUNDINGS * height
    size = (round(width * (1 + 2 * SURROUNDINGS) * scale), round(height * (1 + 2 * SURROUNDINGS) * scale))
    if scale < 0.7:
        small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        matrix = np.array([[1.0, 0, -left * scale], [0, 1.0, -top * scale]])
        image = cv2.warpAffine(small, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    else:
        matrix = np.array([[scale, 0, -left * scale], [0, scale, -top * scale]])
        image = cv2.warpAffine(photo, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    inner = (
        SURROUNDINGS * width * scale,
        SURROUNDINGS * height * scale,
        (1 + SURROUNDINGS) * width * scale,
        (1 + SURROUNDINGS) * height * scale,
    )
    return Crop(image.astype(np.uint8), inner, label, turn_mask(label, _parity(width, height, standing)), series)


def _parity(width: float, height: float, standing: bool) -> int:
    """Which turns the shape of the box allows: photos were squeezed to squares, so only a clear shape counts."""
    if standing:
        return 0b0001
    if height > 1.3 * width:
        return 0b0101
    if width > 1.3 * height:
        return 0b1010
    return 0b1111


def _tilt(box: tuple[float, ...], others: list[list[float]]) -> float | None:
    """The angle of the row in degrees (-45 to 45), from the nearest neighbours on both sides; None when unclear."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    reach = 1.3 * max(box[2] - box[0], box[3] - box[1])
    near = [((o[0] + o[2]) / 2 - x, (o[1] + o[3]) / 2 - y) for o in others]
    near = sorted((n for n in near if 0 < np.hypot(*n) < reach), key=lambda n: float(np.hypot(*n)))[:2]
    angles = [(degrees(atan2(dy, dx)) + 45) % 90 - 45 for dx, dy in near]
    if not angles or max(angles) - min(angles) > 8:
        return None
    angle = sum(angles) / len(angles)
    return angle if abs(angle) <= MAX_TILT_DEG else None


def straightened(box: tuple[float, ...], others: list[list[float]]) -> np.ndarray | None:
    """The corners (4, 2), clockwise, of the tilted tile in a box whose row tells its tilt; None where it does not."""
    angle = _tilt(box, others)
    sides = None if angle is None else _sides(box, angle)
    if angle is None or sides is None:
        return None
    c, s = cos(radians(angle)), sin(radians(angle))
    half = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]) / 2 * sides
    return half @ np.array([[c, s], [-s, c]]) + ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)


def _sides(box: tuple[float, ...], angle: float) -> tuple[float, float] | None:
    """Width and height of the tile that, turned by so many degrees, just fills the box."""
    across, down = box[2] - box[0], box[3] - box[1]
    c, s = cos(radians(abs(angle))), sin(radians(abs(angle)))
    width, height = (across * c - down * s) / (c * c - s * s), (down * c - across * s) / (c * c - s * s)
    return None if min(width, height) < 0.45 * max(width, height) else (width, height)


def _straighten(photo: Any, box: tuple[float, ...], angle: float) -> tuple[Any, tuple[float, ...]] | None:
    """The photo turned about the box's centre so that the tile is upright, and the tile's own box in it."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    sides = _sides(box, angle)
    if sides is None:
        return None
    width, height = sides
    matrix = cv2.getRotationMatrix2D((x, y), angle, 1.0)
    turned = cv2.warpAffine(photo, matrix, photo.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return turned, (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
