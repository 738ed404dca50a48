"""Frames and where they come from: the interface that hides folders, films, devices and the simulator."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from drivers.camera.fault import Notice

Image: TypeAlias = NDArray[np.uint8]
Clock: TypeAlias = Callable[[], float]
"""Milliseconds on a clock that only runs forward."""


def monotonic_ms() -> float:
    """The system's monotonic clock, the same in all processes of a machine."""
    return time.monotonic() * 1000


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a camera: (h, w, 3) BGR, and the instant it was taken on the clock of its source.

    `number` grows from frame to frame within one opening of the source; gaps are frames that nobody read.
    """

    camera: str
    number: int
    t_ms: float
    image: Image


class FrameSource(Protocol):
    """An open camera. Its calls block; one thread reads it and closes it."""

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What is not as it was asked for, although pictures come."""

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame, or None if none came in time.

        Raises CameraEndedError after the last one, CameraError when there will be none until it is opened again.
        """

    def close(self) -> None:
        """Let the device, file or connection go; doing it twice is harmless."""
