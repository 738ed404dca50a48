"""Places in a photo where a tile of unknown size may lie: many guesses, some of them right.

For each likely pair of directions and each size the photo is brought to the scale at which such a tile is a rectangle
of some 20 pixels, and searched for its outline as in a calibrated zone. Pure.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles.size import TILE_WIDTH_MM
from vision.locate_edges import Evidence
from vision.locate_lines import Axes
from vision.locate_outline import PLAIN_MM, OutlineSearch
from vision.rectify import Picture

_WORK_PX: Final = 20.0  # width at which a tile is looked for
_SMALLEST_PX: Final = 18.0
_SIZE_STEP: Final = 1.25  # the outline tolerates half of that
_LARGEST_PART: Final = 0.3  # of the picture's width or height
_RATIOS: Final = (0.62, 0.78, 0.97, 1.21, 1.5)
"""Width over height of a face as photos show it: upright, foreshortened, sideways."""
_LEAST_SCORE: Final = 0.25
_PEAK_PX: Final = 2
_REGIONS: Final = 6  # in each direction
_CROWDED: Final = 2  # how many times its share of the guesses a region may have
_SAME: Final = 0.3  # of the width: nearer than this, of like size, it is the same guess


@dataclass(frozen=True, slots=True)
class Seeds:
    """(n, 4, 2) corners in pixels of the photo, clockwise from the top left, and (n,) scores, best first."""

    corners: NDArray[np.float64]
    scores: NDArray[np.float64]


def seeds_in(picture: Picture, axes: list[Axes], most: int) -> Seeds:
    """The best guesses in a BGR picture, at most `most`."""
    height, width = picture.shape[:2]
    found: list[NDArray[np.float64]] = []
    scores: list[NDArray[np.float64]] = []
    size = _SMALLEST_PX
    while size <= _LARGEST_PART * max(height, width):
        zoom = _WORK_PX / size
        method = cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR
        small = np.asarray(cv2.resize(picture, None, fx=zoom, fy=zoom, interpolation=method), np.uint8)
        for pair in axes:
            corners, values = _of_one_size(small, pair)
            found.append(corners / zoom)
            scores.append(values)
        size *= _SIZE_STEP
    if not found:
        return Seeds(np.zeros((0, 4, 2)), np.zeros(0))
    return _best(np.concatenate(found), np.concatenate(scores), most)


def _of_one_size(small: Picture, axes: Axes) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Guesses for tiles about `_WORK_PX` wide, of any ratio: corners in pixels of `small`, scores."""
    height, width = small.shape[:2]
    basis = axes.vectors()
    inverse = np.linalg.inv(basis)
    outline = np.array([[0, 0], [width, 0], [width, height], [0, height]]) @ inverse.T
    low = outline.min(axis=0)
    size = np.ceil(outline.max(axis=0) - low).astype(int)
    straighten = np.column_stack([inverse, -low])
    straight = cv2.warpAffine(small, straighten, (int(size[0]), int(size[1])), borderMode=cv2.BORDER_REPLICATE)
    scale = _WORK_PX / TILE_WIDTH_MM
    search = OutlineSearch(Evidence.of(np.asarray(straight, np.uint8), scale))
    corners: list[NDArray[np.float64]] = []
    scores: list[NDArray[np.float64]] = []
    for ratio in _RATIOS:
        sides = (_WORK_PX, _WORK_PX / ratio)
        values = search.scores(*sides, PLAIN_MM * scale)
        around = cv2.dilate(values, np.ones((2 * _PEAK_PX + 1, 2 * _PEAK_PX + 1), np.uint8))
        y, x = np.nonzero((values >= around) & (values > _LEAST_SCORE))
        half = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * sides
        places = np.column_stack([x, y])[:, None, :] + half[None] + low
        corners.append(places @ basis.T)
        scores.append(values[y, x].astype(np.float64))
    return np.concatenate(corners), np.concatenate(scores)


def _best(corners: NDArray[np.float64], scores: NDArray[np.float64], most: int) -> Seeds:
    """The best of them, each once, and not all from the same busy corner of the photo."""
    share = max(1, _CROWDED * most // _REGIONS**2)
    centres = corners.mean(axis=1)
    extent = np.maximum(centres.max(axis=0, initial=0.0), 1.0) * 1.001
    regions = ((centres.clip(0) / extent * _REGIONS).astype(int) @ (1, _REGIONS)).astype(int)
    order = np.argsort(-scores)
    order = np.concatenate([order[regions[order] == region][: 6 * share] for region in range(_REGIONS**2)])
    order = order[np.argsort(-scores[order])]
    centres, regions = centres[order], regions[order]
    right, down = (np.linalg.norm(corners[order, end] - corners[order, 0], axis=1) for end in (1, 3))
    sizes = np.log(np.stack([right, down], axis=1))
    smaller = np.minimum(right, down)
    left = np.full(_REGIONS**2, share)
    free = np.ones(len(order), np.bool_)
    kept: list[int] = []
    for place in range(len(order)):
        if not free[place] or not left[regions[place]]:
            continue
        kept.append(place)
        left[regions[place]] -= 1
        if len(kept) == most:
            break
        near = np.abs(centres - centres[place]).max(axis=1) < _SAME * smaller[place]
        alike = np.abs(sizes - sizes[place]).max(axis=1) < np.log(_SIZE_STEP) * 1.1
        free &= ~(near & alike)
    return Seeds(corners[order[kept]], scores[order[kept]])
