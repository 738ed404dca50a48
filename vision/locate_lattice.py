"""Tiles in rows and squares, as a photo shows them: from one tile to all that lie beside it in line.

The cells of a lattice are numbered along its rows and columns. All tiles found in it together tell its perspective (a
homography from cell numbers to pixels), which gives the shape of the next cell; the place comes from its neighbour,
since tiles touch here and leave a gap there. Pure; asks a function where exactly a tile lies.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate_quads import Quads

Cell: TypeAlias = tuple[int, int]
"""Column and row; the first tile is (0, 0)."""

_GAP: Final = 0.03  # of a tile, between neighbours
_OFF: Final = 0.14  # of a tile: a corner that far from where the lattice has it was fitted to something else
_ROUNDS: Final = 24
_TRIES: Final = 2  # for a cell, as the lattice becomes better known
_PERSPECTIVE_FROM: Final = 4  # tiles in line
_UNIT: Final = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
_BESIDE: Final[tuple[Cell, ...]] = ((1, 0), (-1, 0), (0, 1), (0, -1))


def beside(corners: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Where the four neighbours of a tile would lie, as large as it."""
    alone = Lattice({(0, 0): corners})
    return [alone.shape_at(cell) for cell in _BESIDE]


@dataclass(slots=True)
class Lattice:
    """Quadrilaterals by cell, growing."""

    quads: dict[Cell, NDArray[np.float64]]

    def shape_at(self, cell: Cell) -> NDArray[np.float64]:
        """(4, 2): where the lattice as a whole has the corners of a cell."""
        if len(self.quads) == 1:
            ((first, quad),) = self.quads.items()
            right = (quad[1] - quad[0] + quad[2] - quad[3]) / 2 * (1 + _GAP)
            down = (quad[3] - quad[0] + quad[2] - quad[1]) / 2 * (1 + _GAP)
            return np.asarray(quad + (cell[0] - first[0]) * right + (cell[1] - first[1]) * down)
        return np.asarray(self._mapped(self._homography(), [cell])[0])

    def place_at(self, cell: Cell, neighbour: Cell) -> NDArray[np.float64]:
        """Where a cell lies as seen from a tile beside it."""
        return np.asarray(self.shape_at(cell) + (self.quads[neighbour] - self.shape_at(neighbour)).mean(axis=0))

    def strays(self) -> list[Cell]:
        """Cells whose quadrilateral does not have the shape that the lattice has there."""
        if len(self.quads) < 4:
            return []
        cells = list(self.quads)
        shapes = self._mapped(self._homography(), cells)
        off = []
        for cell, shape in zip(cells, shapes, strict=True):
            quad = self.quads[cell]
            moved = shape + (quad - shape).mean(axis=0)
            size = float(np.sqrt(abs(cv2.contourArea(shape.astype(np.float32)))))
            if np.linalg.norm(quad - moved, axis=1).max() > _OFF * size:
                off.append(cell)
        return off

    def _homography(self) -> NDArray[np.float64]:
        """From cell numbers to pixels: with perspective once enough tiles tell it, else without."""
        cells = np.concatenate([_UNIT / (1 + _GAP) + cell for cell in self.quads])
        pixels = np.concatenate(list(self.quads.values()))
        extent = np.ptp(np.array(list(self.quads)), axis=0).max() + 1
        if extent >= _PERSPECTIVE_FROM:
            first = next(iter(self.quads.values()))
            size = float(np.linalg.norm(first[1] - first[0]))
            found = cv2.findHomography(cells, pixels, cv2.RANSAC, 0.1 * size)[0]
            if found is not None and np.isfinite(found).all():
                return np.asarray(found, np.float64)
        flat = np.linalg.lstsq(np.column_stack([cells, np.ones(len(cells))]), pixels, rcond=None)[0]
        return np.vstack([flat.T, [0.0, 0.0, 1.0]])

    @staticmethod
    def _mapped(homography: NDArray[np.float64], cells: Sequence[Cell]) -> NDArray[np.float64]:
        points = np.concatenate([_UNIT / (1 + _GAP) + cell for cell in cells])
        mapped = np.column_stack([points, np.ones(len(points))]) @ homography.T
        return np.asarray(mapped[:, :2] / mapped[:, 2:]).reshape(-1, 4, 2)


def grow(
    first: NDArray[np.float64],
    judge: Callable[[Quads], Sequence[NDArray[np.float64] | None]],
    allowed: Callable[[NDArray[np.float64]], bool],
) -> Lattice:
    """All tiles in line with the first.

    `judge` says of expected places where exactly the tile lies, or that there is none; `allowed` whether a place may be
    looked at at all (inside the picture, not taken by another lattice).
    """
    lattice = Lattice({(0, 0): first})
    tries: dict[Cell, int] = {}
    for _ in range(_ROUNDS):
        proposals = _proposals(lattice, tries, allowed)
        if not proposals:
            break
        for cell, quad in zip(proposals, judge(np.array(list(proposals.values()))), strict=True):
            tries[cell] = tries.get(cell, 0) + 1
            if quad is not None:
                lattice.quads[cell] = quad
        _straighten(lattice, judge)
    return lattice


def _proposals(
    lattice: Lattice, tries: dict[Cell, int], allowed: Callable[[NDArray[np.float64]], bool]
) -> dict[Cell, NDArray[np.float64]]:
    """Empty cells beside tiles, and where they would lie."""
    proposals: dict[Cell, NDArray[np.float64]] = {}
    for column, row in lattice.quads:
        for right, down in _BESIDE:
            cell = (column + right, row + down)
            if cell in lattice.quads or cell in proposals:
                continue
            beside = sum((cell[0] + x, cell[1] + y) in lattice.quads for x, y in _BESIDE)
            if tries.get(cell, 0) >= min(_TRIES, beside):
                continue
            place = lattice.place_at(cell, (column, row))
            if allowed(place):
                proposals[cell] = place
    return proposals


def _straighten(lattice: Lattice, judge: Callable[[Quads], Sequence[NDArray[np.float64] | None]]) -> None:
    """Look for strays anew where the lattice has them; what is no tile there leaves the lattice."""
    strays = lattice.strays()
    if not strays:
        return
    for cell, quad in zip(strays, judge(np.array([lattice.shape_at(cell) for cell in strays])), strict=True):
        if quad is not None:
            lattice.quads[cell] = quad
        elif len(lattice.quads) > 1:
            del lattice.quads[cell]
