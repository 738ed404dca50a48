"""What a zone looks like where no tile lies, so that something that is no tile (a hand, a cup) is noticed.

Learned from what is seen beside the tiles: the colour of the felt as a whole, and a picture of the empty zone, which
takes in a printed line or a logo. What lies still for very long becomes part of the picture. Belongs to one zone; used
by one thread.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles.size import TILE_LENGTH_MM, TILE_WIDTH_MM
from vision.glance import Mask, filled, grown
from vision.rectify import Picture

_STRANGE_COLOUR: Final = 16.0  # distance in a and b of Lab that light and shadow on felt do not make
_STRANGE_LIGHT: Final = 45.0  # brighter than felt by more than glare on cloth
_STRANGE_DARK: Final = 0.3  # darker than the deepest shadow
_AROUND_TILE_MM: Final = 3.0  # a tile's sides and the edge of its shadow
_LEAST_FELT_MM2: Final = 400.0  # to learn a colour from
_LEAST_STRANGE_MM2: Final = 150.0  # a fingertip at the border hides nothing
_THICK_MM: Final = 9.5  # a finger, or what shows of a tile between two others; a stick for payments is thinner
_LONGEST_MM: Final = 45.0
_ABSORB_MS: Final = 60_000
_TILE_MM2: Final = TILE_WIDTH_MM * TILE_LENGTH_MM
_OF_TILE: Final = (0.3, 1.9)  # of a tile's area: what may be a tile, or two, that nobody can read


@dataclass(frozen=True, slots=True, eq=False)
class Strange:
    """Something that is neither felt nor tile: where it is, since when, and what it may be.

    `thick`: as thick as a finger, so it may hold or hide a tile. `like_tile`: of the size of one.
    """

    where: Mask
    since_ms: int
    thick: bool
    like_tile: bool


class Felt:
    """Knows the empty zone, and finds what is neither felt nor tile."""

    def __init__(self, inside: Mask, scale: float) -> None:
        """`inside`: (height, width) of the small picture, True in the zone; `scale`: its pixels a millimetre."""
        self.colour: NDArray[np.float32] | None = None
        """Of the felt, in Lab, as soon as it is known."""
        self.strange: tuple[Strange, ...] = ()
        self._inside = inside
        self._scale = scale
        self._empty: NDArray[np.float32] = np.zeros((*inside.shape, 3), np.float32)
        self._known: Mask = np.zeros(inside.shape, np.bool_)
        self._odd: Mask = np.zeros(inside.shape, np.bool_)
        self._odd_since_ms: NDArray[np.int64] = np.zeros(inside.shape, np.int64)

    @property
    def odd(self) -> Mask:
        """All pixels that are neither felt nor tile, however few."""
        return self._odd

    def look(self, small: Picture, part: Mask, tiles: NDArray[np.float64], t_ms: int) -> None:
        """Look again at a part of the zone that holds still; learns from what is felt.

        `small` is the BGR picture of the zone, `tiles` the (n, 4, 2) corners of all tiles in it, in its pixels.
        """
        lab = cv2.cvtColor(cv2.GaussianBlur(small, (3, 3), 0), cv2.COLOR_BGR2Lab).astype(np.float32)
        faces = self._faces(tiles)
        beside = part & self._inside & ~grown(faces, _AROUND_TILE_MM * self._scale)
        self._learn_colour(lab, beside)
        if self.colour is None:
            return
        odd = beside & _differs(lab, self.colour) & ~(self._known & ~_differs(lab, self._empty))
        self._odd_since_ms[part & ~(odd & self._odd)] = t_ms
        self._odd = (self._odd & ~part) | odd
        self.strange = self._parts(faces)
        felt = beside & ~odd
        for each in self.strange:
            felt &= ~each.where
        self._learn_picture(lab, felt)

    def is_strange(self, small: Picture, part: Mask) -> bool:
        """Whether most of a part is seen to be no felt; as long as the felt is not known, nothing is."""
        if self.colour is None or not part.any():
            return False
        lab = cv2.cvtColor(cv2.GaussianBlur(small, (3, 3), 0), cv2.COLOR_BGR2Lab).astype(np.float32)
        return bool(2 * _differs(lab[part], self.colour).sum() > part.sum())

    def absorb(self, small: Picture, held: Mask, t_ms: int) -> None:
        """What has lain there for very long becomes the table's own, unless it is like a tile or touches `held`."""
        old = [
            each
            for each in self.strange
            if t_ms - each.since_ms > _ABSORB_MS and not each.like_tile and not (each.where & held).any()
        ]
        if not old:
            return
        lab = cv2.cvtColor(cv2.GaussianBlur(small, (3, 3), 0), cv2.COLOR_BGR2Lab).astype(np.float32)
        where = np.logical_or.reduce([grown(each.where, 2) for each in old], axis=0) & self._inside
        self._empty[where] = lab[where]
        self._known |= where
        self._odd &= ~where
        self.strange = tuple(each for each in self.strange if not any(each is gone for gone in old))

    def _parts(self, faces: Mask) -> tuple[Strange, ...]:
        """The connected parts that are large enough to matter; `faces` are those of all tiles."""
        opened = cv2.morphologyEx(self._odd.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=8)
        least = _LEAST_STRANGE_MM2 * self._scale**2
        found = []
        for number in range(1, count):
            if stats[number, cv2.CC_STAT_AREA] < least:
                continue
            where = labels == number
            thick = bool(cv2.erode(where.astype(np.uint8), _disc(_THICK_MM * self._scale)).any())
            like_tile = self._is_like_tile(where, faces, thick=thick)
            found.append(Strange(where, int(self._odd_since_ms[where].max()), thick, like_tile))
        return tuple(self._as_before(each) for each in found)

    def _is_like_tile(self, where: Mask, faces: Mask, *, thick: bool) -> bool:
        """Of a tile's size; or a strip between two tiles, as one shows of which the rims seem to be its neighbours'."""
        y, x = np.nonzero(where)
        middle, sides, turn_deg = cv2.minAreaRect(np.column_stack([x, y]).astype(np.float32))
        across, along = min(sides) / self._scale, max(sides) / self._scale
        if not _OF_TILE[0] <= len(x) / self._scale**2 / _TILE_MM2 <= _OF_TILE[1] or along > _LONGEST_MM:
            return False
        if thick:
            return True
        turn = np.radians(turn_deg if sides[0] <= sides[1] else turn_deg + 90.0)
        reach = (across / 2 + _AROUND_TILE_MM + 3.0) * self._scale * np.array([np.cos(turn), np.sin(turn)])
        beside = np.round([middle - reach, middle + reach]).astype(int)
        beside = np.clip(beside, 0, np.array(faces.shape[::-1]) - 1)
        return bool(faces[beside[:, 1], beside[:, 0]].all())

    def _as_before(self, strange: Strange) -> Strange:
        """The same object as before for what has not changed."""
        return next((old for old in self.strange if np.array_equal(old.where, strange.where)), strange)

    def _learn_colour(self, lab: NDArray[np.float32], beside: Mask) -> None:
        if beside.sum() < _LEAST_FELT_MM2 * self._scale**2:
            return
        seen = np.median(lab[beside], axis=0).astype(np.float32)
        if self.colour is None:
            self.colour = seen
        elif np.hypot(*(seen - self.colour)[1:]) < _STRANGE_COLOUR:  # else most of the part is hidden
            self.colour = np.asarray(0.8 * self.colour + 0.2 * seen, np.float32)

    def _learn_picture(self, lab: NDArray[np.float32], felt: Mask) -> None:
        new, old = felt & ~self._known, felt & self._known
        self._empty[new] = lab[new]
        self._empty[old] += 0.2 * (lab[old] - self._empty[old])
        self._known |= felt

    def _faces(self, tiles: NDArray[np.float64]) -> Mask:
        mask = np.zeros(self._inside.shape, np.bool_)
        for corners in tiles:
            mask |= filled(corners, mask.shape)
        return mask


def _disc(size_px: float) -> NDArray[np.uint8]:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (max(1, round(size_px)),) * 2), np.uint8)


def _differs(lab: NDArray[np.float32], felt: NDArray[np.float32]) -> Mask:
    step = lab - felt
    colour = np.hypot(step[..., 1], step[..., 2]) > _STRANGE_COLOUR
    return np.asarray(colour | (step[..., 0] > _STRANGE_LIGHT) | (lab[..., 0] < _STRANGE_DARK * felt[..., 0]))
