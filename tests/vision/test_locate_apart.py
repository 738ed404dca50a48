"""Rectangles that seem to lie in one another are pushed apart, and nothing else is moved."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.locate_apart import apart, beside
from vision.locate_fit import corners_of

SIZE = (19.0, 26.0)
NOTHING = np.zeros(1)


def overlap(one, other):
    """What two poses share, in parts of a tile."""
    corners = corners_of(np.array([one, other]), SIZE).astype(np.float32)
    return cv2.intersectConvexConvex(corners[0], corners[1])[0] / (SIZE[0] * SIZE[1])


def deepest(poses):
    return max(overlap(a, b) for n, a in enumerate(poses) for b in poses[:n])


def test_neighbours_that_share_a_millimetre_and_a_half_share_a_seam():
    poses = np.array([[0.0, 0.0, 0.0], [17.5, 0.3, 1.0]])
    moved = apart(poses, np.zeros(2), SIZE)
    assert overlap(*poses) > 0.06
    assert overlap(*moved) < 0.02
    assert moved[0, 0] == pytest.approx(-0.75, abs=0.3)  # both know as little: each yields half
    assert np.allclose(moved[:, 2], poses[:, 2])


def test_the_better_outlined_one_stays():
    moved = apart(np.array([[0.0, 0.0, 0.0], [17.5, 0.0, 0.0]]), np.array([1.0, 0.0]), SIZE)
    assert abs(moved[0, 0]) < 0.4 < 1.0 < moved[1, 0] - 17.5


def test_a_sideways_tile_has_its_own_width():
    poses = np.array([[0.0, 0.0, 90.0], [22.5, 3.5, 0.0]])
    assert np.allclose(apart(poses, np.zeros(2), SIZE), poses, atol=0.1)
    moved = apart(np.array([[0.0, 0.0, 90.0], [21.0, 3.5, 0.0]]), np.zeros(2), SIZE)
    assert moved[1, 0] - moved[0, 0] == pytest.approx(22.5, abs=0.2)


def test_two_views_of_one_place_are_left_alone():
    poses = np.array([[0.0, 0.0, 0.0], [2.0, 1.0, 90.0]])
    assert np.array_equal(apart(poses, np.zeros(2), SIZE), poses)


def test_the_others_stay_where_they_are():
    others = np.array([[0.0, 0.0, 0.0], [38.0, 0.0, 0.0]])
    (moved,) = beside(np.array([[17.6, 0.0, 0.0]]), others, SIZE)
    assert moved[0] == pytest.approx(19.0, abs=0.3)
    assert len(beside(np.empty((0, 3)), others, SIZE)) == 0
    assert np.array_equal(beside(others, np.empty((0, 3)), SIZE), others)


@given(st.lists(st.tuples(st.floats(-1.4, 1.4), st.floats(-1.4, 1.4), st.floats(-2.5, 2.5)), min_size=1, max_size=12))
def test_a_block_of_tiles_that_are_each_seen_a_little_off(errors):
    true = np.array([[19.2 * (n % 4), 26.2 * (n // 4), 0.0] for n in range(len(errors))])
    seen = true + np.array(errors)
    moved = apart(seen, np.zeros(len(seen)), SIZE)
    assert np.hypot(*(moved - true)[:, :2].T).mean() <= np.hypot(*(seen - true)[:, :2].T).mean() + 0.3
    if len(seen) > 1:
        assert deepest(moved) <= max(0.06, deepest(seen))
