"""All cameras are read at the same time, and one that fails, ends or hangs keeps nobody from telling of the others."""

import itertools
import threading
import time

import numpy as np
import pytest

from drivers.camera import (
    CameraConfig,
    CameraEndedError,
    CameraError,
    CameraFault,
    Frame,
    FrameSource,
    Notice,
    SourceKind,
)
from referee.daemon.doctor.camera_streams import read_all

SECONDS = 0.1


class Feed:
    """A camera that delivers a picture each time it is asked."""

    notices: tuple[Notice, ...] = ()

    def __init__(self, name: str, last: int = 10**9) -> None:
        self.name = name
        self.last = last
        self.is_open = True
        self.began = threading.Event()
        self._numbers = itertools.count(1)

    def read(self, timeout_s: float) -> Frame | None:
        number = next(self._numbers)
        if number > self.last:
            raise CameraEndedError("over")
        self.began.set()
        time.sleep(0.002)  # the rate at which it delivers
        return Frame(self.name, number, time.monotonic() * 1000, np.full((8, 16, 3), number % 256, np.uint8))

    def close(self) -> None:
        self.is_open = False


def config(name: str) -> CameraConfig:
    return CameraConfig(name, SourceKind.SIMULATED, "/x")


def test_what_has_no_room_beside_the_others_is_seen_because_all_are_read_at_once() -> None:
    first = Feed("first")

    def opened(camera: CameraConfig) -> FrameSource:
        if camera.name == "first":
            return first
        assert first.began.wait(5.0)
        assert first.is_open, "the other one must still stream"
        raise CameraError("camera second: USB bandwidth", CameraFault.USB_BANDWIDTH)

    streamed = read_all([config("first"), config("second")], opened, SECONDS)
    assert streamed["second"].facts.fault is CameraFault.USB_BANDWIDTH
    assert streamed["second"].pictures == ()
    facts = streamed["first"].facts
    assert (facts.failure, facts.size, len(streamed["first"].pictures)) == ("", (16, 8), 3)
    assert facts.frames > 3
    assert facts.fps is not None
    assert 0 < facts.fps <= 500
    assert not first.is_open


def test_the_measured_time_begins_when_the_last_camera_has_begun() -> None:
    slow = threading.Event()
    fast = Feed("fast")

    def opened(camera: CameraConfig) -> FrameSource:
        if camera.name == "fast":
            return fast
        assert slow.wait(5.0)
        return Feed("slow")

    def let_go() -> None:
        assert fast.began.wait(5.0)
        time.sleep(3 * SECONDS)  # longer than is measured: the fast one must wait for the slow one
        assert fast.is_open
        slow.set()

    helper = threading.Thread(target=let_go)
    helper.start()
    streamed = read_all([config("fast"), config("slow")], opened, SECONDS)
    helper.join()
    assert streamed["slow"].facts.frames > 1
    assert streamed["fast"].facts.seconds <= SECONDS + 0.001, "only the last of the time is counted"


def test_a_folder_that_ends_is_no_failure_and_an_empty_one_is() -> None:
    last = {"a": 2, "b": 0}
    streamed = read_all([config("a"), config("b")], lambda camera: Feed(camera.name, last[camera.name]), SECONDS)
    assert (streamed["a"].facts.ended, streamed["a"].facts.failure, streamed["a"].facts.frames) == (True, "", 2)
    assert (streamed["b"].facts.ended, streamed["b"].facts.failure) == (False, "over")


def test_a_camera_whose_driver_does_not_come_back_is_told_and_left() -> None:
    release = threading.Event()

    def opened(camera: CameraConfig) -> FrameSource:
        release.wait(30.0)
        raise CameraError("late")

    streamed = read_all([config("a")], opened, SECONDS, patience_s=0.1)
    release.set()
    assert streamed["a"].facts.fault is CameraFault.HANGS
    assert "plug it in anew" in streamed["a"].facts.failure


def test_frames_that_nobody_read_count_as_the_camera_counted_them() -> None:
    class Skipping(Feed):
        def read(self, timeout_s: float) -> Frame | None:
            frame = super().read(timeout_s)
            assert frame is not None
            return Frame(self.name, frame.number * 10, frame.number * 100.0, frame.image)

    facts = read_all([config("a")], lambda camera: Skipping("a", last=4), 1.0)["a"].facts
    assert facts.fps == pytest.approx(100.0)
