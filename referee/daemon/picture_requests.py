"""Who waits for a whole picture of a camera. Safe from any thread; a request is answered once, or given up."""

import threading
from concurrent.futures import Future

from drivers.camera import CameraError
from vision.rectify import Picture


class PictureRequests:
    """The requests that are open, by camera."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: dict[str, list[Future[Picture]]] = {}

    def add(self, camera: str) -> Future[Picture]:
        """A new request."""
        wanted: Future[Picture] = Future()
        with self._lock:
            self._open.setdefault(camera, []).append(wanted)
        return wanted

    def answer(self, camera: str, picture: Picture | None) -> None:
        """Give all who wait for this camera its picture, or CameraError where it has none."""
        with self._lock:
            waiting = self._open.pop(camera, [])
        for wanted in waiting:
            _settle(wanted, picture, f"camera {camera}: there is no new picture of it")

    def give_up(self, why: str) -> None:
        """Nobody will answer any more: all who wait get CameraError."""
        with self._lock:
            waiting, self._open = self._open, {}
        for camera, futures in waiting.items():
            for wanted in futures:
                _settle(wanted, None, f"camera {camera}: {why}")


def _settle(wanted: Future[Picture], picture: Picture | None, why: str) -> None:
    if not wanted.set_running_or_notify_cancel():
        return  # whoever asked has gone
    if picture is None:
        wanted.set_exception(CameraError(why))
    else:
        wanted.set_result(picture)
