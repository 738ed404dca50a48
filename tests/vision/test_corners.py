"""Four corners that a person picked: those that cannot be are told apart by what is wrong with them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.calibrate import Calibration, corners_of
from vision.corners import SENTENCES, CornerFault, fault_of

SIZE = (1920, 1080)
PLACES = corners_of(560.0, 290.0)
GOOD = ((120.0, 110.0), (1800.0, 112.0), (1822.0, 976.0), (97.0, 974.0))
A, B, C, D = GOOD


@pytest.mark.parametrize(
    ("corners", "fault"),
    [
        (GOOD, None),
        ((A, B, C), CornerFault.NOT_FOUR),
        ((*GOOD, A), CornerFault.NOT_FOUR),
        ((A, B, C, (97.0, 1085.0)), CornerFault.OUTSIDE),
        ((A, B, C, (-3.0, 974.0)), CornerFault.OUTSIDE),
        ((A, B, C, (math.nan, 974.0)), CornerFault.OUTSIDE),
        ((A, (130.0, 112.0), C, D), CornerFault.CLOSE),
        ((A, B, D, C), CornerFault.CROSSED),
        ((A, C, B, D), CornerFault.CROSSED),
        ((D, C, B, A), CornerFault.MIRRORED),
        ((B, A, D, C), CornerFault.MIRRORED),
        ((A, B, C, (961.0, 543.5)), CornerFault.IN_LINE),
    ],
)
def test_what_is_wrong_is_named(corners, fault: CornerFault | None) -> None:
    assert fault_of(corners, PLACES, SIZE) is fault


def test_every_fault_has_a_sentence() -> None:
    assert set(SENTENCES) == set(CornerFault)


@given(st.lists(st.tuples(st.floats(0, 1919), st.floats(0, 1079)), min_size=4, max_size=4))
def test_corners_without_a_fault_make_a_calibration(corners) -> None:
    if fault_of(corners, PLACES, SIZE) is None:
        Calibration("cam", tuple(corners), PLACES, SIZE)  # raises nothing
