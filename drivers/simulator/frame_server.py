"""Serves the frames of simulated cameras over a Unix socket (see `drivers.camera.frame_wire`).

Frames are rendered when somebody asks and not otherwise; two who ask for the same one get the same picture. One thread
accepts, one per connection answers; all are joined by `close`.
"""

import contextlib
import math
import socket
import struct
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeAlias

import numpy as np

from drivers.camera.errors import CameraError
from drivers.camera.fault import CameraFault
from drivers.camera.frame import Image
from drivers.camera.frame_wire import Header, receive_message, send_message
from drivers.simulator.scene import SceneError

Renderer: TypeAlias = Callable[[int], Image]
"""Frame number to picture (h, w, 3) BGR; called by one thread at a time."""

_MAX_CONNECTIONS: Final = 8
_MAX_WAIT_S: Final = 30.0
_SEND_TIMEOUT_S: Final = 10
_MAX_PATH_BYTES: Final = 107  # of a Unix socket's address on Linux


class UnpluggedError(SceneError):
    """The camera is not there."""


class SilentError(SceneError):
    """The camera is there, and no frame comes: whoever asks waits in vain."""


class _Camera:
    """One camera's newest frame, and the lock that lets one thread render at a time."""

    def __init__(self, render: Renderer) -> None:
        self._render = render
        self._lock = threading.Lock()
        self._number = 0
        self._image: Image | None = None

    def frame(self, number: int) -> tuple[int, Image]:
        """The frame of this number, or a newer one if somebody else has asked for it meanwhile."""
        with self._lock:
            if self._image is None or self._number < number:
                self._image = np.ascontiguousarray(self._render(number))
                self._number = number
            return self._number, self._image


class FrameServer:
    """The cameras of a simulated hall on one socket, each with `fps` frames a second on the clock (seconds)."""

    def __init__(
        self,
        path: Path,
        cameras: Mapping[str, Renderer],
        *,
        fps: float = 15.0,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path = path
        self._cameras = {name: _Camera(render) for name, render in cameras.items()}
        self._fps = fps
        self._clock_s = clock_s
        self._started_s = clock_s()
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._connections: dict[threading.Thread, socket.socket] = {}
        self._listener: socket.socket | None = None
        self._accepting = threading.Thread(target=self._accept, name="frames-accept", daemon=True)

    def start(self) -> None:
        """Listen. Raises SceneError if the socket cannot be made or another simulator uses it."""
        if len(bytes(self._path)) > _MAX_PATH_BYTES:
            raise SceneError(f"the socket path {self._path} is too long: at most {_MAX_PATH_BYTES} bytes")
        _clear_leftover(self._path)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            listener.bind(str(self._path))
            self._path.chmod(0o600)
            listener.listen(_MAX_CONNECTIONS)
        except OSError as error:
            listener.close()
            raise SceneError(f"frames cannot be served at {self._path}: {error.strerror}") from error
        self._listener = listener
        self._accepting.start()

    def close(self) -> None:
        """Hang up on everyone, join all threads, remove the socket."""
        self._stop.set()
        if self._listener is None:
            return
        self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that accepts
        self._accepting.join()
        self._listener.close()
        with self._lock:
            open_now = dict(self._connections)
            for connection in open_now.values():
                _wake(connection)
        for thread in open_now:
            thread.join()
        self._listener = None
        self._path.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _accept(self) -> None:
        listener = self._listener
        count = 0
        while listener is not None and not self._stop.is_set():
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            count += 1
            # someone who stops reading must not hold a thread for ever
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", _SEND_TIMEOUT_S, 0))
            thread = threading.Thread(target=self._serve, args=(connection,), name=f"frames-{count}", daemon=True)
            with self._lock:
                if len(self._connections) >= _MAX_CONNECTIONS:
                    connection.close()
                    continue
                self._connections[thread] = connection
            thread.start()

    def _serve(self, connection: socket.socket) -> None:
        try:
            while not self._stop.is_set():
                request, _ = receive_message(connection)
                header, image = self._answer(request)
                send_message(connection, header, None if image is None else image.data.cast("B"))
        except (OSError, CameraError):
            pass  # the other side hung up or talks nonsense: it is let go, and may come again
        finally:
            with self._lock:
                self._connections.pop(threading.current_thread(), None)
                connection.close()

    def _answer(self, request: Header) -> tuple[Header, Image | None]:
        camera = self._cameras.get(str(request.get("camera")))
        after, timeout_s = request.get("after"), request.get("timeout_s")
        if camera is None:
            return {"error": f"the simulator has cameras {', '.join(self._cameras)}"}, None
        if not isinstance(after, int) or not isinstance(timeout_s, int | float) or not math.isfinite(timeout_s):
            return {"error": "a request needs 'after' (a number) and 'timeout_s' (seconds)"}, None
        number = self._wait_for(after, min(max(timeout_s, 0.0), _MAX_WAIT_S))
        if number is None:
            return {"none": True}, None
        try:
            number, image = camera.frame(number)
        except SilentError:
            self._stop.wait(min(max(timeout_s, 0.0), _MAX_WAIT_S))
            return {"none": True}, None
        except UnpluggedError as error:
            return {"error": str(error), "fault": CameraFault.MISSING.value}, None
        except SceneError as error:
            return {"error": str(error)}, None
        return {"number": number, "width": image.shape[1], "height": image.shape[0]}, image

    def _wait_for(self, after: int, timeout_s: float) -> int | None:
        """The number of the frame that is newest now, once it is above `after`; None after the time-out."""
        deadline_s = self._clock_s() + timeout_s
        while not self._stop.is_set():
            now_s = self._clock_s()
            number = math.floor((now_s - self._started_s) * self._fps) + 1
            if number > after:
                return number
            if now_s >= deadline_s:
                return None
            due_s = self._started_s + number / self._fps
            self._stop.wait(max(0.001, min(due_s, deadline_s) - now_s))
        return None


def _wake(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):  # it may have hung up already
        connection.shutdown(socket.SHUT_RDWR)


def _clear_leftover(path: Path) -> None:
    """Remove the socket of a simulator that was killed; leave one that answers, and anything else."""
    if not path.exists():
        return
    if not path.is_socket():
        raise SceneError(f"{path} is there and is no socket: frames cannot be served at it")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            path.unlink(missing_ok=True)
            return
    raise SceneError(f"another simulator serves frames at {path}")
