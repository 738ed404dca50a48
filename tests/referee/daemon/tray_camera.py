"""A tray camera that a test moves, dims or stops, and the real recognition that looks through it."""

import queue
import time
from collections.abc import Callable
from pathlib import Path

from drivers.camera import CameraConfig, SourceKind
from drivers.simulator.frame_server import FrameServer
from drivers.simulator.layout import TRAY_MM
from referee.daemon.camera_health import CameraHealth, Health
from referee.daemon.recognition import Message, Recognition, RecognitionPlan, WatchedCamera, ZoneSeen
from tests.vision.hall_views import TRAY_VIEW, calibrated, empty_picture, of_width, tray_zones
from vision.rectify import Picture
from vision.reference import make_reference
from vision.setup import CameraSetup

PATIENCE_S = 60.0
VIEW = of_width(TRAY_VIEW, 640)


class Tray:
    """`shown` is what the camera sees; `readings` what recognition has told of its zone."""

    def __init__(self, folder: Path, *, fps: float = 10.0, most_fps: float = 15.0) -> None:
        self.shown: Picture = empty_picture(VIEW)
        self.said: queue.Queue[Message] = queue.Queue()
        self.readings: list[ZoneSeen] = []
        self.server = FrameServer(folder / "frames", {"tray-A": self._frame}, fps=fps)
        calibration = calibrated(VIEW.pose, "tray-A", TRAY_MM)
        zones = tray_zones("tray-A")
        camera = CameraConfig("tray-A", SourceKind.SIMULATED, str(folder / "frames"))
        reference = make_reference(self.shown, calibration, zones)
        watched = WatchedCamera(camera, CameraSetup(calibration, zones), reference)
        plan = RecognitionPlan((watched,), 800.0, threads=1, most_fps=most_fps)
        self.recognition = Recognition(plan, self.said.put)

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
            if isinstance(message, ZoneSeen):
                self.readings.append(message)
            elif isinstance(message, Health) and wanted(message.cameras[0]):
                return message.cameras[0]
        raise AssertionError("not said in time")
