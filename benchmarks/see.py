"""`python -m benchmarks.see`: what a person waits for one 1080p scene without a calibration, step by step.

The scene is the simulator's own picture of its table: both rivers, the indicators and two opened walls, 72 tiles as
the overhead camera sees them. Processor time counts both threads and is what to compare on a busy machine; wall time
is what a person waits for on an idle one. Each is the best of several looks.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2

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
from drivers.simulator.scene import PlacedTile, Scene
from drivers.simulator.scene_camera import SceneCamera, View
from drivers.simulator.scene_surface import Surface
from referee.tiles.names import BACK, NAMES
from vision.classify import Classification, Classifier
from vision.layout import Layout
from vision.locate_model import LocatorModel
from vision.locate_peaks import Proposals
from vision.model_file import MARGIN
from vision.readings import Turns
from vision.rectify import Picture
from vision.see import Seer

ROUNDS: Final = 7
STEPS: Final = ("locate", "classify", "total")
SIDE_TILES: Final = 18
SIDE_X_MM: Final = 130.0
SEED: Final = 5


class Meter:
    """Processor and wall seconds of one step."""

    def __init__(self) -> None:
        self.spent_s = (0.0, 0.0)
        self._since_s = (0.0, 0.0)

    def __enter__(self) -> None:
        self._since_s = (time.process_time(), time.perf_counter())

    def __exit__(self, *_: object) -> None:
        cpu_s, wall_s = time.process_time(), time.perf_counter()
        self.spent_s = (self.spent_s[0] + cpu_s - self._since_s[0], self.spent_s[1] + wall_s - self._since_s[1])


class MeteredLocator:
    """The locator network, timed."""

    def __init__(self, model: LocatorModel) -> None:
        self._model = model
        self.meter = Meter()

    def propose(self, picture: Picture) -> Proposals:
        """As the locator itself."""
        with self.meter:
            return self._model.propose(picture)

    def at_scale(self, picture: Picture, zoom: float) -> Proposals:
        """As the locator itself."""
        with self.meter:
            return self._model.at_scale(picture, zoom)


class MeteredClassifier:
    """The classifier, timed; counts the pictures that it was handed."""

    def __init__(self, model: Classifier) -> None:
        self._model = model
        self.meter = Meter()
        self.faces = 0

    def classify(self, faces: Sequence[Picture], *, turns: Turns = "all") -> Sequence[Classification]:
        """As the classifier itself."""
        self.faces += len(faces)
        with self.meter:
            return self._model.classify(faces, turns=turns)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.see", description=__doc__)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args(argv)
    cv2.setNumThreads(options.threads)
    tiles = placed_tiles()
    picture = picture_of(tiles)
    looks = [_look(picture, options.threads) for _ in range(options.rounds + 1)][1:]
    found, right, faces = looks[0].counts
    print(f"{len(tiles)} tiles, {found} found, {right} of them labelled so often; {faces} faces read")
    print(f"{'':10s}{'CPU ms':>8s}{'wall ms':>9s}   ({options.threads} threads, best of {options.rounds})")
    for step in STEPS:
        cpu_ms, wall_ms = (1000 * min(look.spent_s[step][clock] for look in looks) for clock in (0, 1))
        print(f"{step:10s}{cpu_ms:8.0f}{wall_ms:9.0f}")
    return 0


@dataclass(frozen=True, slots=True)
class Look:
    """Processor and wall seconds of each step of one look; tiles found, labels that are truly there, faces read."""

    spent_s: dict[str, tuple[float, float]]
    counts: tuple[int, int, int]


def _look(picture: Picture, threads: int) -> Look:
    """One look by new networks, so that none remembers the picture."""
    locator, classifier = MeteredLocator(LocatorModel(threads=threads)), MeteredClassifier(Classifier(threads=threads))
    seer = Seer(classifier, MARGIN, locator)
    seer.see(picture[:320, :320])  # networks are slow when they are first asked
    locator.meter, classifier.meter, classifier.faces = Meter(), Meter(), 0
    total = Meter()
    with total:
        sight = seer.see(picture, Layout.SCENE)
    true = Counter(tile.label if tile.face_up else BACK for tile in placed_tiles())
    right = sum((Counter(tile.label for tile in sight.tiles) & true).values())
    meters = (locator.meter, classifier.meter, total)
    spent_s = dict(zip(STEPS, (meter.spent_s for meter in meters), strict=True))
    return Look(spent_s, (len(sight.tiles), right, classifier.faces))


def placed_tiles() -> tuple[PlacedTile, ...]:
    """A late river each, both indicators, and a wall of tiles beside each seat's river."""
    places = [river_place(seat, index) for seat in Seat for index in range(SIDE_TILES - 1)]
    places += [indicator_place(), ura_place()]
    for side in (-1, 1):
        for index in range(SIDE_TILES):
            column, row = divmod(index, SIDE_TILES // 3)
            places.append(Place(side * (SIDE_X_MM + 2 + column * 30.0), (row - 2.5) * PITCH_MM, 90.0 * side % 360))
    tiles = []
    for tile_id, place in enumerate(places):
        put = put_down(place, tile_id, SEED)
        label = NAMES[tile_id * 7 % len(NAMES)]
        tiles.append(PlacedTile(tile_id, label, put.x_mm, put.y_mm, put.angle_deg, face_up=place != ura_place()))
    return tuple(tiles)


def picture_of(tiles: tuple[PlacedTile, ...]) -> Picture:
    """What the simulated overhead camera sees, without its printed markers."""
    camera = SceneCamera(View(OVERHEAD, Surface(*TABLE_MM)), seed=SEED)
    return camera.frame(Scene(tiles), 0)


if __name__ == "__main__":
    sys.exit(main())
