"""Reads the planes of the locator network: which cells are the middle of a tile, and where its corners are. Pure."""

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate_planes import HEAT, IS_LEVEL, LEVEL, STEEP, STRIDE, UNIT_PX

Planes: TypeAlias = NDArray[np.float32]

LEAST_HEAT: Final = 0.3
"""Below that no cell is taken for the middle of a tile."""

BEST_PX: Final = 24.0
"""The width of a tile at which the network sees it best."""

_SIZE_DOUBT: Final = 0.9  # octaves (natural) off the best size that cost about a third of the worth
_SAME: Final = 0.6  # of both together: sharing more, they are one tile seen twice
_LEAST_AREA: Final = 16.0  # square pixels
_OVERLAP: Final = 0.3  # of the smaller of two: sharing more, they are one tile
_AROUND: Final = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))


@dataclass(frozen=True, slots=True)
class Proposals:
    """Quadrilaterals (n, 4, 2), clockwise in pixels from their top left or topmost corner, and their heat (n,).

    `fitness` (n,): how well the size at which each was seen suits the network, 0 to 1.
    """

    corners: NDArray[np.float64]
    heat: NDArray[np.float64]
    fitness: NDArray[np.float64]

    @property
    def sides(self) -> NDArray[np.float64]:
        """(n,): the mean of each one's shorter pair of sides, in pixels."""
        edges = np.linalg.norm(np.roll(self.corners, -1, axis=1) - self.corners, axis=2)
        return np.asarray(np.minimum(edges[:, 0] + edges[:, 2], edges[:, 1] + edges[:, 3]) / 2)

    @property
    def worth(self) -> NDArray[np.float64]:
        """(n,): which of several that overlap is to be believed.

        What is printed on a large tile can look like small ones, seldom the other way round.
        """
        return np.asarray(self.heat * self.fitness * np.sqrt(np.maximum(self.sides, 1.0)))

    def taken(self, rows: NDArray[np.intp] | NDArray[np.bool_]) -> "Proposals":
        """Some of them."""
        return Proposals(self.corners[rows], self.heat[rows], self.fitness[rows])


def joined(parts: list[Proposals]) -> Proposals:
    """All of several."""
    if not parts:
        return Proposals(np.empty((0, 4, 2)), np.empty(0), np.empty(0))
    return Proposals(
        np.concatenate([part.corners for part in parts]),
        np.concatenate([part.heat for part in parts]),
        np.concatenate([part.fitness for part in parts]),
    )


def peaks_of(planes: Planes, least: float = LEAST_HEAT) -> Proposals:
    """What the planes (PLANES, h, w) show, in pixels of the picture that the network was given; neighbours may overlap.

    The corners are the mean of what the warmest cells around a middle say.
    """
    heat = 1 / (1 + np.exp(-planes[HEAT].clip(-30, 30)))
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat >= least))
    if not len(rows):
        return joined([])
    level = planes[IS_LEVEL, rows, columns] > 0
    total = np.zeros((len(rows), 8))
    weights = np.zeros(len(rows))
    height, width = heat.shape
    for down, right in _AROUND:
        y, x = (rows + down).clip(0, height - 1), (columns + right).clip(0, width - 1)
        offsets = np.where(level[:, None], planes[LEVEL, y, x].T, planes[STEEP, y, x].T) * UNIT_PX
        middles = np.column_stack([x, y]) * STRIDE + (STRIDE - 1) / 2
        weight = heat[y, x] ** 2
        total += weight[:, None] * (offsets + np.tile(middles, 4))
        weights += weight
    corners = (total / weights[:, None]).reshape(-1, 4, 2)
    found = Proposals(corners, heat[rows, columns].astype(np.float64), np.ones(len(rows)))
    octaves = np.log(np.maximum(found.sides, 1.0) / BEST_PX) / _SIZE_DOUBT
    return replace(found, fitness=np.exp(-(octaves**2) / 2))


def without_doubles(proposals: Proposals) -> Proposals:
    """Of those that overlap more than neighbours do, the one that is worth most."""
    return proposals.taken(distinct(proposals, proposals.worth))


def merged(proposals: Proposals) -> Proposals:
    """Of those that are one tile seen in several sizes the one of most worth; others that overlap all stay."""
    same = _conflicts(proposals.corners, _SAME, of_both=True)
    kept: list[int] = []
    barred: set[int] = set()
    for index in (int(row) for row in np.argsort(-proposals.worth) if int(row) in same):
        if index not in barred:
            kept.append(index)
            barred |= same[index]
    return proposals.taken(np.array(kept, np.intp))


def distinct(proposals: Proposals, worth: NDArray[np.float64]) -> NDArray[np.intp]:
    """The rows that stay when of those that overlap more than neighbours do only the one of most worth stays.

    One that lies over several is left out if they are worth more together.
    """
    conflicts = _conflicts(proposals.corners, _OVERLAP, of_both=False)
    kept: list[int] = []
    barred: set[int] = set()
    for index in (int(row) for row in np.argsort(-worth) if int(row) in conflicts):
        if index in barred:
            continue
        rivals = sorted((row for row in conflicts[index] if row not in barred), key=lambda row: -worth[row])
        together = 0.0
        apart: set[int] = set()
        for rival in rivals:
            if not conflicts[rival] & apart:
                apart.add(rival)
                together += float(worth[rival]) ** 2
        barred.add(index)
        if together <= worth[index] ** 2:
            kept.append(index)
            barred |= conflicts[index]
    return np.array(kept, np.intp)


def _conflicts(corners: NDArray[np.float64], most: float, *, of_both: bool) -> dict[int, set[int]]:
    """For each convex quadrilateral those that share more with it: `most` of the smaller of two, or of both."""
    outlines = corners.astype(np.float32)
    areas = [abs(cv2.contourArea(outline)) for outline in outlines]
    usable = [row for row, area in enumerate(areas) if area >= _LEAST_AREA and cv2.isContourConvex(outlines[row])]
    conflicts: dict[int, set[int]] = {row: set() for row in usable}
    for one, other in _neighbours(outlines, np.array(usable, np.intp)):
        common = cv2.intersectConvexConvex(outlines[one], outlines[other])[0]
        whole = areas[one] + areas[other] - common if of_both else min(areas[one], areas[other])
        if common > most * whole:
            conflicts[one].add(other)
            conflicts[other].add(one)
    return conflicts


def _neighbours(outlines: NDArray[np.float32], rows: NDArray[np.intp]) -> list[list[int]]:
    """Pairs of these rows whose bounding boxes touch, so far as their middles and sizes tell."""
    middles, reach = outlines[rows].mean(axis=1), np.ptp(outlines[rows], axis=1)
    near = np.ones((len(rows), len(rows)), np.bool_)
    for axis in (0, 1):
        near &= np.abs(middles[:, None, axis] - middles[:, axis]) < (reach[:, None, axis] + reach[:, axis]) / 2
    pairs: list[list[int]] = rows[np.argwhere(np.triu(near, 1))].tolist()
    return pairs
