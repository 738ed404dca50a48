"""Numerals and letters in the corners of faces, as export sets have them: small, or large beside a small face.

Works on drawn tiles as on photos.
"""

from typing import Final

import cv2
import numpy as np

from models.crop import BACK, FIVES, OTHER, WHITE, Crop
from referee.tiles.names import LABELS

_REDS: Final = frozenset(FIVES.values())
_LETTERS: Final = {"1z": "E", "2z": "S", "3z": "W", "4z": "N", "6z": "F", "7z": "C"}
_FONTS: Final = (0, 2, 3, 4)


def has_index(label: int) -> bool:
    """Whether sets with indices print one on that face."""
    return label not in (BACK, OTHER)


def print_index(crop: Crop, rng: np.random.Generator, *, large: bool = False) -> None:
    """Prints the index into a corner of the crop's face (a small one often into the opposite corner as well)."""
    x1, y1, x2, y2 = crop.box
    width, height = x2 - x1, y2 - y1
    unit = height / 96  # sizes below are those of a face 72 x 96
    size = float(rng.uniform(0.65, 1.15) if large else rng.uniform(0.3, 0.55))
    thick = 1 if size < 0.45 else int(rng.integers(2, 5))
    mark = np.zeros((96, 72), np.uint8)
    place = (int(rng.integers(4, 9)), int(rng.integers(3, 9)) + round(22 * size))
    cv2.putText(mark, _text(crop.label, rng), place, int(rng.choice(_FONTS)), size, 255, thick, cv2.LINE_AA)
    where = 2 * int(rng.integers(2)) if large else int(rng.integers(4))
    if where == 1:
        mark = np.maximum(mark, cv2.rotate(mark, cv2.ROTATE_180))
    elif where == 2:
        shift = np.array([[1.0, 0, 72 - 12 - round(22 * size)], [0, 1, 0]])
        mark = cv2.warpAffine(mark, shift, (72, 96))
    elif where == 3:
        mark = cv2.rotate(mark, cv2.ROTATE_180)
    onto = np.array([[width / 72, 0, x1], [0, unit, y1]])
    mark = cv2.warpAffine(mark, onto, crop.image.shape[1::-1], flags=cv2.INTER_AREA)
    alpha = mark[..., None] / 255.0
    under = float(np.percentile(crop.image[round(y1) : round(y2), round(x1) : round(x2)], 80)) / 255
    colour = _colour(crop.label, rng) * (0.4 + 0.6 * under)
    crop.image[:] = (crop.image * (1 - alpha) + colour * alpha).astype(np.uint8)


def with_small_face(crop: Crop, rng: np.random.Generator) -> Crop:
    """The face shrunk and pushed aside, on the same body, and a large index beside it."""
    x1, y1, x2, y2 = (round(value) for value in crop.box)
    width, height = x2 - x1, y2 - y1
    if crop.label in (WHITE, BACK, OTHER) or min(width, height) < 24:
        return crop
    image = crop.image.astype(np.float32)
    dx, dy = round(0.07 * width), round(0.07 * height)
    inner = image[y1 + dy : y2 - dy, x1 + dx : x2 - dx]
    reach = max(3, min(inner.shape[:2]) // 2) | 1
    bare = cv2.dilate(inner, np.ones((reach, reach), np.uint8))
    bare = cv2.blur(bare, (reach, reach))
    relative = np.minimum(inner / np.maximum(bare, 1), 1.0)
    scale = float(rng.uniform(0.52, 0.78))
    free = (1 - scale) * np.array(inner.shape[1::-1])
    place = free * (rng.uniform(0.1, 0.7), rng.uniform(0.55, 1.0))
    matrix = np.array([[scale, 0, place[0]], [0, scale, place[1]]])
    shrunk = cv2.warpAffine(
        relative, matrix, inner.shape[1::-1], flags=cv2.INTER_AREA, borderValue=(1.0, 1.0, 1.0, 1.0)
    )
    image[y1 + dy : y2 - dy, x1 + dx : x2 - dx] = bare * shrunk
    done = Crop(image.clip(0, 255).astype(np.uint8), crop.box, crop.label, crop.turns, crop.series)
    print_index(done, rng, large=True)
    return done


def _text(label: int, rng: np.random.Generator) -> str:
    name = LABELS[label]
    if label == WHITE:
        return str("PBW"[rng.integers(3)])
    return _LETTERS.get(name) or ("5" if name[0] == "0" else name[0])


def _colour(label: int, rng: np.random.Generator) -> np.ndarray:
    if label in _REDS:
        return np.array([45.0, 40.0, 205.0])
    red = rng.random() < 0.4
    return np.array([40.0, 30.0, 200.0]) if red else rng.uniform(0, 110, 3)
