"""How well quadrilaterals in a photo are outlined as faces are, and where near a guess the best one is.

The evidence is that of `locate_edges`, for any shape and direction: an edge along all four sides, cut off at the
strength of a faint seam, and just inside them neither ink nor gap nor shade. Pure, vectorised over quadrilaterals.
"""

from collections.abc import Iterator
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate_edges import FULL, NOISE, SEAM, TONE_STEP, marks_of, tone_of
from vision.locate_outline import MARKS_WEIGHT, TONE_WEIGHT
from vision.rectify import Picture

Map: TypeAlias = NDArray[np.float32]
Quads: TypeAlias = NDArray[np.float64]
"""(n, 4, 2): corners clockwise in pixels."""

_SAMPLES: Final = 9  # along a side, three in each third
_SIDE_PART: Final = 0.76  # of a side that is straight
_ON_LINE: Final = (-0.02, 0.0, 0.02)  # of the depth: how far off the line an edge may be
_INSIDE: Final = 0.06  # of the depth: where a face is still plain
_STROKE: Final = 0.37  # of the size: wider than any stroke of ink
_LEVEL_PX: Final = 44.0  # the size (root of the area) of a tile at which it is judged
_GRID: Final = 7  # odd; places tried in each direction
_SIDE_STEPS: Final = (-1.0, -0.5, 0.5, 1.0)
_AWAY: Final = 0.06  # what it costs to go as far as the reach
_OCTAVE: Final = 1.5  # between one scale and the next


class PhotoEvidence:
    """The evidence in one BGR picture, at the scale that suits each quadrilateral.

    A tile's bevelled edge is wide in a large picture; at some 28 pixels a tile it is one step, as seams are.
    """

    def __init__(self, picture: Picture) -> None:
        self._picture = picture
        self._levels: dict[int, _Level] = {}

    def support(self, quads: Quads) -> NDArray[np.float64]:
        """(n,) how well each is outlined, at most 1."""
        support = np.zeros(len(quads))
        for rows, level in self._by_level(quads):
            support[rows] = level.support(quads[rows] * level.zoom)
        return support

    def fit(self, quads: Quads, reach: float, sides: float) -> Quads:
        """The best outlined quadrilaterals near each: moved by up to `reach`, then each side by up to `sides`.

        Both are parts of its own size. Sides keep their direction.
        """
        if not len(quads):
            return quads
        moved = self._best_of(quads, _moved(quads, reach)) if reach else quads
        for step in (sides, 0.5 * sides) if sides else ():
            for side in range(4):
                moved = self._best_of(moved, _side_shifted(moved, side, step))
        return moved

    def _best_of(self, quads: Quads, variants: NDArray[np.float64]) -> Quads:
        """Of (n, k, 4, 2) variants, the first of which is the quadrilateral itself, the best one each."""
        count, each = variants.shape[:2]
        support = self.support(variants.reshape(-1, 4, 2)).reshape(count, each)
        away = np.linalg.norm(variants - quads[:, None], axis=3).mean(axis=2)
        support -= _AWAY * (away / np.maximum(away.max(axis=1, keepdims=True), 1e-6)) ** 2
        return np.asarray(variants[np.arange(count), support.argmax(axis=1)])

    def _by_level(self, quads: Quads) -> Iterator[tuple[NDArray[np.bool_], "_Level"]]:
        sizes = np.sqrt(np.maximum(np.abs(_areas(quads)), 16.0))
        octaves = np.maximum(np.round(np.log(sizes / _LEVEL_PX) / np.log(_OCTAVE)).astype(int), 0)
        for octave in np.unique(octaves):
            yield octaves == octave, self._level(int(octave))

    def _level(self, octave: int) -> "_Level":
        if octave not in self._levels:
            self._levels[octave] = _Level(self._picture, _OCTAVE**-octave)
        return self._levels[octave]


class _Level:
    """The maps of one scale, on which tiles are `_LEVEL_PX` wide or a little more or less."""

    def __init__(self, picture: Picture, zoom: float) -> None:
        self.zoom = zoom
        if zoom < 1:
            small = cv2.resize(picture, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
            picture = np.asarray(small, np.uint8)
        smooth = np.asarray(cv2.GaussianBlur(picture, (3, 3), 0.8), np.uint8)
        light = np.asarray(cv2.cvtColor(smooth, cv2.COLOR_BGR2GRAY), np.uint8)
        dark = tone_of(smooth)
        self._slopes = [_slope(values, *way) for values in (light, dark) for way in ((1, 0), (0, 1))]
        self._tone = dark.astype(np.float32)
        self._marks = marks_of(dark, round(_STROKE * _LEVEL_PX)).astype(np.float32) * np.float32(1 / FULL)

    def support(self, quads: Quads) -> NDArray[np.float64]:
        """(n,) how well quadrilaterals in this level's pixels are outlined."""
        count = len(quads)
        ends = np.roll(quads, -1, axis=1)
        along = ends - quads
        length = np.maximum(np.linalg.norm(along, axis=2, keepdims=True), 1e-6)
        normals = np.stack([along[..., 1], -along[..., 0]], axis=2) / length  # outward, for clockwise corners
        depth = np.roll(length, 1, axis=1) * 0.5 + np.roll(length, -1, axis=1) * 0.5
        part = np.linspace(-_SIDE_PART / 2, _SIDE_PART / 2, _SAMPLES)
        points = ((quads + ends) / 2)[:, :, None] + part[None, None, :, None] * along[:, :, None]
        edges = np.zeros((count, 4, _SAMPLES), np.float32)
        for offset in _ON_LINE:
            at = points + offset * (depth * normals)[:, :, None]
            edges = np.maximum(edges, self._edges(at, np.broadcast_to(normals[:, :, None], at.shape)))
        thirds = edges.reshape(count, 4, 3, -1).mean(axis=3).min(axis=2)
        inside = (points - _INSIDE * (depth * normals)[:, :, None]).reshape(count, -1, 2)
        tone = _taken(self._tone, inside).reshape(count, 4, 3, -1).mean(axis=3).max(axis=2)
        uneven = np.ptp(tone, axis=1) / TONE_STEP
        marks = _taken(self._marks, inside).mean(axis=1)
        weakest = thirds.min(axis=1)
        support = 0.5 * weakest + 0.5 * thirds.mean(axis=1) - MARKS_WEIGHT * marks - TONE_WEIGHT * uneven
        return np.asarray(support, np.float64)

    def _edges(self, at: NDArray[np.float64], normals: NDArray[np.float64]) -> Map:
        """Edge strength square to the normals, 0 to 1, at (n, sides, samples, 2) points."""
        shape = at.shape[:-1]
        flat = at.reshape(shape[0], -1, 2)
        over, down = (normals[..., axis].reshape(shape[0], -1) for axis in (0, 1))
        light, dark = (
            np.abs(_taken(self._slopes[first], flat) * over + _taken(self._slopes[first + 1], flat) * down)
            for first in (0, 2)
        )
        strength = (np.maximum(light, dark) - NOISE) / (SEAM - NOISE)
        return np.asarray(np.clip(strength, 0.0, 1.0).reshape(shape), np.float32)


def _slope(values: Picture, right: int, down: int) -> Map:
    return np.asarray(cv2.Sobel(values, cv2.CV_32F, right, down, ksize=1, scale=0.5), np.float32)


def _taken(values: Map, at: NDArray[np.float64]) -> Map:
    """Values at (n, k, 2) points."""
    x, y = at[..., 0].astype(np.float32), at[..., 1].astype(np.float32)
    rows = 16_000  # remap counts rows in 16 bits
    parts = [
        cv2.remap(
            values, x[start : start + rows], y[start : start + rows], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        for start in range(0, len(x), rows)
    ]
    return np.asarray(np.concatenate(parts), np.float32)


def _areas(quads: Quads) -> NDArray[np.float64]:
    diagonal, other = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.asarray((diagonal[:, 0] * other[:, 1] - diagonal[:, 1] * other[:, 0]) / 2)


def _moved(quads: Quads, reach: float) -> NDArray[np.float64]:
    """(n, k, 4, 2): each quadrilateral itself, then moved along its own sides."""
    right = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 2
    down = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 2
    steps = np.linspace(-reach, reach, _GRID)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    grid = grid[np.argsort(np.abs(grid).sum(axis=1))]  # itself first
    moves = grid[None, :, 0:1] * right[:, None] + grid[None, :, 1:2] * down[:, None]
    return np.asarray(quads[:, None] + moves[:, :, None])


def _side_shifted(quads: Quads, side: int, step: float) -> NDArray[np.float64]:
    """(n, k, 4, 2): each itself, then with one side moved in or out along its neighbours."""
    first, second = side, (side + 1) % 4
    before, after = (side + 3) % 4, (side + 2) % 4
    variants = [quads]
    for factor in _SIDE_STEPS:
        shifted = quads.copy()
        shifted[:, first] += factor * step * (quads[:, first] - quads[:, before])
        shifted[:, second] += factor * step * (quads[:, second] - quads[:, after])
        variants.append(shifted)
    return np.stack(variants, axis=1)
