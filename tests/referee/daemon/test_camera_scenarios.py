"""What has gone wrong with cameras of daemons elsewhere, one test for each case, on the whole table.

The ids are those of the project's list of fault scenarios; what concerns one camera is tested beside the drivers. The
table and the hall with its cameras are simulated, as processes of their own; recognition is the real one.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from structlog.testing import capture_logs

from drivers.link.serial_port import SerialPort
from drivers.simulator.layout import camera_poses
from drivers.simulator.stage_process import StageConfig, StageProcess
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_control import TwinControl
from drivers.simulator.twin_process import TwinProcess
from drivers.table.controller import ControllerTable
from referee.daemon.camera_settings import CameraSettings
from referee.daemon.cameras_desk import watched
from referee.daemon.recognition import RecognitionPlan
from referee.daemon.session import Session, SessionPlan
from referee.daemon.simulation.rig import _calibrated, _calibration
from referee.desk import DeskSettings
from referee.desk.commands import NoteCameras, ResetTable, Resume, StartMatch
from referee.desk.state import CameraUse, DeskState
from referee.display.views.public import public_view
from referee.game import Seat
from tests.referee.daemon.tray_camera import VIEW, Tray
from tests.vision.hall_views import empty_picture
from vision.setup import CameraSetup, save_setup

PATIENCE_S = 60.0
STALE_S, REOPEN_S = 2.0, 6.0
PATIENT_S = 15.0
"""Where nothing is to become stale: pictures are rendered beside all that the machine has to do meanwhile."""

pytestmark = pytest.mark.full


class Parlour:
    """A table with three cameras and a referee; nobody plays."""

    def __init__(self, folder: Path, twin: TwinProcess, stage: StageProcess, stale_s: float, reopen_s: float) -> None:
        self.control = twin.control
        cameras = tuple(_calibrated(name, pose, stage.frames) for name, pose in camera_poses().items())
        recognition = RecognitionPlan(cameras, 800.0, 1, stale_after_s=stale_s, reopen_after_s=reopen_s)
        plan = SessionPlan(folder / "journal.sqlite", DeskSettings(camera_wait_ms=1_000.0), recognition)
        self.failures: list[BaseException] = []
        self.session = Session(plan, ControllerTable(SerialPort(twin.port)), lambda state: None, self.failures.append)

    def trouble(self, **cameras: str) -> None:
        """From now on these cameras (`tray_A` for tray-A) are in such trouble."""
        lines = [f"- {{camera: {name.replace('_', '-')}, {what}, mend: 600}}" for name, what in cameras.items()]
        with TwinControl(self.control) as control:
            control.follow("faults:\n" + "\n".join(lines) + "\n")

    def until(self, wanted: Callable[[DeskState], bool]) -> DeskState:
        """Wait until the desk's state is as wanted, and return it."""
        deadline_s = time.monotonic() + PATIENCE_S
        while not wanted(state := self.session.desk.state):
            assert time.monotonic() < deadline_s, (state.cameras, state.reason)
            assert not self.failures
            time.sleep(0.02)
        return state

    def until_told(self, *codes: str) -> DeskState:
        """Wait until overhead, tray-A and tray-B have these codes."""
        return self.until(lambda state: tuple(camera.code for camera in state.cameras) == codes)

    def say(self, kind: type, **fields: object) -> str:
        """Ask for an act as the operator; what became of it."""
        command = kind(version=self.session.desk.state.version, actor="operator", **fields)
        return self.session.desk.submit(command).result().code

    def open_match(self) -> None:
        """Two players sit down."""
        assert self.say(StartMatch, players={Seat.A: "Aoi", Seat.B: "Ben"}, rules="happy") == "done"


@pytest.fixture
def parlour(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Parlour]:
    limits = getattr(request, "param", (PATIENT_S, 4 * PATIENT_S))
    with TwinProcess(TwinConfig(seed=1)) as twin, StageProcess(StageConfig(twin.control)) as stage:
        parlour = Parlour(tmp_path, twin, stage, *limits)
        parlour.session.start()
        yield parlour
        parlour.session.stop()


@pytest.mark.parametrize("parlour", [(STALE_S, REOPEN_S)], indirect=True)
def test_c01_a_camera_hangs_or_is_unplugged_and_the_line_to_the_table_lives(parlour: Parlour) -> None:
    parlour.until_told("", "", "")
    parlour.open_match()
    parlour.trouble(overhead="shows: hang", tray_A="shows: unplug")
    state = parlour.until(lambda state: state.cameras[0].code == "CAMERA_STALE")
    assert state.cameras[0].use is CameraUse.ABSENT
    assert state.cameras[0].age_ms > STALE_S * 1000
    parlour.until(lambda state: state.cameras[1].code == "CAMERA_MISSING")
    # the table does what it is told meanwhile
    parlour.until(lambda state: "reset_table" in state.allowed)
    assert parlour.say(ResetTable) == "done"
    parlour.until(lambda state: state.table.link_up and state.table.state == "EMPTY")
    state = parlour.until(lambda state: state.cameras[0].code == "CAMERA_HANGS")
    assert state.confirm_all, "too few cameras: people confirm"
    state = parlour.until(lambda state: state.reason == "camera_unreadable")
    assert public_view(state).attention
    assert parlour.say(NoteCameras) == "done"
    assert parlour.until(lambda state: not state.attention).confirm_all
    parlour.trouble(overhead="shows: freeze", tray_A="shows: freeze")  # there again, if only for a while
    parlour.until(lambda state: all(camera.use is not CameraUse.ABSENT for camera in state.cameras))


def test_c01_pictures_that_are_wrong_are_told_apart_by_code(parlour: Parlour) -> None:
    parlour.until_told("", "", "")
    with capture_logs() as logs:
        parlour.trouble(overhead="shows: freeze", tray_A="shows: black", tray_B="shows: half_grey")
        state = parlour.until_told("CAMERA_FROZEN", "CAMERA_BLACK", "CAMERA_BROKEN")
    assert all(camera.use is CameraUse.BLOCKED for camera in state.cameras)
    assert state.cameras[2].facts["percent"] == 50
    told = {entry["camera"]: entry["code"] for entry in logs if entry["event"] == "camera_trouble"}
    assert told == {"overhead": "CAMERA_FROZEN", "tray-A": "CAMERA_BLACK", "tray-B": "CAMERA_BROKEN"}
    parlour.trouble(overhead="shows: cover")
    parlour.until_told("CAMERA_HIDDEN", "CAMERA_BLACK", "CAMERA_BROKEN")


def test_c03_swapped_cameras_stop_judging_until_a_person_goes_on(parlour: Parlour) -> None:
    parlour.until_told("", "", "")
    parlour.open_match()
    parlour.trouble(tray_A="shows: swap, with: tray-B")
    state = parlour.until_told("", "CAMERA_SWAPPED", "CAMERA_SWAPPED")
    assert [camera.facts.get("other") for camera in state.cameras] == [None, "tray-B", "tray-A"]
    state = parlour.until(lambda state: state.reason == "camera_swapped")
    assert state.match is not None
    assert state.match.deal is not None
    assert state.match.deal.paused
    assert (state.match.events[-1].kind, public_view(state).attention) == ("camera_swapped", True)
    kept = list(parlour.session.journal.events(state.match.setup.id))
    assert kept[-1].kind == "camera_swapped", "it is in the record why the hand stood still"
    assert parlour.say(Resume) == "done"
    state = parlour.until(lambda state: not state.attention)
    assert (state.confirm_all, state.last_trouble.code) == (True, "CAMERA_SWAPPED")


def test_c03_a_camera_that_is_configured_by_its_number_is_warned_of(tmp_path: Path) -> None:
    path = tmp_path / "overhead.yaml"
    save_setup(CameraSetup(_calibration("overhead", camera_poses()["overhead"])), path)
    by_path = "/dev/v4l/by-path/usb-0:1-video-index0"
    with capture_logs() as logs:
        for where in ("/dev/video7", by_path):
            values = {"name": "overhead", "kind": "device", "where": where, "calibration": path}
            watched([CameraSettings.model_validate(values)])
    (warning,) = [entry for entry in logs if entry["event"] == "camera_name_may_change"]
    assert warning["log_level"] == "warning"
    assert "/dev/video7" in warning["message"]
    assert "set its 'where' to its name under /dev/v4l/by-path" in warning["message"]


def children() -> list[int]:
    """The recognition processes of this one."""
    tasks = Path("/proc/self/task").iterdir()
    found = [int(pid) for task in tasks for pid in (task / "children").read_text().split()]
    return [pid for pid in found if b"referee.daemon.watching" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def test_c06_drift_in_brightness_or_sharpness_is_uncalibrated_and_asked_about(tmp_path: Path) -> None:
    tray = Tray(tmp_path)
    with tray.server:
        tray.recognition.start()
        try:
            tray.wait_for(lambda camera: camera.use is CameraUse.READ)
            tray.shown = (tray.shown * 0.45).astype(np.uint8)
            told = tray.wait_for(lambda camera: camera.use is not CameraUse.READ)
            assert (told.code, told.use, told.trouble) == ("CAMERA_UNCALIBRATED", CameraUse.ASKED, "dark")
            assert told.facts["percent"] == pytest.approx(45, abs=2)
            tray.shown = cv2.GaussianBlur(empty_picture(VIEW), (0, 0), 2.5)
            told = tray.wait_for(lambda camera: camera.trouble == "blurred")
            assert (told.code, told.use) == ("CAMERA_UNCALIBRATED", CameraUse.ASKED)
        finally:
            tray.recognition.stop()


def test_c09_frames_that_come_too_fast_are_skipped_and_counted(tmp_path: Path) -> None:
    tray = Tray(tmp_path, fps=60.0, most_fps=4.0)
    with tray.server:
        tray.recognition.start()
        try:
            told = tray.wait_for(lambda camera: camera.frames_per_second > 2)
            assert told.skipped > 5 * told.frames_per_second
            while not tray.readings:
                told = tray.wait_for(lambda camera: True)
            (reading,) = tray.readings
            assert (reading.reading.zone, reading.reading.tiles) == ("wall:A", ())
            assert 0 < reading.age_ms < 2_000, "the newest picture was read, and its age goes with what was read"
            assert tray.wait_for(lambda camera: True).skipped > told.skipped
            # the one that looks, the camera's, and one that onnxruntime or OpenCV may keep: none for each processor
            (recognition,) = children()
            threads = Path(f"/proc/{recognition}/task").iterdir()
            assert len(list(threads)) <= 4
        finally:
            tray.recognition.stop()
