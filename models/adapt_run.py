"""The training of an adaptation: so many pictures of captured faces and of drawings, half and half in every batch.

Unlike a whole training it is counted in pictures, not in minutes, so that a busy machine takes longer and learns the
same. On drawings the network is also held to what it answered before. Saved now and then; taken up where it stopped.
"""

import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as nnf

from models.adapt_network import learning
from models.batches import batches
from models.network import TileNetwork, device
from models.pool import Pool
from models.run import Run, Unit, pace
from models.train import SMOOTHING, TURN_WEIGHT

SAVE_EVERY_S: Final = 20.0
KEEP: Final = 0.98
"""The averaged weights, which are what is written, keep that share per step."""

LIKENESS: Final = 1.0
"""Weight of answering drawings as before, beside answering them right."""

_STEEPEST: Final = 2.0

Batch = tuple[Tensor, Tensor, Tensor]
Tell = Callable[[int, float], None]
"""Is told how many pictures were learnt from, and the loss."""


@dataclass(frozen=True, slots=True)
class AdaptPlan:
    """How much is learnt, how fast at most, and the file in which the run is kept."""

    pictures: int
    batch: int
    rate: float
    seed: int
    threads: int
    checkpoint: Path


def adapt_network(
    network: TileNetwork, captured: Pool, reference: Pool, plan: AdaptPlan, *, resume: bool, tell: Tell
) -> TileNetwork:
    """The network after the plan, averaged over its last steps. Raises OSError when there is nothing to resume."""
    torch.set_num_threads(plan.threads)
    torch.manual_seed(plan.seed)
    place = device()
    before = deepcopy(network).to(place).eval()
    network = network.to(place, memory_format=torch.channels_last)  # type: ignore[call-overload]
    optimizer = torch.optim.AdamW(network.parameters(), lr=plan.rate, weight_decay=0.0)
    run = Run(network, deepcopy(network).eval(), optimizer, Unit.PICTURES)
    if resume:
        run.load(plan.checkpoint)
    half = plan.batch // 2
    saved = time.monotonic()
    for batch in _batches(captured, reference, half, np.random.default_rng([plan.seed, run.seen])):
        if run.seen >= plan.pictures:
            break
        for group in optimizer.param_groups:
            group["lr"] = plan.rate * pace(run.seen / plan.pictures)
        loss = _learn(run, before, batch, half)
        run.seen += 2 * half
        tell(run.seen, loss)
        if time.monotonic() - saved > SAVE_EVERY_S:
            run.save(plan.checkpoint)
            saved = time.monotonic()
    run.save(plan.checkpoint)
    return run.average


def _batches(captured: Pool, reference: Pool, half: int, rng: np.random.Generator) -> Iterator[Batch]:
    """Endless batches, the first half of each of captured faces."""
    for faces, drawings in zip(batches(captured, half, rng), batches(reference, half, rng), strict=True):
        planes, labels, turns = (torch.cat(parts) for parts in zip(faces, drawings, strict=True))
        yield planes.contiguous(memory_format=torch.channels_last), labels, turns


def _learn(run: Run[TileNetwork], before: TileNetwork, batch: Batch, half: int) -> float:
    """One step; its loss."""
    planes, labels, turns = (part.to(device()) for part in batch)
    learning(run.network)
    label_logits, turn_logits = run.network.read(planes)
    loss = nnf.cross_entropy(label_logits, labels, label_smoothing=SMOOTHING)
    possible = turn_logits.masked_fill(turns == 0, -1e4)
    loss = loss + TURN_WEIGHT * (turn_logits.logsumexp(dim=1) - possible.logsumexp(dim=1)).mean()
    with torch.no_grad():
        meant = before.read(planes[half:])[0].softmax(dim=1)
    unlike = nnf.kl_div(label_logits[half:].log_softmax(dim=1), meant, reduction="batchmean")
    run.step(loss + LIKENESS * unlike, _STEEPEST, KEEP)
    return float(loss.detach())
