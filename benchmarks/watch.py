"""`python -m benchmarks.watch`: what a watched 1080p frame costs, by what happens on it.

Two cameras, both simulated: one that sees the whole table from above (both rivers, pools, hands and walls and the
indicators, ten zones, a tile of 26 by 36 pixels), and one that sees its middle (both rivers, the indicators and a
block of 39 tiles for each seat, six zones, 59 by 80 pixels). Frames are rendered before they are timed. Processor time
counts all threads and is what to compare on a busy machine; wall time is what a frame costs on an idle one.
"""

import argparse
import itertools
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import cv2
import numpy as np

from drivers.simulator.layout import (
    OVERHEAD,
    PITCH_MM,
    TABLE_MM,
    Place,
    Seat,
    indicator_place,
    put_down,
    river_place,
    ura_place,
)
from drivers.simulator.scene import HandOver, PlacedTile, Scene
from drivers.simulator.scene_camera import SceneCamera, View
from drivers.simulator.scene_pose import CameraPose
from drivers.simulator.scene_surface import Surface
from referee.tiles.names import NAMES
from referee.tiles.size import TILE_THICKNESS_MM
from vision.calibrate import Calibration
from vision.classify import Classifier
from vision.locate_model import LocatorModel
from vision.locate_straight import StraightLocator
from vision.readings import Point
from vision.watch import Watcher
from vision.zones import Zone

FRAME_MS: Final = 1000 / 15
SEED: Final = 5
LAID: Final = 10
WHOLE: Final = CameraPose.above(1422.0, (1920, 1080), tilt_deg=4.0, distance_mm=1200.0)
CAMERA: Final = "overhead"
KINDS: Final = {
    "quiet": "nothing moves",
    "hand": "a hand moves over a river",
    "discard": "a new tile is read",
    "opened": "both hands are turned up at once, 26 tiles",
    "light": "the light changes by a fifth",
    "start": "everything is read for the first time",
}


@dataclass
class Table:
    """A camera, its zones and the tiles that lie there at first."""

    name: str
    pose: CameraPose
    zones: tuple[Zone, ...]
    tiles: list[PlacedTile] = field(default_factory=list)

    def put(self, place: Place, seat: Seat, label: str, *, face_up: bool = True) -> None:
        """Lay one more tile, as a person would."""
        number = len(self.tiles)
        put = put_down(place if seat is Seat.A else place.mirrored(), number, SEED)
        self.tiles.append(PlacedTile(number, label, put.x_mm, put.y_mm, put.angle_deg, face_up))


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.watch", description=__doc__)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--discards", type=int, default=6, help="how many tiles are laid while it is measured")
    options = parser.parse_args(argv)
    cv2.setNumThreads(options.threads)
    for table in (whole_table(), middle()):
        spent = measured(table, options.threads, options.discards)
        print(f"{table.name}: {len(table.zones)} zones, {len(table.tiles)} tiles at first, {options.threads} threads")
        print(f"{'':46s}{'':7s}   {'wall ms':>15s}{'':14s}   {'CPU ms':>14s}")
        print(f"{'':46s}{'frames':>7s}   {'median':>15s}{'95 %':>7s}{'worst':>7s}   {'median':>14s}{'worst':>7s}")
        for kind, frames in spent.items():
            wall, cpu = 1000 * np.array(frames).T
            print(
                f"  {KINDS[kind]:44s}{len(wall):7d}   {np.median(wall):15.1f}{np.percentile(wall, 95):7.1f}"
                f"{wall.max():7.1f}   {np.median(cpu):14.1f}{cpu.max():7.1f}"
            )
    return 0


def measured(table: Table, threads: int, discards: int) -> dict[str, list[tuple[float, float]]]:
    """Wall and processor seconds of every frame, by what happens on it."""
    camera = SceneCamera(View(table.pose, Surface(*TABLE_MM)), seed=SEED)
    watcher = Watcher(
        table.zones,
        calibration_of(table.pose),
        Classifier(threads=threads),
        locator=StraightLocator(LocatorModel(threads=threads)),
    )
    spent: dict[str, list[tuple[float, float]]] = {kind: [] for kind in KINDS}
    for number, (kind, scene, light) in enumerate(film_of(table, discards)):
        image = camera.frame(scene, number)
        if light != 1.0:
            image = np.asarray(cv2.convertScaleAbs(image, alpha=light), np.uint8)
        wall_s, cpu_s = time.perf_counter(), time.process_time()
        told = watcher.feed(image, number, round(number * FRAME_MS))
        wall_s, cpu_s = time.perf_counter() - wall_s, time.process_time() - cpu_s
        if kind == "after":
            kind = "discard" if told else "quiet"
        spent[kind].append((wall_s, cpu_s))
    return spent


def film_of(table: Table, discards: int) -> Iterator[tuple[str, Scene, float]]:
    """Frames one after the other: what happens, what lies there, how bright it is."""
    still = Scene(tuple(table.tiles))
    yield from itertools.repeat(("start", still, 1.0), 45)
    yield from itertools.repeat(("quiet", still, 1.0), 60)
    for turn in range(discards):
        seat = (Seat.A, Seat.B)[turn % 2]
        put = put_down(river_place(seat, LAID + turn // 2), 900 + turn, SEED)
        tile = PlacedTile(900 + turn, NAMES[turn * 5 % len(NAMES)], put.x_mm, put.y_mm, put.angle_deg)
        towards = 1.0 if seat is Seat.A else -1.0
        for step in range(20):
            away = towards * (70.0 + 15.0 * abs(step - 10))
            angle = 5.0 if seat is Seat.A else 185.0
            hand = HandOver(put.x_mm, put.y_mm + away, angle, person=turn % 2)
            if step == 10:
                still = still.with_tile(tile)
            yield "hand", still.with_hands((hand,)), 1.0
        yield from itertools.repeat(("after", still, 1.0), 24)
    yield from itertools.repeat(("light", still, 1.2), 30)
    opened = Scene(tuple(turned(tile) for tile in still.tiles))
    yield from itertools.repeat(("opened", opened, 1.2), 40)


def turned(tile: PlacedTile) -> PlacedTile:
    """Another face for the tiles of the hands, which are the last that were laid; the same for all others."""
    return replace(tile, label=NAMES[(NAMES.index(tile.label) + 3) % len(NAMES)]) if 500 <= tile.id < 900 else tile


def whole_table() -> Table:
    """All that lies on a table, from above."""
    zones = (
        *for_both("river", (-76, 42, 82, 136)),
        *for_both("pool", (-126, 150, 126, 217)),
        *for_both("wall", (-178, 232, 178, 278)),
        *for_both("hand", (-146, 290, 146, 326)),
        *middle_zones(),
    )
    table = Table("whole table", WHOLE, zones)
    for seat in Seat:
        for index in range(LAID):
            table.put(river_place(Seat.A, index), seat, label_of(table))
        for index in range(11):
            table.put(Place((index - 5) * PITCH_MM, 165.0), seat, label_of(table))
        for index in range(17):
            table.put(Place((index - 8) * PITCH_MM, 255.0), seat, "1m", face_up=False)
    return with_hands(table, [Place((index - 6) * PITCH_MM, 308.0) for index in range(13)])


def middle() -> Table:
    """The middle of the table from nearby, with a block of tiles for each seat."""
    zones = (
        *for_both("river", (-76, 42, 82, 136)),
        *middle_zones(),
        Zone("hand:A", CAMERA, box(-250, -130, -150, 150), 90),
        Zone("hand:B", CAMERA, box(150, -150, 250, 130), 270),
    )
    table = Table("middle of the table", OVERHEAD, zones)
    for seat in Seat:
        for index in range(LAID):
            table.put(river_place(Seat.A, index), seat, label_of(table))
        for index in range(26):
            column, row = divmod(index, 13)
            table.put(Place(-200.0 - column * 30.0, (row - 6) * PITCH_MM, 90.0), seat, label_of(table))
    return with_hands(table, [Place(-170.0, (row - 6) * PITCH_MM, 90.0) for row in range(13)])


def with_hands(table: Table, places: Sequence[Place]) -> Table:
    """The table with the indicators and a hand for each seat, by ids from 500 on."""
    table.put(indicator_place(), Seat.A, "3s")
    table.put(ura_place(), Seat.A, "4s", face_up=False)
    first = len(table.tiles)
    for seat in Seat:
        for place in places:
            table.put(place, seat, label_of(table))
    hands = [replace(tile, id=500 + tile.id) for tile in table.tiles[first:]]
    return replace(table, tiles=table.tiles[:first] + hands)


def label_of(table: Table) -> str:
    """Some face for the next tile."""
    return NAMES[len(table.tiles) * 7 % len(NAMES)]


def for_both(name: str, sides: tuple[float, float, float, float]) -> tuple[Zone, Zone]:
    """A zone of seat A and the same of seat B."""
    corners = box(*sides)
    return (
        Zone(f"{name}:A", CAMERA, corners),
        Zone(f"{name}:B", CAMERA, tuple((-x, -y) for x, y in corners), 180),
    )


def middle_zones() -> tuple[Zone, Zone]:
    """Indicator and ura."""
    return Zone("indicator", CAMERA, box(-27, -19, -0.5, 19)), Zone("ura", CAMERA, box(0.5, -19, 27, 19))


def box(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    """Four corners in order."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def calibration_of(pose: CameraPose) -> Calibration:
    """What picking four points at the height of the faces gives."""
    corners = box(-280.0, -150.0, 280.0, 150.0)
    pixels = pose.project([(*corner, TILE_THICKNESS_MM) for corner in corners])
    size = (pose.width_px, pose.height_px)
    return Calibration(CAMERA, tuple((float(x), float(y)) for x, y in pixels), corners, size)


if __name__ == "__main__":
    sys.exit(main())
