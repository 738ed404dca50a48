"""The recognition process: newest frame of each camera, into its watcher, readings out.

Started by `recognition` as `python -m referee.daemon.watching DESCRIPTOR`; it ends when the parent hangs up.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from typing import Final

import cv2

from drivers.camera import CameraFault, CameraReader, open_source
from drivers.clock import VirtualClock
from referee.daemon.camera_health import Health
from referee.daemon.eye import Eye
from referee.daemon.place_picture import place_cuts
from referee.daemon.recognition import (
    Message,
    PictureTaken,
    PictureWanted,
    RecognitionPlan,
    WatchedCamera,
    ZoneSeen,
    all_troubled,
)
from referee.daemon.stopwatch import Stopwatch, TimedClassifier, TimedProposer
from referee.desk.state import CameraUse
from referee.tiles import InputError
from vision.classify import Classifier
from vision.guard import Guard
from vision.locate import OutlineLocator
from vision.locate_model import LocatorModel
from vision.locate_straight import StraightLocator
from vision.paper import settle_plain
from vision.reference import Reference
from vision.setup import CameraSetup
from vision.watch import Watcher

_STATUS_EVERY_S: Final = 1.0
LOWER_PRIORITY: Final = 5
"""Niceness beside the daemon's own: a busy model must not hold up the serial line, the pages, or an emergency stop."""


class Watching:
    """All cameras of a plan. `step` looks at each once and yields what is to be told."""

    def __init__(self, plan: RecognitionPlan) -> None:
        cv2.setNumThreads(plan.threads)
        classifier = Classifier(plan.model, threads=plan.threads)
        stopwatch = Stopwatch()  # one for all cameras: they are looked at one after the other
        timed = TimedClassifier(classifier, stopwatch)
        locator = StraightLocator(TimedProposer(LocatorModel(threads=plan.threads), stopwatch))
        settle = partial(settle_plain, card=classifier.model)
        clock_ms = VirtualClock(plan.speed)
        self._shortest_s = 1.0 / plan.most_fps
        known = {watched.camera.name: watched.reference for watched in plan.cameras if watched.reference is not None}

        def new_watcher(setup: CameraSetup) -> Watcher:
            return Watcher(
                setup.zones,
                setup.calibration,
                timed,
                still_ms=plan.still_ms,
                locator=locator,
                settle=settle,
                second=OutlineLocator(),  # the network hardly sees a tile that has nothing on it
            )

        self._eyes = [
            _eye(watched, _guard(watched, new_watcher, known), clock_ms, plan, stopwatch) for watched in plan.cameras
        ]
        self._told: tuple[tuple[str, CameraUse], ...] = ()
        self._told_s = time.monotonic()
        for eye in self._eyes:
            eye.reader.start()

    def step(self) -> Iterator[Message]:
        """Look at the newest frame of each camera; takes at least the time of one frame.

        That a camera fares otherwise than before is told at once, and before what was read through it: whoever hears of
        a reading knows what it is worth.
        """
        began_s = time.monotonic()
        seen: list[ZoneSeen] = []
        for eye in self._eyes:
            seen += eye.look(eye.reader.take(timeout_s=0.0 if len(self._eyes) > 1 else self._shortest_s))
        health = self.health()
        told = tuple((camera.trouble, camera.use) for camera in health.cameras)
        if told != self._told or began_s - self._told_s >= _STATUS_EVERY_S:
            self._told, self._told_s = told, began_s
            yield replace(health, work=tuple(eye.take_work() for eye in self._eyes))
        yield from seen
        time.sleep(max(0.0, self._shortest_s - (time.monotonic() - began_s)))

    def health(self) -> Health:
        """How all cameras fare."""
        return Health(tuple(eye.health() for eye in self._eyes))

    def picture(self, camera: str) -> PictureTaken:
        """The newest whole picture of a camera, unless none is coming."""
        for eye in self._eyes:
            if eye.name == camera and eye.newest is not None:
                there = eye.health().use is not CameraUse.ABSENT
                return PictureTaken(camera, eye.newest.image if there else None)
        return PictureTaken(camera, None)

    def close(self) -> None:
        """Join all reader threads."""
        for eye in self._eyes:
            eye.reader.close(timeout_s=2.0)


def _eye(
    watched: WatchedCamera, guard: Guard, clock_ms: VirtualClock, plan: RecognitionPlan, stopwatch: Stopwatch
) -> Eye:
    camera = watched.camera
    hangs_after_s = plan.reopen_after_s if camera.is_live else None
    reader = CameraReader(camera.name, lambda: open_source(camera, clock_ms), hangs_after_s=hangs_after_s)
    cuts = place_cuts(watched.setup, plan.pictured_zones)
    return Eye(camera, guard, reader, clock_ms, plan, cuts=cuts, stopwatch=stopwatch)


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
        live=watched.camera.is_live,
    )


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
        connection.send(all_troubled(plan, CameraFault.UNREADABLE, text=str(error)))
        return
    try:
        while True:
            if connection.poll(0):
                wanted = connection.recv()  # EOFError: the parent hung up
                if isinstance(wanted, PictureWanted):
                    connection.send(watching.picture(wanted.camera))
            for message in watching.step():
                connection.send(message)
    finally:
        watching.close()


if __name__ == "__main__":
    main()
