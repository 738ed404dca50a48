"""Measures a trained model and completes its card: `python -m models.evaluate`.

The sets are those of `models.evaluation_sets`. The temperature is fitted on the real validation sets; the thresholds
are set by hand and only reported on. Each crop is read through the product's own classifier, in all four turns, so the
turn it lies in makes no difference; where a set comes in rows, plain tiles are settled beside the faces of their row.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from models.evaluation_sets import FaceSet, made_sets, real_sets
from models.export import write_card
from models.measure import Measures, Reading, calibration, fit_temperature, measure
from models.options import measuring_parser
from referee.tiles.names import LABELS
from vision.classify import Classifier
from vision.model_file import ModelCard, read_card
from vision.paper import settle_plain
from vision.see_tile import see_tile

SURE_THRESHOLD: Final = 0.9
SURE_MARGIN: Final = 0.8


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the figures and writes them, the temperature and the thresholds into the card."""
    options = _parser().parse_args(argv)
    console = Console(width=150)
    classifier = Classifier(options.model, threads=options.threads)
    real = list(real_sets(options.photos))
    logits = [_logits(classifier, one) for one in real]
    others = [
        *_set_right(options.photos, logits),
        _as_pictures(classifier, next(one for one in real if one.name == "mixed_sets")),
    ]
    temperature = fit_temperature(logits)
    card = replace(
        read_card(options.model), temperature=temperature, sure_threshold=SURE_THRESHOLD, sure_margin=SURE_MARGIN
    )
    classifier.model = card
    made = [_settled(classifier, one) for one in made_sets(options.photos, options.art)]
    measures = [measure(one, temperature, SURE_THRESHOLD, SURE_MARGIN) for one in [*logits, *others]]
    measures += [measure(one, 1.0, SURE_THRESHOLD, SURE_MARGIN) for one in made]
    curve = calibration(logits, temperature)
    console.print(_table(measures), _curve_table(curve), f"temperature {temperature:.3f}")
    if options.errors:
        _save_errors(options.errors, real, logits)
    if not options.dry:
        write_card(options.model, _completed(card, measures, curve))
    return 0


def _completed(card: ModelCard, measures: list[Measures], curve: list[dict[str, float]]) -> ModelCard:
    trained = {key: value for key, value in card.metrics.items() if key == "trained_on_pictures"}
    sets = {figures.name: figures.as_fields() for figures in measures}
    return replace(card, metrics={**trained, "sets": sets, "calibration": curve})


def _parser() -> argparse.ArgumentParser:
    parser = measuring_parser("evaluate", __doc__, model="tiles.onnx")
    parser.add_argument("--errors", type=Path, help="write the misread photo crops as pictures into this folder")
    return parser


def _logits(classifier: Classifier, faces: FaceSet) -> Reading:
    """The set as the model reads it, without its temperature."""
    read = classifier.classify([face for face, _ in faces.faces])
    log_probs = np.stack([one.log_probs for one in read])
    logits = log_probs * np.float32(classifier.model.temperature)
    return Reading(faces.name, logits, np.array([label for _, label in faces.faces]))


def _as_pictures(classifier: Classifier, singles: FaceSet) -> Reading:
    """The set as `junanaho see --layout tile` reads each picture: it looks for the tile in it first."""
    answers = [see_tile(picture, classifier, classifier.model.margin)[1] for picture, _ in singles.faces]
    logits = np.stack([answer.log_probs for answer in answers]) * np.float32(classifier.model.temperature)
    return Reading(f"{singles.name}, seen as pictures", logits, np.array([label for _, label in singles.faces]))


def _set_right(photos: Path, readings: list[Reading]) -> Iterator[Reading]:
    """The same readings against labels of which the known mistakes are set right, where there are any."""
    for faces, reading in zip(real_sets(photos, set_right=True), readings, strict=True):
        labels = np.array([label for _, label in faces.faces])
        if (labels != reading.labels).any():
            yield replace(reading, name=f"{reading.name}, labels set right", labels=labels)


def _settled(classifier: Classifier, faces: FaceSet) -> Reading:
    """The set as the product reads it: of each row only the first tile counts, the others are beside it."""
    pictures = [face for face, _ in faces.faces]
    answers = classifier.classify(pictures)
    rows = [slice(start, start + faces.row) for start in range(0, len(pictures), faces.row)]
    places = np.column_stack([np.arange(faces.row), np.zeros(faces.row)])
    first = [settle_plain(pictures[row], answers[row], places, classifier.model)[0] for row in rows]
    labels = np.array([faces.faces[row.start][1] for row in rows])
    return Reading(faces.name, np.stack([one.log_probs for one in first]), labels)


def _table(measures: list[Measures]) -> Table:
    table = Table("set", "crops", "right", "sure", "wrong among sure", "right or unsure", "weakest", "main confusions")
    for one in measures:
        fields = one.as_fields()
        weakest = " ".join(f"{label} {share:.0%}" for label, share in list(fields["weakest"].items())[:4])
        confusions = ", ".join(f"{pair} {count}" for pair, count in list(one.confusions.items())[:4])
        shares = (one.right, one.sure, one.wrong_sure, one.right_or_unsure)
        table.add_row(one.name, str(one.crops), *(f"{share:.2%}" for share in shares), weakest, confusions)
    return table


def _curve_table(curve: list[dict[str, float]]) -> Table:
    table = Table("confidence from", "crops", "mean confidence", "right", title="calibration, photos of all sets")
    for step in curve:
        table.add_row(f"{step['from']:.2f}", str(step["crops"]), f"{step['confidence']:.3f}", f"{step['right']:.3f}")
    return table


def _save_errors(folder: Path, sets: list[FaceSet], readings: list[Reading]) -> None:
    """Writes every misread photo crop, named set-true-read-number, to be looked at (many are wrong labels)."""
    folder.mkdir(parents=True, exist_ok=True)
    for one, reading in zip(sets, readings, strict=True):
        best = reading.logits.argmax(axis=1)
        for number in np.flatnonzero(best != reading.labels):
            true, seen = LABELS[reading.labels[number]], LABELS[best[number]]
            file = f"{one.name.split(',')[0]}-{true}-{seen}-{number}.png"
            cv2.imwrite(str(folder / file), one.faces[number][0])


if __name__ == "__main__":
    sys.exit(main())
