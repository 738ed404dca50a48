"""`junanaho build` as programs and people see it."""

import json
from pathlib import Path

import pytest

from referee.daemon.cli import run

WALL = "12445568m12334567899p2345667779s14455z"


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    assert run(["build", WALL, *arguments, "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    return json.loads(line)


def test_nothing_chosen_has_what_solve_finds(capsys):
    told = answer(capsys, "--indicators", "7p")
    assert run(["solve", WALL, "--indicators", "7p", "--json"]) == 0
    solved = json.loads(capsys.readouterr().out)
    for name in ("ready_hands", "reaching_hands"):
        assert told[name] == solved[name]
    assert (told["chosen"], told["removing"], told["waits"]) == ("", [], None)
    assert told["dearest"]["points"] == solved["best"][0]["points"]
    assert sum(change["count"] for change in told["adding"]) == 34


def test_of_twelve_the_thirteenth_says_its_waits(capsys):
    told = answer(capsys, "--chosen", "234567p234566s")
    ready = {change["tile"]: change for change in told["adding"] if change["ready_hands"]}
    assert set(ready) == {"7s"}
    assert [(wait["tile"], wait["mark"]) for wait in ready["7s"]["waits"]] == [("6s", "×")]
    assert all(change["waits"] == [] for change in told["adding"] if change["tile"] not in ready)


def test_thirteen_have_waits_with_marks_worth_and_live_copies(capsys):
    told = answer(capsys, "--chosen", "234567p2345667s")
    assert told["adding"] == []
    (wait,) = told["waits"]
    assert (wait["tile"], wait["mark"], wait["live"], wait["points"]) == ("6s", "×", 2, 2_600)
    assert {change["tile"]: change["count"] for change in told["removing"]}["6s"] == 2


def test_a_file_of_choices_is_answered_line_by_line(tmp_path: Path, capsys):
    path = tmp_path / "lines.jsonl"
    path.write_text(f'{{"tiles": "{WALL}", "chosen": "234p"}}\n{{"tiles": "{WALL}", "chosen": "9m"}}\n')
    assert run(["build", "--file", str(path), "--json"]) == 1
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["chosen"] == "234p"
    assert set(second) == {"error"}
    assert "9m" in second["error"]


def test_people_read_what_is_possible(capsys):
    assert run(["build", WALL, "--chosen", "234567p2345s", "--indicators", "7p"]) == 0
    said = capsys.readouterr().out
    assert "30 ready hands hold these" in said
    assert "with one tile more" in said
    assert run(["build", WALL, "--chosen", "234567p2345667s"]) == 0
    assert "×" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([WALL, "--chosen", "9m"], "9m"),
        ([WALL, "--chosen", "12445568m123345p"], "14 tiles"),
        ([WALL[1:]], "33"),
        ([], "tiles"),
    ],
)
def test_what_cannot_be_chosen_is_one_line(capsys, arguments, word):
    assert run(["build", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert word in said.err
