"""What is said of a camera, from facts: names, rights, modes, USB, rates, and what it sets by itself."""

import stat
from dataclasses import replace

import pytest

from drivers.camera import CameraConfig, CameraFault, Notice, PixelFormat, SourceKind
from drivers.device_node import Caller, DeviceNode
from drivers.link.port_holders import Program
from drivers.video4linux import Mode, Setting, Settings
from referee.daemon.doctor.camera_facts import CameraFacts, DeviceFacts, StreamFacts
from referee.daemon.doctor.cameras import findings_of_camera
from tests.referee.daemon.doctor.told import by_what

WHERE = "/dev/v4l/by-path/pci-0-index0"
CONFIG = CameraConfig("overhead", SourceKind.DEVICE, WHERE, 1920, 1080, 15.0)
NODE = DeviceNode("root", "video", stat.S_IFCHR | 0o660)
FULL_HD = Mode("MJPG", (1920, 1080), (1920, 1080), (30.0, 15.0))
SMALL = Mode("YUYV", (640, 480), (640, 480), (30.0,))
FIXED = Settings(Setting(False, 30), Setting(False, 156), Setting(False, 4000))
DEVICE = DeviceFacts(NODE, Caller("player", ("video",)), True, card="HD Webcam", modes=(FULL_HD, SMALL))
STREAM = StreamFacts(frames=16, seconds=1.0, size=(1920, 1080), letters="MJPG", settings=FIXED)
DAEMON = Program("python", 812, ("/usr/bin/python3", "-m", "drivers.camera.worker", "7"))


def device(**facts: object) -> CameraFacts:
    return CameraFacts(CONFIG, replace(DEVICE, **facts), STREAM)  # type: ignore[arg-type]


def stream(**facts: object) -> CameraFacts:
    return CameraFacts(CONFIG, DEVICE, replace(STREAM, **facts))  # type: ignore[arg-type]


def settings(**facts: object) -> CameraFacts:
    return stream(settings=replace(FIXED, **facts))  # type: ignore[type-var]


def failed(fault: CameraFault, message: str) -> CameraFacts:
    return CameraFacts(CONFIG, DEVICE, StreamFacts(f"camera overhead: {message}", fault))


NO_ROOM = "USB bandwidth: there is no room for 1920x1080 MJPG at X, nor a lower mode: plug it into another root port"

CASES = [
    (device(), "path", "ok", "is a stable name"),
    (device(node=None), "path", "stop", "is not there: plug the camera in"),
    (device(node=DeviceNode("me", "me", stat.S_IFREG | 0o644)), "path", "stop", "is no device"),
    (device(renamed=True, stable=("/dev/v4l/by-path/a",)), "path", "warning", "set 'where' to /dev/v4l/by-path/a"),
    (device(renamed=True), "path", "warning", "its name under /dev/v4l/by-path"),
    (device(), "access", "ok", "owner root, group video, crw-rw----"),
    (device(may_open=False, caller=Caller("me", ("me",))), "access", "stop", "usermod -aG video me"),
    (device(), "modes", "ok", "HD Webcam offers MJPG 1920x1080 at 30, 15; YUYV 640x480 at 30"),
    (device(modes=(SMALL,)), "modes", "stop", "has no 1920x1080; it offers YUYV 640x480 at 30"),
    (device(modes=(replace(FULL_HD, fps=(5.0,)),)), "modes", "warning", "at 5 frames a second at most, not at 15"),
    (device(modes=(replace(FULL_HD, letters="YUYV"),)), "modes", "warning", "has 1920x1080 only as YUYV: set pixels"),
    (
        CameraFacts(
            replace(CONFIG, pixels=PixelFormat.YUYV), replace(DEVICE, modes=(replace(FULL_HD, letters="YUYV"),)), STREAM
        ),
        "modes",
        "ok",
        "offers YUYV 1920x1080",
    ),
    (device(card=None), "modes", "stop", "whose name ends with index0"),
    (device(question="Inappropriate ioctl"), "modes", "stop", "does not say what it is (Inappropriate ioctl)"),
    (device(modes=()), "modes", "ok", "nothing that it lists"),
    (stream(), "pictures", "ok", "1920x1080 as MJPG, 15 frames a second measured"),
    (stream(frames=6), "pictures", "warning", "5 frames a second measured instead of 15"),
    (stream(frames=1), "pictures", "stop", "no second picture came"),
    (stream(frames=6, letters="YUYV"), "pictures", "warning", "set pixels: mjpg"),
    (
        stream(frames=6, settings=replace(FIXED, exposure=Setting(True, 500), slows_in_the_dark=True)),
        "pictures",
        "warning",
        "more light or a fixed exposure",
    ),
    (failed(CameraFault.USB_BANDWIDTH, NO_ROOM), "pictures", "stop", "USB bandwidth (not the disk) is used up: there"),
    (failed(CameraFault.USB_BANDWIDTH, NO_ROOM), "pictures", "stop", "another root port"),
    (
        failed(CameraFault.BUSY, "X cannot be opened: close vlc (process 9)"),
        "pictures",
        "stop",
        "close vlc",
    ),
    (failed(CameraFault.NO_FRAMES, "X gives no frames: is it plugged in?"), "pictures", "stop", "is it plugged in?"),
    (failed(CameraFault.UNREADABLE, "X is odd"), "pictures", "stop", "plug the camera in anew"),
    (
        stream(notices=(Notice(CameraFault.REDUCED, {"wanted": "1920x1080 MJPG", "mode": "1280x720 MJPG"}),)),
        "USB bandwidth",
        "warning",
        "no room for 1920x1080 MJPG, so pictures come as 1280x720 MJPG",
    ),
    (
        stream(notices=(Notice(CameraFault.CONTROLS, {"controls": "focus 30 → 0"}),)),
        "controls",
        "warning",
        "focus 30 → 0",
    ),
    (settings(), "focus", "ok", "fixed at 30"),
    (settings(focus=Setting(True, 30)), "focus", "warning", "set controls: {focus: 30} for this"),
    (settings(focus=None), "focus", "ok", "turned by hand"),
    (settings(), "exposure", "ok", "fixed at 156"),
    (settings(exposure=Setting(True, 500)), "exposure", "ok", "automatic at 500"),
    (settings(white_balance=Setting(True)), "white balance", "warning", "set controls: {white_balance: N}"),
]


@pytest.mark.parametrize(("facts", "what", "level", "words"), CASES)
def test_facts_become_findings(facts: CameraFacts, what: str, level: str, words: str) -> None:
    finding = by_what(findings_of_camera(facts, daemon_runs=False))[what]
    assert (finding.area, finding.level) == ("camera overhead", level)
    assert words in finding.text


def test_of_a_camera_that_is_not_there_nothing_else_is_said() -> None:
    assert set(by_what(findings_of_camera(device(node=None), daemon_runs=False))) == {"path"}


@pytest.mark.parametrize(
    ("facts", "daemon_runs"),
    [
        (CameraFacts(CONFIG, replace(DEVICE, holders=(DAEMON,)), None), False),
        (failed(CameraFault.BUSY, "X cannot be opened as a camera: in use by another program?"), True),
    ],
)
def test_a_camera_that_a_running_daemon_has_is_no_trouble(facts: CameraFacts, daemon_runs: bool) -> None:
    finding = by_what(findings_of_camera(facts, daemon_runs=daemon_runs))["pictures"]
    assert finding.level == "ok"
    assert "a running junanaho" in finding.text
    assert ("(process 812)" in finding.text) == (facts.stream is None)


@pytest.mark.parametrize(
    ("kind", "stream_facts", "level", "words"),
    [
        (SourceKind.FOLDER, StreamFacts(frames=1, size=(960, 540), ended=True), "ok", "from a folder; it was read to"),
        (SourceKind.FOLDER, StreamFacts("camera a: folder /x is not there", CameraFault.UNREADABLE), "stop", "correct"),
        (SourceKind.SIMULATED, StreamFacts(frames=11, seconds=1.0, size=(960, 540)), "ok", "10 frames a second"),
        (SourceKind.SIMULATED, StreamFacts(frames=3, seconds=1.0, size=(960, 540)), "warning", "2 frames a second"),
        (SourceKind.SIMULATED, StreamFacts("camera a: no simulator at /x (gone): start it"), "stop", "start it"),
    ],
)
def test_sources_that_are_no_devices(kind: SourceKind, stream_facts: StreamFacts, level: str, words: str) -> None:
    named = by_what(
        findings_of_camera(CameraFacts(CameraConfig("a", kind, "/x"), None, stream_facts), daemon_runs=True)
    )
    assert set(named) == {"pictures"}
    assert named["pictures"].level == level
    assert words in named["pictures"].text


def test_programs_get_the_figures() -> None:
    named = by_what(findings_of_camera(stream(), daemon_runs=False))
    assert named["pictures"].facts["fps"] == 15.0
    assert named["modes"].facts["modes"] == [
        {"format": "MJPG", "smallest": [1920, 1080], "largest": [1920, 1080], "fps": [30.0, 15.0]},
        {"format": "YUYV", "smallest": [640, 480], "largest": [640, 480], "fps": [30.0]},
    ]
