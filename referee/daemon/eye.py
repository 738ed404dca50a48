"""One camera of the recognition process: frames in, readings with pictures of their tiles out, and how it fares.

Belongs to the thread that looks; only the reader has a thread of its own.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from drivers.camera import CameraConfig, CameraReader, Clock, Frame, ReaderStatus
from referee.daemon.camera_health import CameraHealth, CameraWork, trouble_of
from referee.daemon.face_picture import face_with_surroundings, tile_picture
from referee.daemon.place_picture import PlaceCut
from referee.daemon.recognition import RecognitionPlan, ZoneSeen
from referee.daemon.stopwatch import Stopwatch
from vision.guard import Guard
from vision.readings import TileReading, ZoneReading

_FPS_OVER_S: Final = 5.0


class Eye:
    """One camera: its reader, what guards its readings, and when frames came. `clock_ms` is that of the frames.

    `cuts`: how to cut out the zones of which a picture is wanted as a whole; `stopwatch`: what the networks take, while
    this camera is looked at.
    """

    def __init__(
        self,
        camera: CameraConfig,
        guard: Guard,
        reader: CameraReader,
        clock_ms: Clock,
        plan: RecognitionPlan,
        clock_s: Callable[[], float] = time.monotonic,
        *,
        cuts: Mapping[str, PlaceCut] | None = None,
        stopwatch: Stopwatch | None = None,
    ) -> None:
        self.name = camera.name
        self.guard = guard
        self.reader = reader
        self.newest: Frame | None = None
        self._clock_ms = clock_ms
        self._clock_s = clock_s
        self._speed = plan.speed
        self._stale_after_s = plan.stale_after_s if camera.is_live else None
        self._wants_faces = plan.faces
        self._cuts = cuts or {}
        self._stopwatch = stopwatch or Stopwatch()
        self._frames = 0
        self._inference_s: list[float] = []
        self._seen_s: deque[float] = deque(maxlen=256)
        self._seen: dict[str, ZoneSeen] = {}
        self._opening = 0
        self._is_lost = False
        self._skipped = 0

    def look(self, frame: Frame | None) -> Iterator[ZoneSeen]:
        """Look at the frame that has come since the last look, if one has.

        Once none has come for too long, or the camera was opened again, all that was read through it is told as
        covered: whoever asks then is told that nobody knows, never what was there last.
        """
        now_s = self._clock_s()
        lost = self._is_stale(self.reader.status(), now_s)
        if self.reader.taken_from != self._opening or (lost and not self._is_lost):
            self._opening = self.reader.taken_from
            yield from self._start_over()
        self._is_lost = lost
        if frame is None:
            return
        if self._stale_after_s is not None and self._age_ms(frame) > 1000 * self._stale_after_s * self._speed:
            self._skipped += 1  # it waited while this process stood still
            return
        self.newest = frame
        self._seen_s.append(now_s)
        self._stopwatch.take()
        news = self.guard.feed(frame.image, frame.number, int(frame.t_ms), now_s)
        self._frames += 1
        if inference_s := self._stopwatch.take():
            self._inference_s.append(inference_s)
        for reading in news:
            yield self._with_pictures(reading, frame)

    def health(self) -> CameraHealth:
        """How the camera fares now."""
        now_s = self._clock_s()
        status = self.reader.status()
        age_s = float("inf") if status.since_s is None else now_s - status.since_s
        trouble = trouble_of(status, self.guard.finding, age_s, self._stale_after_s)
        rate = sum(now_s - seen_s <= _FPS_OVER_S for seen_s in self._seen_s) / _FPS_OVER_S
        age_ms = 0.0 if status.since_s is None else 1000 * age_s
        skipped = status.drops + self._skipped
        return CameraHealth(self.name, rate, age_ms, trouble.code, trouble.facts, trouble.use, skipped)

    def take_work(self) -> CameraWork:
        """What was done since this was last asked."""
        work = CameraWork(self.name, self._frames, tuple(self._inference_s))
        self._frames = 0
        self._inference_s.clear()
        return work

    def _is_stale(self, status: ReaderStatus, now_s: float) -> bool:
        since_s = status.since_s
        return self._stale_after_s is not None and since_s is not None and now_s - since_s > self._stale_after_s

    def _age_ms(self, frame: Frame) -> float:
        return max(0.0, self._clock_ms() - frame.t_ms)

    def _start_over(self) -> Iterator[ZoneSeen]:
        frame = self.newest
        for reading in self.guard.start_over():
            if frame is not None:
                yield self._with_pictures(reading, frame)

    def _with_pictures(self, reading: ZoneReading, frame: Frame) -> ZoneSeen:
        """With a picture of each tile; covered tiles are shown as they were seen, not what covers them."""
        last = self._seen.get(reading.zone)
        age_ms = self._age_ms(frame)
        if last is not None and reading.covered and last.reading.tiles == reading.tiles:
            seen = replace(last, reading=reading, age_ms=age_ms)
        else:
            pictures = [_kept(last, tile) or self._taken(frame, tile) for tile in reading.tiles]
            faces = tuple(face for _, face in pictures) if self._wants_faces else ()
            whole = self._whole(last, reading, frame)
            seen = ZoneSeen(reading, tuple(cutout for cutout, _ in pictures), faces, age_ms, whole)
        self._seen[reading.zone] = seen
        return seen

    def _whole(self, last: ZoneSeen | None, reading: ZoneReading, frame: Frame) -> bytes:
        """The whole zone; while something covers it and no tile has come, as it was before."""
        cut = self._cuts.get(reading.zone)
        if cut is None:
            return b""
        if last is not None and reading.covered and len(reading.tiles) <= len(last.reading.tiles):
            return last.whole
        return cut.jpeg(frame.image)

    def _taken(self, frame: Frame, tile: TileReading) -> tuple[bytes, bytes]:
        face = face_with_surroundings(frame.image, tile.polygon) if self._wants_faces else b""
        return tile_picture(frame.image, tile.polygon), face


def _kept(last: ZoneSeen | None, tile: TileReading) -> tuple[bytes, bytes] | None:
    """The pictures of a hidden tile from when it was last seen."""
    if last is None or not tile.hidden:
        return None
    places = (place for place, before in enumerate(last.reading.tiles) if before.polygon == tile.polygon)
    place = next(places, None)
    if place is None:
        return None
    return last.cutouts[place], last.faces[place] if last.faces else b""
