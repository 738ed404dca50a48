"""Trains the tile classifier: `python -m models.train`, then `python -m models.evaluate`.

Renders a pool of pictures (kept under `models/work/`, made anew for another seed), trains for a given time, and writes
`models/tiles.onnx` with a card. It can be stopped at any moment and taken up with `--resume`; a finished run is
fine-tuned by `--resume`, with another `--seed` on another pool. Runs in one process, a few more while rendering.
"""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from math import cos, pi
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from rich.console import Console
from rich.progress import Progress, TextColumn
from torch import Tensor, nn
from torch.nn import functional as nnf

from models.batches import batches
from models.export_tiles import export_tiles
from models.network import TileNetwork, device
from models.pool import CHUNK, Pool, render_pool

ROOT: Final = Path(__file__).resolve().parent.parent
WORK: Final = ROOT / "models" / "work"
SAVE_EVERY_S: Final = 60.0
WARM_UP: Final = 0.04
"""Part of the run in which the learning rate rises; after it, it falls as a cosine."""

SMOOTHING: Final = 0.03
TURN_WEIGHT: Final = 0.15
DECAY: Final = 0.998
"""The averaged weights, which are what is shipped, forget at this rate per step."""


@dataclass(slots=True)
class Run:
    """A training run as it is saved: networks, optimiser, and how much of the planned time has passed."""

    network: TileNetwork
    average: TileNetwork
    optimizer: torch.optim.Optimizer
    seconds: float = 0.0
    pictures: int = 0

    def save(self, path: Path) -> None:
        """Writes the state beside `path` and renames it, so that a stop at any moment leaves a whole file."""
        state = {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "seconds": self.seconds,
            "pictures": self.pictures,
        }
        draft = path.with_suffix(".part")
        torch.save(state, draft)
        draft.replace(path)

    def load(self, path: Path) -> None:
        state: dict[str, Any] = torch.load(path, map_location=device(), weights_only=True)
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.seconds, self.pictures = state["seconds"], state["pictures"]


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command; returns 0, or 2 when something it needs is missing."""
    options = _parser().parse_args(argv)
    console = Console(stderr=True)
    try:
        pool = _pool(options, console)
        _train(options, pool, console)
    except OSError as error:
        console.print(f"[red]cannot train:[/] {error}")
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m models.train", description=__doc__)
    parser.add_argument("--photos", type=Path, default=ROOT.parent / "shared" / "photos", help="labelled photos")
    parser.add_argument("--art", type=Path, default=ROOT.parent / "shared" / "art", help="folders of drawn faces")
    parser.add_argument("--own", type=Path, default=ROOT / "referee" / "tiles" / "faces" / "svg", help="own faces")
    parser.add_argument("--out", type=Path, default=ROOT / "models" / "tiles.onnx", help="the model file to write")
    parser.add_argument("--work", type=Path, default=WORK, help="folder for the pool and checkpoints")
    parser.add_argument("--minutes", type=float, default=25.0, help="time for training, rendering not counted")
    parser.add_argument("--pool", type=int, default=160_000, help="pictures to render")
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--rate", type=float, default=4e-3, help="highest learning rate")
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--threads", type=int, default=min(4, os.cpu_count() or 1))
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint in the work folder")
    return parser


def _pool(options: argparse.Namespace, console: Console) -> Pool:
    path: Path = options.work / f"pool-{options.seed}-{options.pool}.npz"
    if path.is_file():
        return Pool.load(path)
    for folder in (options.photos, options.art):
        if not folder.is_dir():
            raise FileNotFoundError(f"{folder} is not a folder; name the training pictures with --photos and --art")
    with Progress(console=console) as progress:
        workers = min(options.threads, -(-options.pool // CHUNK))
        pool = render_pool(options.photos, options.art, options.own, options.pool, options.seed, workers, progress)
    pool.save(path)
    return pool


def _train(options: argparse.Namespace, pool: Pool, console: Console) -> None:
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    place = device()
    network = TileNetwork().to(place, memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=0.02)
    run = Run(network, deepcopy(network).eval(), optimizer)
    checkpoint: Path = options.work / "checkpoint.pt"
    planned = options.minutes * 60
    if options.resume:
        run.load(checkpoint)
        if run.seconds >= planned:
            run.seconds = 0.0
    bar = Progress(*Progress.get_default_columns(), TextColumn("{task.fields[state]}"), console=console)
    with bar as progress:
        task = progress.add_task("training", total=planned, completed=run.seconds, state="")
        started, saved = time.monotonic() - run.seconds, time.monotonic()
        mean_loss, right = 0.0, 0.0
        for step, (planes, labels, turns) in enumerate(batches(pool, options.batch, rng), start=1):
            run.seconds = time.monotonic() - started
            if run.seconds >= planned:
                break
            for group in optimizer.param_groups:
                group["lr"] = options.rate * pace(run.seconds / planned)
            loss, hits = _step(run, planes.to(place), labels.to(place), turns.to(place))
            run.pictures += len(labels)
            mean_loss += (loss - mean_loss) * max(0.02, 1 / step)
            right += (hits - right) * max(0.02, 1 / step)
            state = f"loss {mean_loss:.3f}  right {right:.1%}  {run.pictures / 1000:.0f}k pictures"
            progress.update(task, completed=run.seconds, state=state)
            if time.monotonic() - saved > SAVE_EVERY_S:
                run.save(checkpoint)
                saved = time.monotonic()
                if not console.is_terminal:
                    console.print(f"{run.seconds / 60:.1f} min: {state}")
    run.save(checkpoint)
    export_tiles(run.average, options.out, pictures=run.pictures)
    console.print(f"wrote {options.out} after {run.pictures} pictures; now run python -m models.evaluate")


def pace(done: float) -> float:
    """The learning rate's share of its highest, for a part 0-1 of the run."""
    if done < WARM_UP:
        return 0.05 + 0.95 * done / WARM_UP
    return 0.004 + 0.996 * (1 + cos(pi * (done - WARM_UP) / (1 - WARM_UP))) / 2


def _step(run: Run, planes: Tensor, labels: Tensor, turns: Tensor) -> tuple[float, float]:
    run.network.train()
    with torch.autocast(planes.device.type, torch.bfloat16):
        label_logits, turn_logits = run.network.read(planes)
    label_logits, turn_logits = label_logits.float(), turn_logits.float()
    loss = nnf.cross_entropy(label_logits, labels, label_smoothing=SMOOTHING)
    possible = turn_logits.masked_fill(turns == 0, -1e4)
    turn_loss = (turn_logits.logsumexp(dim=1) - possible.logsumexp(dim=1)).mean()
    run.optimizer.zero_grad(set_to_none=True)
    (loss + TURN_WEIGHT * turn_loss).backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_(run.network.parameters(), 2.0)
    run.optimizer.step()
    with torch.no_grad():
        for kept, new in zip(run.average.state_dict().values(), run.network.state_dict().values(), strict=True):
            if kept.is_floating_point():
                kept.lerp_(new, 1 - DECAY)
            else:
                kept.copy_(new)
    return float(loss.detach()), float((label_logits.argmax(dim=1) == labels).float().mean())


if __name__ == "__main__":
    sys.exit(main())
