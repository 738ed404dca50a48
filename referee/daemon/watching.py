"""The recognition process: newest frame of each camera, into its watcher, readings out.

Started by `recognition` as `python -m referee.daemon.watching DESCRIPTOR`; it ends when the parent hangs up.
"""

import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from typing import Final

import cv2
import numpy as np

from drivers.camera import CameraReader, Frame, open_source
from drivers.clock import VirtualClock
from referee.daemon.face_picture import face_with_surroundings
from referee.daemon.recognition import (
    CameraHealth,
    Health,
    PictureTaken,
    PictureWanted,
    RecognitionPlan,
    WatchedCamera,
    ZoneSeen,
    all_troubled,
)
from referee.tiles import InputError
from vision.classify import Classifier
from vision.condition import Condition
from vision.guard import Guard
from vision.locate import OutlineLocator
from vision.locate_model import LocatorModel
from vision.locate_straight import StraightLocator
from vision.paper import settle_plain
from vision.readings import TileReading, ZoneReading
from vision.reference import Reference
from vision.setup import CameraSetup
from vision.watch import Watcher

_CUTOUT_WIDTH_PX: Final = 57
_CUTOUT_HEIGHT_PX: Final = 78
_STALE_MS: Final = 3_000.0
_FPS_OVER_S: Final = 5.0
_STATUS_EVERY_S: Final = 1.0
LOWER_PRIORITY: Final = 5
"""Niceness beside the daemon's own: a busy model must not hold up the serial line, the pages, or an emergency stop."""


class _Eye:
    """One camera: its reader thread, what guards its readings, and when frames came."""

    def __init__(self, watched: WatchedCamera, guard: Guard, clock_ms: VirtualClock, *, wants_faces: bool) -> None:
        self.name = watched.camera.name
        self.guard = guard
        self.reader = CameraReader(self.name, lambda: open_source(watched.camera, clock_ms))
        self.newest: Frame | None = None
        self._wants_faces = wants_faces
        self._seen_s: deque[float] = deque(maxlen=256)
        self._seen: dict[str, ZoneSeen] = {}

    def look(self, frame: Frame) -> Iterator[ZoneSeen]:
        """Look at a frame."""
        now_s = time.monotonic()
        self.newest = frame
        self._seen_s.append(now_s)
        for reading in self.guard.feed(frame.image, frame.number, int(frame.t_ms), now_s):
            yield self._with_pictures(reading, frame)

    def _with_pictures(self, reading: ZoneReading, frame: Frame) -> ZoneSeen:
        """With a picture of each tile; covered tiles are shown as they were seen, not what covers them."""
        last = self._seen.get(reading.zone)
        if last is not None and reading.covered and last.reading.tiles == reading.tiles:
            seen = replace(last, reading=reading)
        else:
            pictures = [_kept(last, tile) or self._taken(frame, tile) for tile in reading.tiles]
            faces = tuple(face for _, face in pictures) if self._wants_faces else ()
            seen = ZoneSeen(reading, tuple(cutout for cutout, _ in pictures), faces)
        self._seen[reading.zone] = seen
        return seen

    def _taken(self, frame: Frame, tile: TileReading) -> tuple[bytes, bytes]:
        face = face_with_surroundings(frame.image, tile.polygon) if self._wants_faces else b""
        return _cutout(frame, tile), face

    def health(self, now_s: float) -> CameraHealth:
        recent = [seen for seen in self._seen_s if now_s - seen <= _FPS_OVER_S]
        age_ms = (now_s - self._seen_s[-1]) * 1000 if self._seen_s else float("inf")
        rate = len(recent) / _FPS_OVER_S
        status = self.reader.status()
        trouble = status.error or ("stale" if age_ms > _STALE_MS else "")
        finding = self.guard.finding
        if trouble or finding.condition is Condition.WELL:  # of an old picture nothing is worth telling
            return CameraHealth(self.name, rate, min(age_ms, 1e9), trouble)
        return CameraHealth(self.name, rate, age_ms, finding.condition.value, finding.facts)


class Watching:
    """All cameras of a plan. `step` looks at each once and yields what was read."""

    def __init__(self, plan: RecognitionPlan) -> None:
        cv2.setNumThreads(plan.threads)
        classifier = Classifier(plan.model, threads=plan.threads)
        locator = StraightLocator(LocatorModel(threads=plan.threads))
        settle = partial(settle_plain, card=classifier.model)
        clock_ms = VirtualClock(plan.speed)
        self._shortest_s = 1.0 / plan.most_fps
        known = {watched.camera.name: watched.reference for watched in plan.cameras if watched.reference is not None}

        def new_watcher(setup: CameraSetup) -> Watcher:
            return Watcher(
                setup.zones,
                setup.calibration,
                classifier,
                still_ms=plan.still_ms,
                locator=locator,
                settle=settle,
                second=OutlineLocator(),  # the network hardly sees a tile that has nothing on it
            )

        self._eyes = [
            _Eye(watched, _guard(watched, new_watcher, known), clock_ms, wants_faces=plan.faces)
            for watched in plan.cameras
        ]
        for eye in self._eyes:
            eye.reader.start()

    def step(self) -> Iterator[ZoneSeen]:
        """Look at the newest frame of each camera; takes at least the time of one frame."""
        began_s = time.monotonic()
        for eye in self._eyes:
            frame = eye.reader.take(timeout_s=0.0 if len(self._eyes) > 1 else self._shortest_s)
            if frame is not None:
                yield from eye.look(frame)
        time.sleep(max(0.0, self._shortest_s - (time.monotonic() - began_s)))

    def health(self) -> Health:
        """How all cameras fare."""
        now_s = time.monotonic()
        return Health(tuple(eye.health(now_s) for eye in self._eyes))

    def picture(self, camera: str) -> PictureTaken:
        """The newest whole picture of a camera, unless it is old."""
        for eye in self._eyes:
            if eye.name == camera and eye.newest is not None and eye.health(time.monotonic()).age_ms <= _STALE_MS:
                return PictureTaken(camera, eye.newest.image)
        return PictureTaken(camera, None)

    def close(self) -> None:
        """Join all reader threads."""
        for eye in self._eyes:
            eye.reader.close(timeout_s=2.0)


def _guard(
    watched: WatchedCamera, new_watcher: Callable[[CameraSetup], Watcher], known: Mapping[str, Reference]
) -> Guard:
    setup = watched.setup
    others = {name: reference for name, reference in known.items() if name != watched.camera.name}
    return Guard(
        lambda: new_watcher(setup),
        setup.calibration,
        watched.reference,
        others,
    )


def _kept(last: ZoneSeen | None, tile: TileReading) -> tuple[bytes, bytes] | None:
    """The pictures of a hidden tile from when it was last seen."""
    if last is None or not tile.hidden:
        return None
    places = (place for place, before in enumerate(last.reading.tiles) if before.polygon == tile.polygon)
    place = next(places, None)
    if place is None:
        return None
    return last.cutouts[place], last.faces[place] if last.faces else b""


def _cutout(frame: Frame, tile: TileReading) -> bytes:
    """The tile upright as a small JPEG, for people to look at."""
    corners = np.asarray(tile.polygon, np.float32)
    width, height = _CUTOUT_WIDTH_PX - 1, _CUTOUT_HEIGHT_PX - 1
    target = np.asarray([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, target)
    upright = cv2.warpPerspective(frame.image, matrix, (_CUTOUT_WIDTH_PX, _CUTOUT_HEIGHT_PX))
    done, data = cv2.imencode(".jpg", upright, [cv2.IMWRITE_JPEG_QUALITY, 85])
    return data.tobytes() if done else b""


def main() -> None:
    """Receive the plan, then look until the parent hangs up."""
    os.nice(LOWER_PRIORITY)
    with Connection(int(sys.argv[1])) as connection:
        try:
            _look(connection.recv(), connection)
        except (EOFError, OSError):
            return  # the parent is gone


def _look(plan: RecognitionPlan, connection: Connection) -> None:
    try:
        watching = Watching(plan)
    except InputError as error:  # told where the operator looks, in the words that name the remedy
        connection.send(all_troubled(plan, str(error)))
        return
    try:
        status_s = time.monotonic()
        while True:
            if connection.poll(0):
                wanted = connection.recv()  # EOFError: the parent hung up
                if isinstance(wanted, PictureWanted):
                    connection.send(watching.picture(wanted.camera))
            for message in watching.step():
                connection.send(message)
            if time.monotonic() - status_s >= _STATUS_EVERY_S:
                connection.send(watching.health())
                status_s = time.monotonic()
    finally:
        watching.close()


if __name__ == "__main__":
    main()
