"""`junanaho odds` as programs and people see it: a record, event by event or after one event."""

import json
from pathlib import Path

import pytest

from referee.daemon.cli import run
from tests.referee.journal.written import Written, record

HAND_A, HAND_B = "233445m234p5677s", "123m456m789m11p23z"


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Two hands, seven discards; A waits for 4s and 7s, B for nothing."""
    written = Written(indicator="3s").hand("A", HAND_A).hand("B", HAND_B).until("B", 3)
    path = tmp_path / "played.json"
    path.write_text(json.dumps(record(written.document)))
    return path


def answer(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict:
    assert run(["odds", *map(str, arguments), "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    return json.loads(line)


def test_the_course_has_every_discard_with_chances_that_add_up(played, capsys):
    told = answer(capsys, played)
    assert told["deal"] == 1
    assert [row["discards"] for row in told["course"]] == list(range(len(told["course"])))
    for row in told["course"]:
        assert sum(seat["win"]["value"] for seat in row["odds"]["seats"]) + row["odds"]["draw"][
            "value"
        ] == pytest.approx(1)
        assert (row["odds"]["method"], row["odds"]["samples"]) == ("exact", None)


def test_after_an_event_everything_live_is_told(played, capsys):
    last = answer(capsys, played)["course"][-1]
    told = answer(capsys, played, "--after", last["after"])
    assert {"deal", "after", "event", "seat", "tile", "discards", "turn", "phase", "live", "possible_hands"} == set(
        told
    )
    assert told["live"]["odds"] == last["odds"]
    assert told["live"]["is_dead"] is False
    by_seat = {seat["seat"]: seat for seat in told["live"]["seats"]}
    assert {wait["tile"] for wait in by_seat["A"]["waits"]} == {"4s", "7s"}
    for wait in by_seat["A"]["waits"]:
        assert wait["own"] + wait["live"] + wait["held"] + wait["lying"] + wait["unseen"] == 4
    assert by_seat["B"]["waits"] == []


def test_a_seat_is_told_nothing_of_the_other_hand(played, capsys):
    told = answer(capsys, played, "--after", 2, "--seat", "B")
    by_seat = {seat["seat"]: seat for seat in told["live"]["seats"]}
    assert by_seat["A"]["waits"] == by_seat["A"]["pool"] == []
    assert [seat["hidden"] for seat in told["live"]["odds"]["seats"]] == [True, False]
    assert not any(one["seat"] == "A" for one in told["possible_hands"])


def test_hidden_hands_are_guessed_by_seed(played, capsys):
    asked = (played, "--after", 4, "--seat", "B", "--guesses", 4, "--seed", 3)
    first, second = answer(capsys, *asked)["live"]["odds"], answer(capsys, *asked)["live"]["odds"]
    assert first == second
    assert (first["method"], first["samples"]) == ("sampled", 4)


def test_the_model_is_named_and_matters(played, capsys):
    names = [
        answer(capsys, played, "--model", model)["course"][0]["odds"]["model"]
        for model in ("uniform", "keeps_own_waits")
    ]
    assert names == ["uniform", "keeps_own_waits"]


def test_people_read_a_table(played, capsys):
    assert run(["odds", str(played)]) == 0
    said = capsys.readouterr().out
    assert "A wins" in said
    assert "exact" in said
    assert run(["odds", str(played), "--after", "3"]) == 0
    assert "A waits for" in capsys.readouterr().out


def test_people_read_why_there_are_no_chances(tmp_path, capsys):
    written = Written(indicator="3s")
    for tile in ("1z", "2z", "3z"):
        written.discard(tile)
    path = tmp_path / "closed.json"
    path.write_text(json.dumps(record(written.document)))
    assert run(["odds", str(path)]) == 0
    said = capsys.readouterr().out
    assert "No chances can be given: no hand is known" in said
    assert "draw" not in said


def test_people_read_how_hidden_hands_are_weighed(played, capsys):
    said = {}
    for guesses in ("0", "3"):
        assert run(["odds", str(played), "--seat", "A", "--after", "4", "--guesses", guesses]) == 0
        said[guesses] = capsys.readouterr().out
    assert "is taken never to win" in said["0"]
    assert "is guessed: the one with most to expect" in said["3"]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--deal", "4"), "deal 4"),
        (("--after", "999"), "999"),
        (("--seat", "C"), "'C'"),
        (("--model", "lucky"), "'lucky'"),
        (("--guesses", "-1"), "-1"),
    ],
)
def test_what_cannot_be_asked_is_one_line(played, capsys, arguments, word):
    assert run(["odds", str(played), *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert word in said.err


def test_a_file_that_is_no_record_is_one_line(tmp_path, capsys):
    path = tmp_path / "no.json"
    path.write_text("{}")
    assert run(["odds", str(path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
