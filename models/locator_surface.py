"""Lays a flat texture somewhere into a picture, a little slanted, as whatever lies about is seen."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.body import random_back, random_body
from models.crop import Image

Points = NDArray[np.float64]

_UNIT: Final = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])


def slanted(picture: Image, sides: tuple[float, float], rng: np.random.Generator) -> Points:
    """A somewhat slanted rectangle of that size, anywhere."""
    angle = float(rng.normal(0, 0.2)) if rng.random() < 0.6 else float(rng.uniform(0, 2 * np.pi))
    flat = (_UNIT - 0.5) * np.array(sides) * (1 + rng.normal(0, 0.04, (4, 2)))
    c, s = np.cos(angle), np.sin(angle)
    squeeze = np.array([1.0, float(rng.uniform(0.5, 1.0))])
    place = rng.uniform(0, 1, 2) * np.array(picture.shape[1::-1])
    return np.asarray((flat @ np.array([[c, s], [-s, c]])) * squeeze + place)


def lay(
    picture: Image, texture: NDArray[np.float32] | Image, quad: Points, cover: NDArray[np.float32] | None = None
) -> None:
    """Lays a texture over a quadrilateral (4, 2), where `cover` (0 to 1, the texture's height and width) says so."""
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 1, picture.shape[1::-1])
    if (high <= low).any():
        return
    height, width = texture.shape[:2]
    source = (_UNIT * (width, height)).astype(np.float32)
    warp = cv2.getPerspectiveTransform(source, (quad - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    mask = np.ones((height, width), np.float32) if cover is None else cover
    alpha = cv2.warpPerspective(mask, warp, size)[..., None]
    laid = cv2.warpPerspective(texture, warp, size, borderMode=cv2.BORDER_REPLICATE)
    under = picture[low[1] : high[1], low[0] : high[0]]
    under[:] = (under * (1 - alpha) + laid.clip(0, 255) * alpha).astype(np.uint8)


def any_colour(rng: np.random.Generator) -> tuple[float, float, float]:
    """The colour (BGR) of a body, of a back, or some grey."""
    kind = rng.random()
    if kind < 0.4:
        return random_body(rng).face
    if kind < 0.7:
        return random_back(rng)
    grey = float(rng.uniform(10, 245))
    return (grey, grey, grey)
