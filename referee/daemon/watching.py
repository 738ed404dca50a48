"""The recognition process: newest frame of each camera, into its watcher, readings out.

Started by `recognition` as `python -m referee.daemon.watching DESCRIPTOR`; it ends when the parent hangs up.
"""

import sys
import time
from collections import deque
from collections.abc import Iterator
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
    RecognitionPlan,
    WatchedCamera,
    ZoneSeen,
    all_troubled,
)
from referee.tiles import InputError
from vision.classify import Classifier
from vision.readings import TileReading, ZoneReading
from vision.watch import Watcher

_CUTOUT_WIDTH_PX: Final = 57
_CUTOUT_HEIGHT_PX: Final = 78
_STALE_MS: Final = 3_000.0
_FPS_OVER_S: Final = 5.0
_STATUS_EVERY_S: Final = 1.0


class _Eye:
    """One camera: its reader thread, its watcher, and when frames came."""

    def __init__(self, watched: WatchedCamera, watcher: Watcher, clock_ms: VirtualClock) -> None:
        self.name = watched.camera.name
        self.watcher = watcher
        self.reader = CameraReader(self.name, lambda: open_source(watched.camera, clock_ms))
        self.seen_s: deque[float] = deque(maxlen=256)

    def health(self, now_s: float) -> CameraHealth:
        recent = [seen for seen in self.seen_s if now_s - seen <= _FPS_OVER_S]
        age_ms = (now_s - self.seen_s[-1]) * 1000 if self.seen_s else float("inf")
        status = self.reader.status()
        trouble = status.error or ("no new picture" if age_ms > _STALE_MS else "")
        return CameraHealth(self.name, len(recent) / _FPS_OVER_S, min(age_ms, 1e9), trouble)


class Watching:
    """All cameras of a plan. `step` looks at each once and yields what was read."""

    def __init__(self, plan: RecognitionPlan) -> None:
        cv2.setNumThreads(plan.threads)
        classifier = Classifier(plan.model, threads=plan.threads)
        clock_ms = VirtualClock(plan.speed)
        self._shortest_s = 1.0 / plan.most_fps
        self._wants_faces = plan.faces
        self._eyes = [
            _Eye(
                watched,
                Watcher(watched.setup.zones, watched.setup.calibration, classifier, still_ms=plan.still_ms),
                clock_ms,
            )
            for watched in plan.cameras
        ]
        for eye in self._eyes:
            eye.reader.start()

    def step(self) -> Iterator[ZoneSeen]:
        """Look at the newest frame of each camera; takes at least the time of one frame."""
        began_s = time.monotonic()
        for eye in self._eyes:
            frame = eye.reader.take(timeout_s=0.0 if len(self._eyes) > 1 else self._shortest_s)
            if frame is None:
                continue
            eye.seen_s.append(time.monotonic())
            for reading in eye.watcher.feed(frame.image, frame.number, int(frame.t_ms)):
                yield self._seen(reading, frame)
        time.sleep(max(0.0, self._shortest_s - (time.monotonic() - began_s)))

    def _seen(self, reading: ZoneReading, frame: Frame) -> ZoneSeen:
        faces = (face_with_surroundings(frame.image, tile.polygon) for tile in reading.tiles if self._wants_faces)
        return ZoneSeen(reading, tuple(_cutout(frame, tile) for tile in reading.tiles), tuple(faces))

    def health(self) -> Health:
        """How all cameras fare."""
        now_s = time.monotonic()
        return Health(tuple(eye.health(now_s) for eye in self._eyes))

    def close(self) -> None:
        """Join all reader threads."""
        for eye in self._eyes:
            eye.reader.close(timeout_s=2.0)


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
        while not connection.poll(0):  # the parent sends nothing more: readable means that it hung up
            for message in watching.step():
                connection.send(message)
            if time.monotonic() - status_s >= _STATUS_EVERY_S:
                connection.send(watching.health())
                status_s = time.monotonic()
    finally:
        watching.close()


if __name__ == "__main__":
    main()
