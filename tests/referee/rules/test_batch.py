"""Many hands at once: exactly what is said of each by itself, whatever the hands, rules and situations are."""

import random
from collections import Counter
from dataclasses import fields

import numpy as np
import pytest

from referee.rules import LocalYaku, Reason, RuleSet, Score, Scorer, Situation, Wind, load_rules, score
from referee.rules.batch import NO_VALUE, BatchScores, score_batch
from referee.rules.limits import Limit
from referee.rules.packing import BITS
from referee.rules.suit_arrays import COLUMNS, NO_NUMBER, SuitArrays, honour_arrays, number_arrays
from referee.rules.suit_parts import RUN_BITS, TRIPLET_BITS, places, suit_parts
from referee.rules.traits import GATES
from referee.tiles import KINDS, ImpossibleTilesError, NotAllowedError, parse_tile, parse_tiles
from tests.referee.rules import hand_shapes
from tests.referee.rules.test_pattern_conditions import CASES

OPTIONS: dict[str, list[object]] = {
    "payment": ["flat_dealer", "flat_child", "dealer_child"],
    "minimum": ["none", "mangan", "haneman", {"han": 4}, {"han": 9}, {"points": 5200}],
    "minimum_counts_riichi": [True, False],
    "minimum_counts_situational": [True, False],
    "kiriage_mangan": [True, False],
    "double_wind_pair_fu": [2, 4],
    "round_wind": ["none", "E", "rotating"],
    "ippatsu": ["none", "one_turn"],
    "houtei": ["none", "last_of_deal"],
    "first_discard_ron": [
        "riichi_ippatsu",
        "riichi",
        "plain",
        "renhou_4han",
        "renhou_mangan",
        "renhou_baiman",
        "renhou_yakuman",
    ],
    "yakuman_stack": [True, False],
    "double_yakuman": [[], ["daisuushii", "suuankou_tanki"], ["kokushi_13", "junsei_chuuren"]],
    "kazoe_yakuman": [True, False],
    "local_yaku": [[], [], [], ["sanrenkou", "isshoku_sanjun", "daichisei"]],
    "dora": ["none", "indicator", "extra_tile"],
    "ura": [True, False],
    "red_fives": [{"m": 0, "p": 0, "s": 0}, {"m": 1, "p": 1, "s": 1}, {"m": 0, "p": 2, "s": 1}],
}


def some_rules(rng: random.Random) -> RuleSet:
    return load_rules("encyclopedia").with_hand_options({name: rng.choice(values) for name, values in OPTIONS.items()})


def some_situation(rng: random.Random) -> Situation:
    return Situation(
        indicators=tuple(rng.randrange(34) for _ in range(rng.choice((0, 1, 1, 2)))),
        ura=tuple(rng.randrange(34) for _ in range(rng.choice((0, 0, 1)))),
        seat_wind=rng.choice((None, *Wind)),
        round_wind=rng.choice((None, *Wind)),
        dealer=rng.choice((None, True, False)),
        riichi=rng.random() < 0.7,
        ippatsu=rng.random() < 0.3,
        houtei=rng.random() < 0.3,
        first_discard=rng.random() < 0.2,
    )


def same(single: Score, name: str) -> int:
    """A field of a single score as the arrays hold it."""
    if name == "has_yaku":
        return single.complete and Reason.NO_YAKU not in single.reasons
    value = getattr(single, name)
    if isinstance(value, Limit):
        return value.rank
    return NO_VALUE if value is None else int(value)


def differences(rng: random.Random, hands: int) -> list[str]:
    """Score hands under some rules in some situations, both ways."""
    rules, situations = some_rules(rng), [some_situation(rng) for _ in range(3)]
    asked = []
    for _ in range(hands):
        situation = rng.choice(situations)
        shape = hand_shapes.possible(rng, hand_shapes.any_shape, (*situation.indicators, *situation.ura))
        tiles = hand_shapes.coloured(rng, shape, 0.3)
        rng.shuffle(tiles)
        asked.append((tiles[:13], tiles[13], situation))
    scores = score_batch(
        np.array([hand for hand, _, _ in asked], np.int8),
        np.array([tile for _, tile, _ in asked], np.int8),
        rules,
        [situation for _, _, situation in asked],
    )
    found = []
    for row, (hand, tile, situation) in enumerate(asked):
        single = Scorer.of(rules, situation).score(hand, tile)
        for field in fields(BatchScores):
            one, other = int(getattr(scores, field.name)[row]), same(single, field.name)
            if one != other:
                found.append(f"{field.name}: {one}, alone {other}: {hand} {tile} {situation} {rules.plain_options()}")
    return found


@pytest.mark.parametrize(
    ("rule_sets", "hands", "seed"),
    [(40, 40, 17), pytest.param(200, 1_000, 34, marks=pytest.mark.verify)],
)
def test_is_what_each_hand_is_alone(rule_sets: int, hands: int, seed: int) -> None:
    rng = random.Random(seed)
    found = [line for _ in range(rule_sets) for line in differences(rng, hands)]
    assert not found, f"{len(found)} differences, first:\n" + "\n".join(found[:3])


@pytest.mark.parametrize("name", CASES)
def test_a_houses_own_yaku_is_found_among_many(name: str) -> None:
    """The hand that has it, the one that has not, and others: as each by itself; and it makes a difference."""
    conditions, meets, does_not = CASES[name]
    yaku = {"id": "ours", "title": {"en": "Ours"}, "yakuman": 2, **conditions}
    plain = load_rules("encyclopedia").with_options({"minimum": "none"})
    house = plain.with_options({"local_yaku": [yaku]})
    rng = random.Random(name)
    shapes = [hand_shapes.possible(rng, hand_shapes.any_shape) for _ in range(60)]
    known = [(list(parse_tiles(hand)), parse_tile(tile)) for hand, tile in (meets, does_not)]
    asked = [*known, *((shape[:13], shape[13]) for shape in shapes)]
    situation = Situation(seat_wind=Wind.W)
    hands, tiles = np.array([hand for hand, _ in asked]), np.array([tile for _, tile in asked])
    found, without = (score_batch(hands, tiles, rules, situation) for rules in (house, plain))
    for row, (hand, tile) in enumerate(asked):
        single = Scorer.of(house, situation).score(hand, tile)
        for field in fields(BatchScores):
            assert int(getattr(found, field.name)[row]) == same(single, field.name), (field.name, hand, tile)
    assert found.yakuman[0] > without.yakuman[0]
    assert found.yakuman[1] == without.yakuman[1]


@pytest.mark.parametrize("name", [yaku.value for yaku in LocalYaku])
def test_a_shipped_local_yaku_is_found_among_many(name: str, kaiji: RuleSet) -> None:
    hand, tile = SHIPPED[name]
    plain = kaiji.with_options({"local_yaku": []})
    hands, tiles = np.array([parse_tiles(hand), HAND]), np.array([parse_tile(tile), 3])
    with_it = score_batch(hands, tiles, plain.with_options({"local_yaku": [name]}), Situation())
    without = score_batch(hands, tiles, plain, Situation())
    assert with_it.points[0] > without.points[0]
    assert with_it.points[1] == without.points[1]


SHIPPED = {
    "sanrenkou": ("222333444m567p8s", "8s"),
    "suurenkou": ("22333444555m66p", "2m"),
    "isshoku_sanjun": ("99m55666777p234s", "5p"),
    "kachou_fuugetsu": ("111555p111s11z22m", "1z"),
    "daisharin": ("2233445566778p", "8p"),
    "daichisei": ("1122334455667z", "7z"),
    "benikujaku": ("111555777s99s77z", "9s"),
    "hyakumangoku": ("7778888999966m", "6m"),
    "sanpuukou": ("111222333z45m77p", "3m"),
}
"""A hand of each shipped local yaku, and the tile that it wins on."""


def test_chunks_and_repeated_hands_make_no_difference(kaiji: RuleSet) -> None:
    rng = random.Random(5)
    shapes = [hand_shapes.possible(rng, hand_shapes.plain) for _ in range(50)]
    hands, tiles = np.array([shape[:13] for shape in shapes]), np.array([shape[13] for shape in shapes])
    few = score_batch(hands, tiles, kaiji, Situation())
    many = score_batch(np.tile(hands, (3_000, 1)), np.tile(tiles, 3_000), kaiji, Situation())
    for field in fields(BatchScores):
        assert np.array_equal(getattr(many, field.name), np.tile(getattr(few, field.name), 3_000)), field.name


def test_no_hands_have_no_scores(kaiji: RuleSet) -> None:
    assert len(score_batch(np.zeros((0, 13), np.int8), np.zeros(0, np.int8), kaiji, Situation())) == 0


def test_hands_that_are_not_complete_have_no_value(kaiji: RuleSet) -> None:
    scores = score_batch(np.array([parse_tiles("13579m13579p135s")]), np.array([0]), kaiji, Situation())
    assert (scores.complete[0], scores.can_ron[0], scores.points[0], scores.han[0]) == (False, False, 0, NO_VALUE)


HAND = parse_tiles("22334m7788p2233s")


@pytest.mark.parametrize(
    ("hand", "tile", "situation", "words"),
    [
        ("2222m34m7788p223s", "2m", Situation(), "hand 1: .*5 copies of 2m"),
        ("222m34m7788p2233s", "2m", Situation(indicators=parse_tiles("2m")), "hand 1: .*5 copies of 2m"),
        ("00m22m34m788p2233s", "4m", Situation(), "hand 1: .*2 red fives 0m"),
        ("0m22m34m7788p2233s", "4m", Situation(ura=parse_tiles("0m")), "hand 1: .*2 red fives 0m"),
    ],
)
def test_an_impossible_hand_is_named(hand: str, tile: str, situation: Situation, words: str) -> None:
    rules = load_rules("kaiji").with_options({"red_fives": {"m": 1}})
    with pytest.raises(ImpossibleTilesError):
        score(parse_tiles(hand), parse_tile(tile), rules, situation)
    with pytest.raises(ImpossibleTilesError, match=words):
        score_batch(np.array([HAND, parse_tiles(hand)]), np.array([3, parse_tile(tile)]), rules, situation)


@pytest.mark.parametrize(
    ("hands", "tiles", "words"),
    [
        (np.zeros((2, 12), int), np.zeros(2, int), "expected \\(n, 13\\)"),
        (np.zeros((2, 13), int), np.zeros(3, int), "expected \\(n, 13\\)"),
        (np.zeros(13, int), np.zeros(1, int), "expected \\(n, 13\\)"),
        (np.array([HAND, HAND]), np.array([3, 37]), "tiles from 0 to 36"),
        (np.array([HAND, HAND]), np.array([3, -1]), "tiles from 0 to 36"),
        (np.array([HAND, HAND], float), np.array([3, 3]), "whole numbers"),
    ],
)
def test_arrays_that_hold_no_hands_are_refused(
    hands: np.ndarray, tiles: np.ndarray, words: str, kaiji: RuleSet
) -> None:
    with pytest.raises(NotAllowedError, match=words):
        score_batch(hands, tiles, kaiji, Situation())


def test_one_situation_for_each_hand_or_one_for_all(kaiji: RuleSet) -> None:
    with pytest.raises(NotAllowedError, match="3 situations for 1 hands"):
        score_batch(np.array([HAND]), np.array([3]), kaiji, [Situation()] * 3)


@pytest.mark.parametrize("step", [29, pytest.param(1, marks=pytest.mark.verify)])
def test_the_arrays_hold_what_suits_are_split_into(step: int) -> None:
    for arrays, suit, numbers in ((number_arrays(), 0, 9), (number_arrays(), 2, 9), (honour_arrays(), 3, 7)):
        for key in np.flatnonzero(arrays.ids >= 0)[::step].tolist():
            counts = tuple(key // 5**number % 5 for number in range(numbers))
            for number in range(COLUMNS):
                green = int(arrays.green[arrays.ids[key]]) if suit == 2 else 0
                assert entries(arrays, key, number, green) == parts(suit, counts, number), (counts, number)


def entries(arrays: SuitArrays, key: int, number: int, green: int) -> Counter:
    column = COLUMNS * int(arrays.ids[key]) + number
    first = int(arrays.first[column])
    places = range(first, first + int(arrays.count[column]))
    return Counter(
        (int(arrays.traits[at]) - green, int(arrays.run_bits[at]), int(arrays.triplet_bits[at])) for at in places
    )


def parts(suit: int, counts: tuple[int, ...], number: int) -> Counter:
    found: Counter = Counter()
    for part in suit_parts(suit, packed(counts)):
        kind = 9 * suit + number
        standing = places(part.groups, kind) if number < NO_NUMBER and kind < KINDS else ()
        changes = [0] if number == NO_NUMBER else [place.traits for place in standing]
        # honours are compared with no other suit
        runs, triplets = part.groups & RUN_BITS, (part.groups & TRIPLET_BITS) >> 9 if suit < 3 else 0
        found.update((part.traits + change + pure(suit, counts, number), runs, triplets) for change in changes)
    return found


def packed(counts: tuple[int, ...]) -> int:
    return sum(copies << BITS * number for number, copies in enumerate(counts))


def pure(suit: int, counts: tuple[int, ...], number: int) -> int:
    """What nine gates have more on the tile beside 1112345678999."""
    if suit == 3 or number == NO_NUMBER:
        return 0
    waiting = tuple(copies - (place == number) for place, copies in enumerate(counts))
    return GATES.one if waiting == (3, 1, 1, 1, 1, 1, 1, 1, 3) else 0


def test_every_suit_that_splits_is_in_the_arrays() -> None:
    rng = random.Random(3)
    ids = number_arrays().ids
    for _ in range(3_000):
        tiles = rng.choices(range(9), k=rng.choice((2, 3, 5, 6, 8)))
        counts = tuple(tiles.count(number) for number in range(9))
        if max(counts) <= 4:
            key = sum(copies * 5**number for number, copies in enumerate(counts))
            assert (ids[key] >= 0) == bool(suit_parts(0, packed(counts))), counts
