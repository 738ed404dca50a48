"""Measures the whole way from a photo to its tiles: `python -m models.evaluate_photos`.

Whole photos of the validation series, and invented scenes of validation faces whose truth is exact. A labelled tile is
found if something was found whose bounding box shares half with its own (IoU), and right if that reads as labelled. A
find that is sure, is a known face and lies on no label is extra; that counts only where every tile bears a label.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from models.crop import LABEL_OF, Image
from models.export import write_card
from models.locator_pool import Job, Mark, render_scenes
from models.options import measuring_parser
from models.photos import PHOTO_SETS, Part, labelled, read_photo
from referee.tiles.names import OTHER
from vision.classify import Classifier
from vision.locate_model import LocatorModel
from vision.locate_network import NetworkLocator, PhotoLocator
from vision.locator_file import read_locator_card
from vision.model_file import MARGIN
from vision.paper import settle_plain
from vision.photo_tile import PhotoTile

SEED: Final = 777
LEAST_IOU: Final = 0.5
_ON_LABEL: Final = 0.2  # IoU from which a find belongs to a label, well or badly
_INVENTED: Final = 60
_SOME_UNLABELLED: Final = (
    *(13, 16, 63, 64, 70, 72, 74, 75, 76, 79, 80, 83, 126, 127, 138, 144, 145, 166),
    *(326, 327, 328, 329, 330, 332, 333, 334),
)
NOT_COMPLETE: Final = frozenset(f"hk_{number:04}.jpg" for number in _SOME_UNLABELLED)
"""Validation photos of hk_trays in which tiles without a label are seen; all others of that set are complete."""


Boxes = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Case:
    """A picture with the boxes (n, 4) and labels of its tiles ('' where only the place is known or nothing counts).

    `shown`: the labels of which the known mistakes are set right, if there are any (`models.wrong_labels`).
    """

    name: str
    picture: Image
    boxes: Boxes
    labels: Sequence[str]
    counts: NDArray[np.bool_]
    complete: bool
    shown: Sequence[str] = ()


@dataclass(slots=True)
class Tally:
    """What was counted over the photos of one set."""

    name: str
    photos: int = 0
    tiles: int = 0
    found: int = 0
    right: int = 0
    sure: int = 0
    sure_wrong: int = 0
    right_shown: int = 0
    sure_wrong_shown: int = 0
    complete: int = 0
    complete_sure: int = 0
    extras: int = 0
    seconds: list[float] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)

    def as_fields(self) -> dict[str, Any]:
        """For the card."""
        tiles = max(1, self.tiles)
        return {
            "photos": self.photos,
            "tiles": self.tiles,
            "found": round(self.found / tiles, 4),
            "found_and_right": round(self.right / tiles, 4),
            "sure": round(self.sure / max(1, self.found), 4),
            "wrong_among_sure": round(self.sure_wrong / max(1, self.sure), 4),
            "labels_set_right": {
                "found_and_right": round(self.right_shown / tiles, 4),
                "wrong_among_sure": round(self.sure_wrong_shown / max(1, self.sure), 4),
            },
            "complete_photos": self.complete,
            "sure_extras": round(self.extras / max(1, self.complete_sure), 4),
            "confusions": dict(self.wrong.most_common(8)),
        }


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the figures and writes them into the locator's card."""
    options = _parser().parse_args(argv)
    console = Console(width=150)
    classifier = Classifier(threads=options.threads)
    settle = partial(settle_plain, card=classifier.model)
    locator = NetworkLocator(LocatorModel(options.model, options.threads), classifier, MARGIN, settle)
    tallies = []
    with Progress(console=console, transient=True) as progress:
        for name, cases in _sets(options):
            tally = Tally(name)
            for case in progress.track(list(cases), description=name):
                count(case, locator, tally, options.draw)
            tallies.append(tally)
    console.print(_table(tallies))
    if not options.dry:
        card = read_locator_card(options.model)
        kept = {key: value for key, value in card.metrics.items() if key == "trained_on_windows"}
        metrics = {**kept, "sets": {tally.name: tally.as_fields() for tally in tallies}}
        write_card(options.model, replace(card, metrics=metrics))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = measuring_parser("evaluate_photos", __doc__, model="locator.onnx")
    parser.add_argument("--sets", nargs="*", help="only these sets")
    parser.add_argument("--draw", type=Path, help="write every photo with its finds into this folder")
    return parser


def _sets(options: argparse.Namespace) -> Iterable[tuple[str, list[Case]]]:
    for photo_set in PHOTO_SETS:
        if not options.sets or photo_set.name in options.sets:
            yield photo_set.name, read_cases(options.photos, photo_set.name)
    if not options.sets or "invented" in options.sets:
        job = Job(options.photos, options.art, options.own, "validation", SEED, 0, _INVENTED)
        yield "invented", [_invented(number, sample) for number, sample in enumerate(render_scenes(job))]


def read_cases(photos: Path, name: str, part: Part = "validation") -> list[Case]:
    """The photos of one part of one set. Of `hk_trays` most bear a label on every tile."""
    cases = []
    for file, entry in labelled(photos, name, part):
        tiles = entry["tiles"]
        labels, shown = (
            [tile[which] if tile[which] in LABEL_OF else OTHER for tile in tiles] for which in ("label", "shown")
        )
        boxes = np.array([tile["bbox"] for tile in tiles], np.float64).reshape(-1, 4)
        counts = np.array([not tile.get("doubtful") for tile in tiles], np.bool_)
        complete = name == "hk_trays" and file.name not in NOT_COMPLETE
        cases.append(Case(f"{name}-{file.stem}", read_photo(file), boxes, labels, counts, complete, shown))
    return cases


def _invented(number: int, sample: Any) -> Case:
    corners = sample.corners.reshape(-1, 4, 2).astype(np.float64)
    boxes = np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1)
    counts = sample.marks == Mark.FACE
    return Case(f"invented-{number}", sample.picture(), boxes, [""] * len(boxes), counts, True)


def count(case: Case, locator: PhotoLocator, tally: Tally, folder: Path | None = None) -> None:
    """Looks at one photo and adds to the tally what was found, right, and extra."""
    began = time.perf_counter()
    tiles = locator.find(case.picture)
    tally.seconds.append(time.perf_counter() - began)
    found = np.array([[*tile.corners.min(axis=0), *tile.corners.max(axis=0)] for tile in tiles]).reshape(-1, 4)
    shared = iou(case.boxes, found)
    pairs = matched(shared, LEAST_IOU)
    tally.photos += 1
    missed: list[int] = []
    for place, label in enumerate(case.labels):
        if not case.counts[place]:
            continue
        tally.tiles += 1
        if place not in pairs:
            missed.append(place)
            continue
        tile = tiles[pairs[place]]
        tally.found += 1
        right = label in ("", tile.answer.label)
        tally.right += right
        tally.sure += tile.sure
        tally.sure_wrong += tile.sure and not right
        right_shown = (case.shown or case.labels)[place] in ("", tile.answer.label)
        tally.right_shown += right_shown
        tally.sure_wrong_shown += tile.sure and not right_shown
        if not right:
            tally.wrong[f"{label}>{tile.answer.label}"] += 1
    loose = shared.max(axis=0, initial=0.0) < _ON_LABEL
    sure = np.array([tile.sure and tile.answer.label != OTHER for tile in tiles], np.bool_)
    if case.complete:
        tally.complete += 1
        tally.complete_sure += int(sure.sum())
        tally.extras += int((sure & loose).sum())
    if folder is not None:
        _draw(case, tiles, pairs, missed, folder)


def iou(boxes: Boxes, others: Boxes) -> NDArray[np.float64]:
    """(n, m): the common area of boxes (n, 4) and (m, 4) over the area of both together."""
    low = np.maximum(boxes[:, None, :2], others[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    common = np.prod(np.maximum(high - low, 0), axis=2)
    areas = [np.prod(some[:, 2:] - some[:, :2], axis=1) for some in (boxes, others)]
    return np.asarray(common / np.maximum(areas[0][:, None] + areas[1][None] - common, 1e-9))


def matched(shared: NDArray[np.float64], least: float) -> dict[int, int]:
    """Row to column, each at most once, the best pairs first."""
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for flat in np.argsort(-shared, axis=None):
        row, column = (int(value) for value in np.unravel_index(flat, shared.shape))
        if shared[row, column] < least:
            break
        if row not in pairs and column not in taken:
            pairs[row] = column
            taken.add(column)
    return pairs


def _draw(
    case: Case, tiles: Sequence[PhotoTile], pairs: dict[int, int], missed: Sequence[int], folder: Path
) -> None:  # fmt: skip
    """Finds in green (right), orange (wrong), blue (on no label; thin if unsure); missed labels in red."""
    picture = case.picture.copy()
    owner = {column: row for row, column in pairs.items()}
    for place, tile in enumerate(tiles):
        row = owner.get(place)
        right = row is not None and case.labels[row] in ("", tile.answer.label)
        colour = (255, 120, 0) if row is None else (60, 200, 40) if right else (0, 140, 255)
        thick = 2 if tile.sure else 1
        cv2.polylines(picture, [np.round(tile.corners * 8).astype(np.int32)], True, colour, thick, cv2.LINE_AA, 3)
        x, y = tile.corners.mean(axis=0)
        text = f"{tile.answer.label}"
        cv2.putText(picture, text, (int(x) - 10, int(y) + 4), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (160, 0, 160), 1)
    for row in missed:
        x1, y1, x2, y2 = (int(value) for value in case.boxes[row])
        cv2.rectangle(picture, (x1, y1), (x2, y2), (0, 0, 255), 2)
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / f"{case.name}.png"), picture)


def _table(tallies: Sequence[Tally]) -> Table:
    table = Table(
        "set", "photos", "tiles", "found", "right", "sure", "wrong sure", "set right", "extras", "ms", "confusions"
    )
    for one in tallies:
        fields = one.as_fields()
        extras = f"{one.extras}/{one.complete_sure}"
        shares = [f"{fields[key]:.1%}" for key in ("found", "found_and_right", "sure", "wrong_among_sure")]
        shares.append(f"{fields['labels_set_right']['wrong_among_sure']:.1%}")
        confusions = ", ".join(f"{pair} {count}" for pair, count in one.wrong.most_common(6))
        ms = f"{1000 * float(np.median(one.seconds)):.0f}"
        table.add_row(one.name, str(one.photos), str(one.tiles), *shares, extras, ms, confusions)
    return table


if __name__ == "__main__":
    sys.exit(main())
