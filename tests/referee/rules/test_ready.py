"""Waits by shape, against the definition: a kind is a wait if adding it makes the tiles complete."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules import wait_kinds
from referee.rules.packing import BITS
from referee.rules.shapes import SuitReading, split_table, suit_completions
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


def suit(*counts: int) -> int:
    return sum(copies << BITS * number for number, copies in enumerate(counts))


def test_a_suit_splits_in_every_way_and_each_once() -> None:
    found = split_table(honours=False)[suit(3, 3, 3, 0, 0, 0, 0, 0, 2)]
    assert len(found) == len(set(found)) == 2
    assert {(reading.runs, reading.triplets) for reading in found} == {((), (0, 1, 2)), ((0, 0, 0), ())}


def test_honours_form_no_runs() -> None:
    honours = split_table(honours=True)
    assert honours[suit(1, 1, 1, 0, 0, 0, 0)] == ()
    assert honours[suit(3, 0, 0, 0, 0, 0, 2)] == (((), (0,), 6),)
    assert suit_completions(suit(2, 0, 0, 0, 0, 0, 0), honours=True).bits == 1


def test_splits_are_those_of_the_definition_in_a_fixed_order() -> None:
    """Triplets before pairs before runs at each number, lowest number first; compared with every way there is."""
    rng = random.Random(5)
    splits = split_table(honours=False)
    for _ in range(400):
        groups = [(first,) * 3 for first in range(9)] + [(first, first + 1, first + 2) for first in range(7)]
        tiles = [tile for group in rng.choices(groups, k=rng.randrange(5)) for tile in group]
        if rng.random() < 0.5:
            tiles += [rng.randrange(9)] * 2
        counts = [tiles.count(number) for number in range(9)]
        if max(counts) > 4:
            continue
        found = splits[suit(*counts)]
        assert sorted(found) == sorted(all_splits(sorted(tiles)))
        assert list(found) == sorted(found, key=lambda reading: kinds_of_groups(reading), reverse=True)


def all_splits(tiles: list[int]) -> set[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Every way to take sets and a pair away, in any order."""
    if not tiles:
        return {((), (), -1)}
    found = set()
    for first in set(tiles):
        for group in ((first,) * 3, (first, first + 1, first + 2), (first,) * 2):
            if any(tiles.count(tile) < group.count(tile) for tile in group) or (
                len(group) == 2 and len(tiles) % 3 != 2
            ):
                continue
            for runs, triplets, pair in all_splits(without(tiles, *group)):
                if len(group) == 2:
                    found.add((runs, triplets, first))
                elif group[0] == group[1]:
                    found.add((runs, tuple(sorted((*triplets, first))), pair))
                else:
                    found.add((tuple(sorted((*runs, first))), triplets, pair))
    return found


def kinds_of_groups(reading: SuitReading) -> list[tuple[bool, bool]]:
    """At each number whether there is a triplet, and whether there is the pair."""
    return [(number in reading.triplets, number == reading.pair) for number in range(9)]
