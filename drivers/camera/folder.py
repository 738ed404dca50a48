"""Pictures of a folder, in the order of their names, as if a camera took them."""

from typing import Final

import cv2
import numpy as np

from drivers.camera.config import CameraConfig
from drivers.camera.errors import CameraEndedError, CameraError
from drivers.camera.fault import Notice
from drivers.camera.frame import Clock, Frame
from drivers.camera.pace import Pace

_ENDINGS: Final = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff"})


class FolderSource:
    """A folder of pictures; the list of files is taken when it is opened."""

    notices: tuple[Notice, ...] = ()

    def __init__(self, config: CameraConfig, clock_ms: Clock) -> None:
        if not config.path.is_dir():
            raise CameraError(f"camera {config.name}: folder {config.where} is not there")
        self._config = config
        self._clock_ms = clock_ms
        self._paths = sorted(path for path in config.path.iterdir() if path.suffix.lower() in _ENDINGS)
        if not self._paths:
            raise CameraError(f"camera {config.name}: folder {config.where} holds no pictures (PNG, JPEG, ...)")
        self._pace = Pace(config.fps, clock_ms)
        self._number = 0

    def read(self, timeout_s: float) -> Frame | None:
        """The next picture; a file that is no picture is an error that names it."""
        if self._number >= len(self._paths) and not self._config.loop:
            raise CameraEndedError(f"camera {self._config.name}: all pictures of {self._config.where} have been read")
        if not self._pace.wait(timeout_s):
            return None
        path = self._paths[self._number % len(self._paths)]
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if image is None:
            raise CameraError(f"camera {self._config.name}: {path} is no picture that can be read")
        self._pace.step()
        self._number += 1
        return Frame(self._config.name, self._number, self._clock_ms(), np.asarray(image, np.uint8))

    def close(self) -> None:
        """Nothing is held open."""
        self._pace.stop()
