"""Small walls: the solver finds the hands, waits, marks and worth that the rules find one hand after the other."""

import random

import pytest

from referee.analysis.solver import Needs, ReadyHands, has_complete_hand, has_reaching_hand, has_ready_hand
from referee.rules import RuleSet, Situation, load_rules
from referee.tiles import parse_tiles
from tests.referee.analysis.solver.walls import (
    LOCAL_YAKU,
    Found,
    one_by_one,
    small_wall,
    solved,
    some_rules,
    some_situation,
)


def differences(rng: random.Random, size: int, *, local: bool = False) -> list[str]:
    """What the solver and the rules say differently of a wall."""
    rules, situation = some_rules(rng, local=local), some_situation(rng)
    tiles = small_wall(rng, size, rules, situation)
    ours, theirs = solved(ReadyHands.of(tiles, rules, situation)), one_by_one(tiles, rules, situation)
    wrong = [
        f"{key}: {ours.get(key)}, {theirs.get(key)}"
        for key in sorted(ours.keys() | theirs.keys())
        if ours.get(key) != theirs.get(key)
    ]
    return [f"{tiles} {situation} {rules}: {line}" for line in wrong]


@pytest.mark.parametrize("size", [13, 14, 15, 16, 17])
def test_every_hand_of_a_wall(size: int) -> None:
    rng = random.Random(size)
    for _ in range(40):
        assert differences(rng, size) == []


@pytest.mark.parametrize("size", [15, 16])
def test_with_local_yaku(size: int) -> None:
    rng = random.Random(100 + size)
    for _ in range(40):
        assert differences(rng, size, local=True) == []


@pytest.mark.parametrize(
    "tiles",
    [
        "1113335557779m111p2s",  # pairs out of triplets, and one single tile
        "11133355577799m111p",
        "1112345678999m1567m",  # nine gates and more
        "19m19p19s1234567z1m1z9s",  # thirteen orphans with doubles
        "111222333444m55566z",  # triplets that are runs as well
        "22334455667788p123p",  # the big wheel
    ],
)
@pytest.mark.parametrize("preset", ["happy", "encyclopedia"])
def test_every_hand_of_a_chosen_wall(preset: str, tiles: str) -> None:
    rules = load_rules(preset).with_hand_options({"local_yaku": list(LOCAL_YAKU)})
    for some in (load_rules(preset), rules):
        situation = Situation(indicators=parse_tiles("9s"))
        wall = parse_tiles(tiles)
        assert solved(ReadyHands.of(wall, some, situation)) == one_by_one(wall, some, situation)


def test_houtei_may_be_the_only_yaku() -> None:
    """Not counted for the minimum itself, it still lets the dora count: the red fives reach 4 han with it."""
    rules = load_rules("broadcast").with_hand_options(
        {"minimum": {"han": 4}, "minimum_counts_situational": False, "red_fives": {"s": 4}, "dora": "none"}
    )
    tiles, situation = parse_tiles("4m340000666789s"), Situation(riichi=False)
    found = solved(ReadyHands.of(tiles, rules, situation))
    assert {judged.needs for judged in found.values()} == {Needs.HOUTEI}
    assert found == one_by_one(tiles, rules, situation)


@pytest.mark.verify
@pytest.mark.timeout(900)
@pytest.mark.parametrize("size", [17, 18, 19])
def test_every_hand_of_larger_walls(size: int) -> None:
    rng = random.Random(200 + size)
    for turn in range(150):
        assert differences(rng, size, local=turn % 4 == 0) == []


def test_the_walls_above_hold_what_is_to_be_told_apart() -> None:
    """Full, conditional and short waits, yakuman, hands with and without: else agreement would say little."""
    rng = random.Random(5)
    found: Found = {}
    for _ in range(60):
        rules, situation = some_rules(rng), some_situation(rng)
        found |= solved(ReadyHands.of(small_wall(rng, 16, rules, situation), rules, situation))
    assert {int(judged.needs) for judged in found.values()} == {0, 1, 2, 3, 4}
    assert any(judged.yakuman for judged in found.values())


@pytest.mark.parametrize(
    ("tiles", "ready", "complete"),
    [
        ("19m19p19s1234567z", True, False),  # thirteen orphans, waiting for all thirteen
        ("19m19p19s12345677z", True, True),
        ("11m19p19s123456z5m", False, False),
        ("19m19p19s123456z1m", True, False),  # one kind is missing, one is there twice
        ("1133557799m11p35s", True, False),  # seven pairs lack one tile
        ("1111m2233557799p1z", True, False),  # four of a kind are no two pairs, but one
        ("123456789m1111z", False, False),  # the fifth copy does not exist
        ("123456789m1112z", True, False),
        ("147m147p147s12345z", False, False),
    ],
)
def test_shapes(tiles: str, ready: bool, complete: bool) -> None:
    assert has_ready_hand(parse_tiles(tiles)) is ready
    assert has_complete_hand(parse_tiles(tiles)) is complete
    assert bool(len(ReadyHands.of(parse_tiles(tiles), load_rules("kaiji"), Situation()))) is ready


def test_existence_agrees_with_the_list() -> None:
    rng = random.Random(11)
    outcomes = set()
    for _ in range(150):
        rules, situation = some_rules(rng, local=rng.random() < 0.2), some_situation(rng)
        tiles = small_wall(rng, rng.randrange(13, 19), rules, situation)
        ready = ReadyHands.of(tiles, rules, situation)
        assert has_ready_hand(tiles) is bool(len(ready))
        assert has_reaching_hand(tiles, rules, situation) is bool(ready.full.any())
        assert has_complete_hand(tiles) is holds_a_win(ready)
        outcomes.add((bool(len(ready)), bool(ready.full.any()), has_complete_hand(tiles)))
    assert len(outcomes) == 5


def holds_a_win(ready: ReadyHands) -> bool:
    """Whether some hand has one of its waits in the wall, beside the copies that it holds itself."""
    held = ready.hand_counts()[ready.hands, ready.kinds]
    return any(ready.wall.counts[kind] > copies for kind, copies in zip(ready.kinds, held, strict=True))


def test_red_fives_are_taken_as_far_as_the_wall_allows(rules_with_reds: RuleSet) -> None:
    tiles = parse_tiles("055m345678p34577s")
    ready = ReadyHands.of(tiles, rules_with_reds, Situation())
    hands = {ready.hand_tiles(row) for row in range(len(ready))}
    assert all(34 in hand for hand in hands if 4 in hand or 34 in hand)


@pytest.fixture
def rules_with_reds() -> RuleSet:
    return load_rules("broadcast")
