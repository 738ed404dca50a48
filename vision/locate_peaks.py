"""Reads the planes of the locator network: which cells are the middle of a tile, and where its corners are. Pure."""

from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate_planes import HEAT, IS_LEVEL, LEVEL, STEEP, STRIDE, UNIT_PX

Planes: TypeAlias = NDArray[np.float32]

LEAST_HEAT: Final = 0.2
"""Below that no cell is taken for the middle of a tile."""

_OVERLAP: Final = 0.3  # of the smaller of two: sharing more, they are one tile
_AROUND: Final = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))


@dataclass(frozen=True, slots=True)
class Proposals:
    """Quadrilaterals (n, 4, 2), clockwise in pixels from their top left or topmost corner, and their heat (n,)."""

    corners: NDArray[np.float64]
    heat: NDArray[np.float64]

    @property
    def sides(self) -> NDArray[np.float64]:
        """(n,): the mean of each one's shorter pair of sides, in pixels."""
        edges = np.linalg.norm(np.roll(self.corners, -1, axis=1) - self.corners, axis=2)
        return np.asarray(np.minimum(edges[:, 0] + edges[:, 2], edges[:, 1] + edges[:, 3]) / 2)

    def taken(self, rows: NDArray[np.intp] | NDArray[np.bool_]) -> "Proposals":
        """Some of them."""
        return Proposals(self.corners[rows], self.heat[rows])


def joined(parts: list[Proposals]) -> Proposals:
    """All of several."""
    if not parts:
        return Proposals(np.empty((0, 4, 2)), np.empty(0))
    return Proposals(np.concatenate([part.corners for part in parts]), np.concatenate([part.heat for part in parts]))


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
    return Proposals(corners, heat[rows, columns].astype(np.float64))


def without_doubles(proposals: Proposals, worth: NDArray[np.float64] | None = None) -> Proposals:
    """Of those that overlap more than neighbours do, the one that is worth most (by default the warmest)."""
    worth = proposals.heat if worth is None else worth
    outlines = proposals.corners.astype(np.float32)
    middles = proposals.corners.mean(axis=1)
    areas = np.array([abs(cv2.contourArea(outline)) for outline in outlines])
    reach = np.ptp(proposals.corners, axis=1)
    kept: list[int] = []
    for index in np.argsort(-worth):
        if not cv2.isContourConvex(outlines[index]) or areas[index] < 16:
            continue
        apart = np.abs(middles[kept] - middles[index])
        near = np.flatnonzero((apart < (reach[kept] + reach[index]) / 2).all(axis=1))
        if all(
            cv2.intersectConvexConvex(outlines[kept[other]], outlines[index])[0]
            <= _OVERLAP * min(areas[kept[other]], areas[index])
            for other in near
        ):
            kept.append(int(index))
    return proposals.taken(np.array(kept, np.intp))
