"""How much a straight picture looks like it had a tile's outline at a place: the evidence that locating rests on.

A face of known size shows an edge along all four sides at once: against felt, against the neighbour it touches, against
its own darker side. Ink inside a face is stronger, but nowhere encloses a rectangle of just that size. So the score of
a place is what its *weakest* side shows, with every edge cut off at the strength of a faint seam; and just inside its
outline a face is plain, so a gap, a seam or ink there speaks against the place. Pure functions.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import Picture

Map: TypeAlias = NDArray[np.float32]

SEAM: Final = 14.0
"""Grey levels a pixel from which an edge counts fully; the seam between two touching tiles has about that."""
NOISE: Final = 3.0
"""Grey levels a pixel up to which an edge counts nothing (in a quiet picture)."""
_MARK: Final = (12.0, 40.0)
"""How much darker something is than what is around it to count as a mark: from, fully."""
_TONE_STEP: Final = 60.0
_STROKE_MM: Final = 7.0  # wider than any stroke of ink or any gap in which felt shows between rows
MARKS_WEIGHT: Final = 0.8
TONE_WEIGHT: Final = 0.4
_CORNER: Final = 0.12  # of a side, at each end: a tile's corners are round
_TOLERANCE_PX: Final = 1  # how far off its line an edge may lie: half a step of angle at half a tile


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for and against outlines: four maps of the picture's size.

    `across`: colour changes from left to right, `down`: from top to bottom, both 0 for nothing to 1 for clearly.
    `marks`: the same for being darker than what is around, as ink, seams and gaps between faces are. `tone`: the
    darkest of the three colours in steps of which one tells a face's side from its top.
    """

    across: Map
    down: Map
    marks: Map
    tone: Map


def evidence_of(picture: Picture, scale: float, seam: float = SEAM, noise: float = NOISE) -> Evidence:
    """The evidence in a BGR picture with `scale` pixels a millimetre; edges are saturated at `seam`."""
    smooth = np.asarray(cv2.GaussianBlur(picture, (3, 3), 0.8), np.uint8)
    darkest = tone_of(smooth)
    return Evidence(
        across=_edges(smooth, 1, 0, seam, noise),
        down=_edges(smooth, 0, 1, seam, noise),
        marks=marks_of(darkest, round(_STROKE_MM * scale)),
        tone=darkest.astype(np.float32) / np.float32(_TONE_STEP),
    )


def tone_of(smooth: Picture) -> Picture:
    """The darkest of the three colours, (height, width): every ink, and felt, lacks one that faces have."""
    blue, green, red = cv2.split(smooth)
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)


def marks_of(darkest: Picture, stroke_px: int) -> Map:
    """What is darker than what lies around it within a stroke's width, 0 to 1."""
    size = 2 * (stroke_px // 2) + 1
    depth = cv2.morphologyEx(darkest, cv2.MORPH_BLACKHAT, np.ones((size, size), np.uint8))
    levels = np.clip((np.arange(256) - _MARK[0]) / (_MARK[1] - _MARK[0]), 0.0, 1.0).astype(np.float32)
    return np.asarray(levels[depth], np.float32)


def _edges(smooth: Picture, right: int, down: int, seam: float, noise: float) -> Map:
    # the difference of a pixel's two neighbours, which is twice the slope
    strength = cv2.convertScaleAbs(cv2.Sobel(smooth, cv2.CV_16S, right, down, ksize=1))
    blue, green, red = cv2.split(strength)
    strongest = cv2.max(cv2.max(blue, green), red)
    gain = 1.0 / (2 * (seam - noise))
    levels = np.clip((np.arange(256) - 2 * noise) * gain, 0.0, 1.0).astype(np.float32)
    return np.asarray(levels[strongest], np.float32)


def turned(evidence: Evidence, matrix: NDArray[np.float64]) -> Evidence:
    """The evidence as if the picture had been turned by a few degrees first: (2, 3) `matrix` as for warpAffine."""
    size = evidence.across.shape[::-1]
    across, down, marks, tone = (
        np.asarray(cv2.warpAffine(each, matrix, size, flags=cv2.INTER_LINEAR), np.float32)
        for each in (evidence.across, evidence.down, evidence.marks, evidence.tone)
    )
    return Evidence(across, down, marks, tone)


def outline_scores(evidence: Evidence, width_px: float, height_px: float, inside_px: float) -> Map:
    """For every pixel, how well an upright rectangle of that size around it is outlined, 0 to 1.

    `inside_px` is how far inside its outline a face is still plain.
    """
    reach = 2 * _TOLERANCE_PX + 1
    across = np.asarray(cv2.dilate(evidence.across, np.ones((1, reach), np.uint8)), np.float32)
    down = np.asarray(cv2.dilate(evidence.down, np.ones((reach, 1), np.uint8)), np.float32)
    upright = _weakest_part(across, 0, _straight(height_px))
    level = _weakest_part(down, _straight(width_px), 0)
    left, right = _shifted(upright, -width_px / 2, 0), _shifted(upright, width_px / 2, 0)
    top, bottom = _shifted(level, 0, -height_px / 2), _shifted(level, 0, height_px / 2)
    weakest = np.minimum(np.minimum(left, right), np.minimum(top, bottom))
    mean = (left + right + top + bottom) * np.float32(0.25)
    inset = (width_px / 2 - inside_px, height_px / 2 - inside_px)
    straight = (_straight(width_px), _straight(height_px))
    marks = sum(_inner_sides(evidence.marks, inset, straight))
    tones = _lightest_parts(evidence.tone, inset, straight)
    lightest = np.maximum(np.maximum(tones[0], tones[1]), np.maximum(tones[2], tones[3]))
    darkest = np.minimum(np.minimum(tones[0], tones[1]), np.minimum(tones[2], tones[3]))
    score = 0.6 * weakest + 0.4 * mean - MARKS_WEIGHT / 4 * marks - TONE_WEIGHT * (lightest - darkest)
    return np.asarray(score, np.float32)


def _inner_sides(values: Map, inset: tuple[float, float], straight: tuple[int, int]) -> tuple[Map, Map, Map, Map]:
    """Means along the left, right, upper and lower line that lies inside the outline."""
    upright, level = _along(values, (1, straight[1])), _along(values, (straight[0], 1))
    return (
        _shifted(upright, -inset[0], 0),
        _shifted(upright, inset[0], 0),
        _shifted(level, 0, -inset[1]),
        _shifted(level, 0, inset[1]),
    )


def _lightest_parts(values: Map, inset: tuple[float, float], straight: tuple[int, int]) -> list[Map]:
    """Along the same lines cut in three, the lightest third: ink that comes near the edge does so in places only."""
    thirds = (max(1, straight[0] // 3), max(1, straight[1] // 3))
    upright, level = _along(values, (1, thirds[1])), _along(values, (thirds[0], 1))
    upright = np.maximum(np.maximum(upright, _shifted(upright, 0, thirds[1])), _shifted(upright, 0, -thirds[1]))
    level = np.maximum(np.maximum(level, _shifted(level, thirds[0], 0)), _shifted(level, -thirds[0], 0))
    return [
        _shifted(upright, -inset[0], 0),
        _shifted(upright, inset[0], 0),
        _shifted(level, 0, -inset[1]),
        _shifted(level, 0, inset[1]),
    ]


def _weakest_part(edges: Map, width_px: int, height_px: int) -> Map:
    """Of a line of that size around each pixel, cut in three, what its weakest third shows: ink makes no whole line."""
    third = max(1, max(width_px, height_px) // 3)
    if width_px:
        parts = _along(edges, (third, 1))
        return np.minimum(np.minimum(parts, _shifted(parts, -third, 0)), _shifted(parts, third, 0))
    parts = _along(edges, (1, third))
    return np.minimum(np.minimum(parts, _shifted(parts, 0, -third)), _shifted(parts, 0, third))


def _straight(side_px: float) -> int:
    return max(3, round(side_px * (1 - 2 * _CORNER)))


def _along(edges: Map, size: tuple[int, int]) -> Map:
    return np.asarray(cv2.blur(edges, size, borderType=cv2.BORDER_CONSTANT), np.float32)


def _shifted(values: Map, right_px: float, down_px: float) -> Map:
    """`values` read that far to the right and below; 0 beyond the border."""
    x, y = round(right_px), round(down_px)
    height, width = values.shape
    result = np.zeros_like(values)
    rows = slice(max(0, -y), min(height, height - y))
    columns = slice(max(0, -x), min(width, width - x))
    result[rows, columns] = values[
        max(0, y) : max(0, y) + rows.stop - rows.start, max(0, x) : max(0, x) + columns.stop - columns.start
    ]
    return result
