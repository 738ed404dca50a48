"""Fits quadrilaterals to the edges of faces in a photo: each side on its own, as perspective wants it.

For each side some lines near it, shifted and tilted a little, are tried, and the one along which the picture changes
most is taken. Pure, vectorised over quadrilaterals.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import Picture

Quads = NDArray[np.float64]
"""(n, 4, 2): corners clockwise in pixels."""

_SAMPLES: Final = 9
_SIDE_PART: Final = 0.76
_SHIFTS: Final = 15  # odd; positions tried across a side
_TILTS: Final = 5  # odd; tilts tried
_FULL_EDGE: Final = 30.0  # grey levels a pixel from which an edge counts fully
_NOISE: Final = 2.5


@dataclass(frozen=True, slots=True)
class Gradients:
    """Slopes of a picture's lightness and of its darkest colour, which shows ink and felt: each (height, width)."""

    light_x: NDArray[np.float32]
    light_y: NDArray[np.float32]
    dark_x: NDArray[np.float32]
    dark_y: NDArray[np.float32]

    @classmethod
    def of(cls, picture: Picture) -> "Gradients":
        """From a BGR picture."""
        smooth = cv2.GaussianBlur(picture, (3, 3), 0.8)
        light = cv2.cvtColor(smooth, cv2.COLOR_BGR2GRAY)
        blue, green, red = cv2.split(smooth)
        dark = cv2.min(cv2.min(blue, green), red)
        slopes = [
            np.asarray(cv2.Sobel(values, cv2.CV_32F, *way, ksize=1, scale=0.5), np.float32)
            for values in (light, dark)
            for way in ((1, 0), (0, 1))
        ]
        return cls(*slopes)

    def across(self, at: NDArray[np.float64], normals: NDArray[np.float64]) -> NDArray[np.float32]:
        """Edge strength, 0 to 1, at points (..., 2) square to the normals (..., 2)."""
        shape = at.shape[:-1]
        x = at[..., 0].reshape(shape[0], -1).astype(np.float32)
        y = at[..., 1].reshape(shape[0], -1).astype(np.float32)
        over, down = (normals[..., axis].reshape(shape[0], -1).astype(np.float32) for axis in (0, 1))

        def taken(values: NDArray[np.float32]) -> NDArray[np.float32]:
            seen = cv2.remap(values, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
            return np.asarray(seen, np.float32)

        light = np.abs(taken(self.light_x) * over + taken(self.light_y) * down)
        dark = np.abs(taken(self.dark_x) * over + taken(self.dark_y) * down)
        strength = (np.maximum(light, dark) - _NOISE) / (_FULL_EDGE - _NOISE)
        return np.asarray(np.clip(strength, 0.0, 1.0).reshape(shape), np.float32)


def fit_quads(gradients: Gradients, quads: Quads, reach: float) -> tuple[Quads, NDArray[np.float64]]:
    """Quadrilaterals with each side on the best edge within `reach` times the tile's size, and what each side shows.

    Returns (n, 4, 2) and (n, 4) strengths 0 to 1: top, right, bottom, left.
    """
    if not len(quads):
        return quads, np.zeros((0, 4))
    ends = np.roll(quads, -1, axis=1)
    along = ends - quads
    length = np.linalg.norm(along, axis=2, keepdims=True)
    normals = np.stack([along[..., 1], -along[..., 0]], axis=2) / np.maximum(length, 1e-6)  # outward
    depth = (length + np.roll(length, 1, axis=1)) / 2  # how far it is to the other side, about
    shifts = np.linspace(-1, 1, _SHIFTS)
    part = np.linspace(-_SIDE_PART / 2, _SIDE_PART / 2, _SAMPLES)
    middle = (quads + ends) / 2
    points = middle[:, :, None, :] + part[None, None, :, None] * along[:, :, None, :]
    offsets = shifts * reach  # in parts of the depth
    at = points[:, :, :, None, :] + (
        offsets[None, None, None, :, None] * depth[:, :, None, None, :] * normals[:, :, None, None, :]
    )
    ways = np.broadcast_to(normals[:, :, None, None, :], at.shape)
    edges = gradients.across(at, ways)  # n, side, sample, shift
    edges = edges * np.exp(-0.5 * (shifts / 0.8) ** 2).astype(np.float32)
    best_shift, best_tilt, strength = _best_lines(edges)
    start = best_shift - best_tilt / _SIDE_PART  # at the corners, beyond the samples
    end = best_shift + best_tilt / _SIDE_PART
    step = depth[..., 0] * reach / (_SHIFTS // 2)
    first = quads + (start * step)[..., None] * normals
    second = ends + (end * step)[..., None] * normals
    return _crossings(first, second, quads), strength


def _best_lines(
    edges: NDArray[np.float32],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Of lines through the profiles the strongest: its shift, its tilt at the ends (both in steps), its strength."""
    count, sides, samples, shifts = edges.shape
    tilts = np.arange(_TILTS) - _TILTS // 2
    sums = np.full((len(tilts), count, sides, shifts), -1.0, np.float32)
    for place, tilt in enumerate(tilts):
        total = np.zeros((count, sides, shifts), np.float32)
        for sample in range(samples):
            move = round(float(tilt) * (2 * sample / (samples - 1) - 1))
            total += _moved(edges[:, :, sample], move)
        sums[place] = total / samples * np.float32(1.0 - 0.04 * abs(int(tilt)))
    flat = sums.transpose(1, 2, 0, 3).reshape(count, sides, -1)
    best = flat.argmax(axis=2)
    strength = np.take_along_axis(flat, best[..., None], axis=2)[..., 0]
    return (
        (best % shifts - shifts // 2).astype(np.float64),
        tilts[best // shifts].astype(np.float64),
        strength.astype(np.float64),
    )


def _moved(profile: NDArray[np.float32], move: int) -> NDArray[np.float32]:
    """Profiles read `move` steps further out; nothing beyond the end."""
    if move == 0:
        return profile
    result = np.zeros_like(profile)
    if move > 0:
        result[..., :-move] = profile[..., move:]
    else:
        result[..., -move:] = profile[..., :move]
    return result


def _crossings(first: Quads, second: Quads, fallback: Quads) -> Quads:
    """Corners where each side's line meets the one before it; the old corner where they hardly cross."""
    one, along = first, second - first
    other, other_along = np.roll(first, 1, axis=1), np.roll(second - first, 1, axis=1)
    cross = along[..., 0] * other_along[..., 1] - along[..., 1] * other_along[..., 0]
    between = other - one
    part = between[..., 0] * other_along[..., 1] - between[..., 1] * other_along[..., 0]
    safe = np.where(np.abs(cross) < 1e-6, 1.0, cross)
    corners = one + (part / safe)[..., None] * along
    size = np.linalg.norm(along, axis=2)
    far = np.linalg.norm(corners - fallback, axis=2) > 0.5 * size
    return np.where((far | (np.abs(cross) < 1e-6))[..., None], fallback, corners)
