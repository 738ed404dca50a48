"""Of many places where a tile may lie, those that can lie there together. Pure geometry; knows nothing of pictures."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

_MAX_OVERLAP: Final = 0.08  # of a tile: what two fitted neighbours may seem to share
_MAX_EXCHANGES: Final = 60

Floats = NDArray[np.float64]


def packed(corners: Floats, worth: Floats, least: float) -> list[int]:
    """Of rectangles (n, 4, 2) those of which no two overlap and that are worth the most together, best first.

    `worth` is (n,); what is worth less than `least` is left out. Best first, then exchanges: a place between two tiles
    may look better than either, but not than both.
    """
    order = [int(index) for index in np.argsort(-worth) if worth[index] >= least]
    conflicts = conflicts_of(corners, order)
    kept: set[int] = set()
    _fill(kept, order, conflicts)
    for _ in range(_MAX_EXCHANGES):
        better = next(filter(None, (_exchanged(kept, index, order, conflicts, worth) for index in order)), None)
        if better is None:
            break
        kept = better
    return sorted(kept, key=lambda index: -worth[index])


def conflicts_of(corners: Floats, order: Sequence[int]) -> dict[int, set[int]]:
    """For each of the rectangles named in `order`, those of them that it cannot lie beside."""
    outlines = corners.astype(np.float32)
    centres = corners.mean(axis=1)
    conflicts: dict[int, set[int]] = {index: set() for index in order}
    for place, index in enumerate(order):
        reach = float(np.linalg.norm(corners[index, 2] - corners[index, 0]))
        limit = _MAX_OVERLAP * abs(cv2.contourArea(outlines[index]))
        before = np.asarray(order[:place], np.intp)
        for other in before[np.linalg.norm(centres[before] - centres[index], axis=1) < reach]:
            if cv2.intersectConvexConvex(outlines[other], outlines[index])[0] > limit:
                conflicts[index].add(int(other))
                conflicts[int(other)].add(index)
    return conflicts


def _fill(kept: set[int], order: Sequence[int], conflicts: dict[int, set[int]]) -> None:
    for index in order:
        if index not in kept and not conflicts[index] & kept:
            kept.add(index)


def _exchanged(
    kept: set[int], index: int, order: Sequence[int], conflicts: dict[int, set[int]], worth: Floats
) -> set[int] | None:
    """The set with `index` in it instead of what is in its way, filled up again, if that is better."""
    if index in kept:
        return None
    removed = conflicts[index] & kept
    tried = (kept - removed) | {index}
    _fill(tried, [other for other in order if other not in removed], conflicts)
    gain = sum(worth[other] for other in tried - kept) - sum(worth[other] for other in kept - tried)
    return tried if gain > 1e-6 else None
