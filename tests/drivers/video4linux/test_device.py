"""What a webcam says of itself, asked by the kernel's own call numbers and structures."""

import ctypes
import os

import pytest

from drivers.video4linux import Mode, Setting, VideoDevice, kernel
from tests.drivers.video4linux.webcam import MJPG, Webcam

# made with a C compiler from <linux/videodev2.h> of Linux 6.1, x86-64; the same on ARM with 64 bits
NUMBERS = {
    "QUERY_CAPABILITY": 0x80685600,
    "ENUM_FORMATS": 0xC0405602,
    "GET_FORMAT": 0xC0D05604,
    "GET_CONTROL": 0xC008561B,
    "QUERY_CONTROL": 0xC0445624,
    "ENUM_SIZES": 0xC02C564A,
    "ENUM_INTERVALS": 0xC034564B,
    "AUTO_WHITE_BALANCE": 0x98090C,
    "WHITE_BALANCE_TEMPERATURE": 0x98091A,
    "EXPOSURE_AUTO": 0x9A0901,
    "EXPOSURE_ABSOLUTE": 0x9A0902,
    "EXPOSURE_AUTO_PRIORITY": 0x9A0903,
    "FOCUS_ABSOLUTE": 0x9A090A,
    "FOCUS_AUTO": 0x9A090C,
}


@pytest.mark.skipif(ctypes.sizeof(ctypes.c_void_p) != 8, reason="made for 64 bits")
@pytest.mark.parametrize(("name", "number"), NUMBERS.items())
def test_call_numbers_are_those_of_the_kernel(name: str, number: int) -> None:
    assert getattr(kernel, name) == number


def opened(webcam: Webcam) -> VideoDevice:
    return VideoDevice(os.devnull, webcam.ioctl)


def test_a_webcam_lists_what_it_offers() -> None:
    with opened(Webcam()) as device:
        assert device.card() == "HD Webcam"
        assert device.modes() == (
            Mode("MJPG", (1920, 1080), (1920, 1080), (30.0, 15.0)),
            Mode("MJPG", (1280, 720), (1280, 720), (60.0,)),
            Mode("YUYV", (1920, 1080), (1920, 1080), (5.0,)),
        )
        assert device.format() == ("YUYV", 640, 480)


def test_the_second_node_of_a_webcam_delivers_no_pictures() -> None:
    with opened(Webcam(node=0)) as device:
        assert device.card() is None


def test_a_list_without_an_end_is_given_up() -> None:
    class Endless(Webcam):
        def enum_intervals(self, asked: object) -> None:
            asked.type, asked.numbers[:2] = kernel.DISCRETE, (1, 30)  # type: ignore[attr-defined]

    with opened(Endless(formats={MJPG: {(640, 480): []}})) as device:
        (mode,) = device.modes()
        assert len(mode.fps) < 100


def test_any_size_between_two_is_one_mode() -> None:
    class Sensor(Webcam):
        def enum_sizes(self, asked: object) -> None:
            asked.type, asked.numbers[:] = 3, (32, 2592, 2, 16, 1944, 2)  # type: ignore[attr-defined]

        def enum_intervals(self, asked: object) -> None:
            asked.type, asked.numbers[:4] = 3, (1, 90, 1, 1)  # type: ignore[attr-defined]

    with opened(Sensor()) as device:
        mode = device.modes()[0]
    assert (mode.smallest, mode.largest, mode.fps) == ((32, 16), (2592, 1944), (90.0, 1.0))
    assert mode.has_size(1920, 1080)
    assert not mode.has_size(3840, 2160)


@pytest.mark.parametrize(
    ("controls", "focus", "exposure", "slows"),
    [
        ({}, None, None, False),
        (
            {
                kernel.FOCUS_AUTO: 1,
                kernel.FOCUS_ABSOLUTE: 7,
                kernel.EXPOSURE_AUTO: 3,
                kernel.EXPOSURE_AUTO_PRIORITY: 1,
            },
            Setting(True, 7),
            Setting(True),
            True,
        ),
        (
            {kernel.FOCUS_AUTO: 0, kernel.FOCUS_ABSOLUTE: 30, kernel.EXPOSURE_AUTO: 1, kernel.EXPOSURE_ABSOLUTE: 156},
            Setting(False, 30),
            Setting(False, 156),
            False,
        ),
        ({kernel.FOCUS_ABSOLUTE: 30}, Setting(False, 30), None, False),
    ],
)
def test_settings_are_read_back(
    controls: dict[int, int], focus: Setting | None, exposure: Setting | None, slows: bool
) -> None:
    with opened(Webcam(controls=controls)) as device:
        settings = device.settings()
    assert (settings.focus, settings.exposure, settings.slows_in_the_dark) == (focus, exposure, slows)


def test_a_control_that_is_switched_off_is_none() -> None:
    webcam = Webcam(controls={kernel.FOCUS_AUTO: 1}, disabled=(kernel.FOCUS_AUTO,))
    with opened(webcam) as device:
        assert device.settings().focus is None


def test_a_file_that_is_no_camera() -> None:
    with VideoDevice(os.devnull) as device, pytest.raises(OSError, match="ioctl"):
        device.card()
    with VideoDevice(os.devnull) as device:
        assert device.modes() == ()
