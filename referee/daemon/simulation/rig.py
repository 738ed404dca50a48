"""Simulated hardware: the firmware twin and the hall, each a process of its own, and what a house would configure.

The calibration is what picking four corners on each camera's picture gives: where four points at the height of the
tiles' faces are seen, and the picture itself of the empty table. Nothing else about the simulator is known to the rest.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from drivers.camera import CameraConfig, SourceKind
from drivers.simulator.layout import TRAY_MM, camera_poses
from drivers.simulator.scene_pose import CameraPose
from drivers.simulator.stage_process import StageConfig, StageProcess
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_process import TwinProcess
from referee.daemon.camera_picture import take_picture
from referee.daemon.recognition import RecognitionPlan, WatchedCamera
from referee.daemon.zone_layout import ZoneLayout, standard_zones
from referee.desk import DeskSettings
from referee.game import MatchSource
from referee.rules import RuleSet
from referee.tiles.size import TILE_THICKNESS_MM
from vision.calibrate import Calibration
from vision.reference import make_reference
from vision.setup import CameraSetup

_STILL_MS: Final = 800.0
_MOST_FPS: Final = 15.0
_LOCK_WAIT_REAL_MS: Final = 10_000.0
_CAMERA_WAIT_REAL_MS: Final = 5_000.0
_STALE_AFTER_S: Final = 8.0  # pictures are rendered by this very machine, as fast as it can beside all else
_REOPEN_AFTER_S: Final = 30.0


@dataclass(frozen=True, slots=True)
class RigConfig:
    """What to simulate. `speed` is an upper bound; `swap` exchanges what two tiles (by id) show in every deal.

    `faults`: a script of what goes wrong.
    """

    seed: int = 1
    speed: float = 1.0
    faces: Path | None = None
    truth: Path | None = None
    swap: tuple[int, int] | None = None
    faults: Path | None = None


class Rig:
    """The running simulated hardware. Raises InputError if it cannot be started."""

    def __init__(self, config: RigConfig, rules: RuleSet) -> None:
        self._config = config
        twin = TwinConfig(seed=config.seed, speed=config.speed, red_fives=dict(rules.red_fives))
        self._twin = TwinProcess(twin, script=config.faults)
        try:
            self._stage = StageProcess(
                StageConfig(self._twin.control, config.seed, config.speed, config.faces, config.truth, config.swap)
            )
        except BaseException:
            self._twin.close()
            raise

    @property
    def port(self) -> str:
        """The serial port of the table."""
        return self._twin.port

    @property
    def control(self) -> str:
        """The socket on which faults can be put into the running table."""
        return self._twin.control

    @property
    def hall(self) -> str:
        """The socket on which simulated people act."""
        return self._stage.control

    def recognition(self) -> RecognitionPlan:
        """The cameras, calibrated; to be asked for while the table is empty. Raises CameraError without pictures."""
        cameras = tuple(_calibrated(name, pose, self._stage.frames) for name, pose in camera_poses().items())
        # virtual time runs faster than frames come: more of them are looked at, as far as the machine can
        fps = min(60.0, _MOST_FPS * max(1.0, self._config.speed))
        return RecognitionPlan(
            cameras,
            _STILL_MS,
            threads=1,
            speed=self._config.speed,
            most_fps=fps,
            stale_after_s=_STALE_AFTER_S,
            reopen_after_s=_REOPEN_AFTER_S,
        )

    def close(self) -> None:
        """End both processes."""
        self._stage.close()
        self._twin.close()


def _calibrated(name: str, pose: CameraPose, frames: str) -> WatchedCamera:
    camera = CameraConfig(name, SourceKind.SIMULATED, frames)
    calibration, zones = _calibration(name, pose), standard_zones(_layout(name), name)
    reference = make_reference(take_picture(camera), calibration, zones)
    return WatchedCamera(camera, CameraSetup(calibration, zones), reference)


def _calibration(name: str, pose: CameraPose) -> Calibration:
    width_mm, depth_mm = (560.0, 290.0) if name == "overhead" else TRAY_MM
    x, y = width_mm / 2, depth_mm / 2
    corners = ((-x, -y), (x, -y), (x, y), (-x, y))
    pixels = pose.project([(*corner, TILE_THICKNESS_MM) for corner in corners])
    return Calibration(
        camera=name,
        points_px=tuple((float(px), float(py)) for px, py in pixels),
        points_mm=corners,
        image_size=(pose.width_px, pose.height_px),
    )


def _layout(camera: str) -> ZoneLayout:
    return ZoneLayout(camera.replace("-", ":")) if camera.startswith("tray-") else ZoneLayout.TABLE


def simulated_desk(speed: float, venue: str = "") -> DeskSettings:
    """The desk beside simulated hardware: the pipeline gets its real time, however fast virtual time runs."""
    faster = max(1.0, speed)
    return DeskSettings(
        MatchSource.SIMULATED,
        venue,
        lock_wait_ms=_LOCK_WAIT_REAL_MS * faster,
        camera_wait_ms=_CAMERA_WAIT_REAL_MS * faster,
    )
