"""`junanaho rules`: which rule sets there are, and what one decides."""

import json
from pathlib import Path

import pytest

from referee.daemon.cli import run
from referee.rules import OPTION_NAMES, preset_names


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "list", "--json"]) == 0
    presets = json.loads(capsys.readouterr().out)["presets"]
    assert [preset["name"] for preset in presets] == list(preset_names())
    assert {preset["title"]["ja"] for preset in presets} >= {"カイジ"}
    assert run(["rules", "list"]) == 0
    text = capsys.readouterr().out
    for name in preset_names():
        assert name in text


def test_list_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "list", "--lang", "ja"]) == 0
    text = capsys.readouterr().out
    for words in ("人数", "東風戦・半荘戦", "満貫", "12局"):
        assert words in text


def test_show_prints_every_option_and_marks_this_projects_decisions(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)  # whoever sets a width gets it; pytest's workers do
    assert run(["rules", "show", "happy", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert tuple(shown["options"]) == OPTION_NAMES
    assert shown["options"]["length"] == {"winds": ["E"], "laps": 1}
    assert "pot_at_end" in shown["decided"]
    assert run(["rules", "show", "happy"]) == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines() if line}
    assert set(OPTION_NAMES) <= set(lines)
    assert "decided by this project" in lines["pot_at_end"]
    assert "decided by this project" not in lines["honba"]
    assert "[kokushi_13, suuankou_tanki, daisuushii, junsei_chuuren]" in lines["double_yakuman"]
    assert "{winds: [E], laps: 1}" in lines["length"]


def test_show_a_file_with_settings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("extends: happy\nhonba: 0\n", encoding="utf-8")
    assert run(["rules", "show", str(path), "--set", "bust=none", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["name"], shown["extends"]) == ("house", "happy")
    assert (shown["options"]["honba"], shown["options"]["bust"]) == (0, "none")


@pytest.mark.parametrize(
    ("language", "title", "words"),
    [
        ("en", "East / half match with sticks", "Pot at the end: to the leader *"),
        ("ja", "東風戦・半荘戦", "終局時の供託: トップ取り *"),
        ("zh-Hant", "東風戰・半莊戰", "滿貫"),
        ("zh-Hans", "东风战・半庄战", "满贯"),
    ],
)
def test_show_in_words(language: str, title: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "show", "happy", "--lang", language]) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[0] == title
    assert words in said


def test_show_in_words_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "show", "kaiji", "--json", "--lang", "en"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert set(shown["words"]) == set(OPTION_NAMES)
    assert shown["words"]["draw"]["value"] == "the stake doubles"
    assert "Ura dora never counts" in shown["words"]["minimum"]["meaning"]


def test_an_option_that_is_set_anew_is_no_decision_of_the_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "show", "happy", "--set", "pot_at_end=split", "--json"]) == 0
    assert "pot_at_end" not in json.loads(capsys.readouterr().out)["decided"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["hapy"], "'hapy' is neither a rule set nor a file"),
        (["happy", "--set", "players=4"], "four players leave no wall for an indicator"),
        (["happy", "--set", "hoba=1"], "did you mean 'honba'?"),
        (["happy", "--lang", "fr"], "--lang is 'fr'"),
    ],
)
def test_bad_input(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "show", *arguments]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert words in captured.err
