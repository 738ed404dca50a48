"""The sets of faces that a classifier is measured on: crops of validation photos, and drawn ones of what photos lack.

Nothing here was trained on: photos are of the validation series, and the drawn set is one that the pool does not use.
Everything is drawn from one seed, so that every model meets the same pictures.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import cos, radians, sin
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.art import read_held_out
from models.body import Body, random_body, white_back
from models.camera import cut_badly, cut_well
from models.crop import BACK, FIVES, OTHER, WHITE, Crop, Image
from models.inks import is_grey, recolour_red
from models.photos import PHOTO_SETS, read_crops, read_singles
from models.scene import Scenery, empty_scene
from vision.model_file import MARGIN

SEED: Final = 90210
DRAWN: Final = 600
"""Pictures in each drawn set."""

TOP_SIDE: Final = 0.13
"""How much of a standing tile's box is its top side, roughly; a locator cuts it off."""

SMALL_PX: Final = 26
"""The short side of a tile under one camera of 1080 lines."""

JITTER: Final = 0.08
JITTER_DEG: Final = 5.0
SHIFT: Final = 0.15
ROW_FACES: Final = 6
LEAST_TINT: Final = 0.08
"""Between a white back and a face, in natural logarithms: what is closer cannot be told under a lamp."""


@dataclass(frozen=True, slots=True)
class FaceSet:
    """Faces with their labels. In rows (`row` faces of one set under one light) plain tiles are settled together."""

    name: str
    faces: list[tuple[Image, int]]
    row: int = 1


def real_sets(photos: Path, *, set_right: bool = False) -> Iterator[FaceSet]:
    """Crops of the validation series, as a good locator cuts them; `set_right` as in `read_crops`."""
    for photo_set in PHOTO_SETS:
        crops = read_crops(photos, photo_set, "validation", set_right=set_right)
        if not photo_set.standing:
            yield FaceSet(photo_set.name, [(cut(crop), crop.label) for crop in crops])
            continue
        yield FaceSet(photo_set.name, [(cut(_without_top(crop)), crop.label) for crop in crops])
        yield FaceSet(f"{photo_set.name}, top side left on", [(cut(crop, 0.0), crop.label) for crop in crops])
    yield FaceSet("mixed_sets", [(crop.image, crop.label) for crop in read_singles(photos)])


def made_sets(photos: Path, art: Path) -> Iterator[FaceSet]:
    """Photos cut badly, small or red, and drawn rows; photos bear the labels of what they show."""
    rng = np.random.default_rng(SEED)
    crops = [c for s in PHOTO_SETS[:2] for c in read_crops(photos, s, "validation", set_right=True)]
    yield FaceSet(
        "photos: 26 px, off by 8 % and 5 degrees, JPEG 50", [(_small(_jittered(c, rng)), c.label) for c in crops]
    )
    yield FaceSet("photos: off by 15 %", [(_shifted(crop, rng), crop.label) for crop in crops])
    fives = [crop for crop in crops if crop.label in FIVES and not is_grey(crop)]
    yield FaceSet("photos: fives", [(cut(crop), crop.label) for crop in fives])
    reds = [recolour_red(crop, FIVES[crop.label], rng) for crop in fives]
    yield FaceSet("photos: fives made red", [(cut(red), red.label) for red in reds])
    scenery = Scenery(read_held_out(art))
    plain = [label for label in range(34) if label != WHITE]
    yield FaceSet("drawn: all faces", list(_drawn(scenery, [*plain, *FIVES.values()], DRAWN, rng)))
    yield FaceSet("drawn: fives", list(_drawn(scenery, list(FIVES), DRAWN, rng)))
    yield FaceSet("drawn: red fives", list(_drawn(scenery, list(FIVES.values()), DRAWN, rng)))
    for name, label, white in (
        ("white dragons beside faces, white backs", WHITE, True),
        ("white backs beside faces", BACK, True),
        ("white dragons beside faces, any backs", WHITE, False),
        ("backs beside faces", BACK, False),
    ):
        rows = [_row(scenery, label, plain, rng, white=white) for _ in range(DRAWN)]
        yield FaceSet(f"drawn: {name}", [face for row in rows for face in row], ROW_FACES + 1)
    bad = [cut_badly(crops[rng.integers(len(crops))], rng) for _ in range(DRAWN)]
    yield FaceSet("photos: bad cuts", [(picture, label) for picture, label, _ in bad])
    yield FaceSet("no tile at all", [(cut_well(empty_scene(rng), rng)[0], OTHER) for _ in range(DRAWN)])


def cut(crop: Crop, margin: float = MARGIN) -> Image:
    """The face with the margin that the locator keeps, straight and undistorted."""
    x1, y1, x2, y2 = crop.box
    dx, dy = margin * (x2 - x1), margin * (y2 - y1)
    height, width = crop.image.shape[:2]
    left, top = max(0, round(x1 - dx)), max(0, round(y1 - dy))
    return crop.image[top : min(height, round(y2 + dy)), left : min(width, round(x2 + dx))]


def _without_top(crop: Crop) -> Crop:
    x1, y1, x2, y2 = crop.box
    return replace(crop, box=(x1, y1 + TOP_SIDE * (y2 - y1), x2, y2))


def _taken(crop: Crop, shift: NDArray[np.float64], sides: NDArray[np.float64], tilt_deg: float) -> Image:
    """The cut of a locator that is off: by `shift` and `sides` in parts of the face's, and by an angle."""
    x1, y1, x2, y2 = crop.box
    size = np.array([x2 - x1, y2 - y1])
    centre = np.array([x1 + x2, y1 + y2]) / 2 + shift * size
    half = size * (0.5 + MARGIN) * sides
    c, s = cos(radians(tilt_deg)), sin(radians(tilt_deg))
    corners = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]) * half @ np.array([[c, s], [-s, c]]) + centre
    width, height = (max(8, round(2 * side)) for side in half)
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    taken = cv2.warpPerspective(crop.image, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken, np.uint8)


def _jittered(crop: Crop, rng: np.random.Generator) -> Image:
    """Each side off by up to JITTER, the whole turned by up to JITTER_DEG."""
    near, far = rng.uniform(-JITTER, JITTER, (2, 2))
    return _taken(crop, (near + far) / 2, 1 + (far - near), float(rng.uniform(-JITTER_DEG, JITTER_DEG)))


def _shifted(crop: Crop, rng: np.random.Generator) -> Image:
    angle = rng.uniform(0, 2 * np.pi)
    return _taken(crop, SHIFT * np.array([np.cos(angle), np.sin(angle)]), np.ones(2), 0.0)


def _small(face: Image) -> Image:
    """With a short side of SMALL_PX for the tile itself, as JPEG of quality 50."""
    scale = SMALL_PX * (1 + 2 * MARGIN) / min(face.shape[:2])
    size = (max(8, round(face.shape[1] * scale)), max(8, round(face.shape[0] * scale)))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return _coded(cv2.resize(face, size, interpolation=method), 50)


def _coded(picture: NDArray[np.uint8], quality: int) -> Image:
    code = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)


def _drawn(
    scenery: Scenery, labels: list[int], count: int, rng: np.random.Generator
) -> Iterable[tuple[Image, int]]:  # fmt: skip
    for number in range(count):
        crop = scenery.draw(rng, labels[number % len(labels)])
        yield _from_above([cut(crop)], rng)[0], crop.label


def _row(
    scenery: Scenery, label: int, others: list[int], rng: np.random.Generator, *, white: bool
) -> list[tuple[Image, int]]:
    """One plain tile (a white dragon without a frame, or a back) and faces of the same set under the same light."""
    body = _body(rng, white=white)
    crops = [scenery.draw(rng, label, body, blank=True)]
    crops += [scenery.draw(rng, int(rng.choice(others)), body) for _ in range(ROW_FACES)]
    faces = _from_above([cut(crop) for crop in crops], rng)
    return [(face, crop.label) for face, crop in zip(faces, crops, strict=True)]


def _body(rng: np.random.Generator, *, white: bool) -> Body:
    """A set; of one with white backs, backs that can be told from its faces by their tint at all."""
    body = random_body(rng)
    while white:
        back = white_back(rng)
        step = np.log(back) - np.log(body.face)
        if np.linalg.norm(step - step.mean()) >= LEAST_TINT:
            return replace(body, back=back)
    return body


def _from_above(faces: list[Image], rng: np.random.Generator) -> list[Image]:
    """As an overhead camera of 1080 or 2160 lines sees them: 26 to 75 pixels wide, some noise, lamp light, JPEG."""
    width = int(rng.integers(26, 76))
    warmth, dim, noise = float(rng.uniform(-0.08, 0.08)), float(rng.uniform(0.55, 1.05)), float(rng.uniform(1, 4))
    lamp = dim * np.exp(np.array([-warmth, 0, warmth], np.float32))
    seen = []
    for face in faces:
        size = (width, round(width * face.shape[0] / face.shape[1]))
        small = cv2.resize(face, size, interpolation=cv2.INTER_AREA).astype(np.float32) * lamp
        small += rng.normal(0, noise, small.shape)
        seen.append(_coded(small.clip(0, 255).astype(np.uint8), 85))
    return seen
