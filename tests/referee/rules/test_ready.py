"""Waits by shape, against the definition: a kind is a wait if adding it makes the tiles complete."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules import wait_kinds
from referee.rules.shapes import suit_completions, suit_readings
from referee.tiles import format_tile, parse_tiles

OUTER = {0, 8, 9, 17, 18, 26, *range(27, 34)}


def waits_by_definition(hand: list[int]) -> tuple[int, ...]:
    return tuple(kind for kind in range(34) if hand.count(kind) < 4 and is_complete(sorted([*hand, kind])))


def is_complete(tiles: list[int]) -> bool:
    """By the rules as they are told: taken apart set by set, nothing looked up."""
    kinds = set(tiles)
    if kinds == OUTER or (len(kinds) == 7 and all(tiles.count(kind) == 2 for kind in kinds)):
        return True
    return any(tiles.count(kind) >= 2 and are_sets(without(tiles, kind, kind)) for kind in kinds)


def are_sets(tiles: list[int]) -> bool:
    if not tiles:
        return True
    first = tiles[0]
    run = (first, first + 1, first + 2)
    if tiles.count(first) >= 3 and are_sets(without(tiles, first, first, first)):
        return True
    in_one_suit = first < 27 and first % 9 <= 6
    return in_one_suit and all(kind in tiles for kind in run) and are_sets(without(tiles, *run))


def without(tiles: list[int], *taken: int) -> list[int]:
    left = list(tiles)
    for kind in taken:
        left.remove(kind)
    return left


@st.composite
def hands(draw: st.DrawFn) -> list[int]:
    """13 tiles of few kinds, so that many are ready."""
    kinds = draw(st.lists(st.integers(0, 33), min_size=4, max_size=9, unique=True))
    first = draw(st.sampled_from([0, 9, 18, 27]))
    wall = [kind for kind in {*kinds, *range(first, min(first + 9, 34))} for _ in range(4)]
    return draw(st.permutations(wall))[:13]


@settings(max_examples=200, deadline=None)
@given(hands())
def test_waits_are_the_kinds_that_complete_the_hand(hand: list[int]) -> None:
    assert wait_kinds(hand) == waits_by_definition(hand)


def test_waits_of_hands_one_tile_short_of_complete() -> None:
    rng = random.Random(17)
    for _ in range(300):
        sets = [[first + 9 * rng.randrange(3)] for first in (rng.randrange(7) for _ in range(4))]
        tiles = [kind + step for (kind,) in sets for step in ((0, 1, 2) if rng.random() < 0.6 else (0, 0, 0))]
        tiles += [rng.randrange(34)] * 2
        if max(map(tiles.count, tiles)) > 4:
            continue
        missing = tiles.pop(rng.randrange(14))
        found = wait_kinds(tiles)
        assert missing in found
        assert found == waits_by_definition(tiles)


@pytest.mark.parametrize(
    ("hand", "waits"),
    [
        ("19m19p19s1234567z", "1m9m1p9p1s9s1z2z3z4z5z6z7z"),
        ("19m19p19s1234556z", "7z"),
        ("1199m11223344p6z", "6z"),
        ("1111m22m334455p6z", ""),
        ("1112345678999m", "1m2m3m4m5m6m7m8m9m"),
        ("111222333m4445s", "3s5s6s"),
        ("0555m123p456s789s", ""),
        ("4055m123p456s789s", "3m4m6m"),
    ],
)
def test_known_waits(hand: str, waits: str) -> None:
    assert "".join(map(format_tile, wait_kinds(parse_tiles(hand)))) == waits


def test_a_red_five_is_a_five() -> None:
    assert wait_kinds(parse_tiles("067m")) == wait_kinds(parse_tiles("567m"))
    assert wait_kinds(parse_tiles("12345m067789p66z")) == wait_kinds(parse_tiles("12345m567789p66z"))


def test_a_suit_splits_in_every_way_and_each_once() -> None:
    found = suit_readings((3, 3, 3, 0, 0, 0, 0, 0, 2))
    assert len(found) == len(set(found)) == 2
    assert {(reading.runs, reading.triplets) for reading in found} == {((), (0, 1, 2)), ((0, 0, 0), ())}


def test_honours_form_no_runs() -> None:
    assert suit_readings((1, 1, 1, 0, 0, 0, 0)) == ()
    assert suit_completions((2, 0, 0, 0, 0, 0, 0)).bits == 1
