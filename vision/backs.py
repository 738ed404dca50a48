"""Which face-down tiles are of another set than most: their backs have another colour.

Automatic tables hold two sets with backs of two colours; while one is played with, the other is shuffled. Pure.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import Picture

_SAME_COLOUR: Final = 14.0  # apart in a and b of CIE L*a*b*: light and shadow change less than that
_FADED: Final = 0.35  # of its colour is what the mirrored lamp leaves at least
_SAMPLE: Final = 0.5  # of a face, in its middle


def colour_of(small: Picture, corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """a and b (CIE L*a*b*) of the middle of a face, (4, 2) corners in the picture."""
    middle = corners.mean(axis=0)
    inner = np.round(middle + _SAMPLE * (corners - middle)).astype(int)
    size = np.array(small.shape[1::-1])
    left, top = np.clip(inner.min(axis=0), 0, size - 1)
    right, bottom = np.clip(inner.max(axis=0) + 1, (left + 1, top + 1), size)
    mean = small[top:bottom, left:right].reshape(-1, 3).mean(axis=0)
    return np.asarray(
        cv2.cvtColor((mean[None, None] / 255).astype(np.float32), cv2.COLOR_BGR2Lab)[0, 0, 1:], np.float64
    )


def of_other_set(colours: Sequence[NDArray[np.float64]]) -> list[bool]:
    """For the colours of all backs that are seen, whether each is another than that of most."""
    groups: list[list[int]] = []
    for place in sorted(range(len(colours)), key=lambda place: -float(np.hypot(*colours[place]))):
        alike = (group for group in groups if _is_faded(colours[place], colours[group[0]]))
        group = next(alike, None)
        if group is None:
            groups.append([place])
        else:
            group.append(place)
    most = max((len(group) for group in groups), default=0)
    strange = {place for group in groups if len(group) < most for place in group}
    return [place in strange for place in range(len(colours))]


def _is_faded(colour: NDArray[np.float64], full: NDArray[np.float64]) -> bool:
    """Whether a colour is another one, perhaps with the lamp mirrored in it, which takes from all of it alike."""
    part = float(np.clip(colour @ full / max(float(full @ full), 1e-6), _FADED, 1.0))
    return float(np.hypot(*(colour - part * full))) < _SAME_COLOUR
