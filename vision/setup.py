"""The calibration file: one camera, its points on the table, and optionally its zones. YAML, hence also JSON.

Strict: unknown keys, keys given twice and values of the wrong type are refused with one line that names file, place,
and what is expected. Runs wherever a command or the recognition process starts; nothing here is called per frame.
"""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from referee.strict_yaml import Document, YamlError, load_yaml
from vision.calibrate import Calibration
from vision.errors import CalibrationError
from vision.readings import Point
from vision.whole_file import write_whole
from vision.zones import Zone

VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class CameraSetup:
    """What one calibration file says."""

    calibration: Calibration
    zones: tuple[Zone, ...] = ()


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _PointEntry(_Strict):
    px: list[float] = Field(min_length=2, max_length=2)
    mm: list[float] = Field(min_length=2, max_length=2)


class _ZoneEntry(_Strict):
    name: str
    polygon_mm: list[list[float]]
    upright_deg: Literal[0, 90, 180, 270] = 0
    rows: int | None = None
    columns: int | None = None

    @field_validator("polygon_mm")
    @classmethod
    def _pairs(cls, corners: list[list[float]]) -> list[list[float]]:
        if any(len(corner) != 2 or not all(map(math.isfinite, corner)) for corner in corners):
            raise ValueError("each corner is two numbers, such as [120, 45.5]")
        return corners


class _File(_Strict):
    version: int
    camera: str = Field(min_length=1)
    image_size: list[int] = Field(min_length=2, max_length=2)
    points: list[_PointEntry]
    faces_above_points_mm: float = Field(default=0.0, ge=0)
    camera_height_mm: float | None = Field(default=None, gt=0)
    zones: list[_ZoneEntry] = []


def load_setup(path: Path) -> CameraSetup:
    """The calibration and zones in a file. Raises CalibrationError with one line."""
    try:
        document = load_yaml(path)
    except YamlError as error:
        raise CalibrationError(str(error)) from error
    return _setup_of(document, str(path))


def _setup_of(document: Document, source: str) -> CameraSetup:
    """From what was read; `source` is named in errors."""
    content = document.data
    if isinstance(content, dict) and content.get("version") != VERSION:
        raise CalibrationError(f"{source}: version is {content.get('version')!r}, expected {VERSION}")
    try:
        file = _File.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        line = document.line_of(*first["loc"])
        raise CalibrationError(f"{source} line {line}: {place}: {first['msg'].lower()}") from error
    width, height = file.image_size
    if min(width, height) < 1:
        raise CalibrationError(f"{source}: image_size is {width} x {height}, expected width and height in pixels")
    try:
        calibration = Calibration(
            camera=file.camera,
            points_px=tuple(_pair(point.px) for point in file.points),
            points_mm=tuple(_pair(point.mm) for point in file.points),
            image_size=(width, height),
            faces_above_points_mm=file.faces_above_points_mm,
            camera_height_mm=file.camera_height_mm,
        )
        zones = tuple(
            Zone(
                name=zone.name,
                camera=file.camera,
                polygon_mm=tuple(_pair(corner) for corner in zone.polygon_mm),
                upright_deg=zone.upright_deg,
                rows=zone.rows,
                columns=zone.columns,
            )
            for zone in file.zones
        )
    except CalibrationError as error:
        raise CalibrationError(f"{source}: {error}") from error
    names = [zone.name for zone in zones]
    for name in names:
        if names.count(name) > 1:
            raise CalibrationError(f"{source}: zone '{name}' is given twice")
    return CameraSetup(calibration, zones)


def save_setup(setup: CameraSetup, path: Path) -> None:
    """Write the file anew as a whole (JSON, which is YAML too). Raises CalibrationError if it cannot be written."""
    calibration = setup.calibration
    content: dict[str, Any] = {
        "version": VERSION,
        "camera": calibration.camera,
        "image_size": list(calibration.image_size),
        "points": [
            {"px": list(px), "mm": list(mm)}
            for px, mm in zip(calibration.points_px, calibration.points_mm, strict=True)
        ],
        "faces_above_points_mm": calibration.faces_above_points_mm,
        "camera_height_mm": calibration.camera_height_mm,
        "zones": [
            {
                "name": zone.name,
                "polygon_mm": [list(corner) for corner in zone.polygon_mm],
                "upright_deg": zone.upright_deg,
                "rows": zone.rows,
                "columns": zone.columns,
            }
            for zone in setup.zones
        ],
    }
    write_whole(path, (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode())


def _pair(values: list[float]) -> Point:
    return float(values[0]), float(values[1])
