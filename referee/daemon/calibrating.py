"""Calibrating one camera: from a picture, and points in it that are markers or picked by a person, to two files.

The calibration file keeps its zones, or gets a proposal; the reference beside it is what the camera is later held
against. The same for the command line and the page; nothing is opened here but these files.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from referee.daemon.camera_settings import CameraSettings
from referee.daemon.zone_layout import ZoneLayout, standard_zones
from referee.tiles.size import TILE_THICKNESS_MM
from vision.calibrate import Calibration
from vision.calibration_report import CalibrationReport, report_on
from vision.corners import SENTENCES, CornerFault, fault_of
from vision.errors import CalibrationError
from vision.markers import MarkerPlan, calibrate_by_markers
from vision.readings import Point
from vision.rectify import Picture
from vision.reference import Reference, make_reference
from vision.reference_file import reference_path, save_reference
from vision.setup import CameraSetup, load_setup, save_setup
from vision.zones import Zone


class CornerError(CalibrationError):
    """Four corners that cannot be; `fault` says how, for pages that tell it in their own words."""

    def __init__(self, camera: str, fault: CornerFault) -> None:
        super().__init__(f"camera '{camera}': {SENTENCES[fault]}")
        self.fault = fault


@dataclass(frozen=True, slots=True)
class CalibrationTask:
    """A camera that is to be calibrated: where its file lies, and what is known of what it looks at.

    `places_mm`: where the four corners lie that a person picks, clockwise as the camera sees them. `height_mm`: how
    high the lens is above the points. `faces_above_mm`: how high the tiles' faces are; None is the thickness of a tile
    where the lens's height is known, and 0 else; without both they are what the file has. `layout`: the zones to
    propose; with `propose_anew` also where the file has its own.
    """

    camera: str
    path: Path
    plan: MarkerPlan | None = None
    places_mm: tuple[Point, ...] | None = None
    height_mm: float | None = None
    faces_above_mm: float | None = None
    layout: ZoneLayout | None = None
    propose_anew: bool = False

    @classmethod
    def of(cls, camera: CameraSettings) -> "CalibrationTask":
        """As the configuration says."""
        return cls(
            camera.name,
            camera.calibration,
            None if camera.markers is None else camera.markers.plan(),
            camera.places_mm(),
            camera.height_mm,
            camera.faces_above_mm,
            None if camera.zones is None else ZoneLayout(camera.zones),
        )

    def standing(self) -> CameraSetup | None:
        """What its file says now, if it is there. Raises CalibrationError for one that cannot be read."""
        return load_setup(self.path) if self.path.exists() else None

    def corner_places(self) -> tuple[Point, ...]:
        """Where the four corners lie: as configured, or as the file has it. Raises CalibrationError if nobody says."""
        if self.places_mm is not None:
            return self.places_mm
        standing = self.standing()
        if standing is not None and len(standing.calibration.points_mm) == 4:
            return standing.calibration.points_mm
        raise CalibrationError(
            f"camera '{self.camera}': nobody says where the four corners lie on the table: give --size WIDTHxDEPTH in"
            " mm, or corners_mm in the configuration"
        )


@dataclass(frozen=True, slots=True)
class Calibrated:
    """What came of it; nothing is written before `keep`."""

    path: Path
    setup: CameraSetup
    reference: Reference
    report: CalibrationReport

    def keep(self) -> None:
        """Write both files. Raises CalibrationError."""
        save_setup(self.setup, self.path)
        save_reference(self.reference, reference_path(self.path))


def calibrate(
    task: CalibrationTask, picture: Picture, corners_px: Sequence[Point] | None, others: Mapping[str, Reference]
) -> Calibrated:
    """Calibrate by four corners (n = 4 pixels), or by the markers without them. `others`: the other cameras' views.

    Raises CornerError for corners that cannot be, CalibrationError for all else that stands in the way.
    """
    points = None if corners_px is None else _by_corners(task, picture, corners_px)
    calibration = points or _by_markers(task, picture)
    setup = CameraSetup(calibration, _zones(task))
    reference = make_reference(picture, calibration, setup.zones)
    report = report_on(
        setup,
        picture,
        reference,
        plan=task.plan if corners_px is None else None,
        others=others,
        faces_are_meant=task.faces_above_mm == 0,
    )
    return Calibrated(task.path, setup, reference, report)


def _by_corners(task: CalibrationTask, picture: Picture, corners_px: Sequence[Point]) -> Calibration:
    places = task.corner_places()
    size = (picture.shape[1], picture.shape[0])
    fault = fault_of(corners_px, places, size)
    if fault is not None:
        raise CornerError(task.camera, fault)
    above_mm, height_mm = _heights(task)
    return Calibration(task.camera, tuple(corners_px), places, size, above_mm, height_mm)


def _by_markers(task: CalibrationTask, picture: Picture) -> Calibration:
    if task.plan is None:
        raise CalibrationError(
            f"camera '{task.camera}': by what? Give --corners with --size, or --marker with --marker-size, or markers"
            " in the configuration, or pick corners on a page with --serve"
        )
    above_mm, height_mm = _heights(task)
    return calibrate_by_markers(picture, task.plan, task.camera, faces_above_mm=above_mm, camera_height_mm=height_mm)


def _heights(task: CalibrationTask) -> tuple[float, float | None]:
    """How far the faces are above the points, and the lens where that matters."""
    standing = task.standing()
    if task.faces_above_mm is None and task.height_mm is None and standing is not None:
        return standing.calibration.faces_above_points_mm, standing.calibration.camera_height_mm
    above_mm = task.faces_above_mm
    if above_mm is None:
        above_mm = TILE_THICKNESS_MM if task.height_mm is not None else 0.0
    return above_mm, task.height_mm if above_mm else None


def _zones(task: CalibrationTask) -> tuple[Zone, ...]:
    """Those of the file, or the proposed ones."""
    standing = task.standing()
    if standing is not None and standing.zones and not task.propose_anew:
        return tuple(replace(zone, camera=task.camera) for zone in standing.zones)
    return () if task.layout is None else standard_zones(task.layout, task.camera)
