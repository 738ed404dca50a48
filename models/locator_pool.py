"""The pictures that the locator learns from: labelled training photos, and invented scenes that are rendered once.

Pictures are kept as JPEG in memory; what becomes of them in training is the business of `models.locator_windows`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress

from models.art import read_glyphs
from models.crop import Image
from models.invented import invented_glyphs
from models.locator_scene import SceneSource
from models.photos import PHOTO_SETS, Part, PhotoSet, labelled, read_crops, straightened
from models.scene import Scenery

CHUNK: Final = 40
_QUALITY: Final = 94
_INVENTED_SETS: Final = 16


_SOME_UNLABELLED: Final = frozenset(
    f"hk{number:03}"
    for number in (17, 19, 26, 41, 62, 63, 64, 65, 66, 70, 74, 75, 92, 104, 110, 111, 117, 122, 126, 127, 138, 141, 151)
) | {"hk153", "hk154"}
"""Training series of hk_trays in which tiles without a label are seen; in all others every tile bears one."""

_ALL_LABELLED: Final = frozenset(
    f"hkm{number:03}"
    for number in (2, 9, 10, 14, 44, 45, 47, 48, 50, 51, 52, 53, 54, 58, 61, 62, 63, 64, 78, 84, 106, 130, 132, 140)
) | {f"hkm{number:03}" for number in (141, 142, 144, 147, 150, 152, 153, 154)}
"""Training series of hk_tables in which every tile bears a label."""


class Mark(IntEnum):
    """What is known of a marked quadrilateral."""

    OPEN = 0  # it may be a tile: nothing is learnt there
    FACE = 1  # the face or back of a tile, corner by corner
    PLACE = 2  # a box around a tile: only where and how large


@dataclass(frozen=True, slots=True)
class Sample:
    """One picture: JPEG, corners (n, 4, 2) in its pixels, a mark for each, whether unmarked places hold no tile."""

    jpeg: NDArray[np.uint8]
    corners: NDArray[np.float32]
    marks: NDArray[np.int8]
    complete: bool
    series: str

    def picture(self) -> Image:
        """The pixels."""
        return np.asarray(cv2.imdecode(self.jpeg, cv2.IMREAD_COLOR), np.uint8)


def read_photos(photos: Path, photo_set: PhotoSet, part: Part) -> list[Sample]:
    """The labelled photos of one part of one set; what is known of their completeness holds for the training part."""
    samples = []
    for file, entry in labelled(photos, photo_set.name, part):
        if not entry["tiles"]:
            continue
        marked = [_marked(tile, entry["tiles"], photo_set) for tile in entry["tiles"]]
        samples.append(
            Sample(
                np.frombuffer(file.read_bytes(), np.uint8),
                np.array([corners for corners, _ in marked], np.float32),
                np.array([mark for _, mark in marked], np.int8),
                complete=_is_complete(photo_set, entry["series"]),
                series=f"{photo_set.name}/{entry['series']}",
            )
        )
    return samples


def _is_complete(photo_set: PhotoSet, series: str) -> bool:
    if photo_set.name == "hk_trays":
        return series not in _SOME_UNLABELLED
    return series in _ALL_LABELLED


def _marked(tile: dict[str, Any], tiles: list[dict[str, Any]], photo_set: PhotoSet) -> tuple[NDArray[np.float64], Mark]:
    """A labelled box as corners: those of the tilted tile in it where its row tells the tilt."""
    x1, y1, x2, y2 = box = tuple(float(value) for value in tile["bbox"])
    upright = np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]])
    if photo_set.standing:
        return upright, Mark.PLACE
    if tile.get("doubtful"):
        return upright, Mark.OPEN
    if tile["axis_aligned"]:
        return upright, Mark.FACE
    tilted = straightened(box, [other["bbox"] for other in tiles if other is not tile])
    return (upright, Mark.PLACE) if tilted is None else (tilted, Mark.FACE)


@dataclass(frozen=True, slots=True)
class Job:
    """One worker's part of the invented scenes; with what they are made of."""

    photos: Path
    art: Path
    own_faces: Path
    part: Part
    seed: int
    number: int
    count: int


def render_scenes(job: Job) -> list[Sample]:
    """Renders one part in this process."""
    source = _source(job.photos, job.art, job.own_faces, job.part, job.seed)
    rng = np.random.default_rng([job.seed, job.number])
    samples = []
    for _ in range(job.count):
        scene = source.scene(rng)
        jpeg = cv2.imencode(".jpg", scene.picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1]
        marks = np.where(scene.counts, Mark.FACE, Mark.OPEN).astype(np.int8)
        samples.append(Sample(np.asarray(jpeg).ravel(), scene.corners.astype(np.float32), marks, True, "invented"))
    return samples


@cache
def _source(photos: Path, art: Path, own_faces: Path, part: Part, seed: int) -> SceneSource:
    """Read once in each worker."""
    cv2.setNumThreads(1)
    invented = invented_glyphs(_INVENTED_SETS, np.random.default_rng(seed))
    glyphs = [*read_glyphs(art, own_faces), *invented]
    series: dict[str, list[Any]] = {}
    for photo_set in PHOTO_SETS:
        for crop in read_crops(photos, photo_set, part, tilted=True):
            series.setdefault(crop.series, []).append(crop)
    return SceneSource(Scenery(glyphs), glyphs, list(series.values()))


def render_missing(jobs: Sequence[Job], folder: Path, workers: int, progress: Progress) -> list[Path]:
    """One file for each job, in order; those that are not in the folder yet are rendered with fresh processes."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"scenes-{job.part}-{job.seed}-{job.number:04}.npz" for job in jobs]
    missing = [place for place, file in enumerate(files) if not file.is_file()]
    if missing:
        task = progress.add_task("rendering scenes", total=len(missing) * CHUNK)
        with get_context("spawn").Pool(workers) as processes:
            parts = processes.imap(render_scenes, [jobs[place] for place in missing])
            for place, part in zip(missing, parts, strict=True):
                draft = files[place].with_suffix(".part.npz")
                save_samples(draft, part)
                draft.replace(files[place])
                progress.advance(task, len(part))
    return files


def save_samples(path: Path, samples: Sequence[Sample]) -> None:
    """Writes samples into one file."""
    np.savez(
        path,
        jpeg=np.concatenate([sample.jpeg for sample in samples]),
        sizes=np.array([len(sample.jpeg) for sample in samples]),
        corners=np.concatenate([sample.corners.reshape(-1, 4, 2) for sample in samples]),
        marks=np.concatenate([sample.marks for sample in samples]),
        counts=np.array([len(sample.marks) for sample in samples]),
        complete=np.array([sample.complete for sample in samples]),
        series=np.array([sample.series for sample in samples]),
    )


def load_samples(path: Path) -> list[Sample]:
    """Reads what `save_samples` wrote."""
    with np.load(path) as data:
        bytes_until, until = np.cumsum(data["sizes"]), np.cumsum(data["counts"])
        jpegs = np.split(data["jpeg"], bytes_until[:-1])
        corners, marks = np.split(data["corners"], until[:-1]), np.split(data["marks"], until[:-1])
        rest = zip(data["complete"], data["series"], strict=True)
        return [
            Sample(jpeg, quads, kinds, bool(complete), str(series))
            for jpeg, quads, kinds, (complete, series) in zip(jpegs, corners, marks, rest, strict=True)
        ]
