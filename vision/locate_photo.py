"""A tile found in a photo, and what tiles say of each other: company, rivals, rows. Values and rules, no pictures."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles.names import OTHER
from vision.locate_lattice import Member
from vision.reader import Classified

OVERLAP: Final = 0.3
"""Of the smaller of two: sharing more, they are one tile seen twice."""
LEAST_FACES: Final = 5
"""In a row that may hold flowers too."""

_NEXT_CONFIDENCE: Final = 0.6  # of one that lies where a tile is expected
_OTHER_SUPPORT: Final = 0.45  # of something tile-shaped in a row that is no known face
_SOUND_SUPPORT: Final = 0.4  # mean of a lattice
_SOUND_LENGTH: Final = 5
_SOUND_CONFIDENCE: Final = 0.95
_LESS_WHITE: Final = 0.15
_TOUCHING: Final = 1.2  # of their width: how far apart neighbours' middles are
_SAME_TILE: Final = 0.2  # of its size


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

    @property
    def size(self) -> float:
        """The root of its area, in pixels."""
        return float(np.sqrt(cv2.contourArea(self.corners.astype(np.float32))))

    @property
    def is_face(self) -> bool:
        """Whether it was read as a face or a back."""
        return self.answer.label != OTHER

    @property
    def trust(self) -> float:
        """How much it is believed by itself."""
        return float(self.answer.confidence) + 0.3 * self.support

    @property
    def member(self) -> Member:
        """What a lattice knows of it."""
        return Member(self.corners, float(self.answer.confidence) if self.is_face else 0.0)

    def is_at(self, other: "PhotoTile") -> bool:
        """Whether both have the same place and size."""
        return float(np.linalg.norm(self.corners - other.corners, axis=1).max()) < _SAME_TILE * other.size


def shared(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Common area of two quadrilaterals, as a part of the smaller."""
    apart = np.abs(one.mean(axis=0) - other.mean(axis=0))
    if (apart > (np.ptp(one, axis=0) + np.ptp(other, axis=0)) / 2).any():
        return 0.0
    first, second = one.astype(np.float32), other.astype(np.float32)
    common = cv2.intersectConvexConvex(first, second)[0]
    return float(common / max(1.0, min(cv2.contourArea(first), cv2.contourArea(second))))


def overlaps(tile: PhotoTile, others: Sequence[PhotoTile]) -> bool:
    """Whether it shares more with one of the others than neighbours do."""
    return any(shared(tile.corners, other.corners) > OVERLAP for other in others)


def most_likely(tiles: Sequence[PhotoTile]) -> PhotoTile | None:
    """Of several views of one expected tile the best; None if none is convincing."""
    faces = [tile for tile in tiles if tile.is_face and tile.answer.confidence >= _NEXT_CONFIDENCE]
    others = [tile for tile in tiles if not tile.is_face and tile.support >= _OTHER_SUPPORT]
    if faces:
        return max(faces, key=lambda tile: tile.answer.confidence + 0.15 * tile.support)
    return max(others, key=lambda tile: tile.support, default=None)


def as_neighbour(tile: PhotoTile | None) -> float:
    """How much a tile beside another says for the size of both: it reads, and its sides are where they should be."""
    if tile is None or not tile.is_face or tile.answer.confidence < 0.5:
        return 0.0
    return float(tile.answer.confidence) - 0.5 + 0.3 * tile.support


def is_sound(lattice: Sequence[PhotoTile]) -> bool:
    """Whether its tiles have their sides where sides show: one of a wrong width reads well here and there, no more.

    A long row of nothing but certain readings is sound even where its seams hardly show.
    """
    if len(lattice) >= _SOUND_LENGTH and np.mean([tile.answer.confidence for tile in lattice]) >= _SOUND_CONFIDENCE:
        return True
    return len(lattice) > 1 and float(np.mean([tile.support for tile in lattice])) >= _SOUND_SUPPORT


def worth_of(lattice: Sequence[PhotoTile]) -> float:
    """How much tiles in line are believed together: of two rivals the one with more certain tiles wins."""
    return sum(as_neighbour(tile) + 0.2 * tile.support for tile in lattice)


def trimmed(row: Sequence[PhotoTile]) -> list[PhotoTile]:
    """A row in order, without what is no face unless it lies among enough faces, touching one or its like."""
    usual = float(np.median([tile.white for tile in row])) if row else 0.0
    row = [tile for tile in row if tile.white >= usual - _LESS_WHITE]  # beside the row, felt can look like ink
    faces = [tile.is_face for tile in row]
    if sum(faces) < LEAST_FACES:
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
