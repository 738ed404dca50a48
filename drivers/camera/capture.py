"""The part of cv2.VideoCapture that films and devices use, so that tests can stand in for a camera."""

from typing import Any, Protocol


class Capture(Protocol):
    """What cv2.VideoCapture can do."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Whether frames can be read."""

    def read(self) -> tuple[bool, Any]:
        """Whether there was a frame, and the frame (an array, or None)."""

    def get(self, prop: int, /) -> float:
        """A property, 0 if unknown."""

    def set(self, prop: int, value: float, /) -> bool:
        """Ask for a property; whether the camera took it."""

    def release(self) -> None:
        """Let the camera go."""
