"""Rule sets: the presets, a house's own file, options that contradict each other, and what errors say."""

import pickle
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest
import yaml

from referee.rules import OPTION_NAMES, HouteiRule, LengthKind, RuleError, RuleSet, Wind, load_rules, preset_names
from referee.rules.titles import LANGUAGES


def test_every_preset_loads_and_has_a_title_in_every_language() -> None:
    assert preset_names() == ("broadcast", "broadcast_four", "club", "encyclopedia", "happy", "kaiji", "three")
    for name in preset_names():
        rules = load_rules(name)
        assert rules.name == name
        assert set(rules.title) == set(LANGUAGES)
        assert rules.seed
        assert rules.decided


def test_the_presets_are_those_of_the_rules_page(shared: Path) -> None:
    page = yaml.safe_load((shared / "rules" / "presets.yaml").read_text(encoding="utf-8"))
    assert load_rules("base").plain_options() == page["base"]
    about = ("title", "seed", "decided", "note")
    for name, preset in page["presets"].items():
        rules = load_rules(name)
        expected = {**page["base"], **{option: value for option, value in preset.items() if option not in about}}
        assert normal(rules.plain_options()) == normal(expected), name
        assert (dict(rules.title), rules.seed, list(rules.decided)) == (
            preset["title"],
            preset["seed"],
            preset["decided"],
        )


def normal(options: dict) -> dict:
    return {**options, "double_yakuman": sorted(options["double_yakuman"])}


def test_the_fields_of_a_rule_set_are_the_options_and_what_it_says_about_itself() -> None:
    names = {field.name for field in fields(RuleSet)}
    assert names == {*OPTION_NAMES, "name", "title", "extends", "seed", "decided", "note"}


@pytest.mark.parametrize("name", preset_names())
def test_plain_options_read_back_to_the_same_rules(name: str) -> None:
    rules = load_rules(name)
    about = {"title": dict(rules.title), "seed": rules.seed, "decided": list(rules.decided), "note": rules.note}
    again = RuleSet.from_mapping({**rules.plain_options(), **about}, name=name)
    assert again == rules
    assert hash(again) == hash(rules)
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_a_rule_set_cannot_be_changed() -> None:
    rules = load_rules("kaiji")
    with pytest.raises(FrozenInstanceError):
        rules.players = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        rules.red_fives["m"] = 1  # type: ignore[index]


def test_equal_rule_sets_are_one() -> None:
    """So that telling whether two are equal, which is asked with every hand, costs nothing."""
    kaiji = load_rules("kaiji")
    assert load_rules("kaiji") is kaiji
    assert kaiji.with_options({"honba": 300}) is kaiji.with_options({"honba": 300})
    assert kaiji.with_options({"honba": 300}).with_options({"honba": kaiji.honba}) is kaiji
    assert kaiji.with_options({"honba": 300}) is not kaiji


def test_differing_options_lead_from_one_rule_set_to_the_other() -> None:
    happy, kaiji = load_rules("happy"), load_rules("kaiji")
    assert kaiji.differing_options(kaiji) == {}
    differing = happy.differing_options(kaiji)
    assert differing["length"] == {"winds": ["E"], "laps": 1}
    assert "minimum" not in differing
    assert kaiji.with_options(differing).differing_options(happy) == {}


def test_spellings_of_published_records_are_read() -> None:
    happy = load_rules("happy")
    assert happy.with_options({"houtei": "last_of_hand"}).houtei is HouteiRule.LAST_OF_DEAL
    assert happy.with_options({"length": "east"}).length.winds == (Wind.E,)
    half = happy.with_options({"length": "half"}).length
    assert (half.kind, half.winds, half.laps) == (LengthKind.WINDS, (Wind.E, Wind.S), 1)


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("houtei", "sometimes", "opponents_last"),
        ("kiriage_mangan", "no", "true or false"),
        ("kiriage_mangan", 1, "true or false"),
        ("players", 5, "2 to 4"),
        ("players", True, "2 to 4"),
        ("players", "2", "2 to 4"),
        ("minimum", "baiman", "none, mangan, haneman"),
        ("minimum", {"han": 0}, "{han: N}"),
        ("minimum", {"han": 4, "points": 1}, "{han: N}"),
        ("minimum", 4, "{han: N}"),
        ("minimum", None, "{han: N}"),
        ("double_yakuman", ["suuankou"], "suuankou is none of them"),
        ("double_yakuman", "kokushi_13", "a list"),
        ("local_yaku", ["sanrenko"], "sanrenko is none of them"),
        ("double_wind_pair_fu", 3, "2 or 4"),
        ("red_fives", {"m": 5}, "0 to 4"),
        ("red_fives", {"z": 1}, "{m: 1, p: 1, s: 1}"),
        ("seat_winds", ["E", "E"], "different winds"),
        ("seat_winds", ["E", "X"], "different winds"),
        ("seat_winds", ["E"], "different winds"),
        ("length", {"winds": [], "laps": 1}, "{deals: N}"),
        ("length", {"deals": 0}, "{deals: N}"),
        ("length", "west", "{deals: N}"),
        ("first_player", {"first": "dice"}, "{first: RULE, then: RULE}"),
        ("last_deal", {"draw": "ends", "dealer_top": "no"}, "repeats or ends"),
        ("chombo", {"amount": "baiman", "to": "pot"}, "{points: N}"),
        ("chombo", {"amount": {"points": -1}, "to": "pot"}, "{points: N}"),
        ("build_seconds", 0, "null"),
        ("honba", -300, "0 or more"),
        ("honba", 1.5, "0 or more"),
        ("honba", 10**12, "0 or more"),
        ("hoba", 1, "did you mean 'honba'?"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_expected(option: str, value: object, words: str) -> None:
    with pytest.raises(RuleError) as caught:
        load_rules("kaiji").with_options({option: value})
    message = str(caught.value)
    assert caught.value.option == option
    assert option in message
    assert words in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"players": 4, "seat_winds": ["E", "S", "W", "N"]}, "dora"),
        ({"players": 3}, "seat_winds"),
        ({"payment": "units", "minimum": "none"}, "minimum"),
        ({"payment": "units", "minimum": {"han": 4}}, "minimum"),
        ({"payment": "units", "minimum": {"points": 7700}}, "minimum"),
    ],
)
def test_options_that_contradict_each_other(options: dict, named: str) -> None:
    with pytest.raises(RuleError) as caught:
        load_rules("kaiji").with_options(options)
    assert caught.value.option == named


@pytest.mark.parametrize(
    "options",
    [
        {"players": 4, "seat_winds": ["E", "S", "W", "N"], "dora": "extra_tile"},
        {"players": 4, "seat_winds": ["E", "S", "W", "N"], "dora": "none"},
        {"minimum": {"han": 5}},
        {"minimum": {"points": 8000}},
        {"minimum": "haneman"},
    ],
)
def test_options_that_fit_together(options: dict) -> None:
    assert load_rules("kaiji").with_options(options).payment.value == "units"


def test_for_a_hand_alone_match_options_may_contradict_each_other() -> None:
    kaiji = load_rules("kaiji")
    assert kaiji.with_hand_options({"players": 4, "dealer": "alternates"}).players == 4
    with pytest.raises(RuleError):
        kaiji.with_hand_options({"minimum": "none"})


def test_a_missing_option_is_named() -> None:
    options = load_rules("kaiji").plain_options()
    del options["houtei"]
    with pytest.raises(RuleError, match="houtei is missing"):
        RuleSet.from_mapping(options, name="house")


def write(folder: Path, text: str, name: str = "house.yaml") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_house_starts_from_a_preset_and_lists_what_differs(tmp_path: Path) -> None:
    path = write(tmp_path, "extends: happy\ntitle: {en: Our house}\nhonba: 0\nlocal_yaku: [sanrenkou]\n")
    rules = load_rules(path)
    assert (rules.name, rules.extends, rules.title["en"]) == ("house", "happy", "Our house")
    assert rules.differing_options(load_rules("happy")) == {"honba": 0, "local_yaku": ["sanrenkou"]}
    assert rules.decided == ()


def test_a_house_can_extend_another_houses_file(tmp_path: Path) -> None:
    write(tmp_path, "extends: happy\nhonba: 0\n", "league.yaml")
    rules = load_rules(write(tmp_path, "extends: league.yaml\nstart_points: 40000\n"))
    assert rules.extends == "happy"
    assert rules.differing_options(load_rules("happy")) == {"honba": 0, "start_points": 40000}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("minimum: mangan\nhoutei: never\n", "house.yaml line 2: option houtei is never: expected none, opp"),
        ("# ours\n\nkiriage: true\n", "house.yaml line 3: 'kiriage' is no option of a rule set: did you mean"),
        ("honba: 0\nhonba: 300\n", "house.yaml line 2: key 'honba' is given twice (first in line 1)"),
        ("kiriage_mangan: no\n", "house.yaml line 1: option kiriage_mangan is no: expected true or false"),
        ("honba: 017\n", "house.yaml line 1: option honba is 017: expected a whole number"),
        ("build_seconds: 3:00\n", "house.yaml line 1: option build_seconds is 3:00: expected null (no limit)"),
        ("honba: [1\n", "house.yaml line 2: no YAML"),
        ("extends: nobody\n", "'nobody' is neither a rule set nor a file"),
        ("extends: house.yaml\n", "more than 8 files"),
        ("- honba\n", "expected options such as"),
        ("", "expected options such as"),
        ("players: 4\n", "house.yaml line 1: option dora is indicator, and players is 4"),
        ("decided: [hobna]\n", "house.yaml line 1: decided names 'hobna'"),
        ("title: ours\n", "house.yaml line 1: title is ours: expected a text for each of en, ja"),
    ],
)
def test_a_file_that_is_wrong_is_told_with_its_line(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(RuleError) as caught:
        load_rules(write(tmp_path, text))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_rule_set_is_told_with_those_there_are(tmp_path: Path) -> None:
    for name in ("kajii", "", str(tmp_path), str(tmp_path / "none.yaml"), "a\0b"):
        with pytest.raises(RuleError, match="broadcast, broadcast_four, club"):
            load_rules(name)
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RuleError, match="UTF-8"):
        load_rules(str(binary))
