"""Finds tiles in any photo, without a calibration: guesses, verified by the classifier, grown along rows.

Where a rectangle's outline may be (`locate_seeds`) a quadrilateral is fitted and the classifier asked whether it is a
face. A tile that is one tells where its neighbours must lie, so a row is found from any of its tiles, touching or not,
and follows the perspective from tile to tile. What overlaps is settled by confidence and company. A trained locator
can take the place of the first guesses, or of everything here (`PhotoLocator`). Pure but for the classifier.
"""

from dataclasses import dataclass
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles.names import BACK, OTHER
from vision.locate_lines import likely_axes
from vision.locate_quads import Gradients, Quads, fit_quads
from vision.locate_seeds import seeds_in
from vision.reader import Classified, FaceClassifier
from vision.rectify import Picture, crop_faces

_WORK_PX: Final = 1280  # the longer side at which tiles are looked for
_MOST_SEEDS: Final = 220
_SEED_REACH: Final = 0.14  # of a tile: as far as a guess may be off
_NEIGHBOUR_REACH: Final = 0.1
_GAP: Final = 0.03  # of a tile, between neighbours
_ROUNDS: Final = 20
_LEAST_CONFIDENCE: Final = 0.6
_LEAST_EDGE: Final = 0.12  # of the weakest side
_BLANK_EDGE: Final = 0.35  # a blank tile is known by its edges alone
_OVERLAP: Final = 0.3  # of the smaller: more is one tile seen twice
_BLANK: Final = ("5z", BACK)


@dataclass(frozen=True, slots=True)
class PhotoTile:
    """A tile in a photo: (4, 2) corners in its pixels, clockwise from the picture's top left of it; what it shows.

    `edge` is how clearly its weakest side shows, `neighbours` how many tiles of its kind of size lie beside it.
    """

    corners: NDArray[np.float64]
    answer: Classified
    edge: float
    neighbours: int = 0


class PhotoLocator(Protocol):
    """Whatever finds tiles in a photo."""

    def find(self, picture: Picture) -> list[PhotoTile]:
        """The tiles in a BGR picture, in no order, none overlapping another."""


class SceneLocator:
    """Finds tiles by outlines, a classifier, and their rows."""

    def __init__(self, classifier: FaceClassifier, margin: float) -> None:
        """`margin` is the context around a face that the classifier wants."""
        self._classifier = classifier
        self._margin = margin

    def find(self, picture: Picture) -> list[PhotoTile]:
        """See `PhotoLocator`."""
        search = _Search(picture, self._classifier, self._margin)
        search.seed()
        for _ in range(_ROUNDS):
            if not search.grow():
                break
        return search.settled()


class _Search:
    """One photo being searched; corners are in pixels of the work picture until the end."""

    def __init__(self, picture: Picture, classifier: FaceClassifier, margin: float) -> None:
        self._picture = picture
        self._classifier = classifier
        self._margin = margin
        self._zoom = min(1.0, _WORK_PX / max(picture.shape[:2]))
        self._work = picture
        if self._zoom < 1:
            small = cv2.resize(picture, None, fx=self._zoom, fy=self._zoom, interpolation=cv2.INTER_AREA)
            self._work = np.asarray(small, np.uint8)
        self._gradients = Gradients.of(self._work)
        self._tiles: list[PhotoTile] = []
        self._tried: list[NDArray[np.float64]] = []
        self._grown = 0

    def seed(self) -> None:
        """Take the guesses that prove to be tiles."""
        seeds = seeds_in(self._work, likely_axes(self._work), _MOST_SEEDS)
        self._verify(seeds.corners, _SEED_REACH)
        self._tiles = _without_doubles(self._tiles)

    def grow(self) -> bool:
        """Look beside the tiles found last; returns whether any was new."""
        fresh = self._tiles[self._grown :]
        self._grown = len(self._tiles)
        places = [place for tile in fresh for place in _beside(tile.corners) if self._is_free(place)]
        if not places:
            return False
        self._verify(_distinct(places), _NEIGHBOUR_REACH)
        self._tiles[self._grown :] = _without_doubles(self._tiles[self._grown :])
        return len(self._tiles) > self._grown

    def settled(self) -> list[PhotoTile]:
        """Every tile once, in pixels of the photo."""
        counted = [
            PhotoTile(tile.corners, tile.answer, tile.edge, sum(_is_beside(tile, other) for other in self._tiles))
            for tile in self._tiles
        ]
        return [
            PhotoTile(tile.corners / self._zoom, tile.answer, tile.edge, tile.neighbours)
            for tile in _without_doubles(counted)
        ]

    def _verify(self, quads: Quads, reach: float) -> None:
        fitted = fit_quads(self._gradients, quads, reach)[0]
        fitted, edges = fit_quads(self._gradients, fitted, reach / 2)
        weakest = edges.min(axis=1)
        usable = [row for row in range(len(fitted)) if weakest[row] >= _LEAST_EDGE and self._is_usable(fitted[row])]
        crops = crop_faces(self._picture, [fitted[row] / self._zoom for row in usable], self._margin)
        for row, answer in zip(usable, self._classifier.classify(crops), strict=True):
            if answer.label == OTHER or answer.confidence < _LEAST_CONFIDENCE:
                continue
            if answer.label in _BLANK and weakest[row] < _BLANK_EDGE:
                continue
            self._tiles.append(PhotoTile(fitted[row], answer, float(weakest[row])))

    def _is_usable(self, quad: NDArray[np.float64]) -> bool:
        """Convex, not too slanted, and at least mostly in the picture."""
        if not cv2.isContourConvex(quad.astype(np.float32)):
            return False
        sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
        if sides.min() < 10 or sides.max() > 3.2 * sides.min():
            return False
        height, width = self._work.shape[:2]
        beyond = np.maximum(-quad, quad - (width - 1, height - 1)).max()
        return bool(beyond < 0.1 * sides.min())

    def _is_free(self, quad: NDArray[np.float64]) -> bool:
        height, width = self._work.shape[:2]
        x, y = quad.mean(axis=0)
        if not (0 <= x < width and 0 <= y < height):
            return False
        size = np.linalg.norm(quad[1] - quad[0])
        near = [tile for tile in self._tiles if np.abs(tile.corners.mean(axis=0) - (x, y)).max() < 2 * size]
        return not any(_shared(tile.corners, quad) > _OVERLAP for tile in near)


def _beside(corners: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Where the four neighbours of a tile would lie: as large as it, each side taken on along its own edges."""
    right = (1 + _GAP) * (corners[[1, 1, 2, 2]] - corners[[0, 0, 3, 3]])
    down = (1 + _GAP) * (corners[[3, 2, 2, 3]] - corners[[0, 1, 1, 0]])
    return [corners + right, corners - right, corners + down, corners - down]


def _is_beside(tile: PhotoTile, other: PhotoTile) -> bool:
    if other is tile:
        return False
    size = np.sqrt(abs(cv2.contourArea(tile.corners.astype(np.float32))))
    other_size = np.sqrt(abs(cv2.contourArea(other.corners.astype(np.float32))))
    if not 0.75 < other_size / max(size, 1e-6) < 1.33:
        return False
    apart = other.corners.mean(axis=0) - tile.corners.mean(axis=0)
    return any(
        float(np.linalg.norm(apart - (place.mean(axis=0) - tile.corners.mean(axis=0)))) < 0.3 * size
        for place in _beside(tile.corners)
    )


def _shared(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Common area of two quadrilaterals, as a part of the smaller."""
    first, second = one.astype(np.float32), other.astype(np.float32)
    common = cv2.intersectConvexConvex(first, second)[0]
    return float(common / max(1.0, min(cv2.contourArea(first), cv2.contourArea(second))))


def _distinct(places: list[NDArray[np.float64]]) -> Quads:
    kept: list[NDArray[np.float64]] = []
    for place in places:
        size = float(np.linalg.norm(place[1] - place[0]))
        if not any(np.abs(place.mean(axis=0) - other.mean(axis=0)).max() < 0.2 * size for other in kept):
            kept.append(place)
    return np.asarray(kept)


def _without_doubles(tiles: list[PhotoTile]) -> list[PhotoTile]:
    """The most trusted of those that overlap."""
    kept: list[PhotoTile] = []
    for tile in sorted(tiles, key=lambda tile: -_trust(tile)):
        size = float(np.linalg.norm(np.ptp(tile.corners, axis=0)))
        near = [
            other
            for other in kept
            if np.linalg.norm(other.corners.mean(axis=0) - tile.corners.mean(axis=0))
            < size + float(np.linalg.norm(np.ptp(other.corners, axis=0)))
        ]
        if not any(_shared(tile.corners, other.corners) > _OVERLAP for other in near):
            kept.append(tile)
    return kept


def _trust(tile: PhotoTile) -> float:
    return float(tile.answer.confidence) + 0.15 * min(2, tile.neighbours) + 0.5 * min(tile.edge, 0.6)
