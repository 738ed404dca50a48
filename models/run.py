"""A training run: two networks and an optimiser that are saved, and the loop that spends the planned time on them.

What the batches are, and what is learnt from one, is the business of `models.train` and `models.train_locator`. It can
be stopped at any moment and taken up again. Runs in the calling process.
"""

import argparse
import time
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from enum import StrEnum
from math import cos, pi
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import torch
from rich.console import Console
from rich.progress import Progress, TextColumn
from torch import Tensor, nn

from models.network import device

SAVE_EVERY_S: Final = 60.0
WARM_UP: Final = 0.04
"""Part of the run in which the learning rate rises; after it, it falls as a cosine."""

DECAY: Final = 0.998
"""The averaged weights, which are what is shipped, keep that share per step."""

_WEIGHT_DECAY: Final = 0.02

Network = TypeVar("Network", bound=nn.Module)
Batch = TypeVar("Batch")


class Unit(StrEnum):
    """What a run counts; the word is its key in the checkpoint."""

    PICTURES = "pictures"
    WINDOWS = "windows"


@dataclass(slots=True)
class Run(Generic[Network]):
    """A training run as it is saved: networks, optimiser, how much time has passed, how many units were seen."""

    network: Network
    average: Network
    optimizer: torch.optim.Optimizer
    unit: Unit
    seconds: float = 0.0
    seen: int = 0

    def save(self, path: Path) -> None:
        """Writes the state beside `path` and renames it, so that a stop at any moment leaves a whole file."""
        state = {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "seconds": self.seconds,
            self.unit.value: self.seen,
        }
        draft = path.with_suffix(".part")
        torch.save(state, draft)
        draft.replace(path)

    def load(self, path: Path) -> None:
        """Takes up a saved run. Raises OSError when there is none."""
        state: dict[str, Any] = torch.load(path, map_location=device(), weights_only=True)
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.seconds, self.seen = state["seconds"], state[self.unit.value]

    def step(self, loss: Tensor, steepest: float, keep: float) -> None:
        """Learns by one loss, the gradient cut to the norm `steepest`; the average keeps the share `keep` of itself."""
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.network.parameters(), steepest)
        self.optimizer.step()
        with torch.no_grad():
            for kept, new in zip(self.average.state_dict().values(), self.network.state_dict().values(), strict=True):
                if kept.is_floating_point():
                    kept.lerp_(new, 1 - keep)
                else:
                    kept.copy_(new)


@dataclass(frozen=True, slots=True)
class Plan:
    """How long a run learns, how fast at most, and the file in which it is kept."""

    seconds: float
    rate: float
    checkpoint: Path


def begin(
    make: Callable[[], Network], unit: Unit, checkpoint: str, options: argparse.Namespace
) -> tuple[Run[Network], Plan]:
    """A fresh run, or with `--resume` the one kept in the work folder; one whose time is over gets it anew."""
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    network = make().to(device(), memory_format=torch.channels_last)  # type: ignore[call-overload]
    optimizer = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=_WEIGHT_DECAY)
    run = Run(network, deepcopy(network).eval(), optimizer, unit)
    plan = Plan(options.minutes * 60, options.rate, options.work / checkpoint)
    if options.resume:
        run.load(plan.checkpoint)
        if run.seconds >= plan.seconds:
            run.seconds = 0.0
    return run, plan


@dataclass(frozen=True, slots=True)
class Lesson:
    """What came of one batch: how many units were in it, and its figures (n,)."""

    count: int
    figures: Tensor


def spend(
    run: Run[Network],
    plan: Plan,
    batches: Iterable[Batch],
    learn: Callable[[Run[Network], Batch], Lesson],
    *,
    shown: str,
    newest: float,
    console: Console,
) -> None:
    """Learns batch after batch until the planned time is over, and saves the run now and then and in the end.

    `shown` words the running means of the figures, in which the newest batch has at least the weight `newest`.
    """
    bar = Progress(*Progress.get_default_columns(), TextColumn("{task.fields[state]}"), console=console)
    with bar as progress:
        task = progress.add_task("training", total=plan.seconds, completed=int(run.seconds), state="")
        saved = time.monotonic()
        started = saved - run.seconds
        means = torch.zeros(())
        for step, batch in enumerate(batches, start=1):
            run.seconds = time.monotonic() - started
            if run.seconds >= plan.seconds:
                break
            for group in run.optimizer.param_groups:
                group["lr"] = plan.rate * pace(run.seconds / plan.seconds)
            lesson = learn(run, batch)
            run.seen += lesson.count
            means = means + (lesson.figures.cpu() - means) * max(newest, 1 / step)
            state = f"{shown.format(*means.tolist())}  {run.seen / 1000:.0f}k {run.unit}"
            progress.update(task, completed=run.seconds, state=state)
            if time.monotonic() - saved > SAVE_EVERY_S:
                run.save(plan.checkpoint)
                saved = time.monotonic()
                if not console.is_terminal:
                    console.print(f"{run.seconds / 60:.1f} min: {state}")
    run.save(plan.checkpoint)


def pace(done: float) -> float:
    """The learning rate's share of its highest, for a part 0-1 of the run."""
    if done < WARM_UP:
        return 0.05 + 0.95 * done / WARM_UP
    return 0.004 + 0.996 * (1 + cos(pi * (done - WARM_UP) / (1 - WARM_UP))) / 2


def command(
    parser: argparse.ArgumentParser,
    argv: Sequence[str] | None,
    train: Callable[[argparse.Namespace, Console], None],
) -> int:
    """Trains as the command line says; returns 0, or 2 when something it needs is missing."""
    options = parser.parse_args(argv)
    console = Console(stderr=True)
    try:
        train(options, console)
    except OSError as error:
        console.print(f"[red]cannot train:[/] {error}")
        return 2
    return 0
