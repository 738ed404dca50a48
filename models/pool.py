"""Renders the pool of training pictures once, on all cores, so that training itself only turns and tints them.

The mix: somewhat less than half photos, half of those drawn evenly over series so that the big series do not rule, the
rest drawn scenes; some of both are cut badly on purpose. The pool depends only on the pictures and the seed.
"""

from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress

from models.art import read_glyphs
from models.camera import cut_badly, cut_well
from models.corner_index import with_small_face
from models.crop import ANY_TURN, FIVES, OTHER, WHITE, Crop, Image
from models.icons import icon_glyphs
from models.inks import is_grey, plain_corners, recolour_black, recolour_body, recolour_hue, recolour_red
from models.invented import invented_glyphs
from models.invented_bird import bird_glyphs
from models.invented_dragon import dragon_glyphs
from models.photos import PHOTO_SETS, read_crops
from models.scene import Scenery, empty_scene
from vision.model_file import INPUT_PX

PHOTO_SHARE: Final = 0.47
EMPTY_SHARE: Final = 0.03
BAD_CUT_SHARE: Final = 0.11
RED_SHARE: Final = 0.4
STANDING_SHARE: Final = 0.06
FLOWER_SHARE: Final = 0.04
PLAIN_CORNER_SHARE: Final = 0.25
SMALL_FACE_SHARE: Final = 0.15
COLOURED_BODY_SHARE: Final = 0.04
INVENTED_SETS: Final = 30
DRAGONS: Final = 150
BIRDS: Final = 900
CHUNK: Final = 2000


@dataclass(frozen=True, slots=True)
class Sources:
    """The folders of what pictures are made of; `own_faces` may be missing."""

    photos: Path
    art: Path
    icons: Path
    own_faces: Path


@dataclass(frozen=True, slots=True)
class Pool:
    """Pictures (n, INPUT_PX, INPUT_PX, 3, BGR uint8), their labels and masks of possible turns."""

    pictures: NDArray[np.uint8]
    labels: NDArray[np.int64]
    turns: NDArray[np.uint8]

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(path, pictures=self.pictures, labels=self.labels, turns=self.turns)

    @staticmethod
    def load(path: Path) -> "Pool":
        with np.load(path) as data:
            return Pool(data["pictures"], data["labels"], data["turns"])


@dataclass(slots=True)
class Materials:
    """Everything pictures are made of: crops of training photos, and drawn scenery."""

    crops: list[Crop]
    by_series: list[list[Crop]]
    standing: list[Crop]
    flowers: list[Crop]
    scenery: Scenery

    @staticmethod
    def read(sources: Sources, seed: int) -> "Materials":
        """Reads all training material and invents sets from the seed. Raises OSError when a folder is missing."""
        lying: list[Crop] = []
        standing: list[Crop] = []
        for photo_set in PHOTO_SETS:
            (standing if photo_set.standing else lying).extend(
                read_crops(sources.photos, photo_set, "train", tilted=True)
            )
        lying = [crop for crop in lying if not (crop.label in FIVES and is_grey(crop))]
        rng = np.random.default_rng(seed)
        invented = invented_glyphs(INVENTED_SETS, rng)
        glyphs = [*read_glyphs(sources.art, sources.own_faces), *invented, *icon_glyphs(sources.icons, rng)]
        glyphs += [*dragon_glyphs(DRAGONS, rng), *bird_glyphs(BIRDS, rng)]
        series: dict[str, list[Crop]] = {}
        for crop in lying:
            series.setdefault(crop.series, []).append(crop)
        flowers = [crop for crop in lying if crop.label == OTHER]
        return Materials(lying, list(series.values()), standing, flowers, Scenery(glyphs))

    def picture(self, rng: np.random.Generator) -> tuple[Image, int, int]:
        """One training picture: pixels, label, mask of turns."""
        kind = rng.random()
        if kind < EMPTY_SHARE:
            return cut_well(empty_scene(rng), rng)
        if kind < EMPTY_SHARE + PHOTO_SHARE:
            crop = self._photo(rng)
            if rng.random() < BAD_CUT_SHARE:
                return cut_badly(crop, rng)
            return cut_well(self._inked(crop, rng), rng)
        crop = self.scenery.draw(rng)
        return cut_badly(crop, rng) if rng.random() < BAD_CUT_SHARE else cut_well(crop, rng)

    def _photo(self, rng: np.random.Generator) -> Crop:
        kind = rng.random()
        if kind < STANDING_SHARE:
            return _trimmed(self.standing[rng.integers(len(self.standing))], rng)
        if kind < STANDING_SHARE + FLOWER_SHARE:
            return self.flowers[rng.integers(len(self.flowers))]
        if kind < 0.5:
            series = self.by_series[rng.integers(len(self.by_series))]
            return series[rng.integers(len(series))]
        return self.crops[rng.integers(len(self.crops))]

    @staticmethod
    def _inked(crop: Crop, rng: np.random.Generator) -> Crop:
        if rng.random() < SMALL_FACE_SHARE:
            crop = with_small_face(crop, rng)
        elif rng.random() < PLAIN_CORNER_SHARE:
            crop = plain_corners(crop)
        if crop.label not in FIVES and crop.label != WHITE and rng.random() < COLOURED_BODY_SHARE:
            return recolour_body(crop, rng)
        if crop.label in FIVES and rng.random() < RED_SHARE:
            return recolour_red(crop, FIVES[crop.label], rng)
        kind = rng.random()
        if kind < 0.35:
            return recolour_black(crop, rng)
        return recolour_hue(crop, rng) if kind < 0.5 else crop


def _trimmed(crop: Crop, rng: np.random.Generator) -> Crop:
    """A standing tile with more or less of its top side cut away, as a good quadrilateral would."""
    x1, y1, x2, y2 = crop.box
    top = y1 + float(rng.uniform(0, 0.2)) * (y2 - y1)
    return Crop(crop.image, (x1, top, x2, y2), crop.label, crop.turns, crop.series)


@cache
def _materials(sources: Sources, seed: int) -> Materials:
    """Read once in each worker."""
    cv2.setNumThreads(1)
    return Materials.read(sources, seed)


@dataclass(frozen=True, slots=True)
class Chunk:
    """One worker's job: where the materials lie, the pool's seed, the number of the chunk and of its pictures."""

    sources: Sources
    seed: int
    number: int
    count: int


def render_chunk(chunk: Chunk) -> Pool:
    """Renders one chunk in this process."""
    materials = _materials(chunk.sources, chunk.seed)
    rng = np.random.default_rng([chunk.seed, chunk.number])
    pool = _empty_pool(chunk.count)
    for index in range(chunk.count):
        pool.pictures[index], pool.labels[index], pool.turns[index] = materials.picture(rng)
    pool.turns[pool.labels == OTHER] = ANY_TURN
    return pool


def render_pool(sources: Sources, count: int, seed: int, workers: int, progress: Progress) -> Pool:
    """Renders `count` pictures (rounded up to whole chunks) with `workers` fresh processes."""
    chunks = -(-count // CHUNK)
    pool = _empty_pool(chunks * CHUNK)
    jobs = [Chunk(sources, seed, number, CHUNK) for number in range(chunks)]
    task = progress.add_task("rendering pictures", total=len(pool.labels))
    with get_context("spawn").Pool(workers) as processes:
        for number, part in enumerate(processes.imap(render_chunk, jobs)):
            place = slice(number * CHUNK, (number + 1) * CHUNK)
            pool.pictures[place], pool.labels[place], pool.turns[place] = part.pictures, part.labels, part.turns
            progress.advance(task, CHUNK)
    return pool


def _empty_pool(count: int) -> Pool:
    return Pool(
        np.empty((count, INPUT_PX, INPUT_PX, 3), np.uint8), np.empty(count, np.int64), np.empty(count, np.uint8)
    )
