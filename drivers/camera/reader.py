"""Keeps one camera going in a thread of its own and holds its newest frame.

The thread `camera-NAME` opens the source, reads it, and opens it again after an error, with growing pauses and without
an end: a camera that is plugged in again an hour later works. Only the newest frame is kept; one that is replaced
before anyone took it is counted as dropped.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from types import TracebackType
from typing import Final, Self

from drivers.camera.errors import CameraEndedError, CameraError
from drivers.camera.frame import Frame, FrameSource

_READ_TIMEOUT_S: Final = 0.5  # how long closing may have to wait for a quiet camera
_RETRY_S: Final = (1.0, 2.0, 5.0, 10.0)


class ReaderState(StrEnum):
    """What a reader is doing."""

    OPENING = "opening"
    LIVE = "live"
    FAILED = "failed"  # waits to open the source again
    ENDED = "ended"  # a folder or film is over
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class ReaderStatus:
    """How a camera fares: its state, frames read, frames dropped, times opened, and the last error in one line."""

    state: ReaderState = ReaderState.OPENING
    frames: int = 0
    drops: int = 0
    openings: int = 0
    error: str | None = None


class CameraReader:
    """One camera's thread. Start it, take frames from one other thread, close it."""

    def __init__(
        self, name: str, open_camera: Callable[[], FrameSource], *, retry_s: tuple[float, ...] = _RETRY_S
    ) -> None:
        self._name = name
        self._open = open_camera
        self._retry_s = retry_s
        self._changed = threading.Condition()
        self._newest: Frame | None = None
        self._status = ReaderStatus()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"camera-{name}", daemon=True)

    def start(self) -> None:
        """Start the thread; once only."""
        self._thread.start()

    def close(self, timeout_s: float = 10.0) -> bool:
        """Stop and join the thread; False if the camera's driver did not come back in time."""
        self._stop.set()
        with self._changed:
            self._changed.notify_all()
        if self._thread.ident is not None:
            self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def take(self, timeout_s: float) -> Frame | None:
        """The newest frame, if it was not taken before; waits for one. None if none came or none will come."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None or self._finished(), timeout_s)
            frame, self._newest = self._newest, None
            return frame

    def status(self) -> ReaderStatus:
        """How the camera fares right now."""
        with self._changed:
            return self._status

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _finished(self) -> bool:
        return self._stop.is_set() or self._status.state in (ReaderState.ENDED, ReaderState.CLOSED)

    def _run(self) -> None:
        failures = 0
        while not self._stop.is_set():
            frames_before = self._status.frames
            try:
                self._read_until_stopped()
            except CameraEndedError as error:
                self._note(state=ReaderState.ENDED, error=str(error))
                return
            except CameraError as error:
                self._note(state=ReaderState.FAILED, error=str(error))
                failures = 1 if self._status.frames > frames_before else failures + 1
                self._stop.wait(self._retry_s[min(failures, len(self._retry_s)) - 1])
        self._note(state=ReaderState.CLOSED)

    def _read_until_stopped(self) -> None:
        self._note(state=ReaderState.OPENING)
        source = self._open()
        try:
            self._note(openings=self._status.openings + 1)
            while not self._stop.is_set():
                frame = source.read(_READ_TIMEOUT_S)
                if frame is not None:
                    self._keep(frame)
        finally:
            source.close()

    def _keep(self, frame: Frame) -> None:
        with self._changed:
            dropped = self._status.drops + (self._newest is not None)
            self._newest = frame
            frames = self._status.frames + 1
            self._status = replace(self._status, state=ReaderState.LIVE, frames=frames, drops=dropped, error=None)
            self._changed.notify_all()

    def _note(self, *, state: ReaderState | None = None, openings: int | None = None, error: str | None = None) -> None:
        with self._changed:
            now = self._status
            self._status = replace(
                now,
                state=now.state if state is None else state,
                openings=now.openings if openings is None else openings,
                error=now.error if error is None else error,
            )
            self._changed.notify_all()
