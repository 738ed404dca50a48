"""How sharp a piece of a picture is, by its steepest edges. Pure."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import Picture

_LEAST_CONTRAST: Final = 40.0  # grey levels: noise makes slopes as well


def sharpness(piece: Picture | NDArray[np.float32]) -> float | None:
    """The steepest slope of a grey piece over its contrast, per pixel: the same in any light. None without contrast."""
    levels = np.asarray(piece, np.float32)
    dark, bright = np.percentile(levels, (5, 95))
    if bright - dark < _LEAST_CONTRAST:
        return None
    across = cv2.Sobel(levels, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8)
    down = cv2.Sobel(levels, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8)
    return float(np.percentile(np.hypot(across, down), 97) / (bright - dark))
