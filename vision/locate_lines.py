"""Which ways the edges of tiles run in a photo that nothing is known about: pairs of directions, from line segments.

Rows of tiles give long parallel lines in two directions, square to each other or, seen obliquely, not quite. Pure.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import Picture

_SHORTEST_PX: Final = 8.0
_LONGEST_PX: Final = 80.0  # a table's rim counts no more than a few tiles
_SPREAD_DEG: Final = 2.5
_APART_DEG: Final = 8
_LEAST_PART: Final = 0.12  # of the strongest direction
_DIRECTIONS: Final = 5
_PAIRS: Final = 4
_CROSSING_DEG: Final = (60.0, 120.0)
_UNSEEN_PART: Final = 0.15  # what a direction counts that is only assumed, square to one that is seen


@dataclass(frozen=True, slots=True)
class Axes:
    """Two directions of tile edges, as degrees clockwise from the picture's x axis.

    `right_deg` is the one nearer to the picture's rows (-90 to 90), `down_deg` the other.
    """

    right_deg: float
    down_deg: float

    def vectors(self) -> NDArray[np.float64]:
        """(2, 2): unit vectors, right then down, one a column."""
        angles = np.radians([self.right_deg, self.down_deg])
        return np.array([np.cos(angles), np.sin(angles)])


def likely_axes(picture: Picture) -> list[Axes]:
    """The likeliest pairs of directions in a BGR picture, best first, a handful at most."""
    strengths = _strengths(picture)
    peaks = _peaks(strengths)
    scored: list[tuple[float, Axes]] = []
    for place, (angle, weight) in enumerate(peaks):
        scored.append((weight * weight * _UNSEEN_PART, _ordered(angle, (angle + 90.0) % 180.0)))
        for other, other_weight in peaks[place + 1 :]:
            if _CROSSING_DEG[0] <= abs(angle - other) <= _CROSSING_DEG[1]:
                scored.append((weight * other_weight, _ordered(angle, other)))
    kept: list[Axes] = []
    for _, axes in sorted(scored, key=lambda item: -item[0]):
        if len(kept) < _PAIRS and not any(_alike(axes, other) for other in kept):
            kept.append(axes)
    return kept


def _strengths(picture: Picture) -> NDArray[np.float64]:
    """How much line there is in each degree of 180."""
    segments = cv2.createLineSegmentDetector().detect(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))[0]
    flat = np.asarray(() if segments is None else segments, np.float64).reshape(-1, 4)
    step = flat[:, 2:] - flat[:, :2]
    length = np.hypot(step[:, 0], step[:, 1])
    step, length = step[length >= _SHORTEST_PX], length[length >= _SHORTEST_PX]
    angle = np.degrees(np.arctan2(step[:, 1], step[:, 0])) % 180.0
    sharp = np.bincount(angle.astype(np.intp) % 180, weights=np.minimum(length, _LONGEST_PX), minlength=180)
    reach = round(3 * _SPREAD_DEG)
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / _SPREAD_DEG) ** 2)
    return np.convolve(np.concatenate([sharp[-reach:], sharp, sharp[:reach]]), kernel, "valid")


def _peaks(strengths: NDArray[np.float64]) -> list[tuple[float, float]]:
    """(degrees, weight) of the strongest directions."""
    left = strengths.copy()
    peaks: list[tuple[float, float]] = []
    while len(peaks) < _DIRECTIONS:
        best = int(left.argmax())
        if left[best] <= 0 or left[best] < _LEAST_PART * strengths.max():
            break
        peaks.append((best + 0.5, float(left[best])))
        left[np.arange(best - _APART_DEG, best + _APART_DEG + 1) % 180] = 0
    return peaks


def _ordered(one: float, other: float) -> Axes:
    """The one nearer to the picture's rows is called right."""
    right, down = sorted((one, other), key=lambda angle: min(angle, 180.0 - angle))
    return Axes(right - 180.0 if right > 90.0 else right, down)


def _alike(one: Axes, other: Axes) -> bool:
    return abs(one.right_deg - other.right_deg) < 6 and abs(one.down_deg - other.down_deg) < 6
