"""Cuts faces out of labelled photos into one folder per label: what `junanaho simulate --faces FOLDER` lays on tiles.

`python -m models.cut_faces FOLDER` takes the validation series of `hk_trays`, on which nothing is trained, so that the
simulated table can be played with tiles that the model has never seen. The pictures are the photographers': keep the
folder to yourself, or pass the credit in `models/README.md` on with it.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.crop import OTHER, Crop
from models.photos import PHOTO_SETS, read_crops
from referee.tiles.names import LABELS
from vision.classify import Classifier

_HEIGHT_PX: Final = 104
_WIDTH_PX: Final = 76
_TRIM: Final = 0.02  # of each side: boxes are drawn by hand, and what lies behind a tile is not its face


def main(arguments: Sequence[str] | None = None) -> int:
    """Cut the faces; prints how many of each label there are."""
    parser = argparse.ArgumentParser(prog="models.cut_faces", description=__doc__)
    parser.add_argument("folder", type=Path, help="where to write, one folder per label")
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"), help="the labelled photos")
    parser.add_argument("--set", default="hk_trays", choices=[photos.name for photos in PHOTO_SETS])
    parser.add_argument("--part", default="validation", choices=["train", "validation"])
    options = parser.parse_args(arguments)
    if not options.photos.is_dir():
        sys.stderr.write(f"{options.photos}: no folder of labelled photos\n")
        return 2
    photo_set = next(photos for photos in PHOTO_SETS if photos.name == options.set)
    crops = [crop for crop in read_crops(options.photos, photo_set, options.part) if crop.label != OTHER]
    counts: Counter[str] = Counter()
    for crop, face in zip(crops, upright_faces(crops), strict=True):
        label = LABELS[crop.label]
        folder = options.folder / label
        folder.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(folder / f"{counts[label]:04}.png"), face)
        counts[label] += 1
    sys.stdout.write(", ".join(f"{label} {count}" for label, count in sorted(counts.items())) + "\n")
    return 0


def upright_faces(crops: Sequence[Crop]) -> list[NDArray[np.uint8]]:
    """Each crop's face, (104, 76, 3) BGR, turned upright as far as the classifier can tell."""
    faces = [_face(crop) for crop in crops]
    answers = Classifier(threads=2).classify(faces)
    turned = (np.rot90(face, -answer.turn) for face, answer in zip(faces, answers, strict=True))
    return [
        np.asarray(cv2.resize(face, (_WIDTH_PX, _HEIGHT_PX), interpolation=cv2.INTER_CUBIC), np.uint8)
        for face in map(np.ascontiguousarray, turned)
    ]


def _face(crop: Crop) -> NDArray[np.uint8]:
    x1, y1, x2, y2 = crop.box
    trim_x, trim_y = _TRIM * (x2 - x1), _TRIM * (y2 - y1)
    left, top, right, bottom = (round(value) for value in (x1 + trim_x, y1 + trim_y, x2 - trim_x, y2 - trim_y))
    return np.ascontiguousarray(crop.image[top:bottom, left:right])


if __name__ == "__main__":
    sys.exit(main())
