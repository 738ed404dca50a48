"""Trains the locator: `python -m models.train_locator`, then `python -m models.evaluate_photos`.

Renders invented scenes once (kept under `models/work/`), trains for a given time on them and on the training photos,
and writes `models/locator.onnx` with a card. It can be stopped at any moment and taken up with `--resume`. One process
trains, one prepares windows, a few more render.
"""

import argparse
import os
import random
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import torch
from rich.console import Console
from rich.progress import Progress, TextColumn
from torch import Tensor, nn
from torch.nn import functional as nnf
from torch.utils.data import DataLoader

from models.export_locator import export_locator
from models.locator_network import LocatorNetwork
from models.locator_pool import CHUNK, Job, read_photos, render_missing, save_samples
from models.locator_targets import DOUBT
from models.locator_windows import Batch, Windows
from models.network import device
from models.photos import PHOTO_SETS
from models.train import ROOT, WORK, pace
from vision.locate_planes import HEAT, IS_LEVEL, LEVEL, STEEP

SAVE_EVERY_S: Final = 60.0
CHECKPOINT: Final = "locator-checkpoint.pt"
DECAY: Final = 0.998
"""The averaged weights, which are what is shipped, keep that share per step; less in the beginning."""

_CORNER_WEIGHT: Final = 6.0
_LEVEL_WEIGHT: Final = 0.1
_DOUBTED_FROM: Final = 0.3  # heat away from a photo's labels above which it may well be a tile without a label
_DOUBT_WEIGHT: Final = 0.5
_KEPT_BATCHES: Final = 60
_DOUBT_SECONDS: Final = 600.0  # of a run, before what the network thinks of such places counts for anything


@dataclass(slots=True)
class Run:
    """A training run as it is saved: networks, optimiser, and how much of the planned time has passed."""

    network: LocatorNetwork
    average: LocatorNetwork
    optimizer: torch.optim.Optimizer
    seconds: float = 0.0
    windows: int = 0

    def save(self, path: Path) -> None:
        """Writes the state beside `path` and renames it, so that a stop at any moment leaves a whole file."""
        state = {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "seconds": self.seconds,
            "windows": self.windows,
        }
        draft = path.with_suffix(".part")
        torch.save(state, draft)
        draft.replace(path)

    def load(self, path: Path) -> None:
        """Takes up a saved run."""
        state: dict[str, Any] = torch.load(path, map_location=device(), weights_only=True)
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.seconds, self.windows = state["seconds"], state["windows"]


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command; returns 0, or 2 when something it needs is missing."""
    options = parser().parse_args(argv)
    console = Console(stderr=True)
    try:
        _train(options, _sample_files(options, console), console)
    except OSError as error:
        console.print(f"[red]cannot train:[/] {error}")
        return 2
    return 0


def parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.train_locator", description=__doc__)
    parser.add_argument("--photos", type=Path, default=ROOT.parent / "shared" / "photos", help="labelled photos")
    parser.add_argument("--art", type=Path, default=ROOT.parent / "shared" / "art", help="folders of drawn faces")
    parser.add_argument("--own", type=Path, default=ROOT / "referee" / "tiles" / "faces" / "svg", help="own faces")
    parser.add_argument("--out", type=Path, default=ROOT / "models" / "locator.onnx", help="the model file to write")
    parser.add_argument("--work", type=Path, default=WORK, help="folder for scenes and checkpoints")
    parser.add_argument("--minutes", type=float, default=70.0, help="time for training, rendering not counted")
    parser.add_argument("--scenes", type=int, default=2800, help="scenes to render")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=3e-3, help="highest learning rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="threads that train")
    parser.add_argument("--workers", type=int, default=2, help="processes that prepare windows")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint in the work folder")
    return parser


def _sample_files(options: argparse.Namespace, console: Console) -> list[Path]:
    """The training samples as files, which every process can read for itself."""
    for folder in (options.photos, options.art):
        if not folder.is_dir():
            raise FileNotFoundError(f"{folder} is not a folder; name the training pictures with --photos and --art")
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


def _train(options: argparse.Namespace, files: list[Path], console: Console) -> None:
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    place = device()
    network = LocatorNetwork().to(place, memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=0.02)
    run = Run(network, deepcopy(network).eval(), optimizer)
    checkpoint: Path = options.work / CHECKPOINT
    planned = options.minutes * 60
    if options.resume:
        run.load(checkpoint)
        if run.seconds >= planned:
            run.seconds = 0.0
    windows = Windows(files, options.batch, options.seed + run.windows)
    loader = DataLoader(windows, batch_size=None, num_workers=options.workers, prefetch_factor=8)
    bar = Progress(*Progress.get_default_columns(), TextColumn("{task.fields[state]}"), console=console)
    with bar as progress:
        task = progress.add_task("training", total=planned, completed=run.seconds, state="")
        started = saved = time.monotonic()
        started -= run.seconds
        means = torch.zeros(3)
        for step, batch in enumerate(_repeated(loader, random.Random(options.seed)), start=1):
            run.seconds = time.monotonic() - started
            if run.seconds >= planned:
                break
            for group in optimizer.param_groups:
                group["lr"] = options.rate * pace(run.seconds / planned)
            losses = _step(run, {name: plane.to(place) for name, plane in batch.items()})
            run.windows += len(batch["pictures"])
            means += (losses.cpu() - means) * max(0.01, 1 / step)
            heat, corners, level = means.tolist()
            state = f"heat {heat:.3f}  corners {corners:.4f}  level {level:.3f}  {run.windows / 1000:.0f}k windows"
            progress.update(task, completed=run.seconds, state=state)
            if time.monotonic() - saved > SAVE_EVERY_S:
                run.save(checkpoint)
                saved = time.monotonic()
                if not console.is_terminal:
                    console.print(f"{run.seconds / 60:.1f} min: {state}")
    run.save(checkpoint)
    export_locator(run.average, options.out, windows=run.windows)
    console.print(f"wrote {options.out} after {run.windows} windows; now run python -m models.evaluate_photos")


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


def _step(run: Run, batch: Batch) -> Tensor:
    run.network.train()
    pictures = batch["pictures"].permute(0, 3, 1, 2).float().contiguous(memory_format=torch.channels_last)
    with torch.autocast(pictures.device.type, torch.bfloat16):
        planes = run.network.read(pictures)
    losses = losses_of(planes.float(), batch, doubt=run.seconds > _DOUBT_SECONDS)
    run.optimizer.zero_grad(set_to_none=True)
    losses.sum().backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_(run.network.parameters(), 5.0)
    run.optimizer.step()
    steps = run.windows / len(batch["pictures"])
    forget = 1 - min(DECAY, (1 + steps) / (10 + steps))
    with torch.no_grad():
        for kept, new in zip(run.average.state_dict().values(), run.network.state_dict().values(), strict=True):
            if kept.is_floating_point():
                kept.lerp_(new, forget)
            else:
                kept.copy_(new)
    return losses.detach()


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
