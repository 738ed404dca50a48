"""A whole set of tiles, and what it can hold."""

import pytest

from referee.tiles import ImpossibleTilesError, counts_of, full_set, is_red


@pytest.mark.parametrize(
    ("red_fives", "reds"), [({"m": 1, "p": 1, "s": 1}, 3), ({}, 0), ({"p": 2, "s": 1, "m": 1}, 4), ({"m": 4}, 4)]
)
def test_a_set_has_136_tiles_with_the_red_fives_asked_for(red_fives: dict[str, int], reds: int) -> None:
    tiles = full_set(red_fives)
    assert len(tiles) == 136
    assert counts_of(tiles) == (4,) * 34
    assert sum(is_red(tile) for tile in tiles) == reds


@pytest.mark.parametrize(("red_fives", "words"), [({"m": 5}, "0 to 4"), ({"z": 1}, "'z' has no red fives")])
def test_a_set_that_cannot_be_is_refused(red_fives: dict[str, int], words: str) -> None:
    with pytest.raises(ImpossibleTilesError, match=words):
        full_set(red_fives)
