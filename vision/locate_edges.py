"""The evidence that locating rests on: where a picture changes, where it is marked, how dark it is.

A face shows an edge along all four sides: against felt, against the neighbour it touches, against its own darker side.
Every edge is cut off at the strength of a faint seam, so that ink, which is stronger, counts no more. Pure functions;
maps are uint8, which halves and quarters what memory has to carry.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.rectify import Picture

SEAM: Final = 14.0
"""Grey levels a pixel from which an edge counts fully; the seam between two touching tiles has about that."""
NOISE: Final = 3.0
"""Grey levels a pixel up to which an edge counts nothing (in a quiet picture)."""
FULL: Final = 255
"""The value of an edge or a mark that counts fully."""
TONE_STEP: Final = 60.0
"""Grey levels that tell a face's side from its top."""

_MARK: Final = (12.0, 40.0)  # how much darker something is than what is around it to count as a mark: from, fully
_STROKE_MM: Final = 7.0  # wider than any stroke of ink or any gap in which felt shows between rows


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for and against outlines: four maps of the picture's size.

    `across`: colour changes from left to right, `down`: from top to bottom, both 0 for nothing to `FULL`. `marks`: the
    same for being darker than what is around, as ink, seams and gaps between faces are. `tone`: the darkest of the
    three colours, in grey levels.
    """

    across: Picture
    down: Picture
    marks: Picture
    tone: Picture

    @classmethod
    def of(cls, picture: Picture, scale: float, seam: float = SEAM, noise: float = NOISE) -> "Evidence":
        """The evidence in a BGR picture with `scale` pixels a millimetre; edges are saturated at `seam`."""
        smooth = np.asarray(cv2.GaussianBlur(picture, (3, 3), 0.8), np.uint8)
        tone = tone_of(smooth)
        return cls(
            across=_edges(smooth, 1, 0, seam, noise),
            down=_edges(smooth, 0, 1, seam, noise),
            marks=marks_of(tone, round(_STROKE_MM * scale)),
            tone=tone,
        )

    def turned(self, matrix: NDArray[np.float64]) -> "Evidence":
        """As if the picture had been turned by a few degrees first: (2, 3) `matrix` as for warpAffine."""
        size = self.across.shape[::-1]
        across, down, marks, tone = (
            np.asarray(cv2.warpAffine(each, matrix, size, flags=cv2.INTER_LINEAR), np.uint8)
            for each in (self.across, self.down, self.marks, self.tone)
        )
        return Evidence(across, down, marks, tone)


def tone_of(smooth: Picture) -> Picture:
    """The darkest of the three colours, (height, width): every ink, and felt, lacks one that faces have."""
    blue, green, red = cv2.split(smooth)
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)


def marks_of(tone: Picture, stroke_px: int) -> Picture:
    """What is darker than what lies around it within a stroke's width, 0 to `FULL`."""
    size = 2 * (stroke_px // 2) + 1
    depth = cv2.morphologyEx(tone, cv2.MORPH_BLACKHAT, np.ones((size, size), np.uint8))
    return _ramped(depth, *_MARK)


def _edges(smooth: Picture, right: int, down: int, seam: float, noise: float) -> Picture:
    # the difference of a pixel's two neighbours, which is twice the slope
    strength = cv2.convertScaleAbs(cv2.Sobel(smooth, cv2.CV_16S, right, down, ksize=1))
    blue, green, red = cv2.split(strength)
    return _ramped(cv2.max(cv2.max(blue, green), red), 2 * noise, 2 * seam)


def _ramped(values: ArrayLike, nothing: float, fully: float) -> Picture:
    levels = np.clip((np.arange(256) - nothing) / (fully - nothing), 0.0, 1.0)
    return np.asarray(cv2.LUT(np.asarray(values, np.uint8), np.round(levels * FULL).astype(np.uint8)), np.uint8)
