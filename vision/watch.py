"""Frames of one camera in, stable readings of its zones out.

A zone is read after it has held still; what moves over it, or lies on it and is no tile, makes the reading `covered`:
tiles missing from it are not seen, which is not gone. Nothing is reported twice. Pure of threads, clocks and I/O: time
is the frames' own. The recognition process feeds it.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.calibrate import Calibration
from vision.classify import MARGIN
from vision.errors import CalibrationError
from vision.felt import SCALE, Felt
from vision.locate import Locator
from vision.reader import FaceClassifier, SeenZone, ZoneReader
from vision.readings import TileReading, ZoneReading
from vision.rectify import Picture, check_picture
from vision.stillness import Glance, Stillness, differ
from vision.zones import Zone

STILL_MS: Final = 800

_LOOKS: Final = 4  # frames on which an unsure tile is read before it is reported unsure
_MOVED_MM: Final = 4.0  # a tile that shifts by less is the same news
_COVERED_AFTER_MS: Final = 2_500  # something that moves for longer than a discard takes is reported as being there


class Watcher:
    """Watches the zones of one camera."""

    def __init__(
        self,
        zones: Sequence[Zone],
        calibration: Calibration,
        classifier: FaceClassifier,
        still_ms: float = STILL_MS,
        *,
        margin: float = MARGIN,
        locator: Locator | None = None,
    ) -> None:
        """`still_ms`: how long a zone has to hold still. Raises CalibrationError for a zone of another camera."""
        for zone in zones:
            if zone.camera != calibration.camera:
                raise CalibrationError(f"zone '{zone.name}' is of camera '{zone.camera}', not '{calibration.camera}'")
        self._calibration = calibration
        self._zones = [
            _WatchedZone(ZoneReader(zone, calibration, classifier, margin, locator), calibration, still_ms)
            for zone in zones
        ]

    def feed(self, image: Picture, frame_no: int, t_ms: int) -> list[ZoneReading]:
        """Look at one frame, taken at `t_ms` of the camera's clock; returns what is news.

        Raises PictureError for a picture of another size than the calibration's.
        """
        check_picture(image, self._calibration)
        readings = [zone.feed(image, frame_no, t_ms) for zone in self._zones]
        return [reading for reading in readings if reading is not None]


class _WatchedZone:
    """One zone, what was last read in it and what was last said about it."""

    def __init__(self, reader: ZoneReader, calibration: Calibration, still_ms: float) -> None:
        self._reader = reader
        self._camera = calibration.camera
        self._still_ms = still_ms
        self._glance = Glance.of(reader.zone, calibration)
        self._stillness = Stillness(self._glance.inside)
        self._felt = Felt(_small(reader.view.mask()[..., None].repeat(3, axis=2), reader)[..., 0] > 127)
        self._seen: SeenZone | None = None
        self._seen_picture = np.zeros((*self._glance.inside.shape, 3), np.float32)
        self._looks = 0
        self._last_still_ms: int | None = None
        self._said: ZoneReading | None = None

    def feed(self, image: Picture, frame_no: int, t_ms: int) -> ZoneReading | None:
        picture = self._glance.picture(image)
        still_ms = self._stillness.feed(picture, t_ms)
        if still_ms < self._still_ms:
            return self._moving(frame_no, t_ms)
        self._last_still_ms = t_ms
        if self._seen is None or differ(picture, self._seen_picture, self._glance.inside):
            self._seen = self._reader.read(image, self._seen)
            self._seen_picture = picture
            self._looks = 1
        elif self._looks < _LOOKS and not all(tile.reading.sure for tile in self._seen.tiles):
            self._seen = self._reader.look_again(image, self._seen)
            self._looks += 1
        elif self._said is not None and not self._said.covered:
            return None
        if self._looks < _LOOKS and not all(tile.reading.sure for tile in self._seen.tiles):
            return None  # the next frame may tell
        covered = self._is_covered(image, self._seen, t_ms)
        return self._say(self._reading(self._seen.readings, covered, still_ms, frame_no, t_ms))

    def _moving(self, frame_no: int, t_ms: int) -> ZoneReading | None:
        """Something moves: report that once, if it stays, with the tiles as they were last seen."""
        if self._last_still_ms is None or self._said is None or self._said.covered:
            return None
        if t_ms - self._last_still_ms < _COVERED_AFTER_MS:
            return None
        return self._say(self._reading(self._said.tiles, covered=True, still_ms=0, frame_no=frame_no, t_ms=t_ms))

    def _is_covered(self, image: Picture, seen: SeenZone, t_ms: int) -> bool:
        small = _small(self._reader.view.picture(image), self._reader)
        shrink = np.array(small.shape[1::-1]) / self._reader.view.size
        corners = np.array([tile.corners_view for tile in seen.tiles]).reshape(-1, 4, 2) * shrink
        return self._felt.covered(small, corners, t_ms)

    def _reading(
        self, tiles: tuple[TileReading, ...], covered: bool, still_ms: int, frame_no: int, t_ms: int
    ) -> ZoneReading:
        return ZoneReading(self._camera, self._reader.zone.name, frame_no, t_ms, still_ms, covered, tiles)

    def _say(self, reading: ZoneReading) -> ZoneReading | None:
        if self._said is not None and _same_news(reading, self._said):
            return None
        self._said = reading
        return reading


def _small(picture: Picture, reader: ZoneReader) -> Picture:
    """A straight view at the scale at which felt is looked at."""
    width, height = (max(1, round(side * SCALE / reader.view.scale)) for side in reader.view.size)
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _same_news(one: ZoneReading, other: ZoneReading) -> bool:
    return (
        one.covered == other.covered
        and len(one.tiles) == len(other.tiles)
        and all(_same_tile(a, b) for a, b in zip(one.tiles, other.tiles, strict=True))
    )


def _same_tile(one: TileReading, other: TileReading) -> bool:
    if (one.label, one.sure, one.row, one.sideways) != (other.label, other.sure, other.row, other.sideways):
        return False
    if one.centre_mm is None or other.centre_mm is None:
        return one.centre_mm == other.centre_mm
    return float(np.hypot(*np.subtract(one.centre_mm, other.centre_mm))) < _MOVED_MM
