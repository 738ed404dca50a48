"""What the locator is taught is what the product reads out of its planes, for every turn of a tile."""

import cv2
import numpy as np
import pytest

pytest.importorskip("torch")

from models.locator_pool import Mark
from models.locator_targets import DOUBT, Targets, ordered, targets_of, turn_deg
from vision.locate_peaks import peaks_of
from vision.locate_planes import HEAT, IS_LEVEL, LEVEL, PLANES, STEEP

SIDE = 256


def tile(x: float, y: float, turn: float, width: float = 24.0) -> np.ndarray:
    half = np.array([[-1, -1.35], [1, -1.35], [1, 1.35], [-1, 1.35]]) * width / 2
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return (half @ np.array([[c, s], [-s, c]]) + (x, y)).astype(np.float32)


def planes_of(targets: Targets) -> np.ndarray:
    """As a network that has learnt everything would answer."""
    planes = np.zeros((PLANES, *targets.heat.shape), np.float32)
    planes[HEAT] = np.log(targets.heat.clip(1e-6, 1 - 1e-6) / (1 - targets.heat.clip(1e-6, 1 - 1e-6)))
    planes[LEVEL], planes[STEEP] = targets.corners
    planes[IS_LEVEL] = np.where(targets.is_level > 0.5, 4.0, -4.0)
    return planes


def taught(quads: list[np.ndarray], marks: list[Mark] | None = None, complete: bool = True) -> Targets:
    kinds = np.array(marks or [Mark.FACE] * len(quads), np.int8)
    return targets_of(np.array(quads, np.float32).reshape(-1, 4, 2), kinds, complete, SIDE)


@pytest.mark.parametrize("turn", range(-90, 271, 15))
def test_a_taught_tile_is_read_back(turn: int) -> None:
    quad = tile(120.3, 97.6, turn)
    found = peaks_of(planes_of(taught([quad])))
    assert len(found.heat) == 1
    assert found.heat[0] > 0.99
    apart = np.linalg.norm(found.corners[0][:, None] - quad[None], axis=2).min(axis=1)
    assert apart.max() < 0.05
    edges = np.roll(found.corners[0], -1, axis=0) - found.corners[0]
    assert (edges[:, 0] * np.roll(edges[:, 1], -1) > edges[:, 1] * np.roll(edges[:, 0], -1)).all()  # clockwise


@pytest.mark.parametrize("width", [13, 24, 50])
def test_tiles_that_touch_stay_apart(width: int) -> None:
    quads = [tile(30 + width * place, 120, 0, width) for place in range(4)]
    found = peaks_of(planes_of(taught(quads)))
    assert len(found.heat) == 4
    middles = found.corners.mean(axis=1)
    assert np.sort(middles[:, 0]) == pytest.approx([30 + width * place for place in range(4)], abs=0.2)


def test_turns_are_told_modulo_a_quarter() -> None:
    turns = np.array([-40.0, 0, 10, 44, 50, 100])
    quads = np.array([tile(100, 100, turn) for turn in turns])
    assert turn_deg(quads) == pytest.approx([-40, 0, 10, 44, -40, 10], abs=0.01)
    assert (ordered(quads[5], 10.0)[0] == quads[5][3]).all()


def test_nothing_is_learnt_at_open_places_and_little_away_from_a_photos_labels() -> None:
    labelled, opened = tile(80, 80, 0), tile(170, 80, 0)
    targets = taught([labelled, opened], [Mark.FACE, Mark.OPEN], complete=False)
    assert targets.heat_weight[20, 42] == 0
    assert targets.heat_weight[20, 20] == 1
    assert targets.heat_weight[60, 60] == DOUBT
    assert targets.heat[20, 42] == 0
    assert (taught([labelled]).heat_weight == 1).all()


def test_of_a_box_around_a_standing_tile_only_the_place_is_learnt() -> None:
    targets = taught([tile(80, 80, 0)], [Mark.PLACE])
    assert targets.heat.max() == 1
    assert targets.corner_weight.sum() == 0


def test_tiny_tiles_are_left_open() -> None:
    targets = taught([tile(80, 80, 0, width=5)])
    assert targets.heat.max() == 0
    assert (targets.heat_weight == 0).any()


def test_a_quadrilateral_keeps_its_area() -> None:
    assert cv2.contourArea(ordered(tile(50, 50, 30), 30)) == pytest.approx(24 * 24 * 1.35, rel=1e-3)
