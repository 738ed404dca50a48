"""Two other engines, asked the same question: PyPI `mahjong` and `jansou`, and where their answers differ from ours.

What is asked stays within what both can say; see `test_engines`. An answer is compared in points, yaku with their
han, han, fu, limit, multiple of a yakuman, and with `mahjong` the parts of the fu (`jansou` does not go by fu before
they are rounded when it chooses between readings, so its parts may be those of another).
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import jansou.core.hand
import jansou.core.rules
import jansou.core.tiles
import jansou.scoring.context
import jansou.scoring.score
from mahjong.constants import EAST, NORTH, SOUTH, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, HandConstants, OptionalRules

from referee.rules import Reason, RuleSet, Score, Situation, Wind, YakuId, load_rules, score
from referee.tiles import Kind, Tile, format_tiles, is_red, kind_of
from referee.tiles.names import RED_FIVES
from tests.referee.rules import hand_shapes

DOUBLES = ["kokushi_13", "suuankou_tanki", "daisuushii", "junsei_chuuren"]
DORA = {YakuId.DORA, YakuId.AKA_DORA, YakuId.URA_DORA}

_WIND_OF = {Wind.E: EAST, Wind.S: SOUTH, Wind.W: WEST, Wind.N: NORTH}
_JANSOU_WIND = dict(zip(Wind, jansou.core.tiles.Wind, strict=True))
_FIVES = {five: red for red, five in RED_FIVES.items()}

_MAHJONG_NAMES = {
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
_JANSOU_NAMES = {
    "ittsu": "ittsuu",
    "suuankou": "suuankou_tanki",
    "shousuushi": "shousuushii",
    "daisuushi": "daisuushii",
}
_ONE_NAME_IN_JANSOU = {"kokushi_13": "kokushi", "junsei_chuuren": "chuuren"}


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


@lru_cache
def rules_for_both(kiriage: bool, kazoe: bool, doubles: bool, reds: bool) -> RuleSet:
    """Rules that both engines have, by what can be chosen."""
    return load_rules("encyclopedia").with_options(
        {
            "payment": "dealer_child",
            "kiriage_mangan": kiriage,
            "kazoe_yakuman": kazoe,
            "double_yakuman": DOUBLES if doubles else [],
            "red_fives": dict.fromkeys("mps", int(reds)),
        }
    )


def question(rng: random.Random, shape: hand_shapes.Shape, *, winning: Kind | None = None) -> Question:
    """A complete shape with random rules and surroundings, won on `winning` or on any of its tiles."""
    beside = _beside(rng, shape)
    reds = rng.random() < 0.4
    tiles = hand_shapes.coloured(rng, shape, 0.4) if reds else list(shape)
    rng.shuffle(tiles)
    if winning is not None:
        place = next(at for at, tile in enumerate(tiles) if kind_of(tile) == winning)
        tiles.append(tiles.pop(place))
    riichi = rng.random() < 0.8
    return Question(
        hand=tuple(tiles[:13]),
        tile=tiles[13],
        rules=rules_for_both(rng.random() < 0.5, rng.random() < 0.5, rng.random() < 0.5, reds),
        situation=Situation(
            indicators=(beside[0],),
            ura=(beside[1],) if riichi else (),
            seat_wind=rng.choice(list(Wind)),
            round_wind=rng.choice(list(Wind)),
            riichi=riichi,
            ippatsu=riichi and rng.random() < 0.3,
            houtei=rng.random() < 0.2,
        ),
    )


def _beside(rng: random.Random, shape: hand_shapes.Shape) -> list[Kind]:
    """Indicator and ura, of which the shape leaves a copy."""
    while True:
        beside = [rng.randrange(34), rng.randrange(34)]
        if all([*shape, *beside].count(kind) <= 4 for kind in beside):
            return beside


def differences(asked: Question, ours: Score | None = None) -> list[str]:
    """Where an engine's answer is not ours; empty if all agree."""
    answer = ours or score(asked.hand, asked.tile, asked.rules, asked.situation)
    found = []
    for engine, compared in (("mahjong", _with_mahjong), ("jansou", _with_jansou)):
        for name, mine, theirs in compared(asked, answer):
            if mine != theirs:
                found.append(f"{asked}\n  {engine}, {name}: ours {mine}, theirs {theirs}")
    return found


Compared = Iterator[tuple[str, Any, Any]]


def _with_mahjong(asked: Question, ours: Score) -> Compared:
    theirs = ask_mahjong(asked)
    if theirs.error is not None:
        yield "refusal", ours.reasons, (Reason.NO_YAKU,) if theirs.error == HandCalculator.ERR_NO_YAKU else theirs.error
        return
    yield "points", ours.points, theirs.cost["main"]
    yield "yaku", _named(ours), sorted(map(_mahjong_name, theirs.yaku))
    if ours.han is not None:
        yield "han", ours.han, theirs.han
        yield "fu", ours.fu, theirs.fu
        theirs_parts = sorted(part["fu"] for part in theirs.fu_details if part["fu"] != 30)
        yield "fu parts", sorted(part.fu for part in ours.fu_parts if part.fu not in (10, 20)), theirs_parts
    else:
        yield "multiple", 13 * ours.yakuman, theirs.han


def _with_jansou(asked: Question, ours: Score) -> Compared:
    try:
        theirs = ask_jansou(asked)
    except jansou.scoring.score.ScoringError as error:
        yield "refusal", ours.reasons, (Reason.NO_YAKU,) if "no yaku" in str(error) else str(error)
        return
    yield "points", ours.points, theirs.payment.ron
    yield "yaku", _worths_in_jansou(ours), sorted((_jansou_name(value.yaku), value.value) for value in theirs.yaku)
    yield "limit", ours.limit.value, theirs.limit.name.lower()
    if ours.han is not None:
        dora = {entry.id: entry.han for entry in ours.yaku if entry.id in DORA}
        yield (
            "dora",
            tuple(dora.get(id_, 0) for id_ in (YakuId.DORA, YakuId.AKA_DORA, YakuId.URA_DORA)),
            (
                theirs.dora.dora,
                theirs.dora.aka,
                theirs.dora.ura,
            ),
        )
        yield "han", ours.han, theirs.han
        yield "fu", ours.fu, theirs.fu.total


def _named(ours: Score) -> list[str]:
    return sorted(yaku.id.value for yaku in ours.yaku)


def _worths_in_jansou(ours: Score) -> list[tuple[str, int]]:
    return sorted(
        (_ONE_NAME_IN_JANSOU.get(yaku.id.value, yaku.id.value), yaku.han or yaku.yakuman or 0)
        for yaku in ours.yaku
        if yaku.id not in DORA
    )


def _mahjong_name(yaku: Any) -> str:
    if yaku.name.startswith(("Seat Wind", "Yakuhai (seat")):
        return "yakuhai_seat"
    if yaku.name.startswith(("Round Wind", "Yakuhai (round")):
        return "yakuhai_round"
    return _MAHJONG_NAMES[yaku.name]


def _jansou_name(yaku: Any) -> str:
    name = yaku.name.lower()
    return _JANSOU_NAMES.get(name, name)


def ask_mahjong(asked: Question) -> Any:
    """The answer of `mahjong`."""
    used: dict[Kind, int] = {}
    tiles = [_number(tile, used, reds=asked.rules.counts_red("m")) for tile in (*asked.hand, asked.tile)]
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
            player_wind=_WIND_OF[situation.seat_wind or Wind.E],
            round_wind=_WIND_OF[situation.round_wind or Wind.E],
            options=_mahjong_options(asked.rules),
        ),
    )


@lru_cache
def _mahjong_options(rules: RuleSet) -> OptionalRules:
    return OptionalRules(
        has_aka_dora=rules.counts_red("m"),
        has_double_yakuman=bool(rules.double_yakuman),
        kiriage=rules.kiriage_mangan,
        kazoe_limit=HandConstants.KAZOE_LIMITED if rules.kazoe_yakuman else HandConstants.KAZOE_SANBAIMAN,
    )


def _number(tile: Tile, used: dict[Kind, int], *, reds: bool) -> int:
    """The tile's number among 136, where the first of the fives is the red one if there are reds."""
    if tile in RED_FIVES:
        return RED_FIVES[tile] * 4
    first = 1 if reds and tile in _FIVES else 0
    used[tile] = used.get(tile, first - 1) + 1
    return tile * 4 + used[tile]


def ask_jansou(asked: Question) -> Any:
    """The answer of `jansou`; raises its ScoringError if it refuses."""
    tiles = [_jansou_tile(tile) for tile in (*asked.hand, asked.tile)]
    situation = asked.situation
    return jansou.scoring.score.score(
        jansou.core.hand.Hand(tuple(tiles)),
        tiles[-1],
        jansou.scoring.context.WinContext(
            rules=_jansou_rules(asked.rules),
            round_wind=_JANSOU_WIND[situation.round_wind or Wind.E],
            seat_wind=_JANSOU_WIND[situation.seat_wind or Wind.E],
            riichi=situation.riichi,
            ippatsu=situation.ippatsu,
            houtei=situation.houtei,
            dora_indicators=tuple(map(_jansou_tile, situation.indicators)),
            ura_indicators=tuple(map(_jansou_tile, situation.ura)),
        ),
    )


@lru_cache
def _jansou_rules(rules: RuleSet) -> jansou.core.rules.Rules:
    return jansou.core.rules.Rules(
        double_wind_fu=rules.double_wind_pair_fu,
        kiriage_mangan=rules.kiriage_mangan,
        kazoe_yakuman=rules.kazoe_yakuman,
        multiple_yakuman=rules.yakuman_stack,
        double_yakuman=bool(rules.double_yakuman),
        aka_dora=rules.counts_red("m"),
        ura_dora=rules.ura,
    )


@lru_cache
def _jansou_tile(tile: Tile) -> jansou.core.tiles.Tile:
    return jansou.core.tiles.Tile(jansou.core.tiles.TileKind(kind_of(tile)), red=is_red(tile))
