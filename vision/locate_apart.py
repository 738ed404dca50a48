"""Pushes rectangles apart that seem to lie in one another: tiles side by side share a seam and nothing else.

Where a seam does not show, each of two neighbours may be taken to reach a millimetre into the other. The one that is
outlined better knows better where it lies, so the other one yields more. Pure geometry.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.locate_fit import Poses

_ROUNDS: Final = 12
_STEP: Final = 0.7  # of what is too much, so that three in a row do not swing
_DEEPEST: Final = 0.3  # of a tile's width: what reaches in farther is another view of the same place
_SEAM: Final = 0.005  # of a tile's width
_FIRMNESS: Final = 0.3  # of a rectangle with no outline at all

Floats = NDArray[np.float64]


def apart(poses: Poses, support: Floats, size_px: tuple[float, float]) -> Poses:
    """The same rectangles (width, height `size_px` of the upright face), moved so that none lies in another.

    `support` (n,) is how well each is outlined. Those that lie in one another deeply are left as they are.
    """
    first, second = _neighbours(poses, size_px)
    firmness = _FIRMNESS + np.maximum(support, 0.0) ** 2
    share = firmness[second] / (firmness[first] + firmness[second])
    return _pushed(poses, first, second, share, size_px)


def beside(poses: Poses, others: Poses, size_px: tuple[float, float]) -> Poses:
    """The same rectangles, each moved so that it lies in none of `others`, which stay where they are."""
    both = np.concatenate([others, poses])
    first, second = _neighbours(both, size_px)
    pairs = (first < len(others)) & (second >= len(others))
    return _pushed(both, first[pairs], second[pairs], np.zeros(int(pairs.sum())), size_px)[len(others) :]


def _pushed(
    poses: Poses, first: NDArray[np.intp], second: NDArray[np.intp], share: Floats, size_px: tuple[float, float]
) -> Poses:
    """The poses after each of these pairs was pushed apart; `share` of each push moves the first, the rest the second.

    One that is pushed from several sides gives way to the mean of them.
    """
    moved = poses.copy()
    for _ in range(_ROUNDS):
        step = _too_deep(moved, first, second, size_px)
        touched = step.any(axis=1)
        if not touched.any():
            break
        push, pushes = np.zeros((len(poses), 2)), np.zeros(len(poses))
        for rows, shares in ((first, -share), (second, 1.0 - share)):
            np.add.at(push, rows, shares[:, None] * step)
            np.add.at(pushes, rows, touched)
        moved[:, :2] += _STEP * push / np.maximum(pushes, 1.0)[:, None]
    return moved


def _neighbours(poses: Poses, size_px: tuple[float, float]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """All pairs that can touch."""
    first, second = np.triu_indices(len(poses), 1)
    between = poses[second, :2] - poses[first, :2]
    near = np.hypot(between[:, 0], between[:, 1]) < np.hypot(*size_px)
    return first[near], second[near]


def _too_deep(poses: Poses, first: NDArray[np.intp], second: NDArray[np.intp], size_px: tuple[float, float]) -> Floats:
    """(pairs, 2): by how much the second of each pair has to move away from the first."""
    turns = np.radians((_tilts(poses[first, 2]) + _tilts(poses[second, 2])) / 2)
    right = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    down = np.stack([-np.sin(turns), np.cos(turns)], axis=1)
    between = poses[second, :2] - poses[first, :2]
    reach = (_extents(poses[first, 2], size_px) + _extents(poses[second, 2], size_px)) / 2
    over, under = (between * right).sum(axis=1), (between * down).sum(axis=1)
    depth = reach - np.abs(np.stack([over, under], axis=1))
    least = depth.min(axis=1)
    counts = (least > _SEAM * size_px[0]) & (least < _DEEPEST * size_px[0])
    level = depth[:, 0] < depth[:, 1]
    way = np.where(level[:, None], right * np.sign(over)[:, None], down * np.sign(under)[:, None])
    return np.asarray(way * (least * counts)[:, None])


def _tilts(angles_deg: Floats) -> Floats:
    """How far each is from lying level or across, -45 to 45 degrees."""
    return np.asarray((angles_deg + 45.0) % 90.0 - 45.0)


def _extents(angles_deg: Floats, size_px: tuple[float, float]) -> Floats:
    """(n, 2): width and height of each as it lies, its tilt apart."""
    upright = np.abs((angles_deg + 90.0) % 180.0 - 90.0) < 45.0
    return np.where(upright[:, None], size_px, size_px[::-1])
