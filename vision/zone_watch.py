"""One zone through time: which tiles were read in it, and what of it cannot be seen now.

A place that looks as it did when it was read still holds what was read there. What looks otherwise is read again as
soon as it holds still, a part at a time; what does not hold still, or is neither felt nor tile, hides what it covers.
Belongs to one thread; no clock, no I/O.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles.names import BACK
from referee.tiles.size import TILE_LENGTH_MM
from vision.exposure import Exposure
from vision.felt import Felt, Strange
from vision.glance import Glance, Mask, grown
from vision.lying import Lying, put_together, touched
from vision.reader import EFFORT_FACE, Part, PartRead, ZoneReader
from vision.readings import TileReading, UnseenPlace
from vision.rectify import Picture, as_polygon
from vision.rows import reading_order
from vision.seen_picture import SeenPicture
from vision.seen_tile import SeenTile, unread
from vision.unseen import orders_of, room_for_tile
from vision.zone_map import Corners, ZoneMap

_LOOKS: Final = 4  # frames on which an unsure tile is read before it is reported unsure
_LOOKS_AT_ONCE: Final = 8
_PART_MM: Final = (90.0, 60.0)  # of a zone that is read in one go, at most
_MOST_FACES: Final = 28  # read in one go, at most
_OF_FACE: Final = 0.1  # of a face that must look otherwise for a tile to be new there
_NEAR_MM: Final = 8.0  # what is neither felt nor tile is looked at again when something changes that near
_EDGE_MM: Final = 8.0  # so far out of the zone a tile that was in it is still the zone's
_EFFORT_LEAST: Final = 0.1
_UNEVEN: Final = 24.0  # grey levels: more than felt, or the light on it, differs from place to place
_UNEVEN_PIXELS: Final = 3
_TRIES: Final = 3  # for something of a tile's size that is not read
_UNREAD_AFTER_MS: Final = 2_500  # a sleeve at rest may have a tile's size for a while


@dataclass(frozen=True, slots=True)
class Sight:
    """One frame: the picture, how it looks small, since when each small pixel looks so, and how it was taken."""

    image: Picture
    number: int
    t_ms: int
    small: Picture
    since_ms: NDArray[np.int64]
    exposure: Exposure


class ZoneWatch:
    """Watches one zone."""

    def __init__(self, reader: ZoneReader, glance: Glance, still_ms: float) -> None:
        self.reader = reader
        self.area = ZoneMap.of(reader.view, glance)
        self.felt = Felt(self.area.inside, glance.scale)
        self.lying: tuple[Lying, ...] = ()
        """The tiles in the zone, in reading order."""
        self._seen = SeenPicture(self.area.inside, still_ms)
        self._tries: list[tuple[Strange, int]] = []
        self._worked = False

    @property
    def is_settled(self) -> bool:
        """Whether all that holds still has been read as well as it can be."""
        return not (self._seen.still.any() or self._tries or self._unsure())

    @property
    def is_at_rest(self) -> bool:
        """Whether all is as it was in the last frame, and nothing hides anything."""
        return not (self._worked or self._tries or self.felt.strange or self._seen.differs.any())

    def look(self, sight: Sight) -> None:
        """See what looks otherwise than it was read. Cheap; to be done with every frame."""
        small = sight.small[self.area.cut]
        self._worked = False
        self._seen.compare(small, sight.since_ms[self.area.cut], sight.exposure, sight.t_ms)
        if self.felt.strange:
            held = self.area.joined(self.area.face(tile.corners) for tile in self.lying if tile.under)
            self.felt.absorb(small, held, sight.t_ms)

    def work(self, sight: Sight, around: Callable[[], Sequence[SeenTile]] = tuple) -> float:
        """Read a part of what is to be read. Returns the effort, about in milliseconds; 0 if nothing is to be read.

        `around` gives the tiles in other zones of the picture, whose faces tell how the set looks in this light; it is
        asked only where that matters.
        """
        effort = 0.0
        if self._seen.still.any():
            effort = self._read(sight)
        elif self._tries:
            effort = self._try(sight)
        elif unsure := self._unsure():
            effort = self._look_again(sight, unsure, around)
        self._worked |= effort > 0
        return effort

    def tiles(self, t_ms: int) -> tuple[TileReading, ...]:
        """What lies in the zone, in reading order: what cannot be seen now as it was last seen, what cannot be read as
        `other`."""
        known = [
            tile.tile.reading if self._is_seen(tile) else replace(tile.tile.reading, hidden=True) for tile in self.lying
        ]
        odd = [each for each in self.felt.strange if self._is_unread(each, t_ms)]
        if not odd:
            return tuple(known)
        readings = [*known, *(self._unread(each) for each in odd)]
        order = reading_order(self._upright(readings), TILE_LENGTH_MM)
        return tuple(replace(readings[place], row=row) for place, row in order)

    def unseen(self, tiles: Sequence[TileReading], t_ms: int) -> tuple[UnseenPlace, ...]:
        """Where a tile may lie that was not seen, among `tiles`."""
        hands = [each for each in self.felt.strange if not self._is_unread(each, t_ms)]
        hiding = self._seen.differs | self.area.joined(each.where for each in hands)
        if not hiding.any():
            return ()
        closed = cv2.morphologyEx(hiding.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)) > 0
        faces = self.area.joined(self.area.face(tile.corners) for tile in self.lying)
        centres = self.area.upright_mm[room_for_tile(closed & self.area.inside & ~faces, self.area.scale)]
        orders = orders_of(centres, self._upright(tiles), [tile.row for tile in tiles])
        return tuple(self._unseen(int(before), centres[orders == before]) for before in np.unique(orders))

    def still_for_ms(self, sight: Sight) -> int:
        """For how long what can be seen has looked as it does."""
        seen = self.area.inside & ~self._seen.differs
        return int(sight.t_ms - sight.since_ms[self.area.cut][seen].max()) if seen.any() else 0

    def in_sight(self) -> list[SeenTile]:
        """The tiles that can be seen."""
        return [tile.tile for tile in self.lying if self._is_seen(tile)]

    def backs(self) -> list[Lying]:
        """The tiles that surely lie face down and can be seen."""
        return [tile for tile in self.lying if tile.label == BACK and tile.tile.reading.sure and self._is_seen(tile)]

    def mark(self, lying: Lying, *, other_set: bool) -> None:
        """Say of a tile whether its back is of another set."""
        if lying.tile.reading.other_set != other_set:
            seen = replace(lying.tile, reading=replace(lying.tile.reading, other_set=other_set))
            self.lying = tuple(replace(tile, tile=seen) if tile is lying else tile for tile in self.lying)
            self._worked = True

    # -- reading

    def _read(self, sight: Sight) -> float:
        """Read the first part of what looks otherwise and holds still, with what was unread beside it."""
        before = self.felt.strange
        part = self.area.first_part(self._seen.still, _PART_MM)
        near = grown(part, _NEAR_MM * self.area.scale)
        part = part | self.area.joined(each.where for each in before if (each.where & near).any())
        effort = self._read_part(sight, part)
        self._tries += [(each, 0) for each in self.felt.strange if each.like_tile and each not in before]
        return effort

    def _try(self, sight: Sight) -> float:
        """Read something of a tile's size that was not read."""
        strange, tried = self._tries.pop(0)
        if strange not in self.felt.strange or (strange.where & self._seen.moving).any():
            return _EFFORT_LEAST
        if tried + 1 < _TRIES:
            self._tries.append((strange, tried + 1))
        return self._read_part(sight, strange.where, again=True)

    def _read_part(self, sight: Sight, part: Mask, *, again: bool = False) -> float:
        """Read what lies in a part, tiles that are partly in it included."""
        moving = self._seen.moving
        before = [tile for tile in self.lying if self.area.matters(tile.corners, part)]
        kept = [tile for tile in self.lying if tile not in before]
        part = part | self.area.joined(self.area.face(tile.corners) for tile in before)
        edge_mm = _EDGE_MM if before else 0.0

        def is_wanted(corners_view: Corners) -> bool:
            face = self.area.face(self.area.small(corners_view))
            new = (face & part).sum() >= max(1.0, _OF_FACE * face.sum())
            return bool(new and not (face & moving).any() and self.reader.depth_mm(corners_view) >= -edge_mm)

        small = sight.small[self.area.cut]
        if _is_even(small[part]) and not self.felt.is_strange(small, part):
            read = PartRead((), _EFFORT_LEAST)
        else:
            wanted = Part(self.area.box(part), is_wanted, _MOST_FACES)
            read = self.reader.read_part(sight.image, wanted, [tile.tile for tile in kept], again=again)
        new = [Lying(tile, self.area.small(tile.corners_view)) for tile in read.tiles]
        where = self.area.joined([part, *(self.area.face(tile.corners) for tile in new)]) & ~moving
        self._seen.settle(where)
        if self.felt.colour is None:  # what is not yet read is no felt
            where = self.area.nothing if self._seen.still.any() else self.area.inside & ~moving
        self._look_at_felt(small, where, [*kept, *new], sight.t_ms)
        if held := touched(self.area, self.felt, new):
            new = [tile for tile in new if tile not in held]
            self._look_at_felt(small, where, [*kept, *new], sight.t_ms)
        self._keep(put_together(self.area, self.felt, moving, kept, before, new, held))
        return read.effort

    def _look_at_felt(self, small: Picture, where: Mask, tiles: Sequence[Lying], t_ms: int) -> None:
        self.felt.look(small, where, np.array([tile.corners for tile in tiles]).reshape(-1, 4, 2), t_ms)

    def _unsure(self) -> list[Lying]:
        """Some tiles that are to be looked at once more."""
        doubtful = [tile for tile in self.lying if not tile.tile.reading.sure and tile.tile.looks < _LOOKS]
        return [tile for tile in doubtful if self._is_seen(tile)][:_LOOKS_AT_ONCE]

    def _look_again(self, sight: Sight, unsure: Sequence[Lying], around: Callable[[], Sequence[SeenTile]]) -> float:
        others = [tile.tile for tile in self.lying if tile not in unsure and self._is_seen(tile)]
        again = self.reader.look_again(sight.image, [tile.tile for tile in unsure], [*others, *around()])
        looked = [replace(tile, tile=seen) for tile, seen in zip(unsure, again, strict=True)]
        self._keep([*(tile for tile in self.lying if tile not in unsure), *looked])
        return EFFORT_FACE * len(unsure)

    def _keep(self, lying: Sequence[Lying]) -> None:
        """These tiles lie in the zone from now on."""
        order = self.reader.order([tile.tile for tile in lying])
        self.lying = tuple(replace(lying[place], tile=_in_row(lying[place].tile, row)) for place, row in order)

    # -- what is hidden and what cannot be read

    def _is_seen(self, tile: Lying) -> bool:
        return not tile.under and not self.area.matters(tile.corners, self._seen.differs)

    def _is_unread(self, strange: Strange, t_ms: int) -> bool:
        """Whether something may be a tile that nobody can read: of its size, and nothing that reaches into the zone."""
        tried = not any(each is strange for each, _ in self._tries)
        lasting = t_ms - strange.since_ms >= _UNREAD_AFTER_MS
        return strange.like_tile and tried and lasting and not self.area.touches_border(strange.where)

    def _unread(self, strange: Strange) -> TileReading:
        points = self.area.upright_mm[strange.where].astype(np.float32)
        corners_mm = self.reader.zone.to_table(cv2.boxPoints(cv2.minAreaRect(points)))
        x, y = corners_mm.mean(axis=0)
        polygon = as_polygon(self.area.glance.calibration.to_px(corners_mm))
        return replace(unread(polygon), centre_mm=(round(float(x), 2), round(float(y), 2)), angle_deg=0.0)

    def _upright(self, tiles: Sequence[TileReading]) -> NDArray[np.float64]:
        return self.reader.zone.to_upright([tile.centre_mm for tile in tiles if tile.centre_mm is not None])

    def _unseen(self, before: int, centres: NDArray[np.float64]) -> UnseenPlace:
        x, y = self.reader.zone.to_table([centres.mean(axis=0)])[0]
        return UnseenPlace(before, (round(float(x), 1), round(float(y), 1)))


def _is_even(pixels: NDArray[np.uint8]) -> bool:
    """Whether pixels (n, 3) show one even surface: bare felt, or the middle of a tile that has nothing on it."""
    apart = np.abs(pixels - np.median(pixels, axis=0)).max(axis=1)
    return int((apart > _UNEVEN).sum()) <= _UNEVEN_PIXELS


def _in_row(tile: SeenTile, row: int) -> SeenTile:
    return replace(tile, reading=replace(tile.reading, row=row))
