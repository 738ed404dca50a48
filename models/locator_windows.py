"""Windows that the locator is shown: pieces of photos and scenes, scaled, turned, tinted and spoiled anew each time.

Never mirrored.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import IterableDataset

from models.crop import Image
from models.locator_pool import Mark, Sample, load_samples
from models.locator_targets import targets_of

SIDE_PX: Final = 256
SMALLEST_PX: Final = 10.0
LARGEST_PX: Final = 56.0
PHOTO_SHARE: Final = 0.5
_STANDING_SHARE: Final = 0.12  # of photos
_MOST_GROWN: Final = 1.7
_STRETCHED: Final = 1.9  # length over width that no tile has unless it is seen very slantwise

Batch = dict[str, Tensor]


class Windows(IterableDataset):  # type: ignore[misc]
    """Endless batches of windows and their targets, out of the samples of some files."""

    def __init__(self, files: Sequence[Path], size: int, seed: int) -> None:
        super().__init__()
        self._files = list(files)
        self._size = size
        self._seed = seed

    def __iter__(self) -> Iterator[Batch]:
        worker = torch.utils.data.get_worker_info()
        cv2.setNumThreads(1)
        rng = np.random.default_rng([self._seed, worker.id if worker else 0])
        choice = _Choice([sample for file in self._files for sample in load_samples(file)])
        while True:
            samples = [choice.sample(rng) for _ in range(self._size)]
            yield _batch([window(sample, choice.picture(sample), rng) for sample in samples])


class _Choice:
    """Draws samples: half photos, those half by series; the rest invented."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        self._invented = [sample for sample in samples if sample.series == "invented"]
        self._photos = [s for s in samples if s.series != "invented" and not s.series.startswith("jp_standing")]
        self._standing = [sample for sample in samples if sample.series.startswith("jp_standing")]
        series: dict[str, list[Sample]] = {}
        for sample in self._photos:
            series.setdefault(sample.series, []).append(sample)
        self._series = list(series.values())
        self._pictures: dict[int, Image] = {}

    def picture(self, sample: Sample) -> Image:
        """The sample's pixels; decoding takes longer than all the rest, so they are kept."""
        known = self._pictures.get(id(sample))
        if known is None:
            known = self._pictures[id(sample)] = sample.picture()
        return known

    def sample(self, rng: np.random.Generator) -> Sample:
        if rng.random() >= PHOTO_SHARE:
            return self._invented[int(rng.integers(len(self._invented)))]
        kind = rng.random()
        if kind < _STANDING_SHARE:
            return self._standing[int(rng.integers(len(self._standing)))]
        if kind < 0.6:
            series = self._series[int(rng.integers(len(self._series)))]
            return series[int(rng.integers(len(series)))]
        return self._photos[int(rng.integers(len(self._photos)))]


def window(
    sample: Sample, picture: Image, rng: np.random.Generator
) -> tuple[Image, NDArray[np.float32], NDArray[np.int8], bool]:
    """A piece of a sample: (SIDE_PX, SIDE_PX, 3) pixels, corners, marks, whether it is completely labelled."""
    warp = _random_warp(sample, picture.shape[1::-1], rng)
    finer = np.eye(3)
    reach = np.linalg.norm(warp[:2, :2], axis=0)
    if reach.min() < 0.75:
        shrink = (reach * 1.15).clip(0.02, 1.0)
        picture = cv2.resize(picture, None, fx=shrink[0], fy=shrink[1], interpolation=cv2.INTER_AREA)
        finer = np.diag([1 / shrink[0], 1 / shrink[1], 1])
        finer[:2, 2] = 0.5 / shrink - 0.5
    border = cv2.BORDER_REPLICATE if rng.random() < 0.5 else cv2.BORDER_CONSTANT
    colour = (0, 0, 0) if rng.random() < 0.5 else tuple(float(v) for v in rng.uniform(0, 255, 3))
    method = cv2.INTER_CUBIC if rng.random() < 0.2 else cv2.INTER_LINEAR
    seen = cv2.warpPerspective(picture, warp @ finer, (SIDE_PX, SIDE_PX), flags=method, borderMode=border,
                               borderValue=colour)  # fmt: skip
    quads = sample.corners
    if len(quads):
        quads = cv2.perspectiveTransform(quads.reshape(1, -1, 2).astype(np.float64), warp).reshape(-1, 4, 2)
        inside = ((quads.max(axis=1) > -8) & (quads.min(axis=1) < SIDE_PX + 8)).all(axis=1)
        quads, marks = quads[inside].astype(np.float32), _cut_off(quads[inside], sample.marks[inside])
    else:
        marks = sample.marks
    return _spoiled(np.asarray(seen, np.uint8), quads, rng), quads.astype(np.float32), marks, sample.complete


def _cut_off(quads: NDArray[np.float64], marks: NDArray[np.int8]) -> NDArray[np.int8]:
    """Tiles of which the border of the window leaves less than two thirds are neither tiles nor none."""
    area = np.prod(np.ptp(quads, axis=1), axis=1)
    left = np.prod(np.ptp(quads.clip(0, SIDE_PX), axis=1), axis=1)
    return np.where(left < 0.67 * area, Mark.OPEN, marks).astype(np.int8)


def _random_warp(sample: Sample, size: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float64]:
    """(3, 3): a homography that brings some tile to a size and place in the window."""
    places = np.flatnonzero(sample.marks != Mark.OPEN)
    if len(places):
        quad = sample.corners[int(rng.choice(places))].astype(np.float64)
    else:
        quad = np.array([[0, 0], [30, 0], [30, 40], [0, 40]]) + rng.uniform(50, 400, 2)
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    short = max(6.0, min(sides[0] + sides[2], sides[1] + sides[3]) / 2)
    wanted = float(np.exp(rng.uniform(np.log(SMALLEST_PX), np.log(LARGEST_PX))))
    scale = min(_MOST_GROWN, wanted / short)
    if rng.random() < 0.75:
        scale = max(scale, min(0.85 * SIDE_PX / max(size), LARGEST_PX / short))
    stretch = np.exp(rng.normal(0, 0.08))
    kind = rng.random()
    turn = float(rng.normal(0, 4))
    rigid = bool((sample.marks == Mark.PLACE).any())
    if 0.6 < kind < 0.85:
        turn += 90 * int(rng.integers(1, 4))
    elif kind >= 0.85 and not rigid:
        turn = float(rng.uniform(0, 360))
    squeeze = np.ones(2) if rigid else _squeeze(sides, rng)
    c, s = np.cos(np.radians(turn)) * scale, np.sin(np.radians(turn)) * scale
    linear = np.array([[c * stretch, -s * stretch], [s / stretch, c / stretch]]) * squeeze
    if rng.random() < 0.3:
        linear = linear @ np.array([[1, rng.normal(0, 0.08)], [0, 1]])
    shift = rng.uniform(0.1, 0.9, 2) * SIDE_PX - linear @ quad.mean(axis=0)
    outline = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * size @ linear.T
    low, high = outline.min(axis=0), outline.max(axis=0)
    if rng.random() < 0.85:  # as much of the picture as there is room for
        first, last = np.minimum(SIDE_PX - high, -low), np.maximum(SIDE_PX - high, -low)
        shift = shift.clip(first, last)
    warp = np.eye(3)
    warp[:2, :2], warp[:2, 2] = linear, shift
    if not rigid and rng.random() < 0.3:
        lean = np.eye(3)
        lean[2, :2] = rng.normal(0, 0.0005, 2)
        back = np.eye(3)
        back[:2, 2] = SIDE_PX / 2
        warp = back @ lean @ np.linalg.inv(back) @ warp
    return warp


def _squeeze(sides: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """(2,): what makes the tiles of a photo that was stretched to a square as slim as tiles are, across and down."""
    across, down = sides[0] + sides[2], sides[1] + sides[3]
    flat = max(across, down) / max(1e-6, min(across, down))
    factors = np.ones(2)
    if flat > _STRETCHED:
        factors[int(down > across)] = float(rng.uniform(1.2, 1.5)) / flat
    return factors


def _spoiled(picture: Image, quads: NDArray[np.floating], rng: np.random.Generator) -> Image:
    """Light, lens, sensor and codec."""
    light = picture.astype(np.float32)
    if rng.random() < 0.12:
        light = light.mean(axis=2, keepdims=True).repeat(3, axis=2)
    if rng.random() < 0.06:
        _tint_tiles(light, quads, rng)
    light *= np.exp(rng.normal(0, 0.07, 3)).astype(np.float32) * np.float32(np.exp(rng.normal(0, 0.25)))
    if rng.random() < 0.4:
        middle = light.mean()
        light = middle + (light - middle) * float(np.exp(rng.normal(0, 0.25)))
    if rng.random() < 0.3:
        curve = 255 * (np.arange(256, dtype=np.float32) / 255) ** float(np.exp(rng.normal(0, 0.3)))
        light = curve.astype(np.float32)[light.clip(0, 255).astype(np.uint8)]
    if rng.random() < 0.15:
        haze = float(rng.uniform(0.05, 0.4))
        light = light * (1 - haze) + haze * float(rng.uniform(60, 235))
    kind = rng.random()
    if kind < 0.3:
        light = cv2.GaussianBlur(light, (0, 0), float(rng.uniform(0.3, 1.5)))
    elif kind < 0.36:
        light = _moved(light, rng)
    elif kind < 0.46:
        factor = float(rng.uniform(0.5, 0.9))
        small = cv2.resize(light, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        light = cv2.resize(small, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_LINEAR)
    elif kind < 0.6:
        light += float(rng.uniform(0.3, 1.5)) * (light - cv2.GaussianBlur(light, (0, 0), 1.0))
    if rng.random() < 0.12:
        _cover(light, rng)
    if rng.random() < 0.5:
        top, left = rng.integers(0, len(_noise()) - SIDE_PX, 2)
        light += _noise()[top : top + SIDE_PX, left : left + SIDE_PX] * np.float32(rng.uniform(1, 10))
    out = light.clip(0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        code = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 95))])[1]
        out = cv2.imdecode(code, cv2.IMREAD_COLOR)
    return np.asarray(out, np.uint8)


def _tint_tiles(light: NDArray[np.float32], quads: NDArray[np.floating], rng: np.random.Generator) -> None:
    """Lays grey boxes over some tiles, as the augmented photos have them."""
    shade, share = float(rng.uniform(60, 200)), float(rng.uniform(0.1, 0.5))
    for quad in quads:
        if rng.random() < 0.4:
            low = np.maximum(quad.min(axis=0), 0).astype(int)
            high = np.maximum(quad.max(axis=0), 0).astype(int)
            part = light[low[1] : high[1], low[0] : high[0]]
            part += share * (shade - part)


@cache
def _noise() -> NDArray[np.float32]:
    """Normal noise to take pieces of; new noise for each window would cost more than the rest."""
    return np.random.default_rng(0).standard_normal((3 * SIDE_PX, 3 * SIDE_PX, 3), np.float32)


def _moved(light: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """Blur along one direction."""
    kernel = np.zeros((7, 7), np.float32)
    angle, length = rng.uniform(0, np.pi), rng.uniform(1, 3)
    tip = (round(3 + length * np.cos(angle)), round(3 + length * np.sin(angle)))
    cv2.line(kernel, (6 - tip[0], 6 - tip[1]), tip, 1.0)
    return np.asarray(cv2.filter2D(light, -1, kernel / kernel.sum()), np.float32)


def _cover(light: NDArray[np.float32], rng: np.random.Generator) -> None:
    """A few small patches of one colour."""
    for _ in range(int(rng.integers(1, 5))):
        width, height = rng.integers(4, 28, 2)
        x, y = rng.integers(0, SIDE_PX - 28, 2)
        light[y : y + height, x : x + width] = rng.uniform(0, 255, 3)


def _batch(windows: Sequence[tuple[Image, NDArray[np.float32], NDArray[np.int8], bool]]) -> Batch:
    targets = [targets_of(quads, marks, complete, SIDE_PX) for _, quads, marks, complete in windows]
    names = targets[0].__slots__
    planes = {name: torch.from_numpy(np.stack([getattr(one, name) for one in targets])) for name in names}
    return {"pictures": torch.from_numpy(np.stack([window[0] for window in windows])), **planes}
