"""What troubled cameras deliver."""

import numpy as np
import pytest

from drivers.camera.frame import Image
from drivers.simulator.camera_troubles import TroubledCameras
from drivers.simulator.scene import SceneError
from drivers.simulator.twin_acts import CameraTrouble

SIZES = {"overhead": (40, 60), "tray-A": (20, 30), "tray-B": (20, 30)}


def seen(camera: str, number: int) -> Image:
    """A picture that tells camera and number apart."""
    value = 100 + 10 * list(SIZES).index(camera) + number
    return np.full((*SIZES[camera], 3), value, np.uint8)


@pytest.fixture
def cameras() -> TroubledCameras:
    return TroubledCameras(seen)


def test_a_camera_without_trouble_delivers_what_it_sees(cameras: TroubledCameras) -> None:
    for camera in SIZES:
        assert np.array_equal(cameras.frame(camera, 3), seen(camera, 3))


def test_a_frozen_camera_delivers_one_picture_again_and_again(cameras: TroubledCameras) -> None:
    cameras.trouble("overhead", CameraTrouble.FREEZE)
    assert np.array_equal(cameras.frame("overhead", 1), seen("overhead", 1))
    assert np.array_equal(cameras.frame("overhead", 2), seen("overhead", 1))
    cameras.mend("overhead")
    assert np.array_equal(cameras.frame("overhead", 3), seen("overhead", 3))
    cameras.trouble("overhead", CameraTrouble.FREEZE)
    assert np.array_equal(cameras.frame("overhead", 4), seen("overhead", 4)), "it freezes anew"


def test_a_black_and_a_covered_camera_show_nothing_of_the_table(cameras: TroubledCameras) -> None:
    cameras.trouble("tray-A", CameraTrouble.BLACK)
    assert not cameras.frame("tray-A", 1).any()
    cameras.trouble("tray-A", CameraTrouble.COVER)
    covered = cameras.frame("tray-A", 1)
    assert covered.shape == (20, 30, 3)
    assert covered.mean() < 70
    assert not np.array_equal(covered, cameras.frame("tray-A", 2)), "the sensor's noise goes on"


def test_half_a_picture_is_grey(cameras: TroubledCameras) -> None:
    cameras.trouble("overhead", CameraTrouble.HALF_GREY)
    picture = cameras.frame("overhead", 1)
    assert np.array_equal(picture[:20], seen("overhead", 1)[:20])
    assert (picture[20:] == 128).all()


def test_swapped_cameras_show_each_others_view_until_either_is_mended(cameras: TroubledCameras) -> None:
    cameras.trouble("tray-A", CameraTrouble.SWAP, "tray-B")
    assert np.array_equal(cameras.frame("tray-A", 1), seen("tray-B", 1))
    assert np.array_equal(cameras.frame("tray-B", 1), seen("tray-A", 1))
    cameras.mend("tray-A")
    assert np.array_equal(cameras.frame("tray-B", 1), seen("tray-B", 1))


def test_an_unplugged_camera_says_so(cameras: TroubledCameras) -> None:
    cameras.trouble("tray-B", CameraTrouble.UNPLUG)
    with pytest.raises(SceneError, match="tray-B is unplugged"):
        cameras.frame("tray-B", 1)
    assert cameras.frame("tray-A", 1) is not None
