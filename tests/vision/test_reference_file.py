"""The reference beside a calibration file: whole, small, and only ever used with the calibration it was made with."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from drivers.simulator.layout import TRAY_MM
from tests.vision.hall_views import TRAY_VIEW, calibrated, empty_picture, of_width, tray_zones
from vision.condition import Finding, examine
from vision.errors import CalibrationError
from vision.reference import Reference, make_reference
from vision.reference_file import load_reference, reference_path, save_reference

VIEW = of_width(TRAY_VIEW, 640)
CALIBRATION = calibrated(VIEW.pose, "tray-A", TRAY_MM)


@pytest.fixture(scope="module")
def reference() -> Reference:
    return make_reference(empty_picture(VIEW), CALIBRATION, tray_zones("tray-A"))


def test_what_is_saved_is_loaded_again(reference: Reference, tmp_path: Path) -> None:
    path = reference_path(tmp_path / "tray-A.yaml")
    assert path.name == "tray-A.reference.npz"
    save_reference(reference, path)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert path.stat().st_size < 300_000
    loaded = load_reference(path, CALIBRATION)
    assert loaded is not None
    assert (loaded.camera, loaded.image_size, loaded.points_px) == ("tray-A", (640, 360), CALIBRATION.points_px)
    assert np.array_equal(loaded.anchors.fine, reference.anchors.fine)
    assert np.array_equal(loaded.sharpness, reference.sharpness, equal_nan=True)
    assert examine(empty_picture(VIEW), loaded, CALIBRATION, {}) == Finding()


def test_a_camera_need_not_have_one(tmp_path: Path) -> None:
    assert load_reference(tmp_path / "none.npz", CALIBRATION) is None


def test_a_reference_of_another_calibration_is_refused(reference: Reference, tmp_path: Path) -> None:
    save_reference(reference, tmp_path / "r.npz")
    first, *rest = CALIBRATION.points_px
    edited = replace(CALIBRATION, points_px=((first[0] + 5, first[1]), *rest))
    with pytest.raises(
        CalibrationError, match=r"r\.npz: belongs to another calibration .*: calibrate the camera again"
    ):
        load_reference(tmp_path / "r.npz", edited)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"\x93NUMPY", b"version: 1\n"])
def test_a_file_that_is_none_is_one_line(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "r.npz").write_bytes(content)
    with pytest.raises(CalibrationError, match=r"r\.npz: (is no reference|cannot be read)") as caught:
        load_reference(tmp_path / "r.npz", CALIBRATION)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        {"version": np.array(2)},
        {"anchor_fine": np.zeros((3, 33, 33), np.uint8)},
        {"anchor_points": np.full((40, 2), np.nan, np.float32)},
        {"thumbnail": np.zeros((54, 96, 3), np.float32)},
        {"open_field": None},
    ],
)
def test_arrays_that_do_not_fit_are_refused(reference: Reference, tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "r.npz"
    save_reference(reference, path)
    with np.load(path) as arrays:
        content = {**arrays, **change}
    np.savez(path, **{name: array for name, array in content.items() if array is not None})
    with pytest.raises(CalibrationError, match="is no reference"):
        load_reference(path, CALIBRATION)


def test_a_folder_that_is_not_there(reference: Reference, tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match="cannot be written"):
        save_reference(reference, tmp_path / "nowhere" / "r.npz")
