import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.tiles.size import TILE_THICKNESS_MM
from vision.calibrate import Calibration, corners_of
from vision.errors import CalibrationError

SIZE = (1920, 1080)
TABLE = corners_of(800.0, 800.0)
STRAIGHT = ((560.0, 140.0), (1360.0, 140.0), (1360.0, 940.0), (560.0, 940.0))


def seen_from(height_mm: float, tilt_deg: float, focal_px: float = 1500.0):
    """A pinhole camera above the middle of the table: a function (x, y, z up) in mm -> pixel."""
    tilt = math.radians(tilt_deg)
    turn = np.array([[1, 0, 0], [0, math.cos(tilt), -math.sin(tilt)], [0, math.sin(tilt), math.cos(tilt)]])
    lens = np.array([400.0, 400.0 + height_mm * math.tan(tilt), -height_mm])

    def project(x: float, y: float, z: float = 0.0) -> tuple[float, float]:
        ray = turn @ (np.array([x, y, -z]) - lens)
        return focal_px * ray[0] / ray[2] + SIZE[0] / 2, focal_px * ray[1] / ray[2] + SIZE[1] / 2

    return project


@given(st.floats(-30, 30), st.floats(600, 1500), st.floats(0, 800), st.floats(0, 800))
def test_there_and_back(tilt, height, x, y):
    project = seen_from(height, tilt)
    calibration = Calibration("overhead", tuple(project(*corner) for corner in TABLE), TABLE, SIZE)
    assert calibration.to_px([(x, y)])[0] == pytest.approx(project(x, y), abs=1e-3)
    assert calibration.to_mm([project(x, y)])[0] == pytest.approx((x, y), abs=1e-3)


@pytest.mark.parametrize("tilt", [0.0, 12.0, -25.0])
def test_faces_lie_above_the_felt(tilt):
    project = seen_from(1000.0, tilt)
    calibration = Calibration(
        "overhead", tuple(project(*corner) for corner in TABLE), TABLE, SIZE, TILE_THICKNESS_MM, 1000.0
    )
    for x, y in ((50.0, 60.0), (400.0, 400.0), (730.0, 90.0)):
        seen = project(x, y, TILE_THICKNESS_MM)
        assert calibration.to_mm([seen])[0] == pytest.approx((x, y), abs=0.1)


def test_more_than_four_points_are_fitted():
    project = seen_from(900.0, 10.0)
    points = [(x, y) for x in (0.0, 300.0, 800.0) for y in (0.0, 400.0, 800.0)]
    rng = np.random.default_rng(1)
    px = [tuple(np.array(project(*point)) + rng.normal(0, 0.7, 2)) for point in points]
    calibration = Calibration("overhead", tuple(px), tuple(points), SIZE)
    assert calibration.residual_mm() < 2.0
    assert calibration.to_mm([project(123, 456)])[0] == pytest.approx((123, 456), abs=1.0)


@pytest.mark.parametrize(
    ("px", "mm", "message"),
    [
        (STRAIGHT[:3], TABLE[:3], "at least four"),
        (STRAIGHT, TABLE[:3], "4 points in pixels but 3"),
        (((0, 0), (10, 0), (20, 0), (0, 10)), TABLE, "one line"),
        (STRAIGHT[::-1], TABLE, "mirrored"),
        ((STRAIGHT[0], STRAIGHT[1], STRAIGHT[3], STRAIGHT[2]), TABLE, "mirrored or crossed"),
        (((math.nan, 0.0), *STRAIGHT[1:]), TABLE, "not a number"),
        (
            (*STRAIGHT, (960, 540), (960, 140)),
            (*TABLE, (400, 400), (400, 90)),
            "point 6 .* away from where the others put it",
        ),
    ],
)
def test_points_that_describe_no_camera_are_refused(px, mm, message):
    with pytest.raises(CalibrationError, match=message):
        Calibration("overhead", tuple(px), tuple(mm), SIZE)


def test_lifting_the_plane_needs_a_height_that_fits():
    with pytest.raises(CalibrationError, match="needs camera_height_mm"):
        Calibration("overhead", STRAIGHT, TABLE, SIZE, TILE_THICKNESS_MM)
    with pytest.raises(CalibrationError, match="does not fit"):
        Calibration("overhead", STRAIGHT, TABLE, SIZE, TILE_THICKNESS_MM, 50.0)


def test_resolution():
    calibration = Calibration("overhead", STRAIGHT, TABLE, SIZE)
    assert calibration.px_per_mm((400, 400)) == pytest.approx(1.0)
