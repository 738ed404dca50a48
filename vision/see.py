"""Looks at one picture and says which tiles are in it, for people and programs that have no camera set up.

Three layouts: one face, one row, any scene; with a calibration, the zones of its file. Everything is reported as it is
read: what cannot be (five copies of a tile) is a warning, not a reason to read something else. Runs in the caller's
thread; measures its own time.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles.names import COPIES, TILES
from vision.calibrate import Calibration
from vision.decode import decode
from vision.layout import Layout
from vision.locate_network import NetworkLocator, PhotoLocator, Proposer
from vision.locate_straight import ScaledProposer, StraightLocator
from vision.photo_tile import PhotoTile
from vision.reader import FaceClassifier, ZoneReader
from vision.readings import TileReading, Turns
from vision.rectify import Picture, as_polygon, check_picture, turned
from vision.rows import reading_order
from vision.see_tile import see_tile
from vision.seen_tile import Classified, Settle, reading_of
from vision.setup import CameraSetup
from vision.zones import Zone

_FRAME_PART: Final = 0.06  # of the picture, added around a row that may fill it to the border
_FRAME_BGR: Final = (96, 96, 96)


@dataclass(frozen=True, slots=True)
class Sight:
    """What was seen in one picture: tiles in reading order, warnings in words, milliseconds by step."""

    tiles: tuple[TileReading, ...]
    warnings: tuple[str, ...]
    ms: dict[str, float]


class AnyProposer(Proposer, ScaledProposer, Protocol):
    """The locator network, for photos and for calibrated views."""


class Seer:
    """Looks at pictures with one classifier and one locator."""

    def __init__(
        self,
        classifier: FaceClassifier,
        margin: float,
        proposer: AnyProposer,
        setup: CameraSetup | None = None,
        settle: Settle | None = None,
    ) -> None:
        """`proposer`: the locator network. `setup`: calibration and zones of the camera that took the pictures.

        `settle` decides plain tiles by the faces beside them (`vision.paper`).
        """
        self._classifier = _Timed(classifier)
        self._margin = margin
        self._setup = setup
        self._locator: PhotoLocator = NetworkLocator(proposer, self._classifier, margin, settle)
        self._readers: list[ZoneReader] = []
        if setup is not None:
            zones = setup.zones or (_whole_view(setup.calibration),)
            straight = StraightLocator(proposer)
            self._readers = [ZoneReader(zone, setup.calibration, self._classifier, margin, straight) for zone in zones]

    def see(self, picture: Picture, layout: Layout = Layout.SCENE) -> Sight:
        """The tiles in a BGR picture. Raises PictureError if it does not fit the calibration."""
        check_picture(picture, None if self._setup is None else self._setup.calibration)
        began = time.perf_counter()
        self._classifier.seconds = 0.0
        if self._readers:
            tiles = self._zones(picture)
        elif layout is Layout.TILE:
            tiles = self._tile(picture)
        elif layout is Layout.ROW:
            tiles = self._row(picture)
        else:
            tiles = _ordered(self._locator.find(picture))
        seconds = time.perf_counter() - began
        classify_ms = round(1000 * self._classifier.seconds, 1)
        ms = {"locate": round(1000 * seconds - classify_ms, 1), "classify": classify_ms}
        return Sight(tuple(tiles), _warnings(tiles), ms | {"total": round(1000 * seconds, 1)})

    def _zones(self, picture: Picture) -> list[TileReading]:
        tiles: list[TileReading] = []
        for reader in self._readers:
            first_row = tiles[-1].row + 1 if tiles else 0
            tiles += [replace(tile, row=tile.row + first_row) for tile in reader.read(picture)]
        return tiles

    def _tile(self, picture: Picture) -> list[TileReading]:
        corners, answer = see_tile(picture, self._classifier, self._margin)
        return [_reading(PhotoTile(corners, answer, 1.0))]

    def _row(self, picture: Picture) -> list[TileReading]:
        """The longest row; its picture may end where its tiles do, so it gets a frame for their outer edges."""
        frame = max(4, round(_FRAME_PART * max(picture.shape[:2])))
        framed = cv2.copyMakeBorder(picture, frame, frame, frame, frame, cv2.BORDER_CONSTANT, value=_FRAME_BGR)
        found = self._locator.find(np.asarray(framed, np.uint8))
        tiles = _ordered([replace(tile, corners=tile.corners - frame) for tile in found])
        rows = [tile.row for tile in tiles]
        longest = max(rows, key=rows.count, default=0)
        return [replace(tile, row=0) for tile in tiles if tile.row == longest]


class _Timed:
    """A classifier that knows how long it was asked."""

    def __init__(self, classifier: FaceClassifier) -> None:
        self._classifier = classifier
        self.seconds = 0.0

    def classify(self, faces: Sequence[NDArray[np.uint8]], *, turns: Turns = "all") -> Sequence[Classified]:
        """As the classifier itself."""
        began = time.perf_counter()
        answers = self._classifier.classify(faces, turns=turns)
        self.seconds += time.perf_counter() - began
        return answers


def draw(picture: Picture, tiles: Sequence[TileReading]) -> Picture:
    """The picture with the findings on it: thick green where sure, thin orange where not."""
    drawn = picture.copy()
    size = max(0.4, max(picture.shape[:2]) / 1600)
    for tile in tiles:
        corners = np.round(np.asarray(tile.polygon) * 8).astype(np.int32)
        colour, thickness = ((60, 200, 40), 2) if tile.sure else ((30, 140, 255), 1)
        cv2.polylines(drawn, [corners], True, colour, thickness, cv2.LINE_AA, 3)
        x, y = np.mean(tile.polygon, axis=0)
        place = (round(float(x) - 18 * size), round(float(y) + 8 * size))
        for width, ink in ((3, (255, 255, 255)), (1, (160, 0, 160))):
            cv2.putText(drawn, tile.label, place, cv2.FONT_HERSHEY_SIMPLEX, size, ink, width, cv2.LINE_AA)
    return drawn


def _whole_view(calibration: Calibration) -> Zone:
    width, height = calibration.image_size
    corners = calibration.to_mm([(0, 0), (width, 0), (width, height), (0, height)])
    return Zone("view", calibration.camera, tuple((float(x), float(y)) for x, y in corners))


def _ordered(found: Sequence[PhotoTile]) -> list[TileReading]:
    """Readings in reading order: rows run as most of the tiles' upper edges do."""
    if not found:
        return []
    corners = np.array([tile.corners for tile in found])
    edges = corners[:, 1] - corners[:, 0]
    quarter = np.pi / 2
    slants = (np.arctan2(edges[:, 1], edges[:, 0]) + quarter / 2) % quarter - quarter / 2
    slant = float(np.median(slants))
    turn = np.array([[np.cos(slant), -np.sin(slant)], [np.sin(slant), np.cos(slant)]])
    height = float(np.median(np.linalg.norm(corners[:, 3] - corners[:, 0], axis=1)))
    order = reading_order(corners.mean(axis=1) @ turn, height)
    return [replace(_reading(found[place]), row=row) for place, row in order]


def _reading(tile: PhotoTile) -> TileReading:
    """The polygon begins at the tile's own top left: so many quarter turns back from the picture's."""
    reading = reading_of(tile.answer, turned(as_polygon(tile.corners), -tile.answer.turn))
    return replace(reading, sure=tile.sure)


def _warnings(tiles: Sequence[TileReading]) -> tuple[str, ...]:
    """What no single set of 136 can show."""
    if not tiles:
        return ()
    impossible = decode([tile.log_probs for tile in tiles], dict.fromkeys(range(TILES), COPIES)).impossible
    return () if impossible is None else (impossible.text,)
