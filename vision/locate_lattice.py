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
_MOST: Final = 160  # no set has more tiles
_BRIDGE_FROM: Final = 3  # so many tiles tell well enough where the next but one lies
_TRUSTED: Final = 0.9
_WISER: Final = 1.5  # times as many tiles as at the last try tell better where a cell lies
_PERSPECTIVE_FROM: Final = 4  # tiles in line
_UNIT: Final = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
_BESIDE: Final[tuple[Cell, ...]] = ((1, 0), (-1, 0), (0, 1), (0, -1))


def beside(corners: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Where the four neighbours of a tile would lie, as large as it."""
    alone = Lattice({(0, 0): Member(corners, 1.0)})
    return [alone.shape_at(cell) for cell in _BESIDE]


@dataclass(frozen=True, slots=True)
class Member:
    """A tile in a lattice: (4, 2) corners, and from 0 to 1 how much its reading is trusted, hence its place."""

    quad: NDArray[np.float64]
    trust: float


Judge: TypeAlias = Callable[[Quads], Sequence[Member | None]]
"""Says of expected places where exactly the tile lies, or that there is none."""


@dataclass(slots=True)
class Lattice:
    """Tiles by cell, growing."""

    members: dict[Cell, Member]

    def shape_at(self, cell: Cell) -> NDArray[np.float64]:
        """(4, 2): where the lattice as a whole has the corners of a cell."""
        if len(self.members) == 1:
            ((first, member),) = self.members.items()
            quad = member.quad
            right = (quad[1] - quad[0] + quad[2] - quad[3]) / 2 * (1 + _GAP)
            down = (quad[3] - quad[0] + quad[2] - quad[1]) / 2 * (1 + _GAP)
            return np.asarray(quad + (cell[0] - first[0]) * right + (cell[1] - first[1]) * down)
        return np.asarray(self._mapped(self._homography(), [cell])[0])

    def place_at(self, cell: Cell, neighbour: Cell) -> NDArray[np.float64]:
        """Where a cell lies as seen from a tile beside it."""
        off = (self.members[neighbour].quad - self.shape_at(neighbour)).mean(axis=0)
        return np.asarray(self.shape_at(cell) + off)

    def beside(self, cell: Cell) -> list[Cell]:
        """The cells beside one in which there is a tile, the most trusted first."""
        cells = [(cell[0] + right, cell[1] + down) for right, down in _BESIDE]
        return sorted((one for one in cells if one in self.members), key=lambda one: -self.members[one].trust)

    def only_row(self) -> Quads | None:
        """The tiles of a lattice that is a single row, (n, 4, 2) in order, the row running along the tiles' top edges.

        None for one tile, and for more rows: those are sure of their tiles' size.
        """
        cells = sorted(self.members)
        extent = np.ptp(np.array(cells), axis=0)
        if extent.min() > 0 or extent.max() == 0:
            return None
        quads = np.array([self.members[cell].quad for cell in cells])
        return quads if extent[0] else np.roll(quads, -1, axis=1)

    def strays(self) -> list[Cell]:
        """Cells whose tile has not the shape that the lattice has there."""
        if len(self.members) < _PERSPECTIVE_FROM:
            return []
        cells = list(self.members)
        off = []
        for cell, shape in zip(cells, self._mapped(self._homography(), cells), strict=True):
            quad = self.members[cell].quad
            moved = shape + (quad - shape).mean(axis=0)
            size = float(np.sqrt(abs(cv2.contourArea(shape.astype(np.float32)))))
            if np.linalg.norm(quad - moved, axis=1).max() > _OFF * size:
                off.append(cell)
        return off

    def _homography(self) -> NDArray[np.float64]:
        """From cell numbers to pixels, by the trusted tiles: with perspective once enough of them tell it."""
        trusted = [cell for cell, member in self.members.items() if member.trust >= _TRUSTED]
        known = trusted if len(trusted) > 1 else list(self.members)
        cells = np.concatenate([_UNIT / (1 + _GAP) + cell for cell in known])
        pixels = np.concatenate([self.members[cell].quad for cell in known])
        if np.ptp(np.array(known), axis=0).max() + 1 >= _PERSPECTIVE_FROM:
            first = self.members[known[0]].quad
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


def grow(first: Member, judge: Judge, allowed: Callable[[NDArray[np.float64]], bool]) -> Lattice:
    """All tiles in line with the first.

    `allowed` says whether a place may be looked at at all (inside the picture, not taken by another lattice).
    """
    lattice = Lattice({(0, 0): first})
    tries: dict[Cell, int] = {}
    for _ in range(_ROUNDS):
        proposals = _proposals(lattice, tries, allowed)
        if not proposals or len(lattice.members) > _MOST:
            break
        known = len(lattice.members)
        for cell, member in zip(proposals, judge(np.array(list(proposals.values()))), strict=True):
            tries[cell] = known
            if member is not None:
                lattice.members[cell] = member
        _mend(lattice, lattice.strays(), judge, keep=False)
    _mend(lattice, [cell for cell, member in lattice.members.items() if member.trust < _TRUSTED], judge, keep=True)
    return lattice


def _proposals(
    lattice: Lattice, tries: dict[Cell, int], allowed: Callable[[NDArray[np.float64]], bool]
) -> dict[Cell, NDArray[np.float64]]:
    """Empty cells beside tiles, and where they would lie; `tries` says how many tiles were known at the last try."""
    proposals: dict[Cell, NDArray[np.float64]] = {}

    def is_due(cell: Cell) -> bool:
        if cell in lattice.members or cell in proposals:
            return False
        wiser = len(lattice.members) >= _WISER * tries.get(cell, 0)
        return cell not in tries or (wiser and len(lattice.beside(cell)) > 1)

    for column, row in lattice.members:
        for right, down in _BESIDE:
            cell = (column + right, row + down)
            if cell in tries and not is_due(cell) and len(lattice.members) >= _BRIDGE_FROM:
                cell = (column + 2 * right, row + 2 * down)  # over the one that was not found
            if is_due(cell):
                place = lattice.place_at(cell, next(iter(lattice.beside(cell)), (column, row)))
                if allowed(place):
                    proposals[cell] = place
    return proposals


def _mend(lattice: Lattice, cells: list[Cell], judge: Judge, *, keep: bool) -> None:
    """Look for doubtful tiles anew from where the others have them.

    What is found there replaces the tile if it is trusted more; where nothing is, the tile leaves unless `keep`.
    """
    doubtful = {cell: lattice.members[cell] for cell in cells if lattice.beside(cell)}
    if not doubtful:
        return
    places = np.array([lattice.place_at(cell, lattice.beside(cell)[0]) for cell in doubtful])
    for (cell, old), new in zip(doubtful.items(), judge(places), strict=True):
        if new is not None and (new.trust > old.trust or not keep):
            lattice.members[cell] = new
        elif new is None and not keep and len(lattice.members) > 1:
            del lattice.members[cell]
