"""The quick eye for hands: legal, worth what the rules say, and seldom far from the best there is."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.analysis.players import dearest_hand, livest_hand
from referee.rules import Situation, WaitKind, Wind, load_rules, preset_names, wait_kinds, waits
from referee.tiles import format_tiles, full_set, parse_tiles
from referee.tiles.names import RED_FIVES

RULES = load_rules("happy")
BUILDERS = (dearest_hand, livest_hand)


@pytest.mark.parametrize("build", BUILDERS)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), preset=st.sampled_from(preset_names()))
def test_a_built_hand_is_13_of_the_34(build, seed, preset):
    rules = load_rules(preset)
    tiles = tuple(Random(seed).sample(full_set(rules.red_fives), 34))
    hand = build(tiles, rules, Situation())
    assert len(hand) == 13
    assert not Counter(hand) - Counter(tiles)


@pytest.mark.parametrize("build", BUILDERS)
@pytest.mark.parametrize(
    ("tiles", "hand"),
    [
        # nothing else that is worth as much lies there
        ("19m19p19s1234567z2223334445556m888p99s4p", "19m19p19s1234567z"),
        ("19m19p19s123456z2223334445556m888p999s44p", None),
        ("1112345678999m147p258s369p147s258p14z1p11s", "1112345678999m"),
        ("111m444p777s222z5z99m258p1367s2346m4z14s7p9p8s", None),
    ],
)
def test_yakuman_in_the_wall_are_found(build, tiles, hand):
    wall = parse_tiles(tiles)[:34]
    built = build(wall, RULES, Situation(seat_wind=Wind.E))
    found = max(wait.points for wait in waits(built, RULES, Situation(seat_wind=Wind.E)).waits)
    assert found >= 32_000
    assert hand is None or format_tiles(built) == hand


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_a_hand_holds_as_many_red_fives_as_the_wall_allows(seed):
    rules = RULES.with_options({"red_fives": {"m": 1, "p": 2, "s": 1}})
    tiles = tuple(Random(seed).sample(full_set(rules.red_fives), 34))
    hand = dearest_hand(tiles, rules, Situation())
    for red, five in RED_FIVES.items():
        fives = hand.count(red) + hand.count(five)
        assert hand.count(red) == min(fives, tiles.count(red))


def test_the_dearest_hand_is_nearly_the_best_there_is(shared: Path):
    """On the reference walls, whose best hands are known exactly: on average nine tenths of their points and more."""
    lines = (shared / "rules" / "deals.jsonl").read_text().splitlines()
    rules = load_rules("encyclopedia").with_options({
        "double_wind_pair_fu": 2,
        "kiriage_mangan": True,
        "double_yakuman": ["kokushi_13", "suuankou_tanki", "daisuushii", "junsei_chuuren"],
    })  # fmt: skip
    deals: list[dict[str, Any]] = [deal for deal in map(json.loads, lines) if deal["id"].startswith("random")]
    shares = []
    for deal in deals:
        situation = Situation(indicators=parse_tiles(deal["indicators"]), seat_wind=Wind(deal["seat_wind"]))
        hand = dearest_hand(parse_tiles(deal["tiles"]), rules, situation)
        found = max(wait.points for wait in waits(hand, rules, situation).waits)
        assert found <= deal["expect"]["best_points"]
        shares.append(found / deal["expect"]["best_points"])
    assert sum(shares) / len(shares) > 0.9


def test_the_livest_hand_has_more_live_tiles_times_points_than_the_dearest():
    livest = dearest = 0
    for seed in range(60):
        wall = tuple(Random(seed).sample(full_set(), 34))
        ours, theirs = (promise(build(wall, RULES, Situation()), wall) for build in (livest_hand, dearest_hand))
        assert ours >= theirs
        livest, dearest = livest + ours, dearest + theirs
    assert livest > 1.05 * dearest


def promise(hand: tuple[int, ...], wall: tuple[int, ...]) -> int:
    """Live winning tiles times points; each live copy of a wait that cannot be won takes 500 away."""
    found = 0
    for wait in waits(hand, RULES, Situation()).waits:
        live = 4 - wall.count(wait.tile)
        found += live * {WaitKind.FULL: wait.points, WaitKind.CONDITIONAL: 0, WaitKind.SHORT: -500}[wait.kind]
    return found


def test_a_wall_without_a_promising_hand_gives_any_13_tiles():
    wall = parse_tiles("1379m1379p1379s1234567z" + "1379m1379p1379s")[:34]
    for build in BUILDERS:
        assert len(build(wall, RULES, Situation())) == 13


def test_a_hand_that_lacks_a_tile_is_found_though_the_wall_has_no_more_of_it():
    # a flush with a straight that lacks the 6p, of which the wall has none
    wall = parse_tiles("12345789p22p111z3p" + "159m159s" + "37m37s2z3z4z5z6z7z19m1s")[:34]
    hand = livest_hand(wall, RULES, Situation())
    assert wait_kinds(hand)
    assert promise(hand, wall) > 0
