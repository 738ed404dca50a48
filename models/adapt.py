"""Adapts the classifier to a house's own tiles: `junanaho train --adapt FOLDER`, `python -m models.adapt FOLDER`.

FOLDER holds captured faces. The model is trained on for some minutes, half on them and half on drawings by which it
keeps what it knows, and is written only if it is not worse on the reference sample. It can be stopped at any moment and
taken up with `--resume`. Runs in one process. Exit status 1: nothing was written, and the reasons are told.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from rich.console import Console
from rich.progress import Progress, TextColumn
from rich.table import Table

from models.adapt_blend import blended, squared
from models.adapt_gate import Comparison, figures_of, objections
from models.adapt_network import shipped_network, write_like
from models.adapt_pool import captured_pool, reference_pool
from models.adapt_run import AdaptPlan, adapt_network
from models.adapt_trust import Looked, doubts
from models.captured import CapturedCrop, read_captured
from models.crop import Image
from models.evaluation_sets import cut
from models.export import write_card
from models.measure import Reading, fit_temperature
from models.network import TileNetwork
from models.options import ROOT
from models.reference_sample import ReferenceSample, reading_of
from referee.tiles.names import LABELS
from vision.classify import Classifier
from vision.model_file import ModelCard, ModelFileError

LEAST_FACES: Final = 20
_POOL_SHARE: Final = 0.2
"""Pictures that are made, in parts of those that are learnt from: each is shown several times, turned and tinted."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What both models are asked: the reference sample, and the faces that are not trained on."""

    sample: ReferenceSample
    faces: tuple[Image, ...]
    labels: tuple[int, ...]

    def readings(self, classifier: Classifier) -> list[Reading]:
        """The sets as a model reads them, those with pictures in them."""
        found = [reading_of(classifier, "reference sample", list(self.sample.pictures), self.sample.labels.tolist())]
        if self.faces:
            found.append(reading_of(classifier, "held-out faces", list(self.faces), list(self.labels)))
        return found


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of it: the model file if one was written, why not, and what was measured."""

    model: Path | None
    sha256: str
    reasons: tuple[str, ...]
    comparisons: tuple[Comparison, ...]
    faces: int
    seconds: float


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command; returns 0, 1 when the model is refused, or 2 when something it needs is missing or wrong."""
    options = _parser().parse_args(argv)
    console = Console(stderr=True)
    try:
        outcome = _adapt(options, console)
    except (OSError, ValueError, ModelFileError) as error:
        console.print(f"cannot adapt: {error}", style="red", markup=False, soft_wrap=True)
        return 2
    if options.json:
        sys.stdout.write(json.dumps(_as_fields(outcome), ensure_ascii=False) + "\n")
    else:
        _tell(outcome, Console())
    return 0 if outcome.model is not None else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m models.adapt", description=__doc__)
    parser.add_argument("folder", type=Path, help="captured faces")
    parser.add_argument("--out", type=Path, required=True, help="the model file to write; it must not exist")
    parser.add_argument("--model", type=Path, default=ROOT / "models" / "tiles.onnx", help="the model to adapt")
    parser.add_argument("--work", type=Path, help="folder for the unfinished run (default: FOLDER/adapting)")
    parser.add_argument("--pictures", type=int, default=24_000, help="pictures to learn from")
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=4e-4, help="highest learning rate")
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--threads", type=int, default=min(4, os.cpu_count() or 1), help="threads that train")
    parser.add_argument("--resume", action="store_true", help="go on with the unfinished run")
    parser.add_argument("--trust-labels", action="store_true", help="train although the model surely reads otherwise")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _adapt(options: argparse.Namespace, console: Console) -> Outcome:
    began = time.monotonic()
    if options.out.exists():
        raise ValueError(f"{options.out} exists: name a file that does not, and the old model stays at hand")
    faces = read_captured(options.folder)
    training = [face for face in faces if not face.held_out]
    if len(training) < LEAST_FACES:
        raise ValueError(f"{options.folder}: {len(training)} faces to train on are too few, {LEAST_FACES} are needed")
    old = Classifier(options.model, threads=options.threads)
    reasons = () if options.trust_labels else doubts(_looked(old, faces))
    if reasons:
        return Outcome(None, "", reasons, (), len(faces), time.monotonic() - began)
    network = _trained(training, old.model, options, console)
    held_out = [face for face in faces if face.held_out]
    checked = Checked(
        ReferenceSample.load(), tuple(cut(face.crop) for face in held_out), tuple(face.crop.label for face in held_out)
    )
    return _written(network, old, checked, len(faces), options, began)


def _looked(classifier: Classifier, faces: Sequence[CapturedCrop]) -> list[Looked]:
    answers = classifier.classify([cut(face.crop) for face in faces])
    return [
        Looked(LABELS[face.crop.label], answer.label, answer.sure) for face, answer in zip(faces, answers, strict=True)
    ]


def _trained(
    faces: Sequence[CapturedCrop], card: ModelCard, options: argparse.Namespace, console: Console
) -> TileNetwork:
    work: Path = options.work or options.folder / "adapting"
    work.mkdir(mode=0o700, parents=True, exist_ok=True)
    count = max(options.batch, round(options.pictures * _POOL_SHARE / 2))
    checkpoint = work / f"{card.sha256[:12]}-{options.seed}.pt"
    plan = AdaptPlan(options.pictures, options.batch, options.rate, options.seed, options.threads, checkpoint)
    columns = (*Progress.get_default_columns(), TextColumn("{task.fields[state]}"))
    with Progress(*columns, console=console) as progress:
        drawing = progress.add_task("making pictures", total=2 * count, state="")
        captured = captured_pool(faces, count, options.seed, partial(progress.advance, drawing))
        reference = reference_pool(count, options.seed, partial(progress.advance, drawing))
        progress.update(drawing, completed=2 * count)
        task = progress.add_task("adapting", total=options.pictures, state="")
        before = shipped_network(options.model)
        after = adapt_network(
            deepcopy(before),
            captured,
            reference,
            plan,
            resume=options.resume,
            tell=lambda seen, loss: progress.update(task, completed=seen, state=f"loss {loss:.3f}"),
        )
    shown = np.stack([squared(cut(face.crop)) for face in faces])
    labels = np.array([face.crop.label for face in faces], np.int64)
    network, share = blended(before, after.to("cpu"), shown, labels, card)
    console.print(f"{share:.0%} of the way is enough to read the captured faces")
    return network


def _written(
    network: TileNetwork, old: Classifier, checked: Checked, faces: int, options: argparse.Namespace, began: float
) -> Outcome:
    """The outcome of a trained network: it is measured as it would be used, and moved to its place if it may be."""
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".adapting-", dir=options.out.parent) as folder:
        path = Path(folder) / options.out.name
        card = replace(old.model, name=options.out.stem, sha256=write_like(path, network, options.model), metrics={})
        write_card(path, card)
        new = Classifier(path, threads=options.threads)
        readings = checked.readings(new)
        # never less cautious than the model that it came from: a house's faces are few
        temperature = max(old.model.temperature, fit_temperature(readings))
        card = replace(card, temperature=temperature)
        before = checked.readings(old)
        comparisons = tuple(
            Comparison(was.name, figures_of(was, old.model), figures_of(now, card))
            for was, now in zip(before, readings, strict=True)
        )
        reasons = objections(comparisons[0], comparisons[1] if len(comparisons) > 1 else None)
        if not reasons:
            sets = {one.name: one.after.as_fields() for one in comparisons}
            metrics = {"adapted_from": old.model.sha256, "captured_faces": faces, "sets": sets}
            write_card(path, replace(card, metrics=metrics))
            # the card first: a model without a card is refused, and one that is there is whole
            path.with_suffix(".json").replace(options.out.with_suffix(".json"))
            path.replace(options.out)
        model = None if reasons else options.out
        return Outcome(model, card.sha256, reasons, comparisons, faces, time.monotonic() - began)


def _as_fields(outcome: Outcome) -> dict[str, Any]:
    return {
        "adapted": outcome.model is not None,
        "model": None if outcome.model is None else {"file": str(outcome.model), "sha256": outcome.sha256},
        "reasons": list(outcome.reasons),
        "sets": [asdict(one) for one in outcome.comparisons],
        "faces": outcome.faces,
        "seconds": round(outcome.seconds, 1),
    }


def _tell(outcome: Outcome, console: Console) -> None:
    if outcome.comparisons:
        table = Table("set", "pictures", "right", "sure", "wrong though sure", box=None, pad_edge=False)
        for one in outcome.comparisons:
            pairs = ("right", "sure", "sure_wrong")
            shown = (f"{getattr(one.before, name)} -> {getattr(one.after, name)}" for name in pairs)
            table.add_row(one.name, str(one.after.count), *shown)
        console.print(table)
    for reason in outcome.reasons:
        console.print(f"refused: {reason}", markup=False, soft_wrap=True)
    if outcome.model is not None:
        words = f"wrote {outcome.model} ({outcome.sha256[:12]}) from {outcome.faces} faces"
        console.print(f"{words} in {outcome.seconds / 60:.1f} minutes", markup=False, soft_wrap=True)


if __name__ == "__main__":
    sys.exit(main())
