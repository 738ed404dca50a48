"""One camera as a process of its own: `python -m drivers.camera.worker DESCRIPTOR`, started by `worker_source`.

A driver may block for ever, and then only killing its process helps. Two threads: `capture` reads the camera as fast as
it delivers and keeps the newest frame; the main one answers requests (see `frame_wire`) and never waits for the camera.
The first message is the configuration (JSON); the first answer, once pictures can be had, has `notices`. It ends when
the other side hangs up.
"""

import os
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import cv2

from drivers.camera.config import CameraConfig
from drivers.camera.errors import CameraError
from drivers.camera.frame import Frame, FrameSource
from drivers.camera.frame_wire import receive_message, send_message
from drivers.camera.worker_messages import config_of, greeting_message, refusal_message

_READ_S: Final = 0.5
_MOST_WAIT_S: Final = 5.0

Opener = Callable[[CameraConfig], FrameSource]


class _Capture:
    """The camera's own thread, and the newest frame that it has got."""

    def __init__(self, source: FrameSource) -> None:
        self._source = source
        self._changed = threading.Condition()
        self._newest: Frame | None = None
        self._error: CameraError | None = None
        self._thread = threading.Thread(target=self._run, name="capture", daemon=True)

    def start(self) -> None:
        """Start reading."""
        self._thread.start()

    def newest(self, after: int, timeout_s: float) -> Frame | None:
        """A frame with a higher number, or None if none came in time. Raises the CameraError that ended it."""
        with self._changed:
            self._changed.wait_for(lambda: self._error is not None or self._is_newer(after), timeout_s)
            if self._is_newer(after):
                return self._newest
            if self._error is not None:
                raise self._error
            return None

    def _is_newer(self, after: int) -> bool:
        return self._newest is not None and self._newest.number > after

    def _run(self) -> None:
        try:
            while True:
                frame = self._source.read(_READ_S)
                if frame is not None:
                    with self._changed:
                        self._newest = frame
                        self._changed.notify_all()
        except CameraError as error:
            with self._changed:
                self._error = error
                self._changed.notify_all()


def serve(line: socket.socket, open_camera: Opener) -> None:
    """Open the camera that the other side names, and answer until it hangs up (then OSError or CameraError)."""
    config, _ = receive_message(line)
    try:
        source = open_camera(config_of(config))
    except CameraError as error:
        send_message(line, refusal_message(error))
        return
    capture = _Capture(source)
    capture.start()
    send_message(line, greeting_message(source.notices))
    while True:
        request, _ = receive_message(line)
        try:
            frame = capture.newest(int(request["after"]), min(float(request["timeout_s"]), _MOST_WAIT_S))
        except CameraError as error:
            send_message(line, refusal_message(error))
            return
        if frame is None:
            send_message(line, {"none": True})
            continue
        height, width = frame.image.shape[:2]
        # on the machine's monotonic clock, which both processes share
        header = {"number": frame.number, "width": width, "height": height, "taken_ms": frame.t_ms}
        send_message(line, header, frame.image.data.cast("B"))


def run(descriptor: str, open_camera: Opener) -> None:
    """Serve on an inherited socket. Does not return: a capture that hangs must not keep the process from ending."""
    with socket.socket(fileno=int(descriptor)) as line, suppress(OSError, CameraError):  # the other side hung up
        serve(line, open_camera)
    os._exit(0)


def main() -> None:
    """Entry point of the process."""
    from drivers.camera.opening import open_here

    cv2.setNumThreads(1)
    run(sys.argv[1], open_here)


if __name__ == "__main__":
    main()
