"""Keeps one camera going in a thread of its own and holds its newest frame.

The thread `camera-NAME` opens the source, reads it, and opens it again after an error, or once it has been silent for
too long, with growing pauses and without an end: a camera that is plugged in again an hour later works. One thing
after the other: an opening begins when the one before was closed and its pause is over. Only the newest frame is kept;
what nobody took, and what the camera counted but never gave, is counted as dropped.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from types import TracebackType
from typing import Final, Self

from drivers.camera.errors import CameraEndedError, CameraError
from drivers.camera.fault import CameraFault, Notice
from drivers.camera.frame import Frame, FrameSource

HANGS_AFTER_S: Final = 10.0
"""A camera that has delivered nothing for so long is let go and opened again."""

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
    """How a camera fares: its state, frames read, frames dropped, times opened, what ails it.

    `since_s`: when it delivered last, on the reader's clock; None before its first frame. `trouble` is why there are no
    pictures, until there are some; `notices` what is not as it was asked for although they come. `error` says the
    trouble in one line.
    """

    state: ReaderState = ReaderState.OPENING
    frames: int = 0
    drops: int = 0
    openings: int = 0
    since_s: float | None = None
    trouble: Notice | None = None
    notices: tuple[Notice, ...] = ()
    error: str | None = None


class CameraReader:
    """One camera's thread. Start it, take frames from one other thread, close it.

    `hangs_after_s`: None for a camera that may be quiet. `clock_s`: any clock that runs forward.
    """

    def __init__(
        self,
        name: str,
        open_camera: Callable[[], FrameSource],
        *,
        retry_s: tuple[float, ...] = _RETRY_S,
        hangs_after_s: float | None = HANGS_AFTER_S,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name = name
        self._open = open_camera
        self._retry_s = retry_s
        self._hangs_after_s = hangs_after_s
        self._clock_s = clock_s
        self._changed = threading.Condition()
        self._newest: tuple[int, Frame] | None = None
        self._taken_from = 0
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
            if self._newest is None:
                return None
            (self._taken_from, frame), self._newest = self._newest, None
            return frame

    @property
    def taken_from(self) -> int:
        """The opening, counted from 1, that the frame taken last came from; for the thread that takes."""
        return self._taken_from

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
                self._fail(ReaderState.ENDED, error)
                return
            except CameraError as error:
                self._fail(ReaderState.FAILED, error)
                failures = 1 if self._status.frames > frames_before else failures + 1
                self._stop.wait(self._retry_s[min(failures, len(self._retry_s)) - 1])
        with self._changed:
            self._status = replace(self._status, state=ReaderState.CLOSED)
            self._changed.notify_all()

    def _read_until_stopped(self) -> None:
        with self._changed:
            self._status = replace(self._status, state=ReaderState.OPENING)
        source = self._open()
        try:
            with self._changed:
                self._status = replace(self._status, openings=self._status.openings + 1, notices=source.notices)
            number, heard_s = 0, self._clock_s()
            while not self._stop.is_set():
                frame = source.read(_READ_TIMEOUT_S)
                if frame is not None:
                    self._keep(frame, missed=frame.number - number - 1 if number else 0)
                    number, heard_s = frame.number, self._clock_s()
                elif self._hangs_after_s is not None and self._clock_s() - heard_s >= self._hangs_after_s:
                    raise self._hangs(self._hangs_after_s)
        finally:
            source.close()

    def _hangs(self, seconds: float) -> CameraError:
        text = f"camera {self._name}: no picture for {seconds:g} s: it is opened again"
        return CameraError(text, CameraFault.HANGS, {"seconds": f"{seconds:g}"})

    def _keep(self, frame: Frame, missed: int) -> None:
        with self._changed:
            now = self._status
            self._status = replace(
                now,
                state=ReaderState.LIVE,
                frames=now.frames + 1,
                drops=now.drops + missed + (self._newest is not None),
                since_s=self._clock_s(),
                trouble=None,
                error=None,
            )
            self._newest = now.openings, frame
            self._changed.notify_all()

    def _fail(self, state: ReaderState, error: CameraError) -> None:
        with self._changed:
            self._status = replace(self._status, state=state, trouble=error.notice, error=str(error))
            self._changed.notify_all()
