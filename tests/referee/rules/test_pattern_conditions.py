"""What each condition of a house's yaku asks of a hand, and what the yaku is worth."""

import pytest

from referee.rules import (
    Reason,
)
from referee.rules.patterns.reader import CONDITIONS
from tests.referee.rules.house_yaku import GREEN, ORPHANS, PAIRS, RUNS, TITLE, TRIPLETS, ids, ours, scored

# conditions, a hand that meets them, a hand that does not
CASES: dict[str, tuple[dict, tuple[str, str], tuple[str, str]]] = {
    "form: standard": ({"form": "standard"}, RUNS, PAIRS),
    "form: seven pairs": ({"form": "seven_pairs"}, PAIRS, RUNS),
    "form: orphans": ({"form": "orphans"}, ORPHANS, RUNS),
    "groups: a run by name": ({"groups": ["run 4m"]}, RUNS, TRIPLETS),
    "groups: a triplet by name": ({"groups": ["triplet 2m"]}, TRIPLETS, RUNS),
    "groups: a pair by sort": ({"groups": ["pair simple"]}, RUNS, ("123m456m678p234s1z", "1z")),
    "groups: among seven pairs": ({"groups": ["pair 1m", "pair 4p", "pair 7z"]}, PAIRS, RUNS),
    "groups: numbers in sequence": (
        {"groups": ["triplet nA", "triplet n+1A", "triplet n+2B"]},
        TRIPLETS,
        ("222m333m555p111z5s", "5s"),
    ),
    "groups: letters are different suits": (
        {"groups": ["triplet nA", "triplet n+1B"]},
        ("222m333p444p111z5s", "5s"),
        ("222m333m777m111z5s", "5s"),
    ),
    "groups: a letter keeps its suit": (
        {"groups": ["run 1A", "run 7A"]},
        ("123m789m345p678s6p", "6p"),
        ("123m789p345p678s6p", "6p"),
    ),
    "groups: a letter and a named suit may be the same": (
        {"groups": ["run 1m", "run 7A"]},
        ("123m789m345p678s6p", "6p"),
        RUNS,
    ),
    "groups: steps back": (
        {"groups": ["triplet n-1A", "pair nA"]},
        ("222m345m678p111z3m", "3m"),
        ("222m345m678p111z4m", "4m"),
    ),
    "groups: each another one": ({"groups": ["run 1A", "run 1A"]}, ("112233m567p777z5s", "5s"), RUNS),
    "groups: a closed triplet": (
        {"groups": ["closed_triplet 2m"]},
        TRIPLETS,
        ("22m333m444p111z55s", "2m"),
    ),
    "groups: a triplet or a pair": ({"groups": ["triplet_or_pair 5s", "triplet_or_pair 2m"]}, TRIPLETS, RUNS),
    "groups: a wind with value": (
        {"groups": ["triplet value_wind"]},
        TRIPLETS,
        ("222m333m444p222z5s", "5s"),
    ),
    "groups: a wind of the seat": (
        {"groups": ["triplet seat_wind"]},
        ("222m333m444p333z5s", "5s"),
        TRIPLETS,
    ),
    "each_group_holds": (
        {"each_group_holds": "5m5p5s"},
        ("345m567m456p345s5s", "5s"),
        ("345m567m456p345s6s", "6s"),
    ),
    "each_group_holds: orphans have no groups": ({"each_group_holds": "outer"}, ("111999m111p999s1z", "1z"), ORPHANS),
    "tiles": ({"tiles": "123456m678p23455s"}, RUNS, TRIPLETS),
    "tiles of any suit": (
        {"tiles": "22334455667788A"},
        ("2233445566778s", "8s"),
        ("2233445566799s", "7s"),
    ),
    "tiles of two suits": (
        {"tiles": "111222333A11122B"},
        ("111222333s1112p", "2p"),
        ("111222333s1112z", "2z"),
    ),
    "only": ({"only": "green"}, GREEN, RUNS),
    "only: several": ({"only": ["number", "1z"]}, TRIPLETS, PAIRS),
    "only: a wind with value": ({"only": ["number", "round_wind"]}, TRIPLETS, ("222m333m444p222z5s", "5s")),
    "holds": ({"holds": ["m", "p", "s", "wind"]}, TRIPLETS, RUNS),
    "holds: one": ({"holds": "honour"}, TRIPLETS, RUNS),
    "count": ({"count": {"of": "p", "least": 4}}, PAIRS, RUNS),
    "count: most": ({"count": {"of": ["m", "p"], "most": 8}}, PAIRS, RUNS),
    "sum": ({"sum": {"of": "number", "most": 40}}, TRIPLETS, ("234m456m678p234s5s", "5s")),
    "runs": ({"runs": {"least": 1, "most": 3}}, ("222m333m444p23s55s", "1s"), RUNS),
    "triplets": ({"triplets": 4}, TRIPLETS, RUNS),
    "closed_triplets": ({"closed_triplets": 4}, TRIPLETS, ("222m333m44p111z55s", "4p")),
    "pairs": ({"pairs": 7}, PAIRS, RUNS),
    "pairs: orphans have none": ({"pairs": {"least": 1}}, RUNS, ORPHANS),
    "suits": ({"suits": 2}, ("123m456m678p234p5p", "5p"), RUNS),
    "kinds": ({"kinds": 5}, TRIPLETS, RUNS),
    "winning": ({"winning": ["5s", "9p"]}, RUNS, PAIRS),
    "wait": ({"wait": ["tanki", "kanchan"]}, RUNS, ("123m456m678p34s55s", "2s")),
    "any": ({"any": [{"only": "green"}, {"pairs": 7}]}, PAIRS, RUNS),
    "all": ({"all": [{"suits": 3}, {"holds": "dragon"}]}, PAIRS, RUNS),
    "not": ({"not": {"suits": 3}}, ("123m456m678m234p5p", "5p"), RUNS),
    "several conditions": ({"suits": 3, "runs": 4}, RUNS, PAIRS),
}


@pytest.mark.parametrize("name", CASES)
def test_a_condition_asks_for_what_it_says(name: str) -> None:
    conditions, meets, does_not = CASES[name]
    assert "ours" in ids(scored(meets, ours(**conditions)))
    assert "ours" not in ids(scored(does_not, ours(**conditions)))


@pytest.mark.parametrize(
    ("condition", "situation", "met"),
    [
        ({"riichi": True}, {}, True),
        ({"riichi": True}, {"riichi": False}, False),
        ({"riichi": False}, {"riichi": False}, True),
        ({"ippatsu": True}, {"ippatsu": True}, True),
        ({"ippatsu": True}, {}, False),
        ({"houtei": True}, {"houtei": True}, True),
        ({"houtei": True}, {}, False),
        ({"seat_wind": "W"}, {}, True),
        ({"seat_wind": ["E", "S"]}, {}, False),
        ({"round_wind": ["E", "S"]}, {}, True),
        ({"round_wind": "S"}, {}, False),
    ],
)
def test_a_condition_can_ask_for_the_circumstances(condition: dict, situation: dict, met: bool) -> None:
    assert ("ours" in ids(scored(RUNS, ours(**condition), **situation))) is met


def test_a_round_without_wind_has_none() -> None:
    assert "ours" not in ids(scored(RUNS, ours(round_wind="E"), options={"round_wind": "none"}))


def test_every_condition_is_tried_here() -> None:
    circumstances = {"riichi", "ippatsu", "houtei", "seat_wind", "round_wind"}
    assert {name.split(":")[0].split(" of ")[0] for name in CASES} - {"several conditions"} | circumstances == set(
        CONDITIONS
    )


def test_han_add_up_with_the_other_yaku_and_count_for_the_minimum() -> None:
    plain = scored(RUNS)
    with_ours = scored(RUNS, ours({"han": 4}, suits=3))
    assert (with_ours.han, with_ours.han_for_minimum) == ((plain.han or 0) + 4, (plain.han or 0) + 4)
    assert not plain.can_ron
    assert with_ours.can_ron


def test_a_yaku_of_the_house_makes_a_hand_without_yaku_win() -> None:
    no_yaku = ("222m345m678p999s5p", "5p")
    options = {"minimum": "none", "payment": "flat_child"}
    assert scored(no_yaku, riichi=False, options=options).reasons == (Reason.NO_YAKU,)
    won = scored(no_yaku, ours({"han": 1}, holds="9s"), riichi=False, options=options)
    assert (won.han, won.can_ron) == (1, True)


def test_a_yakuman_counts_beside_others_or_instead_of_the_cheaper_ones() -> None:
    two = ours({"yakuman": 2}, triplets=4)
    assert ids(scored(TRIPLETS, two)) == {"suuankou_tanki": 1, "ours": 2}
    assert ids(scored(TRIPLETS, two, options={"yakuman_stack": False})) == {"ours": 2}


def test_han_do_not_count_with_a_yakuman() -> None:
    assert ids(scored(TRIPLETS, ours({"han": 3}, triplets=4))) == {"suuankou_tanki": 1}


@pytest.mark.parametrize("replaced", ["pinfu", "riichi", "houtei"])
def test_what_it_replaces_does_not_count(replaced: str) -> None:
    pinfu = ("123m456m678p34s99s", "2s")
    assert replaced in ids(scored(pinfu, houtei=True))
    found = scored(pinfu, ours({"han": 2}, runs=4, replaces=[replaced]), houtei=True)
    assert replaced not in ids(found)
    assert found.han == sum(yaku.han or 0 for yaku in found.yaku) == 4
    assert found.han_for_minimum == 4


def test_one_of_the_house_can_replace_another_of_the_house() -> None:
    small = {"id": "small", "title": TITLE, "han": 1, "runs": 4}
    assert ids(scored(RUNS, small, ours({"han": 2}, suits=3, replaces=["small"]))) == {"riichi": 1, "ours": 2}


def test_the_dearest_reading_is_found_with_it() -> None:
    """As runs the hand is worth more, until the house pays for three triplets in sequence."""
    hand = ("111222333m456p7z", "7z")
    assert "sanankou" in ids(scored(hand))
    runs_first = ours({"han": 6}, groups=["run 1A", "run 1A", "run 1A"])
    found = scored(hand, runs_first)
    assert "ours" in ids(found)
    assert found.reading is not None
    assert found.reading.runs.count(0) == 3
