"""Recognition in a process of its own: cameras in, readings out, so that a stuck camera delays nothing else.

The child (`watching`) opens the cameras and the model, watches the zones and sends what it read over one pipe; the
parent starts it anew, with growing pauses, if it dies or falls silent, or at once if a camera was calibrated again, and
hands everything to a callback in its own thread (`recognition`). Nothing is decided here.
"""

import multiprocessing
import os
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, TypeAlias

import structlog

from drivers.camera import HANGS_AFTER_S, CameraConfig
from referee.daemon.camera_health import STALE_AFTER_S, CameraHealth, Health
from referee.daemon.picture_requests import PictureRequests
from referee.desk.state import CameraUse
from vision.readings import ZoneReading
from vision.rectify import Picture
from vision.reference import Reference
from vision.setup import CameraSetup

_END_S: Final = 3.0
_FIRST_WORD_S: Final = 15.0  # loading the model takes seconds on a small box
_SILENT_S: Final = 5.0
_HUNG_S: Final = 30.0
_RESTART_S: Final = (0.5, 1.0, 2.0, 5.0, 10.0)
_log = structlog.get_logger("recognition")


@dataclass(frozen=True, slots=True)
class WatchedCamera:
    """A camera with what is known about its view; without a reference nobody notices when it is moved."""

    camera: CameraConfig
    setup: CameraSetup
    reference: Reference | None = None


@dataclass(frozen=True, slots=True)
class RecognitionPlan:
    """What the child needs. `speed` is virtual milliseconds per real one (1 on a real table).

    `model` is the classifier's file (None: the shipped one); with `faces` each tile is also cut out with surroundings.
    `pictured_zones`: those of which a picture of the whole zone goes with what was read in it.
    `stale_after_s`, `reopen_after_s`: how long a camera may be silent until it is not believed, and until it is let go
    and opened again.
    """

    cameras: tuple[WatchedCamera, ...]
    still_ms: float
    threads: int
    speed: float = 1.0
    most_fps: float = 15.0
    model: Path | None = None
    faces: bool = False
    pictured_zones: frozenset[str] = frozenset()
    stale_after_s: float = STALE_AFTER_S
    reopen_after_s: float = HANGS_AFTER_S


@dataclass(frozen=True, slots=True)
class ZoneSeen:
    """A reading, and a small picture (JPEG) of each of its tiles, in the same order.

    `faces`: the tiles once more with what is around them, for training; empty unless the plan wants them. `age_ms`: how
    old the picture was by then, on the clock of the frames. `whole`: the whole zone (JPEG); empty unless the plan wants
    it.
    """

    reading: ZoneReading
    cutouts: tuple[bytes, ...]
    faces: tuple[bytes, ...] = ()
    age_ms: float = 0.0
    whole: bytes = b""


@dataclass(frozen=True, slots=True)
class PictureWanted:
    """The parent asks for the newest whole picture of a camera."""

    camera: str


@dataclass(frozen=True, slots=True, eq=False)
class PictureTaken:
    """The answer: None where the camera has none that is new."""

    camera: str
    picture: Picture | None


Message: TypeAlias = ZoneSeen | Health


class Recognition:
    """The parent's side. `on_message` runs in the thread `recognition` and must not block."""

    def __init__(self, plan: RecognitionPlan, on_message: Callable[[Message], None]) -> None:
        self._plan = plan
        self._on_message = on_message
        self._stopping = threading.Event()
        self._anew = threading.Event()
        self._lock = threading.Lock()  # of what other threads use: the plan and the open pipe
        self._child: Connection | None = None
        self._wanted = PictureRequests()
        self._thread = threading.Thread(target=self._run, name="recognition", daemon=True)

    def start(self) -> None:
        """Start the child and the thread that listens to it."""
        self._thread.start()

    def stop(self) -> None:
        """End the child and the thread."""
        self._stopping.set()
        self._thread.join()

    def picture(self, camera: str) -> Future[Picture]:
        """The newest whole picture of a camera, as a child sends it; fails with CameraError where there is none."""
        wanted = self._wanted.add(camera)
        with self._lock:
            if self._child is None:
                self._wanted.give_up("recognition is being started, ask again")
                return wanted
            with suppress(OSError):  # the child is gone: the listener notices, and gives up
                self._child.send(PictureWanted(camera))
        return wanted

    def recalibrated(self, camera: str, setup: CameraSetup, reference: Reference) -> None:
        """A camera has a new calibration: a new child looks by it, within seconds."""
        with self._lock:
            cameras = tuple(
                replace(watched, setup=setup, reference=reference) if watched.camera.name == camera else watched
                for watched in self._plan.cameras
            )
            self._plan = replace(self._plan, cameras=cameras)
        self._anew.set()

    def _run(self) -> None:
        failures = 0
        while not self._stopping.is_set():
            began_s = time.monotonic()
            self._one_child()
            if self._stopping.is_set():
                return
            if self._anew.is_set():
                failures = 0
                continue
            failures = 0 if time.monotonic() - began_s > 60 else failures + 1
            _log.error("recognition_died", failures=failures)
            if failures > 1:
                self._on_message(all_troubled(self._plan, "recognition_ended"))
            self._stopping.wait(_RESTART_S[min(failures, len(_RESTART_S)) - 1] if failures else 0)

    def _listen(self, ours: Connection) -> None:
        """Hand messages over until it is time to end, or until the child has been silent for too long.

        A healthy child tells of its cameras once a second: silence is no good news, and is said where people look.
        """
        heard_s, allowed_s, told = time.monotonic(), _FIRST_WORD_S, False
        while not self._stopping.is_set() and not self._anew.is_set():
            if ours.poll(0.2):
                message = ours.recv()
                if isinstance(message, PictureTaken):
                    self._wanted.answer(message.camera, message.picture)
                else:
                    self._on_message(message)
                heard_s, allowed_s, told = time.monotonic(), _SILENT_S, False
                continue
            silent_s = time.monotonic() - heard_s
            if silent_s > max(_HUNG_S, allowed_s):
                _log.error("recognition_hangs", silent_s=round(silent_s))
                return
            if silent_s > allowed_s and not told:
                told = True
                self._on_message(all_troubled(self._plan, "recognition_silent"))

    def _open(self, child: Connection) -> None:
        """Send the plan; from now on the child can be asked for pictures."""
        with self._lock:
            self._anew.clear()
            child.send(self._plan)
            self._child = child

    def _close(self) -> None:
        with self._lock:
            self._child = None
        self._wanted.give_up("recognition ended, ask again")

    def _one_child(self) -> None:
        # a program of its own, not a fork: the parent's threads and locks must not be inherited
        ours, theirs = multiprocessing.Pipe()
        _limit_sending(ours, _FIRST_WORD_S)
        descriptor = theirs.fileno()
        child = subprocess.Popen(
            [sys.executable, "-m", "referee.daemon.watching", str(descriptor)],
            stdin=subprocess.DEVNULL,
            process_group=0,  # Ctrl-C is the parent's to answer: it ends the children in order
            pass_fds=[descriptor],
            cwd=Path(__file__).resolve().parents[2],
            env={**os.environ, **thread_limits(self._plan.threads)},
        )
        theirs.close()
        try:
            self._open(ours)
            self._listen(ours)
        except (EOFError, OSError):
            pass  # the child has ended: the caller starts another
        finally:
            self._close()
            ours.close()  # tells the child to end
            try:
                child.wait(_END_S)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def all_troubled(plan: RecognitionPlan, trouble: str, **facts: object) -> Health:
    """What is to be told when no camera is looked at."""
    return Health(
        tuple(CameraHealth(one.camera.name, 0.0, 0.0, trouble, facts, CameraUse.ABSENT) for one in plan.cameras)
    )


def thread_limits(threads: int) -> dict[str, str]:
    """Environment that keeps the libraries below NumPy from starting a thread for every processor."""
    return dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), str(threads))


def _limit_sending(pipe: Connection, seconds: float) -> None:
    """A child that reads nothing must not hold a thread for ever: sending then fails with OSError."""
    with socket.socket(fileno=os.dup(pipe.fileno())) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", round(seconds), 0))
