"""Trains the locator: `python -m models.train_locator`, then `python -m models.evaluate_photos`.

Renders invented scenes once (kept under `models/training/`), trains for a given time on them and on the training
photos, and writes `models/locator.onnx` with a card. It can be stopped at any moment and taken up with `--resume`. One
process trains, one prepares windows, a few more render.
"""

import argparse
import os
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import torch
from rich.console import Console
from rich.progress import Progress
from torch import Tensor
from torch.nn import functional as nnf
from torch.utils.data import DataLoader

from models.export_locator import export_locator
from models.locator_network import LocatorNetwork
from models.locator_pool import CHUNK, Job, read_photos, render_missing, save_samples
from models.locator_targets import DOUBT
from models.locator_windows import Batch, Windows
from models.network import device, quick_numbers
from models.options import check_material, training_parser
from models.photos import PHOTO_SETS
from models.run import DECAY, Lesson, Run, Unit, begin, command, spend
from vision.locate_planes import HEAT, IS_LEVEL, LEVEL, STEEP

_CHECKPOINT: Final = "locator-checkpoint.pt"
_STEEPEST: Final = 5.0
_CORNER_WEIGHT: Final = 6.0
_LEVEL_WEIGHT: Final = 0.1
_DOUBTED_FROM: Final = 0.3  # heat away from a photo's labels above which it may well be a tile without a label
_DOUBT_WEIGHT: Final = 0.5
_KEPT_BATCHES: Final = 60
_DOUBT_SECONDS: Final = 600.0  # of a run, before what the network thinks of such places counts for anything


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command; returns 0, or 2 when something it needs is missing."""
    return command(_parser(), argv, _train)


def _parser() -> argparse.ArgumentParser:
    parser = training_parser(
        "train_locator", __doc__, out="locator.onnx", minutes=70.0, batch=16, rate=3e-3, seed=1, threads=1
    )
    parser.add_argument("--scenes", type=int, default=2800, help="scenes to render")
    parser.add_argument("--workers", type=int, default=2, help="processes that prepare windows")
    return parser


def _sample_files(options: argparse.Namespace, console: Console) -> list[Path]:
    """The training samples as files, which every process can read for itself."""
    check_material(options)
    jobs = [
        Job(options.photos, options.art, options.own, "train", options.seed, number, CHUNK)
        for number in range(-(-options.scenes // CHUNK))
    ]
    with Progress(console=console) as progress:
        scenes = render_missing(jobs, options.work, min(4, os.cpu_count() or 1), progress)
    photos = options.work / "photos.npz"
    samples = [sample for photo_set in PHOTO_SETS for sample in read_photos(options.photos, photo_set, "train")]
    save_samples(photos, samples)
    return [photos, *scenes]


def _train(options: argparse.Namespace, console: Console) -> None:
    files = _sample_files(options, console)
    run, plan = begin(LocatorNetwork, Unit.WINDOWS, _CHECKPOINT, options)
    windows = Windows(files, options.batch, options.seed + run.seen)
    loader = DataLoader(windows, batch_size=None, num_workers=options.workers, prefetch_factor=8)
    batches = _repeated(loader, random.Random(options.seed))
    shown = "heat {:.3f}  corners {:.4f}  level {:.3f}"
    spend(run, plan, batches, _learn, shown=shown, newest=0.01, console=console)
    export_locator(run.average, options.out, windows=run.seen)
    console.print(f"wrote {options.out} after {run.seen} windows; now run python -m models.evaluate_photos")


def _repeated(batches: Iterable[Batch], chance: random.Random) -> Iterator[Batch]:
    """Each batch about twice, now and some time later in another light: preparing one takes as long as learning it."""
    kept: list[Batch] = []
    for batch in batches:
        yield batch
        kept.append(batch)
        if len(kept) > _KEPT_BATCHES:
            old = kept.pop(chance.randrange(len(kept)))
            pictures = old["pictures"].float()
            gain = torch.exp(0.15 * torch.randn(len(pictures), 1, 1, 3)) * torch.exp(
                0.2 * torch.randn(len(pictures), 1, 1, 1)
            )
            yield old | {"pictures": (pictures * gain).clamp(0, 255)}


def _learn(run: Run[LocatorNetwork], batch: Batch) -> Lesson:
    """One step; its figures are the three losses."""
    place = device()
    batch = {name: plane.to(place) for name, plane in batch.items()}
    run.network.train()
    pictures = batch["pictures"].permute(0, 3, 1, 2).float().contiguous(memory_format=torch.channels_last)
    with quick_numbers():
        planes = run.network.read(pictures)
    losses = losses_of(planes.float(), batch, doubt=run.seconds > _DOUBT_SECONDS)
    steps = run.seen / len(pictures)
    run.step(losses.sum(), _STEEPEST, min(DECAY, (1 + steps) / (10 + steps)))  # the first weights are soon forgotten
    return Lesson(len(pictures), losses.detach())


def losses_of(planes: Tensor, batch: Batch, *, doubt: bool) -> Tensor:
    """(3,): of heat, corners and which kind of corners.

    Where a photo's labels say nothing, low heat is pressed lower (if `doubt`), and high heat is left alone.
    """
    logits, wanted = planes[:, HEAT], batch["heat"]
    heat = logits.sigmoid()
    weight = batch["heat_weight"].clone()
    unknown = weight == DOUBT
    weight[unknown] = _DOUBT_WEIGHT * (heat.detach()[unknown] < _DOUBTED_FROM).float() if doubt else 0.0
    loss = nnf.binary_cross_entropy_with_logits(logits, wanted, reduction="none") * (heat - wanted).abs() ** 2
    tiles = (wanted == 1).sum().clamp(min=1)
    heat_loss = (loss * weight).sum() / tiles
    size = batch["size"][:, None]
    corner_loss = planes.new_zeros(())
    for way, part in enumerate((LEVEL, STEEP)):
        off = (planes[:, part] - batch["corners"][:, way]).abs() / size
        counts = batch["corner_weight"][:, way] * (0.2 + wanted)
        corner_loss = corner_loss + (off.mean(dim=1) * counts).sum() / counts.sum().clamp(min=1)
    level_loss = nnf.binary_cross_entropy_with_logits(planes[:, IS_LEVEL], batch["is_level"], reduction="none")
    level_weight = batch["level_weight"]
    level = (level_loss * level_weight).sum() / level_weight.sum().clamp(min=1)
    return torch.stack([heat_loss, _CORNER_WEIGHT * corner_loss, _LEVEL_WEIGHT * level])


if __name__ == "__main__":
    sys.exit(main())
