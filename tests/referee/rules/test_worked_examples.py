"""The worked examples of the rules page, and what its first section says about readings, waits and the minimum."""

import pytest

from referee.rules import Limit, Reason, RuleSet, Situation, WaitKind, Wind, YakuId, score, waits
from referee.tiles import NotAllowedError, format_tile, parse_tile, parse_tiles


def ids(scored) -> set[str]:
    return {yaku.id.value for yaku in scored.yaku}


@pytest.mark.parametrize(
    ("indicators", "tile", "han", "allowed"),
    [
        ("", "4s", 3, False),
        ("2m", "4s", 5, True),
        ("3m", "4s", 5, True),
        ("6s", "4s", 5, True),
        ("6s", "7s", 6, True),
    ],
)
def test_a_cheap_hand_reaches_the_minimum_by_dora(
    indicators: str, tile: str, han: int, allowed: bool, kaiji: RuleSet
) -> None:
    situation = Situation(indicators=parse_tiles(indicators))
    scored = score(parse_tiles("233445m234p5677s"), parse_tile(tile), kaiji, situation)
    assert (scored.han, scored.can_ron) == (han, allowed)
    assert {"riichi", "pinfu", "tanyao"} <= ids(scored)


def test_the_wait_that_is_too_cheap_and_the_one_that_is_dear(kaiji: RuleSet) -> None:
    found = waits(parse_tiles("1112223334m777p"), kaiji, Situation())
    by_tile = {format_tile(wait.tile): wait for wait in found.waits}
    assert list(by_tile) == ["1m", "2m", "3m", "4m", "5m"]
    assert (by_tile["5m"].han, by_tile["5m"].fu, by_tile["5m"].kind) == (3, 50, WaitKind.CONDITIONAL)
    assert by_tile["5m"].needs == (YakuId.IPPATSU, YakuId.HOUTEI)
    assert by_tile["4m"].kind is WaitKind.FULL
    assert [yaku.id for yaku in by_tile["4m"].yaku] == [YakuId.SUUANKOU_TANKI]


def test_four_han_of_seven_pairs_stay_below_mangan(kaiji: RuleSet) -> None:
    scored = score(parse_tiles("22334m7788p2233s"), parse_tile("4m"), kaiji, Situation())
    assert ids(scored) == {"riichi", "tanyao", "chiitoitsu"}
    assert (scored.han, scored.fu, scored.limit, scored.reasons) == (4, 25, Limit.NONE, (Reason.BELOW_MINIMUM,))


def test_two_times_two_runs_are_not_seven_pairs(kaiji: RuleSet) -> None:
    scored = score(parse_tiles("112233556677s2z"), parse_tile("2z"), kaiji, Situation())
    assert {"ryanpeikou", "honitsu"} <= ids(scored)
    assert "chiitoitsu" not in ids(scored)


def test_waits_of_five_sides(kaiji: RuleSet) -> None:
    found = waits(parse_tiles("2233344555666m"), kaiji, Situation())
    assert [format_tile(wait.tile) for wait in found.waits] == ["1m", "2m", "3m", "4m", "7m"]


def test_the_fifth_copy_is_no_wait(kaiji: RuleSet) -> None:
    found = waits(parse_tiles("123456789m1111z"), kaiji, Situation())
    assert (found.ready, found.waits, found.ready_by_shape_only) == (False, (), True)


def test_four_closed_triplets_win_on_the_pair_alone(kaiji: RuleSet) -> None:
    on_the_pair = score(parse_tiles("222m333777p5s777z"), parse_tile("5s"), kaiji, Situation())
    on_a_triplet = score(parse_tiles("111m222p3355999s"), parse_tile("3s"), kaiji, Situation())
    assert ids(on_the_pair) == {"suuankou_tanki"}
    assert {"toitoi", "sanankou"} <= ids(on_a_triplet)


def test_ura_counts_for_payment_and_never_for_the_minimum(kaiji: RuleSet) -> None:
    hand, tile = parse_tiles("7889m567p778899s"), parse_tile("8m")
    scored = score(hand, tile, kaiji, Situation(indicators=parse_tiles("6p"), ura=parse_tiles("7m")))
    assert (scored.han, scored.han_for_minimum, scored.limit) == (6, 3, Limit.HANEMAN)
    assert scored.reasons == (Reason.BELOW_MINIMUM,)


def test_ura_can_change_the_reading_for_payment_but_not_the_one_for_the_minimum(points_rules: RuleSet) -> None:
    scored = score(parse_tiles("678m678p2345678s"), parse_tile("5s"), points_rules, Situation(ura=parse_tiles("4s")))
    assert scored.reading is not None
    assert scored.reading_for_minimum is not None
    assert (scored.han or 0) > (scored.han_for_minimum or 0)


def test_a_hand_without_yaku_has_no_worth_whatever_its_dora(points_rules: RuleSet) -> None:
    rules = points_rules.with_options({"minimum": "none"})
    situation = Situation(indicators=parse_tiles("2z"), seat_wind=Wind.W, riichi=False)
    scored = score(parse_tiles("123678m45623p33z"), parse_tile("4p"), rules, situation)
    assert scored.reasons == (Reason.NO_YAKU,)
    assert (scored.points, scored.han, scored.yaku) == (0, 0, ())


def test_the_reading_is_written_as_people_write_it(kaiji: RuleSet) -> None:
    def reading(hand: str, tile: str) -> str:
        scored = score(parse_tiles(hand), parse_tile(tile), kaiji, Situation())
        assert scored.reading is not None
        return scored.reading.text

    assert reading("234m567567p88s33z", "8s") == "234m 567p 567p 888s 33z"
    assert reading("22334m7788p2233s", "4m") == "22m 33m 44m 77p 88p 22s 33s"
    assert reading("19m19p19s1234556z", "7z") == "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 55z 6z 7z"


def test_a_number_of_tiles_other_than_thirteen_is_refused(kaiji: RuleSet) -> None:
    for text in ("123456789m111p", "123456789m11123p"):
        with pytest.raises(NotAllowedError, match="13"):
            score(parse_tiles(text), parse_tile("1s"), kaiji, Situation())
        with pytest.raises(NotAllowedError, match="13"):
            waits(parse_tiles(text), kaiji, Situation())
