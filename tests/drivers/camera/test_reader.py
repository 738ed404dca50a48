"""A reader keeps the newest frame, counts what nobody took, and gets over a camera that comes and goes."""

import queue
import threading

import numpy as np

from drivers.camera import CameraEndedError, CameraError, CameraReader, Frame, Notice, ReaderState
from tests.waiting import wait_until

Step = Frame | Exception


def frame(number: int) -> Frame:
    return Frame("top", number, float(number), np.zeros((2, 2, 3), np.uint8))


class Scripted:
    """A camera whose frames and failures the test hands in."""

    notices: tuple[Notice, ...] = ()

    def __init__(self) -> None:
        self.steps: queue.Queue[Step] = queue.Queue()
        self.closed = 0

    def read(self, timeout_s: float) -> Frame | None:
        try:
            step = self.steps.get(timeout=min(timeout_s, 0.05))
        except queue.Empty:
            return None
        if isinstance(step, Exception):
            raise step
        return step

    def close(self) -> None:
        self.closed += 1


def test_the_newest_frame_wins_and_the_others_are_counted() -> None:
    source = Scripted()
    for number in range(1, 6):
        source.steps.put(frame(number))
    with CameraReader("top", lambda: source) as reader:
        wait_until(lambda: reader.status().frames == 5)
        taken = reader.take(1)
        assert taken is not None
        assert taken.number == 5
        assert reader.status().drops == 4
        assert reader.status().state is ReaderState.LIVE
        assert reader.take(0) is None
        source.steps.put(frame(6))
        taken = reader.take(2)
        assert taken is not None
        assert taken.number == 6
        assert reader.status().drops == 4
    assert source.closed == 1


def test_the_thread_has_the_name_of_its_camera_and_ends() -> None:
    source = Scripted()
    reader = CameraReader("tray-A", lambda: source)
    reader.start()
    assert "camera-tray-A" in [thread.name for thread in threading.enumerate()]
    assert reader.close()
    assert "camera-tray-A" not in [thread.name for thread in threading.enumerate()]
    assert reader.status().state is ReaderState.CLOSED


def test_a_camera_that_fails_is_opened_again() -> None:
    first, second = Scripted(), Scripted()
    first.steps.put(frame(1))
    first.steps.put(CameraError("unplugged"))
    second.steps.put(frame(1))
    waiting = [first, second]
    with CameraReader("top", lambda: waiting.pop(0), retry_s=(0.0,)) as reader:
        wait_until(lambda: reader.status().openings == 2 and reader.status().state is ReaderState.LIVE)
        assert reader.status().frames == 2
        assert reader.status().error is None
        assert first.closed == 1


def test_a_camera_that_cannot_be_opened_says_why_and_is_tried_again() -> None:
    source = Scripted()
    attempts: list[int] = []

    def open_camera() -> Scripted:
        attempts.append(1)
        if len(attempts) < 4:
            raise CameraError("camera top: /dev/video0 is not there")
        return source

    with CameraReader("top", open_camera, retry_s=(0.0, 0.2)) as reader:
        wait_until(lambda: reader.status().state is ReaderState.FAILED)
        assert reader.status().error == "camera top: /dev/video0 is not there"
        wait_until(lambda: reader.status().openings == 1)
        assert len(attempts) == 4


def test_closing_does_not_wait_for_the_next_attempt() -> None:
    def open_camera() -> Scripted:
        raise CameraError("gone")

    reader = CameraReader("top", open_camera, retry_s=(3600.0,))
    reader.start()
    wait_until(lambda: reader.status().state is ReaderState.FAILED)
    assert reader.close(2)


def test_the_end_of_a_film_is_no_failure_and_its_last_frame_can_be_taken() -> None:
    source = Scripted()
    source.steps.put(frame(1))
    source.steps.put(CameraEndedError("the film is over"))
    with CameraReader("top", lambda: source) as reader:
        wait_until(lambda: reader.status().state is ReaderState.ENDED)
        taken = reader.take(60)
        assert taken is not None
        assert reader.take(60) is None  # at once: nothing will come
        assert reader.status().error == "the film is over"
    assert reader.status().state is ReaderState.ENDED


def test_a_reader_that_was_never_started_can_be_closed() -> None:
    assert CameraReader("top", Scripted).close()
