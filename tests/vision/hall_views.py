"""Pictures of the simulator's trays and table for the tests of cameras: moved, dimmed, swapped, under hands."""

import math
import random
from dataclasses import dataclass, replace

import numpy as np

from drivers.simulator.layout import (
    MARKER_SIZE_MM,
    MARKERS_MM,
    OVERHEAD,
    TABLE_MM,
    TRAY,
    TRAY_MARKER_SIZE_MM,
    TRAY_MARKERS_MM,
    TRAY_MM,
    Seat,
    hand_place,
    opened_wall_place,
    pool_place,
    put_down,
    river_place,
)
from drivers.simulator.scene import HandOver, PlacedTile, Scene
from drivers.simulator.scene_camera import SceneCamera, View
from drivers.simulator.scene_light import Light
from drivers.simulator.scene_pose import CameraPose
from drivers.simulator.scene_surface import Surface
from referee.tiles import NAMES
from vision.calibrate import Calibration
from vision.rectify import Picture
from vision.zones import Zone

TRAY_VIEW = View(TRAY, Surface(*TRAY_MM, markers_mm=TRAY_MARKERS_MM, marker_size_mm=TRAY_MARKER_SIZE_MM))
TABLE_VIEW = View(OVERHEAD, Surface(*TABLE_MM, markers_mm=MARKERS_MM, marker_size_mm=MARKER_SIZE_MM))


def of_width(view: View, width_px: int) -> View:
    """The same view with fewer pixels."""
    pose = view.pose
    shrink = width_px / pose.width_px
    size = width_px, round(pose.height_px * shrink)
    return replace(view, pose=replace(pose, focal_px=pose.focal_px * shrink, width_px=size[0], height_px=size[1]))


def moved(view: View, *, x_mm: float = 0.0, turn_deg: float = 0.0) -> View:
    """The same view by a camera that was pushed along the table or turned about its axis."""
    pose = view.pose
    return replace(
        view,
        pose=replace(
            pose,
            position_mm=(pose.position_mm[0] + x_mm, *pose.position_mm[1:]),
            look_at_mm=(pose.look_at_mm[0] + x_mm, *pose.look_at_mm[1:]),
            roll_deg=pose.roll_deg + turn_deg,
        ),
    )


def lit(view: View, *, level: float = 1.0, tint_bgr: tuple[float, float, float] = (0.95, 0.99, 1.02)) -> View:
    """The same view under a lamp that was dimmed or exchanged."""
    blue, green, red = (level * part for part in tint_bgr)
    return replace(view, light=Light(tint_bgr=(blue, green, red)))


def calibrated(pose: CameraPose, name: str, size_mm: tuple[float, float]) -> Calibration:
    """The true calibration of the plane itself, by its corners."""
    x, y = size_mm[0] / 2, size_mm[1] / 2
    corners = ((-x, -y), (x, -y), (x, y), (-x, y))
    pixels = tuple((float(px), float(py)) for px, py in pose.project(corners))
    return Calibration(name, pixels, corners, (pose.width_px, pose.height_px))


def tray_zones(camera: str) -> tuple[Zone, ...]:
    """Where the tiles of a tray lie."""
    corners = ((-178.0, -76.0), (178.0, -76.0), (178.0, 95.0), (-178.0, 95.0))
    return (Zone("wall:A", camera, corners, 0, 3, 17),)


def table_zones(camera: str) -> tuple[Zone, ...]:
    """Where the tiles of both rivers lie."""
    near = ((-76.0, 42.0), (82.0, 42.0), (82.0, 136.0), (-76.0, 136.0))
    far = tuple((-x, -y) for x, y in near)
    return Zone("river:A", camera, near, 0, 3, 6), Zone("river:B", camera, far, 180, 3, 6)


def empty_picture(view: View, seed: int = 1) -> Picture:
    """What the camera sees before anything lies there."""
    return SceneCamera(view, seed=seed).frame(Scene(), 0)


@dataclass
class Play:
    """Scenes in which only tiles, hands and their shadows change, one after the other by a number."""

    view: View
    on_table: bool
    seed: int = 1

    def __post_init__(self) -> None:
        self.camera = SceneCamera(self.view, seed=self.seed)

    def picture(self, number: int) -> Picture:
        """One moment of a game: tiles in their zones, some astray, and up to three hands."""
        chance = random.Random(f"play {number}")
        tiles = self._rivers(chance) if self.on_table else self._tray(chance)
        hands = tuple(self._hand(chance, person) for person in range(chance.choice((0, 1, 1, 2, 2, 3))))
        return self.camera.frame(Scene(tiles, hands), number)

    def _rivers(self, chance: random.Random) -> tuple[PlacedTile, ...]:
        places = [river_place(seat, index) for seat in Seat for index in range(chance.randrange(18))]
        return self._tiles(chance, places)

    def _tray(self, chance: random.Random) -> tuple[PlacedTile, ...]:
        if chance.random() < 0.5:
            return self._tiles(chance, [opened_wall_place(index) for index in range(chance.randrange(35))])
        pool = [pool_place(index) for index in range(21) if chance.random() < 0.7]
        return self._tiles(chance, [hand_place(index) for index in range(13)] + pool)

    def _tiles(self, chance: random.Random, places) -> tuple[PlacedTile, ...]:
        put = [put_down(place, number, chance.randrange(99)) for number, place in enumerate(places)]
        return tuple(
            PlacedTile(number, chance.choice(NAMES), place.x_mm, place.y_mm, place.angle_deg, chance.random() < 0.9)
            for number, place in enumerate(put)
        )

    def _hand(self, chance: random.Random, person: int) -> HandOver:
        width, depth = (500.0, 300.0) if self.on_table else TRAY_MM
        x, y = chance.uniform(-width / 2, width / 2), chance.uniform(-depth / 2, depth / 2)
        turn = chance.uniform(-40, 40)
        return HandOver(x, y, turn if y > 0 or not self.on_table else 180 + turn, person)


def palm_at_lens(picture: Picture, share: float = 1.0) -> Picture:
    """A hand held before the lens, out of focus, over a share of the picture's width."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    level = 60 + 70 * np.exp(-((x - 0.2) ** 2 + y**2))
    palm = level[..., None] * np.array([0.55, 0.7, 1.0])
    edge = 1 / (1 + np.exp(np.clip((x / 2 + 0.5 - share) * 40, -50, 50)))  # 1 where the palm is
    return np.asarray(np.clip(picture * (1 - edge[..., None]) + palm * edge[..., None], 0, 255), np.uint8)


def turned_about_middle(pose: CameraPose, degrees: float) -> float:
    """By how many pixels a turn moves the corners of a picture."""
    return math.radians(degrees) * math.hypot(pose.width_px, pose.height_px) / 2
