"""Finds tiles in any photo, without a calibration: the locator network proposes, the classifier disposes.

Proposals are quadrilaterals that hold a tile already nearly exactly. What the classifier calls no face stays only among
faces (a flower, a joker). Pure but for the two networks; belongs to one thread.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles.names import BACK, OTHER
from vision.locate_doubt import with_doubts
from vision.locate_peaks import Proposals, distinct, without_doubles
from vision.locate_quads import PhotoEvidence
from vision.photo_tile import PhotoTile, company_of
from vision.reader import Classified, FaceClassifier
from vision.rectify import FACE_SIZE_PX, Picture, crop_face
from vision.seen_tile import Settle

_SMALLEST_PX: Final = 8.0  # the width of a tile that can still be read
_SLIMMEST: Final = 3.4
_INSIDE: Final = 0.6  # of a tile that must be in the picture
_FINEST: Final = 2.2  # pixels of the photo for one of a crop; with more, it is shrunk before
_SQUEEZES: Final = (0.4, 0.2, 0.09)
"""Photos of data sets were squeezed or stretched to a square: they are looked at less wide, and less high, as well."""
_SQUEEZED_BETTER: Final = 1.5  # times as much must be read in it as in the picture as it is
_MUCH_READ: Final = 0.25  # of the picture: with that much read, nothing was squeezed
_SQUEEZED_PART: Final = 0.12  # of the picture that tiles cover: who stretches a picture leaves little else in it

_OTHER_WORTH: Final = 0.3  # of a sure face's, where something that is none overlaps one
_SAME_PLACE: Final = 0.3  # of the size of both: with their middles nearer, two proposals overlap too much for both
_LARGER: Final = 1.25
_SIDES: Final = 0.06  # of a tile: how far its sides are drawn to an edge
_MOST_AGAIN: Final = 48
_MOST_READ: Final = 400  # more proposals are noise
_PLAIN: Final = frozenset({"5z", BACK})
_SURE_HEAT: Final = 0.5  # a place that is a tile by itself
_LEAST_HEAT: Final = 0.3  # of a face in company
_FLOWER_HEAT: Final = 0.5
_FLOWER_COMPANY: Final = 3
_FACE_CONFIDENCE: Final = 0.5
_PLAIN_HEAT: Final = 0.6  # of a blank face or a back: plain surfaces are many
_LEAST_SIZE: Final = 0.3  # of the size that three quarters of all tiles stay below: what is smaller is texture


class PhotoLocator(Protocol):
    """Whatever finds tiles in a photo."""

    def find(self, picture: Picture) -> list[PhotoTile]:
        """The tiles in a BGR picture, in no order, none overlapping another."""


class Proposer(Protocol):
    """What is asked of the locator network (see `vision.locate_model`)."""

    def propose(self, picture: Picture) -> Proposals:
        """Where tiles may be in a BGR picture; what is seen in different sizes may overlap."""


class NetworkLocator:
    """Finds tiles by the locator network and a classifier."""

    def __init__(
        self, proposer: Proposer, classifier: FaceClassifier, margin: float, settle: Settle | None = None
    ) -> None:
        """`margin` is the context around a face that the classifier wants; without `settle` each face is on its own."""
        self._proposer = proposer
        self._classifier = classifier
        self._margin = margin
        self._settle = settle

    def find(self, picture: Picture) -> list[PhotoTile]:
        """See `PhotoLocator`. A square picture may have been squeezed or stretched, and is looked at so as well."""
        tiles = self._seen(picture)
        if picture.shape[0] != picture.shape[1] or _read_area(tiles) > _MUCH_READ * picture[..., 0].size:
            return tiles
        squeezed = self._likeliest_squeeze(picture)
        if squeezed is None:
            return tiles
        grow = np.array(picture.shape[1::-1]) / np.array(squeezed.shape[1::-1])
        others = [replace(tile, corners=(tile.corners + 0.5) * grow - 0.5) for tile in self._seen(squeezed)]
        return others if _read_area(others) > _SQUEEZED_BETTER * _read_area(tiles) else tiles

    def _seen(self, picture: Picture) -> list[PhotoTile]:
        """The tiles in a picture as it is."""
        proposals = self._proposals(picture)
        if not len(proposals.heat):
            return []
        tiles = self._settled(*self._read(picture, proposals))
        areas = [_area(tile) for tile in tiles if tile.answer.sure and tile.support >= _SURE_HEAT]
        least = _LEAST_SIZE**2 * float(np.percentile(areas, 75)) if areas else 0.0
        believed = [tile for tile in tiles if _area(tile) >= least and _is_believed(tile)]
        return with_doubts(picture, self._beside_each_other(picture, believed))

    def _beside_each_other(self, picture: Picture, tiles: list[PhotoTile]) -> list[PhotoTile]:
        """The tiles, of which the plain ones are decided beside the faces of the picture."""
        if self._settle is None or not any(tile.answer.label in _PLAIN for tile in tiles):
            return tiles
        corners = np.array([tile.corners for tile in tiles])
        crops = cut_out(picture, corners, self._margin)
        answers = self._settle(crops, [tile.answer for tile in tiles], corners.mean(axis=1))
        return [replace(tile, answer=answer) for tile, answer in zip(tiles, answers, strict=True)]

    def _proposals(self, picture: Picture) -> Proposals:
        """What is proposed and can be a tile."""
        proposals = self._proposer.propose(picture)
        size = picture.shape[1::-1]
        proposals = proposals.taken(_are_usable(proposals.corners, size))
        return proposals.taken(np.argsort(-proposals.heat)[:_MOST_READ])

    def _read(self, picture: Picture, proposals: Proposals) -> tuple[Proposals, list[Classified]]:
        """What may be a tile, and how it reads; first what is warmest, then what that leaves open.

        Where the first reading is not sure, the sides are drawn to the edges, if that reads better.
        """
        first = distinct(proposals, proposals.worth)
        rest = np.setdiff1d(np.arange(len(proposals.heat)), first)
        answers = self._looked_at(picture, proposals.corners[first])
        faces = [place for place, answer in enumerate(answers) if answer.sure and answer.label != OTHER]
        hidden = _lies_on(proposals.taken(rest), proposals.taken(first[faces]), _reads(answers)[faces])
        proposals = proposals.taken(np.concatenate([first, rest[~hidden]]))
        answers += self._looked_at(picture, proposals.corners[len(first) :])

        unsure = _open_places(proposals, answers)[:_MOST_AGAIN]
        if not unsure:
            return proposals, answers
        quads = proposals.corners.copy()
        fitted = _fitted(picture, quads[unsure])
        for n, quad, answer in zip(unsure, fitted, self._looked_at(picture, fitted), strict=True):
            if answer.label != OTHER and answer.confidence > answers[n].confidence:
                quads[n], answers[n] = quad, answer
        return replace(proposals, corners=quads), answers

    def _looked_at(self, picture: Picture, quads: NDArray[np.float64]) -> list[Classified]:
        if not len(quads):
            return []
        return list(self._classifier.classify(cut_out(picture, quads, self._margin), turns="few"))

    @staticmethod
    def _settled(proposals: Proposals, answers: Sequence[Classified]) -> list[PhotoTile]:
        """One tile of those that overlap, whichever reads best, with its company."""
        kept = distinct(proposals, proposals.worth * _reads(answers))
        company = company_of(proposals.corners[kept])
        return [
            PhotoTile(proposals.corners[row], answers[row], float(proposals.heat[row]), int(near))
            for row, near in zip(kept, company, strict=True)
        ]

    def _likeliest_squeeze(self, picture: Picture) -> Picture | None:
        """The picture made less wide or less high, so that most of it looks like tiles; None if little does."""
        best, most = None, _SQUEEZED_PART
        for axis in (0, 1):
            for squeeze in _SQUEEZES:
                size = [picture.shape[1], picture.shape[0]]
                size[axis] = max(24, round(size[axis] * squeeze))
                squeezed = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
                found = without_doubles(self._proposals(squeezed))
                areas = np.array([cv2.contourArea(quad) for quad in found.corners.astype(np.float32)])
                covered = float((found.heat**2 * areas).sum()) / squeezed[..., 0].size
                if covered > most:
                    best, most = squeezed, covered
        return best


def cut_out(picture: Picture, quads: Iterable[NDArray[np.float64]], margin: float) -> list[Picture]:
    """The faces at these quadrilaterals; large ones out of a smaller picture, so that nothing is skipped."""
    levels = {0: picture}
    crops = []
    for quad in quads:
        sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
        level = max(0, math.ceil(math.log2(max(1.0, float(sides.min())) / (_FINEST * FACE_SIZE_PX[0]))))
        for step in range(1, level + 1):
            if step not in levels:
                half = cv2.resize(levels[step - 1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
                levels[step] = np.asarray(half, np.uint8)
        crops.append(crop_face(levels[level], (quad + 0.5) / 2**level - 0.5, margin))
    return crops


def _reads(answers: Sequence[Classified]) -> NDArray[np.float64]:
    """(n,): how well each reads as a face."""
    return np.array([_OTHER_WORTH if one.label == OTHER else one.confidence for one in answers], np.float64)


def _open_places(proposals: Proposals, answers: Sequence[Classified]) -> list[int]:
    """What is not sure and does not lie on a sure face of more worth, the warmest first."""
    faces = [n for n, one in enumerate(answers) if one.sure and one.label != OTHER]
    reads = _reads(answers)
    weighed = replace(proposals, heat=proposals.heat * reads)
    hidden = _lies_on(weighed, proposals.taken(np.array(faces, np.intp)), reads[faces], larger=np.inf)
    order = (int(n) for n in np.argsort(-proposals.heat))
    return [n for n in order if not answers[n].sure and proposals.heat[n] >= _LEAST_HEAT and not hidden[n]]


def _lies_on(
    proposals: Proposals, faces: Proposals, reads: NDArray[np.float64], larger: float = _LARGER
) -> NDArray[np.bool_]:
    """(n,): whether each has its middle near that of a face of more worth that is at most `larger` times its size.

    Much larger faces do not count: several small tiles may be worth more together.
    """
    apart = np.linalg.norm(proposals.corners.mean(axis=1)[:, None] - faces.corners.mean(axis=1)[None], axis=2)
    sizes, face_sizes = _sizes(proposals)[:, None], _sizes(faces)[None]
    worth = (faces.worth * reads)[None] > proposals.worth[:, None]
    near = apart < _SAME_PLACE * (sizes + face_sizes)
    return np.asarray((near & worth & (face_sizes <= larger * sizes)).any(axis=1))


def _sizes(proposals: Proposals) -> NDArray[np.float64]:
    """(n,): the roots of the areas."""
    areas = [abs(cv2.contourArea(quad)) for quad in proposals.corners.astype(np.float32)]
    return np.sqrt(np.array(areas, np.float64))


def _fitted(picture: Picture, quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Quadrilaterals with their sides drawn to the edges; only the part of the picture around them is looked at."""
    around = float(np.ptp(quads, axis=1).max())
    low = np.maximum(quads.min(axis=(0, 1)) - around, 0).astype(int)
    high = np.ceil(quads.max(axis=(0, 1)) + around).astype(int)
    part = np.ascontiguousarray(picture[low[1] : high[1], low[0] : high[0]])
    return np.asarray(PhotoEvidence(part).fit(quads - low, 0.0, _SIDES) + low)


def _are_usable(quads: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.bool_]:
    """(n,): whether each is convex, not too slanted, and mostly in the picture."""
    convex = np.array([cv2.isContourConvex(quad) for quad in quads.astype(np.float32)], np.bool_)
    sides = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    shortest, longest = sides.min(axis=1, initial=np.inf), sides.max(axis=1, initial=0.0)
    inside = np.prod(np.ptp(quads.clip(0, np.array(size) - 1.0), axis=1), axis=1)
    return np.asarray(
        convex
        & (shortest >= _SMALLEST_PX * 0.6)
        & (longest <= _SLIMMEST * shortest)
        & (inside > _INSIDE * np.prod(np.ptp(quads, axis=1), axis=1))
    )


def _area(tile: PhotoTile) -> float:
    return abs(cv2.contourArea(tile.corners.astype(np.float32)))


def _read_area(tiles: Sequence[PhotoTile]) -> float:
    """The area that reads surely as faces with something on them."""
    return sum(_area(tile) for tile in tiles if tile.answer.sure and tile.answer.label not in (*_PLAIN, OTHER))


def _is_believed(tile: PhotoTile) -> bool:
    if tile.answer.label == OTHER:
        return tile.support >= _FLOWER_HEAT and tile.company >= _FLOWER_COMPANY
    if tile.answer.label in _PLAIN and tile.support < _PLAIN_HEAT:
        return False
    return tile.support >= (_LEAST_HEAT if tile.company else _SURE_HEAT) and (
        tile.answer.confidence >= _FACE_CONFIDENCE or tile.support >= _SURE_HEAT
    )
