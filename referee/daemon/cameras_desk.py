"""The cameras as their page sees them: the display's `CamerasPort`, over whatever takes pictures.

One frozen picture a camera is kept, so that what is saved is what was looked at. Pictures are taken and looked at in a
worker thread, one after the other; the rest runs on the server's loop.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, TypeVar, TypeVarTuple

import cv2
import numpy as np
import structlog
from numpy.typing import NDArray

from drivers.camera import CameraError, SourceKind
from drivers.camera.stable_name import name_advice
from referee.daemon.calibrating import Calibrated, CalibrationTask, CornerError, calibrate
from referee.daemon.camera_settings import CameraSettings, load_calibrated
from referee.daemon.recognition import Recognition, RecognitionPlan, WatchedCamera
from referee.display.camera_port import CameraFacts, CornerView, FrozenPicture, Spot, Told, ZoneOutline
from referee.tiles import InputError
from vision.calibrate import Calibration
from vision.readings import Point
from vision.rectify import Picture
from vision.reference import Reference

Answer = TypeVar("Answer")
Given = TypeVarTuple("Given")

_log = structlog.get_logger("cameras")
_PATIENCE_S: Final = 8.0
_GRID_MM: Final = 50.0
_MOST_LINES: Final = 60
_QUALITY: Final = 92
_FIRST_GUESS: Final = ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))


@dataclass(frozen=True, slots=True, eq=False)
class _Frozen:
    id: str
    picture: Picture


class CamerasDesk:
    """Calibrates the cameras of one table.

    `take` delivers a camera's picture and may take its time; `kept` is told of each calibration that was saved, in the
    worker thread. `references` are those that the cameras have so far. To be closed.
    """

    def __init__(
        self,
        tasks: Sequence[CalibrationTask],
        take: Callable[[str], Picture],
        references: Mapping[str, Reference],
        kept: Callable[[str, Calibrated], None],
    ) -> None:
        self._tasks = {task.camera: task for task in tasks}
        self._take = take
        self._references = dict(references)
        self._kept = kept
        self._frozen: dict[str, _Frozen] = {}
        self._count = 0
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="calibration")

    def close(self) -> None:
        """End the worker; what it is doing is finished first."""
        self._worker.shutdown(wait=True, cancel_futures=True)

    def cameras(self) -> tuple[CameraFacts, ...]:
        """All of them."""
        return tuple(
            CameraFacts(name, _places(task) or (), task.plan is not None) for name, task in self._tasks.items()
        )

    async def freeze(self, camera: str) -> FrozenPicture:
        """Take a new picture. Raises InputError with one line if there is none."""
        task = self._tasks[camera]
        picture = await self._work(self._take, camera)
        self._count += 1
        frozen = self._frozen[camera] = _Frozen(str(self._count), picture)
        height, width = picture.shape[:2]
        corners = await self._work(_first_corners, task, (width, height))
        return FrozenPicture(frozen.id, width, height, corners)

    async def jpeg(self, camera: str, picture: str) -> bytes | None:
        """The frozen picture, or None if it is not the newest."""
        frozen = self._frozen.get(camera)
        if frozen is None or frozen.id != picture:
            return None
        options = (cv2.IMWRITE_JPEG_QUALITY, _QUALITY)
        done, data = await self._work(cv2.imencode, ".jpg", frozen.picture, options)
        return data.tobytes() if done else None

    async def look(self, camera: str, picture: str, corners: tuple[Spot, ...] | None, *, save: bool) -> CornerView:
        """What the corners amount to (without any: the markers), and with `save` keep them."""
        frozen = self._frozen.get(camera)
        if frozen is None or frozen.id != picture:
            return CornerView(Told("cameras.old_picture"))
        return await self._work(self._look, self._tasks[camera], frozen.picture, corners, save)

    async def _work(self, work: Callable[[*Given], Answer], *given: *Given) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work, *given)

    def _look(
        self, task: CalibrationTask, picture: Picture, corners: tuple[Spot, ...] | None, save: bool
    ) -> CornerView:
        others = {name: reference for name, reference in self._references.items() if name != task.camera}
        try:
            calibrated = calibrate(task, picture, corners, others)
            if save:
                calibrated.keep()
        except CornerError as error:
            return CornerView(Told(f"corners.{error.fault}"))
        except InputError as error:
            return CornerView(Told("cameras.other", {"text": str(error)}))
        if save:
            self._references[task.camera] = calibrated.reference
            self._kept(task.camera, calibrated)
        return _view(calibrated, saved=save)


def watched(settings: Sequence[CameraSettings]) -> tuple[WatchedCamera, ...]:
    """Cameras as recognition takes them, with what their files say. Raises CalibrationError."""
    cameras = tuple(WatchedCamera(camera.camera(), *load_calibrated(camera.calibration)) for camera in settings)
    for camera in cameras:
        config = camera.camera
        advice = name_advice(config.name, config.where) if config.kind is SourceKind.DEVICE else None
        if advice is not None:
            _log.warning("camera_name_may_change", camera=config.name, message=advice)
        if camera.reference is None:
            # calibrated by hand, or by an older version: it is read, but nobody notices when it is moved
            _log.warning("camera_without_reference", camera=camera.camera.name, remedy="junanaho calibrate")
    return cameras


def cameras_desk(settings: Sequence[CameraSettings], plan: RecognitionPlan, recognition: Recognition) -> CamerasDesk:
    """The cameras of a running table: recognition has them open, and looks by what was saved from then on."""
    cv2.setNumThreads(1)  # a calibration may take a moment longer; the pages and the line beside it may not
    references = {one.camera.name: one.reference for one in plan.cameras if one.reference is not None}

    def take(camera: str) -> Picture:
        try:
            return recognition.picture(camera).result(_PATIENCE_S)
        except TimeoutError as error:
            raise CameraError(f"camera {camera}: no picture within {_PATIENCE_S:g} s") from error

    def kept(camera: str, calibrated: Calibrated) -> None:
        recognition.recalibrated(camera, calibrated.setup, calibrated.reference)

    return CamerasDesk([CalibrationTask.of(camera) for camera in settings], take, references, kept)


def _places(task: CalibrationTask) -> tuple[Point, ...] | None:
    try:
        return task.corner_places()
    except InputError:
        return None  # then only markers can be used, or the line says what is missing once it is tried


def _first_corners(task: CalibrationTask, size: tuple[int, int]) -> tuple[Spot, ...]:
    """Where the corners are now, if the file knows them in pictures of this size; else somewhere to drag them from."""
    try:
        standing = task.standing()
    except InputError:
        standing = None
    if standing is not None:
        calibration = standing.calibration
        if calibration.image_size == size and calibration.points_mm == _places(task):
            return calibration.points_px
    width, height = size
    return tuple((round(x * width), round(y * height)) for x, y in _FIRST_GUESS)


def _view(calibrated: Calibrated, *, saved: bool) -> CornerView:
    calibration, report = calibrated.setup.calibration, calibrated.report
    return CornerView(
        points=calibration.points_px,
        grid=_grid(calibrated),
        zones=tuple(
            ZoneOutline(zone.name, _spots(calibration.points_to_px(zone.polygon_mm))) for zone in calibrated.setup.zones
        ),
        quality={"tile_px": round(report.tile_px), "mm": round(report.residual_mm, 1), "anchors": report.anchors},
        remarks=tuple(Told(f"calibration.{remarked.remark}", remarked.facts) for remarked in report.remarks),
        saved=saved,
    )


def _grid(calibrated: Calibrated) -> tuple[tuple[Spot, Spot], ...]:
    """The lines of the table every 50 mm, as far as points and zones reach, on the felt, where they can be compared."""
    calibration = calibrated.setup.calibration
    known = np.array(
        [*calibration.points_mm, *(corner for zone in calibrated.setup.zones for corner in zone.polygon_mm)], np.float64
    )
    (left, top), (right, bottom) = known.min(axis=0), known.max(axis=0)
    ends = [((x, top), (x, bottom)) for x in _steps(left, right)] + [
        ((left, y), (right, y)) for y in _steps(top, bottom)
    ]
    return tuple(_line(calibration, one, other) for one, other in ends)


def _steps(low: float, high: float) -> list[float]:
    """Round numbers between two, ends included; fewer and rounder on a huge table."""
    pitch = _GRID_MM * max(1, np.ceil((high - low) / _GRID_MM / _MOST_LINES))
    inside = np.arange(np.ceil(low / pitch), np.floor(high / pitch) + 1) * pitch
    return sorted({float(low), float(high), *(float(step) for step in inside)})


def _line(calibration: Calibration, one: tuple[float, float], other: tuple[float, float]) -> tuple[Spot, Spot]:
    first, second = _spots(calibration.points_to_px([one, other]))
    return first, second


def _spots(points: NDArray[np.float64]) -> tuple[Spot, ...]:
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in points)
