"""The reference sample: small pictures of every label, drawn by the project itself, on which every model is checked.

`python -m models.reference_sample` draws it anew (own faces and invented ones, as some camera sees them) and writes
`models/reference_sample.npz`, which is committed: no photo and nobody else's drawing is in it, so whoever trains or
adapts a model can tell whether it became worse. Each label comes equally often, in each turn alike.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from models.art import Glyph, read_glyphs
from models.camera import cut_well
from models.crop import OTHER, Image
from models.invented import invented_glyphs
from models.measure import Reading, measure
from models.options import ROOT
from models.scene import Scenery, empty_scene
from referee.tiles.names import LABELS
from vision.classify import Classifier
from vision.model_file import INPUT_PX

PATH: Final = ROOT / "models" / "reference_sample.npz"
SEED: Final = 17
EACH: Final = 8
"""Pictures of each label."""

INVENTED_SETS: Final = 6
QUALITY: Final = 75
COLUMNS: Final = 24
LARGEST_BYTES: Final = 300_000
_EMPTY_SHARE: Final = 0.25


@dataclass(frozen=True, slots=True)
class ReferenceSample:
    """Pictures (n, INPUT_PX, INPUT_PX, 3, BGR uint8) and their labels (n), places in LABELS."""

    pictures: NDArray[np.uint8]
    labels: NDArray[np.int64]

    @staticmethod
    def load(path: Path = PATH) -> "ReferenceSample":
        """The committed sample. Raises OSError if it is missing."""
        with np.load(path) as data:
            sheet = np.asarray(cv2.imdecode(data["sheet"], cv2.IMREAD_COLOR), np.uint8)
            labels = data["labels"].astype(np.int64)
        rows = sheet.reshape(-1, INPUT_PX, COLUMNS, INPUT_PX, 3).swapaxes(1, 2)
        return ReferenceSample(rows.reshape(-1, INPUT_PX, INPUT_PX, 3)[: len(labels)], labels)

    def save(self, path: Path = PATH) -> None:
        """Write the sample. Raises ValueError if it became too large to be committed."""
        missing = -len(self.labels) % COLUMNS
        filled = np.concatenate([self.pictures, np.zeros((missing, INPUT_PX, INPUT_PX, 3), np.uint8)])
        rows = filled.reshape(-1, COLUMNS, INPUT_PX, INPUT_PX, 3).swapaxes(1, 2)
        sheet = rows.reshape(-1, COLUMNS * INPUT_PX, 3)
        whole = (cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444)  # red ink is told by colour
        code = cv2.imencode(".jpg", sheet, [cv2.IMWRITE_JPEG_QUALITY, QUALITY, *whole])[1]
        if len(code) > LARGEST_BYTES:
            raise ValueError(f"{path}: {len(code)} bytes are more than the {LARGEST_BYTES} that are committed")
        np.savez(path, sheet=code.ravel(), labels=self.labels.astype(np.uint8))


def own_glyphs(rng: np.random.Generator, sets: int = INVENTED_SETS) -> list[Glyph]:
    """The project's own drawings: its faces, and as many invented sets; without faces that no font here can draw."""
    faces = ROOT / "referee" / "tiles" / "faces" / "svg"
    drawn = (glyph for glyph in invented_glyphs(sets, rng) if glyph.pixels[..., 3].any())
    return [*read_glyphs(faces, faces), *drawn]


def draw_sample(seed: int = SEED, each: int = EACH) -> ReferenceSample:
    """The sample of a seed: every label equally often, its pictures turned by no, one, two and three quarters."""
    rng = np.random.default_rng(seed)
    scenery = Scenery(own_glyphs(rng))
    pictures, labels = [], []
    for label in range(len(LABELS)):
        for number in range(each):
            pictures.append(np.rot90(_picture(scenery, label, rng), number % 4))
            labels.append(label)
    return ReferenceSample(np.stack(pictures), np.array(labels, np.int64))


def reading_of(classifier: Classifier, name: str, faces: Sequence[Image], labels: Sequence[int]) -> Reading:
    """A set as a classifier reads it, each face by itself."""
    log_probs = np.stack([answer.log_probs for answer in classifier.classify(faces)])
    return Reading(name, log_probs * np.float32(classifier.model.temperature), np.array(labels, np.int64))


def _picture(scenery: Scenery, label: int, rng: np.random.Generator) -> Image:
    empty = label == OTHER and rng.random() < _EMPTY_SHARE
    return cut_well(empty_scene(rng) if empty else scenery.draw(rng, label), rng)[0]


def main(argv: Sequence[str] | None = None) -> int:
    """Draw the sample and write it, or say what a model makes of the one there is."""
    parser = argparse.ArgumentParser(prog="python -m models.reference_sample", description=__doc__)
    parser.add_argument("--out", type=Path, default=PATH, help="the file to write")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--measure", type=Path, metavar="MODEL", help="only say what this model makes of the sample")
    options = parser.parse_args(argv)
    if options.measure is not None:
        _measure(options.measure)
        return 0
    sample = draw_sample(options.seed)
    sample.save(options.out)
    Console(stderr=True).print(
        f"wrote {options.out}: {len(sample.labels)} pictures, {options.out.stat().st_size} bytes"
    )
    return 0


def _measure(model: Path) -> None:
    classifier, sample = Classifier(model, threads=2), ReferenceSample.load()
    card = classifier.model
    reading = reading_of(classifier, "reference sample", list(sample.pictures), sample.labels.tolist())
    fields = measure(reading, card.temperature, card.sure_threshold, card.sure_margin).as_fields()
    Console().print(*(f"{name}: {value}" for name, value in fields.items()), sep="\n", markup=False)


if __name__ == "__main__":
    sys.exit(main())
