"""Finds tiles in any photo, without a calibration: guesses, verified by the classifier, grown along rows.

Where a rectangle's outline may be (`locate_seeds`) a quadrilateral is fitted and the classifier asked whether it is a
face. A tile that is one tells where its neighbours must lie (`locate_lattice`), so a row is found from any of its
tiles and follows the perspective. What overlaps is settled by confidence and company. A trained locator can take the
place of the guesses (`seeds_in`) or of everything here (`PhotoLocator`). Pure but for the classifier.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles.names import BACK, OTHER
from vision.locate_lattice import grow
from vision.locate_lines import likely_axes
from vision.locate_quads import PhotoEvidence, Quads
from vision.locate_seeds import seeds_in
from vision.reader import Classified, FaceClassifier
from vision.rectify import Picture, crop_faces

_WORK_PX: Final = 1280  # the longer side at which tiles are looked for
_MOST_SEEDS: Final = 240
_SEED_REACH: Final = 0.1  # of a tile: as far as a guess may be off
_SEED_SIDES: Final = 0.1
_FIRST_CONFIDENCE: Final = 0.8  # of a tile from which others are looked for
_NEXT_CONFIDENCE: Final = 0.5  # of one that lies where a tile is expected
_ALONE_CONFIDENCE: Final = 0.9  # of one that has no company
_LEAST_SUPPORT: Final = 0.1
_BLANK_EDGE: Final = 0.4  # a blank tile is known by its edges alone
_OVERLAP: Final = 0.3  # of the smaller: more is one tile seen twice
_BLANK: Final = ("5z", BACK)


@dataclass(frozen=True, slots=True)
class PhotoTile:
    """A tile in a photo: (4, 2) corners in its pixels, clockwise from the picture's top left of it; what it shows.

    `support` is how well it is outlined, `company` how many tiles lie in line with it.
    """

    corners: NDArray[np.float64]
    answer: Classified
    support: float = 1.0
    company: int = 0


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
        search.run()
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
        self.evidence = PhotoEvidence(self._work)
        self.tiles: list[PhotoTile] = []

    def run(self) -> None:
        """Guess, and grow a lattice from each guess that proves to be a tile and is in none yet."""
        seeds = seeds_in(self._work, likely_axes(self._work), _MOST_SEEDS)
        fitted = self.evidence.fit(seeds.corners, _SEED_REACH, _SEED_SIDES)
        verified = [tile for tile in self.verify(fitted, _FIRST_CONFIDENCE) if tile is not None]
        for seed in sorted(verified, key=lambda tile: -tile.answer.confidence - 0.5 * tile.support):
            if self._is_free(seed.corners):
                self._grow_from(seed)

    def settled(self) -> list[PhotoTile]:
        """Every tile once, in pixels of the photo."""
        trusted = [tile for tile in self.tiles if tile.company or tile.answer.confidence >= _ALONE_CONFIDENCE]
        return [replace(tile, corners=tile.corners / self._zoom) for tile in _without_doubles(trusted)]

    def verify(self, quads: Quads, least_confidence: float) -> list[PhotoTile | None]:
        """Each candidate as a tile, or None if it is none."""
        support = self.evidence.support(quads)
        weakest = self.evidence.weakest_sides(quads)
        usable = [row for row in range(len(quads)) if support[row] >= _LEAST_SUPPORT and self._is_usable(quads[row])]
        crops = crop_faces(self._picture, [quads[row] / self._zoom for row in usable], self._margin)
        tiles: list[PhotoTile | None] = [None] * len(quads)
        for row, answer in zip(usable, self._classifier.classify(crops), strict=True):
            blank = answer.label in _BLANK and weakest[row] < _BLANK_EDGE
            if answer.label != OTHER and answer.confidence >= least_confidence and not blank:
                tiles[row] = PhotoTile(quads[row], answer, float(support[row]))
        return tiles

    def _grow_from(self, seed: PhotoTile) -> None:
        known: dict[bytes, PhotoTile] = {seed.corners.tobytes(): seed}

        def accepted(quads: Quads) -> Sequence[bool]:
            tiles = self.verify(quads, _NEXT_CONFIDENCE)
            known.update({tile.corners.tobytes(): tile for tile in tiles if tile is not None})
            return [tile is not None for tile in tiles]

        lattice = grow(seed.corners, self.evidence, accepted, self._is_free)
        company = len(lattice.quads) - 1
        self.tiles += [replace(known[quad.tobytes()], company=company) for quad in lattice.quads.values()]

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
        """In the picture, and not where a tile of another lattice lies."""
        height, width = self._work.shape[:2]
        x, y = quad.mean(axis=0)
        if not (0 <= x < width and 0 <= y < height):
            return False
        reach = float(np.linalg.norm(quad[2] - quad[0]))
        return not any(
            np.abs(tile.corners.mean(axis=0) - (x, y)).max() < 2 * reach and _shared(tile.corners, quad) > _OVERLAP
            for tile in self.tiles
        )


def _shared(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Common area of two quadrilaterals, as a part of the smaller."""
    first, second = one.astype(np.float32), other.astype(np.float32)
    common = cv2.intersectConvexConvex(first, second)[0]
    return float(common / max(1.0, min(cv2.contourArea(first), cv2.contourArea(second))))


def _without_doubles(tiles: Sequence[PhotoTile]) -> list[PhotoTile]:
    """The most trusted of those that overlap."""
    kept: list[PhotoTile] = []
    for tile in sorted(tiles, key=lambda tile: -_trust(tile)):
        if not any(_shared(tile.corners, other.corners) > _OVERLAP for other in kept):
            kept.append(tile)
    return kept


def _trust(tile: PhotoTile) -> float:
    return float(tile.answer.confidence) + 0.1 * min(4, tile.company) + 0.3 * tile.support
