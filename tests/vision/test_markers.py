"""Markers: found where they lie, printed as they are to be found, and every plan that cannot be is refused."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from resvg_py import svg_to_bytes

from drivers.simulator.layout import TRAY_MARKER_SIZE_MM, TRAY_MARKERS_MM
from referee.tiles.size import TILE_THICKNESS_MM
from tests.vision.hall_views import TRAY_VIEW, empty_picture, of_width
from vision.errors import CalibrationError
from vision.marker_sheet import DOTS_PER_MM, PAGE_MM, write_marker_sheet
from vision.markers import MarkerPlan, calibrate_by_markers, find_markers, measured_mm, middle_of

VIEW = of_width(TRAY_VIEW, 1280)
PLAN = MarkerPlan(dict(enumerate(TRAY_MARKERS_MM)), TRAY_MARKER_SIZE_MM)


@pytest.fixture(scope="module")
def picture():
    return empty_picture(VIEW)


def test_markers_are_found_to_a_fraction_of_a_pixel(picture) -> None:
    found = find_markers(picture, PLAN)
    assert list(found) == [0, 1, 2, 3]
    middles = [middle_of(corners) for corners in found.values()]
    assert np.abs(middles - VIEW.pose.project(TRAY_MARKERS_MM)).max() < 0.3


def test_the_calibration_is_true_at_the_height_of_the_faces(picture) -> None:
    height = VIEW.pose.position_mm[2]
    calibration = calibrate_by_markers(
        picture, PLAN, "tray-A", faces_above_mm=TILE_THICKNESS_MM, camera_height_mm=height
    )
    places = [(-150.0, -80.0), (0.0, 0.0), (150.0, 80.0)]
    true = VIEW.pose.project([(*place, TILE_THICKNESS_MM) for place in places])
    assert np.abs(calibration.to_px(places) - true).max() < 1.0
    for corners in find_markers(picture, PLAN).values():
        assert measured_mm(corners, calibration) == pytest.approx(TRAY_MARKER_SIZE_MM, rel=0.02)


def test_fewer_than_four_are_told_with_those_that_are_missing(picture) -> None:
    hidden = picture.copy()
    hidden[:360, :640] = 90
    with pytest.raises(CalibrationError, match="markers 1, 2, 3 can be seen, not 0; four are needed"):
        calibrate_by_markers(hidden, PLAN, "tray-A")
    with pytest.raises(CalibrationError, match="markers none can be seen, not 0, 1, 2, 3"):
        calibrate_by_markers(hidden // 40, PLAN, "tray-A")


def test_a_fifth_marker_may_be_hidden(picture) -> None:
    five = replace(PLAN, places_mm={**PLAN.places_mm, 7: (0.0, 0.0)})
    assert calibrate_by_markers(picture, five, "tray-A").points_mm == TRAY_MARKERS_MM


def test_a_marker_seen_twice_is_refused(picture) -> None:
    twice = picture.copy()
    twice[200:300, 500:600] = cv2.resize(twice[:100, 60:160], (100, 100))
    with pytest.raises(CalibrationError, match="marker 0 is seen twice"):
        find_markers(twice, PLAN)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"dictionary": "3x3_50"}, "dictionary '3x3_50'"),
        ({"dictionary": "4x4_50", "places_mm": {50: (0.0, 0.0)}}, "ids 0 to 49"),
        ({"size_mm": 0.0}, "1 to 1000 mm"),
    ],
)
def test_plans_that_cannot_be_are_refused(changes: dict[str, object], words: str) -> None:
    with pytest.raises(CalibrationError, match=words):
        replace(PLAN, **changes)


SHEETS = [
    MarkerPlan({0: (-275.0, -140.0), 1: (275.0, -140.0), 2: (275.0, 140.0), 3: (-275.0, 140.0)}, 30.0),
    MarkerPlan(dict.fromkeys(range(10, 16), (0.0, 0.0)), 45.0, "5x5_100"),
]


@pytest.mark.parametrize("plan", SHEETS, ids=["4x4", "5x5"])
@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_a_printed_sheet_holds_its_markers_at_true_size(plan: MarkerPlan, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"markers{suffix}"
    write_marker_sheet(plan, path)
    data = path.read_bytes()
    if suffix == ".svg":
        assert f'width="{PAGE_MM[0]:g}mm" height="{PAGE_MM[1]:g}mm"' in data.decode()
        data = bytes(svg_to_bytes(svg_string=data.decode(), dpi=96, width=round(PAGE_MM[0] * DOTS_PER_MM)))
    else:
        # the resolution is said in dots a metre, so that programs print it at its size
        place = data.index(b"pHYs")
        assert int.from_bytes(data[place + 4 : place + 8], "big") == DOTS_PER_MM * 1000
    page = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    found = find_markers(page, plan)
    assert list(found) == list(plan.places_mm)
    for corners in found.values():
        assert np.linalg.norm(corners[1] - corners[0]) / DOTS_PER_MM == pytest.approx(plan.size_mm, abs=0.15)


def test_what_does_not_fit_on_a_sheet_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match="do not fit on a sheet of A4"):
        write_marker_sheet(replace(SHEETS[0], size_mm=120.0), tmp_path / "m.svg")
    with pytest.raises(CalibrationError, match=r"written as \.svg or \.png"):
        write_marker_sheet(SHEETS[0], tmp_path / "m.pdf")
