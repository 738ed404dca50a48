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
from vision.locate_lattice import Member, beside, grow
from vision.locate_lines import likely_axes
from vision.locate_quads import PhotoEvidence, Quads
from vision.locate_seeds import seeds_in
from vision.locate_strip import Strip, cut
from vision.reader import Classified, FaceClassifier
from vision.rectify import Picture, crop_faces

_WORK_PX: Final = 1280  # the longer side at which tiles are looked for
_MOST_SEEDS: Final = 240
_MOST_RIVALS: Final = 3  # other readings of places whose first reading is not sound
_SOUND_SUPPORT: Final = 0.4  # mean of a lattice
_SOUND_LENGTH: Final = 5
_TRUSTED: Final = 0.95
_LEAST_FACES: Final = 5  # in a row that may hold flowers too
_LESS_WHITE: Final = 0.15
_TOUCHING: Final = 1.2  # of their width: how far apart neighbours' middles are
_SAME_TILE: Final = 0.2
_MOST_STRIPS: Final = 4  # rows cut anew
_MOST_ASKED: Final = 40
_SEED_REACH: Final = 0.1  # of a tile: as far as a guess may be off
_SEED_SIDES: Final = 0.1
_FIRST_CONFIDENCE: Final = 0.8  # of a tile from which others are looked for
_NEXT_REACH: Final = 0.1
_NEXT_PLACES: Final = 3
_NEXT_SIDES: Final = 0.04
_OTHER_SUPPORT: Final = 0.45  # of something tile-shaped in a row that is no known face
_NEXT_CONFIDENCE: Final = 0.6  # of one that lies where a tile is expected
_ALONE_CONFIDENCE: Final = 0.9  # of one that has no company
_OTHER_WORTH: Final = 0.05
_LEAST_SUPPORT: Final = 0.1
_STRIP_SUPPORT: Final = -0.5  # where cuts of a row are the evidence
_LEAST_WHITE: Final = 0.55  # darkest over lightest colour of a face's body, in the warmest light
_PLAIN: Final = 0.06  # the part of a surface that is inked, below which it bears nothing; faces have 0.15 and more
_PLAIN_EDGE: Final = 0.4  # a plain tile is known by its edges alone
_EXPECTED_PLAIN_EDGE: Final = 0.25  # where a row leads one to expect it
_LEAST_SIZE: Final = 0.3  # of the largest tiles' size: below that it is texture
_OVERLAP: Final = 0.3  # of the smaller: more is one tile seen twice
_BLANK: Final = ("5z", BACK)


@dataclass(frozen=True, slots=True)
class PhotoTile:
    """A tile in a photo: (4, 2) corners in its pixels, clockwise from where its reading's upright has the top left.

    `support` is how well it is outlined, `company` how many tiles lie in line with it. `plain`: nothing is on it.
    `white`: the darkest over the lightest colour of its body.
    """

    corners: NDArray[np.float64]
    answer: Classified
    support: float = 1.0
    company: int = 0
    plain: bool = False
    white: float = 1.0


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
        self._lattices: list[list[PhotoTile]] = []
        self._strips = 0

    def run(self) -> None:
        """Guess, and grow a lattice from each guess that proves to be a tile and is in none yet."""
        seeds = seeds_in(self._work, likely_axes(self._work), _MOST_SEEDS)
        fitted = self.evidence.fit(seeds.corners, _SEED_REACH, _SEED_SIDES)
        faces = [
            tile
            for tile in self.verify(fitted)
            if tile is not None and tile.answer.label != OTHER and tile.answer.confidence >= _FIRST_CONFIDENCE
        ]
        rivals = 0
        for seed in self._by_company(faces):
            if not self._is_free(seed.corners) or self._is_known(seed):
                continue
            if _overlaps(seed, self.tiles):
                rivals += 1
                if rivals > _MOST_RIVALS:
                    continue
            self._grow_from(seed)

    def _by_company(self, faces: Sequence[PhotoTile]) -> list[PhotoTile]:
        """Those first beside which tiles of the same size lie: a guess too wide may read well, its neighbours will not.

        The neighbours are looked for at the best outlined place only; this is a question of order.
        """
        ranked = sorted(faces, key=lambda tile: -_trust(tile))
        asked = ranked[:_MOST_ASKED]
        places = [place for tile in asked for place in beside(tile.corners)]
        if not places:
            return ranked
        near = self.verify(self.evidence.fit(np.array(places), _NEXT_REACH, 0.0))
        company = np.array([_as_neighbour(tile) for tile in near]).reshape(len(asked), -1)
        worth = company.sum(axis=1) + [0.5 * _trust(tile) for tile in asked]
        return [asked[place] for place in np.argsort(-worth)] + ranked[_MOST_ASKED:]

    def settled(self) -> list[PhotoTile]:
        """Every tile once, in pixels of the photo."""
        tiles: list[PhotoTile] = []
        for lattice in sorted(self._lattices, key=_worth, reverse=True):
            tiles += [tile for tile in lattice if not _overlaps(tile, tiles)]
        largest = max((_size(tile) for tile in tiles), default=0.0)
        return [
            replace(tile, corners=tile.corners / self._zoom)
            for tile in tiles
            if _size(tile) >= _LEAST_SIZE * largest
            and (tile.company or tile.answer.confidence >= _ALONE_CONFIDENCE)
            and (tile.answer.label != OTHER or tile.company >= _LEAST_FACES)
        ]

    @property
    def tiles(self) -> list[PhotoTile]:
        """All tiles found so far, rivals included."""
        return [tile for lattice in self._lattices for tile in lattice]

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
        crops = crop_faces(self._picture, [quads[row] / self._zoom for row in usable], self._margin)
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

    def _grow_from(self, seed: PhotoTile) -> None:
        known: dict[bytes, PhotoTile] = {seed.corners.tobytes(): seed}

        def judge(places: Quads) -> Sequence[Member | None]:
            tiles = self._expected(places)
            known.update({tile.corners.tobytes(): tile for tile in tiles if tile is not None})
            return [None if tile is None else _member(tile) for tile in tiles]

        lattice = grow(_member(seed), judge, self._is_free)
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
            tiles = self.verify(quads, _EXPECTED_PLAIN_EDGE, _STRIP_SUPPORT)
            known.update({tile.corners.tobytes(): tile for tile in tiles if tile is not None})
            # of the usual width, what is no known face (a flower) is better than nothing
            return [_as_neighbour(tile) or (_OTHER_WORTH if usual and _is_flower(tile) else 0.0) for tile in tiles]

        pieces = cut(Strip.along(row).longer((width, height)), self.evidence, worth)
        tiles = _trimmed([known[piece.tobytes()] for piece in pieces])
        if tiles and not all(tile.plain for tile in tiles):
            self._lattices.append([replace(tile, company=len(tiles) - 1) for tile in tiles])

    def _expected(self, places: Quads) -> list[PhotoTile | None]:
        """The tile at each place where one is expected: moved or fitted a little, whichever reads best.

        Something tile-shaped that is no known face (a flower) counts as well: it holds a row together.
        """
        moved = self.evidence.places_near(places, _NEXT_REACH, _NEXT_PLACES)
        flat = np.concatenate(moved)
        fitted = self.evidence.fit(flat, 0.0, _NEXT_SIDES)
        owner = np.repeat(np.arange(len(places)), [len(some) for some in moved])
        candidates = self.verify(np.concatenate([flat, fitted]), _EXPECTED_PLAIN_EDGE)
        tiles: list[PhotoTile | None] = []
        for place in range(len(places)):
            found = [candidates[row] for row in np.flatnonzero(np.tile(owner, 2) == place)]
            tiles.append(_most_likely([tile for tile in found if tile is not None]))
        return tiles

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
        settled = [tile for lattice in self._lattices if _is_sound(lattice) for tile in lattice]
        return not any(_shared(tile.corners, quad) > _OVERLAP for tile in settled)

    def _is_known(self, seed: PhotoTile) -> bool:
        """Whether the seed is a tile of some lattice already, of the same place and size."""
        return any(
            np.linalg.norm(tile.corners - seed.corners, axis=1).max() < _SAME_TILE * _size(seed) for tile in self.tiles
        )


def _trimmed(row: Sequence[PhotoTile]) -> list[PhotoTile]:
    """A row in order, without what is no face unless it lies among enough faces, touching one or its like."""
    usual = float(np.median([tile.white for tile in row])) if row else 0.0
    row = [tile for tile in row if tile.white >= usual - _LESS_WHITE]  # beside the row, felt can look like ink
    faces = [tile.answer.label != OTHER for tile in row]
    if sum(faces) < _LEAST_FACES:
        return [tile for tile, face in zip(row, faces, strict=True) if face]
    kept = {place for place, face in enumerate(faces) if face}
    for order in (range(1, len(row)), range(len(row) - 2, -1, -1)):
        step = order.step
        for place in order:
            if place - step in kept and _touch(row[place], row[place - step]):
                kept.add(place)
    return [row[place] for place in sorted(kept)]


def _touch(tile: PhotoTile, other: PhotoTile) -> bool:
    apart = float(np.linalg.norm(tile.corners.mean(axis=0) - other.corners.mean(axis=0)))
    widths = [float(np.linalg.norm(one.corners[1] - one.corners[0])) for one in (tile, other)]
    return apart < _TOUCHING * sum(widths) / 2


def _is_sound(lattice: Sequence[PhotoTile]) -> bool:
    """Whether its tiles have their sides where sides show: one of a wrong width reads well here and there, no more.

    A long row of nothing but certain readings is sound even where its seams hardly show.
    """
    if len(lattice) >= _SOUND_LENGTH and np.mean([tile.answer.confidence for tile in lattice]) >= _TRUSTED:
        return True
    return len(lattice) > 1 and float(np.mean([tile.support for tile in lattice])) >= _SOUND_SUPPORT


def _worth(lattice: Sequence[PhotoTile]) -> float:
    return sum(_as_neighbour(tile) + 0.2 * tile.support for tile in lattice)


def _member(tile: PhotoTile) -> Member:
    return Member(tile.corners, 0.0 if tile.answer.label == OTHER else float(tile.answer.confidence))


def _is_flower(tile: PhotoTile | None) -> bool:
    return tile is not None and tile.answer.label == OTHER and tile.answer.sure


def _as_neighbour(tile: PhotoTile | None) -> float:
    """How much a tile beside another says for the size of both: it reads, and its sides are where they should be."""
    if tile is None or tile.answer.label == OTHER or tile.answer.confidence < 0.5:
        return 0.0
    return float(tile.answer.confidence) - 0.5 + 0.3 * tile.support


def _most_likely(tiles: Sequence[PhotoTile]) -> PhotoTile | None:
    """Of several views of one expected tile the best; None if none is convincing."""
    faces = [tile for tile in tiles if tile.answer.label != OTHER and tile.answer.confidence >= _NEXT_CONFIDENCE]
    others = [tile for tile in tiles if tile.answer.label == OTHER and tile.support >= _OTHER_SUPPORT]
    if faces:
        return max(faces, key=lambda tile: tile.answer.confidence + 0.15 * tile.support)
    return max(others, key=lambda tile: tile.support, default=None)


def _shared(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Common area of two quadrilaterals, as a part of the smaller."""
    apart = np.abs(one.mean(axis=0) - other.mean(axis=0))
    if (apart > (np.ptp(one, axis=0) + np.ptp(other, axis=0)) / 2).any():
        return 0.0
    first, second = one.astype(np.float32), other.astype(np.float32)
    common = cv2.intersectConvexConvex(first, second)[0]
    return float(common / max(1.0, min(cv2.contourArea(first), cv2.contourArea(second))))


def _overlaps(tile: PhotoTile, others: Sequence[PhotoTile]) -> bool:
    return any(_shared(tile.corners, other.corners) > _OVERLAP for other in others)


def _size(tile: PhotoTile) -> float:
    return float(np.sqrt(cv2.contourArea(tile.corners.astype(np.float32))))


def _trust(tile: PhotoTile) -> float:
    return float(tile.answer.confidence) + 0.1 * min(4, tile.company) + 0.3 * tile.support
