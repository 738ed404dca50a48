"""A camera in a process of its own: pictures and refusals come over, and a driver that hangs is killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from drivers.camera import CameraConfig, CameraControls, CameraEndedError, CameraError, CameraFault, SourceKind
from drivers.camera.worker_messages import config_message, config_of
from drivers.camera.worker_source import WorkerSource

DEVICE = CameraConfig("top", SourceKind.DEVICE, "/dev/null")


def fake(hangs_after: int) -> tuple[str, ...]:
    return ("-m", "tests.drivers.camera.fake_worker", str(hangs_after))


def read_on(source: WorkerSource) -> None:
    """Read until it fails."""
    while True:
        source.read(0.5)


def is_running(pid: int) -> bool:
    """Whether a process is there and not merely waiting to be noticed as ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_pictures_come_over_newest_first_with_their_time_and_number(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((32, 48, 3), 50 * number, np.uint8))
    config = CameraConfig("top", SourceKind.FOLDER, str(tmp_path), fps=20)
    source = WorkerSource(config, lambda: 1_000_000.0)
    seen: dict[int, float] = {}
    while (frame := source.read(2.0)) is None or frame.number < 3:
        if frame is not None:
            seen[frame.number] = float(frame.image.mean())
    seen[frame.number] = float(frame.image.mean())
    assert frame.image.shape == (32, 48, 3)
    assert 999_000.0 < frame.t_ms <= 1_000_000.0
    with pytest.raises(CameraEndedError, match="have been read"):
        source.read(2.0)
    source.close()
    assert {number: 50.0 * number for number in seen} == seen


def test_a_camera_that_cannot_be_opened_says_why_and_leaves_no_process() -> None:
    with pytest.raises(CameraError, match=r"^camera top: /dev/video-none is not there") as caught:
        WorkerSource(CameraConfig("top", SourceKind.DEVICE, "/dev/video-none"), lambda: 0.0)
    assert caught.value.notice.fault is CameraFault.MISSING
    assert caught.value.notice.facts["where"] == "/dev/video-none"


def test_a_configuration_crosses_the_pipe_whole() -> None:
    config = CameraConfig("top", SourceKind.DEVICE, "/dev/null", 640, 480, 15.0, controls=CameraControls(exposure=3))
    assert config_of(config_message(config)) == config


@pytest.mark.parametrize("stopped", [False, True], ids=["driver blocks", "process stands still"])
def test_reading_a_camera_that_hangs_takes_no_longer_than_it_was_given(stopped: bool) -> None:
    source = WorkerSource(DEVICE, lambda: 0.0, fake(hangs_after=4))
    pid = source.pid
    while (frame := source.read(2.0)) is None or frame.number < 2:
        pass
    if stopped:
        os.kill(pid, signal.SIGSTOP)
    assert source.read(0.05) is None
    assert source.read(0.05) is None, "asked once, and the answer is waited for"
    source.close()
    source.close()
    assert not is_running(pid)
    with pytest.raises(CameraError, match="has been closed"):
        source.read(0.0)


def test_a_camera_that_does_not_open_in_time_is_given_up() -> None:
    with pytest.raises(CameraError, match=r"does not open within 0\.2 s") as caught:
        WorkerSource(DEVICE, lambda: 0.0, fake(hangs_after=0), open_s=0.2)
    assert caught.value.notice.fault is CameraFault.HANGS


def test_a_worker_that_is_killed_is_told_as_lost() -> None:
    source = WorkerSource(DEVICE, lambda: 0.0, fake(hangs_after=1_000_000))
    os.kill(source.pid, signal.SIGKILL)
    with pytest.raises(CameraError, match="has ended"):
        read_on(source)
    source.close()


def test_a_worker_ends_with_whoever_started_it() -> None:
    # the middle one dies without a word, as recognition may; the camera must be free for the next
    script = (
        "import sys; from tests.drivers.camera.test_worker import *\n"
        "print(WorkerSource(DEVICE, lambda: 0.0, fake(2)).pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    middle = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, cwd=Path(__file__).parents[3], check=False
    )
    worker = int(middle.stdout)
    while is_running(worker):  # bounded by the test's own time-out
        os.sched_yield()
