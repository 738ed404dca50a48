"""How good a calibration is: what a person who set up a camera has to know before the match. Pure.

Each remark is a code with facts; the words are under `calibration.` in the catalogue of the display.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import Final

import numpy as np

from referee.tiles.size import TILE_WIDTH_MM
from vision.calibrate import Calibration
from vision.condition import shows
from vision.markers import MarkerPlan, find_markers, measured_mm
from vision.readings import Point
from vision.rectify import Picture
from vision.reference import Reference
from vision.setup import CameraSetup
from vision.zones import Zone

LEAST_TILE_PX: Final = 26.0
"""The narrowest tile that the classifier reads well."""

_RESIDUAL_MM: Final = TILE_WIDTH_MM / 16
_MARKER_SIZE: Final = 0.04  # of the printed side: a place that is 1 % wrong shows less, a print at 96 % shows more


@unique
class Remark(StrEnum):
    """What is to be improved about a calibration that can be used."""

    COARSE = "coarse"
    ZONE_OUTSIDE = "zone_outside"
    RESIDUAL = "residual"
    MARKER_MISSING = "marker_missing"
    MARKER_SIZE = "marker_size"
    NO_HEIGHT = "no_height"
    NO_ZONES = "no_zones"
    FEATURELESS = "featureless"
    LOOKS_ALIKE = "looks_alike"


@dataclass(frozen=True, slots=True)
class Remarked:
    """A remark with the facts of its text."""

    remark: Remark
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CalibrationReport:
    """What was measured: `residual_mm` and `_px` of the points, the least `tile_px` and where, and remarks on it."""

    residual_mm: float
    residual_px: float
    tile_px: float
    tile_px_at_mm: Point
    zones_inside: Mapping[str, bool]
    anchors: int
    remarks: tuple[Remarked, ...]


def report_on(
    setup: CameraSetup,
    picture: Picture,
    reference: Reference,
    *,
    plan: MarkerPlan | None = None,
    others: Mapping[str, Reference] | None = None,
    faces_are_meant: bool = False,
) -> CalibrationReport:
    """Look at a calibration and the picture that it was made with.

    `plan`: the markers, where they were used. `others`: references of the other cameras by name. `faces_are_meant`: the
    points were measured at the height of the tiles' faces, so no height of the lens is needed.
    """
    calibration = setup.calibration
    residual_mm = calibration.residual_mm()
    at = _coarsest(calibration, setup.zones)
    tile_px = calibration.tile_px(at)
    inside = {zone.name: _lies_inside(zone, calibration) for zone in setup.zones}
    remarks = []
    if tile_px < LEAST_TILE_PX:
        remarks.append(Remarked(Remark.COARSE, {"tile_px": round(tile_px), "least": round(LEAST_TILE_PX)}))
    remarks += [Remarked(Remark.ZONE_OUTSIDE, {"zone": name}) for name, whole in inside.items() if not whole]
    if residual_mm > _RESIDUAL_MM:
        remarks.append(Remarked(Remark.RESIDUAL, {"mm": round(residual_mm, 1)}))
    if plan is not None:
        remarks += _marker_remarks(picture, plan, calibration)
    if not calibration.faces_above_points_mm and not faces_are_meant:
        remarks.append(Remarked(Remark.NO_HEIGHT))
    if not setup.zones:
        remarks.append(Remarked(Remark.NO_ZONES))
    if not reference.can_tell_moves:
        remarks.append(Remarked(Remark.FEATURELESS))
    alike = [name for name, other in (others or {}).items() if shows(picture, other)]
    remarks += [Remarked(Remark.LOOKS_ALIKE, {"other": name}) for name in alike]
    return CalibrationReport(
        residual_mm,
        _residual_px(calibration, residual_mm),
        tile_px,
        at,
        inside,
        len(reference.anchors),
        tuple(remarks),
    )


def _coarsest(calibration: Calibration, zones: Sequence[Zone]) -> Point:
    """The corner of a zone, or without zones the measured point, at which a tile has the fewest pixels."""
    corners = [corner for zone in zones for corner in zone.polygon_mm] or list(calibration.points_mm)
    return min(corners, key=calibration.tile_px)


def _lies_inside(zone: Zone, calibration: Calibration) -> bool:
    corners = calibration.to_px(zone.polygon_mm)
    return bool((corners >= -0.5).all() and (corners <= np.subtract(calibration.image_size, 0.5)).all())


def _residual_px(calibration: Calibration, residual_mm: float) -> float:
    return max(residual_mm * calibration.px_per_mm(point) for point in calibration.points_mm)


def _marker_remarks(picture: Picture, plan: MarkerPlan, calibration: Calibration) -> list[Remarked]:
    found = find_markers(picture, plan)
    remarks = [Remarked(Remark.MARKER_MISSING, {"marker": number}) for number in plan.places_mm if number not in found]
    for number, corners in found.items():
        size_mm = measured_mm(corners, calibration)
        if abs(size_mm - plan.size_mm) > _MARKER_SIZE * plan.size_mm:
            facts = {"marker": number, "mm": round(size_mm, 1), "expected": round(plan.size_mm, 1)}
            remarks.append(Remarked(Remark.MARKER_SIZE, facts))
    return remarks
