"""`junanaho waits`: marks, values without ippatsu and houtei, files, and words for people."""

import json
from pathlib import Path

import pytest

from referee.daemon.cli import run


def waits(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    assert run(["waits", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_fields(capsys: pytest.CaptureFixture[str]) -> None:
    found = waits(capsys, "234345m123s7799p", "--indicators", "6p")
    assert found["ready"] is True
    dear, cheap = found["waits"]
    assert (dear["tile"], dear["mark"], dear["kind"], dear["needs"]) == ("7p", "◎", "full", [])
    expected = {
        "tile": "9p",
        "mark": "△",
        "kind": "conditional",
        "needs": ["ippatsu", "houtei"],
        "han": 3,
        "fu": 40,
        "limit": "none",
        "points": 5200,
        "yaku": [{"id": "riichi", "han": 1}, {"id": "dora", "han": 2}],
    }
    assert {name: cheap[name] for name in expected} == expected


def test_values_are_without_ippatsu_and_houtei(capsys: pytest.CaptureFixture[str]) -> None:
    plain = waits(capsys, "22334m7788p2233s")
    assert waits(capsys, "22334m7788p2233s", "--ippatsu", "--houtei") == plain


def test_a_hand_that_is_not_ready(capsys: pytest.CaptureFixture[str]) -> None:
    assert waits(capsys, "123456789m1111z") == {"ready": False, "ready_by_shape_only": True, "waits": []}
    assert waits(capsys, "1m4m7m1p4p7p1s4s7s1234z") == {"ready": False, "ready_by_shape_only": False, "waits": []}


def test_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, words in (
        (["123m"], "the hand has 3 tiles"),
        (["11111m23456789p"], "5 copies of 1m"),
        ([], "hand is missing"),
    ):
        assert run(["waits", *arguments, "--json"]) == 2
        captured = capsys.readouterr()
        assert (captured.out, captured.err.count("\n")) == ("", 1)
        assert words in captured.err


def test_a_file_of_questions_to_score_can_be_asked_for_waits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text('{"hand": "22334m7788p2233s", "tile": "4m"}\n{"hand": "1m"}\n', encoding="utf-8")
    assert run(["waits", "--file", str(path), "--json"]) == 1
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert [wait["tile"] for wait in first["waits"]] == ["4m"]
    assert set(second) == {"error"}


def test_words_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["waits", "234345m123s7799p", "--indicators", "6p"]) == 0
    text = capsys.readouterr().out
    assert "◎" in text
    assert "with ippatsu or houtei" in text
    assert "rules: kaiji, minimum mangan" in text
    assert "\x1b" not in text
    assert run(["waits", "123456789m1111z"]) == 0
    assert "fifth copy" in capsys.readouterr().out
