"""The simulated hall as a process of its own: `python -m drivers.simulator.stage_process`, and `StageProcess`.

It follows the twin's walls over the twin's control channel, serves camera frames on one Unix socket and requests of
simulated people on another, and prints one JSON line `{"frames": ..., "control": ...}` when both are open. Threads: the
main one answers requests, `stage-twin` follows the twin, the frame server has its own. It ends on SIGTERM, SIGINT, or
when its parent is gone.
"""

import argparse
import contextlib
import json
import selectors
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TextIO

import cv2

from drivers.clock import VirtualClock
from drivers.simulator.camera_troubles import TroubledCameras
from drivers.simulator.child_process import ChildProcess, greet, is_orphan, remove_orphaned_folder, told_by_signals
from drivers.simulator.control_socket import ControlSocket
from drivers.simulator.frame_server import FrameServer
from drivers.simulator.hall import Hall
from drivers.simulator.layout import (
    FIRST_MARKER,
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
from drivers.simulator.twin_acts import CameraTrouble
from drivers.simulator.twin_control import TwinControl
from referee.tiles import InputError, parse_tile

_START_S: Final = 30.0
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


class StageProcess(ChildProcess):
    """A running hall. `frames` is the socket for cameras of kind `simulated`, `control` the one for `StageClient`.

    Raises InputError if it cannot be started.
    """

    what = "simulated hall"

    def __init__(self, config: StageConfig) -> None:
        super().__init__()
        self.frames = str(self.folder / "frames")
        self.control = str(self.folder / "control")
        arguments = [
            *("--twin", config.twin, "--seed", str(config.seed), "--speed", repr(config.speed)),
            *("--frames", self.frames, "--control", self.control),
        ]
        if config.faces is not None:
            arguments += ["--faces", str(config.faces.resolve())]
        if config.truth is not None:
            arguments += ["--truth", str(config.truth.resolve())]
        if config.swap is not None:
            arguments += ["--swap", *map(str, config.swap)]
        self.start("drivers.simulator.stage_process", arguments, _START_S)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the hall until it is told to end. Returns the exit status: 0, or 2 for bad arguments."""
    options = _parser().parse_args(arguments)
    cv2.setNumThreads(1)
    truth = None if options.truth is None else options.truth.open("a", encoding="utf-8", buffering=1)
    try:
        _Program(options, truth).run(options.parent)
    except InputError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    finally:
        if truth is not None:
            truth.close()
    remove_orphaned_folder(options.parent, Path(options.control))
    return 0


class _Program:
    """Everything that runs in the process."""

    def __init__(self, options: argparse.Namespace, truth: TextIO | None) -> None:
        self._options = options
        self._truth = truth
        self._stopping = threading.Event()
        faces: Faces = DrawnFaces()
        if options.faces is not None:
            faces = PhotographedFaces(options.faces, seed=options.seed, allow_drawn=True)
        cameras = {
            name: SceneCamera(View(pose, _surface_of(name)), faces, seed=options.seed)
            for name, pose in camera_poses().items()
        }
        self._stage = Stage(Hall(options.seed), cameras, VirtualClock(options.speed), self._happened)
        self._cameras = tuple(cameras)
        self._troubled = TroubledCameras(self._stage.render)
        self._twin: TwinControl | None = None

    def run(self, parent: int | None) -> None:
        """Serve until told to end."""
        renderers = {name: (lambda number, name=name: self._troubled.frame(name, number)) for name in self._cameras}
        with (
            TwinControl(self._options.twin) as self._twin,
            told_by_signals(self._stopping.set),
            selectors.DefaultSelector() as selector,
            FrameServer(Path(self._options.frames), renderers, fps=_REAL_FPS),
        ):
            control = ControlSocket(Path(self._options.control), selector, self._answer)
            follower = threading.Thread(target=self._follow_twin, name="stage-twin", daemon=True)
            try:
                follower.start()
                greet(frames=self._options.frames, control=self._options.control)
                while not self._stopping.is_set() and not is_orphan(parent):
                    for key, _ in selector.select(_TURN_S):
                        key.data.ready(key.fileobj)
            finally:
                self._stopping.set()
                follower.join()
                control.close()

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
                    elif change["change"] == "camera":
                        self._trouble(change)
                    elif change["change"] == "odd_tile":
                        self._stage.odd_tile(side=change["side"], there=change["on"])
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

    def _trouble(self, change: Mapping[str, Any]) -> None:
        if change["what"]:
            self._troubled.trouble(change["camera"], CameraTrouble(change["what"]), change["other"])
        else:
            self._troubled.mend(change["camera"])

    def _happened(self, fact: Mapping[str, Any]) -> None:
        if self._truth is not None:
            self._truth.write(json.dumps(fact) + "\n")
        if fact["type"] == "discard" and self._twin is not None:
            with contextlib.suppress(InputError):  # a table that is gone is told by its own thread
                self._twin.discarded()  # what is planned for the table may wait for it


def _surface_of(camera: str) -> Surface:
    if camera == "overhead":
        return Surface(*TABLE_MM, markers_mm=MARKERS_MM, marker_size_mm=MARKER_SIZE_MM)
    return Surface(
        *TRAY_MM,
        markers_mm=TRAY_MARKERS_MM,
        marker_size_mm=TRAY_MARKER_SIZE_MM,
        first_marker=FIRST_MARKER[camera],
    )


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
