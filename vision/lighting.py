"""How the light of a picture differs from that of another picture of the same view, from thumbnails of both. Pure."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import Picture

THUMBNAIL_PX: Final = (96, 54)
"""Width and height of a thumbnail, whatever the picture's own shape."""

_STEP: Final = 4  # every fourth pixel is enough for an average, and sixteen times cheaper
_LEAST_LEVEL: Final = 12.0  # of a channel: below this a ratio is noise
_LEAST_PIXELS: Final = 40
_ALIKE: Final = 0.6  # natural logarithm: a shadow or a dimmer lamp, not another thing


@dataclass(frozen=True, slots=True)
class LightChange:
    """`gain`: brightness now over brightness then. `cast`: the colour that shifted most against the others, as a
    natural logarithm: 0 for the same colour of light, 0.2 for 22 %."""

    gain: float
    cast: float


def thumbnail(picture: Picture) -> Picture:
    """(54, 96, 3) of a picture."""
    thinned = np.ascontiguousarray(picture[::_STEP, ::_STEP])
    return np.asarray(cv2.resize(thinned, THUMBNAIL_PX, interpolation=cv2.INTER_AREA), np.uint8)


def shrunk_mask(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(54, 96): the pixels of a thumbnail that lie within a mask of the picture as a whole."""
    return np.asarray(cv2.resize(mask.astype(np.float32), THUMBNAIL_PX, interpolation=cv2.INTER_AREA) > 0.99)


def likeness(now: Picture, then: Picture) -> float:
    """The share of a thumbnail's pixels that show about what they showed, in about the same light: 0 to 1."""
    ratio = np.log(np.maximum(now, 4).astype(np.float32) / np.maximum(then, 4))
    return float((np.abs(ratio).max(axis=2) < _ALIKE).mean())


def light_change(now: Picture, then: Picture, where: NDArray[np.bool_]) -> LightChange | None:
    """The change over most of the pixels `where`, so that tiles, hands and their shadows do not count.

    None where nothing was bright enough to tell.
    """
    bright = where & (then.min(axis=2) >= _LEAST_LEVEL)
    if bright.sum() < _LEAST_PIXELS:
        return None
    ratio = np.maximum(now[bright], 1).astype(np.float64) / then[bright]
    channels = np.median(ratio, axis=0)
    gain = float(np.exp(np.log(channels).mean()))
    return LightChange(gain, float(np.abs(np.log(channels) - np.log(gain)).max()))
