"""Rectangles of pixels, and painted pieces that have their place in the picture."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.frame import Image


@dataclass(frozen=True, slots=True)
class Region:
    """Pixels from (left, top) up to but without (right, bottom); it may reach outside the picture."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def around(cls, points_px: NDArray[np.floating[Any]], margin_px: int = 0) -> "Region":
        """The smallest region with all points (n, 2) and a margin."""
        low, high = points_px.min(axis=0), points_px.max(axis=0)
        return cls(
            math.floor(low[0]) - margin_px,
            math.floor(low[1]) - margin_px,
            math.ceil(high[0]) + margin_px + 1,
            math.ceil(high[1]) + margin_px + 1,
        )

    @property
    def width(self) -> int:
        """Pixels across."""
        return max(0, self.right - self.left)

    @property
    def height(self) -> int:
        """Pixels down."""
        return max(0, self.bottom - self.top)

    @property
    def area(self) -> int:
        """Number of pixels."""
        return self.width * self.height

    def overlaps(self, other: "Region") -> bool:
        """Whether any pixel is in both."""
        return self.common(other).area > 0

    def common(self, other: "Region") -> "Region":
        """The pixels in both; without any, a region of no area."""
        return Region(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def joined(self, other: "Region") -> "Region":
        """The smallest region with both; one without area adds nothing."""
        if not self.area or not other.area:
            return self if self.area else other
        return Region(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def grown(self, margin_px: int) -> "Region":
        """Wider by a margin on every side."""
        return Region(self.left - margin_px, self.top - margin_px, self.right + margin_px, self.bottom + margin_px)

    def moved(self, dx: int, dy: int) -> "Region":
        """Shifted."""
        return Region(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)

    def aligned(self, step: int) -> "Region":
        """Grown to whole multiples of a step."""
        return Region(
            self.left // step * step,
            self.top // step * step,
            -(-self.right // step) * step,
            -(-self.bottom // step) * step,
        )

    def slices(self, within: "Region | None" = None) -> tuple[slice, slice]:
        """Index of these pixels in an array that holds the picture, or the given part of it."""
        left, top = (within.left, within.top) if within is not None else (0, 0)
        return slice(self.top - top, self.bottom - top), slice(self.left - left, self.right - left)

    def cut(self, image: Image, *, edge: bool = False) -> Image:
        """These pixels of an image; with `edge`, what lies outside repeats the outermost pixel."""
        if not edge:
            return image[self.slices()]
        rows = np.clip(np.arange(self.top, self.bottom), 0, image.shape[0] - 1)
        columns = np.clip(np.arange(self.left, self.right), 0, image.shape[1] - 1)
        return image[np.ix_(rows, columns)]


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Something painted: colours (h, w, 3) multiplied by their cover already, and cover (h, w), 255 is opaque."""

    region: Region
    bgr: Image
    cover: Image

    @classmethod
    def empty(cls, region: Region) -> "Layer":
        """Nothing, because it lies outside the picture."""
        nowhere = Region(region.left, region.top, region.left, region.top)
        return cls(nowhere, np.empty((0, 0, 3), np.uint8), np.empty((0, 0), np.uint8))

    def lay_on(self, image: Image, part: Region) -> None:
        """Blend the layer into an image that holds `part` of the picture."""
        both = self.region.common(part)
        if not both.area:
            return
        place, own = both.slices(part), both.slices(self.region)
        clear = cv2.merge([255 - self.cover[own]] * 3)
        # cv2.add stops at white, where light on a soft edge may exceed its cover
        image[place] = cv2.add(self.bgr[own], cv2.multiply(image[place], clear, scale=1 / 255))


def merged(regions: Iterable[Region]) -> list[Region]:
    """Few regions that cover the same pixels and more: those that overlap become one."""
    result: list[Region] = []
    for region in regions:
        rest = region
        while True:
            touching = next((other for other in result if other.overlaps(rest)), None)
            if touching is None:
                break
            result.remove(touching)
            rest = rest.joined(touching)
        if rest.area:
            result.append(rest)
    return result
