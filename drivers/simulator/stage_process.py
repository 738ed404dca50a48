"""The simulated hall as a process of its own: `python -m drivers.simulator.stage_process`, and `StageProcess`.

It follows the twin's walls over the twin's control channel, serves camera frames on one Unix socket and requests of
simulated people on another, and prints one JSON line `{"frames": ..., "control": ...}` when both are open. Threads: the
main one answers requests, `stage-twin` follows the twin, the frame server has its own. It ends on SIGTERM, SIGINT, or
when its parent is gone.
"""

import argparse
import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TextIO

import cv2

from drivers.simulator.control_socket import ControlSocket
from drivers.simulator.frame_server import FrameServer
from drivers.simulator.hall import Hall
from drivers.simulator.layout import (
    MARKER_SIZE_MM,
    MARKERS_MM,
    TABLE_MM,
    TRAY_MARKER_SIZE_MM,
    TRAY_MARKERS_MM,
    TRAY_MM,
    camera_poses,
)
from drivers.simulator.scene_camera import SceneCamera, View
from drivers.simulator.scene_faces import DrawnFaces, Faces, PhotographedFaces
from drivers.simulator.scene_surface import Surface
from drivers.simulator.stage import Stage
from drivers.simulator.twin_control import TwinControl
from referee.tiles import InputError, parse_tile

_START_S: Final = 30.0
_END_S: Final = 3.0
_TURN_S: Final = 0.25
_REAL_FPS: Final = 30.0


@dataclass(frozen=True, slots=True)
class StageConfig:
    """What the hall is like. `twin`: the twin's control socket. `faces`: a folder of photographed faces by label."""

    twin: str
    seed: int = 1
    speed: float = 1.0
    faces: Path | None = None
    truth: Path | None = None
    swap: tuple[int, int] | None = None


class StageProcess:
    """A running hall. `frames` is the socket for cameras of kind `simulated`, `control` the one for `StageClient`.

    Raises InputError if it cannot be started. Use as a context, or call `close`.
    """

    def __init__(self, config: StageConfig) -> None:
        self._folder = tempfile.mkdtemp(prefix="junanaho-stage-")
        self.frames = str(Path(self._folder) / "frames")
        self.control = str(Path(self._folder) / "control")
        arguments = [
            *("--twin", config.twin, "--seed", str(config.seed), "--speed", repr(config.speed)),
            *("--frames", self.frames, "--control", self.control, "--parent", str(os.getpid())),
        ]
        if config.faces is not None:
            arguments += ["--faces", str(config.faces.resolve())]
        if config.truth is not None:
            arguments += ["--truth", str(config.truth.resolve())]
        if config.swap is not None:
            arguments += ["--swap", *map(str, config.swap)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "drivers.simulator.stage_process", *arguments],
            stdin=subprocess.DEVNULL,
            process_group=0,  # Ctrl-C is the parent's to answer: it ends the children in order
            stdout=subprocess.PIPE,
            cwd=Path(__file__).resolve().parents[2],
        )
        try:
            self._wait_for_greeting()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "StageProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End it, at the latest after three seconds by force, and remove what it left."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(_END_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(_END_S)
        if self._process.stdout is not None:
            self._process.stdout.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _wait_for_greeting(self) -> None:
        stdout = self._process.stdout
        if stdout is None:
            raise InputError("the simulated hall has no output")
        with selectors.DefaultSelector() as selector:
            selector.register(stdout, selectors.EVENT_READ)
            line = stdout.readline() if selector.select(_START_S) else b""
        if not line:
            raise InputError("the simulated hall did not start: see its message above")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the hall until it is told to end. Returns the exit status: 0, or 2 for bad arguments."""
    options = _parser().parse_args(arguments)
    cv2.setNumThreads(1)
    truth = None if options.truth is None else options.truth.open("a", encoding="utf-8", buffering=1)
    try:
        _Hall(options, truth).run(options.parent)
    except InputError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    finally:
        if truth is not None:
            truth.close()
    return 0


class _Hall:
    """Everything that runs in the process."""

    def __init__(self, options: argparse.Namespace, truth: TextIO | None) -> None:
        self._options = options
        self._truth = truth
        self._began_s = time.monotonic()
        self._stopping = threading.Event()
        faces: Faces = DrawnFaces()
        if options.faces is not None:
            faces = PhotographedFaces(options.faces, seed=options.seed, allow_drawn=True)
        cameras = {
            name: SceneCamera(View(pose, _surface_of(name)), faces, seed=options.seed)
            for name, pose in camera_poses().items()
        }
        self._stage = Stage(Hall(options.seed), cameras, self._now_ms, self._write)
        self._cameras = tuple(cameras)

    def run(self, parent: int | None) -> None:
        """Serve until told to end."""
        before = {number: signal.signal(number, self._told) for number in (signal.SIGTERM, signal.SIGINT)}
        renderers = {name: (lambda number, name=name: self._stage.render(name, number)) for name in self._cameras}
        with (
            selectors.DefaultSelector() as selector,
            FrameServer(Path(self._options.frames), renderers, fps=_REAL_FPS),
        ):
            control = ControlSocket(Path(self._options.control), selector, self._answer)
            follower = threading.Thread(target=self._follow_twin, name="stage-twin", daemon=True)
            try:
                follower.start()
                sys.stdout.write(json.dumps({"frames": self._options.frames, "control": self._options.control}) + "\n")
                sys.stdout.flush()
                while not self._stopping.is_set() and (parent is None or os.getppid() == parent):
                    for key, _ in selector.select(_TURN_S):
                        key.data.ready(key.fileobj)
            finally:
                self._stopping.set()
                follower.join()
                control.close()
                for number, handler in before.items():
                    signal.signal(number, handler)

    def _answer(self, request: Mapping[str, object]) -> dict[str, object]:
        answer = self._stage.answer(request)
        if "error" in answer:
            raise InputError(str(answer["error"]))
        return answer

    def _follow_twin(self) -> None:
        """Take the tiles in when the table does, lay out its walls when they stand."""
        try:
            with TwinControl(self._options.twin) as twin:
                twin.subscribe()
                while not self._stopping.is_set():
                    change = twin.next_change(_TURN_S)
                    if change is None:
                        continue
                    if change["change"] == "walls":
                        self._walls(twin)
                    elif change["change"] == "state" and change.get("state") in ("LID_OPEN", "STACKING"):
                        self._stage.take_in()
        except InputError as error:
            if not self._stopping.is_set():
                sys.stderr.write(f"{error}\n")
                self._stopping.set()

    def _walls(self, twin: TwinControl) -> None:
        raised = twin.walls()
        if raised is None:
            self._stage.take_in()
            return
        self._stage.walls_up([[parse_tile(name) for name in wall] for wall in raised["walls"]])
        if self._options.swap is not None:
            first, second = self._options.swap
            self._stage.answer({"do": "swap", "first": first, "second": second})

    def _write(self, fact: Mapping[str, Any]) -> None:
        if self._truth is not None:
            self._truth.write(json.dumps(fact) + "\n")

    def _now_ms(self) -> float:
        return (time.monotonic() - self._began_s) * 1000 * float(self._options.speed)

    def _told(self, _signal: int, _frame: object) -> None:
        self._stopping.set()


def _surface_of(camera: str) -> Surface:
    if camera == "overhead":
        return Surface(*TABLE_MM, markers_mm=MARKERS_MM, marker_size_mm=MARKER_SIZE_MM)
    return Surface(*TRAY_MM, markers_mm=TRAY_MARKERS_MM, marker_size_mm=TRAY_MARKER_SIZE_MM)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="stage_process", description="The simulated hall around a simulated table.")
    parser.add_argument("--twin", required=True, help="the control socket of the twin")
    parser.add_argument("--frames", required=True, help="where to serve camera frames")
    parser.add_argument("--control", required=True, help="where to answer simulated people")
    parser.add_argument("--seed", type=int, default=1, help="decides how tiles lie and how pictures look")
    parser.add_argument("--speed", type=float, default=1.0, help="how many times as fast as real time")
    parser.add_argument("--faces", type=Path, help="a folder of photographed faces, one folder per label")
    parser.add_argument("--truth", type=Path, help="where to write what really happened, one JSON line per fact")
    parser.add_argument("--swap", type=int, nargs=2, metavar="ID", help="exchange what two tiles show, in every deal")
    parser.add_argument("--parent", type=int, help="end when this process is no longer the parent")
    return parser


if __name__ == "__main__":
    sys.exit(main())
