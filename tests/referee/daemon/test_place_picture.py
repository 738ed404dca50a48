"""A place cut out of a camera's picture: all of it, upright, small, and nothing of what lies elsewhere."""

import cv2
import numpy as np
import pytest

from drivers.simulator.layout import camera_poses
from referee.daemon.camera_bridge import river_zones
from referee.daemon.place_picture import MOST_BYTES, PlaceCut, place_cuts, small_jpeg
from referee.daemon.recognition import WatchedCamera
from referee.daemon.simulation.rig import _calibration
from referee.daemon.zone_layout import ZoneLayout, standard_zones
from referee.tiles.size import TILE_WIDTH_MM
from vision.calibrate import Calibration
from vision.setup import CameraSetup
from vision.zones import Zone


@pytest.fixture(scope="module")
def setup() -> CameraSetup:
    """The overhead camera of the simulated hall."""
    calibration = _calibration("overhead", camera_poses()["overhead"])
    return CameraSetup(calibration, standard_zones(ZoneLayout.TABLE, "overhead"))


def decoded(data: bytes) -> np.ndarray:
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR))


def painted(calibration: Calibration, zone: Zone, wider_mm: float) -> np.ndarray:
    """A red table on which a rectangle around the zone is green, its upper half (for who sits there) blue."""
    width, height = calibration.image_size
    image = np.full((height, width, 3), (0, 0, 255), np.uint8)
    left, top, right, bottom = zone.bounds_upright()
    left, top, right, bottom = left - wider_mm, top - wider_mm, right + wider_mm, bottom + wider_mm
    for upper, colour in ((bottom, (0, 255, 0)), ((top + bottom) / 2, (255, 0, 0))):
        corners = calibration.to_px(zone.to_table([(left, top), (right, top), (right, upper), (left, upper)]))
        cv2.fillConvexPoly(image, np.round(corners).astype(np.int32), colour)
    return image


@pytest.mark.parametrize("name", ["river:A", "river:B"])
def test_nothing_but_the_place_is_in_it_and_it_is_upright(setup: CameraSetup, name: str) -> None:
    zone = next(zone for zone in setup.zones if zone.name == name)
    image = painted(setup.calibration, zone, TILE_WIDTH_MM / 2 + 1.5)
    picture = decoded(place_cuts(setup, {name})[name].jpeg(image)).astype(int)
    red = (picture[..., 2] > 128) & (picture[..., 0] < 128) & (picture[..., 1] < 128)
    assert not red.any(), "what lies elsewhere can be seen"
    height = picture.shape[0]
    assert (picture[: height // 3, :, 0] > 200).all()
    assert (picture[-height // 3 :, :, 1] > 200).all()


def test_the_whole_place_is_in_it(setup: CameraSetup) -> None:
    zone = next(zone for zone in setup.zones if zone.name == "river:A")
    image = painted(setup.calibration, zone, 0.0)
    picture = decoded(PlaceCut.of(zone, setup.calibration).jpeg(image)).astype(int)
    edges = (picture[0], picture[-1], picture[:, 0], picture[:, -1])
    assert all((edge[:, 2] > 128).mean() > 0.9 for edge in edges), "half a tile around the zone is red"


@pytest.mark.parametrize("shape", [(1080, 1920), (200, 900), (2160, 3840)])
def test_even_a_picture_of_noise_stays_small(shape: tuple[int, int]) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (*shape, 3), np.uint8)
    data = small_jpeg(noise)
    assert 0 < len(data) <= MOST_BYTES
    assert min(decoded(data).shape[:2]) > 10


def test_a_picture_of_another_size_gives_none(setup: CameraSetup) -> None:
    cut = PlaceCut.of(setup.zones[0], setup.calibration)
    assert cut.jpeg(np.zeros((10, 10, 3), np.uint8)) == b""


def test_the_rivers_are_what_is_pictured(setup: CameraSetup) -> None:
    from drivers.camera import CameraConfig, SourceKind

    camera = WatchedCamera(CameraConfig("overhead", SourceKind.SIMULATED, "/nowhere"), setup)
    assert river_zones([camera]) == {"river:A", "river:B"}
