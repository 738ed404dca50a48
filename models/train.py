"""Trains the tile classifier: `python -m models.train`, then `python -m models.evaluate`.

Renders a pool of pictures (kept under `models/training/`, made anew for another seed), trains for a given time, and
writes `models/tiles.onnx` with a card. It can be stopped at any moment and taken up with `--resume`; a finished run is
fine-tuned by `--resume`, with another `--seed` on another pool. Without its checkpoint, `--start models/tiles.onnx`
fine-tunes what is shipped, the normalisations held as they are. Runs in one process, a few more while rendering.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np
import torch
from rich.console import Console
from rich.progress import Progress
from torch import Tensor
from torch.nn import functional as nnf

from models.adapt_network import learning, shipped_network
from models.batches import batches
from models.export_tiles import export_tiles
from models.network import TileNetwork, device, quick_numbers
from models.options import ROOT, check_material, training_parser
from models.pool import CHUNK, Pool, Sources, render_pool
from models.run import DECAY, Lesson, Run, Unit, begin, command, spend

SMOOTHING: Final = 0.03
TURN_WEIGHT: Final = 0.15
_CHECKPOINT: Final = "checkpoint.pt"
_STEEPEST: Final = 2.0


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command; returns 0, or 2 when something it needs is missing."""
    return command(_parser(), argv, _train)


def _parser() -> argparse.ArgumentParser:
    threads = min(4, os.cpu_count() or 1)
    parser = training_parser(
        "train", __doc__, out="tiles.onnx", minutes=25.0, batch=512, rate=4e-3, seed=17, threads=threads
    )
    parser.add_argument("--icons", type=Path, default=ROOT / "models" / "training" / "icons", help="icon packs")
    parser.add_argument("--pool", type=int, default=160_000, help="pictures to render")
    parser.add_argument("--start", type=Path, help="a model file whose weights are trained on")
    return parser


def _pool(options: argparse.Namespace, console: Console) -> Pool:
    path: Path = options.work / f"pool-{options.seed}-{options.pool}.npz"
    if path.is_file():
        return Pool.load(path)
    check_material(options)
    with Progress(console=console) as progress:
        workers = min(options.threads, -(-options.pool // CHUNK))
        sources = Sources(options.photos, options.art, options.icons, options.own)
        pool = render_pool(sources, options.pool, options.seed, workers, progress)
    pool.save(path)
    return pool


def _train(options: argparse.Namespace, console: Console) -> None:
    pool = _pool(options, console)
    start: Path | None = options.start
    run, plan = begin(
        TileNetwork if start is None else partial(shipped_network, start), Unit.PICTURES, _CHECKPOINT, options
    )
    ready = TileNetwork.train if start is None else learning
    shuffled = batches(pool, options.batch, np.random.default_rng(options.seed))
    spend(run, plan, shuffled, partial(_learn, ready), shown="loss {:.3f}  right {:.1%}", newest=0.02, console=console)
    export_tiles(run.average, options.out, pictures=run.seen)
    console.print(f"wrote {options.out} after {run.seen} pictures; now run python -m models.evaluate")


def _learn(
    ready: Callable[[TileNetwork], object], run: Run[TileNetwork], batch: tuple[Tensor, Tensor, Tensor]
) -> Lesson:
    """One step; its figures are the loss of the labels and the share read right."""
    place = device()
    planes, labels, turns = (part.to(place) for part in batch)
    ready(run.network)
    with quick_numbers():
        label_logits, turn_logits = run.network.read(planes)
    label_logits, turn_logits = label_logits.float(), turn_logits.float()
    loss = nnf.cross_entropy(label_logits, labels, label_smoothing=SMOOTHING)
    possible = turn_logits.masked_fill(turns == 0, -1e4)
    turn_loss = (turn_logits.logsumexp(dim=1) - possible.logsumexp(dim=1)).mean()
    run.step(loss + TURN_WEIGHT * turn_loss, _STEEPEST, DECAY)
    right = (label_logits.argmax(dim=1) == labels).float().mean()
    return Lesson(len(labels), torch.stack([loss.detach(), right]))


if __name__ == "__main__":
    sys.exit(main())
