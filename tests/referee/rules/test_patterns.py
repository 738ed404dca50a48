"""A house's own yaku: what each condition asks, that the ids travel, and errors that point into the pattern."""

import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules import (
    HouseYaku,
    LocalYaku,
    Reason,
    RuleError,
    RuleSet,
    Score,
    Situation,
    Wind,
    YakuId,
    load_rules,
    score,
    score_fields,
    waits,
)
from referee.rules.patterns import PatternError, read_house_yaku
from referee.rules.patterns.reader import CONDITIONS
from referee.rules.rule_files import shipped_local_yaku
from referee.tiles import parse_tile, parse_tiles

TITLE = {"en": "Ours"}
PAGE = Path(__file__).parents[3] / "docs" / "yaku-patterns.md"

RUNS = ("123m456m678p234s5s", "5s")
TRIPLETS = ("222m333m444p111z5s", "5s")
PAIRS = ("1122m3344p5566s7z", "7z")
ORPHANS = ("19m19p19s1234567z", "1m")
GREEN = ("234s234s666s888s6z", "6z")


def ours(worth: dict[str, int] | None = None, **conditions: object) -> dict[str, object]:
    return {"id": "ours", "title": TITLE, **(worth or {"yakuman": 1}), **conditions}


def scored(hand: tuple[str, str], *local: object, options: dict | None = None, **situation: Any) -> Score:
    rules = load_rules("encyclopedia").with_hand_options({"local_yaku": list(local), **(options or {})})
    found = score(parse_tiles(hand[0]), parse_tile(hand[1]), rules, Situation(**{"seat_wind": Wind.W, **situation}))
    assert found.complete, f"{hand} is not complete"
    return found


def ids(found: Score) -> dict[str, int | None]:
    return {yaku.id.value: yaku.han or yaku.yakuman for yaku in found.yaku}


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


# --- what they are worth


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


# --- where they go


def test_ids_stand_where_other_ids_stand() -> None:
    found = scored(RUNS, ours({"han": 2}, suits=3))
    (entry,) = [yaku for yaku in found.yaku if yaku.id == "ours"]
    assert (entry.id.value, str(entry.id), json.dumps({"id": entry.id})) == ("ours", "ours", '{"id": "ours"}')
    assert {"id": "ours", "han": 2} in score_fields(found)["yaku"]  # type: ignore[operator]
    assert json.loads(json.dumps(score_fields(found))) == score_fields(found)


def test_waits_know_them() -> None:
    rules = load_rules("encyclopedia").with_options({"local_yaku": [ours({"han": 2}, suits=3)]})
    found = waits(parse_tiles(RUNS[0]), rules, Situation()).waits
    assert found
    assert all("ours" in {yaku.id.value for yaku in wait.yaku} for wait in found)


def test_plain_options_carry_the_description() -> None:
    description = ours({"han": 2}, groups=["run nA", "run n+1A"], replaces=["pinfu"])
    rules = load_rules("encyclopedia").with_options({"local_yaku": [description, "sanrenkou"]})
    plain = json.loads(json.dumps(rules.plain_options()))
    assert plain["local_yaku"] == ["sanrenkou", description]
    again = RuleSet.from_mapping(plain, name=rules.name)
    assert again.local_yaku == rules.local_yaku
    assert rules.differing_options(load_rules("encyclopedia")) == {"local_yaku": plain["local_yaku"]}
    copied = pickle.loads(pickle.dumps(rules))
    assert copied == rules
    assert hash(copied) == hash(rules)
    assert rules.yaku_titles() == {"ours": TITLE}


def test_a_house_writes_it_in_its_rule_file(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(
        "extends: happy\n"
        "local_yaku:\n"
        "  - daisharin\n"
        "  - id: golden_gate\n"
        "    title: {en: Golden Gate Bridge, ja: 金門橋}\n"
        "    yakuman: 1\n"
        "    groups: [run 1A, run 3A, run 5A, run 7A]\n",
        encoding="utf-8",
    )
    rules = load_rules(str(path))
    found = score(parse_tiles("123345567789p3z"), parse_tile("3z"), rules, Situation())
    assert {yaku.id.value for yaku in found.yaku} == {"golden_gate"}
    league = tmp_path / "league.yaml"
    league.write_text("extends: house.yaml\nhonba: 0\n", encoding="utf-8")
    assert load_rules(str(league)).local_yaku == rules.local_yaku


# --- what is wrong with them


FILE = """\
extends: happy
local_yaku:
  - sanrenkou
  - id: golden_gate
    title: {en: Golden Gate Bridge}
    yakuman: 1
    groups:
      - run 1A
      - run 3A
    any:
      - suits: 1
      - only: m
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("run 3A", "run 8A", "line 9: option local_yaku[1].groups[1]: 'run 8A' is no group: a run begins at 1 to 7"),
        ("run 3A", "run 3z", "line 9: option local_yaku[1].groups[1]: '3z' begins no run"),
        ("run 3A", "chi 3A", "line 9: option local_yaku[1].groups[1]: chi 3A is no group: expected a form (run,"),
        ("run 3A", "run", "line 9: option local_yaku[1].groups[1]: run is no group"),
        ("run 3A", "pair dragn", "line 9: option local_yaku[1].groups[1]: 'dragn' is no tile"),
        ("run 3A", "pair 0p", "line 9: option local_yaku[1].groups[1]: '0p' holds a red five"),
        ("only: m", "only: x", "line 12: option local_yaku[1].any[1].only: 'x' is no tile: expected tiles such as"),
        ("only: m", "only: []", "line 12: option local_yaku[1].any[1].only: an empty list"),
        ("suits: 1", "suits: one", "line 11: option local_yaku[1].any[0].suits: one are no bounds"),
        ("suits: 1", "suits: {least: 3, most: 1}", "line 11: option local_yaku[1].any[0].suits: least 3 is more"),
        ("suits: 1", "suit: 1", "line 11: option local_yaku[1].any[0].suit: 'suit' is no part of a pattern: did you"),
        ("suits: 1", "sum: {of: dragon, least: 1}", "line 11: option local_yaku[1].any[0].sum: honours have no number"),
        ("suits: 1", "count: 4", "line 11: option local_yaku[1].any[0].count: 4: expected {of: KINDS"),
        ("suits: 1", "wait: [ryanmen, tank]", "line 11: option local_yaku[1].any[0].wait: tank: expected one of"),
        ("suits: 1", "wait: []", "line 11: option local_yaku[1].any[0].wait: an empty list"),
        ("suits: 1", "seat_wind: X", "line 11: option local_yaku[1].any[0].seat_wind: X: expected one of E, S, W, N"),
        ("suits: 1", "round_wind: []", "line 11: option local_yaku[1].any[0].round_wind: an empty list"),
        ("suits: 1", "houtei: 1", "line 11: option local_yaku[1].any[0].houtei: 1: expected true or false"),
        ("suits: 1", "form: pairs", "line 11: option local_yaku[1].any[0].form: pairs: expected one of standard"),
        ("suits: 1", "holds: []", "line 11: option local_yaku[1].any[0].holds: an empty list"),
        ("suits: 1", "holds: [m, 5]", "line 11: option local_yaku[1].any[0].holds[1]: 5 is no tile"),
        ("suits: 1", "tiles: 123m", "line 11: option local_yaku[1].any[0].tiles: '123m' is no hand"),
        ("suits: 1", "tiles: 11111222333444m", "line 11: option local_yaku[1].any[0].tiles: '11111222333444m' is no"),
        ("suits: 1", "tiles: 11122233344455D", "line 11: option local_yaku[1].any[0].tiles: '11122233344455D' are no"),
        ("suits: 1", "tiles: 5", "line 11: option local_yaku[1].any[0].tiles: 5 are no tiles"),
        ("suits: 1", "{}", "line 11: option local_yaku[1].any[0]: no condition"),
        ("suits: 1", "green", "line 11: option local_yaku[1].any[0]: green is no pattern"),
        ("suits: 1", "not: [m]", "line 11: option local_yaku[1].any[0].not: ['m'] is no pattern"),
        ("suits: 1", "all: m", "line 11: option local_yaku[1].any[0].all: m is no list"),
        ("yakuman: 1", "yakuman: 9", "line 6: option local_yaku[1].yakuman: 9: expected a whole number from 1 to 6"),
        ("yakuman: 1", "han: 0", "line 6: option local_yaku[1].han: 0: expected a whole number from 1 to 13"),
        ("yakuman: 1", "note: 1", "line 6: option local_yaku[1].note: 'note' is no part of a pattern"),
        ("    yakuman: 1\n", "", "line 4: option local_yaku[1]: expected either han or yakuman"),
        ("yakuman: 1", "yakuman: 1\n    han: 1", "line 4: option local_yaku[1]: expected either han or yakuman"),
        ("yakuman: 1", "yakuman: 1\n    replaces: iipeikou", "line 7: option local_yaku[1].replaces: iipeikou is no"),
        ("yakuman: 1", "yakuman: 1\n    replaces: [Iipeikou]", "line 7: option local_yaku[1].replaces[0]: Iipeikou is"),
        ("yakuman: 1", "yakuman: 1\n    replaces: [dora]", "line 7: option local_yaku[1].replaces[0]: dora is no yaku"),
        ("yakuman: 1", "yakuman: 1\n    replaces: [pinfuu]", "line 7: option local_yaku[1].replaces[0]: pinfuu is no"),
        ("golden_gate", "Golden Gate", "line 4: option local_yaku[1].id: Golden Gate is no id: expected small letters"),
        ("golden_gate", "pinfu", "line 4: option local_yaku[1].id: there is a yaku pinfu already"),
        ("id: golden_gate", "suits: 1", "line 4: option local_yaku[1]: id is missing"),
        ("    title: {en: Golden Gate Bridge}\n", "", "line 4: option local_yaku[1]: title is missing"),
        ("{en: Golden Gate Bridge}", "Golden Gate Bridge", "line 5: option local_yaku[1].title: Golden Gate Bridge is"),
        ("{en: Golden Gate Bridge}", "{fr: Pont}", "line 5: option local_yaku[1].title: {'fr': 'Pont'} is no title"),
        ("  - sanrenkou\n", "  - sanrenko\n", "line 3: option local_yaku[0]: expected a list of local yaku from"),
        ("  - sanrenkou\n", "  - 5\n", "line 3: option local_yaku[0]: 5 describes no yaku"),
    ],
)
def test_an_error_points_into_the_pattern(old: str, new: str, words: str, tmp_path: Path) -> None:
    assert old in FILE
    path = tmp_path / "house.yaml"
    path.write_text(FILE, encoding="utf-8")
    assert len(load_rules(str(path)).local_yaku) == 2
    path.write_text(FILE.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RuleError) as caught:
        load_rules(str(path))
    assert f"house.yaml {words}" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.option == "local_yaku"


def test_the_same_id_twice_is_refused() -> None:
    with pytest.raises(RuleError, match=r"local_yaku\[1\]\.id: there is a yaku ours already"):
        load_rules("kaiji").with_options({"local_yaku": [ours(suits=1), ours(suits=2)]})


def test_nesting_ends_somewhere() -> None:
    deep: dict[str, object] = {"suits": 1}
    for _ in range(20):
        deep = {"not": deep}
    with pytest.raises(RuleError, match="nested more than 8 deep"):
        load_rules("kaiji").with_options({"local_yaku": [ours(**deep)]})


words = st.sampled_from([*CONDITIONS, "id", "title", "han", "yakuman", "replaces", "of", "least", "most", "en", "x"])
leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 40),
    st.floats(allow_nan=False),
    st.sampled_from(["m", "5p", "run 1A", "triplet n-1A", "pair dragon", "standard", "E", "22334455667788A", "tanki"]),
    st.text(max_size=8),
)
anything = st.recursive(
    leaves, lambda part: st.one_of(st.lists(part, max_size=4), st.dictionaries(words, part, max_size=4)), max_leaves=12
)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(words, anything, max_size=6))
def test_whatever_is_written_is_read_or_refused(data: dict) -> None:
    description = {"id": "ours", "title": TITLE, "han": 1, **data}
    wrong = error_of(description)
    if wrong is not None:
        assert "\n" not in str(wrong)
        part: Any = description
        for step in wrong.path:
            part = part[step]


def error_of(description: dict) -> PatternError | None:
    try:
        read_house_yaku(description)
    except PatternError as error:
        return error
    return None


# --- the shipped ones, and the page that teaches the language


def test_the_shipped_local_yaku_are_written_in_the_language() -> None:
    shipped = shipped_local_yaku()
    assert set(shipped) == set(LocalYaku)
    for name, yaku in shipped.items():
        assert isinstance(yaku, HouseYaku)
        assert (yaku.id, set(yaku.title)) == (name.value, {"en", "ja", "zh-Hant", "zh-Hans"})
        assert all(YakuId(id_) for id_ in yaku.replaces)


def test_the_file_of_shipped_yaku_is_no_rule_set() -> None:
    with pytest.raises(RuleError, match="neither a rule set nor a file"):
        load_rules("local_yaku")


def examples() -> list[str]:
    blocks = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return [block for block in blocks if "id:" in block]


def test_the_page_has_examples() -> None:
    assert len(examples()) >= 8


@pytest.mark.parametrize("block", examples())
def test_the_examples_of_the_page_are_right(block: str) -> None:
    data = yaml.safe_load(block)
    descriptions = data["local_yaku"] if isinstance(data, dict) and "local_yaku" in data else data
    rules = load_rules("happy").with_options({"local_yaku": descriptions})
    hands = re.findall(r"^# (\S+) on (\S+): (yes|no)$", block, re.MULTILINE)
    assert hands, "an example says for which hands it counts"
    names = {yaku.id for yaku in rules.local_yaku if isinstance(yaku, HouseYaku)}
    for hand, tile, answer in hands:
        situation = Situation(seat_wind=Wind.W, houtei=True)
        found = score(parse_tiles(hand), parse_tile(tile), rules, situation)
        assert found.complete, hand
        assert bool(names & {yaku.id.value for yaku in found.yaku}) is (answer == "yes"), hand


def test_the_page_names_every_condition() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert not [name for name in CONDITIONS if f"`{name}`" not in text]
