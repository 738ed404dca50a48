"""The simulated player's 13 of 34: legal, ready, and worth something where the wall allows it."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.analysis import Knowledge, Player, build_hand
from referee.rules import Situation, Wind, load_rules, wait_kinds
from referee.tiles import format_tile, parse_tile, parse_tiles

RULES = load_rules("happy")
SET = [kind for kind in range(34) for _ in range(4)]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_a_built_hand_is_13_of_the_34(seed: int) -> None:
    tiles = tuple(Random(seed).sample(SET, 34))
    built = build_hand(tiles, RULES, Situation(seat_wind=Wind.E), Random(seed))
    assert len(built.hand) == 13
    assert not Counter(built.hand) - Counter(tiles)


@pytest.mark.parametrize(
    ("tiles", "hand"),
    [
        # thirteen orphans lie there, and nothing else that is worth as much
        ("19m19p19s1234567z2223334445556m888p99s4p", None),
        ("1112345678999m147p258s369p147s258p14z1p11s", "1112345678999m"),
    ],
)
def test_yakuman_in_the_wall_are_found(tiles: str, hand: str | None) -> None:
    wall = parse_tiles(tiles)[:34]
    built = build_hand(wall, RULES, Situation(seat_wind=Wind.E), Random(1))
    assert built.worth >= 32_000
    assert hand is None or sorted(built.hand) == sorted(parse_tiles(hand))


def test_most_walls_with_a_mangan_in_them_give_one(shared: Path) -> None:
    lines = (shared / "rules" / "deals.jsonl").read_text().splitlines()
    walls = [deal for deal in map(json.loads, lines) if deal["id"].startswith("random")][:60]
    found = 0
    for deal in walls:
        situation = Situation(indicators=parse_tiles(deal["indicators"]), seat_wind=Wind(deal["seat_wind"]))
        found += bool(build_hand(parse_tiles(deal["tiles"]), RULES, situation, Random(3)).full_waits)
    reachable = sum(deal["expect"]["reaching_hands"] > 0 for deal in walls)
    assert found >= 0.75 * reachable


KNOWN = Knowledge(
    seat="A",
    hand=parse_tiles("234m234p234678s5p"),
    pool=parse_tiles("5p19m5s1z"),
    rivers={"A": (), "B": parse_tiles("9m")},
    indicators=(),
)


def test_a_player_lets_no_own_wait_go_while_it_has_another_tile() -> None:
    for seed in range(20):
        assert format_tile(Player(RULES, Random(seed)).choose_discard(KNOWN)) != "5p"


def test_what_the_other_discarded_goes_first() -> None:
    assert format_tile(Player(RULES, Random(1)).choose_discard(KNOWN)) == "9m"


def test_a_player_calls_what_reaches_the_minimum_and_remembers_what_it_let_pass() -> None:
    hand = parse_tiles("678m678p2345678s")
    assert wait_kinds(hand) == parse_tiles("258s")
    known = Knowledge("A", hand, (), {"A": (), "B": ()}, ())
    situation = Situation(seat_wind=Wind.W)
    assert Player(RULES, Random(1)).calls_ron(known, parse_tile("5s"), situation)
    player = Player(RULES, Random(1))
    assert not player.calls_ron(known, parse_tile("8s"), situation)  # two han: too cheap, and furiten from here on
    assert not player.calls_ron(known, parse_tile("5s"), situation)
