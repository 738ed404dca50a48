"""Reads a zone, or a part of it, in one frame: locate, classify, put in order.

Belongs to one zone and one thread; no memory, no clock, no I/O.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles.names import BACK, OTHER
from referee.tiles.size import TILE_LENGTH_MM
from vision.calibrate import Calibration
from vision.locate import SURE_SCORE, Found, Locator, OutlineLocator
from vision.locate_pack import conflicts_of, packed
from vision.readings import TileReading, Turns
from vision.rectify import Picture, ZoneView, as_polygon, crop_face, turned
from vision.rows import reading_order
from vision.seen_tile import Classified, SeenTile, Settle, reading_of
from vision.zones import Zone

__all__ = ["Classified", "FaceClassifier", "Part", "PartRead", "ZoneReader"]

_PLAIN: Final = frozenset({"5z", BACK})
_HALF_TURN_ALIKE: Final = frozenset(
    ("1p", "2p", "3p", "4p", "5p", "8p", "9p", "0p", "2s", "4s", "5s", "6s", "8s", "9s", "0s", "5z", BACK, OTHER)
)
"""Labels that look the same upside down: they are taken to stand upright."""
_LEAST_WORTH: Final = 0.45
_AROUND_MM: Final = TILE_LENGTH_MM  # what lies around a part is needed to tell which tiles are in it
EFFORT_FACE: Final = 2.7
_EFFORT_PLACE: Final = 0.2
_EFFORT_MM2: Final = 0.003
_MOST_BESIDE: Final = 6
_SHARED: Final = 0.25  # of a tile, with one that was read before: more than an inexact place


class FaceClassifier(Protocol):
    """What is asked of a classifier (see `vision.classify`)."""

    def classify(self, faces: Sequence[NDArray[np.uint8]], *, turns: Turns = "all") -> Sequence[Classified]:
        """One answer for each BGR crop, in order."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a zone to be read: (left, top, right, bottom) in the zone's upright millimetres.

    `wanted` says of (4, 2) corners in the straight view whether a tile there is of interest.
    """

    box_mm: tuple[float, float, float, float]
    wanted: Callable[[NDArray[np.float64]], bool]
    most_faces: int | None = None
    """How many faces may be looked at, so that no frame takes long; None for as many as there are."""


@dataclass(frozen=True, slots=True)
class PartRead:
    """What was read in a part, in no order, and about how much work that was: milliseconds on a small computer."""

    tiles: tuple[SeenTile, ...]
    effort: float


class ZoneReader:
    """Reads one zone of one camera."""

    def __init__(
        self,
        zone: Zone,
        calibration: Calibration,
        classifier: FaceClassifier,
        margin: float,
        locator: Locator | None = None,
        settle: Settle | None = None,
        second: Locator | None = None,
    ) -> None:
        """`margin` is the context around a face that the classifier wants (`vision.classify.MARGIN`).

        `settle` decides plain tiles that are unsure by the faces beside them (`vision.paper`); `second` looks where
        something has a tile's size and `locator` sees none.
        """
        self.zone = zone
        self.view = ZoneView.of(zone, calibration, TILE_LENGTH_MM)
        self._border = zone.to_upright(zone.polygon_mm).astype(np.float32)
        self._classifier = classifier
        self._margin = margin
        self._locator = locator if locator is not None else OutlineLocator()
        self._settle = settle
        self._second = second

    def read(self, image: Picture) -> tuple[TileReading, ...]:
        """The tiles in the zone, in reading order."""
        whole = Part(self.zone.bounds_upright(), lambda corners: self.depth_mm(corners) >= 0)
        tiles = self.read_part(image, whole).tiles
        return tuple(replace(tiles[place].reading, row=row) for place, row in self.order(tiles))

    def read_part(self, image: Picture, part: Part, kept: Sequence[SeenTile] = (), *, again: bool = False) -> PartRead:
        """The tiles in a part of the zone, beside those that are `kept` as they were read before.

        `again`: something of a tile's size was not read there, so whoever else finds tiles is asked too.
        """
        left, top, right, bottom = part.box_mm
        box = (left - _AROUND_MM, top - _AROUND_MM, right + _AROUND_MM, bottom + _AROUND_MM)
        places = self._places(image, box, again=again)
        others = [tile.corners_view for tile in kept]
        free = [place for place in places if not any(_overlap(place.corners, corners) for corners in others)]
        settled, faces = self._settled(image, free, part)
        tiles = tuple(self._tile(*each) for each in settled if each[2].label != OTHER)
        area = (box[2] - box[0]) * (box[3] - box[1])
        return PartRead(tiles, area * _EFFORT_MM2 + len(places) * _EFFORT_PLACE + faces * EFFORT_FACE)

    def look_again(self, image: Picture, tiles: Sequence[SeenTile], others: Sequence[SeenTile] = ()) -> list[SeenTile]:
        """The same tiles, each decided on this frame and those before together; plain ones beside `others`.

        `others` may lie in other zones of the picture: light and set are the same there.
        """
        beside = self._beside(tiles, others)
        seen = [*tiles, *beside]
        faces = [crop_face(image, tile.reading.polygon, self._margin) for tile in seen]
        answers = self._classifier.classify(faces)
        if self._settle is not None and beside:
            centres = np.array([_centre_px(tile) for tile in seen])
            answers = self._settle(faces, answers, centres)
        return [tile.again(answer) for tile, answer in zip(tiles, answers, strict=False)]

    def order(self, tiles: Sequence[SeenTile]) -> list[tuple[int, int]]:
        """(place, row) of each tile in reading order."""
        centres = [self.view.to_upright([tile.corners_view.mean(axis=0)])[0] for tile in tiles]
        return reading_order(np.array(centres), TILE_LENGTH_MM)

    def depth_mm(self, corners: NDArray[np.float64]) -> float:
        """How far inside the zone's border the middle of (4, 2) corners in the straight view lies; negative outside."""
        x, y = self.view.to_upright([corners.mean(axis=0)])[0]
        return float(cv2.pointPolygonTest(self._border, (float(x), float(y)), True))

    def _beside(self, tiles: Sequence[SeenTile], others: Sequence[SeenTile]) -> list[SeenTile]:
        """The sure faces nearest to a tile that may be blank or a back, by which it can be told; none if none is."""
        plain = [_centre_px(tile) for tile in tiles if tile.reading.label in _PLAIN]
        if self._settle is None or not plain:
            return []
        faces = [tile for tile in others if tile.reading.sure and tile.reading.label not in (*_PLAIN, OTHER)]
        away = [min(np.hypot(*(_centre_px(tile) - place)) for place in plain) for tile in faces]
        return [faces[at] for at in np.argsort(away)[:_MOST_BESIDE]]

    def _places(self, image: Picture, box_mm: tuple[float, float, float, float], *, again: bool) -> list[Found]:
        """Where tiles may lie in a box (upright millimetres), in the straight view."""
        low, high = self.view.to_view(np.reshape(box_mm, (2, 2)))
        low, high = np.maximum(np.floor(low), 0).astype(int), np.minimum(np.ceil(high) + 1, self.view.size).astype(int)
        picture = self.view.picture(image, (int(low[0]), int(low[1]), int(high[0]), int(high[1])))
        found = self._locator.candidates(picture, self.view.scale)
        if again and self._second is not None:
            found += self._second.candidates(picture, self.view.scale)
        return [_moved(each, low) for each in found]

    def _settled(
        self, image: Picture, places: list[Found], part: Part
    ) -> tuple[list[tuple[Found, NDArray[np.float64], Classified]], int]:
        """The wanted places where tiles lie, with their corners in the camera picture and what they show.

        And how many faces were looked at.

        Outlines decide as long as all that they find reads as faces. Where something does not, or where a weaker place
        is in nobody's way, the other places are read as well, and what reads best together is taken.
        """
        if not places:
            return [], 0
        corners = np.array([place.corners for place in places])
        scores = np.array([place.score for place in places])
        corners_px = self.view.to_image(corners).reshape(-1, 4, 2)
        answers: dict[int, Classified] = {}
        conflicts = conflicts_of(corners, range(len(places)))
        asked_for = {index for index in range(len(places)) if part.wanted(corners[index])}
        near = asked_for.union(*(conflicts[index] for index in asked_for))

        def read(some: Iterable[int]) -> None:
            fresh = sorted(near & set(some) - set(answers), key=lambda index: -scores[index])
            if part.most_faces is not None:
                fresh = fresh[: max(0, part.most_faces - len(answers))]
            faces = [crop_face(image, corners_px[index], self._margin) for index in fresh]
            answers.update(zip(fresh, self._classifier.classify(faces), strict=True))

        first = packed(corners, scores, SURE_SCORE)
        read(first)
        settled = {index for index in first if index in answers and _is_face(answers[index])}
        settled |= set(first) - near  # beyond the part: somebody else's to read
        read(index for index in range(len(places)) if not conflicts[index] & settled)
        worth = np.array([_worth(scores[index], answers.get(index)) for index in range(len(places))])
        best = packed(corners, worth, _LEAST_WORTH)
        found = [(places[index], corners_px[index], answers[index]) for index in best if index in asked_for]
        return found, len(answers)

    def _tile(self, found: Found, corners_px: NDArray[np.float64], answer: Classified) -> SeenTile:
        # the long side is known, so only upright and upside down are left of the four turns
        half_turn = answer.turn == 2 and answer.label not in _HALF_TURN_ALIKE
        polygon = as_polygon(corners_px)
        centre = self.view.to_table([found.centre])[0]
        reading = replace(
            reading_of(answer, turned(polygon, 2) if half_turn else polygon),
            centre_mm=(round(float(centre[0]), 2), round(float(centre[1]), 2)),
            angle_deg=round((found.angle_deg + (180.0 if half_turn else 0.0)) % 360.0, 2),
        )
        return SeenTile(reading, found.corners)


def _centre_px(tile: SeenTile) -> NDArray[np.float64]:
    """(2,): where a tile lies in the camera's picture."""
    return np.asarray(np.mean(tile.reading.polygon, axis=0), np.float64)


def _moved(found: Found, by: NDArray[np.int_]) -> Found:
    x, y = found.centre
    return replace(found, centre=(x + float(by[0]), y + float(by[1])), corners=found.corners + by)


def _overlap(one: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    """Whether two tiles cannot lie there together."""
    if np.hypot(*(one.mean(axis=0) - other.mean(axis=0))) > np.hypot(*(one[2] - one[0])):
        return False
    area = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))[0]
    return area > _SHARED * abs(cv2.contourArea(other.astype(np.float32)))


def _is_face(answer: Classified) -> bool:
    return answer.sure and answer.label != OTHER


def _worth(score: float, answer: Classified | None) -> float:
    """How much a place is worth as a tile: its outline and, more, that it reads as one."""
    if answer is None:
        return 0.0
    if score < SURE_SCORE and (answer.label in _PLAIN or not answer.sure):
        return 0.0  # what is outlined badly has at least to read well
    reads = 0.1 if answer.label == OTHER else float(answer.confidence)
    return reads + 0.5 * min(score, 1.0)
