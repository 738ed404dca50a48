"""Written tiles: what is read, what is refused and how it is said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.tiles import (
    ImpossibleTilesError,
    InputError,
    NotationError,
    check_possible,
    dora_of,
    format_tiles,
    parse_tile,
    parse_tiles,
)
from referee.tiles.names import NAMES, TILES


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("", ()),
        ("1m9m", (0, 8)),
        ("19m", (0, 8)),
        ("406p", (12, 35, 14)),
        ("55z 1s", (31, 31, 18)),
        ("0m0p0s", (34, 35, 36)),
    ],
)
def test_written_tiles_are_read_in_order(text: str, tiles: tuple[int, ...]) -> None:
    assert parse_tiles(text) == tiles


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("12", "'12' at the end"),
        ("m", "'m' at place 1"),
        ("8z", "'8z'"),
        ("0z", "'0z'"),
        ("12x", "'x' at place 3"),
        ("1 2m", "'1' in"),
        ("1m" * 600, "1200 characters"),
        ("１m", "'１' at place 1"),
        ("²m", "'²' at place 1"),
        ("12\n3m", "'12' in '12\N{REPLACEMENT CHARACTER}3m'"),
        ("1m\x1b[31m", "'\N{REPLACEMENT CHARACTER}' at place 3"),
        ("1" * 900, f"'{'1' * 60}' at the end"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, part: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_tiles(text)
    assert part in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["", "1", "m", "10m", "8z", "5M", " 5m"])
def test_one_tile_is_exactly_one_name(text: str) -> None:
    with pytest.raises(NotationError, match="is no tile"):
        parse_tile(text)


@given(st.lists(st.integers(0, TILES - 1), max_size=40))
def test_what_is_written_is_read_back(tiles: list[int]) -> None:
    assert parse_tiles(format_tiles(tiles, sort=False)) == tuple(tiles)
    assert sorted(parse_tiles(format_tiles(tiles))) == sorted(tiles)


@given(st.text(max_size=30) | st.text("0123456789mpsz \n", max_size=30))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    refused = ""
    try:
        assert all(0 <= tile < TILES for tile in parse_tiles(text))
    except InputError as error:
        refused = str(error)
    assert refused.isprintable()


def test_red_fives_stand_before_plain_ones() -> None:
    assert format_tiles(parse_tiles("6p5p0p4p1z3m")) == "3m4056p1z"


@pytest.mark.parametrize(
    ("tiles", "reds", "part"),
    [
        ("11111m", None, "5 copies of 1m"),
        ("55550m", None, "5 copies of 5m"),
        ("00m", {"m": 1, "p": 1, "s": 1}, "2 red fives 0m: the set has 1"),
        ("000p", {"m": 0, "p": 2, "s": 0}, "3 red fives 0p: the set has 2"),
    ],
)
def test_impossible_tiles_are_told(tiles: str, reds: dict[str, int] | None, part: str) -> None:
    with pytest.raises(ImpossibleTilesError) as error:
        check_possible(parse_tiles(tiles), reds)
    assert part in str(error.value)


def test_red_fives_that_do_not_count_are_ordinary_fives() -> None:
    check_possible(parse_tiles("0055m0s"), {"m": 0, "p": 1, "s": 0})
    check_possible(parse_tiles("0055m0s"))


@pytest.mark.parametrize(
    ("indicator", "dora"),
    [("1m", "2m"), ("9m", "1m"), ("9s", "1s"), ("0p", "6p"), ("1z", "2z"), ("4z", "1z"), ("5z", "6z"), ("7z", "5z")],
)
def test_the_indicator_makes_the_next_tile_dora(indicator: str, dora: str) -> None:
    assert NAMES[dora_of(parse_tile(indicator))] == dora
