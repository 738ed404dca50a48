"""Searches a straight picture for upright rectangles of a given size that are outlined as faces are.

Ink inside a face is as strong as its outline, but nowhere encloses a rectangle of just that size. So the score of a
place is what its *weakest* side shows; and just inside its outline a face is plain and evenly lit, so a gap, a seam,
ink or shade there speaks against the place. Pure.
"""

from typing import Final, Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate_edges import FULL, TONE_STEP, Evidence
from vision.rectify import Picture

Scores: TypeAlias = NDArray[np.float32]

PLAIN_MM: Final = 1.2
"""How far inside its outline a face is still plain, on any set."""
MARKS_WEIGHT: Final = 0.8
TONE_WEIGHT: Final = 0.4

_CORNER: Final = 0.12  # of a side, at each end: a tile's corners are round
_TOLERANCE_PX: Final = 1  # how far off its line an edge may lie: half a step of angle at half a tile
_Way: TypeAlias = Literal["upright", "level"]


class OutlineSearch:
    """One picture's evidence, searched for several sizes; what sizes have in common is computed once."""

    def __init__(self, evidence: Evidence) -> None:
        reach = 2 * _TOLERANCE_PX + 1
        self._edges: dict[_Way, Picture] = {
            "upright": np.asarray(cv2.dilate(evidence.across, np.ones((1, reach), np.uint8)), np.uint8),
            "level": np.asarray(cv2.dilate(evidence.down, np.ones((reach, 1), np.uint8)), np.uint8),
        }
        self._marks = evidence.marks
        self._tone = evidence.tone
        self._known: dict[tuple[str, _Way, int], Picture] = {}

    def scores(self, width_px: float, height_px: float, inside_px: float) -> Scores:
        """For every pixel, how well a rectangle of that size around it is outlined, at most 1; 0 near the border.

        `inside_px` is how far inside its outline a face is still plain.
        """
        result = np.zeros(self._tone.shape, np.float32)
        half_x, half_y = round(width_px / 2), round(height_px / 2)
        rows, columns = self._tone.shape[0] - 2 * half_y, self._tone.shape[1] - 2 * half_x
        if rows <= 0 or columns <= 0:
            return result

        def sides(kind: str, x: int, y: int) -> list[Picture]:
            """Left, right, top and bottom, that far from each pixel."""
            upright, level = self._lines(kind, "upright", height_px), self._lines(kind, "level", width_px)
            return [
                lines[half_y + down : half_y + down + rows, half_x + right : half_x + right + columns]
                for lines, right, down in ((upright, -x, 0), (upright, x, 0), (level, 0, -y), (level, 0, y))
            ]

        left, right, top, bottom = sides("edges", half_x, half_y)
        weakest = np.minimum(np.minimum(left, right), np.minimum(top, bottom))
        total = left.astype(np.uint16) + right + top + bottom
        inner = (round(width_px / 2 - inside_px), round(height_px / 2 - inside_px))
        left, right, top, bottom = sides("marks", *inner)
        marks = left.astype(np.uint16) + right + top + bottom
        left, right, top, bottom = sides("tone", *inner)
        lightest = np.maximum(np.maximum(left, right), np.maximum(top, bottom))
        uneven = lightest - np.minimum(np.minimum(left, right), np.minimum(top, bottom))
        score = weakest * np.float32(0.6 / FULL) + total * np.float32(0.1 / FULL)
        score -= marks * np.float32(MARKS_WEIGHT / 4 / FULL)
        score -= uneven * np.float32(TONE_WEIGHT / TONE_STEP)
        result[half_y : half_y + rows, half_x : half_x + columns] = score
        return result

    def _lines(self, kind: str, way: _Way, side_px: float) -> Picture:
        """Along the straight part of a side around each pixel: the weakest third of edges, the mean of marks, the
        lightest third of tone (ink that comes near the edge does so in places only)."""
        length = max(3, round(side_px * (1 - 2 * _CORNER)))
        key = (kind, way, length)
        if key not in self._known:
            if kind == "edges":
                self._known[key] = _thirds(self._edges[way], way, length, darkest=True)
            elif kind == "marks":
                self._known[key] = _mean(self._marks, way, length)
            else:
                self._known[key] = _thirds(self._tone, way, length, darkest=False)
        return self._known[key]


def _mean(values: Picture, way: _Way, length: int) -> Picture:
    size = (1, length) if way == "upright" else (length, 1)
    return np.asarray(cv2.blur(values, size, borderType=cv2.BORDER_CONSTANT), np.uint8)


def _thirds(values: Picture, way: _Way, length: int, *, darkest: bool) -> Picture:
    """Of the three thirds of a line around each pixel the one with the smallest or the largest mean."""
    third = max(1, length // 3)
    parts = _mean(values, way, third)
    if way == "level":
        parts = parts.T
    result = np.zeros_like(parts)
    if parts.shape[0] > 2 * third:
        pick = np.minimum if darkest else np.maximum
        both = pick(parts[: -2 * third], parts[2 * third :])
        result[third:-third] = pick(both, parts[third:-third])
    return result if way == "upright" else np.ascontiguousarray(result.T)
