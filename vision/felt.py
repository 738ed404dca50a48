"""What a zone looks like where no tile lies, so that something that is no tile (a hand, a cup) is noticed.

Learned from what is seen beside the tiles: the colour of the felt as a whole, and a picture of the empty zone, which
takes in a printed line or a logo. What lies still for very long becomes part of the picture. Belongs to one zone; used
by one thread.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import Picture

SCALE: Final = 0.5
"""Pixels a millimetre of the small view that is looked at here."""

_STRANGE_COLOUR: Final = 16.0  # distance in a and b of Lab that light and shadow on felt do not make
_STRANGE_LIGHT: Final = 45.0  # brighter than felt by more than glare on cloth
_STRANGE_DARK: Final = 0.3  # darker than the deepest shadow
_AROUND_TILE_MM: Final = 7.0  # a tile's sides and the edge of its shadow
_LEAST_FELT: Final = 0.1  # of the zone, to learn a colour from
_ABSORB_MS: Final = 60_000
_LEAST_STRANGE_MM2: Final = 350.0  # most of a tile: a fingertip at the border hides nothing

Mask = NDArray[np.bool_]


class Felt:
    """Knows the empty zone, and finds what is neither felt nor tile."""

    def __init__(self, inside: Mask) -> None:
        """`inside`: (height, width) of the small view, True in the zone."""
        self._inside = inside
        self._colour: NDArray[np.float32] | None = None
        self._empty: NDArray[np.float32] = np.zeros((*inside.shape, 3), np.float32)
        self._known: Mask = np.zeros(inside.shape, np.bool_)
        self._strange: Mask = np.zeros(inside.shape, np.bool_)
        self._strange_since_ms = 0

    def covered(self, small: Picture, tiles: NDArray[np.float64], t_ms: int) -> bool:
        """Whether something that is neither felt nor tile lies in the still zone; learns from what is felt.

        `small` is the BGR view at `SCALE`, `tiles` the (n, 4, 2) corners of what was found, in its pixels.
        """
        lab = cv2.cvtColor(cv2.GaussianBlur(small, (3, 3), 0), cv2.COLOR_BGR2Lab).astype(np.float32)
        beside = self._inside & ~_covered_by(tiles, self._inside.shape)
        self._learn_colour(lab, beside)
        if self._colour is None:
            return False  # all tiles, nothing beside them
        strange = beside & _differs(lab, self._colour) & ~(self._known & ~_differs(lab, self._empty))
        if not self._known.any():
            strange = np.zeros_like(strange)  # what is there from the start is the table's own
        large = _large(strange)
        if (large & ~_grown(self._strange)).any() or t_ms < self._strange_since_ms or not large.any():
            self._strange_since_ms = t_ms
        self._strange = large
        if t_ms - self._strange_since_ms > _ABSORB_MS:
            large = np.zeros_like(large)
        self._learn_picture(lab, beside & ~_grown(large))
        return bool(large.any())

    def _learn_colour(self, lab: NDArray[np.float32], beside: Mask) -> None:
        if beside.sum() < _LEAST_FELT * self._inside.sum():
            return
        seen = np.median(lab[beside], axis=0).astype(np.float32)
        if self._colour is None:
            self._colour = seen
        elif np.hypot(*(seen - self._colour)[1:]) < _STRANGE_COLOUR:  # else most of the zone is hidden
            self._colour = np.asarray(0.8 * self._colour + 0.2 * seen, np.float32)

    def _learn_picture(self, lab: NDArray[np.float32], felt: Mask) -> None:
        new, old = felt & ~self._known, felt & self._known
        self._empty[new] = lab[new]
        self._empty[old] += 0.2 * (lab[old] - self._empty[old])
        self._known |= felt


def _differs(lab: NDArray[np.float32], felt: NDArray[np.float32]) -> Mask:
    step = lab - felt
    colour = np.hypot(step[..., 1], step[..., 2]) > _STRANGE_COLOUR
    return np.asarray(colour | (step[..., 0] > _STRANGE_LIGHT) | (lab[..., 0] < _STRANGE_DARK * felt[..., 0]))


def _covered_by(tiles: NDArray[np.float64], shape: tuple[int, ...]) -> Mask:
    mask = np.zeros(shape, np.uint8)
    for corners in tiles:
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), (1,))
    return _grown(mask.astype(np.bool_), round(_AROUND_TILE_MM * SCALE))


def _grown(mask: Mask, reach: int = 2) -> Mask:
    size = 2 * reach + 1
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((size, size), np.uint8)) > 0)


def _large(mask: Mask) -> Mask:
    """Only the connected parts that could hide a tile."""
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=8)
    least = _LEAST_STRANGE_MM2 * SCALE * SCALE
    keep = [part for part in range(1, count) if stats[part, cv2.CC_STAT_AREA] >= least]
    return np.isin(labels, keep)
