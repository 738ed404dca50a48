"""The pinhole: what it projects is what its homography says, and back again."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.simulator.layout import OVERHEAD
from drivers.simulator.scene import SceneError
from drivers.simulator.scene_pose import CameraPose

POSES = [
    OVERHEAD,
    CameraPose.above(440, (1280, 720), tilt_deg=0, distance_mm=650),
    CameraPose((-300.0, 500.0, 400.0), (20.0, -30.0, 0.0), 900.0, 1000, 800, roll_deg=10),
]


@pytest.mark.parametrize("pose", POSES)
@given(st.floats(-150, 150), st.floats(-80, 80), st.sampled_from([0.0, 16.0]))
def test_projection_homography_and_its_inverse_agree(pose: CameraPose, x: float, y: float, z: float) -> None:
    pixel = pose.project([(x, y, z)])
    by_homography = pose.homography(z) @ [x, y, 1]
    assert pixel[0] == pytest.approx(by_homography[:2] / by_homography[2], abs=1e-6)
    assert pose.unproject(pixel, z)[0] == pytest.approx([x, y], abs=1e-6)


def test_the_point_looked_at_is_in_the_middle_and_a_to_d_run_as_on_the_table() -> None:
    middle, right, near, above = OVERHEAD.project([(0, 0, 0), (100, 0, 0), (0, 100, 0), (0, 100, 16)])
    assert middle == pytest.approx([959.5, 539.5])
    assert right[0] > middle[0]
    assert near[1] > middle[1]  # seat A sits at the bottom of the picture
    assert above[1] != near[1]


def test_a_camera_straight_above_has_one_scale() -> None:
    pose = CameraPose.above(200, (400, 300), tilt_deg=0, distance_mm=800)
    corners = pose.project([(-50, -50), (50, -50), (50, 50), (-50, 50)])
    assert np.ptp(corners, axis=0) == pytest.approx([200, 200])
    assert pose.pixels_per_mm() == pytest.approx(2)


def test_a_tilted_camera_sees_the_near_side_larger() -> None:
    far, near = (np.diff(OVERHEAD.project([(-50, y), (50, y)])[:, 0])[0] for y in (-150, 150))
    assert near > far * 1.01


def test_roll_turns_the_picture_about_its_middle() -> None:
    level = CameraPose.above(200, (400, 300), tilt_deg=0, distance_mm=800)
    rolled = CameraPose(level.position_mm, level.look_at_mm, level.focal_px, 400, 300, roll_deg=90)
    x, y = level.project([(30, 0)])[0] - [199.5, 149.5]
    turned = rolled.project([(30, 0)])[0] - [199.5, 149.5]
    assert math.hypot(*turned) == pytest.approx(math.hypot(x, y))
    assert abs(turned[0]) < 1e-6


@pytest.mark.parametrize(
    ("position", "look_at", "focal"),
    [((0, 0, -5), (0, 0, 0), 100), ((0, 0, 10), (0, 0, 10), 100), ((0, 0, 10), (0, 0, 0), 0)],
)
def test_a_camera_that_sees_nothing_is_refused(
    position: tuple[float, float, float], look_at: tuple[float, float, float], focal: float
) -> None:
    with pytest.raises(SceneError):
        CameraPose(position, look_at, focal, 100, 100)


def test_points_behind_the_camera_have_no_pixel() -> None:
    with pytest.raises(SceneError, match="behind the camera"):
        OVERHEAD.project([(0, 0, 5000)])
