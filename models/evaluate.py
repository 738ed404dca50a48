"""Measures a trained model and completes its card: `python -m models.evaluate`.

The sets are crops of the validation series (never trained on), single tiles of many designs, red fives made of
validation photos, drawn scenes of what photos do not have, and bad cuts. The temperature is fitted on the real
validation sets; the thresholds are set by hand and only reported on. Each crop is read through the product's own
classifier, in all four turns, so the turn it lies in makes no difference.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from models.art import read_glyphs
from models.body import random_body, white_back
from models.camera import cut_badly, cut_well
from models.crop import BACK, FIVES, OTHER, WHITE, Crop, Image
from models.export import write_card
from models.inks import is_grey, recolour_red
from models.measure import Measures, Reading, fit_temperature, measure
from models.options import measuring_parser
from models.photos import PHOTO_SETS, read_crops, read_singles
from models.scene import Scenery, empty_scene
from vision.classify import Classifier
from vision.model_file import MARGIN, read_card

SEED: Final = 90210
SURE_THRESHOLD: Final = 0.9
SURE_MARGIN: Final = 0.8
DRAWN: Final = 600
"""Pictures in each drawn set."""

TOP_SIDE: Final = 0.13
"""How much of a standing tile's box is its top side, roughly; a locator cuts it off."""


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the figures and writes them, the temperature and the thresholds into the card."""
    options = _parser().parse_args(argv)
    console = Console(width=150)
    classifier = Classifier(options.model, threads=options.threads)
    real = [_read(classifier, name, faces) for name, faces in _real_sets(options.photos)]
    made = [_read(classifier, name, faces) for name, faces in _made_sets(options)]
    temperature = fit_temperature(real)
    measures = [measure(reading, temperature, SURE_THRESHOLD, SURE_MARGIN) for reading in real + made]
    console.print(_table(measures), f"temperature {temperature:.3f}")
    if options.errors:
        _save_errors(options.errors, options.photos, classifier)
    card = read_card(options.model)
    metrics = {
        **{key: value for key, value in card.metrics.items() if key == "trained_on_pictures"},
        "sets": {figures.name: figures.as_fields() for figures in measures},
    }
    card = replace(
        card, temperature=temperature, sure_threshold=SURE_THRESHOLD, sure_margin=SURE_MARGIN, metrics=metrics
    )
    if not options.dry:
        write_card(options.model, card)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = measuring_parser("evaluate", __doc__, model="tiles.onnx")
    parser.add_argument("--errors", type=Path, help="write the misread photo crops as pictures into this folder")
    return parser


def cut(crop: Crop, margin: float = MARGIN) -> Image:
    """The face with the margin that the locator keeps, straight and undistorted."""
    x1, y1, x2, y2 = crop.box
    dx, dy = margin * (x2 - x1), margin * (y2 - y1)
    height, width = crop.image.shape[:2]
    left, top = max(0, round(x1 - dx)), max(0, round(y1 - dy))
    return crop.image[top : min(height, round(y2 + dy)), left : min(width, round(x2 + dx))]


Faces = list[tuple[Image, int]]


def _real_sets(photos: Path) -> Iterable[tuple[str, Faces]]:
    for photo_set in PHOTO_SETS:
        crops = read_crops(photos, photo_set, "validation")
        if not photo_set.standing:
            yield photo_set.name, [(cut(crop), crop.label) for crop in crops]
            continue
        yield photo_set.name, [(cut(_without_top(crop)), crop.label) for crop in crops]
        yield f"{photo_set.name}, top side left on", [(cut(crop, 0.0), crop.label) for crop in crops]
    yield "mixed_sets", [(crop.image, crop.label) for crop in read_singles(photos)]


def _made_sets(options: argparse.Namespace) -> Iterable[tuple[str, Faces]]:
    rng = np.random.default_rng(SEED)
    crops = [c for s in PHOTO_SETS[:2] for c in read_crops(options.photos, s, "validation")]
    fives = [crop for crop in crops if crop.label in FIVES and not is_grey(crop)]
    yield "photos: fives", [(cut(crop), crop.label) for crop in fives]
    yield "photos: fives made red", [(cut(r), r.label) for r in (recolour_red(c, FIVES[c.label], rng) for c in fives)]
    scenery = Scenery(read_glyphs(options.art, options.own))
    yield "drawn: fives", _drawn(scenery, list(FIVES), rng)
    yield "drawn: red fives", _drawn(scenery, list(FIVES.values()), rng)
    yield "drawn: white dragons", _drawn(scenery, [WHITE], rng)
    yield "drawn: backs", _drawn(scenery, [BACK], rng)
    yield "drawn: white backs", _drawn(scenery, [BACK], rng, white=True)
    yield "drawn: all faces", _drawn(scenery, list(range(37)), rng)
    bad = [cut_badly(crops[rng.integers(len(crops))], rng) for _ in range(DRAWN)]
    yield "photos: bad cuts", [(picture, label) for picture, label, _ in bad]
    yield "no tile at all", [(cut_well(empty_scene(rng), rng)[0], OTHER) for _ in range(DRAWN)]


def _drawn(scenery: Scenery, labels: list[int], rng: np.random.Generator, white: bool = False) -> Faces:
    faces = []
    for number in range(DRAWN):
        body = replace(random_body(rng), back=white_back(rng)) if white else None
        crop = scenery.draw(rng, labels[number % len(labels)], body)
        faces.append((_from_above(cut(crop), rng), crop.label))
    return faces


def _from_above(face: Image, rng: np.random.Generator) -> Image:
    """As an overhead camera of 1080 or 2160 lines sees it: 26 to 75 pixels wide, some noise, lamp light, JPEG."""
    width = int(rng.integers(26, 76))
    size = (width, round(width * face.shape[0] / face.shape[1]))
    small = cv2.resize(face, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    warmth = float(rng.uniform(-0.08, 0.08))
    small *= float(rng.uniform(0.55, 1.05)) * np.exp(np.array([-warmth, 0, warmth], np.float32))
    small += rng.normal(0, rng.uniform(1, 4), small.shape)
    code = cv2.imencode(".jpg", small.clip(0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
    return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)


def _without_top(crop: Crop) -> Crop:
    x1, y1, x2, y2 = crop.box
    return replace(crop, box=(x1, y1 + TOP_SIDE * (y2 - y1), x2, y2))


def _read(classifier: Classifier, name: str, faces: Faces) -> Reading:
    read = classifier.classify([face for face, _ in faces])
    log_probs = np.stack([one.log_probs for one in read])
    logits = log_probs * np.float32(classifier.model.temperature)
    return Reading(name, logits, np.array([label for _, label in faces]))


def _table(measures: list[Measures]) -> Table:
    table = Table("set", "crops", "right", "sure", "wrong among sure", "weakest", "main confusions")
    for one in measures:
        fields = one.as_fields()
        weakest = " ".join(f"{label} {share:.0%}" for label, share in list(fields["weakest"].items())[:4])
        confusions = ", ".join(f"{pair} {count}" for pair, count in list(one.confusions.items())[:4])
        shares = (f"{one.right:.2%}", f"{one.sure:.1%}", f"{one.wrong_sure:.2%}")
        table.add_row(one.name, str(one.crops), *shares, weakest, confusions)
    return table


def _save_errors(folder: Path, photos: Path, classifier: Classifier) -> None:
    """Writes every misread photo crop, named true-read-confidence, to be looked at (many are wrong labels)."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, faces in _real_sets(photos):
        for number, (one, (face, label)) in enumerate(
            zip(classifier.classify([face for face, _ in faces]), faces, strict=True)
        ):
            true = classifier.model.labels[label]
            if one.label != true:
                file = f"{name.split(',')[0]}-{true}-{one.label}-{one.confidence:.2f}-{number}.png"
                cv2.imwrite(str(folder / file), face)


if __name__ == "__main__":
    sys.exit(main())
