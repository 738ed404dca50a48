"""A camera on this machine, through Video4Linux: opened in the best mode that USB has room for, and set by hand."""

import errno
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from drivers.camera.capture import Capture
from drivers.camera.config import CameraConfig
from drivers.camera.device_trouble import busy, checked_path, no_frames, no_room, other_size
from drivers.camera.errors import CameraError
from drivers.camera.fault import CameraFault, Notice
from drivers.camera.frame import Clock, Frame, Image
from drivers.camera.modes import Mode, has_shape_of
from drivers.camera.stream_check import stream_errno

_FAILURES_TO_GIVE_UP: Final = 3
_PROOF: Final = 2  # frames: without USB bandwidth a camera opens, and the second one does not come
_PROOF_TRIES: Final = 4
_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT})


def _video_capture(path: str) -> Capture:
    return cv2.VideoCapture(path, cv2.CAP_V4L2)


@dataclass(frozen=True, slots=True)
class DeviceTools:
    """How devices are reached: `open_capture(path)`, and `stream_errno(path)` for why a stream does not start."""

    open_capture: Callable[[str], Capture] = _video_capture
    stream_errno: Callable[[str], int] = stream_errno


class DeviceSource:
    """A camera by its path.

    Its pictures have the size that was asked for, since another one would not fit a calibration: those of a lower mode
    are enlarged, and `notices` says so. Reading may block for as long as the driver likes; see `worker`.
    """

    def __init__(self, config: CameraConfig, clock_ms: Clock, tools: DeviceTools | None = None) -> None:
        self._config = config
        self._clock_ms = clock_ms
        self._tools = tools or DeviceTools()
        self._capture: Capture | None = None
        self._size: tuple[int, int] | None = None
        self._sent = ""
        self._number = 0
        self._failures = 0
        try:
            self.notices = self._opened(checked_path(config))
        except CameraError:
            self.close()
            raise

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame; OpenCV waits for it as long as the camera's rate takes, whatever the time-out."""
        if self._capture is None:
            raise CameraError(f"camera {self._config.name} has been closed")
        there, image = self._capture.read()
        taken_ms = self._clock_ms()
        if not there or image is None:
            self._failures += 1
            if self._failures >= _FAILURES_TO_GIVE_UP or not self._config.path.exists():
                raise no_frames(self._config)
            return None
        self._failures = 0
        self._number += 1
        return Frame(self._config.name, self._number, taken_ms, self._sized(np.asarray(image, np.uint8)))

    def close(self) -> None:
        """Let the camera go."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def _opened(self, path: str) -> tuple[Notice, ...]:
        """Open the camera in the first mode in which pictures really come. Returns what is not as it was wanted."""
        wanted = Mode.wanted(self._config)
        if self._streams(path, wanted):
            return self._controls()
        reason = self._tools.stream_errno(path)
        if reason == errno.EBUSY:
            raise busy(self._config)
        if reason not in _NO_ROOM:
            raise no_frames(self._config)
        asked = self._sent  # a camera without MJPG sends something else, and that is what has no room
        for mode in wanted.lower():
            if self._streams(path, mode):
                facts = {"where": self._config.where, "wanted": asked, "mode": self._sent}
                return Notice(CameraFault.REDUCED, facts), *self._controls()
        raise no_room(self._config, asked)

    def _streams(self, path: str, mode: Mode) -> bool:
        """Open it anew in this mode and see whether pictures come; if not, it is let go."""
        self.close()
        self._capture = capture = self._tools.open_capture(path)
        if not capture.isOpened():
            raise busy(self._config)
        if self._asked_for(capture, mode) and _proves_itself(capture):
            return True
        self.close()
        return False

    def _asked_for(self, capture: Capture, mode: Mode) -> bool:
        """Whether the camera took a mode. Raises CameraError where it has not even the size that was configured."""
        fourcc = cv2.VideoWriter.fourcc(*mode.pixels.value.upper())
        capture.set(cv2.CAP_PROP_FOURCC, float(fourcc))
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # the newest frame is wanted, not a queue
        for prop, value in (
            (cv2.CAP_PROP_FRAME_WIDTH, mode.width_px),
            (cv2.CAP_PROP_FRAME_HEIGHT, mode.height_px),
            (cv2.CAP_PROP_FPS, mode.fps),
        ):
            if value is not None:
                capture.set(prop, float(value))
        found = round(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), round(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
        wanted = self._config.width_px or found[0], self._config.height_px or found[1]
        sent = round(capture.get(cv2.CAP_PROP_FOURCC))
        self._sent = _told(mode, found, sent)
        if mode == Mode.wanted(self._config):
            if found != wanted:
                # another program's format stands as long as that program streams
                taken = self._tools.stream_errno(str(self._config.path.resolve())) == errno.EBUSY
                raise busy(self._config) if taken else other_size(self._config, found, wanted)
            self._size = wanted
            return True
        fits = has_shape_of(found, wanted) and found[0] <= wanted[0]
        return fits and (mode.pixels is self._config.pixels or sent == fourcc)

    def _controls(self) -> tuple[Notice, ...]:
        refused = () if self._capture is None else self._config.controls.write(self._capture)
        if not refused:
            return ()
        return (Notice(CameraFault.CONTROLS, {"controls": ", ".join(map(str, refused))}),)

    def _sized(self, image: Image) -> Image:
        if self._size is None or (image.shape[1], image.shape[0]) == self._size:
            return image
        return np.asarray(cv2.resize(image, self._size, interpolation=cv2.INTER_LINEAR), np.uint8)


def _told(mode: Mode, size: tuple[int, int], fourcc: int) -> str:
    """The mode for people: what the camera made of what it was asked for."""
    asked = mode.pixels.value.upper()
    sent = fourcc.to_bytes(4, "little").decode("ascii", "replace") if fourcc > 0 else asked
    return str(replace(mode, width_px=size[0], height_px=size[1])).replace(asked, sent)


def _proves_itself(capture: Capture) -> bool:
    """Whether frames come; a camera may need a moment for the first one."""
    good = 0
    for _ in range(_PROOF_TRIES):
        good += bool(capture.read()[0])
        if good == _PROOF:
            return True
    return False
