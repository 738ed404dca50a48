"""How far a view has shifted: what most anchors agree upon, and nothing where they do not."""

import numpy as np
import pytest

from tests.vision.hall_views import TRAY_VIEW, calibrated, of_width
from vision.anchors import Anchors, Found
from vision.shift import Shift, shift_of

CALIBRATION = calibrated(of_width(TRAY_VIEW, 960).pose, "tray-A", (400.0, 240.0))
GRID = np.array([(x, y) for x in range(60, 960, 120) for y in range(50, 540, 110)], np.float32)
COUNT = len(GRID)
ANCHORS = Anchors(GRID, np.zeros((COUNT, 33, 33), np.uint8), np.zeros((COUNT, 17, 17), np.uint8))


def found(moves: np.ndarray, seen: np.ndarray | None = None, blurred: np.ndarray | None = None) -> Found:
    everywhere, nowhere = np.ones(COUNT, np.bool_), np.zeros(COUNT, np.bool_)
    return Found(
        np.broadcast_to(np.asarray(moves, np.float32), (COUNT, 2)).copy(),
        everywhere if seen is None else seen,
        nowhere if blurred is None else blurred,
    )


def shift(result: Shift | None) -> Shift:
    assert result is not None
    return result


def test_all_agree() -> None:
    agreed = shift(shift_of(found(np.array([6.0, -3.0])), ANCHORS))
    assert agreed.px == pytest.approx(np.hypot(6, 3), abs=0.01)
    assert agreed.mm(CALIBRATION) == pytest.approx(agreed.px * 400 / 860, rel=0.05)
    assert agreed.agreeing.all()


def test_a_third_may_be_elsewhere() -> None:
    chance = np.random.default_rng(1)
    moves = np.tile([0.2, 0.1], (COUNT, 1))
    astray = chance.permutation(COUNT)[: COUNT // 3]
    moves[astray] = chance.uniform(-15, 15, (len(astray), 2))
    agreed = shift(shift_of(found(moves), ANCHORS))
    assert agreed.px < 1.5
    assert agreed.agreeing[np.setdiff1d(np.arange(COUNT), astray)].all()


@pytest.mark.parametrize("seed", range(5))
def test_where_most_disagree_there_is_no_shift(seed: int) -> None:
    chance = np.random.default_rng(seed)
    assert shift_of(found(chance.uniform(-25, 25, (COUNT, 2))), ANCHORS) is None


def test_a_view_of_half_the_size_is_found_by_chance() -> None:
    assert shift_of(found((GRID - GRID.mean(axis=0)) * -0.5), ANCHORS) is None


def test_four_places_prove_nothing() -> None:
    assert shift_of(found(np.zeros(2), seen=np.arange(COUNT) < 4), ANCHORS) is None


def test_in_a_blurred_picture_places_are_true_to_some_pixels() -> None:
    jitter = np.random.default_rng(2).uniform(-2, 2, (COUNT, 2))
    blurred = found(jitter, seen=np.zeros(COUNT, np.bool_), blurred=np.ones(COUNT, np.bool_))
    agreed = shift(shift_of(blurred, ANCHORS))
    assert agreed.agreeing.mean() > 0.9
