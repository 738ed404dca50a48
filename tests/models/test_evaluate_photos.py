"""The figures for whole photos are counted as they are described."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch")

from models.evaluate_photos import Case, Tally, count, iou, matched
from tests.vision.answer import Answer
from vision.photo_tile import PhotoTile


class Finds:
    def __init__(self, tiles):
        self.tiles = tiles

    def find(self, picture):
        return self.tiles


def tile(x: float, label: str = "1m", sure: bool = True) -> PhotoTile:
    corners = np.array([[x, 0.0], [x + 20, 0], [x + 20, 30], [x, 30]])
    return PhotoTile(corners, Answer(label, sure=sure))


def case(boxes: list[float], labels: list[str], counts: list[bool] | None = None, complete: bool = True) -> Case:
    places = np.array([[x, 0.0, x + 20, 30] for x in boxes]).reshape(-1, 4)
    kept = np.array(counts or [True] * len(boxes), np.bool_)
    return Case("a", np.zeros((40, 400, 3), np.uint8), places, labels, kept, complete)


def tally_of(given: Case, tiles: list[PhotoTile]) -> Tally:
    tally = Tally("test")
    count(given, Finds(tiles), tally)
    return tally


def test_found_right_and_wrong() -> None:
    tally = tally_of(case([0, 50, 100], ["1m", "2m", "3m"]), [tile(2), tile(50, "7m"), tile(250)])
    assert (tally.tiles, tally.found, tally.right, tally.sure_wrong, tally.extras) == (3, 2, 1, 1, 1)
    assert tally.wrong == {"2m>7m": 1}
    assert tally.as_fields()["found_and_right"] == pytest.approx(1 / 3, abs=1e-3)


def test_what_a_wrong_label_costs_is_told_beside_what_is_truly_wrong() -> None:
    given = replace(case([0, 50], ["1m", "2m"]), shown=["7m", "2m"])
    fields = tally_of(given, [tile(0, "7m"), tile(50, "9m")]).as_fields()
    assert (fields["found_and_right"], fields["wrong_among_sure"]) == (0, 1)
    assert fields["labels_set_right"] == {"found_and_right": 0.5, "wrong_among_sure": 0.5}


def test_a_find_that_is_half_off_counts_neither_as_found_nor_as_extra() -> None:
    tally = tally_of(case([0], ["1m"]), [tile(11)])
    assert (tally.found, tally.extras) == (0, 0)


def test_unsure_finds_flowers_and_photos_with_tiles_that_bear_no_label_give_no_extras() -> None:
    assert tally_of(case([0], ["1m"]), [tile(100, sure=False), tile(200, "other")]).extras == 0
    assert tally_of(case([0], ["1m"], complete=False), [tile(100)]).extras == 0


def test_doubtful_labels_do_not_count() -> None:
    tally = tally_of(case([0, 50], ["1m", "2m"], [True, False]), [tile(50, "9m")])
    assert (tally.tiles, tally.found, tally.extras) == (1, 0, 0)


def test_each_find_serves_one_label() -> None:
    boxes = np.array([[0.0, 0, 10, 10], [1, 0, 11, 10]])
    shared = iou(boxes, np.array([[1.0, 0, 11, 10]]))
    assert shared.ravel() == pytest.approx([9 / 11, 1])
    assert matched(shared, 0.5) == {1: 0}
