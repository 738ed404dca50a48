"""A camera whose driver runs in a process of its own (`worker`), so that it can be killed when it hangs.

Reading never takes longer than it was given, but for the moment that a picture needs to come over. Closing kills.
"""

import os
import select
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import numpy as np

from drivers.camera.config import CameraConfig
from drivers.camera.errors import CameraError
from drivers.camera.fault import CameraFault, Notice
from drivers.camera.frame import Clock, Frame, monotonic_ms
from drivers.camera.frame_wire import Header, receive_message, send_message
from drivers.camera.worker_messages import config_message, notices_of, raise_refusal

PROGRAM: Final = ("-m", "drivers.camera.worker")

_OPEN_S: Final = 20.0  # importing OpenCV on a busy small box, and a camera that is slow to open
_TRANSFER_S: Final = 3.0
_END_S: Final = 1.0
_ONE_THREAD: Final = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT": "3",  # seconds; OpenCV's own ten are long for a camera that was unplugged
    "OPENCV_LOG_LEVEL": "ERROR",
}


class WorkerSource:
    """A camera behind a pipe. `program`: what runs in the process, as arguments of Python."""

    def __init__(
        self, config: CameraConfig, clock_ms: Clock, program: Sequence[str] = PROGRAM, *, open_s: float = _OPEN_S
    ) -> None:
        self._config = config
        self._clock_ms = clock_ms
        self._number = 0
        self._is_asked = False
        ours, theirs = socket.socketpair()
        with theirs:
            descriptor = theirs.fileno()
            self._child = subprocess.Popen(
                [sys.executable, *program, str(descriptor)],
                stdin=subprocess.DEVNULL,
                process_group=0,  # Ctrl-C is the parent's to answer: it ends the children in order
                pass_fds=[descriptor],
                cwd=Path(__file__).resolve().parents[2],
                env={**os.environ, **_ONE_THREAD},
            )
        self._line: socket.socket | None = ours
        try:
            ours.settimeout(_TRANSFER_S)
            self._send(config_message(config))
            self.notices = self._greeting(open_s)
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """The process id of the worker, for tests that stop it."""
        return self._child.pid

    def read(self, timeout_s: float) -> Frame | None:
        """The newest frame that was not read before. Raises CameraError when the worker has gone or says why."""
        if self._line is None:
            raise CameraError(f"camera {self._config.name} has been closed")
        if not self._is_asked:
            self._send({"after": self._number, "timeout_s": timeout_s})
            self._is_asked = True
        if not self._has_answered(timeout_s):
            return None  # it was asked, and may still answer: the next call waits on
        header, body = self._receive()
        self._is_asked = False
        return None if header.get("none") else self._frame(header, body)

    def close(self) -> None:
        """Kill the worker; one that sleeps in the kernel's driver and cannot even be killed is left behind."""
        if self._line is None:
            return
        self._line.close()
        self._line = None
        self._child.kill()
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(_END_S)

    def _greeting(self, open_s: float) -> tuple[Notice, ...]:
        if not self._has_answered(open_s):
            text = f"camera {self._config.name}: {self._config.where} does not open within {open_s:g} s"
            raise CameraError(text, CameraFault.HANGS, {"where": self._config.where, "seconds": f"{open_s:g}"})
        header, _ = self._receive()
        return notices_of(header)

    def _has_answered(self, timeout_s: float) -> bool:
        if self._line is None:
            return False
        waiting = select.poll()
        waiting.register(self._line, select.POLLIN)
        return bool(waiting.poll(max(0.0, timeout_s) * 1000))

    def _send(self, message: Header) -> None:
        try:
            if self._line is not None:
                send_message(self._line, message)
        except OSError as error:
            raise self._gone() from error

    def _receive(self) -> tuple[Header, bytearray]:
        line = self._line
        if line is None:
            raise self._gone()
        try:
            header, body = receive_message(line)
        except (OSError, CameraError) as error:
            raise self._gone() from error
        raise_refusal(header)
        return header, body

    def _gone(self) -> CameraError:
        text = f"camera {self._config.name}: the process that reads {self._config.where} has ended"
        return CameraError(text, CameraFault.NO_FRAMES, {"where": self._config.where})

    def _frame(self, header: Header, body: bytearray) -> Frame:
        image = np.frombuffer(body, np.uint8).reshape((int(header["height"]), int(header["width"]), 3))
        self._number = int(header["number"])
        age_ms = monotonic_ms() - float(header["taken_ms"])
        return Frame(self._config.name, self._number, self._clock_ms() - age_ms, image)
