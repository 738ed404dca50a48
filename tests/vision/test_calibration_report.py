"""What is said of a calibration: how fine it is, whether its zones can be seen, and what to improve."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from drivers.simulator.layout import TRAY_MARKER_SIZE_MM, TRAY_MARKERS_MM
from tests.vision.hall_views import TRAY_VIEW, empty_picture, of_width, tray_zones
from vision.calibrate import Calibration
from vision.calibration_report import Remark, report_on
from vision.markers import MarkerPlan, calibrate_by_markers
from vision.reference import make_reference
from vision.setup import CameraSetup
from vision.zones import Zone

VIEW = of_width(TRAY_VIEW, 960)
PLAN = MarkerPlan(dict(enumerate(TRAY_MARKERS_MM)), TRAY_MARKER_SIZE_MM)
HEIGHT = VIEW.pose.position_mm[2]


@pytest.fixture(scope="module")
def picture():
    return empty_picture(VIEW)


def by_markers(picture, plan=PLAN) -> Calibration:
    return calibrate_by_markers(picture, plan, "tray-A", faces_above_mm=16.0, camera_height_mm=HEIGHT)


def remarks(picture, calibration, zones, **options) -> dict[Remark, dict[str, object]]:
    reference = make_reference(picture, calibration, zones)
    report = report_on(CameraSetup(calibration, zones), picture, reference, **options)
    return {remarked.remark: dict(remarked.facts) for remarked in report.remarks}


def test_a_good_calibration_is_not_remarked_on(picture) -> None:
    calibration, zones = by_markers(picture), tray_zones("tray-A")
    assert remarks(picture, calibration, zones, plan=PLAN) == {}
    report = report_on(CameraSetup(calibration, zones), picture, make_reference(picture, calibration, zones))
    # 960 pixels over 440 mm, a little less at the far end, since the camera leans
    assert report.tile_px == pytest.approx(19 * 960 / 440 * 0.97, rel=0.03)
    assert report.zones_inside == {"wall:A": True}


def test_a_coarse_picture_is_told_with_its_pixels(picture) -> None:
    small = cv2.resize(picture, (480, 270), interpolation=cv2.INTER_AREA)
    corners = tuple((x / 2, y / 2) for x, y in by_markers(picture).points_px)
    calibration = Calibration("tray-A", corners, TRAY_MARKERS_MM, (480, 270), 16.0, HEIGHT)
    assert remarks(small, calibration, tray_zones("tray-A"))[Remark.COARSE] == {"tile_px": 20, "least": 26}


def test_a_zone_outside_the_picture_is_named(picture) -> None:
    far = Zone("river:A", "tray-A", ((150.0, 0.0), (400.0, 0.0), (400.0, 50.0), (150.0, 50.0)))
    found = remarks(picture, by_markers(picture), (*tray_zones("tray-A"), far))
    assert found == {Remark.ZONE_OUTSIDE: {"zone": "river:A"}}


def test_a_sheet_printed_too_small_is_noticed(picture) -> None:
    printed = replace(PLAN, size_mm=TRAY_MARKER_SIZE_MM / 0.94)
    found = remarks(picture, by_markers(picture, printed), tray_zones("tray-A"), plan=printed)
    assert found[Remark.MARKER_SIZE]["mm"] == pytest.approx(20.0, abs=0.3)


def test_two_markers_on_each_others_places_are_noticed(picture) -> None:
    a, b, c, d = TRAY_MARKERS_MM
    shifted = MarkerPlan(dict(enumerate(((a[0] + 30, a[1]), b, c, d))), TRAY_MARKER_SIZE_MM)
    calibration = calibrate_by_markers(picture, shifted, "tray-A")
    assert Remark.MARKER_SIZE in remarks(picture, calibration, tray_zones("tray-A"), plan=shifted)


def test_more_points_show_how_well_they_fit(picture) -> None:
    calibration = by_markers(picture)
    px = [*calibration.points_px, tuple(calibration.points_to_px([(0.0, 2.5)])[0])]
    off = Calibration("tray-A", tuple(px), (*TRAY_MARKERS_MM, (0.0, 0.0)), (960, 540), 16.0, HEIGHT)
    assert remarks(picture, off, tray_zones("tray-A"))[Remark.RESIDUAL]["mm"] == pytest.approx(2.0, abs=0.6)


def test_what_is_missing_is_told(picture) -> None:
    plain = np.full_like(picture, 90)
    bare = Calibration("tray-A", by_markers(picture).points_px, TRAY_MARKERS_MM, (960, 540))
    assert set(remarks(plain, bare, ())) == {Remark.NO_HEIGHT, Remark.NO_ZONES, Remark.FEATURELESS}
    assert Remark.NO_HEIGHT not in remarks(plain, bare, (), faces_are_meant=True)


def test_a_marker_that_is_hidden_is_named(picture) -> None:
    five = replace(PLAN, places_mm={**PLAN.places_mm, 9: (0.0, 0.0)})
    assert remarks(picture, by_markers(picture), tray_zones("tray-A"), plan=five) == {
        Remark.MARKER_MISSING: {"marker": 9}
    }


def test_two_trays_that_look_alike_are_told(picture) -> None:
    calibration, zones = by_markers(picture), tray_zones("tray-A")
    other = make_reference(picture, calibration, zones)
    found = remarks(picture, calibration, zones, others={"tray-B": other})
    assert found == {Remark.LOOKS_ALIKE: {"other": "tray-B"}}
