"""From a rough place to a tile's exact place: least squares on where its four sides really show.

Along each side a few short profiles look for the edge; each says how far the rectangle has to move there, and three
numbers (right, down, turn) are fitted to all of them. Opposite sides pull against each other, since the size is known,
so that the near edge of a neighbour does not draw a tile away. Pure, vectorised over tiles.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate_edges import FULL, TONE_STEP, Evidence
from vision.locate_outline import MARKS_WEIGHT, PLAIN_MM, TONE_WEIGHT
from vision.rectify import Picture

Poses: TypeAlias = NDArray[np.float64]
"""(n, 3): centre x, centre y in pixels of the straight picture, clockwise turn in degrees from upright."""

_SAMPLES: Final = 9  # along a side
_SIDE_PART: Final = 0.74  # of a side that is straight
_REACH_MM: Final = 1.6
_STEP_MM: Final = 0.2
ROUGH_PRIORS_MM: Final = (1.0, 0.9, 0.6, 0.4)
"""From a place a millimetre and a half off."""
FINE_PRIORS_MM: Final = (0.5, 0.4, 0.4)
"""From a place that is right but for fractions of a millimetre."""
_SHARP_SEAM: Final = 60.0  # grey levels a pixel: where most edges still have a peak
_SHARP_LOSS: Final = 0.1


def fitted(
    evidence: Evidence,
    poses: Poses,
    size_px: tuple[float, float],
    scale: float,
    priors_mm: Sequence[float] = ROUGH_PRIORS_MM,
) -> Poses:
    """Better poses for rectangles of a size (width, height of the upright face); `scale` is pixels a millimetre.

    `priors_mm`: step by step, how near an edge has to be to be the tile's own.
    """
    result = poses.astype(np.float64, copy=True)
    for prior_mm in priors_mm:
        result = _step(evidence, result, size_px, scale, prior_mm)
    return result


def support_of(evidence: Evidence, poses: Poses, size_px: tuple[float, float], scale: float) -> NDArray[np.float64]:
    """(n,) how well each pose is outlined, at most 1: as in `outline_scores`, but at the very place and turn."""
    points, normals = _sides(size_px)
    offsets = np.array([-0.5, 0.0, 0.5]) * scale
    at = _placed(poses, (points[:, None, :] + offsets[None, :, None] * normals[:, None, :]).reshape(-1, 2))
    outline = _sampled(evidence, at, poses[:, 2], 3).max(axis=2).reshape(len(poses), 4, 3, -1)
    inside = _placed(poses, points - PLAIN_MM * scale * normals)
    x, y = inside[..., 0].astype(np.float32), inside[..., 1].astype(np.float32)
    marks = cv2.remap(evidence.marks, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT).mean(axis=1) / FULL
    tone = cv2.remap(evidence.tone, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    uneven = np.ptp(tone.astype(np.float32).reshape(len(poses), 4, 3, -1).mean(axis=3).max(axis=2), axis=1) / TONE_STEP
    thirds = outline.mean(axis=3).min(axis=2)
    support = 0.5 * thirds.min(axis=1) + 0.5 * thirds.mean(axis=1) - MARKS_WEIGHT * marks - TONE_WEIGHT * uneven
    return np.asarray(support, np.float64)


def polished(
    evidence: Evidence,
    picture: Picture,
    poses: Poses,
    support: NDArray[np.float64],
    size_px: tuple[float, float],
    scale: float,
) -> tuple[Poses, NDArray[np.float64]]:
    """The same tiles more exactly, and their support; `evidence` is that of the picture.

    So far faint seams and dark ink weighed the same, which is safe but blunt. Now the sharp edges draw each tile to
    where they really are, unless its outline as a whole shows less there.
    """
    sharp = Evidence.of(picture, scale, seam=_SHARP_SEAM)
    moved = fitted(sharp, poses, size_px, scale, FINE_PRIORS_MM)
    moved_support = support_of(evidence, moved, size_px, scale)
    better = moved_support >= support - _SHARP_LOSS
    return np.where(better[:, None], moved, poses), np.where(better, moved_support, support)


def corners_of(poses: Poses, size_px: tuple[float, float]) -> NDArray[np.float64]:
    """(n, 4, 2) corners, clockwise from the top left of the upright face."""
    half = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * size_px
    return _placed(poses, half)


def _placed(poses: Poses, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, k, 2): points of the rectangle's own plane where each pose puts them."""
    turn = np.radians(poses[:, 2])
    cosine, sine = np.cos(turn)[:, None], np.sin(turn)[:, None]
    x, y = points[:, 0], points[:, 1]
    return np.stack([poses[:, 0:1] + x * cosine - y * sine, poses[:, 1:2] + x * sine + y * cosine], axis=-1)


def _sides(size_px: tuple[float, float]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Sample points and outward normals of all four sides in the rectangle's own plane, each (4 * samples, 2)."""
    width, height = size_px
    along = np.linspace(-_SIDE_PART / 2, _SIDE_PART / 2, _SAMPLES)
    none, one = np.zeros(_SAMPLES), np.ones(_SAMPLES)
    points = [
        np.column_stack([-width / 2 * one, along * height]),
        np.column_stack([width / 2 * one, along * height]),
        np.column_stack([along * width, -height / 2 * one]),
        np.column_stack([along * width, height / 2 * one]),
    ]
    normals = [
        np.column_stack([-one, none]),
        np.column_stack([one, none]),
        np.column_stack([none, -one]),
        np.column_stack([none, one]),
    ]
    return np.concatenate(points), np.concatenate(normals)


def _step(evidence: Evidence, poses: Poses, size_px: tuple[float, float], scale: float, prior_mm: float) -> Poses:
    points, normals = _sides(size_px)
    offsets = np.arange(-_REACH_MM, _REACH_MM + _STEP_MM / 2, _STEP_MM) * scale
    at = _placed(poses, (points[:, None, :] + offsets[None, :, None] * normals[:, None, :]).reshape(-1, 2))
    edges = _sampled(evidence, at, poses[:, 2], len(offsets))  # (n, samples, offsets)
    nearness = np.exp(-0.5 * (offsets / (prior_mm * scale)) ** 2)
    weighted = edges * nearness
    strength = weighted.max(axis=2)
    peak = (weighted**4 * offsets).sum(axis=2) / np.maximum((weighted**4).sum(axis=2), 1e-9)
    # outward displacement at a sample: normal . (move + turn x point); weighted least squares, all tiles at once
    lever = normals[:, 1] * points[:, 0] - normals[:, 0] * points[:, 1]
    rows = np.column_stack([normals, lever])
    weight = strength.astype(np.float64) ** 2
    steady = np.diag([0.1, 0.1, 0.1 * size_px[1] ** 2])  # where nothing shows, nothing moves
    matrix = np.einsum("ns,si,sj->nij", weight, rows, rows) + steady
    right_side = np.einsum("ns,si,ns->ni", weight, rows, peak)
    solution = np.linalg.solve(matrix, right_side[..., None])[..., 0]
    turn = np.radians(poses[:, 2])
    moved = poses.copy()
    moved[:, 0] += solution[:, 0] * np.cos(turn) - solution[:, 1] * np.sin(turn)
    moved[:, 1] += solution[:, 0] * np.sin(turn) + solution[:, 1] * np.cos(turn)
    moved[:, 2] += np.degrees(solution[:, 2])
    return moved


def _sampled(
    evidence: Evidence, at: NDArray[np.float64], turn_deg: NDArray[np.float64], offsets: int
) -> NDArray[np.float32]:
    """Edge strength square to the sides: (n, side samples, offsets). A tile on its side swaps the two directions."""
    x, y = at[..., 0].astype(np.float32), at[..., 1].astype(np.float32)
    across = cv2.remap(evidence.across, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    down = cv2.remap(evidence.down, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    half = at.shape[1] // 2
    level = (np.abs(turn_deg) % 180 > 45) & (np.abs(turn_deg) % 180 < 135)
    first = np.where(level[:, None], down[:, :half], across[:, :half])
    second = np.where(level[:, None], across[:, half:], down[:, half:])
    edges = np.concatenate([first, second], axis=1).reshape(len(at), -1, offsets)
    return np.asarray(edges, np.float32) / np.float32(FULL)
