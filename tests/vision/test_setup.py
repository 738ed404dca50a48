import json

import pytest

from vision.calibrate import Calibration, corners_of
from vision.errors import CalibrationError
from vision.setup import CameraSetup, load_setup, save_setup
from vision.zones import Zone

TEXT = """
version: 1
camera: overhead
image_size: [1920, 1080]
points:
- {px: [560, 140], mm: [0, 0]}
- {px: [1360, 140], mm: [800, 0]}
- {px: [1360, 940], mm: [800, 800]}
- {px: [560, 940], mm: [0, 800]}
zones:
- {name: "river:A", polygon_mm: [[300, 450], [450, 450], [450, 540], [300, 540]], upright_deg: 0, rows: 3, columns: 6}
"""


def test_what_is_saved_is_loaded_again(tmp_path):
    corners = ((560.0, 140.0), (1360.0, 140.0), (1360.0, 940.0), (560.0, 940.0))
    setup = CameraSetup(
        Calibration("overhead", corners, corners_of(800, 800), (1920, 1080), 16.0, 1000.0),
        (Zone("pool:B", "overhead", ((0.0, 0.0), (100.0, 0.0), (100.0, 50.0)), 270, 2, 12),),
    )
    path = tmp_path / "overhead.yaml"
    save_setup(setup, path)
    assert load_setup(path) == setup
    assert [file.name for file in tmp_path.iterdir()] == ["overhead.yaml"]


def test_yaml_written_by_hand(tmp_path):
    path = tmp_path / "overhead.yaml"
    path.write_text(TEXT)
    setup = load_setup(path)
    assert setup.zones[0].name == "river:A"
    assert setup.calibration.to_mm([(960, 540)])[0] == pytest.approx((400, 400))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("version: 1", "version: 2"), "version is 2, expected 1"),
        (("version: 1", "version: 1\ncamra: x"), "camra: extra"),
        (("version: 1", "version: 1\nversion: 1"), "line 3: key 'version' is given twice"),
        (("[560, 140]", "[560]"), "points.0.px"),
        (("[560, 140]", "[560, yes]"), "points.0.px.1"),
        (("[560, 140]", "[1:30, 2]"), "overhead.yaml"),
        (("[1920, 1080]", "[0, 1080]"), "image_size is 0 x 1080"),
        (("upright_deg: 0", "upright_deg: 30"), "zones.0.upright_deg"),
        (("[300, 450], [450, 450]", "[300], [450, 450]"), "zones.0.polygon_mm"),
        (("mm: [800, 0]", "mm: [400, 400]"), "one line"),
        (("points:", "points: ["), "line"),
    ],
)
def test_every_mistake_is_one_clear_line(tmp_path, change, message):
    path = tmp_path / "overhead.yaml"
    path.write_text(TEXT.replace(*change))
    with pytest.raises(CalibrationError, match=message) as caught:
        load_setup(path)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"[]", b"3", b"\xff\xfe\x00", b"a: [1", b"\x00\x01"])
def test_files_that_are_no_calibration(tmp_path, content):
    path = tmp_path / "x.yaml"
    path.write_bytes(content)
    with pytest.raises(CalibrationError, match=r"x\.yaml"):
        load_setup(path)


def test_missing_file_and_zone_given_twice(tmp_path):
    with pytest.raises(CalibrationError, match="cannot be read"):
        load_setup(tmp_path / "none.yaml")
    path = tmp_path / "overhead.yaml"
    path.write_text(TEXT + TEXT.strip().splitlines()[-1] + "\n")
    with pytest.raises(CalibrationError, match="'river:A' is given twice"):
        load_setup(path)


def test_json_is_yaml_too(tmp_path):
    path = tmp_path / "overhead.json"
    corner = [[0, 0], [800, 0], [800, 800], [0, 800]]
    path.write_text(
        json.dumps(
            {
                "version": 1,
                "camera": "tray:A",
                "image_size": [800, 800],
                "points": [{"px": point, "mm": point} for point in corner],
            }
        )
    )
    assert load_setup(path).calibration.camera == "tray:A"
