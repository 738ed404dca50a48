"""Every option of a rule set matters: a table of scenes, and for each value of an option the outcome that it gives.

All outcomes of a row differ. An implementation that ignored the option, or confused two of its values, would give two
of them the same outcome; so for each option there is a test that fails then.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Any

import pytest

from referee.game import How, Phase, Seat
from referee.rules import OPTION_NAMES, load_rules, preset_names
from tests.referee import option_scenes as scenes


@dataclass(frozen=True)
class Row:
    """One option: the scene that tells its values apart, and each value with its outcome.

    `beside`: options that have to go with a value (four players need four winds).
    """

    option: str
    scene: Callable[[scenes.Options], object]
    outcomes: tuple[tuple[Any, object], ...]
    beside: dict[Any, dict[str, Any]] = field(default_factory=dict)

    def played(self, value: Any) -> object:
        """The outcome under a value."""
        beside = self.beside.get(value, {}) if isinstance(value, int) else {}
        return self.scene({self.option: value, **beside})


def row(option: str, scene: Callable[[scenes.Options], object], *outcomes: tuple[Any, object], **beside: Any) -> Row:
    return Row(option, scene, outcomes, **beside)


def hand(hand: str, tile: str, **around: Any) -> Callable[[scenes.Options], object]:
    return partial(scenes.worth, hand=hand, tile=tile, **around)


NINE_GATES = "1112345678999m"
FOUR_WINDS = ("1112223334445z", "5z")

ROWS = (
    # -- the table
    row(
        "players",
        scenes.turns,
        (2, (Seat.A, 34)),
        (3, (Seat.C, 51)),
        (4, (Seat.C, 68)),
        beside={
            2: {"dora": "none"},
            3: {"seat_winds": ["E", "S", "W"], "dora": "none"},
            4: {"seat_winds": ["E", "S", "W", "N"], "dora": "none"},
        },
    ),
    row("walls", scenes.asked_for_walls, ("own", {}), ("chosen", {"A": (3,)}), ("dice_rows", {"B": (1, 2)})),
    row(
        "red_fives",
        hand("340m067p3456788s", "2s"),
        ({"m": 0, "p": 0, "s": 0}, (False, 3, 30, 0, 3900)),
        ({"m": 0, "p": 1, "s": 1}, (True, 4, 30, 0, 8000)),
        ({"m": 1, "p": 1, "s": 1}, (True, 5, 30, 0, 8000)),
    ),
    row(
        "dora",
        scenes.indicator,
        ("none", "NotAllowedError"),
        ("indicator", "HiddenCopiesError"),
        ("extra_tile", (0,)),
    ),
    row("ura", scenes.after_the_win, (True, (Phase.WON, 6)), (False, (Phase.ENDED, 4))),
    # -- what a hand is worth
    row(
        "minimum",
        # riichi, pinfu, tanyao, sanshoku: 5 han 30 fu, a mangan of 8,000
        lambda options: [
            scenes.worth(options, *win)[0]  # type: ignore[index]
            for win in (("123678m45623p33z", "4p"), ("22334m7788p2233s", "4m"), ("345m45p34567888s", "3p"))
        ],
        ("none", [True, True, True]),
        ("mangan", [False, False, True]),
        ("haneman", [False, False, False]),
        ({"han": 4}, [False, True, True]),
    ),
    row(
        "minimum",
        lambda options: [scenes.worth(options, "22334m7788p2233s", "4m")[0]],  # type: ignore[index]
        ({"points": 6400}, [True]),
        ({"points": 6500}, [False]),
    ),
    row(
        "minimum_counts_riichi",
        hand("345m45p34567888s", "3p"),
        (True, (True, 5, 30, 0, 8000)),
        (False, (False, 5, 30, 0, 8000)),
        beside={True: {"kiriage_mangan": False}, False: {"kiriage_mangan": False}},
    ),
    row(
        "minimum_counts_situational",
        hand("22334m7788p2233s", "4m", houtei=True),
        (True, (True, 5, 25, 0, 8000)),
        (False, (False, 5, 25, 0, 8000)),
    ),
    row(
        "kiriage_mangan",
        hand("345m111p999s6677z", "6z", indicators="2m"),
        (True, (True, 3, 60, 0, 8000)),
        (False, (False, 3, 60, 0, 7700)),
    ),
    row(
        "double_wind_pair_fu",
        hand("111p999m67789s11z", "8s"),
        (4, (False, 1, 60, 0, 2000)),
        (2, (False, 1, 50, 0, 1600)),
    ),
    row("riichi", scenes.passed, ("automatic", (2000, True)), ("declared", (0, False))),
    row("round_wind", scenes.winds, ("none", (None, "E", "W")), ("E", ("E", "E", "W")), ("rotating", ("S", "E", "W"))),
    row("seat_winds", scenes.winds, (["E", "W"], ("S", "E", "W")), (["E", "S"], ("S", "E", "S"))),
    row(
        "ippatsu",
        scenes.early_wins,
        ("none", (False, False, False)),
        ("first_discard", (True, False, False)),
        ("one_turn", (True, True, False)),
    ),
    row(
        "houtei",
        scenes.late_wins,
        ("none", (False, False)),
        ("last_of_deal", (False, True)),
        ("opponents_last", (True, True)),
    ),
    row(
        "first_discard_ron",
        scenes.first_discard,
        ("riichi_ippatsu", (("riichi", "ippatsu"), 2, "none", True)),
        ("riichi", (("riichi",), 1, "none", True)),
        ("plain", ((), 0, "none", False)),
        ("renhou_4han", (("renhou",), 4, "mangan", True)),
        ("renhou_mangan", (("renhou",), 5, "mangan", True)),
        ("renhou_baiman", (("renhou",), 8, "baiman", True)),
        ("renhou_yakuman", (("renhou",), None, "yakuman", True)),
    ),
    row(
        "yakuman_stack",
        hand(*FOUR_WINDS),
        (True, (True, None, None, 3, 96000)),
        (False, (True, None, None, 1, 32000)),
    ),
    row(
        "double_yakuman",
        hand(*FOUR_WINDS),
        ([], (True, None, None, 3, 96000)),
        (["suuankou_tanki"], (True, None, None, 4, 128000)),
        (["suuankou_tanki", "daisuushii"], (True, None, None, 5, 160000)),
    ),
    row(
        "double_yakuman",
        hand("19m19p19s1234567z", "1m"),
        ([], (True, None, None, 1, 32000)),
        (["kokushi_13"], (True, None, None, 2, 64000)),
    ),
    row(
        "double_yakuman",
        hand(NINE_GATES, "5m"),
        ([], (True, None, None, 1, 32000)),
        (["junsei_chuuren"], (True, None, None, 2, 64000)),
    ),
    row(
        "kazoe_yakuman",
        hand("1122244466677m", "1m", indicators="3m"),
        (True, (True, 14, 50, 0, 32000)),
        (False, (True, 14, 50, 0, 24000)),
    ),
    row(
        "local_yaku",
        hand("99m55666777p234s", "5p"),
        ([], (False, 3, 30, 0, 3900)),
        (["isshoku_sanjun"], (True, 4, 30, 0, 8000)),
    ),
    # -- points
    row(
        "payment",
        scenes.mangan,
        ("flat_dealer", ((12000, -12000, 0), (-12000, 12000, 0))),
        ("flat_child", ((8000, -8000, 0), (-8000, 8000, 0))),
        ("dealer_child", ((12000, -12000, 0), (-8000, 8000, 0))),
        ("units", ((2, -2, 0), (-2, 2, 0))),
    ),
    row("stake", scenes.mangan, (2, ((2, -2, 0), (-2, 2, 0))), (3, ((3, -3, 0), (-3, 3, 0)))),
    row(
        "draw",
        scenes.win_after_draw,
        # A's mangan is 1 unit of 2 points; an honba is worth 1
        ("next", ((0, 0, 0, "2.0", Seat.B), (2, -2, 0))),
        ("double_stake", ((0, 0, 0, "2.0", Seat.B), (4, -4, 0))),
        ("carry_stake", ((-2, -2, 4, "2.0", Seat.B), (4, -4, 0))),
        ("dealer_stays", ((0, 0, 0, "2.1", Seat.A), (3, -3, 0))),
    ),
    row("riichi_stick", scenes.at_the_start, (0, (35000, 35000, 0)), (1000, (34000, 34000, 2000))),
    row(
        "honba",
        scenes.second_win,
        # four sticks of 1,000 lie there, two of them B's
        (0, (35000 - 2000 - 8000, 35000 - 2000 + 8000 + 4000, 0)),
        (300, (35000 - 2000 - 8300, 35000 - 2000 + 8300 + 4000, 0)),
    ),
    row("start_points", scenes.at_the_start, (35000, (34000, 34000, 2000)), (25000, (24000, 24000, 2000))),
    # -- the match
    row(
        "dealer",
        scenes.dealers,
        ("none", (None, None)),
        ("alternates", (Seat.A, Seat.B)),
        ("stays_on_win_or_draw", (Seat.A, Seat.A)),
    ),
    row(
        "first_player",
        scenes.first_deal,
        ({"first": "dice", "then": "alternates"}, None),
        ({"first": "alternates", "then": "alternates"}, Seat.A),
    ),
    row(
        "first_player",
        scenes.deal_after_ron,
        ({"first": "dice", "then": "dice"}, None),
        ({"first": "dice", "then": "alternates"}, Seat.B),
        ({"first": "dice", "then": "winner"}, Seat.C),
        ({"first": "dice", "then": "loser"}, Seat.D),
        ({"first": "dice", "then": "dealer"}, Seat.A),
    ),
    row(
        "length",
        scenes.two_deals,
        ("open", ("3.0", Seat.A, Seat.A)),
        ({"deals": 2}, ("last_deal_won",)),
        ({"winds": ["E", "S"], "laps": 1}, ("S1.0", Seat.A, Seat.A)),
        ({"winds": ["E"], "laps": 2}, ("E1.0", Seat.A, Seat.A)),
    ),
    row(
        "bust",
        scenes.broke,
        ("none", ("E1.1", "E1.1")),
        ("below_zero", ("E1.1", "bust")),
        ("zero_or_below", ("bust", "bust")),
    ),
    row(
        "last_deal",
        scenes.last_deals,
        ({"draw": "ends", "dealer_top": "ends"}, ("last_deal_draw", "last_deal_dealer_top")),
        ({"draw": "repeats", "dealer_top": "ends"}, ("1.1", "last_deal_dealer_top")),
        ({"draw": "ends", "dealer_top": "repeats"}, ("last_deal_draw", "1.1")),
        ({"draw": "repeats", "dealer_top": "repeats"}, ("1.1", "1.1")),
    ),
    row(
        "pot_at_end",
        scenes.pot_at_end,
        ("leader", (25000, 45000, 0)),
        ("split", (26000, 44000, 0)),
        ("nobody", (25000, 43000, 0)),
    ),
    row("several_ron", scenes.two_rons, ("all", (12000, -24000, 12000, 0)), ("nearest", (0, -12000, 12000, 0))),
    row("dead_deal", scenes.nobody_can_win, ("tell", (True, False)), ("stop", (True, True))),
    # -- clocks and hands
    row("build_seconds", scenes.build_clock, (None, None), (180, 180), (60, 60)),
    row("build_grace_seconds", scenes.late_hand, (10, True), (20, False)),
    row("discard_seconds", scenes.discard_clock, (None, None), (20, 20), (5, 5)),
    row(
        "hand_submission",
        scenes.ready,
        ("camera", (True, How.CAMERA, [])),
        ("entry", (False, None, ["hand_to_name"])),
        ("at_ron", (True, None, [])),
    ),
    row("reveal_at_draw", scenes.shown_after_draw, ("none", []), ("optional", ["B"]), ("required", ["A", "B"])),
    # -- offences; a mangan on the dealer's scale is 12,000, shared by two
    row(
        "chombo",
        scenes.foul,
        ({"amount": "none", "to": "opponent"}, (30000, 30000, 30000, 0, 0)),
        ({"amount": "mangan", "to": "opponent"}, (22000, 34000, 34000, 0, 0)),
        ({"amount": "mangan", "to": "pot"}, (22000, 30000, 30000, 8000, 0)),
        ({"amount": "mangan", "to": "nobody"}, (22000, 30000, 30000, 0, 8000)),
        ({"amount": {"points": 5000}, "to": "opponent"}, (25000, 32500, 32500, 0, 0)),
    ),
    row(
        "hand_change",
        scenes.changed_hand,
        ("ruling", (Phase.REFUSED, set())),
        ("dead_hand", (Phase.DISCARDING, {Seat.A})),
        ("chombo", (Phase.ENDED, set())),
    ),
)


@pytest.mark.parametrize(
    ("row", "value", "outcome"),
    [pytest.param(row, *pair, id=f"{row.option}={pair[0]}") for row in ROWS for pair in row.outcomes],
)
def test_each_value_has_its_outcome(row, value, outcome):
    assert row.played(value) == outcome


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.option)
def test_no_two_values_come_to_the_same(row):
    outcomes = [outcome for _value, outcome in row.outcomes]
    assert len(outcomes) > 1
    assert not [one for place, one in enumerate(outcomes) if one in outcomes[place + 1 :]]


def test_every_option_is_in_the_table():
    assert {row.option for row in ROWS} == set(OPTION_NAMES)


def plain_values(value: Any) -> set[Any]:
    """Every single choice within a plain value: names, the kinds of an object, yes and no."""
    if isinstance(value, dict):
        return {choice for part in value.values() for choice in plain_values(part)} | set(value)
    if isinstance(value, list):
        return {choice for part in value for choice in plain_values(part)}
    return {value} if isinstance(value, str) else set()


def choices_of(option: str) -> set[str]:
    """The closed choices of an option."""
    base = load_rules("base")
    typed = getattr(base, option)
    if isinstance(typed, StrEnum):
        return {member.value for member in type(typed)}
    return set()


@pytest.mark.parametrize("option", OPTION_NAMES)
def test_every_choice_of_an_option_is_in_the_table(option):
    told = set().union(*(plain_values(value) for row in ROWS if row.option == option for value, _ in row.outcomes))
    assert choices_of(option) <= told


def test_every_value_that_a_preset_takes_is_of_a_kind_in_the_table():
    """A preset's own value of an option is one of the table's, or of the same form (another number, other winds)."""
    for preset in preset_names():
        for option, value in load_rules(preset).plain_options().items():
            kinds = {type(told) for row in ROWS if row.option == option for told, _ in row.outcomes}
            assert type(value) in kinds, (preset, option, value)
