"""Frames of one camera in, stable readings of its zones out.

All zones share one small picture per frame, in which all that has not changed is known at a glance; what has changed
is read after it held still, a part per frame, so that no frame takes long. Nothing is reported twice. Pure of threads,
clocks and I/O: time is the frames' own. The recognition process feeds it.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from vision.backs import colour_of, of_other_set
from vision.calibrate import Calibration
from vision.classify import MARGIN
from vision.errors import CalibrationError
from vision.glance import Glance
from vision.locate import Locator
from vision.news import News
from vision.reader import FaceClassifier, ZoneReader
from vision.readings import ZoneReading
from vision.rectify import Picture, check_picture
from vision.seen_tile import SeenTile, Settle
from vision.stillness import Stillness
from vision.zone_watch import Sight, ZoneWatch
from vision.zones import Zone

STILL_MS: Final = 800

_MOST_EFFORT: Final = 20.0  # before another frame is looked at
_MOST_PIECES: Final = 12  # of work for one zone before the next one has its turn


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
        settle: Settle | None = None,
        second: Locator | None = None,
    ) -> None:
        """`still_ms`: how long a place has to hold still; `settle`, `second`: see `ZoneReader`.

        Raises CalibrationError for a zone of another camera.
        """
        for zone in zones:
            if zone.camera != calibration.camera:
                raise CalibrationError(f"zone '{zone.name}' is of camera '{zone.camera}', not '{calibration.camera}'")
        self._calibration = calibration
        self._glance = Glance.of(zones, calibration) if zones else None
        self._stillness = Stillness()
        self._zones = [
            ZoneWatch(
                ZoneReader(zone, calibration, classifier, margin, locator, settle, second), self._glance, still_ms
            )
            for zone in zones
            if self._glance is not None
        ]
        self._news = [News() for _ in zones]
        self._at_rest = [False for _ in zones]
        self._turn, self._pieces = 0, 0

    def feed(self, image: Picture, frame_no: int, t_ms: int) -> list[ZoneReading]:
        """Look at one frame, taken at `t_ms` of the camera's clock; returns what is news.

        Raises PictureError for a picture of another size than the calibration's.
        """
        check_picture(image, self._calibration)
        if self._glance is None:
            return []
        small = self._glance.picture(image)
        exposure = self._stillness.feed(small, t_ms)
        sight = Sight(image, frame_no, t_ms, small, self._stillness.since_ms, exposure)
        for zone in self._zones:
            zone.look(sight)
        if self._work(sight):
            self._compare_backs(sight)
        told = []
        for place, (zone, news) in enumerate(zip(self._zones, self._news, strict=True)):
            rested, self._at_rest[place] = self._at_rest[place], zone.is_at_rest
            if rested and zone.is_at_rest:
                news.rest(t_ms)
            elif (reading := news.choose(self._reading(zone, sight), settled=zone.is_settled)) is not None:
                told.append(reading)
        return told

    def _work(self, sight: Sight) -> bool:
        """Read as much as one frame is to take: what one zone has to read, then what the next one has.

        Returns whether anything was read.
        """
        spent = 0.0
        for _ in range(len(self._zones) + _MOST_PIECES):
            if spent >= _MOST_EFFORT:
                break
            effort = self._zones[self._turn].work(sight, partial(self._around, self._turn))
            spent += effort
            self._pieces = self._pieces + 1 if effort else _MOST_PIECES
            if self._pieces >= _MOST_PIECES:
                self._turn, self._pieces = (self._turn + 1) % len(self._zones), 0
        return spent > 0

    def _around(self, place: int) -> list[SeenTile]:
        """The tiles that can be seen in all zones but one."""
        others = [zone for at, zone in enumerate(self._zones) if at != place]
        return [tile for zone in others for tile in zone.in_sight()]

    def _compare_backs(self, sight: Sight) -> None:
        """Mark the backs that have another colour than most that are seen now, in all zones together."""
        backs = [(zone, tile) for zone in self._zones for tile in zone.backs()]
        colours = [colour_of(sight.small[zone.area.cut], tile.corners) for zone, tile in backs]
        for (zone, tile), strange in zip(backs, of_other_set(colours), strict=True):
            zone.mark(tile, other_set=strange)

    def _reading(self, zone: ZoneWatch, sight: Sight) -> ZoneReading:
        tiles = zone.tiles(sight.t_ms)
        unseen = zone.unseen(tiles, sight.t_ms)
        covered = bool(unseen) or any(tile.hidden for tile in tiles)
        camera, name = self._calibration.camera, zone.reader.zone.name
        return ZoneReading(camera, name, sight.number, sight.t_ms, zone.still_for_ms(sight), covered, tiles, unseen)
