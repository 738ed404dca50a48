"""Devices through OpenCV: what they are asked for, what they give instead, and the line that they are refused with."""

import errno
from typing import Any

import cv2
import pytest

from drivers.camera import (
    CameraConfig,
    CameraControls,
    CameraError,
    CameraFault,
    Notice,
    PixelFormat,
    SourceKind,
    stream_check,
)
from drivers.camera.device import DeviceSource, DeviceTools
from drivers.camera.modes import Mode
from tests.drivers.camera.fake_capture import YUYV, FakeBus

HD = (1920, 1080)
SIZES = (HD, (1280, 720), (640, 480), (640, 360))


def device(bus: FakeBus, **asked: Any) -> DeviceSource:
    # /dev/null is a device that everybody may use
    config = CameraConfig("top", SourceKind.DEVICE, "/dev/null", **asked)
    return DeviceSource(config, lambda: 5.0, DeviceTools(bus.open_capture, bus.stream_errno))


def refusal(bus: FakeBus, **asked: Any) -> CameraError:
    with pytest.raises(CameraError) as caught:
        device(bus, **asked)
    assert "\n" not in str(caught.value)
    assert all(capture.released == 1 for capture in bus.captures)
    return caught.value


def test_a_device_gives_frames_until_it_is_unplugged() -> None:
    bus = FakeBus((64, 48))
    source = device(bus, width_px=64, height_px=48, fps=30)
    frame = source.read(0.1)
    assert frame is not None
    assert (frame.image.shape, frame.t_ms, frame.number) == ((48, 64, 3), 5.0, 1)
    assert source.notices == ()
    bus.captures[-1].plugged = False
    assert source.read(0.1) is None
    assert source.read(0.1) is None
    with pytest.raises(CameraError, match="no frames"):
        source.read(0.1)
    source.close()
    source.close()
    assert [capture.released for capture in bus.captures] == [1]


REFUSED = [
    pytest.param({"width_px": 1920}, {}, CameraFault.OTHER_SIZE, "offers 64x48 instead of 1920x48", id="size"),
    pytest.param(
        {"width_px": 1920}, {"refuses": errno.EBUSY}, CameraFault.BUSY, "cannot be opened", id="another's size"
    ),
    pytest.param({}, {"opens": False}, CameraFault.BUSY, "cannot be opened as a camera", id="does not open"),
    pytest.param({}, {"room": 0, "refuses": errno.EBUSY}, CameraFault.BUSY, "cannot be opened", id="another streams"),
    pytest.param({}, {"room": 0, "refuses": errno.EIO}, CameraFault.NO_FRAMES, "gives no frames", id="no frames"),
]


@pytest.mark.parametrize(("asked", "camera", "fault", "words"), REFUSED)
def test_what_a_device_refuses_is_told_apart(
    asked: dict[str, Any], camera: dict[str, Any], fault: CameraFault, words: str
) -> None:
    refuses = camera.pop("refuses", 0) if "refuses" in (camera := dict(camera)) else 0
    bus = FakeBus((64, 48), **camera)
    bus.refuses = refuses
    error = refusal(bus, **asked)
    assert error.notice.fault is fault
    assert words in str(error)


LADDER = [
    (Mode(PixelFormat.MJPG), []),
    (Mode(PixelFormat.YUYV), ["MJPG"]),
    (
        Mode(PixelFormat.YUYV, 1920, 1080, 15),
        [
            "1920x1080 MJPG, 15/s",
            "1920x1080 MJPG, 7.5/s",
            "1280x720 MJPG, 7.5/s",
            "960x540 MJPG, 7.5/s",
            "640x360 MJPG, 7.5/s",
        ],
    ),
    (Mode(PixelFormat.MJPG, 640, 480), ["426x320 MJPG", "320x240 MJPG"]),
    (Mode(PixelFormat.MJPG, fps=1.0), ["MJPG, 1/s"]),
]


@pytest.mark.parametrize(("mode", "lower"), LADDER)
def test_lower_modes_give_up_the_least_first(mode: Mode, lower: list[str]) -> None:
    assert [str(one) for one in mode.lower()] == lower


def test_a_lower_mode_of_another_shape_shows_less_of_the_table_and_is_not_taken() -> None:
    # 960x540 is what it is asked for; 640x480 is nearest to it, and 640x360 shows the whole table
    bus = FakeBus(HD, (640, 480), (640, 360), room=640 * 480 * 0.2 * 7.5)
    source = device(bus, width_px=1920, height_px=1080, fps=15)
    assert source.notices[0].facts["mode"] == "640x360 MJPG, 7.5/s"
    source.close()


def test_a_camera_without_compression_is_told_by_what_it_sends() -> None:
    bus = FakeBus(HD, formats=(YUYV,), room=1000)
    error = refusal(bus, width_px=1920, height_px=1080)
    assert error.notice == Notice(
        CameraFault.USB_BANDWIDTH, {"text": str(error), "where": "/dev/null", "mode": "1920x1080 YUYV"}
    )


def test_controls_that_are_not_given_are_left_alone() -> None:
    bus = FakeBus((64, 48))
    device(bus, controls=CameraControls(gain=7)).close()
    (capture,) = bus.captures
    assert capture.values[cv2.CAP_PROP_GAIN] == 7
    assert capture.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3, "it goes on choosing its exposure"
    assert not {cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_AUTOFOCUS} & set(capture.asked)


def test_a_control_that_is_rounded_to_a_step_was_taken() -> None:
    stubborn = {cv2.CAP_PROP_WB_TEMPERATURE: 4600.0, cv2.CAP_PROP_EXPOSURE: 156.0}
    source = device(FakeBus((64, 48), stubborn=stubborn), controls=CameraControls(exposure=157, white_balance=4550))
    assert source.notices == ()
    source.close()


def test_the_kernel_is_asked_why_a_stream_does_not_start() -> None:
    assert stream_check.stream_errno("/dev/null") == errno.ENOTTY
    assert stream_check.stream_errno("/dev/video-none") == errno.ENOENT
    # asm-generic/ioctl.h: direction (1 write, 2 read), size, type and number
    requests = [(3, 20, 8), (1, 4, 18), (1, 4, 19)]
    codes = [direction << 30 | size << 16 | ord("V") << 8 | number for direction, size, number in requests]
    assert codes == [stream_check._REQUEST_BUFFERS, stream_check._STREAM_ON, stream_check._STREAM_OFF]
    assert len(stream_check._requested(2)) == 20
