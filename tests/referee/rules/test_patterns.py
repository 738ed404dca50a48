"""A house's own yaku: that the ids travel, errors that point into the pattern, and the page that teaches them."""

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
    RuleError,
    RuleSet,
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
from tests.referee.rules.house_yaku import PAGE, RUNS, TITLE, ours, scored


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
