"""Every option that gives a hand its worth, on hands where it changes the answer."""

from fractions import Fraction

import pytest

from referee.rules import Limit, Reason, RuleSet, Situation, WaitKind, Wind, YakuId, score, waits
from referee.tiles import ImpossibleTilesError, parse_tile, parse_tiles

# hand, tile, and what it is worth for west in the east round under the rules of `points_rules`
THREE_HAN_FORTY = ("345m111p999s6677z", "6z")  # riichi, hatsu; with dora 3m 3 han 60 fu
FOUR_HAN = ("22334m7788p2233s", "4m")  # riichi, tanyao, seven pairs: 4 han 25 fu, 6,400
FIVE_HAN = ("345m45p34567888s", "3p")  # riichi, pinfu, tanyao, sanshoku: 5 han 30 fu, mangan
CHEAP = ("123678m45623p33z", "4p")  # riichi alone: 1 han 40 fu, 1,300
NINE_HAN = ("1122233344s222z", "1s")
COUNTED = ("1122244466677m", "1m")  # riichi, toitoi, sanankou, chinitsu: 11 han


def ask(rules: RuleSet, hand: tuple[str, str], options: dict | None = None, **situation):
    situation.setdefault("seat_wind", Wind.W)
    tiles = {name: parse_tiles(situation.pop(name)) for name in ("indicators", "ura") if name in situation}
    return score(
        parse_tiles(hand[0]), parse_tile(hand[1]), rules.with_options(options or {}), Situation(**tiles, **situation)
    )


@pytest.mark.parametrize(
    ("minimum", "hand", "allowed"),
    [
        ("none", CHEAP, True),
        ("mangan", FOUR_HAN, False),
        ("mangan", FIVE_HAN, True),
        ("haneman", FIVE_HAN, False),
        ("haneman", NINE_HAN, True),
        ({"han": 4}, FOUR_HAN, True),
        ({"han": 5}, FOUR_HAN, False),
        ({"han": 5}, FIVE_HAN, True),
        ({"points": 6400}, FOUR_HAN, True),
        ({"points": 6500}, FOUR_HAN, False),
        ({"points": 1300}, CHEAP, True),
        ({"points": 1400}, CHEAP, False),
        ({"han": 14}, ("222m333777p5s777z", "5s"), True),
        ({"points": 40000}, ("222m333777p5s777z", "5s"), True),
    ],
)
def test_minimum(minimum: object, hand: tuple[str, str], allowed: bool, points_rules: RuleSet) -> None:
    scored = ask(points_rules, hand, {"minimum": minimum})
    assert scored.can_ron is allowed
    assert scored.reasons == (() if allowed else (Reason.BELOW_MINIMUM,))


def test_minimum_in_points_is_on_the_non_dealer_scale(points_rules: RuleSet) -> None:
    scored = ask(points_rules, FOUR_HAN, {"minimum": {"points": 6500}, "payment": "flat_dealer"})
    assert (scored.points, scored.can_ron) == (9600, False)


def test_riichi_may_not_count_toward_the_minimum(points_rules: RuleSet) -> None:
    scored = ask(points_rules, FIVE_HAN, {"minimum_counts_riichi": False, "kiriage_mangan": False})
    assert (scored.han, scored.han_for_minimum, scored.limit_for_minimum) == (5, 4, Limit.NONE)
    assert scored.reasons == (Reason.BELOW_MINIMUM,)
    assert scored.points == 8000


def test_ippatsu_and_houtei_may_not_count_toward_the_minimum(points_rules: RuleSet) -> None:
    for name in ("ippatsu", "houtei"):
        assert ask(points_rules, FOUR_HAN, **{name: True}).can_ron
        scored = ask(points_rules, FOUR_HAN, {"minimum_counts_situational": False}, **{name: True})
        assert (scored.han, scored.han_for_minimum, scored.can_ron) == (5, 4, False)


def test_rounding_up(points_rules: RuleSet) -> None:
    for kiriage, points, allowed in ((True, 8000, True), (False, 7700, False)):
        scored = ask(points_rules, THREE_HAN_FORTY, {"kiriage_mangan": kiriage}, indicators="2m")
        assert (scored.han, scored.fu, scored.points, scored.can_ron) == (3, 60, points, allowed)


def test_rounding_up_never_lifts_seven_pairs(points_rules: RuleSet) -> None:
    assert ask(points_rules, FOUR_HAN).points == 6400


@pytest.mark.parametrize(("fu", "total"), [(4, 60), (2, 50)])
def test_double_wind_pair(fu: int, total: int, points_rules: RuleSet) -> None:
    scored = ask(points_rules, ("111p999m67789s11z", "8s"), {"double_wind_pair_fu": fu}, seat_wind=Wind.E)
    assert scored.fu == total
    assert [part.fu for part in scored.fu_parts if part.id.value == "pair_double_wind"] == [fu]


def test_no_round_wind(points_rules: RuleSet) -> None:
    pair_of_east = ("123678m45623p11z", "4p")
    assert ask(points_rules, pair_of_east).han == 1
    assert ask(points_rules, pair_of_east, {"round_wind": "none"}).han == 2
    assert ask(points_rules, pair_of_east, {"round_wind": "rotating"}, round_wind=Wind.S).han == 2
    assert ask(points_rules, pair_of_east, {"round_wind": "rotating"}).han == 1


def test_the_seat_wind_comes_from_the_rule_set_if_nothing_is_said(points_rules: RuleSet) -> None:
    triplet_of_south = ("234m678p4477s222z", "4s")
    for winds, han in (["E", "W"], 1), (["S", "W"], 2):
        assert ask(points_rules, triplet_of_south, {"seat_winds": winds}, seat_wind=None).han == han


def test_without_riichi_there_is_neither_ippatsu_nor_ura(points_rules: RuleSet) -> None:
    scored = ask(points_rules, FIVE_HAN, riichi=False, ippatsu=True, ura="7s")
    assert {yaku.id.value for yaku in scored.yaku} == {"pinfu", "tanyao", "sanshoku_doujun"}


@pytest.mark.parametrize("name", ["ippatsu", "houtei"])
def test_ippatsu_and_houtei_can_be_switched_off(name: str, points_rules: RuleSet) -> None:
    assert ask(points_rules, CHEAP, **{name: True}).han == 2
    assert ask(points_rules, CHEAP, {name: "none"}, **{name: True}).han == 1


@pytest.mark.parametrize(
    ("policy", "hand", "yaku", "han", "limit"),
    [
        ("riichi_ippatsu", CHEAP, ["riichi", "ippatsu"], 2, Limit.NONE),
        ("riichi", CHEAP, ["riichi"], 1, Limit.NONE),
        ("plain", CHEAP, [], 0, Limit.NONE),
        ("plain", FIVE_HAN, ["pinfu", "tanyao", "sanshoku_doujun"], 4, Limit.MANGAN),
        ("renhou_4han", CHEAP, ["renhou"], 4, Limit.MANGAN),
        ("renhou_4han", FIVE_HAN, ["renhou", "pinfu", "tanyao", "sanshoku_doujun"], 8, Limit.BAIMAN),
        ("renhou_mangan", CHEAP, ["renhou"], 5, Limit.MANGAN),
        ("renhou_mangan", FIVE_HAN, ["renhou"], 5, Limit.MANGAN),
        ("renhou_mangan", NINE_HAN, ["yakuhai_seat", "toitoi", "sanankou", "honitsu"], 8, Limit.BAIMAN),
        ("renhou_baiman", NINE_HAN, ["renhou"], 8, Limit.BAIMAN),
        ("renhou_baiman", CHEAP, ["renhou"], 8, Limit.BAIMAN),
        ("renhou_yakuman", CHEAP, ["renhou"], None, Limit.YAKUMAN),
        ("renhou_4han", ("222m333777p5s777z", "5s"), ["suuankou_tanki"], None, Limit.YAKUMAN),
        (
            "renhou_yakuman",
            ("1112223334445z", "5z"),
            ["suuankou_tanki", "daisuushii", "tsuuiisou"],
            None,
            Limit.YAKUMAN,
        ),
    ],
)
def test_ron_before_the_own_first_discard(
    policy: str, hand: tuple[str, str], yaku: list[str], han: int | None, limit: Limit, points_rules: RuleSet
) -> None:
    seat = Wind.S if hand is NINE_HAN else Wind.W
    scored = ask(points_rules, hand, {"first_discard_ron": policy}, first_discard=True, seat_wind=seat)
    assert sorted(entry.id.value for entry in scored.yaku) == sorted(yaku)
    assert (scored.han, scored.limit) == (han, limit)
    assert scored.furiten_on_pass is (policy != "plain")


def test_a_renhou_limit_counts_toward_the_minimum(points_rules: RuleSet) -> None:
    for policy, minimum, allowed in (
        ("renhou_mangan", "mangan", True),
        ("renhou_mangan", "haneman", False),
        ("renhou_baiman", "haneman", True),
        ("renhou_mangan", {"han": 5}, True),
        ("renhou_mangan", {"points": 12000}, False),
        ("renhou_yakuman", {"han": 13}, True),
    ):
        options = {"first_discard_ron": policy, "minimum": minimum}
        assert ask(points_rules, CHEAP, options, first_discard=True).can_ron is allowed


def test_passing_is_furiten_but_for_a_plain_first_discard(points_rules: RuleSet) -> None:
    assert ask(points_rules, CHEAP, {"first_discard_ron": "plain"}).furiten_on_pass


@pytest.mark.parametrize(
    ("options", "multiple", "points"),
    [
        ({}, 3, 96_000),
        ({"double_yakuman": ["daisuushii", "suuankou_tanki"]}, 5, 160_000),
        ({"double_yakuman": ["suuankou_tanki"]}, 4, 128_000),
        ({"yakuman_stack": False}, 1, 32_000),
        ({"yakuman_stack": False, "double_yakuman": ["daisuushii"]}, 2, 64_000),
    ],
)
def test_yakuman_add_up(options: dict, multiple: int, points: int, points_rules: RuleSet) -> None:
    scored = ask(points_rules, ("1112223334445z", "5z"), options)
    assert (scored.yakuman, scored.points, scored.units) == (multiple, points, Fraction(4 * multiple))


def test_counted_yakuman(points_rules: RuleSet) -> None:
    counted = ask(points_rules, COUNTED, indicators="3m")
    capped = ask(points_rules, COUNTED, {"kazoe_yakuman": False}, indicators="3m")
    assert (counted.han, counted.limit, counted.points, counted.yakuman) == (14, Limit.KAZOE_YAKUMAN, 32_000, 0)
    assert (capped.han, capped.limit, capped.points) == (14, Limit.SANBAIMAN, 24_000)


def test_dora_and_ura_can_be_switched_off(points_rules: RuleSet) -> None:
    around = {"indicators": "2m", "ura": "2m"}
    assert ask(points_rules, FIVE_HAN, **around).han == 7
    assert ask(points_rules, FIVE_HAN, {"ura": False}, **around).han == 6
    assert ask(points_rules, FIVE_HAN, {"dora": "none"}, **around).han == 5


def test_an_extra_tile_is_from_a_second_set(points_rules: RuleSet) -> None:
    situation = {"indicators": "3p"}
    hand = ("345m45p34567888s", "3p")
    assert ask(points_rules, hand, {"dora": "extra_tile"}, **situation).han == 6
    four_held = ("3334445p678s111z", "3p")
    assert ask(points_rules, four_held, {"dora": "extra_tile"}, **situation).complete
    with pytest.raises(ImpossibleTilesError, match="3p"):
        ask(points_rules, four_held, **situation)


def test_red_fives_count_only_where_the_house_plays_them(points_rules: RuleSet) -> None:
    hand = ("340m067p3456788s", "2s")
    assert ask(points_rules, hand).han == 3
    assert ask(points_rules, hand, {"red_fives": {"m": 1, "p": 1, "s": 1}}).han == 5
    assert ask(points_rules, hand, {"red_fives": {"m": 0, "p": 1, "s": 1}}).han == 4


def test_more_red_fives_than_the_house_has_are_refused(points_rules: RuleSet) -> None:
    two_reds = ("345m00p34567888s", "6p")
    with pytest.raises(ImpossibleTilesError, match="0p"):
        ask(points_rules, two_reds, {"red_fives": {"p": 1}})
    ask(points_rules, two_reds, {"red_fives": {"p": 2}})
    ask(points_rules, two_reds)


@pytest.mark.parametrize(
    ("payment", "seat", "dealer", "points"),
    [
        ("flat_dealer", Wind.W, None, 12_000),
        ("flat_child", Wind.E, None, 8_000),
        ("dealer_child", Wind.W, None, 8_000),
        ("dealer_child", Wind.E, None, 12_000),
        ("dealer_child", Wind.W, True, 12_000),
        ("dealer_child", Wind.E, False, 8_000),
        ("units", Wind.E, True, 8_000),
    ],
)
def test_payment(payment: str, seat: Wind, dealer: bool | None, points: int, points_rules: RuleSet) -> None:
    scored = ask(points_rules, FIVE_HAN, {"payment": payment}, seat_wind=seat, dealer=dealer)
    assert (scored.points, scored.points_child, scored.points_dealer) == (points, 8_000, 12_000)
    assert scored.units == 1


@pytest.mark.parametrize(("han", "fu", "child", "dealer"), [(2, 40, 2600, 3900), (3, 30, 3900, 5800)])
def test_each_scale_is_rounded_by_itself(han: int, fu: int, child: int, dealer: int, points_rules: RuleSet) -> None:
    hands = {(2, 40): ("678m678p2345678s", "8s"), (3, 30): ("99m55666777p234s", "5p")}
    scored = ask(points_rules, hands[han, fu])
    assert (scored.han, scored.fu, scored.points_child, scored.points_dealer) == (han, fu, child, dealer)


@pytest.mark.parametrize(
    ("options", "kind", "needs"),
    [
        ({}, WaitKind.CONDITIONAL, (YakuId.IPPATSU, YakuId.HOUTEI)),
        ({"ippatsu": "none"}, WaitKind.CONDITIONAL, (YakuId.HOUTEI,)),
        ({"houtei": "none"}, WaitKind.CONDITIONAL, (YakuId.IPPATSU,)),
        ({"ippatsu": "none", "houtei": "none"}, WaitKind.SHORT, ()),
        ({"minimum_counts_situational": False}, WaitKind.SHORT, ()),
        ({"minimum": "haneman"}, WaitKind.SHORT, ()),
        ({"minimum": {"points": 6400}}, WaitKind.FULL, ()),
    ],
)
def test_marks(options: dict, kind: WaitKind, needs: tuple[YakuId, ...], points_rules: RuleSet) -> None:
    hand = parse_tiles(FOUR_HAN[0])
    for situation in (Situation(), Situation(ippatsu=True, houtei=True)):
        (wait,) = waits(hand, points_rules.with_options(options), situation).waits
        assert (wait.kind, wait.needs, wait.han, wait.points) == (kind, needs, 4, 6400)
        assert wait.mark == {"full": "◎", "conditional": "△", "short": "×"}[kind.value]


def test_without_riichi_houtei_is_the_only_chance(points_rules: RuleSet) -> None:
    hand = parse_tiles("22334m7788p2233s")
    rules = points_rules.with_options({"minimum": {"han": 4}})
    (wait,) = waits(hand, rules, Situation(riichi=False)).waits
    assert (wait.kind, wait.needs) == (WaitKind.CONDITIONAL, (YakuId.HOUTEI,))


def test_a_first_discard_brings_ippatsu_only_as_a_chance(points_rules: RuleSet) -> None:
    (wait,) = waits(parse_tiles(FOUR_HAN[0]), points_rules, Situation(first_discard=True)).waits
    assert (wait.han, wait.needs) == (4, (YakuId.IPPATSU, YakuId.HOUTEI))


def test_a_wait_of_which_only_the_red_five_is_left_is_worth_the_red_five(points_rules: RuleSet) -> None:
    rules = points_rules.with_options({"red_fives": {"p": 1}})
    (wait,) = [wait for wait in waits(parse_tiles("55546p234m23488s"), rules, Situation()).waits if wait.tile == 13]
    assert YakuId.AKA_DORA in {yaku.id for yaku in wait.yaku}


def test_an_extra_indicator_leaves_the_ordinary_fives_where_they_are(points_rules: RuleSet) -> None:
    """Two ordinary fives in the hand and one as indicator: of this set only the red one is left, of another two are."""
    for dora, is_red in (("indicator", True), ("extra_tile", False)):
        rules = points_rules.with_options({"red_fives": {"p": 1}, "dora": dora})
        situation = Situation(indicators=parse_tiles("5p"))
        (wait,) = [wait for wait in waits(parse_tiles("5546p234m234s888s"), rules, situation).waits if wait.tile == 13]
        assert (YakuId.AKA_DORA in {yaku.id for yaku in wait.yaku}) is is_red
