"""How a frame of a camera was taken: in what light, with how much noise. What differs beyond that has changed. Pure."""

from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.glance import Mask
from vision.rectify import Picture

Shown: TypeAlias = NDArray[np.float32]
"""A small picture that follows slow changes, (height, width, 3)."""

_DIFFERENT: Final = (14.0, 30.0)  # grey levels, in one colour, after averaging over some 2 by 2 mm: in a quiet picture
_GRAINS: Final = 5.0  # and in a noisy one, in standard deviations of its noise
_LEAST_PIXELS: Final = 3  # next to each other: about the stroke by which two faces differ
_SAMPLES: Final = 1_500
_LEAST_SAMPLES: Final = 50
_LEAST_LEVEL: Final = 24.0  # darker than that says little about light
_LIGHTS: Final = (0.4, 2.5)
_LEAST_LIGHT: Final = 0.015
_QUARTER: Final = (
    0.3186  # standard deviations below which a quarter of all errors are: noise, whatever else has changed
)


@dataclass(frozen=True, slots=True)
class Exposure:
    """The light of a frame, as a factor for each of three colours to that of the frames before, and its noise.

    `light` is exactly 1 where it is within the error of that: whoever follows slow changes follows those too. `grain`
    is the standard deviation of the noise in grey levels.
    """

    light: NDArray[np.float64]
    grain: float

    @classmethod
    def between(cls, before: Shown, now: Picture) -> "Exposure":
        """Of the small picture `now`, most of which shows the same as `before`."""
        step = max(1, round(np.sqrt(before.shape[0] * before.shape[1] / _SAMPLES)))
        old = before[::step, ::step].reshape(-1, 3)
        new = now[::step, ::step].reshape(-1, 3)
        ratio = new / np.maximum(old, 1.0)
        bright = old > _LEAST_LEVEL
        overall = float(np.median(ratio[bright])) if bright.sum() >= _LEAST_SAMPLES else 1.0
        each = [
            float(np.median(ratio[bright[:, colour], colour])) if bright[:, colour].sum() >= _LEAST_SAMPLES else overall
            for colour in range(3)
        ]
        light = np.clip(each, *_LIGHTS)
        if np.abs(light - 1).max() < _LEAST_LIGHT:
            light = np.ones(3)
        return cls(light, float(np.quantile(np.abs(new - old * light), 0.25)) / _QUARTER)

    def adapt(self, shown: Shown) -> None:
        """Make a picture of before look as in this light."""
        if (self.light != 1).any():
            shown *= self.light.astype(np.float32)
            np.minimum(shown, np.float32(255), out=shown)

    def changed(self, small: Picture, shown: Shown) -> Mask:
        """Where the small picture of this frame shows something else than was `shown`, adapted to it."""
        most = float(np.clip(_GRAINS * self.grain, *_DIFFERENT))
        same = cv2.inRange(cv2.absdiff(small, cv2.convertScaleAbs(shown)), (0, 0, 0), (most, most, most))
        different = np.asarray(cv2.bitwise_not(same), np.uint8) & 1
        near = cv2.boxFilter(different, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
        return np.asarray((near >= _LEAST_PIXELS) & (different > 0))
