"""Reads all cameras at once for a second, each in a thread of its own.

At once, because that is how a match reads them: what USB has no room for shows only then. A camera that is not there
yet keeps the others waiting for as long as its driver takes to open or to fail.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from drivers.camera import (
    CameraConfig,
    CameraEndedError,
    CameraError,
    CameraFault,
    Frame,
    FrameSource,
    Notice,
    SourceKind,
)
from referee.daemon.doctor.camera_device import read_back
from referee.daemon.doctor.camera_facts import StreamFacts
from vision.rectify import Picture

MEASURED_S: Final = 1.0
PATIENCE_S: Final = 40.0
"""For opening, with lower modes tried where USB has no room, until a camera is said to hang."""
_FIRST_FRAME_S: Final = 12.0
_READ_S: Final = 0.2
_MOST_FRAMES: Final = 10_000
_LOOKS: Final = 3
"""Pictures that are kept to be looked at: one alone may show an arm."""


@dataclass(frozen=True, slots=True, eq=False)
class Streamed:
    """What one camera did, and its last pictures."""

    facts: StreamFacts
    pictures: tuple[Picture, ...] = ()


def read_all(
    configs: Sequence[CameraConfig],
    open_camera: Callable[[CameraConfig], FrameSource],
    seconds: float = MEASURED_S,
    patience_s: float = PATIENCE_S,
) -> dict[str, Streamed]:
    """Every camera by name. Takes the seconds, and the time that the slowest camera needs to begin or to fail."""
    together = _Together(len(configs))
    readers = [_Reader(config, open_camera, together, seconds) for config in configs]
    for reader in readers:
        reader.start()
    until_s = time.monotonic() + patience_s + seconds
    for reader in readers:
        reader.join(max(0.0, until_s - time.monotonic()))
    return {reader.config.name: reader.streamed() for reader in readers}


class _Together:
    """Since when every camera has begun or failed: only then is anything measured."""

    def __init__(self, cameras: int) -> None:
        self._lock = threading.Lock()
        self._missing = cameras
        self.since_s: float | None = time.monotonic() if not cameras else None

    def settled(self) -> None:
        with self._lock:
            self._missing -= 1
            if not self._missing:
                self.since_s = time.monotonic()


class _Reader(threading.Thread):
    """One camera's thread. A driver that never comes back is left behind; that is told as a fault."""

    def __init__(
        self,
        config: CameraConfig,
        open_camera: Callable[[CameraConfig], FrameSource],
        together: _Together,
        seconds: float,
    ) -> None:
        super().__init__(name=f"doctor-{config.name}", daemon=True)
        self.config = config
        self._open = open_camera
        self._together = together
        self._seconds = seconds
        self._is_settled = False
        self._frames: deque[tuple[int, float]] = deque(maxlen=_MOST_FRAMES)
        self._pictures: deque[Picture] = deque(maxlen=_LOOKS)
        self._told: StreamFacts | None = None

    def run(self) -> None:
        failure, fault, ended = "", None, False
        notices: tuple[Notice, ...] = ()
        letters, settings = "", None
        try:
            source = self._open(self.config)
            notices = source.notices
            try:
                self._read(source)
                if self.config.kind is SourceKind.DEVICE:
                    letters, settings = read_back(self.config)
            finally:
                source.close()
        except CameraEndedError as error:
            ended = bool(self._pictures)
            failure, fault = ("", None) if ended else (str(error), error.notice.fault)
        except CameraError as error:
            failure, fault = str(error), error.notice.fault
        finally:
            self._settle()
        frames, seconds = self._counted()
        size = None if not self._pictures else (self._pictures[-1].shape[1], self._pictures[-1].shape[0])
        self._told = StreamFacts(failure, fault, notices, frames, seconds, size, letters, settings, ended)

    def streamed(self) -> Streamed:
        """What came of it; a camera whose thread still waits for its driver hangs."""
        if self._told is None:
            failure = f"camera {self.config.name}: {self.config.where} neither opens nor fails: plug it in anew"
            return Streamed(StreamFacts(failure, CameraFault.HANGS))
        return Streamed(self._told, tuple(self._pictures))

    def _read(self, source: FrameSource) -> None:
        """Read until the time is over, which begins when all cameras have begun. Raises CameraError."""
        patience_s = time.monotonic() + _FIRST_FRAME_S
        while not self._is_over():
            frame = source.read(_READ_S)
            if frame is not None:
                self._keep(frame)
            elif time.monotonic() > patience_s and not self._pictures:
                text = f"camera {self.config.name}: {self.config.where} gives no frames: is it plugged in?"
                raise CameraError(text, CameraFault.NO_FRAMES)

    def _keep(self, frame: Frame) -> None:
        self._frames.append((frame.number, frame.t_ms))
        self._pictures.append(frame.image)
        self._settle()

    def _settle(self) -> None:
        if not self._is_settled:
            self._is_settled = True
            self._together.settled()

    def _is_over(self) -> bool:
        since_s = self._together.since_s
        return bool(self._pictures) and since_s is not None and time.monotonic() - since_s >= self._seconds

    def _counted(self) -> tuple[int, float]:
        """How many frames the camera counted in the last of the time, from first to last, and how long that was."""
        if not self._frames:
            return 0, 0.0
        (last, last_ms), least_ms = self._frames[-1], self._frames[-1][1] - self._seconds * 1000
        first, first_ms = next(pair for pair in self._frames if pair[1] >= least_ms)
        return last - first + 1, (last_ms - first_ms) / 1000
