"""Every option that gives a hand its worth is obeyed: by one hand at a time, and by many at once.

A table of flips: an option, two values, a hand, and what it is worth under each, derived by hand. An option that is
ignored gives the same answer twice, which cannot be both. That the table is complete is seen by watching which options
are read at all.
"""

from dataclasses import dataclass, field, fields
from typing import Any, Self

import numpy as np
import pytest

from referee.rules import OPTION_NAMES, RuleSet, Situation, Wind, load_rules, score, waits
from referee.rules.batch import NO_VALUE, score_batch
from referee.tiles import parse_tile, parse_tiles

Answer = tuple[bool, int | None, int | None, int]
"""can_ron, han, fu (None for a yakuman), points."""


@dataclass(frozen=True)
class Flip:
    """An option, two values, a hand (west in the east round if nothing is said), and its answer under each value."""

    option: str
    values: tuple[Any, Any]
    hand: tuple[str, str]
    answers: tuple[Answer, Answer]
    around: dict[str, Any] = field(default_factory=dict)
    beside: dict[str, Any] = field(default_factory=dict)

    @property
    def situation(self) -> Situation:
        tiles = {name: parse_tiles(self.around[name]) for name in ("indicators", "ura") if name in self.around}
        return Situation(**{"seat_wind": Wind.W, **self.around, **tiles})

    def rules(self, value: Any) -> RuleSet:
        base = load_rules("kaiji").with_options({"payment": "flat_child", "minimum": "mangan", **self.beside})
        return base.with_hand_options({self.option: value})


CHEAP = ("123678m45623p33z", "4p")  # riichi; the pair of the own wind makes 40 fu
SEVEN_PAIRS = ("22334m7788p2233s", "4m")  # riichi, tanyao, chiitoitsu: 4 han 25 fu
MANGAN = ("345m45p34567888s", "3p")  # riichi, pinfu, tanyao, sanshoku: 5 han 30 fu
SIXTY = ("345m111p999s6677z", "6z")  # riichi, hatsu; with dora 3m 3 han 60 fu
DOUBLE_PAIR = ("111p999m67789s11z", "8s")  # riichi; 30 + 8 + 8 + 4 + 2 for the closed wait
ELEVEN = ("1122244466677m", "1m")  # riichi, toitoi, sanankou, chinitsu
TWO_YAKUMAN = ("222444666888s6z", "6z")  # four closed triplets, all green
PURE_GATES = ("1112345678999m", "5m")
STEPS = ("222333444m567p8s", "8s")  # riichi, tanyao, sanankou: 4 han 50 fu
REDS = ("340m067p3456788s", "2s")  # riichi, pinfu, tanyao

FLIPS = [
    Flip("red_fives", ({"m": 0}, {"m": 1}), REDS, ((False, 3, 30, 3900), (True, 4, 30, 8000))),
    Flip("minimum", ("mangan", "none"), CHEAP, ((False, 1, 40, 1300), (True, 1, 40, 1300))),
    Flip("minimum", ("mangan", "haneman"), MANGAN, ((True, 5, 30, 8000), (False, 5, 30, 8000))),
    Flip(
        "minimum_counts_riichi",
        (True, False),
        MANGAN,
        ((True, 5, 30, 8000), (False, 5, 30, 8000)),
        beside={"kiriage_mangan": False},
    ),
    Flip(
        "minimum_counts_situational",
        (True, False),
        SEVEN_PAIRS,
        ((True, 5, 25, 8000), (False, 5, 25, 8000)),
        {"houtei": True},
    ),
    Flip("kiriage_mangan", (True, False), SIXTY, ((True, 3, 60, 8000), (False, 3, 60, 7700)), {"indicators": "2m"}),
    Flip(
        "double_wind_pair_fu", (4, 2), DOUBLE_PAIR, ((False, 1, 60, 2000), (False, 1, 50, 1600)), {"seat_wind": Wind.E}
    ),
    Flip(
        "round_wind",
        ("E", "none"),
        ("123678m45623p11z", "4p"),  # without a round wind the pair of east leaves room for pinfu
        ((False, 1, 40, 1300), (False, 2, 30, 2000)),
    ),
    Flip(
        "seat_winds",
        (["E", "W"], ["S", "W"]),
        ("234m678p4477s222z", "4s"),  # the first of the seat winds is the seat's, if nothing is said
        ((False, 1, 40, 1300), (False, 2, 40, 2600)),
        {"seat_wind": None},
    ),
    Flip(
        "ippatsu",
        ("first_discard", "none"),
        SEVEN_PAIRS,
        ((True, 5, 25, 8000), (False, 4, 25, 6400)),
        {"ippatsu": True},
    ),
    Flip(
        "houtei",
        ("last_of_deal", "none"),
        SEVEN_PAIRS,
        ((True, 5, 25, 8000), (False, 4, 25, 6400)),
        {"houtei": True},
    ),
    Flip(
        "first_discard_ron",
        ("riichi_ippatsu", "riichi"),
        SEVEN_PAIRS,
        ((True, 5, 25, 8000), (False, 4, 25, 6400)),
        {"first_discard": True},
    ),
    Flip(
        "first_discard_ron",
        ("plain", "renhou_4han"),
        SEVEN_PAIRS,
        ((False, 3, 25, 3200), (True, 7, 25, 12000)),
        {"first_discard": True},
    ),
    Flip(
        "first_discard_ron",
        ("renhou_mangan", "renhou_baiman"),
        CHEAP,
        ((True, 5, 40, 8000), (True, 8, 40, 16000)),
        {"first_discard": True},
    ),
    Flip("yakuman_stack", (True, False), TWO_YAKUMAN, ((True, None, None, 64000), (True, None, None, 32000))),
    Flip(
        "double_yakuman",
        ([], ["junsei_chuuren"]),
        PURE_GATES,
        ((True, None, None, 32000), (True, None, None, 64000)),
    ),
    Flip(
        "kazoe_yakuman",
        (True, False),
        ELEVEN,
        ((True, 14, 50, 32000), (True, 14, 50, 24000)),
        {"indicators": "3m"},
    ),
    Flip("local_yaku", ([], ["sanrenkou"]), STEPS, ((True, 4, 50, 8000), (True, 6, 50, 12000))),
    Flip("dora", ("indicator", "none"), MANGAN, ((True, 6, 30, 12000), (True, 5, 30, 8000)), {"indicators": "2m"}),
    Flip("ura", (True, False), MANGAN, ((True, 6, 30, 12000), (True, 5, 30, 8000)), {"ura": "2m"}),
    Flip("payment", ("flat_child", "flat_dealer"), MANGAN, ((True, 5, 30, 8000), (True, 5, 30, 12000))),
    Flip(
        "payment",
        ("flat_dealer", "dealer_child"),
        MANGAN,
        ((True, 5, 30, 12000), (True, 5, 30, 8000)),
        {"dealer": False},
    ),
]


def ids(flip: Flip) -> str:
    return f"{flip.option}: {flip.values[0]} | {flip.values[1]}"


@pytest.mark.parametrize("flip", FLIPS, ids=ids)
def test_a_flip_changes_the_answer(flip: Flip) -> None:
    assert flip.answers[0] != flip.answers[1]
    for value, answer in zip(flip.values, flip.answers, strict=True):
        found = score(parse_tiles(flip.hand[0]), parse_tile(flip.hand[1]), flip.rules(value), flip.situation)
        assert (found.can_ron, found.han, found.fu, found.points) == answer


@pytest.mark.parametrize("flip", FLIPS, ids=ids)
def test_a_flip_changes_the_answer_of_many_at_once(flip: Flip) -> None:
    hands, tiles = np.array([parse_tiles(flip.hand[0])]), np.array([parse_tile(flip.hand[1])])
    for value, (can_ron, han, fu, points) in zip(flip.values, flip.answers, strict=True):
        found = score_batch(hands, tiles, flip.rules(value), flip.situation)
        expected = (can_ron, NO_VALUE if han is None else han, NO_VALUE if fu is None else fu, points)
        assert (found.can_ron[0], found.han[0], found.fu[0], found.points[0]) == expected


class Watched(RuleSet):
    """A rule set that keeps which of its options were read."""

    __slots__ = ("read",)
    read: set[str]

    @classmethod
    def of(cls, rules: RuleSet) -> Self:
        watched = object.__new__(cls)
        object.__setattr__(watched, "read", set())
        for one in fields(RuleSet):
            object.__setattr__(watched, one.name, getattr(rules, one.name))
        return watched

    def __getattribute__(self, name: str) -> Any:
        if name in OPTION_NAMES:
            object.__getattribute__(self, "read").add(name)
        return object.__getattribute__(self, name)

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


def test_every_option_that_is_read_for_a_hand_is_flipped() -> None:
    read: set[str] = set()
    for flip in FLIPS:
        for value in flip.values:
            rules = Watched.of(flip.rules(value))
            hand, tile = parse_tiles(flip.hand[0]), parse_tile(flip.hand[1])
            score(hand, tile, rules, flip.situation)
            waits(hand, rules, flip.situation)
            score_batch(np.array([hand]), np.array([tile]), rules, flip.situation)
            read |= rules.read
    assert read == {flip.option for flip in FLIPS}
