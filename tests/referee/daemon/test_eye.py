"""One camera of the recognition process: what its readings carry, and how it says that it fares."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from drivers.camera import (
    CameraConfig,
    CameraEndedError,
    CameraError,
    CameraFault,
    Frame,
    Notice,
    ReaderState,
    ReaderStatus,
    SourceKind,
)
from referee.daemon.eye import Eye
from referee.daemon.place_picture import PlaceCut
from referee.daemon.recognition import RecognitionPlan, ZoneSeen
from referee.daemon.stopwatch import Stopwatch
from referee.desk.state import CameraUse
from vision.condition import Condition, Finding
from vision.readings import TileReading, ZoneReading

SQUARE = ((10.0, 10.0), (29.0, 10.0), (29.0, 36.0), (10.0, 36.0))
READING = ZoneReading("tray-A", "wall:A", 1, 0, 800, False, (TileReading("1m", 0.9, True, SQUARE),))


WHOLE = PlaceCut((320, 180), np.eye(3), (320, 180))


class Script:
    """A guard that says what a test tells it to say with the next frame, and how it was used."""

    def __init__(self) -> None:
        self.finding = Finding()
        self.news: tuple[ZoneReading, ...] = ()
        self.fed = 0
        self.work: Callable[[], None] = lambda: None
        self.started_over = 0

    def feed(self, image, frame_no: int, t_ms: int, now_s: float) -> tuple[ZoneReading, ...]:
        self.fed += 1
        self.work()
        return self.news

    def start_over(self) -> list[ZoneReading]:
        self.started_over += 1
        return [replace(reading, covered=True) for reading in self.news]


class Reader:
    """A reader that fares as a test says."""

    def __init__(self) -> None:
        self.now = ReaderStatus(ReaderState.LIVE, frames=1, openings=1, since_s=0.0)
        self.taken_from = 1

    def status(self) -> ReaderStatus:
        return self.now


class Clock:
    """Seconds, moved by the test."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


class Trial:
    """An eye with all that it looks through."""

    def __init__(self, kind: SourceKind = SourceKind.SIMULATED, speed: float = 1.0) -> None:
        self.guard, self.reader, self.clock = Script(), Reader(), Clock()
        plan = RecognitionPlan((), 800.0, threads=1, faces=True, speed=speed)
        camera = CameraConfig("tray-A", kind, "/nowhere")
        self.stopwatch = Stopwatch(self.clock)
        self.eye = Eye(
            camera,
            self.guard,
            self.reader,
            lambda: self.clock.now_s * 1000 * speed,
            plan,
            self.clock,
            cuts={"wall:A": WHOLE},
            stopwatch=self.stopwatch,
        )
        self.eye._opening = 1

    def look(self, picture: Frame | None) -> list[ZoneSeen]:
        return list(self.eye.look(picture))

    def trouble(self) -> tuple[str, CameraUse]:
        health = self.eye.health()
        return health.trouble, health.use


@pytest.fixture
def trial() -> Trial:
    return Trial()


def frame(level: int) -> Frame:
    return Frame("tray-A", 1, 0.0, np.full((180, 320, 3), level, np.uint8))


def sloping(level: int) -> Frame:
    """A picture that is brighter to the right."""
    slope = np.linspace(level, level + 100, 320).astype(np.uint8)
    return Frame("tray-A", 1, 0.0, np.broadcast_to(slope[None, :, None], (180, 320, 3)).copy())


def test_a_covered_tile_is_shown_as_it_was_seen_and_not_what_covers_it(trial: Trial) -> None:
    trial.guard.news = (READING,)
    (seen,) = trial.look(frame(40))
    trial.guard.news = (replace(READING, covered=True),)
    (covered,) = trial.look(frame(200))
    assert (covered.cutouts, covered.faces) == (seen.cutouts, seen.faces)
    assert covered.reading.covered
    trial.guard.news = (READING,)
    (again,) = trial.look(frame(200))
    assert again.cutouts != seen.cutouts


def test_a_tile_under_a_hand_is_shown_as_it_was_seen_beside_a_new_one(trial: Trial) -> None:
    tile = READING.tiles[0]
    first, second, new = (replace(tile, polygon=tuple((x + dx, y) for x, y in SQUARE)) for dx in (0, 30, 60))
    trial.guard.news = (replace(READING, tiles=(first, second)),)
    (seen,) = trial.look(sloping(40))
    trial.guard.news = (replace(READING, covered=True, tiles=(new, replace(second, hidden=True))),)
    (both,) = trial.look(sloping(100))
    assert (both.cutouts[1], both.faces[1]) == (seen.cutouts[1], seen.faces[1])
    assert both.cutouts[0] not in seen.cutouts


def test_c01_after_two_seconds_without_a_picture_all_is_unknown_and_told_once(trial: Trial) -> None:
    trial.guard.news = (READING,)
    (seen,) = trial.look(frame(40))
    assert not seen.reading.covered
    trial.clock.now_s = 2.0
    assert trial.look(None) == []
    assert trial.trouble() == ("", CameraUse.READ)
    trial.clock.now_s = 2.1
    (unknown,) = trial.look(None)
    assert (unknown.reading.covered, unknown.cutouts) == (True, seen.cutouts)
    assert trial.trouble() == ("stale", CameraUse.ABSENT)
    assert trial.look(None) == [], "once"
    trial.reader.now = replace(trial.reader.now, since_s=2.2)
    trial.clock.now_s = 2.2
    (again,) = trial.look(Frame("tray-A", 2, 2_200.0, frame(40).image))
    assert not again.reading.covered
    assert trial.trouble() == ("", CameraUse.READ)


def test_c01_a_picture_that_waited_for_two_seconds_is_not_looked_at(trial: Trial) -> None:
    # this very process may have stood still
    trial.clock.now_s = 60.0
    trial.reader.now = replace(trial.reader.now, since_s=57.0)
    trial.guard.news = (READING,)
    assert [seen.reading.covered for seen in trial.look(Frame("tray-A", 2, 57_000.0, frame(40).image))] == []
    assert (trial.guard.fed, trial.eye.health().skipped) == (0, 1)


def test_c03_a_camera_that_was_opened_again_has_to_start_over(trial: Trial) -> None:
    trial.guard.news = (READING,)
    trial.look(frame(40))
    trial.reader.taken_from = 2
    covered, fresh = trial.look(frame(40))
    assert (covered.reading.covered, fresh.reading.covered) == (True, False)
    assert trial.guard.started_over == 1
    trial.look(frame(40))
    assert trial.guard.started_over == 1


def test_c09_the_age_of_the_picture_goes_with_what_was_read_in_it() -> None:
    trial = Trial(speed=4.0)
    trial.clock.now_s = 10.0
    trial.reader.now = replace(trial.reader.now, since_s=9.9)
    trial.guard.news = (READING,)
    (seen,) = trial.look(Frame("tray-A", 5, 39_600.0, frame(40).image))
    assert seen.age_ms == pytest.approx(400.0), "on the clock of the frames, which runs four times as fast"


@pytest.mark.parametrize("kind", [SourceKind.FOLDER, SourceKind.VIDEO])
def test_a_folder_may_be_slow(kind: SourceKind) -> None:
    trial = Trial(kind)
    trial.look(frame(40))
    trial.clock.now_s = 60.0
    assert trial.look(None) == []
    assert trial.trouble() == ("", CameraUse.READ)


NOTICED = (Notice(CameraFault.REDUCED, {"mode": "1280x720"}), Notice(CameraFault.CONTROLS, {"controls": "gain 1 → 9"}))
MISSING = CameraError("camera tray-A: gone", CameraFault.MISSING, {"where": "/dev/video7"})
OVER = CameraEndedError("camera tray-A: film deal.mp4 is over")
TROUBLES = [
    pytest.param({"trouble": MISSING.notice}, Finding(Condition.DARK), "CAMERA_MISSING", CameraUse.ABSENT, id="driver"),
    pytest.param({"trouble": OVER.notice}, Finding(), "CAMERA_OVER", CameraUse.READ, id="a film is over"),
    pytest.param({"since_s": None}, Finding(), "CAMERA_STARTING", CameraUse.ABSENT, id="not yet"),
    pytest.param({"since_s": -9.0}, Finding(Condition.MOVED), "CAMERA_STALE", CameraUse.ABSENT, id="old pictures"),
    pytest.param({}, Finding(Condition.SWAPPED), "CAMERA_SWAPPED", CameraUse.BLOCKED, id="swapped"),
    pytest.param({}, Finding(Condition.FROZEN), "CAMERA_FROZEN", CameraUse.BLOCKED, id="frozen"),
    pytest.param({}, Finding(Condition.BROKEN), "CAMERA_BROKEN", CameraUse.BLOCKED, id="half"),
    pytest.param({}, Finding(Condition.BLACK), "CAMERA_BLACK", CameraUse.BLOCKED, id="black"),
    pytest.param({}, Finding(Condition.DARK), "CAMERA_UNCALIBRATED", CameraUse.ASKED, id="dark"),
    pytest.param({}, Finding(Condition.BLURRED), "CAMERA_UNCALIBRATED", CameraUse.ASKED, id="blurred"),
    pytest.param({"notices": NOTICED}, Finding(), "CAMERA_UNCALIBRATED", CameraUse.ASKED, id="controls"),
    pytest.param({"notices": NOTICED[:1]}, Finding(), "CAMERA_USB_BANDWIDTH", CameraUse.READ, id="reduced"),
    pytest.param({"notices": NOTICED}, Finding(Condition.MOVED), "CAMERA_MOVED", CameraUse.BLOCKED, id="moved"),
    pytest.param({}, Finding(Condition.NUDGED), "CAMERA_NUDGED", CameraUse.READ, id="nudged"),
    pytest.param({}, Finding(), "", CameraUse.READ, id="well"),
]


@pytest.mark.parametrize(("fields", "finding", "code", "use"), TROUBLES)
def test_the_gravest_trouble_is_told_by_its_code(
    trial: Trial, fields: dict[str, Any], finding: Finding, code: str, use: CameraUse
) -> None:
    trial.reader.now = replace(trial.reader.now, **fields)
    trial.guard.finding = finding
    health = trial.eye.health()
    assert (health.code, health.use) == (code, use)


def test_a_finding_is_told_with_its_facts(trial: Trial) -> None:
    trial.guard.finding = Finding(Condition.MOVED, {"mm": 3.0, "px": 9.0})
    health = trial.eye.health()
    assert (health.trouble, health.facts) == ("moved", {"mm": 3.0, "px": 9.0})


def test_a_place_is_pictured_as_it_was_before_a_hand_came_and_anew_with_each_new_tile(trial: Trial) -> None:
    trial.guard.news = (READING,)
    (seen,) = trial.look(frame(40))
    trial.guard.news = (replace(READING, covered=True, tiles=(replace(READING.tiles[0], hidden=True),)),)
    (covered,) = trial.look(frame(200))
    assert covered.whole == seen.whole != b""
    trial.guard.news = (replace(READING, covered=True, tiles=READING.tiles * 2),)
    (another,) = trial.look(frame(200))
    assert another.whole not in (b"", seen.whole)


def test_only_zones_that_are_wanted_are_pictured(trial: Trial) -> None:
    trial.guard.news = (replace(READING, zone="hand:A"),)
    assert [seen.whole for seen in trial.look(frame(40))] == [b""]


def test_what_the_networks_take_is_counted_for_the_pictures_they_were_asked_about(trial: Trial) -> None:
    def asked_twice() -> None:
        for seconds in (0.02, 0.03):
            with trial.stopwatch:
                trial.clock.now_s += seconds

    trial.look(frame(40))
    with trial.stopwatch:
        trial.clock.now_s += 0.5  # for another camera
    trial.guard.work = asked_twice
    trial.look(frame(40))
    trial.look(None)
    work = trial.eye.take_work()
    assert (work.name, work.frames, work.inference_s) == ("tray-A", 2, pytest.approx((0.05,)))
    assert (trial.eye.take_work().frames, trial.eye.take_work().inference_s) == (0, ())
