"""One camera of a configuration: what to open, its calibration file, and what it is calibrated by.

Validated like the rest of the configuration (see `configuration`); nothing is opened here.
"""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from drivers.camera import CameraConfig, CameraControls, PixelFormat, SourceKind
from referee.daemon.used_values import used_by
from vision.errors import CalibrationError
from vision.markers import DEFAULT_DICTIONARY, MarkerPlan
from vision.readings import Point
from vision.reference import Reference
from vision.reference_file import load_reference, reference_path
from vision.setup import CameraSetup, load_setup


def load_calibrated(path: Path) -> tuple[CameraSetup, Reference | None]:
    """A calibration file and the reference beside it, if there is one. Raises CalibrationError."""
    if not path.exists():
        raise CalibrationError(f"{path}: cannot be read, it is not there: calibrate the camera (junanaho calibrate)")
    setup = load_setup(path)
    return setup, load_reference(reference_path(path), setup.calibration)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


_Millimetres = Annotated[list[Annotated[float, Field(ge=-10_000, le=10_000)]], Field(min_length=2, max_length=2)]


class MarkerPlace(_Strict):
    """A printed marker and where its middle lies on the table."""

    id: int = Field(ge=0)
    mm: _Millimetres


class MarkerSettings(_Strict):
    """The markers that a camera is calibrated by; `size_mm` is the side of a black square."""

    dictionary: str = DEFAULT_DICTIONARY
    size_mm: float
    places: list[MarkerPlace] = Field(min_length=4)

    @model_validator(mode="after")
    def _can_be_found(self) -> "MarkerSettings":
        numbers = [place.id for place in self.places]
        twice = sorted({number for number in numbers if numbers.count(number) > 1})
        if twice:
            raise ValueError(f"marker {twice[0]} has two places: each id may lie on the table once")
        try:
            self.plan()
        except CalibrationError as error:
            raise ValueError(str(error)) from error
        return self

    def plan(self) -> MarkerPlan:
        """As vision takes it."""
        return MarkerPlan({place.id: _point(place.mm) for place in self.places}, self.size_mm, self.dictionary)


class ControlSettings(_Strict):
    """What a camera is not to choose by itself, in its own units; what is left out it goes on choosing."""

    exposure: int | None = Field(default=None, ge=0, le=1_000_000)
    gain: int | None = Field(default=None, ge=0, le=1_000_000)
    white_balance: int | None = Field(default=None, ge=1_000, le=20_000)
    focus: int | None = Field(default=None, ge=0, le=1_000_000)


class CameraSettings(_Strict):
    """One camera and its calibration file, which also names the zones that it sees.

    `pixels`: how a device sends its pictures. The rest is for `junanaho calibrate`: `height_mm` is how high the lens
    hangs above the points that are measured, `faces_above_mm` how far the tiles' faces are above those; `corners_mm`
    the four places that a person picks, `zones` the layout that is proposed while the file has no zones of its own.
    """

    name: str = Field(min_length=1)
    kind: Literal["device", "video", "folder", "simulated"]
    where: str = Field(min_length=1)
    width_px: int | None = Field(default=None, ge=16, le=16384)
    height_px: int | None = Field(default=None, ge=16, le=16384)
    fps: float | None = Field(default=None, gt=0, le=1000)
    pixels: Literal["mjpg", "yuyv"] = "mjpg"
    controls: ControlSettings = ControlSettings()
    calibration: Annotated[Path, used_by(load_calibrated)]
    height_mm: float | None = Field(default=None, gt=0, le=10_000)
    faces_above_mm: float | None = Field(default=None, ge=0, le=200)
    markers: MarkerSettings | None = None
    corners_mm: list[_Millimetres] | None = Field(default=None, min_length=4, max_length=4)
    zones: Literal["table", "tray:A", "tray:B"] | None = None

    @model_validator(mode="after")
    def _controls_are_a_devices(self) -> "CameraSettings":
        given = [name for name, value in self.controls.model_dump().items() if value is not None]
        if given and self.kind != "device":
            raise ValueError(f"controls: a camera of kind {self.kind} has no {given[0]} to set: leave them out")
        return self

    def places_mm(self) -> tuple[Point, ...] | None:
        """`corners_mm` as points."""
        return None if self.corners_mm is None else tuple(_point(corner) for corner in self.corners_mm)

    def camera(self) -> CameraConfig:
        """The driver's own form."""
        return CameraConfig(
            self.name,
            SourceKind(self.kind),
            self.where,
            self.width_px,
            self.height_px,
            self.fps,
            pixels=PixelFormat(self.pixels),
            controls=CameraControls(**self.controls.model_dump()),
        )


def _point(mm: list[float]) -> Point:
    return mm[0], mm[1]
