import random

import numpy as np
import pytest

from drivers.simulator import layout
from drivers.simulator.scene import PlacedTile, Scene
from drivers.simulator.scene_camera import SceneCamera, View
from referee.tiles.names import NAMES
from tests.vision.tabletop import GREEN, Camera, Lying, render
from vision.calibrate import Calibration
from vision.locate import OutlineLocator, find
from vision.rectify import ZoneView
from vision.zones import Zone

ZONE = Zone("river:A", "cam", ((-80.0, -60.0), (80.0, -60.0), (80.0, 60.0), (-80.0, 60.0)))
WITHIN_MM = 19 * 0.08


def found_in(image, zone, calibration):
    """(x, y, angle modulo a half turn) in table millimetres of everything found inside the zone."""
    view = ZoneView.of(zone, calibration)
    inside = view.mask()
    places = []
    for found in find(OutlineLocator(), view.picture(image), view.scale):
        x, y = (round(value) for value in found.centre)
        if inside[y, x]:
            places.append((*view.to_table([found.centre])[0], (found.angle_deg + zone.upright_deg) % 180))
    return places


def assert_same_places(places, tiles):
    """Every tile (x, y, angle) was found once, and nothing else."""
    left = list(places)
    for x, y, angle in tiles:
        distances = [np.hypot(place[0] - x, place[1] - y) for place in left]
        nearest = int(np.argmin(distances)) if left else -1
        assert left, f"the tile at {x:.0f}, {y:.0f} was not found"
        assert distances[nearest] <= WITHIN_MM, f"the tile at {x:.0f}, {y:.0f} was not found"
        turn = abs(left[nearest][2] - angle % 180) % 180
        assert min(turn, 180 - turn) < 9
        del left[nearest]
    assert not left, f"found where nothing lies: {left}"


def three_rows(seed, gap=(0.6, 1.6)):
    """A river: some tiles sideways, some face down, each a little off."""
    rng = random.Random(seed)
    tiles = []
    for row in range(3):
        x = -66.0
        for column in range(6):
            sideways = column == row and row > 0
            width = 26 if sideways else 19
            label = "back" if rng.random() < 0.1 else rng.choice(NAMES)
            y = -32 + 29 * row + rng.uniform(-1, 1)
            tiles.append(Lying(label, x + width / 2, y, (90 if sideways else 0) + rng.triangular(-2.5, 2.5)))
            x += width + rng.uniform(*gap)
    return tiles


@pytest.mark.parametrize(
    ("camera", "felt", "light"),
    [
        (Camera(scale=1.6, tilt=5), GREEN, 1.0),
        (Camera((1000, 800), scale=2.9, tilt=15), GREEN, 1.0),
        (Camera(scale=1.7), (90, 60, 30), 1.0),
        (Camera(scale=1.7), (110, 110, 110), 1.0),
        (Camera(scale=1.7), (20, 20, 20), 1.0),
        (Camera(scale=2.0), GREEN, 0.6),
    ],
    ids=["full-hd", "4k-oblique", "blue", "grey", "black", "dim"],
)
def test_every_tile_of_a_river_and_nothing_else(camera, felt, light):
    tiles = three_rows(seed=int(camera.scale * 10))
    image = render(camera, tiles, felt=felt, light=light, noise=2.0)
    places = found_in(image, ZONE, camera.calibration())
    assert_same_places(places, [(tile.x, tile.y, tile.angle) for tile in tiles])


def test_an_empty_zone_holds_nothing():
    camera = Camera()
    assert found_in(render(camera, []), ZONE, camera.calibration()) == []


def test_a_hand_is_no_tile():
    camera = Camera()
    tile = Lying("3p", -50, -30)
    image = render(camera, [tile], hand=(40, 20))
    assert_same_places(found_in(image, ZONE, camera.calibration()), [(tile.x, tile.y, 0.0)])


def test_pictures_too_small_for_a_tile():
    assert find(OutlineLocator(), np.zeros((4, 300, 3), np.uint8), 2.0) == []


def simulated(pose, name, half_mm, zone, places, seed):
    """What the simulator's camera sees of tiles at those places, and its true calibration."""
    rng = random.Random(seed)
    labels = rng.sample([name for name in NAMES for _ in range(4)], len(places))
    tiles = []
    for number, (place, label) in enumerate(zip(places, labels, strict=True)):
        lying = layout.put_down(place, number, seed)
        tiles.append(PlacedTile(number, label, lying.x_mm, lying.y_mm, lying.angle_deg))
    x, y = half_mm
    mm = np.array([[-x, -y], [x, -y], [x, y], [-x, y]], np.float64)
    px = np.column_stack([mm, np.ones(4)]) @ pose.homography(16.0).T
    points = tuple((float(a), float(b)) for a, b in px[:, :2] / px[:, 2:])
    calibration = Calibration(name, points, tuple(map(tuple, mm)), (pose.width_px, pose.height_px))
    image = SceneCamera(View(pose), seed=seed).frame(Scene(tuple(tiles)), seed)
    return image, calibration, [(tile.x_mm, tile.y_mm, tile.angle_deg) for tile in tiles]


RIVER_B = Zone("river:B", "overhead", ((-75.0, -135.0), (75.0, -135.0), (75.0, -43.0), (-75.0, -43.0)), 180)
WALL = Zone("wall:A", "tray", ((-176.0, -58.0), (176.0, -58.0), (176.0, 58.0), (-176.0, 58.0)))


@pytest.mark.parametrize("seed", range(3))
def test_the_simulated_table(seed):
    river = [layout.river_place(layout.Seat.B, index) for index in range(17)]
    image, calibration, tiles = simulated(layout.OVERHEAD, "overhead", (280, 140), RIVER_B, river, seed)
    assert_same_places(found_in(image, RIVER_B, calibration), tiles)
    wall = [layout.opened_wall_place(index) for index in range(34)]
    image, calibration, tiles = simulated(layout.TRAY, "tray", (180, 100), WALL, wall, seed)
    assert_same_places(found_in(image, WALL, calibration), tiles)
