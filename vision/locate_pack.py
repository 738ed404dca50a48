"""Of many places where a tile may lie, those that can lie there together. Pure geometry; knows nothing of pictures."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate_fit import Poses, corners_of

MIN_SUPPORT: Final = 0.35
_MAX_OVERLAP: Final = 0.08  # of a tile: what two fitted neighbours may seem to share
_MAX_EXCHANGES: Final = 60


def packed(poses: Poses, support: NDArray[np.float64], size_px: tuple[float, float]) -> list[int]:
    """The poses of which no two overlap and whose support is the most together.

    Best first, then exchanges: a place between two tiles may look better than either, but not than both.
    """
    order = [int(index) for index in np.argsort(-support) if support[index] >= MIN_SUPPORT]
    conflicts = _conflicts(poses, order, size_px)
    kept: set[int] = set()
    _fill(kept, order, conflicts)
    for _ in range(_MAX_EXCHANGES):
        better = next(filter(None, (_exchanged(kept, index, order, conflicts, support) for index in order)), None)
        if better is None:
            break
        kept = better
    return sorted(kept, key=lambda index: -support[index])


def _conflicts(poses: Poses, order: list[int], size_px: tuple[float, float]) -> dict[int, set[int]]:
    """For each pose, those it cannot lie beside."""
    corners = corners_of(poses, size_px).astype(np.float32)
    limit = _MAX_OVERLAP * size_px[0] * size_px[1]
    reach = float(np.hypot(*size_px))
    conflicts: dict[int, set[int]] = {index: set() for index in order}
    for place, index in enumerate(order):
        near = np.hypot(*(poses[order[:place], :2] - poses[index, :2]).T) < reach
        for other in np.asarray(order[:place], np.intp)[near]:
            if cv2.intersectConvexConvex(corners[other], corners[index])[0] > limit:
                conflicts[index].add(int(other))
                conflicts[int(other)].add(index)
    return conflicts


def _fill(kept: set[int], order: list[int], conflicts: dict[int, set[int]]) -> None:
    for index in order:
        if index not in kept and not conflicts[index] & kept:
            kept.add(index)


def _exchanged(
    kept: set[int], index: int, order: list[int], conflicts: dict[int, set[int]], support: NDArray[np.float64]
) -> set[int] | None:
    """The set with `index` in it instead of what is in its way, filled up again, if that is better."""
    if index in kept:
        return None
    removed = conflicts[index] & kept
    tried = (kept - removed) | {index}
    _fill(tried, [other for other in order if other not in removed], conflicts)
    gain = sum(support[other] for other in tried - kept) - sum(support[other] for other in kept - tried)
    return tried if gain > 1e-6 else None
