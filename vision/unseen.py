"""Where in a zone a tile may lie that was not seen, and where in the reading order it would come. Pure geometry."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles.size import TILE_LENGTH_MM, TILE_WIDTH_MM
from vision.glance import Mask

_ROOM_MM: Final = TILE_WIDTH_MM - 2.0  # what is narrower hides no whole tile


def room_for_tile(hidden: Mask, scale: float) -> Mask:
    """Where the middle of a tile could be so that all of it lies in `hidden`; `scale` is pixels a millimetre."""
    size = max(1, round(_ROOM_MM * scale))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return np.asarray(
        cv2.erode(hidden.astype(np.uint8), disc, borderType=cv2.BORDER_CONSTANT, borderValue=(0,)) > 0, np.bool_
    )


def orders_of(centres: NDArray[np.float64], tiles: NDArray[np.float64], rows: Sequence[int]) -> NDArray[np.intp]:
    """(n,) before which tile one at each of `centres` (n, 2) would come in reading order.

    `tiles` are the (m, 2) centres of tiles in reading order, `rows` their rows; y grows downwards, upright millimetres.
    """
    before = np.zeros(len(centres), np.intp)
    row_of = np.asarray(rows)
    lines = [(tiles[row_of == row], np.flatnonzero(row_of == row)[0]) for row in sorted(set(rows))]
    if not lines:
        return before
    distances = np.array([np.abs(centres[:, 1] - line[:, 1].mean()) for line, _ in lines])
    for line, _ in lines:
        before += np.where(centres[:, 1] > line[:, 1].mean(), len(line), 0)
    nearest = distances.argmin(axis=0)
    for number, (line, first) in enumerate(lines):
        there = (nearest == number) & (distances[number] <= TILE_LENGTH_MM / 2)
        before[there] = first + (line[:, 0][None, :] < centres[there, 0][:, None]).sum(axis=1)
    return before
