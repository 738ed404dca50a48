"""A film from a file, or a stream from the network, through OpenCV's FFmpeg."""

from typing import Final

import cv2
import numpy as np

from drivers.camera.capture import Capture
from drivers.camera.config import CameraConfig
from drivers.camera.errors import CameraEndedError, CameraError
from drivers.camera.fault import Notice
from drivers.camera.frame import Clock, Frame
from drivers.camera.pace import Pace

_STREAM_TIMEOUT_MS: Final = 5_000  # a stream that is silent for so long is opened again


class VideoSource:
    """A film, played at its own rate unless another one is configured, or a stream as it comes."""

    notices: tuple[Notice, ...] = ()

    def __init__(self, config: CameraConfig, clock_ms: Clock) -> None:
        if not config.is_stream and not config.path.is_file():
            raise CameraError(f"camera {config.name}: film {config.where} is not there")
        self._config = config
        self._clock_ms = clock_ms
        self._capture: Capture | None = self._opened()
        rate = config.fps or (None if config.is_stream else self._capture_or_error().get(cv2.CAP_PROP_FPS) or None)
        self._pace = Pace(rate, clock_ms)
        self._number = 0

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame; a stream may take up to five seconds whatever the time-out, as OpenCV cannot be stopped."""
        if not self._pace.wait(timeout_s):
            return None
        there, image = self._capture_or_error().read()
        if not there and self._config.loop and not self._config.is_stream and self._number:
            self.close()
            self._capture = self._opened()
            there, image = self._capture_or_error().read()
        if not there or image is None:
            if self._config.is_stream or not self._number:
                raise CameraError(f"camera {self._config.name}: {self._config.where} gives no frames")
            raise CameraEndedError(f"camera {self._config.name}: film {self._config.where} is over")
        self._pace.step()
        self._number += 1
        return Frame(self._config.name, self._number, self._clock_ms(), np.asarray(image, np.uint8))

    def close(self) -> None:
        """Close file or stream."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def _opened(self) -> Capture:
        limits = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, cv2.CAP_PROP_READ_TIMEOUT_MSEC)
        options = [value for limit in limits for value in (limit, _STREAM_TIMEOUT_MS)]
        options += [cv2.CAP_PROP_N_THREADS, 1]  # FFmpeg would start one for every processor
        capture: Capture = cv2.VideoCapture(self._config.where, cv2.CAP_FFMPEG, options)
        if not capture.isOpened():
            capture.release()
            raise CameraError(f"camera {self._config.name}: {self._config.where} cannot be opened as film or stream")
        return capture

    def _capture_or_error(self) -> Capture:
        if self._capture is None:
            raise CameraError(f"camera {self._config.name} has been closed")
        return self._capture
