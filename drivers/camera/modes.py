"""Pixel format, size and rate of a camera, and which lower ones to try where USB has no room for the wanted one."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from drivers.camera.config import CameraConfig, PixelFormat

_SHARES: Final = ((2, 3), (1, 2), (1, 3))  # of 1920x1080: 1280x720, 960x540, 640x360
_LEAST_PX: Final = 240
_ASPECT: Final = 0.015


@dataclass(frozen=True, slots=True)
class Mode:
    """What a camera is asked for; None leaves the camera its own choice."""

    pixels: PixelFormat
    width_px: int | None = None
    height_px: int | None = None
    fps: float | None = None

    @classmethod
    def wanted(cls, config: CameraConfig) -> "Mode":
        """The mode that a configuration asks for."""
        return cls(config.pixels, config.width_px, config.height_px, config.fps)

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height, if both are given."""
        return None if self.width_px is None or self.height_px is None else (self.width_px, self.height_px)

    def __str__(self) -> str:
        size = "" if self.size is None else f"{self.size[0]}x{self.size[1]} "
        rate = "" if self.fps is None else f", {self.fps:g}/s"
        return f"{size}{self.pixels.value.upper()}{rate}"

    def lower(self) -> Iterator["Mode"]:
        """Modes that need less of the USB controller, those that lose least first."""
        compressed = replace(self, pixels=PixelFormat.MJPG)
        if self.pixels is not PixelFormat.MJPG:
            yield compressed
        slow = None if self.fps is None else max(1.0, self.fps / 2)
        if slow is not None:
            yield replace(compressed, fps=slow)
        if self.size is None:
            return
        width, height = self.size
        for share, of in _SHARES:
            smaller = width * share // of, height * share // of
            if min(smaller) >= _LEAST_PX:
                yield replace(compressed, width_px=smaller[0], height_px=smaller[1], fps=slow)


def has_shape_of(size: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether a picture of one size shows the same view as one of the other: a crop would show less of it."""
    return abs(size[0] * other[1] - other[0] * size[1]) <= _ASPECT * size[0] * other[1]
