"""The part of a configuration that a camera is calibrated by: what is read, and every mistake with line and key."""

import re
from pathlib import Path

import pytest

from drivers.camera import CameraControls, PixelFormat
from referee.daemon.calibrating import CalibrationTask
from referee.daemon.configuration import check_configuration, load_configuration
from referee.daemon.zone_layout import ZoneLayout
from vision.calibrate import Calibration, corners_of
from vision.setup import CameraSetup, save_setup

ROOT = Path(__file__).resolve().parents[3]
PLACES = "places: [{id: 0, mm: [0, 0]}, {id: 1, mm: [9, 0]}, {id: 2, mm: [9, 9]}, {id: 3, mm: [0, 9]}]"


def written(tmp_path: Path, more: str) -> Path:
    """A configuration of one camera, which is calibrated."""
    corners_px, corners_mm = ((0.0, 0.0), (800.0, 0.0), (800.0, 600.0), (0.0, 600.0)), corners_of(800, 600)
    save_setup(CameraSetup(Calibration("a", corners_px, corners_mm, (800, 600))), tmp_path / "a.yaml")
    path = tmp_path / "house.yaml"
    path.write_text(f"cameras:\n- name: a\n  kind: device\n  where: /dev/v\n  calibration: a.yaml\n{more}")
    return path


def test_the_camera_of_the_example_is_right_once_it_is_no_comment(tmp_path: Path) -> None:
    text = (ROOT / "config" / "example.yaml").read_text(encoding="utf-8")
    text = re.sub(r"^cameras: \[\].*$", "cameras:", text, flags=re.MULTILINE)
    text = re.sub(r"^# (- name|  )", r"\1", text, flags=re.MULTILINE)
    path = tmp_path / "house.yaml"
    path.write_text(text, encoding="utf-8")
    task = CalibrationTask.of(load_configuration(path).cameras[0])
    assert (task.camera, task.path, task.height_mm) == ("overhead", tmp_path / "overhead.yaml", 1000)
    assert task.layout is ZoneLayout.TABLE
    assert task.plan is not None
    assert tuple(task.plan.places_mm.values()) == task.places_mm
    (problem,) = check_configuration(path)
    assert "calibrate the camera (junanaho calibrate)" in problem.text


@pytest.mark.parametrize(
    ("more", "line", "key", "part"),
    [
        ("  height_mm: 0\n", 6, "cameras.0.height_mm", "greater"),
        ("  controls: {exposure: auto}\n", 6, "cameras.0.controls.exposure", "integer"),
        ("  controls: {white_balance: 100}\n", 6, "cameras.0.controls.white_balance", "1000"),
        ("  controls: {zoom: 3}\n", 6, "cameras.0.controls.zoom", "no such key"),
        ("  pixels: h264\n", 6, "cameras.0.pixels", "yuyv"),
        ("  zones: tray:C\n", 6, "cameras.0.zones", "tray:B"),
        ("  corners_mm: [[0, 0], [1, 0], [1, 1]]\n", 6, "cameras.0.corners_mm", "4 items"),
        ("  corners_mm: [[0, 0], [1, 0], [1, 1], [0]]\n", 6, "cameras.0.corners_mm.3", "2 items"),
        (f"  markers:\n    {PLACES}\n", 6, "cameras.0.markers.size_mm", "missing"),
        (f"  markers:\n    size_mm: 0.5\n    {PLACES}\n", 6, "cameras.0.markers", "1 to 1000 mm"),
        (f"  markers:\n    size_mm: 30\n    dictionary: 4x4_7\n    {PLACES}\n", 6, "cameras.0.markers", "4x4_50"),
        (
            f"  markers:\n    size_mm: 30\n    {PLACES.replace('id: 3', 'id: 2')}\n",
            6,
            "cameras.0.markers",
            "two places",
        ),
        (f"  markers:\n    size_mm: 30\n    {PLACES.replace('id: 3', 'id: 50')}\n", 6, "cameras.0.markers", "0 to 49"),
        ("  markers:\n    size_mm: 30\n    places: [{id: 0, mm: [0, 0]}]\n", 8, "cameras.0.markers.places", "4 items"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, more: str, line: int, key: str, part: str) -> None:
    (problem,) = check_configuration(written(tmp_path, more))
    assert (problem.line, problem.key) == (line, key)
    assert part in problem.text


def test_what_a_camera_is_to_keep_reaches_its_driver(tmp_path: Path) -> None:
    more = "  pixels: yuyv\n  controls: {exposure: 156, focus: 30}\n"
    camera = load_configuration(written(tmp_path, more)).cameras[0].camera()
    assert camera.pixels is PixelFormat.YUYV
    assert camera.controls == CameraControls(exposure=156, focus=30)


def test_only_a_device_has_controls(tmp_path: Path) -> None:
    path = written(tmp_path, "  controls: {gain: 3}\n")
    path.write_text(path.read_text().replace("kind: device", "kind: video"))
    (problem,) = check_configuration(path)
    assert "a camera of kind video has no gain to set" in problem.text
