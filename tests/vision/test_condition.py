"""What a camera's picture tells of the camera: moved, dimmed, out of focus, hidden, another's."""

import functools
from dataclasses import replace

import cv2
import numpy as np
import pytest

from drivers.simulator.layout import TABLE_MM, TRAY_MARKERS_MM, TRAY_MM
from drivers.simulator.scene_camera import View
from tests.vision.hall_views import (
    TABLE_VIEW,
    TRAY_VIEW,
    Play,
    calibrated,
    empty_picture,
    lit,
    moved,
    of_width,
    palm_at_lens,
    table_zones,
    tray_zones,
)
from vision.condition import Condition, Finding, examine, other_size, shows
from vision.rectify import Picture
from vision.reference import make_reference

TRAY = of_width(TRAY_VIEW, 960)
CALIBRATION = calibrated(TRAY.pose, "tray-A", TRAY_MM)


@functools.cache
def tray_picture(view: View = TRAY, seed: int = 1) -> Picture:
    return empty_picture(view, seed)


@functools.cache
def reference():
    return make_reference(tray_picture(), CALIBRATION, tray_zones("tray-A"))


def found(picture: Picture, others=None) -> Finding:
    return examine(picture, reference(), CALIBRATION, others or {})


def test_a_camera_that_stands_as_it_was_calibrated_is_well() -> None:
    assert found(tray_picture()) == Finding()


@pytest.mark.parametrize(
    ("push_mm", "condition"), [(1.0, Condition.NUDGED), (3.0, Condition.MOVED), (10.0, Condition.MOVED)]
)
def test_a_pushed_camera_is_told_with_its_millimetres(push_mm: float, condition: Condition) -> None:
    finding = found(tray_picture(moved(TRAY, x_mm=push_mm)))
    assert finding.condition is condition
    assert finding.facts["mm"] == pytest.approx(push_mm, abs=0.3)


def test_a_push_of_a_fifth_of_a_millimetre_is_nothing() -> None:
    assert found(tray_picture(moved(TRAY, x_mm=0.2))) == Finding()


def test_a_turned_camera_has_moved() -> None:
    finding = found(tray_picture(moved(TRAY, turn_deg=1.0)))
    assert finding.condition is Condition.MOVED
    # the outermost places are some 190 mm from the middle, about which one degree is 17 mm a metre
    assert finding.facts["mm"] == pytest.approx(190 * 0.0175, abs=0.8)


def test_a_camera_that_was_knocked_far_away_has_moved() -> None:
    finding = found(tray_picture(moved(TRAY, x_mm=60.0, turn_deg=4.0)))
    assert finding.condition is Condition.MOVED
    assert float(str(finding.facts["mm"])) > 45


def test_a_marker_card_that_was_pushed_is_no_moved_camera() -> None:
    pushed = ((TRAY_MARKERS_MM[0][0] + 4, TRAY_MARKERS_MM[0][1] + 3), *TRAY_MARKERS_MM[1:])
    assert found(tray_picture(replace(TRAY, surface=replace(TRAY.surface, markers_mm=pushed)))) == Finding()


@pytest.mark.parametrize(
    ("level", "tint", "condition"),
    [
        (0.5, (0.95, 0.99, 1.02), Condition.DARK),
        (0.8, (0.95, 0.99, 1.02), Condition.WELL),
        (1.2, (0.95, 0.99, 1.02), Condition.WELL),
        (1.0, (0.62, 0.88, 1.12), Condition.TINTED),
        (1.0, (0.9, 0.98, 1.05), Condition.WELL),
    ],
)
def test_the_light(level: float, tint: tuple[float, float, float], condition: Condition) -> None:
    assert found(tray_picture(lit(TRAY, level=level, tint_bgr=tint))).condition is condition


def test_much_more_light() -> None:
    bright = np.clip(tray_picture().astype(np.float32) * 1.8, 0, 255).astype(np.uint8)
    assert found(bright).condition is Condition.BRIGHT


@pytest.mark.parametrize(
    ("blur_px", "condition"),
    [(0.5, Condition.WELL), (2.0, Condition.BLURRED), (4.0, Condition.BLURRED)],
)
def test_the_focus(blur_px: float, condition: Condition) -> None:
    assert found(cv2.GaussianBlur(tray_picture(), (0, 0), blur_px)).condition is condition


def test_the_focus_is_told_in_dim_light_and_dim_light_is_no_lost_focus() -> None:
    dim = tray_picture(lit(TRAY, level=0.5))
    assert found(dim).condition is Condition.DARK
    assert found(cv2.GaussianBlur(dim, (0, 0), 2.0)).condition is Condition.BLURRED


@pytest.mark.parametrize(
    ("share", "condition"), [(0.3, Condition.WELL), (1.1, Condition.HIDDEN), (1.5, Condition.HIDDEN)]
)
def test_a_hand_over_the_lens(share: float, condition: Condition) -> None:
    assert found(palm_at_lens(tray_picture(), share)).condition is condition


def test_a_view_of_which_four_fifths_are_hidden() -> None:
    view = of_width(TABLE_VIEW, 640)
    calibration = calibrated(view.pose, "overhead", TABLE_MM)
    picture = tray_picture(view)
    own = make_reference(picture, calibration, table_zones("overhead"))
    board = picture.copy()
    board[:, :256] = (90, 120, 160)
    assert examine(board, own, calibration, {}).condition is Condition.WELL
    board[:, :512] = (90, 120, 160)
    assert examine(board, own, calibration, {}).condition is Condition.HIDDEN


@pytest.mark.parametrize("level", [0, 3, 128, 255])
def test_a_picture_of_nothing_hides_everything(level: int) -> None:
    assert found(np.full_like(tray_picture(), level)).condition is Condition.HIDDEN


OTHER_MOUNT = moved(TRAY, x_mm=-6.0, turn_deg=0.7)
OTHER_CARDS = replace(TRAY, surface=replace(TRAY.surface, markers_mm=(*TRAY_MARKERS_MM[2:], *TRAY_MARKERS_MM[:2])))


@pytest.mark.parametrize(
    ("other", "seed"),
    [(OTHER_MOUNT, 2), (OTHER_CARDS, 1)],
    ids=["hung a little otherwise", "the same but for its markers"],
)
def test_cameras_swapped_between_seats_are_told_by_name(other: View, seed: int) -> None:
    theirs = tray_picture(other, seed)
    calibration = calibrated(other.pose, "tray-B", TRAY_MM)
    other_reference = make_reference(theirs, calibration, tray_zones("tray-B"))
    others = {"tray-B": other_reference}
    assert found(theirs, others) == Finding(Condition.SWAPPED, {"other": "tray-B"})
    assert found(tray_picture(), others) == Finding()
    swapped = examine(tray_picture(), other_reference, calibration, {"tray-A": reference()})
    assert swapped == Finding(Condition.SWAPPED, {"other": "tray-A"})


def test_views_that_cannot_be_told_apart_are_known_as_such() -> None:
    assert shows(tray_picture(), reference())
    assert not shows(tray_picture(OTHER_CARDS), reference())


def test_a_picture_of_another_size() -> None:
    small = cv2.resize(tray_picture(), (640, 360))
    facts = {"size": "640x360", "expected": "960x540"}
    assert other_size(small, CALIBRATION) == Finding(Condition.OTHER_SIZE, facts)
    assert other_size(tray_picture(), CALIBRATION) is None


def test_a_view_without_anything_to_hold_on_to_says_nothing_of_moves_but_of_light() -> None:
    plain = np.full((540, 960, 3), (70, 110, 40), np.uint8)
    bare = make_reference(plain, CALIBRATION, ())
    assert not bare.can_tell_moves
    assert examine(plain, bare, CALIBRATION, {}) == Finding()
    assert examine(plain // 3, bare, CALIBRATION, {}).condition is Condition.DARK


def test_markers_on_plain_cloth_are_enough() -> None:
    # felt shows next to nothing of its texture through a cheap camera: only the markers are left to hold on to
    def plain(picture: Picture) -> Picture:
        cloth = cv2.medianBlur(picture, 41)
        edges = cv2.dilate(cv2.absdiff(picture, cloth).max(axis=2), np.ones((9, 9), np.uint8))[..., None]
        return np.where(edges > 60, picture, (70, 110, 40)).astype(np.uint8)

    own = make_reference(plain(tray_picture()), CALIBRATION, tray_zones("tray-A"))
    assert own.can_tell_moves
    pushed = examine(plain(tray_picture(moved(TRAY, x_mm=3.0))), own, CALIBRATION, {})
    assert (pushed.condition, pushed.facts["mm"]) == (Condition.MOVED, pytest.approx(3.0, abs=0.4))
    half_hidden = plain(tray_picture())
    half_hidden[:, :480] = (120, 150, 200)  # two of the four markers
    assert examine(half_hidden, own, CALIBRATION, {}).condition is Condition.WELL


def false_alarms(play: Play, calibration, zones, checks: int) -> list[tuple[int, Finding]]:
    own = make_reference(empty_picture(play.view, play.seed), calibration, zones)
    findings = ((number, examine(play.picture(number), own, calibration, {})) for number in range(checks))
    return [(number, finding) for number, finding in findings if finding != Finding()]


def test_tiles_hands_and_shadows_raise_no_alarm() -> None:
    play = Play(of_width(TRAY_VIEW, 480), on_table=False)
    calibration = calibrated(play.view.pose, "tray-A", TRAY_MM)
    assert false_alarms(play, calibration, tray_zones("tray-A"), 30) == []


@pytest.mark.verify
def test_not_one_false_alarm_in_a_thousand_checks() -> None:
    trays = Play(of_width(TRAY_VIEW, 960), on_table=False)
    calibration = calibrated(trays.view.pose, "tray-A", TRAY_MM)
    assert false_alarms(trays, calibration, tray_zones("tray-A"), 500) == []
    table = Play(of_width(TABLE_VIEW, 960), on_table=True)
    calibration = calibrated(table.view.pose, "overhead", TABLE_MM)
    assert false_alarms(table, calibration, table_zones("overhead"), 500) == []
