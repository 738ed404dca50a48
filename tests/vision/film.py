"""Films of a table for tests: what two players do, rendered at 15 frames a second and watched.

Everything happens twice in one picture: at seat A as it is written, and at seat B, mirrored through the middle.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from drivers.simulator.layout import PITCH_MM, Place, Seat, river_place
from drivers.simulator.scene import HandOver, PlacedTile, Scene
from drivers.simulator.scene_camera import Optics, SceneCamera, View
from drivers.simulator.scene_faces import DrawnFaces, Face
from drivers.simulator.scene_pose import CameraPose
from drivers.simulator.scene_surface import Surface
from referee.tiles.names import BACK, NAMES
from referee.tiles.size import TILE_THICKNESS_MM
from vision.calibrate import Calibration
from vision.classify import Classifier
from vision.locate import Locator
from vision.readings import ZoneReading
from vision.watch import Watcher
from vision.zones import Zone

FRAME_MS = 1000 / 15
SIZE_PX = (704, 448)
SEEN_MM = 440.0  # across: a tile is 30 by 42 pixels
PALM_MM = 70.0
ROW_Y_MM = 90.0
OTHER_SET = 1000
GREEN_BACK = (70, 150, 60)
RIVER = ((-76.0, 42.0), (82.0, 42.0), (82.0, 136.0), (-76.0, 136.0))
ROW = ((-146.0, 68.0), (146.0, 68.0), (146.0, 112.0), (-146.0, 112.0))


@dataclass(frozen=True)
class T:
    """A tile at the `at`-th place, off by so many millimetres and degrees; `twin`: it is of the other set."""

    label: str
    at: int
    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0
    down: bool = False
    twin: bool = False


@dataclass(frozen=True)
class Hand:
    """A hand whose fingers point at the `at`-th place, so many millimetres away, swaying by so many."""

    at: int
    away: float = 0.0
    dx: float = 0.0
    sway: float = 0.0
    person: int = 0


@dataclass(frozen=True)
class Thing:
    """Something flat on the table: a stick, a chip; or a shadow, which takes the part `dark` of the light."""

    x: float
    y: float
    width: float
    height: float
    colour: tuple[int, int, int] = (235, 240, 240)
    is_round: bool = False
    dark: float = 0.0


def steady(_: float) -> float:
    """Light that does not change."""
    return 1.0


@dataclass(frozen=True)
class Step:
    """What the table looks like for some time. `light` is a factor by the time of the film."""

    ms: float
    tiles: Sequence[T] = ()
    hand: Hand | None = None
    things: Sequence[Thing] = ()
    light: Callable[[float], float] = steady


class TwoSets:
    """Drawn faces of two sets with backs of two colours."""

    def __init__(self) -> None:
        self._drawn = DrawnFaces()
        self.back_bgr = self._drawn.back_bgr

    def face(self, label: str, tile_id: int, height_px: int) -> Face:
        face = self._drawn.face(label, tile_id, height_px)
        if label != BACK or tile_id < OTHER_SET:
            return face
        alpha = face.bgra[..., 3:]
        colour = np.array(GREEN_BACK, np.float32) * (alpha / 255)
        return replace(face, bgra=np.concatenate([colour.astype(np.uint8), alpha], axis=2))


class Film:
    """Shows steps to a watcher. `told` are the readings of each seat so far, in order.

    `in_row`: the places are those of 13 tiles in a row, else those of a river.
    """

    def __init__(
        self, classifier: Classifier, locator: Locator, *, in_row: bool = False, optics: Optics | None = None
    ) -> None:
        self.pose = CameraPose.above(SEEN_MM, SIZE_PX, tilt_deg=4.0, distance_mm=900.0)
        view = View(self.pose, Surface(800.0, 800.0), optics=optics or Optics())
        self.camera = SceneCamera(view, TwoSets(), seed=1)
        box = ROW if in_row else RIVER
        zones = (Zone("A", "cam", box, 0), Zone("B", "cam", tuple((-x, -y) for x, y in box), 180))
        corners = ((-200.0, -120.0), (200.0, -120.0), (200.0, 120.0), (-200.0, 120.0))
        pixels = self.pose.project([(*corner, TILE_THICKNESS_MM) for corner in corners])
        calibration = Calibration("cam", tuple((float(x), float(y)) for x, y in pixels), corners, SIZE_PX)
        self.watcher = Watcher(zones, calibration, classifier, locator=locator)
        self.told: dict[Seat, list[ZoneReading]] = {seat: [] for seat in Seat}
        self.frame = 0
        self._in_row = in_row

    @property
    def now_ms(self) -> float:
        """The film's own clock."""
        return self.frame * FRAME_MS

    def show(self, *steps: Step) -> None:
        """Watch these steps, one after the other."""
        for step in steps:
            end_ms = self.now_ms + step.ms
            while self.now_ms < end_ms - 1e-6:
                picture = self._picture(step)
                for reading in self.watcher.feed(picture, self.frame, round(self.now_ms)):
                    self.told[Seat(reading.zone)].append(reading)
                self.frame += 1

    def _picture(self, step: Step) -> np.ndarray:
        tiles = tuple(self._placed(tile, seat) for seat in Seat for tile in step.tiles)
        hands = () if step.hand is None else tuple(self._over(step.hand, seat) for seat in Seat)
        picture = self.camera.frame(Scene(tiles, hands), self.frame)
        for thing in step.things:
            for seat in Seat:
                self._lay(picture, thing, seat)
        light = step.light(self.now_ms)
        return picture if light == 1.0 else np.asarray(cv2.convertScaleAbs(picture, alpha=light), np.uint8)

    def _spot(self, at: int) -> Place:
        if self._in_row:
            return Place((at - 6) * PITCH_MM, ROW_Y_MM)
        return river_place(Seat.A, at, first_sideways=False)

    def _placed(self, tile: T, seat: Seat) -> PlacedTile:
        spot = self._spot(tile.at)
        place = at_seat(seat, Place(spot.x_mm + tile.dx, spot.y_mm + tile.dy, tile.turn))
        number = (400 if seat is Seat.B else 0) + tile.at * len(NAMES) % 300 + NAMES.index(tile.label)
        number += OTHER_SET if tile.twin else 0
        return PlacedTile(number, tile.label, place.x_mm, place.y_mm, place.angle_deg, not tile.down)

    def _over(self, hand: Hand, seat: Seat) -> HandOver:
        spot = self._spot(hand.at)
        sway = hand.sway * np.sin(2 * np.pi * self.now_ms / 1000)
        place = at_seat(seat, Place(spot.x_mm + hand.dx + sway, spot.y_mm + hand.away + PALM_MM, 8.0))
        return HandOver(place.x_mm, place.y_mm, place.angle_deg, hand.person + (seat is Seat.B))

    def _lay(self, picture: np.ndarray, thing: Thing, seat: Seat) -> None:
        turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        outline = np.column_stack([np.cos(turn), np.sin(turn)]) if thing.is_round else square
        points = np.multiply(outline, (thing.width / 2, thing.height / 2)) + np.array([thing.x, thing.y])
        pixels = self.pose.project(points if seat is Seat.A else -points)
        mask = np.zeros(picture.shape[:2], np.float32)
        cv2.fillPoly(mask, [np.round(pixels).astype(np.int32)], 1.0)
        mask = cv2.GaussianBlur(mask, (0, 0), 8.0 if thing.dark else 0.7)[..., None]
        painted = picture * (1 - thing.dark) if thing.dark else np.array(thing.colour, np.float32)
        picture[:] = (picture * (1 - mask) + painted * mask).astype(np.uint8)


def at_seat(seat: Seat, place: Place) -> Place:
    """The place as it is at a seat."""
    return place if seat is Seat.A else place.mirrored()


def came(hand: Hand, before: Sequence[T], after: Sequence[T]) -> list[Step]:
    """A hand comes from its player, the tiles change under it, and it goes again: two thirds of a second."""
    way = (150.0, 100.0, 60.0, 30.0, 0.0)
    coming = [Step(FRAME_MS, before, replace(hand, away=away)) for away in way]
    return [*coming, *(Step(FRAME_MS, after, replace(hand, away=away)) for away in reversed(way))]
