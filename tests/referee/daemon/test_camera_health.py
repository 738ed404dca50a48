"""A camera is knocked while recognition runs: the real process tells it, and looks by a new calibration at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.camera import CameraError
from drivers.simulator.layout import TRAY_MM
from tests.referee.daemon.tray_camera import PATIENCE_S, VIEW, Tray
from tests.vision.hall_views import calibrated, empty_picture, moved
from vision.reference import make_reference
from vision.setup import CameraSetup

PUSHED = moved(VIEW, x_mm=6.0)


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


def test_a_picture_is_refused_in_one_line_before_recognition_runs(tmp_path: Path) -> None:
    tray = Tray(tmp_path)
    with pytest.raises(CameraError, match="camera tray-A: recognition is being started"):
        tray.recognition.picture("tray-A").result(PATIENCE_S)


def test_a_picture_that_nobody_has_is_refused_in_one_line(tray: Tray) -> None:
    tray.wait_for(lambda camera: camera.frames_per_second > 0)
    with pytest.raises(CameraError, match="camera other: there is no new picture"):
        tray.recognition.picture("other").result(PATIENCE_S)
