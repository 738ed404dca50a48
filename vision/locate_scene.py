"""Finds tiles in any photo, without a calibration: guesses, verified by the classifier, grown along rows.

Where a rectangle's outline may be (`locate_seeds`) a quadrilateral is fitted and the classifier asked whether it is a
face. A tile that is one tells where its neighbours must lie (`locate_lattice`), so a row is found from any of its
tiles and follows the perspective. What overlaps is settled by confidence and company. A trained locator can take the
place of the guesses (`seeds_in`) or of everything here (`PhotoLocator`). Pure but for the classifier.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate_check import EXPECTED_PLAIN_EDGE, REACH, TileCheck
from vision.locate_lattice import Member, beside, grow
from vision.locate_lines import likely_axes
from vision.locate_photo import (
    LEAST_FACES,
    OVERLAP,
    PhotoTile,
    as_neighbour,
    is_sound,
    overlaps,
    shared,
    trimmed,
    worth_of,
)
from vision.locate_quads import Quads
from vision.locate_seeds import seeds_in
from vision.locate_strip import Strip, cut
from vision.reader import FaceClassifier
from vision.rectify import Picture

_WORK_PX: Final = 1280  # the longer side at which tiles are looked for
_MOST_SEEDS: Final = 240
_MOST_ASKED: Final = 40
_MOST_RIVALS: Final = 3  # other readings of places whose first reading is not sound
_MOST_STRIPS: Final = 4  # rows cut anew
_SEED_REACH: Final = 0.1  # of a tile: as far as a guess may be off
_SEED_SIDES: Final = 0.1
_FIRST_CONFIDENCE: Final = 0.8  # of a tile from which others are looked for
_ALONE_CONFIDENCE: Final = 0.9  # of one that has no company
_FLOWER_WORTH: Final = 0.05
_STRIP_SUPPORT: Final = -0.5  # where cuts of a row are the evidence
_LEAST_SIZE: Final = 0.3  # of the largest tiles' size: below that it is texture


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
        self._zoom = min(1.0, _WORK_PX / max(picture.shape[:2]))
        self._work = picture
        if self._zoom < 1:
            small = cv2.resize(picture, None, fx=self._zoom, fy=self._zoom, interpolation=cv2.INTER_AREA)
            self._work = np.asarray(small, np.uint8)
        self._check = TileCheck(picture, self._work, self._zoom, classifier, margin)
        self._lattices: list[list[PhotoTile]] = []
        self._strips = 0

    def run(self) -> None:
        """Guess, and grow a lattice from each guess that proves to be a tile and is in none yet."""
        seeds = seeds_in(self._work, likely_axes(self._work), _MOST_SEEDS)
        fitted = self._check.evidence.fit(seeds.corners, _SEED_REACH, _SEED_SIDES)
        faces = [
            tile
            for tile in self._check.verify(fitted)
            if tile is not None and tile.is_face and tile.answer.confidence >= _FIRST_CONFIDENCE
        ]
        rivals = 0
        for seed in self._by_company(faces):
            if not self._is_free(seed.corners) or self._is_known(seed):
                continue
            if overlaps(seed, self.tiles):
                rivals += 1
                if rivals > _MOST_RIVALS:
                    continue
            self._grow_from(seed)

    def _by_company(self, faces: Sequence[PhotoTile]) -> list[PhotoTile]:
        """Those first beside which tiles of the same size lie: a guess too wide may read well, its neighbours will not.

        The neighbours are looked for at the best outlined place only; this is a question of order.
        """
        ranked = sorted(faces, key=lambda tile: -tile.trust)
        asked = ranked[:_MOST_ASKED]
        places = [place for tile in asked for place in beside(tile.corners)]
        if not places:
            return ranked
        near = self._check.verify(self._check.evidence.fit(np.array(places), REACH, 0.0))
        company = np.array([as_neighbour(tile) for tile in near]).reshape(len(asked), -1)
        worth = company.sum(axis=1) + [0.5 * tile.trust for tile in asked]
        return [asked[place] for place in np.argsort(-worth)] + ranked[_MOST_ASKED:]

    def settled(self) -> list[PhotoTile]:
        """Every tile once, in pixels of the photo."""
        tiles: list[PhotoTile] = []
        for lattice in sorted(self._lattices, key=worth_of, reverse=True):
            tiles += [tile for tile in lattice if not overlaps(tile, tiles)]
        largest = max((tile.size for tile in tiles), default=0.0)
        return [
            replace(tile, corners=tile.corners / self._zoom)
            for tile in tiles
            if tile.size >= _LEAST_SIZE * largest
            and (tile.company or tile.answer.confidence >= _ALONE_CONFIDENCE)
            and (tile.is_face or tile.company >= LEAST_FACES)
        ]

    @property
    def tiles(self) -> list[PhotoTile]:
        """All tiles found so far, rivals included."""
        return [tile for lattice in self._lattices for tile in lattice]

    def _grow_from(self, seed: PhotoTile) -> None:
        known: dict[bytes, PhotoTile] = {seed.corners.tobytes(): seed}

        def judge(places: Quads) -> Sequence[Member | None]:
            tiles = self._check.expected(places)
            known.update({tile.corners.tobytes(): tile for tile in tiles if tile is not None})
            return [None if tile is None else tile.member for tile in tiles]

        lattice = grow(seed.member, judge, self._is_free)
        tiles = [known[member.quad.tobytes()] for member in lattice.members.values()]
        if not all(tile.plain for tile in tiles):  # a row of plain surfaces is more often a row of sides, or a tray
            self._lattices.append([replace(tile, company=len(tiles) - 1) for tile in tiles])
            row = lattice.only_row()
            if row is not None and self._strips < _MOST_STRIPS:
                self._strips += 1
                self._cut_anew(row)

    def _cut_anew(self, row: Quads) -> None:
        """Read a row once more with its tiles' width left open; the better reading wins in the end."""
        height, width = self._work.shape[:2]
        known: dict[bytes, PhotoTile] = {}

        def worth(quads: Quads, *, usual: bool) -> Sequence[float]:
            tiles = self._check.verify(quads, EXPECTED_PLAIN_EDGE, _STRIP_SUPPORT)
            known.update({tile.corners.tobytes(): tile for tile in tiles if tile is not None})
            # of the usual width, what is no known face (a flower) is better than nothing
            return [
                as_neighbour(tile) or (_FLOWER_WORTH if usual and tile and tile.answer.sure else 0.0) for tile in tiles
            ]

        pieces = cut(Strip.along(row).longer((width, height)), self._check.evidence, worth)
        tiles = trimmed([known[piece.tobytes()] for piece in pieces])
        if tiles and not all(tile.plain for tile in tiles):
            self._lattices.append([replace(tile, company=len(tiles) - 1) for tile in tiles])

    def _is_free(self, quad: NDArray[np.float64]) -> bool:
        """In the picture, and not where a tile of another lattice lies."""
        height, width = self._work.shape[:2]
        x, y = quad.mean(axis=0)
        if not (0 <= x < width and 0 <= y < height):
            return False
        settled = [tile for lattice in self._lattices if is_sound(lattice) for tile in lattice]
        return not any(shared(tile.corners, quad) > OVERLAP for tile in settled)

    def _is_known(self, seed: PhotoTile) -> bool:
        """Whether the seed is a tile of some lattice already, of the same place and size."""
        return any(tile.is_at(seed) for tile in self.tiles)
