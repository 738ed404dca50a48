"""Where tiles lie in the straight view of a zone: rectangles of a tile's size, upright or sideways, a few degrees off.

Needs a calibration, hence knows the size; photos without one are for `locate_network`. Finds faces and backs alike,
whatever the colour of felt and backs, and splits tiles that touch. Knows nothing of what is on a tile: a
rectangle that is no tile is refused by whoever classifies it. Pure; runs in the recognition process.
"""

from dataclasses import dataclass
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles.size import TILE_LENGTH_MM, TILE_WIDTH_MM
from vision.locate_edges import Evidence
from vision.locate_fit import Poses, corners_of, fitted, polished, support_of
from vision.locate_outline import PLAIN_MM, OutlineSearch, Scores
from vision.locate_pack import packed
from vision.rectify import Picture

SURE_SCORE: Final = 0.35
"""A place with that score may be taken for a tile by its outline alone."""
FINE_SCALE: Final = 2.0
"""Pixels a millimetre: enough to place a tile within half a millimetre."""
_LEAST_SCORE: Final = 0.0  # below that no reading makes up for the outline
_ROUGH_SCALE: Final = 1.35  # pixels a millimetre at which seams still show
_PEAK_MM: Final = 1.5  # the fit reaches that far
_ANGLES_DEG: Final = (0.0, -3.0, 3.0, -6.0, 6.0)
_FIRST_SCORE: Final = 0.15
_MAX_CANDIDATES: Final = 800


@dataclass(frozen=True, slots=True)
class Found:
    """A place where a tile seems to lie, in pixels of the straight view.

    `angle_deg`: clockwise turn from upright, around 0 or around 90 (which way round is for the classifier to say).
    `corners`: (4, 2), clockwise from the top left of the face at that angle. `score`: 0 to 1.
    """

    centre: tuple[float, float]
    angle_deg: float
    corners: NDArray[np.float64]
    score: float


class Locator(Protocol):
    """Whatever finds tiles in a straight view; a trained one can take the place of `OutlineLocator`."""

    def candidates(self, view: Picture, scale: float) -> list[Found]:
        """Places in a BGR view with `scale` pixels a millimetre where a tile may lie; they may overlap."""


def find(locator: Locator, view: Picture, scale: float) -> list[Found]:
    """The tiles in a view, none overlapping another, as far as outlines alone tell."""
    places = locator.candidates(view, scale)
    corners = np.array([place.corners for place in places]).reshape(-1, 4, 2)
    return [places[index] for index in packed(corners, np.array([place.score for place in places]), SURE_SCORE)]


@dataclass(frozen=True, slots=True)
class OutlineLocator:
    """Finds tiles by their outlines alone."""

    sideways: bool = True

    def candidates(self, view: Picture, scale: float) -> list[Found]:
        """See `Locator`."""
        if min(view.shape[:2]) < TILE_WIDTH_MM * scale:
            return []
        rough = self._rough(*shrunk(view, scale, _ROUGH_SCALE))
        if not len(rough):
            return []
        picture, fine_scale = shrunk(view, scale, FINE_SCALE)
        rough[:, :2] *= fine_scale
        size = (TILE_WIDTH_MM * fine_scale, TILE_LENGTH_MM * fine_scale)
        evidence = Evidence.of(picture, fine_scale)
        poses = fitted(evidence, rough, size, fine_scale)
        support = support_of(evidence, poses, size, fine_scale)
        poses, support = poses[support >= _LEAST_SCORE], support[support >= _LEAST_SCORE]
        if not len(poses):
            return []
        poses, support = polished(evidence, picture, poses, support, size, fine_scale)
        grow = scale / fine_scale
        corners = corners_of(poses, size) * grow
        return [
            Found((float(x * grow), float(y * grow)), float(angle), corners[place], float(support[place]))
            for place, (x, y, angle) in enumerate(poses)
        ]

    def _rough(self, picture: Picture, scale: float) -> Poses:
        """Peaks of the outline score over places (in millimetres of the view) and angles, best first."""
        evidence = Evidence.of(picture, scale)
        height, width = evidence.across.shape
        middle = (width / 2, height / 2)
        found: list[NDArray[np.float64]] = []
        for angle in _ANGLES_DEG:
            turn = cv2.getRotationMatrix2D(middle, angle, 1.0)  # turns the picture back by `angle`
            back = cv2.invertAffineTransform(turn)
            search = OutlineSearch(evidence if angle == 0 else evidence.turned(np.asarray(turn)))
            for across, sides in self._sides(scale):
                scores = search.scores(*sides, PLAIN_MM * scale)
                peaks = _peaks(scores, max(1, round(_PEAK_MM * scale)))
                places = (peaks[:, :2] @ back[:, :2].T + back[:, 2]) / scale
                found.append(np.column_stack([places, np.full(len(peaks), angle + across), peaks[:, 2]]))
        candidates = np.concatenate(found)
        best = candidates[np.argsort(-candidates[:, 3])][:_MAX_CANDIDATES]
        return _thinned(best, _PEAK_MM)[:, :3]

    def _sides(self, scale: float) -> tuple[tuple[float, tuple[float, float]], ...]:
        narrow, long = TILE_WIDTH_MM * scale, TILE_LENGTH_MM * scale
        upright = (0.0, (narrow, long))
        return (upright, (90.0, (long, narrow))) if self.sideways else (upright,)


def shrunk(view: Picture, scale: float, wanted: float) -> tuple[Picture, float]:
    """A view at no more than the wanted scale (pixels a millimetre), and its scale."""
    if scale <= wanted:
        return view, scale
    factor = wanted / scale
    small = cv2.resize(view, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), wanted


def _peaks(scores: Scores, reach_px: int) -> NDArray[np.float64]:
    """(n, 3): x, y and score of local maxima."""
    around = cv2.dilate(scores, np.ones((2 * reach_px + 1, 2 * reach_px + 1), np.uint8))
    y, x = np.nonzero((scores >= around) & (scores > _FIRST_SCORE))
    return np.column_stack([x, y, scores[y, x]]).astype(np.float64)


def _thinned(candidates: NDArray[np.float64], distance: float) -> NDArray[np.float64]:
    """Of candidates (x, y, angle, score), best first, those without a better one of like angle close by."""
    apart = np.hypot(candidates[:, None, 0] - candidates[None, :, 0], candidates[:, None, 1] - candidates[None, :, 1])
    alike = (apart < distance) & (np.abs(candidates[:, None, 2] - candidates[None, :, 2]) < 45)
    kept: list[int] = []
    free = np.ones(len(candidates), np.bool_)
    for index in range(len(candidates)):
        if free[index]:
            kept.append(index)
            free &= ~alike[index]
    return candidates[kept]
