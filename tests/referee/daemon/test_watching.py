"""One camera of the recognition process: what its readings carry, and how it says that it fares."""

from dataclasses import replace

import numpy as np
import pytest

from drivers.camera import CameraConfig, Frame, SourceKind
from drivers.clock import VirtualClock
from drivers.simulator.layout import TRAY_MM
from referee.daemon.recognition import WatchedCamera
from referee.daemon.watching import _Eye
from tests.vision.hall_views import TRAY_VIEW, calibrated, of_width
from vision.condition import Condition, Finding
from vision.readings import TileReading, ZoneReading
from vision.setup import CameraSetup

VIEW = of_width(TRAY_VIEW, 320)
SQUARE = ((10.0, 10.0), (29.0, 10.0), (29.0, 36.0), (10.0, 36.0))
READING = ZoneReading("tray-A", "wall:A", 1, 0, 800, False, (TileReading("1m", 0.9, True, SQUARE),))


class Script:
    """A guard that says what a test tells it to say with the next frame."""

    finding = Finding()
    news: tuple[ZoneReading, ...] = ()

    def feed(self, image, frame_no: int, t_ms: int, now_s: float) -> tuple[ZoneReading, ...]:
        return self.news


@pytest.fixture
def eye() -> _Eye:
    camera = CameraConfig("tray-A", SourceKind.SIMULATED, "/nowhere")
    watched = WatchedCamera(camera, CameraSetup(calibrated(VIEW.pose, "tray-A", TRAY_MM)))
    return _Eye(watched, Script(), VirtualClock(1.0), wants_faces=True)


def frame(level: int) -> Frame:
    return Frame("tray-A", 1, 0.0, np.full((180, 320, 3), level, np.uint8))


def sloping(level: int) -> Frame:
    """A picture that is brighter to the right."""
    slope = np.linspace(level, level + 100, 320).astype(np.uint8)
    return Frame("tray-A", 1, 0.0, np.broadcast_to(slope[None, :, None], (180, 320, 3)).copy())


def test_a_covered_tile_is_shown_as_it_was_seen_and_not_what_covers_it(eye: _Eye) -> None:
    eye.guard.news = (READING,)
    (seen,) = eye.look(frame(40))
    eye.guard.news = (replace(READING, covered=True),)
    (covered,) = eye.look(frame(200))
    assert (covered.cutouts, covered.faces) == (seen.cutouts, seen.faces)
    assert covered.reading.covered
    eye.guard.news = (READING,)
    (again,) = eye.look(frame(200))
    assert again.cutouts != seen.cutouts


def test_a_tile_under_a_hand_is_shown_as_it_was_seen_beside_a_new_one(eye: _Eye) -> None:
    tile = READING.tiles[0]
    first, second, new = (replace(tile, polygon=tuple((x + dx, y) for x, y in SQUARE)) for dx in (0, 30, 60))
    eye.guard.news = (replace(READING, tiles=(first, second)),)
    (seen,) = eye.look(sloping(40))
    eye.guard.news = (replace(READING, covered=True, tiles=(new, replace(second, hidden=True))),)
    (both,) = eye.look(sloping(100))
    assert (both.cutouts[1], both.faces[1]) == (seen.cutouts[1], seen.faces[1])
    assert both.cutouts[0] not in seen.cutouts


def test_a_finding_is_told_with_its_facts_unless_the_picture_itself_is_old(eye: _Eye) -> None:
    list(eye.look(frame(40)))
    eye.guard.finding = Finding(Condition.MOVED, {"mm": 3.0, "px": 9.0})
    now_s = eye._seen_s[-1]
    told = eye.health(now_s + 1)
    assert (told.trouble, told.facts) == ("moved", {"mm": 3.0, "px": 9.0})
    old = eye.health(now_s + 60)
    assert (old.trouble, old.facts) == ("stale", {})
    eye.guard.finding = Finding()
    assert eye.health(now_s + 1).trouble == ""
