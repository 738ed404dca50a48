"""The recognition process as the rest sees it: it is missed when it falls silent, and replaced when it is gone."""

import os
import queue
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from drivers.camera import CameraConfig, SourceKind
from drivers.simulator.layout import camera_poses
from referee.daemon import recognition
from referee.daemon.camera_health import Health
from referee.daemon.recognition import Message, Recognition, RecognitionPlan, WatchedCamera
from referee.daemon.simulation.rig import _calibration
from vision.setup import CameraSetup

PATIENCE_S = 20.0


def said_of(health: Health) -> str:
    """The code of the camera's trouble, or the line that it comes with."""
    (camera,) = health.cameras
    return str(camera.facts.get("text", camera.trouble))


class Watched:
    """A recognition with one camera that is not there, and what it said."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.children: list[subprocess.Popen[bytes]] = []
        self.said: queue.Queue[Message] = queue.Queue()
        start = subprocess.Popen

        def remembered(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
            self.children.append(start(*arguments, **options))
            return self.children[-1]

        monkeypatch.setattr(recognition.subprocess, "Popen", remembered)
        monkeypatch.setattr(recognition, "_SILENT_S", 1.2)
        monkeypatch.setattr(recognition, "_HUNG_S", 3.0)
        monkeypatch.setattr(recognition, "_FIRST_WORD_S", PATIENCE_S)
        monkeypatch.setattr(recognition, "_END_S", 0.5)
        setup = CameraSetup(_calibration("overhead", camera_poses()["overhead"]), ())
        camera = CameraConfig("overhead", SourceKind.SIMULATED, "/nowhere/frames")
        plan = RecognitionPlan((WatchedCamera(camera, setup),), 800.0, threads=1)
        self.recognition = Recognition(plan, self.said.put)

    def wait_for(self, wanted: Callable[[str], bool]) -> None:
        """Until the camera's trouble is such."""
        deadline_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline_s:
            message = self.said.get(timeout=PATIENCE_S)
            if isinstance(message, Health) and wanted(said_of(message)):
                return
        raise AssertionError("not said in time")


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    watched = Watched(monkeypatch)
    watched.recognition.start()
    yield watched
    watched.recognition.stop()


def test_a_child_that_stands_still_is_missed_and_then_replaced(watched: Watched) -> None:
    watched.wait_for(lambda trouble: "no simulator" in trouble)
    os.kill(watched.children[0].pid, signal.SIGSTOP)
    watched.wait_for(lambda trouble: trouble == "recognition_silent")
    watched.wait_for(lambda trouble: "no simulator" in trouble)
    assert len(watched.children) == 2
    assert watched.children[0].returncode == -signal.SIGKILL


def test_a_child_that_died_is_replaced(watched: Watched) -> None:
    watched.wait_for(lambda trouble: "no simulator" in trouble)
    watched.children[0].kill()
    watched.children[0].wait()
    while not watched.said.empty():
        watched.said.get()
    watched.wait_for(lambda trouble: "no simulator" in trouble)
    assert len(watched.children) == 2
