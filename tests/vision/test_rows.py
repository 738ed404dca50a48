import numpy as np
import pytest

from vision.rows import reading_order


def test_rows_from_the_top_each_from_the_left():
    centres = [(60, 29), (0, 0), (40, 1), (20, -1), (20, 27), (0, 57)]
    assert reading_order(centres, 26.0) == [(1, 0), (3, 0), (2, 0), (4, 1), (0, 1), (5, 2)]


def test_a_sideways_tile_stays_in_its_row():
    centres = [(3.5, 3.5), (27, 0), (47, 0), (0, 28), (20, 28)]
    assert [row for _, row in reading_order(centres, 26.0)] == [0, 0, 0, 1, 1]


def test_rows_that_run_aslant():
    angle = np.radians(8)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    centres = np.array([(x * 20.0, y * 28.0) for y in range(3) for x in range(11)]) @ turn
    order = reading_order(centres, 26.0)
    assert [place for place, _ in order] == list(range(33))


@pytest.mark.parametrize(("centres", "expected"), [([], []), ([(5, 5)], [(0, 0)])])
def test_none_and_one(centres, expected):
    assert reading_order(centres, 26.0) == expected
