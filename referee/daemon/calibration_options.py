"""What a command line says about calibrating, and what the configuration adds: which camera, by what, where it goes.

Every mistake is one line that names the option. Nothing is opened here but the files that are named.
"""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final

from referee.daemon.calibrating import CalibrationTask
from referee.daemon.camera_settings import CameraSettings, load_calibrated
from referee.daemon.configuration import Configuration, load_configuration
from referee.daemon.zone_layout import ZoneLayout
from referee.tiles import InputError
from vision.errors import CalibrationError
from vision.markers import DEFAULT_DICTIONARY, MarkerPlan
from vision.readings import Point
from vision.reference import Reference

_NUMBER: Final = r"[-+]?\d+(?:\.\d+)?"
_POINT: Final = re.compile(rf"({_NUMBER}),({_NUMBER})")
_SIZE: Final = re.compile(rf"({_NUMBER})[x×]({_NUMBER})")
_MARKER: Final = re.compile(rf"(\d+)=({_NUMBER}),({_NUMBER})")
_LARGEST_MM: Final = 10_000.0
_SHEET: Final = MarkerPlan({0: (-275.0, -140.0), 1: (275.0, -140.0), 2: (275.0, 140.0), 3: (-275.0, 140.0)}, 30.0)
"""Printed where nobody says which markers: those of the example configuration."""


@dataclass(frozen=True)
class CalibrationOptions:
    """The options as they were given; None or empty where they were not."""

    config: Path | None = None
    camera: str | None = None
    out: Path | None = None
    size: str | None = None
    markers: tuple[str, ...] = ()
    marker_size_mm: float | None = None
    dictionary: str | None = None
    height_mm: float | None = None
    faces_above_mm: float | None = None
    zones: str | None = None

    @cached_property
    def configuration(self) -> Configuration | None:
        """The configuration, if one is named. Raises ConfigurationError."""
        return None if self.config is None else load_configuration(self.config)

    def tasks(self) -> tuple[CalibrationTask, ...]:
        """One task for each camera that is meant: the named one, or all. Raises InputError."""
        if self.configuration is None:
            if self.out is None:
                raise InputError("--out FILE is missing: the calibration file to write (or name --config and --camera)")
            return (self._task(CalibrationTask(self.camera or self.out.stem, self.out)),)
        return tuple(self._task(CalibrationTask.of(camera)) for camera in self.cameras())

    def task(self) -> CalibrationTask:
        """The one that is meant. Raises InputError if it could be several."""
        tasks = self.tasks()
        if len(tasks) > 1:
            names = ", ".join(task.camera for task in tasks)
            raise InputError(f"--camera NAME is missing: the configuration has {names}")
        return tasks[0]

    def cameras(self) -> tuple[CameraSettings, ...]:
        """Those of the configuration that are meant; none without a configuration. Raises InputError."""
        if self.configuration is None:
            return ()
        known = self.configuration.cameras
        meant = tuple(camera for camera in known if self.camera in (None, camera.name))
        if not meant:
            names = ", ".join(camera.name for camera in known) or "none"
            raise InputError(f"--camera {self.camera}: {self.config} has {names}")
        return meant

    def references(self) -> dict[str, Reference]:
        """The views of the configuration's cameras that are calibrated already; what cannot be read is no view."""
        found: dict[str, Reference] = {}
        for camera in () if self.configuration is None else self.configuration.cameras:
            try:
                _, reference = load_calibrated(camera.calibration)
            except CalibrationError:
                continue  # not calibrated yet, or to be calibrated again: config check tells
            if reference is not None:
                found[camera.name] = reference
        return found

    def plan_to_print(self) -> MarkerPlan:
        """The markers for a sheet: the given ones, those of the camera, or four to begin with."""
        if self.markers or self.configuration is None:
            return self._plan(_SHEET)
        plan = self.task().plan
        if plan is None:
            raise InputError(f"--print-markers: {self.config} names no markers for this camera; give --marker")
        return plan

    def _task(self, task: CalibrationTask) -> CalibrationTask:
        """With what the options say otherwise."""
        for name, value, least in (("--height", self.height_mm, 1.0), ("--faces-above", self.faces_above_mm, 0.0)):
            if value is not None and not least <= value <= _LARGEST_MM:
                raise InputError(f"{name} {value:g}: expected {least:g} to {_LARGEST_MM:g} mm")
        changes: dict[str, object] = {
            "path": self.out,
            "plan": self._plan(task.plan) if self.markers else None,
            "places_mm": None if self.size is None else rectangle_of_text(self.size),
            "height_mm": self.height_mm,
            "faces_above_mm": self.faces_above_mm,
            "layout": None if self.zones is None else _layout(self.zones),
        }
        given = {name: value for name, value in changes.items() if value is not None}
        return replace(task, **given, propose_anew=self.zones is not None)  # type: ignore[arg-type]

    def _plan(self, standing: MarkerPlan | None) -> MarkerPlan:
        """The markers of the options, on top of what stands. Raises InputError."""
        places = dict(_marker(text) for text in self.markers) or (standing.places_mm if standing is not None else {})
        if len(places) < max(4, len(self.markers)):
            raise InputError(f"--marker: {len(places)} different markers, at least four are needed, each id once")
        size_mm = self.marker_size_mm or (standing.size_mm if standing is not None else None)
        if size_mm is None:
            raise InputError("--marker-size MM is missing: the side of a marker's black square")
        dictionary = self.dictionary or (standing.dictionary if standing is not None else DEFAULT_DICTIONARY)
        return MarkerPlan(places, size_mm, dictionary)


def corners_of_text(text: str) -> tuple[Point, ...]:
    """Corners as they are typed: `X,Y X,Y X,Y X,Y`. Raises InputError that names the part."""
    return tuple(_point(part, "--corners") for part in text.split())


def rectangle_of_text(text: str) -> tuple[Point, ...]:
    """The corners in mm of `WIDTHxDEPTH` round the origin, clockwise from the top left. Raises InputError."""
    size = _SIZE.fullmatch(text)
    width, depth = (float(size[1]), float(size[2])) if size is not None else (0.0, 0.0)
    if not (0 < width <= _LARGEST_MM and 0 < depth <= _LARGEST_MM):
        raise InputError(f"--size '{text[:30]}': expected WIDTHxDEPTH in mm, such as 560x290")
    x, y = width / 2, depth / 2
    return (-x, -y), (x, -y), (x, y), (-x, y)


def _marker(text: str) -> tuple[int, Point]:
    marker = _MARKER.fullmatch(text)
    if marker is None:
        raise InputError(f"--marker '{text[:30]}': expected ID=X,Y in mm, such as 0=-275,-140")
    return int(marker[1]), (float(marker[2]), float(marker[3]))


def _layout(text: str) -> ZoneLayout:
    known = [layout.value for layout in ZoneLayout]
    if text not in known:
        raise InputError(f"--zones '{text[:20]}': expected {', '.join(known[:-1])} or {known[-1]}")
    return ZoneLayout(text)


def _point(text: str, option: str) -> Point:
    point = _POINT.fullmatch(text)
    if point is None:
        raise InputError(f"{option}: '{text[:30]}' is no point, expected X,Y such as 120,45.5")
    return float(point[1]), float(point[2])
