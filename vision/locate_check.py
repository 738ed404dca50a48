"""Says of quadrilaterals in a photo which are tiles: shape, surface and outline first, then the classifier.

One object per photo. Pure but for the classifier.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles.names import BACK
from vision.locate_photo import PhotoTile, most_likely
from vision.locate_quads import PhotoEvidence, Quads
from vision.reader import FaceClassifier
from vision.rectify import Picture, crop_faces

REACH: Final = 0.1
"""Of a tile: as far as it may lie from where it is expected."""
EXPECTED_PLAIN_EDGE: Final = 0.25
"""How clearly the sides of a plain tile have to show where a row leads one to expect it."""

_PLACES: Final = 3
_SIDES: Final = 0.04
_LEAST_SUPPORT: Final = 0.1
_LEAST_WHITE: Final = 0.55  # darkest over lightest colour of a face's body, in the warmest light
_PLAIN: Final = 0.06  # the part of a surface that is inked, below which it bears nothing; faces have 0.15 and more
_PLAIN_EDGE: Final = 0.4  # a plain tile is known by its edges alone
_BLANK: Final = ("5z", BACK)
_SMALLEST_PX: Final = 10.0
_SLIMMEST: Final = 3.2  # the longest side over the shortest
_BEYOND: Final = 0.1  # of a side: how much of a tile may be outside the picture


class TileCheck:
    """Checks candidates in one photo; corners are in pixels of the work picture, `zoom` times those of the photo."""

    def __init__(self, photo: Picture, work: Picture, zoom: float, classifier: FaceClassifier, margin: float) -> None:
        self.evidence = PhotoEvidence(work)
        self._photo = photo
        self._size = (work.shape[1], work.shape[0])
        self._zoom = zoom
        self._classifier = classifier
        self._margin = margin

    def verify(
        self, quads: Quads, plain_edge: float = _PLAIN_EDGE, least_support: float = _LEAST_SUPPORT
    ) -> list[PhotoTile | None]:
        """What each candidate shows, or None where it cannot be a face for its shape and outline.

        `plain_edge` is how clearly the sides of a plain tile have to show, `least_support` how clearly all others'.
        """
        support = self.evidence.support(quads)
        weakest = self.evidence.weakest_sides(quads)
        white, inked = self.evidence.surfaces(quads)
        edged = np.minimum(support, weakest) >= plain_edge
        possible = (support >= least_support) & (edged | ((white >= _LEAST_WHITE) & (inked >= _PLAIN)))
        usable = [int(row) for row in np.flatnonzero(possible) if self._is_usable(quads[row])]
        crops = crop_faces(self._photo, [quads[row] / self._zoom for row in usable], self._margin)
        tiles: list[PhotoTile | None] = [None] * len(quads)
        for row, answer in zip(usable, self._classifier.classify(crops), strict=True):
            plain = answer.label == BACK or inked[row] < _PLAIN
            if plain and (answer.label not in _BLANK or not edged[row]):
                continue  # a face without ink; or just a surface: a plain tile is known by its edges alone
            if answer.label == BACK and min(support[row], weakest[row]) < _PLAIN_EDGE:
                continue  # felt is as plain as a back
            if answer.label == BACK or white[row] >= _LEAST_WHITE:
                tiles[row] = PhotoTile(quads[row], answer, float(support[row]), plain=plain, white=float(white[row]))
        return tiles

    def expected(self, places: Quads) -> list[PhotoTile | None]:
        """The tile at each place where one is expected: moved or fitted a little, whichever reads best.

        Something tile-shaped that is no known face (a flower) counts as well: it holds a row together.
        """
        moved = self.evidence.places_near(places, REACH, _PLACES)
        flat = np.concatenate(moved)
        fitted = self.evidence.fit(flat, 0.0, _SIDES)
        owner = np.repeat(np.arange(len(places)), [len(some) for some in moved])
        candidates = self.verify(np.concatenate([flat, fitted]), EXPECTED_PLAIN_EDGE)
        tiles: list[PhotoTile | None] = []
        for place in range(len(places)):
            found = [candidates[row] for row in np.flatnonzero(np.tile(owner, 2) == place)]
            tiles.append(most_likely([tile for tile in found if tile is not None]))
        return tiles

    def _is_usable(self, quad: NDArray[np.float64]) -> bool:
        """Convex, not too slanted, and at least mostly in the picture."""
        if not cv2.isContourConvex(quad.astype(np.float32)):
            return False
        sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
        if sides.min() < _SMALLEST_PX or sides.max() > _SLIMMEST * sides.min():
            return False
        beyond = np.maximum(-quad, quad - (self._size[0] - 1, self._size[1] - 1)).max()
        return bool(beyond < _BEYOND * sides.min())
