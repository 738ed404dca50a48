"""Where a tile may lie unseen, and where it would come in reading order."""

import numpy as np
import pytest

from vision.unseen import orders_of, room_for_tile

TILES = np.array([(0.0, 0.0), (20.0, 1.0), (60.0, 0.0), (0.0, 28.0), (20.0, 28.0)])
ROWS = [0, 0, 0, 1, 1]


@pytest.mark.parametrize(
    ("place", "before"),
    [
        ((-20.0, 0.0), 0),
        ((40.0, -5.0), 2),
        ((80.0, 3.0), 3),
        ((10.0, 30.0), 4),
        ((40.0, 26.0), 5),
        ((0.0, -28.0), 0),  # a row above
        ((40.0, 56.0), 5),  # a row below
    ],
)
def test_an_unseen_tile_comes_where_it_would_be_read(place: tuple[float, float], before: int) -> None:
    assert list(orders_of(np.array([place]), TILES, ROWS)) == [before]


def test_in_an_empty_zone_every_place_is_the_first() -> None:
    assert list(orders_of(np.zeros((3, 2)), np.zeros((0, 2)), [])) == [0, 0, 0]


@pytest.mark.parametrize(("width_mm", "has_room"), [(10, False), (15, False), (19, True), (40, True)])
def test_only_what_is_as_wide_as_a_tile_hides_one(width_mm: int, has_room: bool) -> None:
    scale = 2.0
    hidden = np.zeros((120, 160), np.bool_)
    hidden[20:100, 30 : 30 + round(width_mm * scale)] = True
    room = room_for_tile(hidden, scale)
    assert room.any() == has_room
    assert not (room & ~hidden).any()
