"""Our scores against those of another engine (PyPI `mahjong`), on random complete hands won by ron.

Where the conventions of the two differ, the other engine is set to ours: rounding up and counted yakuman as the rule
set says, the four double yakuman all or none, a double wind pair 4 fu. Renhou is not compared (there it is a mangan
beside riichi), nor are rules that it does not have (round wind none, local yaku, other minimums).
"""

import random
from dataclasses import dataclass, replace

import pytest
from mahjong.constants import EAST, NORTH, SOUTH, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, HandConstants, OptionalRules

from referee.rules import Reason, RuleSet, Score, Situation, Wind, load_rules, score
from referee.tiles import Kind, Tile, format_tiles
from referee.tiles.names import RED_FIVES

SUITE_HANDS = 300
VERIFY_HANDS = 5_000

WIND_OF = {Wind.E: EAST, Wind.S: SOUTH, Wind.W: WEST, Wind.N: NORTH}
FIVES = {five: red for red, five in RED_FIVES.items()}
OUTER = (0, 8, 9, 17, 18, 26, *range(27, 34))
GREEN = (19, 20, 21, 23, 25, 32)
DOUBLES = ["kokushi_13", "suuankou_tanki", "daisuushii", "junsei_chuuren"]

NAMES = {
    "Riichi": "riichi",
    "Ippatsu": "ippatsu",
    "Houtei Raoyui": "houtei",
    "Pinfu": "pinfu",
    "Tanyao": "tanyao",
    "Iipeiko": "iipeikou",
    "Yakuhai (haku)": "yakuhai_haku",
    "Yakuhai (hatsu)": "yakuhai_hatsu",
    "Yakuhai (chun)": "yakuhai_chun",
    "Chiitoitsu": "chiitoitsu",
    "Sanshoku Doujun": "sanshoku_doujun",
    "Ittsu": "ittsuu",
    "Chantai": "chanta",
    "Toitoi": "toitoi",
    "San Ankou": "sanankou",
    "Sanshoku Doukou": "sanshoku_doukou",
    "Shou Sangen": "shousangen",
    "Honroutou": "honroutou",
    "Junchan": "junchan",
    "Ryanpeikou": "ryanpeikou",
    "Honitsu": "honitsu",
    "Chinitsu": "chinitsu",
    "Dora": "dora",
    "Aka Dora": "aka_dora",
    "Ura Dora": "ura_dora",
    "Kokushi Musou": "kokushi",
    "Kokushi Musou Juusanmen Matchi": "kokushi_13",
    "Suu Ankou Tanki": "suuankou_tanki",
    "Daisangen": "daisangen",
    "Shousuushii": "shousuushii",
    "Dai Suushii": "daisuushii",
    "Tsuu Iisou": "tsuuiisou",
    "Ryuuiisou": "ryuuiisou",
    "Chinroutou": "chinroutou",
    "Chuuren Poutou": "chuuren",
    "Daburu Chuuren Poutou": "junsei_chuuren",
}


@dataclass(frozen=True)
class Question:
    """A complete hand and everything around it."""

    hand: tuple[Tile, ...]
    tile: Tile
    rules: RuleSet
    situation: Situation

    def __str__(self) -> str:
        options = self.rules.differing_options(load_rules("base"))
        return f"{format_tiles(self.hand)} + {format_tiles([self.tile])} {self.situation} {options}"


def question(rng: random.Random, presets: list[RuleSet]) -> Question:
    """A random complete hand; every fifth is of a rare shape."""
    while True:
        shape = rare_shape(rng) if rng.random() < 0.2 else plain_shape(rng)
        indicators, ura = [rng.randrange(34)], [rng.randrange(34)]
        if all((shape + indicators + ura).count(kind) <= 4 for kind in range(34)):
            break
    with_reds = rng.random() < 0.5
    rules = rng.choice(presets).with_hand_options({"red_fives": dict.fromkeys("mps", int(with_reds))})
    tiles = coloured(rng, shape, indicators + ura) if with_reds else shape
    rng.shuffle(tiles)
    riichi = rng.random() < 0.8
    return Question(
        hand=tuple(tiles[:13]),
        tile=tiles[13],
        rules=rules,
        situation=Situation(
            indicators=tuple(indicators),
            ura=tuple(ura) if riichi else (),
            seat_wind=rng.choice(list(Wind)),
            round_wind=rng.choice(list(Wind)),
            riichi=riichi,
            ippatsu=riichi and rng.random() < 0.3,
            houtei=rng.random() < 0.2,
        ),
    )


def coloured(rng: random.Random, shape: list[Kind], elsewhere: list[Kind]) -> list[Tile]:
    """One five of each suit red, by the chance that it lies among these tiles."""
    tiles = list(shape)
    for five, red in FIVES.items():
        here = [place for place, kind in enumerate(tiles) if kind == five]
        if rng.randrange(4 - elsewhere.count(five)) < len(here):
            tiles[rng.choice(here)] = red
    return tiles


def plain_shape(rng: random.Random) -> list[Kind]:
    """Four sets and a pair, leaning to few suits so that yaku occur."""
    suits = rng.sample((0, 9, 18), rng.choice((1, 2, 3, 3)))
    tiles: list[Kind] = []
    for _ in range(4):
        if rng.random() < 0.6:
            first = rng.choice(suits) + rng.randrange(7)
            tiles += [first, first + 1, first + 2]
        else:
            tiles += [some_kind(rng, suits)] * 3
    return [*tiles, *[some_kind(rng, suits)] * 2]


def some_kind(rng: random.Random, suits: list[int]) -> Kind:
    return rng.randrange(27, 34) if rng.random() < 0.3 else rng.choice(suits) + rng.randrange(9)


def rare_shape(rng: random.Random) -> list[Kind]:
    """Seven pairs, orphans, nine gates, many triplets, all green, identical runs, outside hands."""
    suit = rng.choice((0, 9, 18))
    kind = rng.randrange(8)
    if kind == 0:
        return [pair for pair in rng.sample(range(34), 7) for _ in range(2)]
    if kind == 1:
        return [*OUTER, rng.choice(OUTER)]
    if kind == 2:
        return [suit + number for number in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9))]
    if kind == 3:
        pool = rng.choice((OUTER, range(27, 34), range(suit, suit + 9), (0, 8, 9, 17, 18, 26), range(34)))
        *triplets, pair = rng.sample(list(pool), 5)
        return [*(tile for tile in triplets for _ in range(3)), pair, pair]
    if kind == 4:
        *triplets, pair = rng.sample(GREEN, 4)
        return [*(tile for tile in triplets for _ in range(3)), pair, pair, 19, 20, 21]
    if kind == 5:
        first, second = suit + rng.randrange(7), rng.choice((0, 9, 18)) + rng.randrange(7)
        pair = rng.randrange(34)
        return [*(first, first + 1, first + 2) * 2, *(second, second + 1, second + 2) * 2, pair, pair]
    if kind == 6:
        firsts = [rng.choice((0, 9, 18)) + rng.choice((0, 6)) for _ in range(3)]
        triplet, pair = rng.sample(OUTER, 2)
        return [*(first + step for first in firsts for step in range(3)), *[triplet] * 3, pair, pair]
    return [pair for pair in rng.sample(rng.choice((OUTER, range(27, 34), range(suit, suit + 9))), 7) for _ in (0, 1)]


def differences(asked: Question) -> list[str]:
    """What the two engines do not agree on; empty if they agree."""
    ours = score(asked.hand, asked.tile, asked.rules, asked.situation)
    theirs = other_engine(asked)
    if theirs.error is not None:
        expected = (Reason.NO_YAKU,) if theirs.error == HandCalculator.ERR_NO_YAKU else f"error {theirs.error}"
        return [] if ours.reasons == expected else [f"{asked}\n  ours {ours.reasons}, theirs {theirs.error}"]
    found = []
    for name, mine, other in compared(ours, theirs, dealer=asked.situation.seat_wind is Wind.E):
        if mine != other:
            found.append(f"{asked}\n  {name}: ours {mine}, theirs {other}")
    return found


def compared(ours: Score, theirs, *, dealer: bool):
    """Name, our value, their value."""
    yield "points", ours.points_dealer if dealer else ours.points_child, theirs.cost["main"]
    yield "yaku", sorted(yaku.id.value for yaku in ours.yaku), sorted(map(their_name, theirs.yaku))
    if ours.han is not None:
        yield "han", ours.han, theirs.han
        yield "fu", ours.fu, theirs.fu
        theirs_parts = sorted(part["fu"] for part in theirs.fu_details if part["fu"] != 30)
        yield "fu parts", sorted(part.fu for part in ours.fu_parts if part.fu not in (10, 20)), theirs_parts
    else:
        yield "yakuman", 13 * ours.yakuman, theirs.han


def their_name(yaku) -> str:
    if yaku.name.startswith("Seat Wind") or yaku.name.startswith("Yakuhai (seat"):
        return "yakuhai_seat"
    if yaku.name.startswith("Round Wind") or yaku.name.startswith("Yakuhai (round"):
        return "yakuhai_round"
    return NAMES[yaku.name]


def other_engine(asked: Question):
    """The answer of the other engine, under the same rules and circumstances."""
    used: dict[Kind, int] = {}
    tiles = [physical(tile, used, reds=asked.rules.counts_red("m")) for tile in (*asked.hand, asked.tile)]
    situation = asked.situation
    return HandCalculator.estimate_hand_value(
        tiles,
        tiles[-1],
        dora_indicators=[tile * 4 + 3 for tile in situation.indicators],
        ura_dora_indicators=[tile * 4 + 3 for tile in situation.ura],
        config=HandConfig(
            is_riichi=situation.riichi,
            is_ippatsu=situation.ippatsu,
            is_houtei=situation.houtei,
            player_wind=WIND_OF[situation.seat_wind],
            round_wind=WIND_OF[situation.round_wind],
            options=OptionalRules(
                has_aka_dora=asked.rules.counts_red("m"),
                has_double_yakuman=bool(asked.rules.double_yakuman),
                kiriage=asked.rules.kiriage_mangan,
                kazoe_limit=(
                    HandConstants.KAZOE_LIMITED if asked.rules.kazoe_yakuman else HandConstants.KAZOE_SANBAIMAN
                ),
            ),
        ),
    )


def physical(tile: Tile, used: dict[Kind, int], *, reds: bool) -> int:
    """The tile's number among 136, where the first of the fives is the red one if there are reds."""
    if tile in RED_FIVES:
        return RED_FIVES[tile] * 4
    first = 1 if reds and tile in FIVES else 0
    used[tile] = used.get(tile, first - 1) + 1
    return tile * 4 + used[tile]


@pytest.fixture
def presets() -> list[RuleSet]:
    base = load_rules("encyclopedia").with_options({"payment": "dealer_child"})
    return [
        base.with_options({"kiriage_mangan": kiriage, "kazoe_yakuman": kazoe, "double_yakuman": doubles})
        for kiriage in (False, True)
        for kazoe in (False, True)
        for doubles in ([], DOUBLES)
    ]


@pytest.mark.parametrize(
    ("hands", "seed"),
    [(SUITE_HANDS, 17), pytest.param(VERIFY_HANDS, 34, marks=pytest.mark.verify)],
)
def test_agrees_with_another_engine(hands: int, seed: int, presets: list[RuleSet]) -> None:
    rng = random.Random(seed)
    found = [line for _ in range(hands) for line in differences(question(rng, presets))]
    assert not found, f"{len(found)} differences, first:\n" + "\n".join(found[:5])


def test_the_comparison_would_notice_a_wrong_score(presets: list[RuleSet]) -> None:
    """A comparison that cannot fail proves nothing: with one rule changed on our side alone it must find something."""
    rng = random.Random(17)
    asked = [question(rng, presets[:1]) for _ in range(40)]
    changed = [replace(one, rules=one.rules.with_hand_options({"double_wind_pair_fu": 2})) for one in asked]
    assert not [line for one in asked for line in differences(one)]
    without_ura = [replace(one, rules=one.rules.with_hand_options({"ura": False})) for one in changed]
    assert [line for one in without_ura for line in differences(one)]
