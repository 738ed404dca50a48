"""Batches for training: pictures of the pool, turned, tinted and covered anew each time they are shown.

Never mirrored: a mirrored tile is no tile.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
import torch
from torch import Tensor

from models.crop import ANY_TURN
from models.pool import Pool

COVER_SHARE: Final = 0.25
COVER_LARGEST: Final = 0.4


def batches(pool: Pool, size: int, rng: np.random.Generator) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """Endless batches: planes (size, 3, px, px) of 0-255, labels, turn masks as (size, 4) of 0 or 1."""
    while True:
        order = rng.permutation(len(pool.labels))
        for start in range(0, len(order) - size + 1, size):
            chosen = np.sort(order[start : start + size])
            chosen = chosen[rng.permutation(size)]
            yield _batch(pool, chosen, rng)


def _batch(pool: Pool, chosen: np.ndarray, rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor]:
    quarter = len(chosen) // 4
    pictures, masks = [], []
    for turn in range(4):
        part = chosen[turn * quarter : (turn + 1) * quarter if turn < 3 else len(chosen)]
        pictures.append(np.rot90(pool.pictures[part], turn, axes=(1, 2)))
        mask = pool.turns[part].astype(np.int64)
        masks.append((mask << turn | mask >> (4 - turn)) & ANY_TURN)
    planes = torch.from_numpy(np.concatenate(pictures)).permute(0, 3, 1, 2).float()
    planes = planes.contiguous(memory_format=torch.channels_last)
    count = len(planes)
    generator = torch.Generator().manual_seed(int(rng.integers(1 << 62)))
    gain = torch.exp(0.12 * torch.randn(count, 1, 1, 1, generator=generator))
    tint = torch.exp(0.04 * torch.randn(count, 3, 1, 1, generator=generator))
    middle = planes.mean(dim=(1, 2, 3), keepdim=True)
    contrast = torch.exp(0.15 * torch.randn(count, 1, 1, 1, generator=generator))
    planes = ((planes - middle) * contrast + middle) * (gain * tint)
    _cover(planes, rng)
    turns = torch.from_numpy(np.concatenate(masks))[:, None] >> torch.arange(4) & 1
    return planes.clamp(0, 255), torch.from_numpy(pool.labels[chosen]), turns


def _cover(planes: Tensor, rng: np.random.Generator) -> None:
    """Covers a part of some pictures with one colour: a finger, a sleeve, glare."""
    side = planes.shape[-1]
    for index in np.flatnonzero(rng.random(len(planes)) < COVER_SHARE):
        height, width = (rng.uniform(0.08, COVER_LARGEST, 2) * side).astype(int)
        top, left = int(rng.integers(0, side - height)), int(rng.integers(0, side - width))
        colour = torch.from_numpy(rng.uniform(0, 255, (3, 1, 1)).astype(np.float32))
        planes[index, :, top : top + height, left : left + width] = colour
