"""Reading order: which row each tile is in, rows from the top, each row from the left. Pure geometry."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

_SAME_ROW: Final = 0.5  # of a tile's length: how far from its row's line a tile may be (pushed, or sideways)
_LINE_TILES: Final = 3  # a row's line follows its last tiles, since rows in a photo may run aslant


def reading_order(centres: ArrayLike, tile_length: float) -> list[tuple[int, int]]:
    """(place, row) of each tile in reading order, from (n, 2) centres; y grows downwards, rows run to the right.

    `tile_length` is the long side of a tile in the same units.
    """
    points = np.asarray(centres, np.float64).reshape(-1, 2)
    rows: list[list[int]] = []
    for place in np.argsort(points[:, 0]):
        fitting = [(abs(points[place, 1] - _line(points, row)), number) for number, row in enumerate(rows)]
        distance, number = min(fitting, default=(np.inf, -1))
        if distance <= _SAME_ROW * tile_length:
            rows[number].append(int(place))
        else:
            rows.append([int(place)])
    rows.sort(key=lambda row: float(points[row, 1].mean()))
    return [(place, number) for number, row in enumerate(rows) for place in row]


def _line(points: NDArray[np.float64], row: Sequence[int]) -> float:
    last = row[-_LINE_TILES:]
    return sum(float(points[place, 1]) for place in last) / len(last)
