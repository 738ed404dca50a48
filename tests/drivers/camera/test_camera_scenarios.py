"""What has gone wrong with cameras of daemons elsewhere, one test for each case, as far as one camera goes.

The ids are those of the project's list of fault scenarios; what the whole daemon makes of them is tested beside it.
"""

import gc
import threading
import weakref
from pathlib import Path

import cv2
import numpy as np
import pytest

from drivers.camera import (
    CameraConfig,
    CameraControls,
    CameraEndedError,
    CameraError,
    CameraFault,
    CameraReader,
    Frame,
    FrameSource,
    PixelFormat,
    ReaderState,
    SourceKind,
    monotonic_ms,
    open_source,
)
from drivers.camera.device import DeviceSource, DeviceTools
from drivers.camera.stable_name import name_advice, stable_names
from drivers.camera.worker_source import WorkerSource
from tests.drivers.camera.fake_capture import AUTOMATIC, FakeBus
from tests.waiting import wait_until

HD = (1920, 1080)
DEVICE = CameraConfig("top", SourceKind.DEVICE, "/dev/null")


class Clock:
    """A clock that the test moves."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_c01_a_camera_whose_driver_blocks_is_killed_after_ten_seconds_and_opened_again() -> None:
    clock = Clock()
    opened: list[WorkerSource] = []

    def open_camera() -> FrameSource:
        assert all(source._child.poll() is not None for source in opened), "the one before was let go first"
        # two frames prove the stream, two are delivered, then the driver blocks
        program = ("-m", "tests.drivers.camera.fake_worker", "4")
        opened.append(WorkerSource(DEVICE, monotonic_ms, program))
        return opened[-1]

    with CameraReader("top", open_camera, retry_s=(0.0,), clock_s=clock) as reader:
        wait_until(lambda: reader.status().since_s is not None and bool(opened))
        while reader.take(0.6) is not None:  # until it blocks
            pass
        clock.now_s = 9.9
        assert reader.take(0.6) is None, "a camera that hangs blocks nobody who asks it"
        assert (reader.status().openings, reader.status().since_s) == (1, 0.0)
        clock.now_s = 10.1
        wait_until(lambda: reader.status().openings == 2)
        assert opened[0]._child.returncode is not None
        wait_until(lambda: reader.status().since_s == 10.1)
        assert reader.status().trouble is None


def test_c01_a_camera_that_hangs_is_told_as_such_until_it_delivers_again() -> None:
    clock = Clock()

    class Quiet:
        notices = ()

        def read(self, timeout_s: float) -> None:
            return None

        def close(self) -> None:
            pass

    with CameraReader("top", Quiet, retry_s=(60.0,), clock_s=clock) as reader:
        wait_until(lambda: reader.status().openings == 1)
        clock.now_s = 10.0
        wait_until(lambda: reader.status().state is ReaderState.FAILED)
        status = reader.status()
    assert status.trouble is not None
    assert (status.trouble.fault, status.trouble.facts["seconds"]) == (CameraFault.HANGS, "10")
    assert status.error == "camera top: no picture for 10 s: it is opened again"


def test_c01_pauses_between_openings_grow_and_no_opening_overlaps_another() -> None:
    # the pause begins when the camera was let go, not when it was opened: a slow failure is not followed by a flood
    under_way: list[str] = []
    most: list[int] = []
    pauses: list[float] = []
    done = threading.Event()

    def open_camera() -> FrameSource:
        under_way.append("opening")
        most.append(len(under_way))
        under_way.pop()
        raise CameraError("camera top: gone")

    reader = CameraReader("top", open_camera, retry_s=(1.0, 2.0, 5.0))

    def wait(seconds: float) -> bool:
        pauses.append(seconds)
        if len(pauses) == 5:
            done.set()
            reader._stop.set()
        return False

    reader._stop.wait = wait  # type: ignore[method-assign, assignment]
    reader.start()
    assert done.wait(10.0)
    assert reader.close()
    assert (max(most), pauses) == (1, [1.0, 2.0, 5.0, 5.0, 5.0])


def test_c03_a_camera_is_found_by_its_socket_whatever_number_it_has(tmp_path: Path) -> None:
    by_path, by_id = tmp_path / "by-path", tmp_path / "by-id"
    by_path.mkdir()
    by_id.mkdir()
    for number in (0, 1, 2, 3):
        (tmp_path / f"video{number}").touch()
    # two of one model without serial numbers: one name for both, which points to whichever came last
    (by_id / "usb-Cam_HD-video-index0").symlink_to(tmp_path / "video2")
    (by_path / "usb-0:1-video-index0").symlink_to(tmp_path / "video0")
    (by_path / "usb-0:1-video-index1").symlink_to(tmp_path / "video1")
    (by_path / "usb-0:2-video-index0").symlink_to(tmp_path / "video2")
    folders = (str(by_path), str(by_id))
    assert stable_names(str(tmp_path / "video0"), folders) == (f"{by_path}/usb-0:1-video-index0",)
    advice = name_advice("tray-A", str(tmp_path / "video2"), folders)
    assert advice is not None
    assert advice.endswith(
        f"may be another camera after the next plugging in: set its 'where' to {by_path}/usb-0:2-video-index0"
    )
    assert "under /dev/v4l/by-path" in (name_advice("tray-A", "/dev/video7") or "")
    assert name_advice("tray-A", f"{by_path}/usb-0:2-video-index0", folders) is None


def device(bus: FakeBus, config: CameraConfig) -> DeviceSource:
    return DeviceSource(config, monotonic_ms, DeviceTools(bus.open_capture, bus.stream_errno))


def test_c04_no_space_left_on_device_is_usb_bandwidth_and_a_lower_mode_is_taken_and_told() -> None:
    config = CameraConfig("top", SourceKind.DEVICE, "/dev/null", *HD, fps=30, pixels=PixelFormat.YUYV)
    bus = FakeBus(HD, (1280, 720), (640, 360), room=1280 * 720 * 0.2 * 20)
    source = device(bus, config)
    first = bus.captures[0]
    assert (first.opens, first.grabs - first.frames) == (True, 3), "it opened, and only the first grab came"
    (notice,) = source.notices
    assert notice.fault is CameraFault.REDUCED
    assert (notice.facts["wanted"], notice.facts["mode"]) == ("1920x1080 YUYV, 30/s", "1280x720 MJPG, 15/s")
    frame = source.read(0.1)
    assert frame is not None
    assert frame.image.shape == (1080, 1920, 3), "it fits the calibration all the same"
    source.close()
    assert all(capture.released == 1 for capture in bus.captures)


def test_c04_without_any_room_the_line_names_usb_and_what_to_change() -> None:
    config = CameraConfig("top", SourceKind.DEVICE, "/dev/null", *HD, fps=30, pixels=PixelFormat.YUYV)
    with pytest.raises(CameraError) as caught:
        device(FakeBus(HD, (1280, 720), (640, 360), room=1000.0), config)
    assert caught.value.notice.fault is CameraFault.USB_BANDWIDTH
    for word in ("USB bandwidth", "1920x1080 YUYV, 30/s", "another root port", "mjpg", "lower size"):
        assert word in str(caught.value)
    assert "space" not in str(caught.value), "nobody is to look at a disk"


def test_c06_controls_are_written_and_read_back_after_every_opening() -> None:
    controls = CameraControls(exposure=156, gain=4, white_balance=4600, focus=30)
    config = CameraConfig("top", SourceKind.DEVICE, "/dev/null", controls=controls)
    bus = FakeBus((64, 48))
    for opening in (1, 2):  # a camera that was plugged in again is automatic again
        source = device(bus, config)
        assert source.notices == ()
        source.close()
        values = bus.captures[-1].values
        assert len(bus.captures) == opening
        for prop, value in AUTOMATIC.items():
            assert values[prop] != value
        assert values[cv2.CAP_PROP_EXPOSURE] == 156
        assert values[cv2.CAP_PROP_GAIN] == 4
        assert values[cv2.CAP_PROP_WB_TEMPERATURE] == 4600
        assert values[cv2.CAP_PROP_FOCUS] == 30


def test_c06_a_camera_that_does_not_keep_to_its_controls_is_told_with_both_values() -> None:
    stubborn = {cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_EXPOSURE: 333.0}
    config = CameraConfig("top", SourceKind.DEVICE, "/dev/null", controls=CameraControls(exposure=156, focus=30))
    source = device(FakeBus((64, 48), stubborn=stubborn), config)
    (notice,) = source.notices
    source.close()
    assert notice.fault is CameraFault.CONTROLS
    assert notice.facts == {"controls": "auto_exposure 1 → 3, exposure 156 → 333"}


def test_c09_the_newest_frame_wins_and_what_was_passed_over_is_counted(tmp_path: Path) -> None:
    for number in range(1, 7):
        cv2.imwrite(str(tmp_path / f"{number}.png"), cv2.UMat(8, 8, cv2.CV_8UC3).get())
    source = open_source(CameraConfig("top", SourceKind.FOLDER, str(tmp_path)))
    with CameraReader("top", lambda: source) as reader:
        wait_until(lambda: reader.status().state is ReaderState.ENDED)
        frame = reader.take(0)
        assert frame is not None
        assert frame.number == 6
        assert reader.take(0) is None, "one waits, and no more"
        assert (reader.status().frames, reader.status().drops) == (6, 5)


def test_c09_memory_stays_flat_however_many_frames_nobody_takes() -> None:
    alive: list[weakref.ref[object]] = []

    class Fast:
        notices = ()

        def read(self, timeout_s: float) -> Frame | None:
            if len(alive) == 500:
                raise CameraEndedError("over")
            image = np.zeros((48, 64, 3), np.uint8)
            alive.append(weakref.ref(image))
            return Frame("top", len(alive), 0.0, image)

        def close(self) -> None:
            pass

    with CameraReader("top", Fast) as reader:
        wait_until(lambda: reader.status().state is ReaderState.ENDED)
        gc.collect()
        assert sum(one() is not None for one in alive) == 1
