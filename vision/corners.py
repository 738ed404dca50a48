"""Four corners that a person picked or typed: whether they can be those of the table, and if not, what is wrong.

Told by code, so that a page can say it in its own language; `sentence` is for a command line. Pure.
"""

from collections.abc import Sequence
from enum import StrEnum, unique
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.readings import Point

_LEAST_SIDE_PX: Final = 40.0
_LEAST_SINE: Final = 0.02  # of the angle at a corner: about one degree

Floats = NDArray[np.float64]


@unique
class CornerFault(StrEnum):
    """What can be wrong with four corners; the words for people are under `corners.` in the catalogue."""

    NOT_FOUR = "not_four"
    OUTSIDE = "outside"
    CLOSE = "close"
    CROSSED = "crossed"
    MIRRORED = "mirrored"
    IN_LINE = "in_line"


SENTENCES: Final = {
    CornerFault.NOT_FOUR: "four corners are needed",
    CornerFault.OUTSIDE: "a corner lies outside the picture",
    CornerFault.CLOSE: "two corners lie close together: pick points as far apart as the table allows",
    CornerFault.CROSSED: "the corners are not in order, their sides cross: pick them one after the other, clockwise",
    CornerFault.MIRRORED: "the corners run the other way round than their places on the table: pick them clockwise",
    CornerFault.IN_LINE: "three of the corners lie on one line",
}


def fault_of(points_px: Sequence[Point], points_mm: Sequence[Point], image_size: tuple[int, int]) -> CornerFault | None:
    """What is wrong with four corners in pixels for four places on the table, convex and in order; None if nothing."""
    if len(points_px) != 4:
        return CornerFault.NOT_FOUR
    px, mm = np.asarray(points_px, np.float64), np.asarray(points_mm, np.float64)
    if not np.isfinite(px).all() or (px < -0.5).any() or (px > np.subtract(image_size, 0.5)).any():
        return CornerFault.OUTSIDE
    apart = np.linalg.norm(px[:, None] - px[None], axis=2)[np.triu_indices(4, 1)]
    if apart.min() < _LEAST_SIDE_PX:
        return CornerFault.CLOSE
    bends = _bends(px)
    if np.abs(bends).min() < _LEAST_SINE:
        return CornerFault.IN_LINE
    if not (np.sign(bends) == np.sign(bends[0])).all():
        return CornerFault.CROSSED
    return CornerFault.MIRRORED if np.sign(bends[0]) != np.sign(_bends(mm)[0]) else None


def _bends(points: Floats) -> Floats:
    """The sine of the turn at each of four corners, as one walks round them."""
    sides = np.roll(points, -1, axis=0) - points
    sides /= np.linalg.norm(sides, axis=1, keepdims=True)
    after = np.roll(sides, -1, axis=0)
    return np.asarray(sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0])
