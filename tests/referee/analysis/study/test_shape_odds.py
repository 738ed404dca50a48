"""Counting without listing, against listing: small sets of tiles whose walls and hands are all tried."""

from fractions import Fraction

import pytest

from referee.analysis.study.other_forms import OrphansForm, PairsForm, TripletsForm
from referee.analysis.study.shape_odds import Walls, any_form
from referee.analysis.study.standard_form import StandardForm
from referee.rules.ready import TERMINALS_AND_HONOURS
from referee.tiles import parse_tiles
from tests.referee.analysis.study.small_walls import hands_of, ready_hands, ways


def long(names: str, tiles: int) -> object:
    return pytest.param(names, tiles, marks=pytest.mark.verify)


SMALL_SETS = [
    ("1234m", 14),
    ("12345m", 15),
    ("1245m1z", 16),
    ("13579m1z", 15),
    ("789m1p", 13),
    ("23467m1z", 14),
    ("129m19p", 15),
    ("1234567z", 13),
    long("1m2p3s4567z", 14),
    long("1245m1245p", 13),
]


@pytest.mark.parametrize(("names", "tiles"), SMALL_SETS)
def test_all_walls_of_a_small_set(names: str, tiles: int) -> None:
    kinds = parse_tiles(names)
    walls = list(hands_of([4] * len(kinds), tiles))
    without = hands = waits = 0
    for wall in walls:
        ready = ready_hands(kinds, wall)
        without += ways(wall) * (not ready)
        hands += ways(wall) * len(ready)
        waits += ways(wall) * sum(map(len, ready))
    every = Walls(tiles, frozenset(kinds))
    assert sum(map(ways, walls)) == every.number
    assert every.without(*any_form(1)) == without
    assert every.mean_ready_hands() == Fraction(hands, every.number)
    assert every.mean_waits() == Fraction(waits, every.number)


def test_orphans_alone() -> None:
    every = Walls(13, frozenset(TERMINALS_AND_HONOURS))
    one_of_each, one_lacking = 4**13, 13 * 12 * 6 * 4**11
    assert every.chance(OrphansForm()) == Fraction(one_of_each + one_lacking, every.number)
    assert every.chance(OrphansForm(open_to_all=True)) == Fraction(one_of_each, every.number)


def test_no_ready_hand_in_34_tiles() -> None:
    assert Walls().without(*any_form(1)) == 129441120106043699888128


@pytest.mark.parametrize(
    ("forms", "one_in"),
    [((StandardForm(1),), "57.4"), (any_form(0), "5902.9"), ((StandardForm(0),), "10.1")],
)
def test_odds_of_34_tiles(forms: tuple[StandardForm], one_in: str) -> None:
    every = Walls()
    assert f"{every.number / every.without(*forms):.1f}" == one_in


def test_all_sizes_are_counted_at_once() -> None:
    without = Walls(20).without_by_tiles(TripletsForm(), OrphansForm())
    assert [Walls(tiles).without(TripletsForm(), OrphansForm()) for tiles in range(21)] == list(without)


def test_more_tiles_hold_more() -> None:
    chances = [Walls(tiles).chance(StandardForm(1)) for tiles in (13, 20, 34, 60, 136)]
    assert chances == sorted(chances)
    assert chances[-1] == 1


def test_lacking_no_tile_is_rarer() -> None:
    every = Walls(16)
    for form in (StandardForm, PairsForm, OrphansForm):
        assert 0 < every.chance(form(0)) < every.chance(form(1))
