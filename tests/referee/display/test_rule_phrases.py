"""The rules in words: every option, every value that one can have, in four languages; house decisions are marked."""

import pytest

from referee.display.rule_phrases import GROUPS, rule_lines, rule_words, value_phrase
from referee.display.texts import Language, Speaker
from referee.rules import OPTION_NAMES, load_rules, preset_names
from tests.referee.display.test_verdict_phrases import check_words
from tests.referee.test_every_option import ROWS

HOUSE_YAKU = {
    "id": "golden_gate",
    "title": {"en": "Golden Gate Bridge", "ja": "金門橋"},
    "yakuman": 1,
    "groups": ["run 1A", "run 3A", "run 5A", "run 7A"],
}
VALUES = [
    *((row.option, value) for row in ROWS for value, _outcome in row.outcomes),
    ("local_yaku", ["daisharin", HOUSE_YAKU]),
]
"""Every choice of every option (the table of options says so), and numbers where an option has one."""


def test_every_option_stands_in_one_group():
    grouped = [option for options in GROUPS.values() for option in options]
    assert sorted(grouped) == sorted(OPTION_NAMES)


@pytest.mark.parametrize("language", Language)
def test_every_value_of_every_option_can_be_said(language):
    for option, value in VALUES:
        check_words(value_phrase(option, value), language)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("preset", preset_names())
def test_every_preset_can_be_said(preset, language):
    rules = load_rules(preset)
    words = rule_words(rules)
    assert [one.option for one in words if one.decided] == [
        option for options in GROUPS.values() for option in options if option in rules.decided
    ]
    for one in words:
        check_words(one.value, language)
        check_words(one.meaning, language)
    lines = list(rule_lines(rules, Speaker(language)))
    assert lines[0] == rules.title[language]
    assert sum(1 for line in lines if line.endswith(" *")) == len(rules.decided)
    assert lines[-1] == Speaker(language).text("rules.decided")


def test_a_houses_own_yaku_is_called_by_its_own_name():
    value = value_phrase("local_yaku", ["daisharin", HOUSE_YAKU])
    assert Speaker(Language.JA).say(value) == "大車輪、金門橋"
    assert Speaker(Language.ZH_HANT).say(value) == "大車輪、Golden Gate Bridge"


def test_what_a_player_reads():
    said = {one.option: Speaker(Language.EN).say(one.value) for one in rule_words(load_rules("happy"))}
    assert said["minimum"] == "mangan"
    assert said["length"] == "E, laps: 1"
    assert said["last_deal"] == "draw: ends; dealer leads: ends"
    assert said["riichi_stick"] == "1,000"
    assert said["double_yakuman"].startswith("Thirteen orphans, 13-way wait, ")
    japanese = {one.option: Speaker(Language.JA).say(one.value) for one in rule_words(load_rules("kaiji"))}
    assert japanese["draw"] == "賭け点が倍になる"
    assert japanese["build_seconds"] == "180秒"
