"""Where tiles lie in the straight view of a zone: the locator network says where, outlines say how exactly.

The network knows a tile by how it looks as a whole: faces full of ink, seams that do not show and backs like the felt
hardly trouble it. But its corners are off by a millimetre, and half a face can look like a smaller one. Here the size
is known: each proposal becomes a rectangle of that size, drawn to the edges around it, and where a proposal is not of
that size, every rectangle that it may be a piece of is tried. Belongs to one thread; runs in the recognition process.
"""

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from referee.tiles.size import TILE_LENGTH_MM, TILE_WIDTH_MM
from vision.locate import FINE_SCALE, SURE_SCORE, Found, shrunk
from vision.locate_apart import apart, beside
from vision.locate_edges import Evidence
from vision.locate_fit import Poses, corners_of, fitted, polished, support_of
from vision.locate_peaks import Proposals, joined
from vision.rectify import Picture

_LOOKS_PX: Final = (20.0, 24.0)  # a tile is so wide at each look: what one misses, the other mostly sees
_LEAST_WIDTH: Final = 0.77  # of a tile's: what is proposed is smaller than the face, by its bevel
_LEAST_LENGTH: Final = 0.8
_MOST: Final = 1.3
_LEAST_RATIO: Final = 1.25  # of length to width: with less, which is which is not known
_BEVEL_MM: Final = 4.0
_SURE_HEAT: Final = 0.5
_SAME_MM: Final = 3.5
_WEAK: Final = 0.2  # support with which a fit may have stopped at ink beside the edge
_RESTARTS_MM: Final = ((0.0, 1.5), (0.0, -1.5), (1.5, 0.0), (-1.5, 0.0))
_AWAY: Final = 0.05  # of support, for each square millimetre away from where the network sees a tile

Floats = NDArray[np.float64]


class ScaledProposer(Protocol):
    """What is asked of the locator network (see `vision.locate_model`)."""

    def at_scale(self, picture: Picture, zoom: float) -> Proposals:
        """Where tiles may be in a BGR picture looked at `zoom` times its size."""


@dataclass(frozen=True, slots=True)
class _Boxes:
    """Proposals as rectangles in millimetres of the view.

    `centres` (n, 2); `turns` (n,): degrees, -45 to 45, by which the side `widths` (n,) runs down to the right;
    `heights` (n,) is square to it; `heat` (n,).
    """

    centres: Floats
    turns: Floats
    widths: Floats
    heights: Floats
    heat: Floats


class StraightLocator:
    """Finds tiles by the locator network and their outlines."""

    def __init__(self, proposer: ScaledProposer) -> None:
        self._proposer = proposer

    def candidates(self, view: Picture, scale: float) -> list[Found]:
        """See `vision.locate.Locator`."""
        if min(view.shape[:2]) < TILE_WIDTH_MM * scale:
            return []
        looks = [self._proposer.at_scale(view, width_px / (TILE_WIDTH_MM * scale)) for width_px in _LOOKS_PX]
        boxes = _boxes(joined(looks), scale)
        if not len(boxes.heat):
            return []
        whole = _are_whole(boxes)
        poses, heat = _one_each(_poses(boxes)[whole], boxes.heat[whole])
        pieces = [_wholes(boxes, int(row)) for row in np.flatnonzero(~whole)]
        fit = _Fit(view, scale)
        poses, support = fit.placed(poses)
        others, others_support = fit.fitted(np.concatenate([np.empty((0, 3)), *pieces]))
        others = beside(others, poses, (TILE_WIDTH_MM, TILE_LENGTH_MM))
        poses, support = np.concatenate([poses, others]), np.concatenate([support, others_support])
        heat = np.concatenate([heat, np.zeros(len(others))])
        score = np.maximum(support, np.where(heat >= _SURE_HEAT, heat, SURE_SCORE * heat))
        kept = _distinct(poses, score + _AWAY * support)
        corners = corners_of(poses, (TILE_WIDTH_MM, TILE_LENGTH_MM)) * scale
        return [
            Found(
                (float(poses[row, 0] * scale), float(poses[row, 1] * scale)),
                float(poses[row, 2]),
                corners[row],
                float(score[row]),
            )
            for row in kept
        ]


class _Fit:
    """Draws poses (in millimetres of the view) to the edges of a view of `scale` pixels a millimetre."""

    def __init__(self, view: Picture, scale: float) -> None:
        self._picture, self._scale = shrunk(view, scale, FINE_SCALE)
        self._evidence = Evidence.of(self._picture, self._scale)
        self._size = (TILE_WIDTH_MM * self._scale, TILE_LENGTH_MM * self._scale)
        self._first_px = (self._scale / scale - 1) / 2  # where the view's first pixel has its middle when shrunk

    def placed(self, poses: Poses) -> tuple[Poses, Floats]:
        """Where tiles that are known to lie about there really lie, none in another, and how well each is outlined."""
        found, support = self.fitted(poses)
        weak = np.flatnonzero(support < _WEAK)
        for x, y in _RESTARTS_MM:
            tried, tried_support = self.fitted(poses[weak] + (x, y, 0.0))
            better = self._worth(tried, tried_support, poses[weak]) > self._worth(
                found[weak], support[weak], poses[weak]
            )
            found[weak[better]], support[weak[better]] = tried[better], tried_support[better]
        return apart(found, support, (TILE_WIDTH_MM, TILE_LENGTH_MM)), support

    @staticmethod
    def _worth(poses: Poses, support: Floats, known: Poses) -> Floats:
        away = poses[:, :2] - known[:, :2]
        return np.asarray(support - _AWAY * (away**2).sum(axis=1))

    def fitted(self, poses: Poses) -> tuple[Poses, Floats]:
        """Each drawn to the edges around it, and how well it is outlined there."""
        if not len(poses):
            return poses, np.empty(0)
        drawn = fitted(self._evidence, self._pixels(poses), self._size, self._scale)
        support = support_of(self._evidence, drawn, self._size, self._scale)
        drawn, support = polished(self._evidence, self._picture, drawn, support, self._size, self._scale)
        return self._millimetres(drawn), support

    def _pixels(self, poses: Poses) -> Poses:
        factor, first = self._scale, self._first_px
        return poses * (factor, factor, 1.0) + (first, first, 0.0)

    def _millimetres(self, poses: Poses) -> Poses:
        factor, first = self._scale, self._first_px
        return np.asarray((poses - (first, first, 0.0)) / (factor, factor, 1.0))


def _boxes(proposals: Proposals, scale: float) -> _Boxes:
    corners = proposals.corners / scale
    sides = np.roll(corners, -1, axis=1) - corners
    along = sides[..., 0] + 1j * sides[..., 1]
    turns = np.angle((np.abs(along) * np.exp(4j * np.angle(along))).sum(axis=1)) / 4
    right = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    down = np.stack([-np.sin(turns), np.cos(turns)], axis=1)
    centres = corners.mean(axis=1)
    reach = corners - centres[:, None]
    widths, heights = (2 * np.abs((reach * way[:, None]).sum(axis=2)).mean(axis=1) for way in (right, down))
    return _Boxes(centres, np.degrees(turns), widths, heights, proposals.heat)


def _are_whole(boxes: _Boxes) -> NDArray[np.bool_]:
    """(n,): whether each is about as large as a tile, and which of its sides is the longer one is plain to see."""
    shorter, longer = np.minimum(boxes.widths, boxes.heights), np.maximum(boxes.widths, boxes.heights)
    fits_width = (shorter > _LEAST_WIDTH * TILE_WIDTH_MM) & (shorter < _MOST * TILE_WIDTH_MM)
    fits_length = (longer > _LEAST_LENGTH * TILE_LENGTH_MM) & (longer < _MOST * TILE_LENGTH_MM)
    return np.asarray(fits_width & fits_length & (longer > _LEAST_RATIO * shorter))


def _poses(boxes: _Boxes) -> Poses:
    """Rectangles of a tile's size in their places, upright or sideways."""
    return np.column_stack([boxes.centres, boxes.turns + 90.0 * (boxes.widths > boxes.heights)])


def _one_each(poses: Poses, heat: Floats) -> tuple[Poses, Floats]:
    """What is one tile seen at several looks becomes the mean of them, as warm as the warmest."""
    groups: list[list[int]] = []
    for row in (int(row) for row in np.argsort(-heat)):
        same = next((group for group in groups if _are_same(poses[group[:1]], poses[row]).any()), None)
        if same is None:
            groups.append([row])
        else:
            same.append(row)
    means = np.empty((len(groups), 3))
    for place, group in enumerate(groups):
        turns = poses[group, 2] - poses[group[0], 2]
        means[place, :2] = np.average(poses[group, :2], axis=0, weights=heat[group])
        means[place, 2] = poses[group[0], 2] + np.average((turns + 90.0) % 180.0 - 90.0, weights=heat[group])
    return means, heat[[group[0] for group in groups]]


def _wholes(boxes: _Boxes, row: int) -> Poses:
    """The rectangles of which a box may be the middle or an end, upright and sideways: half of a 4p looks like a 2p."""
    turn = np.radians(boxes.turns[row])
    right, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    found = []
    for across, (width, height) in ((0.0, (TILE_WIDTH_MM, TILE_LENGTH_MM)), (90.0, (TILE_LENGTH_MM, TILE_WIDTH_MM))):
        for over in _shifts(width - boxes.widths[row]):
            for under in _shifts(height - boxes.heights[row]):
                found.append((*(boxes.centres[row] + over * right + under * down), boxes.turns[row] + across))
    return np.array(found)


def _shifts(missing_mm: float) -> tuple[float, ...]:
    """How far off the middle the whole may lie, where so much of a side is missing."""
    return (0.0,) if missing_mm < _BEVEL_MM else (-missing_mm / 2, 0.0, missing_mm / 2)


def _distinct(poses: Poses, worth: Floats) -> list[int]:
    """The rows that stay when of those that are one tile only the one of most worth stays."""
    kept: list[int] = []
    for row in (int(row) for row in np.argsort(-worth)):
        if not _are_same(poses[kept], poses[row]).any():
            kept.append(row)
    return kept


def _are_same(poses: Poses, one: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(n,): whether each lies where another one does, in the same direction."""
    apart_mm = np.hypot(poses[:, 0] - one[0], poses[:, 1] - one[1])
    turn = np.abs((poses[:, 2] - one[2] + 90.0) % 180.0 - 90.0)
    return np.asarray((apart_mm < _SAME_MM) & (turn < 45.0))
