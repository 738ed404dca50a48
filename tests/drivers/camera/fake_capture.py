"""A camera as OpenCV shows it, without one: modes that USB has room for or not, controls, and drivers that hang."""

import errno
import threading
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

Size = tuple[int, int]
MJPG = cv2.VideoWriter.fourcc(*"MJPG")
YUYV = cv2.VideoWriter.fourcc(*"YUYV")
_BYTES_PER_PIXEL = {MJPG: 0.2, YUYV: 2.0}
AUTOMATIC = {cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_AUTO_WB: 1.0, cv2.CAP_PROP_AUTOFOCUS: 1.0}
"""What a camera does by itself after it was plugged in."""


class FakeCapture:
    """One opening of a camera that has `sizes` (the first is its own choice).

    `room`: bytes a second that its USB controller has left; more than that opens, and streams nothing. `hangs_after`:
    frames until reading blocks for ever. `stubborn`: controls that it sets otherwise.
    """

    def __init__(
        self,
        *sizes: Size,
        opens: bool = True,
        room: float = float("inf"),
        formats: tuple[int, ...] = (MJPG, YUYV),
        hangs_after: int | None = None,
        stubborn: Mapping[int, float] | None = None,
    ) -> None:
        self.sizes = sizes or ((64, 48),)
        self.opens = opens
        self.room = room
        self.formats = formats
        self.hangs_after = hangs_after
        self.stubborn = dict(stubborn or {})
        self.plugged = True
        self.released = 0
        self.frames = 0
        self.grabs = 0
        self.values: dict[int, float] = dict(AUTOMATIC)
        self.values[cv2.CAP_PROP_FPS] = 30.0
        self.values[cv2.CAP_PROP_FOURCC] = float(formats[0])
        self.asked: list[int] = []
        self._size = self.sizes[0]
        self._wish: dict[int, float] = {}

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.opens

    def read(self) -> tuple[bool, Any]:
        self.grabs += 1
        if not self.plugged or (self.grabs > 1 and self.needs > self.room):
            return False, None
        if self.hangs_after is not None and self.frames >= self.hangs_after:
            threading.Event().wait()
        self.frames += 1
        width, height = self._size
        return True, np.full((height, width, 3), self.frames % 200, np.uint8)

    @property
    def needs(self) -> float:
        """Bytes a second."""
        each = _BYTES_PER_PIXEL[int(self.values[cv2.CAP_PROP_FOURCC])]
        return self._size[0] * self._size[1] * each * self.values[cv2.CAP_PROP_FPS]

    def get(self, prop: int, /) -> float:
        sizes = {cv2.CAP_PROP_FRAME_WIDTH: self._size[0], cv2.CAP_PROP_FRAME_HEIGHT: self._size[1]}
        return float(sizes.get(prop, self.values.get(prop, 0)))

    def set(self, prop: int, value: float, /) -> bool:
        self.asked.append(prop)
        if prop in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT):
            self._wish[prop] = value
            self._size = min(self.sizes, key=self._far)
        elif prop != cv2.CAP_PROP_FOURCC or int(value) in self.formats:
            self.values[prop] = self.stubborn.get(prop, value)
        return True

    def release(self) -> None:
        self.released += 1

    def _far(self, size: Size) -> float:
        wish = self._wish
        wanted = wish.get(cv2.CAP_PROP_FRAME_WIDTH, size[0]), wish.get(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        return abs(size[0] - wanted[0]) + abs(size[1] - wanted[1])


class FakeBus:
    """A socket into which cameras are plugged: each opening is another capture of the same camera."""

    def __init__(self, *sizes: Size, **camera: Any) -> None:
        self.sizes, self.camera = sizes, camera
        self.captures: list[FakeCapture] = []
        self.refuses = 0

    def open_capture(self, path: str) -> FakeCapture:
        self.captures.append(FakeCapture(*self.sizes, **self.camera))
        return self.captures[-1]

    def stream_errno(self, path: str) -> int:
        """What the kernel says when the newest capture's stream is started once more."""
        return self.refuses or (errno.ENOSPC if self.captures[-1].needs > self.captures[-1].room else 0)
