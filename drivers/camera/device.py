"""A camera on this machine, through Video4Linux."""

import os
import stat
from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from drivers.camera.capture import Capture
from drivers.camera.config import CameraConfig
from drivers.camera.errors import CameraError
from drivers.camera.frame import Clock, Frame

_FAILURES_TO_GIVE_UP: Final = 3


def _video_capture(path: str) -> Capture:
    return cv2.VideoCapture(path, cv2.CAP_V4L2)


class DeviceSource:
    """A camera by its path. It has to deliver the size that was asked for: another one would not fit a calibration."""

    def __init__(
        self, config: CameraConfig, clock_ms: Clock, open_capture: Callable[[str], Capture] = _video_capture
    ) -> None:
        self._config = config
        self._clock_ms = clock_ms
        path = self._checked_path()
        capture = open_capture(path)
        self._capture: Capture | None = capture
        if not capture.isOpened():
            self.close()
            raise CameraError(
                f"camera {config.name}: {config.where} cannot be opened as a camera: in use by another program?"
            )
        try:
            self._ask_for_format(capture)
        except CameraError:
            self.close()
            raise
        self._number = 0
        self._failures = 0

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame; OpenCV waits for it as long as the camera's rate takes, whatever the time-out."""
        if self._capture is None:
            raise CameraError(f"camera {self._config.name} has been closed")
        there, image = self._capture.read()
        taken_ms = self._clock_ms()
        if not there or image is None:
            self._failures += 1
            if self._failures >= _FAILURES_TO_GIVE_UP or not self._config.path.exists():
                raise CameraError(
                    f"camera {self._config.name}: {self._config.where} gives no frames: is it plugged in?"
                )
            return None
        self._failures = 0
        self._number += 1
        return Frame(self._config.name, self._number, taken_ms, np.asarray(image, np.uint8))

    def close(self) -> None:
        """Let the camera go."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def _checked_path(self) -> str:
        """The device behind the path; tells apart what OpenCV would only call a failure."""
        name, where = self._config.name, self._config.where
        if not self._config.path.exists():
            raise CameraError(f"camera {name}: {where} is not there: plug the camera in or correct its path")
        path = self._config.path.resolve()
        if not stat.S_ISCHR(path.stat().st_mode):
            raise CameraError(f"camera {name}: {where} is no device: expected one such as /dev/video0")
        if not os.access(path, os.R_OK | os.W_OK):
            raise CameraError(f"camera {name}: no right to use {where}: add the user to the group 'video'")
        return str(path)

    def _ask_for_format(self, capture: Capture) -> None:
        config = self._config
        # Uncompressed 1080p does not fit through USB 2 at a useful rate. The newest frame is wanted, not a queue.
        capture.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        for prop, wanted in (
            (cv2.CAP_PROP_FRAME_WIDTH, config.width_px),
            (cv2.CAP_PROP_FRAME_HEIGHT, config.height_px),
        ):
            if wanted is not None:
                capture.set(prop, float(wanted))
        if config.fps is not None:
            capture.set(cv2.CAP_PROP_FPS, config.fps)
        size = round(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), round(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
        wanted_size = config.width_px or size[0], config.height_px or size[1]
        if size != wanted_size:
            raise CameraError(
                f"camera {config.name}: {config.where} offers {size[0]}x{size[1]} instead of "
                f"{wanted_size[0]}x{wanted_size[1]}: configure a size that it has"
            )
