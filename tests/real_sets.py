"""Faces of real sets, cut out of labelled validation photos: what the simulated table is played with in tests.

Nothing was trained on these photos. They are the photographers' (credited in `models/README.md`): a folder of cuts is
made where a test runs, and is never part of the repository. Red fives are the fives in red ink, backs are drawn, since
there are photos of neither.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.crop import FIVES, LABEL_OF, Crop, turn_mask
from models.inks import recolour_red
from referee.tiles.faces import png
from referee.tiles.names import BACK, LABELS, NAMES, RED_FIVES
from vision.rectify import crop_face

Face = NDArray[np.uint8]

_SIZE: Final = (76, 104)
_TRIM: Final = 0.03  # of each side: boxes are drawn by hand, and what lies behind a tile is not its face
_BODY: Final = np.array([218.0, 232.0, 238.0])  # a set has one body colour, whatever the light of each photo

_Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class BoxedSet:
    """A set of which level photos from above exist: the labelled boxes are the faces, all of them upright."""

    name: str
    photos: str
    files: tuple[str, ...]

    def cuts(self, photos: Path) -> Iterator[tuple[str, Face]]:
        """Each face with its label."""
        entries = json.loads((photos / self.photos / "labels.json").read_text())
        for file in self.files:
            picture = _picture(photos / self.photos / file)
            for tile in entries[file]["tiles"]:
                if tile["label"] in NAMES and tile["axis_aligned"] and not tile.get("doubtful"):
                    x1, y1, x2, y2 = tile["bbox"]
                    right, down = _TRIM * (x2 - x1), _TRIM * (y2 - y1)
                    left, top, right, bottom = x1 + right, y1 + down, x2 - right, y2 - down
                    yield (
                        tile["label"],
                        crop_face(picture, [(left, top), (right, top), (right, bottom), (left, bottom)], 0, _SIZE),
                    )


@dataclass(frozen=True, slots=True)
class StandingRow:
    """Tiles that stand side by side, from the left: the seams between faces along their tops and along their feet.

    Boxes of standing tiles take in their tops, and two of these labels are wrong: this was measured in the photos.
    """

    file: str
    labels: str
    tops_x: tuple[int, ...]
    tops_y: _Span
    feet_x: tuple[int, ...]
    feet_y: _Span

    def quads(self) -> Iterator[tuple[str, NDArray[np.float64]]]:
        """Each label with its corners (4, 2), clockwise from the top left."""
        tops = _line(self.tops_x, self.tops_y)
        feet = _line(self.feet_x, self.feet_y)
        for place, label in enumerate(self.labels.split()):
            yield label, np.array([tops[place], tops[place + 1], feet[place + 1], feet[place]])


@dataclass(frozen=True, slots=True)
class StandingSet:
    """A set of which only photos of standing rows exist."""

    name: str
    photos: str
    rows: tuple[StandingRow, ...]

    def cuts(self, photos: Path) -> Iterator[tuple[str, Face]]:
        """Each face with its label."""
        for row in self.rows:
            picture = _picture(photos / self.photos / row.file)
            for label, quad in row.quads():
                yield label, crop_face(picture, quad + _TRIM * (np.roll(quad, 2, axis=0) - quad), 0, _SIZE)


INDEXED: Final = BoxedSet(
    "indexed", "hk_trays", tuple(f"hk_{number:04}.jpg" for number in (324, 325, *range(335, 344)))
)
"""Chinese, with small letters and numerals in a corner; several tiles of most kinds, in several lights."""

LETTERED: Final = BoxedSet("lettered", "hk_tables", ("hkm_0333.jpg",))
"""Chinese, with large red numerals; the green and the red dragon are animals."""

NUMBERED: Final = BoxedSet("numbered", "hk_tables", ("hkm_0000.jpg",))
"""Chinese, with very large red numerals, in which networks believe more than in the face; dragons are animals."""

JAPANESE: Final = StandingSet(
    "japanese",
    "jp_standing",
    (
        StandingRow(
            "leo_0000.jpg",
            "6z 7z 4z 3z 2z 5z 1z",
            (164, 202, 240, 278, 314, 351, 387, 424),
            (306, 298),
            (168, 204, 241, 278, 314, 350, 386, 421),
            (385, 374),
        ),
        StandingRow(
            "leo_0001.jpg",
            "1m 2m 3m 4m 5m 6m 7m 8m 9m",
            (110, 149, 187, 226, 265, 303, 338, 375, 412, 450),
            (303, 300),
            (117, 154, 191, 229, 266, 303, 338, 374, 410, 446),
            (385, 379),
        ),
        StandingRow(
            "leo_0002.jpg",
            "1p 2p 3p 4p 5p 6p 7p 8p 9p",
            (107, 147, 183, 221, 258, 295, 329, 363, 399, 433),
            (287, 285),
            (114, 150, 186, 223, 259, 295, 329, 364, 398, 431),
            (365, 360),
        ),
        StandingRow(
            "leo_0003.jpg",
            "1s 2s 3s 4s 5s 6s 7s 8s 9s",
            (142, 179, 215, 252, 287, 323, 357, 390, 426, 464),
            (283, 282),
            (146, 183, 217, 254, 289, 323, 357, 391, 426, 460),
            (361, 357),
        ),
    ),
)
"""Japanese: black ink, a blank white dragon; one small photo of each tile."""

RealSet = BoxedSet | StandingSet
REAL_SETS: Final[tuple[RealSet, ...]] = (INDEXED, LETTERED, NUMBERED, JAPANESE)


def cut_set(real: RealSet, photos: Path, folder: Path) -> Counter[str]:
    """Write the faces of a set below `folder`, one folder per label, as `--faces` reads them; how many of each."""
    counts: Counter[str] = Counter()

    def write(label: str, face: Face) -> None:
        (folder / label).mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(folder / label / f"{counts[label]:02}.png"), face)
        counts[label] += 1

    chance = np.random.default_rng(17)
    for label, cut in real.cuts(photos):
        face = _in_one_light(cut)
        write(label, face)
        five = LABEL_OF[label]
        if five in FIVES:
            crop = Crop(face, (0, 0, *_SIZE), five, turn_mask(five), real.name)
            write(LABELS[FIVES[five]], recolour_red(crop, FIVES[five], chance).image)
    write(BACK, _drawn_back())
    return counts


def is_red(label: str) -> bool:
    """Whether it is a red five."""
    return LABEL_OF[label] in RED_FIVES


def contact_sheet(folder: Path) -> Face:
    """All faces of a folder, one row per label: to be looked at."""
    rows = []
    for label in (name for name in LABELS if (folder / name).is_dir()):
        faces = [_picture(path) for path in sorted((folder / label).iterdir())][:12]
        blank = np.zeros((_SIZE[1], _SIZE[0] * (12 - len(faces)), 3), np.uint8)
        rows.append(np.hstack([*faces, blank]))
    return np.vstack(rows)


def _in_one_light(face: Face) -> Face:
    """The face as if its body had the colour that all tiles of a set have."""
    light = face.sum(axis=2, dtype=np.int32)
    body = np.median(face[light >= np.percentile(light, 70)], axis=0)
    return np.asarray(np.clip(face * (_BODY / np.maximum(body, 30.0)), 0, 255), np.uint8)


def _drawn_back() -> Face:
    drawn = cv2.imdecode(np.frombuffer(png(BACK, _SIZE[1]), np.uint8), cv2.IMREAD_UNCHANGED)
    middle = drawn[_SIZE[1] // 2, drawn.shape[1] // 2, :3]
    cover = drawn[..., 3:] / 255
    return np.asarray(drawn[..., :3] * cover + middle * (1 - cover), np.uint8)


def _line(xs: tuple[int, ...], ys: _Span) -> NDArray[np.float64]:
    """Points at these x on the line from the first x at the first y to the last at the second."""
    return np.column_stack([xs, np.interp(xs, (xs[0], xs[-1]), ys)])


def _picture(path: Path) -> Face:
    picture = cv2.imread(str(path))
    assert picture is not None, f"{path} is no picture"
    return np.asarray(picture, np.uint8)
