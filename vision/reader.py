"""Reads one zone in one frame: locate, classify, put in order. Remembers the last reading only to save work.

Belongs to one zone and one thread; no clock, no I/O.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles.names import BACK, LABELS, OTHER
from referee.tiles.size import TILE_LENGTH_MM, TILE_WIDTH_MM
from vision.calibrate import Calibration
from vision.locate import SURE_SCORE, Found, Locator, OutlineLocator
from vision.locate_pack import conflicts_of, packed
from vision.readings import ALTERNATIVES, Polygon, TileReading, Turns
from vision.rectify import Picture, ZoneView, as_polygon, crop_face, turned
from vision.rows import reading_order
from vision.stillness import differ
from vision.zones import Zone

SMALL_SCALE: Final = 0.6
"""Pixels a millimetre of the small view by which a tile is known to be unchanged."""

_PLAIN: Final = frozenset({"5z", BACK})
_HALF_TURN_ALIKE: Final = frozenset(
    ("1p", "2p", "3p", "4p", "5p", "8p", "9p", "0p", "2s", "4s", "5s", "6s", "8s", "9s", "0s", "5z", BACK, OTHER)
)
"""Labels that look the same upside down: they are taken to stand upright."""
_LEAST_WORTH: Final = 0.45


class Classified(Protocol):
    """What a classifier says of one face; `turn` clockwise quarter turns would stand it upright."""

    @property
    def label(self) -> str:
        """One of `LABELS`."""

    @property
    def confidence(self) -> float:
        """Its probability."""

    @property
    def sure(self) -> bool:
        """Whether it can be relied on."""

    @property
    def turn(self) -> int:
        """0 to 3."""

    @property
    def log_probs(self) -> NDArray[np.float32]:
        """39 natural logarithms in the order of `LABELS`."""


class FaceClassifier(Protocol):
    """What is asked of a classifier (see `vision.classify`)."""

    def classify(self, faces: Sequence[NDArray[np.uint8]], *, turns: Turns = "all") -> Sequence[Classified]:
        """One answer for each BGR crop, in order."""


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A reading with where it was found in the straight view: (4, 2) pixels, as the locator saw it."""

    reading: TileReading
    corners_view: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SeenZone:
    """All tiles read in one frame, in reading order, and how the zone looked: (h, w, 3), `SMALL_SCALE` pixels a mm."""

    tiles: tuple[SeenTile, ...]
    small: NDArray[np.float32]

    @property
    def readings(self) -> tuple[TileReading, ...]:
        """The readings alone."""
        return tuple(tile.reading for tile in self.tiles)


class ZoneReader:
    """Reads one zone of one camera."""

    def __init__(
        self,
        zone: Zone,
        calibration: Calibration,
        classifier: FaceClassifier,
        margin: float,
        locator: Locator | None = None,
    ) -> None:
        """`margin` is the context around a face that the classifier wants (`vision.classify.MARGIN`)."""
        self.zone = zone
        self.view = ZoneView.of(zone, calibration)
        self._inside = self.view.mask()
        self._classifier = classifier
        self._margin = margin
        self._locator = locator if locator is not None else OutlineLocator()

    def read(self, image: Picture, before: SeenZone | None = None) -> SeenZone:
        """The tiles in the zone. Those that look exactly as in `before` keep their reading and are not read again."""
        straight = self.view.picture(image)
        small = self._small(straight)
        kept = [tile for tile in before.tiles if self._unchanged(tile, small, before.small)] if before else []
        places = [
            one
            for one in self._locator.candidates(straight, self.view.scale)
            if self._is_inside(one) and not any(self._is_at(tile, one) for tile in kept)
        ]
        new = [
            self._tile(place, corners, answer)
            for place, corners, answer in self._settled(image, places)
            if answer.label != OTHER
        ]
        return SeenZone(tuple(self._in_order(kept + new)), small)

    def _settled(self, image: Picture, places: list[Found]) -> list[tuple[Found, NDArray[np.float64], Classified]]:
        """The places where tiles lie, their corners in the camera picture, and what they show.

        Outlines decide as long as all that they find reads as faces. Where something does not, or where a weaker place
        is in nobody's way, the other places are read as well, and what reads best together is taken.
        """
        if not places:
            return []
        corners = np.array([place.corners for place in places])
        scores = np.array([place.score for place in places])
        corners_px = self.view.to_image(corners).reshape(-1, 4, 2)
        answers: dict[int, Classified] = {}

        def read(wanted: Iterable[int]) -> None:
            fresh = [index for index in wanted if index not in answers]
            faces = [crop_face(image, corners_px[index], self._margin) for index in fresh]
            answers.update(zip(fresh, self._classifier.classify(faces), strict=True))

        first = packed(corners, scores, SURE_SCORE)
        read(first)
        settled = {index for index in first if answers[index].sure and answers[index].label != OTHER}
        conflicts = conflicts_of(corners, range(len(places)))
        read(index for index in range(len(places)) if not conflicts[index] & settled)
        worth = np.array([_worth(scores[index], answers.get(index)) for index in range(len(places))])
        return [(places[index], corners_px[index], answers[index]) for index in packed(corners, worth, _LEAST_WORTH)]

    def look_again(self, image: Picture, seen: SeenZone) -> SeenZone:
        """The same tiles; what was unsure is decided on both frames together."""
        unsure = [place for place, tile in enumerate(seen.tiles) if not tile.reading.sure]
        faces = [crop_face(image, seen.tiles[place].reading.polygon, self._margin) for place in unsure]
        tiles = list(seen.tiles)
        for place, answer in zip(unsure, self._classifier.classify(faces), strict=True):
            tiles[place] = replace(tiles[place], reading=_together(tiles[place].reading, answer))
        return replace(seen, tiles=tuple(tiles))

    def _small(self, straight: Picture) -> NDArray[np.float32]:
        shrink = min(1.0, SMALL_SCALE / self.view.scale)
        size = max(1, round(straight.shape[1] * shrink)), max(1, round(straight.shape[0] * shrink))
        return cv2.resize(straight, size, interpolation=cv2.INTER_AREA).astype(np.float32)

    def _unchanged(self, tile: SeenTile, small: NDArray[np.float32], before: NDArray[np.float32]) -> bool:
        mask = np.zeros(small.shape[:2], np.uint8)
        shrink = (small.shape[1] / self.view.size[0], small.shape[0] / self.view.size[1])
        cv2.fillConvexPoly(mask, np.round(tile.corners_view * shrink).astype(np.int32), (1,))
        return not differ(small, before, mask.astype(np.bool_))

    def _is_inside(self, found: Found) -> bool:
        x, y = (round(value) for value in found.centre)
        height, width = self._inside.shape
        return 0 <= x < width and 0 <= y < height and bool(self._inside[y, x])

    def _is_at(self, tile: SeenTile, found: Found) -> bool:
        apart = tile.corners_view.mean(axis=0) - np.asarray(found.centre)
        return float(np.hypot(*apart)) < TILE_WIDTH_MM / 2 * self.view.scale

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

    def _in_order(self, tiles: list[SeenTile]) -> list[SeenTile]:
        centres = np.array([self.view.to_upright([tile.corners_view.mean(axis=0)])[0] for tile in tiles])
        return [
            replace(tiles[place], reading=replace(tiles[place].reading, row=row))
            for place, row in reading_order(centres, TILE_LENGTH_MM)
        ]


def _worth(score: float, answer: Classified | None) -> float:
    """How much a place is worth as a tile: its outline and, more, that it reads as one."""
    if answer is None:
        return 0.0
    if score < SURE_SCORE and (answer.label in _PLAIN or not answer.sure):
        return 0.0  # what is outlined badly has at least to read well
    reads = 0.1 if answer.label == OTHER else float(answer.confidence)
    return reads + 0.5 * min(score, 1.0)


def _together(reading: TileReading, answer: Classified) -> TileReading:
    """One reading from two looks: the mean of their log probabilities, made probabilities again.

    It is sure only if the new look is sure by itself and agrees with what was read before.
    """
    mean = (np.asarray(reading.log_probs) + np.asarray(answer.log_probs, np.float64)) / 2
    mean -= np.log(np.exp(mean).sum())
    best = int(mean.argmax())
    return replace(
        reading,
        label=LABELS[best],
        confidence=round(math.exp(mean[best]), 4),
        sure=answer.sure and answer.label == LABELS[best] == reading.label,
        log_probs=tuple(round(float(value), 4) for value in mean),
        alternatives=_alternatives(mean),
    )


def reading_of(answer: Classified, polygon: Polygon) -> TileReading:
    """A reading from what the classifier said."""
    log_probs = np.asarray(answer.log_probs, np.float64)
    return TileReading(
        label=answer.label,
        confidence=round(float(answer.confidence), 4),
        sure=answer.sure,
        polygon=polygon,
        log_probs=tuple(np.round(log_probs, 4).tolist()),
        alternatives=_alternatives(log_probs),
    )


def _alternatives(log_probs: NDArray[np.float64]) -> tuple[tuple[str, float], ...]:
    best = np.argsort(-log_probs)[1 : 1 + ALTERNATIVES]
    return tuple((LABELS[int(place)], round(math.exp(log_probs[place]), 4)) for place in best)
