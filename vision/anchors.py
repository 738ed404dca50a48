"""Places of a camera's picture by which its view is known again: corners of markers, lines, the rim, texture of felt.

Each is a small piece of the picture taken at calibration. Found again in a later picture, the pieces tell how far the
view has shifted; those under a tile or a hand are simply not found. Pure: pictures in, places out.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import Picture

FINE_PX: Final = 33
"""Side of a piece at the picture's own scale; odd, so that it has a middle."""
COARSE_PX: Final = 17
"""Side of the piece around it at the small scale, which is looked for far away."""
FAR_ANCHORS: Final = 16
"""How many of the best anchors are looked for in a whole picture."""

_SMALL_WIDTH_PX: Final = 480
_COLUMNS, _ROWS = 10, 6  # the best place of each field: what hides one corner of the table leaves the others
_PARTS: Final = (4, 3)
_WANTED: Final = 40
_LEAST_CORNER: Final = 4e-5  # smallest eigenvalue over a piece: below this it is all noise of the sensor
_COARSE_REACH_PX: Final = 16
_ALIKE: Final = 0.7  # correlation at which a piece counts as found
_ENOUGH: Final = 0.5  # of the pieces found where they were: the others are under something, not elsewhere

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Anchors:
    """Pieces of one picture: middles (n, 2) in pixels, (n, 33, 33) at full scale, (n, 17, 17) at the small one."""

    points: Floats
    fine: Picture
    coarse: Picture

    def __len__(self) -> int:
        return len(self.points)

    def share(self, known: NDArray[np.bool_]) -> float:
        """How much of the view the anchors `known` (n,) stand for, 0 to 1: a part of it counts once, however many
        anchors it has."""
        if not known.any():
            return 0.0
        left, top = self.points.min(axis=0)
        right, bottom = self.points.max(axis=0)
        sides = np.maximum((right - left, bottom - top), 1)
        column, row = np.minimum((self.points - (left, top)) / sides * _PARTS, np.subtract(_PARTS, 1)).astype(int).T
        _, part, count = np.unique(row * _PARTS[0] + column, return_inverse=True, return_counts=True)
        weight = 1.0 / count[part]
        return float(weight[known].sum() / weight.sum())


@dataclass(frozen=True, slots=True)
class Found:
    """Where anchors are in another picture.

    `moves` (n, 2): pixels from where they were. `seen` (n,): found to a fraction of a pixel. `blurred` (n,): known
    again at the small scale alone, so that the move is true to some pixels, as in a picture out of focus.
    """

    moves: Floats
    seen: NDArray[np.bool_]
    blurred: NDArray[np.bool_]

    @property
    def known(self) -> NDArray[np.bool_]:
        """(n,): known again, be it blurred."""
        return self.seen | self.blurred


def pick_anchors(picture: Picture, free: NDArray[np.bool_]) -> Anchors:
    """The best places of a picture, spread over it; `free` (height, width) is False where tiles are to lie."""
    grey = _grey(picture)
    small, factor = _shrunk(grey)
    corner = np.asarray(cv2.cornerMinEigenVal(cv2.GaussianBlur(small, (0, 0), 0.8), 9, ksize=3), np.float32)
    height, width = small.shape
    open_here = cv2.resize(free.astype(np.uint8), (width, height), interpolation=cv2.INTER_AREA) > 0
    border = COARSE_PX // 2 + _COARSE_REACH_PX // 2
    inside = np.zeros_like(open_here)
    inside[border : height - border, border : width - border] = True
    corner = np.where(open_here & inside, corner, np.float32(0))
    places = []
    for row in np.array_split(np.arange(height), _ROWS):
        for column in np.array_split(np.arange(width), _COLUMNS):
            field = (slice(row[0], row[-1] + 1), slice(column[0], column[-1] + 1))
            places += _take_best(corner, field)
    while len(places) < _WANTED:  # plain cloth: what there is to hold on to is in few fields
        best = _take_best(corner, (slice(0, height), slice(0, width)))
        if not best:
            break
        places += best
    places.sort(reverse=True)
    points = np.array([(x, y) for _, x, y in places], np.float32).reshape(-1, 2)
    full = np.round((points + 0.5) * factor - 0.5)
    half, reach = FINE_PX // 2, COARSE_PX // 2
    fine = [_cut(grey, x, y, half) for x, y in full.astype(int)]
    coarse = [_cut(small, x, y, reach) for x, y in points.astype(int)]
    return Anchors(
        full.astype(np.float32),
        np.array(fine, np.uint8).reshape(-1, FINE_PX, FINE_PX),
        np.array(coarse, np.uint8).reshape(-1, COARSE_PX, COARSE_PX),
    )


def _take_best(corner: Floats, field: tuple[slice, slice]) -> list[tuple[float, int, int]]:
    """The best place (its worth, x, y) within a field, if it is any good; no other will be taken close to it."""
    inside = corner[field]
    row, column = (int(place) for place in np.unravel_index(int(inside.argmax()), inside.shape))
    worth = float(inside[row, column])
    if worth < _LEAST_CORNER:
        return []
    x, y = int(field[1].start) + column, int(field[0].start) + row
    cv2.circle(corner, (x, y), COARSE_PX // 2, (0.0,), -1)
    return [(worth, x, y)]


def find_anchors(picture: Picture, anchors: Anchors) -> Found:
    """Look where the anchors were, and if most are not there, some way around (about a thirtieth of the width)."""
    factor = _factor(picture.shape[1])
    found = _nothing_found(len(anchors))
    for number in range(len(anchors)):
        found.moves[number], found.seen[number] = _near(picture, anchors, number, (0, 0))
    if not len(anchors) or found.seen.mean() >= _ENOUGH:
        return found
    small, _ = _shrunk(_grey(picture))
    for number in map(int, np.flatnonzero(~found.seen)):
        x, y = (int(value) for value in (anchors.points[number] + 0.5) / factor)
        reach = COARSE_PX // 2 + _COARSE_REACH_PX
        _refine(picture, small, anchors, number, (x - reach, y - reach, x + reach + 1, y + reach + 1), found)
    return found


def find_far(picture: Picture, anchors: Anchors) -> Found:
    """Look for the best anchors in the whole picture: slow, for a view that is quite another."""
    small, _ = _shrunk(_grey(picture))
    found = _nothing_found(len(anchors))
    for number in range(min(FAR_ANCHORS, len(anchors))):
        _refine(picture, small, anchors, number, (0, 0, small.shape[1], small.shape[0]), found)
    return found


def _nothing_found(count: int) -> Found:
    return Found(np.zeros((count, 2), np.float32), np.zeros(count, np.bool_), np.zeros(count, np.bool_))


def _refine(
    picture: Picture, small: Picture, anchors: Anchors, number: int, box: tuple[int, int, int, int], found: Found
) -> None:
    """Find one anchor by its small piece within a box of the small picture, then to a fraction of a pixel."""
    factor = _factor(picture.shape[1])
    left, top, right, bottom = max(0, box[0]), max(0, box[1]), box[2], box[3]
    alike = cv2.matchTemplate(small[top:bottom, left:right], anchors.coarse[number], cv2.TM_CCOEFF_NORMED)
    _, best, _, (column, row) = cv2.minMaxLoc(alike)
    if best < _ALIKE:
        return
    middle = (np.array([left + column, top + row]) + COARSE_PX // 2 + 0.5) * factor - 0.5
    across, down = (round(float(step)) for step in middle - anchors.points[number])
    move, seen = _near(picture, anchors, number, (across, down))
    found.moves[number] = move if seen else (across, down)
    found.seen[number], found.blurred[number] = seen, not seen


def _near(picture: Picture, anchors: Anchors, number: int, shift: tuple[int, int]) -> tuple[NDArray[np.float64], bool]:
    """The piece at full scale, within some pixels of where it was plus `shift`."""
    nothing = np.zeros(2), False
    x, y = (int(value) for value in anchors.points[number] + shift)
    reach = _factor(picture.shape[1]) // 2 + 2  # as far as the small scale may err, and a pixel for the slope
    half = FINE_PX // 2 + reach
    height, width = picture.shape[:2]
    if not (half <= x < width - half and half <= y < height - half):
        return nothing
    window = _grey(picture[y - half : y + half + 1, x - half : x + half + 1])
    alike = cv2.matchTemplate(window, anchors.fine[number], cv2.TM_CCOEFF_NORMED)
    _, best, _, (column, row) = cv2.minMaxLoc(alike)
    if best < _ALIKE or not (0 < column < 2 * reach and 0 < row < 2 * reach):
        return nothing
    peak = np.asarray(alike, np.float32)[row - 1 : row + 2, column - 1 : column + 2]
    part = _peak(peak[1]), _peak(peak[:, 1])
    return np.array([column - reach + part[0] + shift[0], row - reach + part[1] + shift[1]]), True


def _peak(three: NDArray[np.float32]) -> float:
    """Where a parabola through three values, the middle one the largest, has its top: -0.5 to 0.5."""
    left, middle, right = (float(value) for value in three)
    bend = left - 2 * middle + right
    return 0.0 if bend >= 0 else 0.5 * (left - right) / bend


def _grey(picture: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def _factor(width: int) -> int:
    return max(1, round(width / _SMALL_WIDTH_PX))


def _shrunk(grey: Picture) -> tuple[Picture, int]:
    factor = _factor(grey.shape[1])
    height, width = (side // factor * factor for side in grey.shape)
    size = (width // factor, height // factor)
    return np.asarray(cv2.resize(grey[:height, :width], size, interpolation=cv2.INTER_AREA), np.uint8), factor


def _cut(grey: Picture, x: int, y: int, half: int) -> Picture:
    return grey[y - half : y + half + 1, x - half : x + half + 1]
