"""Recognition in a process of its own: cameras in, readings out, so that a stuck camera delays nothing else.

The child (`watching`) opens the cameras and the model, watches the zones and sends what it read over one pipe; the
parent starts it anew, with growing pauses, if it dies or falls silent, and hands everything to a callback in its own
thread (`recognition`). Nothing is decided here.
"""

import multiprocessing
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, TypeAlias

import structlog

from drivers.camera import CameraConfig
from vision.readings import ZoneReading
from vision.setup import CameraSetup

_END_S: Final = 3.0
_FIRST_WORD_S: Final = 15.0  # loading the model takes seconds on a small box
_SILENT_S: Final = 5.0
_HUNG_S: Final = 30.0
_RESTART_S: Final = (0.5, 1.0, 2.0, 5.0, 10.0)
_log = structlog.get_logger("recognition")


@dataclass(frozen=True, slots=True)
class WatchedCamera:
    """A camera with what is known about its view."""

    camera: CameraConfig
    setup: CameraSetup


@dataclass(frozen=True, slots=True)
class RecognitionPlan:
    """What the child needs. `speed` is virtual milliseconds per real one (1 on a real table).

    `model` is the classifier's file (None: the shipped one); with `faces` each tile is also cut out with surroundings.
    """

    cameras: tuple[WatchedCamera, ...]
    still_ms: float
    threads: int
    speed: float = 1.0
    most_fps: float = 15.0
    model: Path | None = None
    faces: bool = False


@dataclass(frozen=True, slots=True)
class ZoneSeen:
    """A reading, and a small picture (JPEG) of each of its tiles, in the same order.

    `faces`: the tiles once more with what is around them, for training; empty unless the plan wants them.
    """

    reading: ZoneReading
    cutouts: tuple[bytes, ...]
    faces: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class CameraHealth:
    """How one camera fares: frames a second really looked at, age of the newest frame, trouble in one line or empty."""

    name: str
    frames_per_second: float
    age_ms: float
    trouble: str


@dataclass(frozen=True, slots=True)
class Health:
    """All cameras, once a second."""

    cameras: tuple[CameraHealth, ...]


Message: TypeAlias = ZoneSeen | Health


class Recognition:
    """The parent's side. `on_message` runs in the thread `recognition` and must not block."""

    def __init__(self, plan: RecognitionPlan, on_message: Callable[[Message], None]) -> None:
        self._plan = plan
        self._on_message = on_message
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="recognition", daemon=True)

    def start(self) -> None:
        """Start the child and the thread that listens to it."""
        self._thread.start()

    def stop(self) -> None:
        """End the child and the thread."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        failures = 0
        while not self._stopping.is_set():
            began_s = time.monotonic()
            self._one_child()
            if self._stopping.is_set():
                return
            failures = 0 if time.monotonic() - began_s > 60 else failures + 1
            _log.error("recognition_died", failures=failures)
            if failures > 1:
                self._on_message(all_troubled(self._plan, "recognition ended and is started anew"))
            self._stopping.wait(_RESTART_S[min(failures, len(_RESTART_S)) - 1] if failures else 0)

    def _listen(self, ours: Connection) -> None:
        """Hand messages over until it is time to end, or until the child has been silent for too long.

        A healthy child tells of its cameras once a second: silence is no good news, and is said where people look.
        """
        heard_s, allowed_s, told = time.monotonic(), _FIRST_WORD_S, False
        while not self._stopping.is_set():
            if ours.poll(0.2):
                self._on_message(ours.recv())
                heard_s, allowed_s, told = time.monotonic(), _SILENT_S, False
                continue
            silent_s = time.monotonic() - heard_s
            if silent_s > max(_HUNG_S, allowed_s):
                _log.error("recognition_hangs", silent_s=round(silent_s))
                return
            if silent_s > allowed_s and not told:
                told = True
                self._on_message(all_troubled(self._plan, "recognition does not answer"))

    def _one_child(self) -> None:
        # a program of its own, not a fork: the parent's threads and locks must not be inherited
        ours, theirs = multiprocessing.Pipe()
        descriptor = theirs.fileno()
        child = subprocess.Popen(
            [sys.executable, "-m", "referee.daemon.watching", str(descriptor)],
            stdin=subprocess.DEVNULL,
            process_group=0,  # Ctrl-C is the parent's to answer: it ends the children in order
            pass_fds=[descriptor],
            cwd=Path(__file__).resolve().parents[2],
        )
        theirs.close()
        try:
            ours.send(self._plan)
            self._listen(ours)
        except (EOFError, OSError):
            pass  # the child has ended: the caller starts another
        finally:
            ours.close()  # tells the child to end
            try:
                child.wait(_END_S)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def all_troubled(plan: RecognitionPlan, trouble: str) -> Health:
    """What is to be told when no camera is looked at."""
    return Health(tuple(CameraHealth(watched.camera.name, 0.0, 0.0, trouble) for watched in plan.cameras))
