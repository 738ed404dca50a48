"""A camera is knocked while recognition runs: the real process tells it, and looks by a new calibration at once."""

import queue
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from drivers.camera import CameraConfig, CameraError, SourceKind
from drivers.simulator.frame_server import FrameServer
from drivers.simulator.layout import TRAY_MM
from referee.daemon.camera_health import CameraHealth, Health
from referee.daemon.recognition import Message, Recognition, RecognitionPlan, WatchedCamera
from tests.vision.hall_views import TRAY_VIEW, calibrated, empty_picture, moved, of_width
from vision.rectify import Picture
from vision.reference import make_reference
from vision.setup import CameraSetup

PATIENCE_S = 60.0
VIEW = of_width(TRAY_VIEW, 640)
PUSHED = moved(VIEW, x_mm=6.0)


class Tray:
    """A tray camera that a test moves, and the recognition that looks through it."""

    def __init__(self, folder: Path) -> None:
        self.shown: Picture = empty_picture(VIEW)
        self.said: queue.Queue[Message] = queue.Queue()
        self.server = FrameServer(folder / "frames", {"tray-A": self._frame}, fps=10.0)
        calibration = calibrated(VIEW.pose, "tray-A", TRAY_MM)
        camera = CameraConfig("tray-A", SourceKind.SIMULATED, str(folder / "frames"))
        setup = CameraSetup(calibration)
        watched = WatchedCamera(camera, setup, make_reference(self.shown, calibration, ()))
        self.recognition = Recognition(RecognitionPlan((watched,), 800.0, threads=1), self.said.put)

    def _frame(self, number: int) -> Picture:
        """As a sensor gives it: never the same twice."""
        picture = self.shown.copy()
        picture[0, 0] = number % 256
        return picture

    def wait_for(self, wanted: Callable[[CameraHealth], bool]) -> CameraHealth:
        """Until the camera is told to be so."""
        deadline_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline_s:
            message = self.said.get(timeout=PATIENCE_S)
            if isinstance(message, Health) and wanted(message.cameras[0]):
                return message.cameras[0]
        raise AssertionError("not said in time")


@pytest.fixture
def tray(tmp_path: Path) -> Iterator[Tray]:
    tray = Tray(tmp_path)
    with tray.server:
        tray.recognition.start()
        yield tray
        tray.recognition.stop()


def test_a_knocked_camera_is_told_and_read_again_once_it_is_calibrated(tray: Tray) -> None:
    tray.wait_for(lambda camera: camera.frames_per_second > 0 and not camera.trouble)
    tray.shown = empty_picture(PUSHED)
    told = tray.wait_for(lambda camera: camera.trouble != "")
    assert (told.trouble, told.facts["mm"]) == ("moved", pytest.approx(6.0, abs=0.4))

    frozen = tray.recognition.picture("tray-A").result(PATIENCE_S)
    assert frozen.shape == (360, 640, 3)
    calibration = calibrated(PUSHED.pose, "tray-A", TRAY_MM)
    tray.recognition.recalibrated("tray-A", CameraSetup(calibration), make_reference(frozen, calibration, ()))
    tray.wait_for(lambda camera: camera.frames_per_second > 0 and not camera.trouble)


def test_a_picture_that_nobody_has_is_refused_in_one_line(tray: Tray) -> None:
    with pytest.raises(CameraError, match="camera tray-A: recognition is being started"):
        tray.recognition.picture("tray-A").result(PATIENCE_S)
    tray.wait_for(lambda camera: camera.frames_per_second > 0)
    with pytest.raises(CameraError, match="camera other: there is no new picture"):
        tray.recognition.picture("other").result(PATIENCE_S)
