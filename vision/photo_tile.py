"""A tile found in a photo, and which others lie in line with it. Values and geometry, no pictures."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.seen_tile import Classified

_TOUCHING: Final = 1.35  # of their size: how far apart the middles of neighbours are
_ALIKE: Final = 1.5  # the larger side over the other's


@dataclass(frozen=True, slots=True)
class PhotoTile:
    """A tile in a photo: (4, 2) corners in its pixels, clockwise from where its reading's upright has the top left.

    `support` is how sure the locator is that a tile is there (0 to 1), `company` how many others lie in its group.
    `doubted` says that something about the place speaks against a tile, however surely it reads.
    """

    corners: NDArray[np.float64]
    answer: Classified
    support: float = 1.0
    company: int = 0
    doubted: bool = False

    @property
    def sure(self) -> bool:
        """Whether both the place and the reading can be relied on."""
        return self.answer.sure and not self.doubted


def company_of(corners: NDArray[np.float64]) -> NDArray[np.intp]:
    """(n,): how many other quadrilaterals (n, 4, 2) of like size each is linked to, from neighbour to neighbour."""
    count = len(corners)
    middles = corners.mean(axis=1)
    sizes = np.linalg.norm(corners[:, 2] - corners[:, 0], axis=1)
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    mean = (sizes[:, None] + sizes[None]) / 2
    ratio = np.maximum(sizes[:, None], sizes[None]) / np.maximum(np.minimum(sizes[:, None], sizes[None]), 1e-6)
    near = (apart < _TOUCHING * mean) & (ratio < _ALIKE)
    group = np.arange(count)
    while True:
        least = np.where(near, group[None], count).min(axis=1, initial=count)
        if (least == group).all():
            break
        group = least
    return np.asarray(np.bincount(group, minlength=count)[group] - 1, np.intp)
