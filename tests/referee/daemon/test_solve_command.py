"""`junanaho solve`: its JSON, its lines from a file, its words for people, and how it refuses input."""

import json
from pathlib import Path

import pytest

from referee.daemon.cli import run

WALL = "12445568m12334567899p2345667779s14455z"
NOTHING = "124578m1245666779p2335688889s12345677z"


def solve(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    assert run(["solve", *arguments, "--json"]) == 0
    captured = capsys.readouterr()
    assert (captured.err, captured.out.count("\n")) == ("", 1)
    return json.loads(captured.out)


def test_the_fields(capsys: pytest.CaptureFixture[str]) -> None:
    """The first of the reference walls, under the options that its figures were computed with."""
    options = ["payment=flat_dealer", "double_wind_pair_fu=2", "kiriage_mangan=true"]
    arguments = [part for option in options for part in ("--set", option)]
    found = solve(capsys, WALL, "--indicators", "7p", "--seat-wind", "W", "--round-wind", "E", *arguments)
    assert {name: found[name] for name in found if name not in ("best", "seconds")} == {
        "ready_hands": 13078,
        "pairs": 19468,
        "reaching_hands": 1025,
        "reaching_all": 542,
        "best_points": 24000,
    }
    assert found["seconds"] > 0
    (best,) = found["best"]
    assert (best["hand"], best["points"], best["live"]) == ("123456789p4455z", 24000, 4)
    assert best["expectation"] > 0
    cheap, dear = best["waits"]
    assert (cheap["tile"], cheap["live"], dear["tile"], dear["live"]) == ("4z", 2, "5z", 2)
    assert {name: dear[name] for name in ("mark", "kind", "needs", "han", "fu", "limit", "points")} == {
        "mark": "◎",
        "kind": "full",
        "needs": [],
        "han": 8,
        "fu": 40,
        "limit": "baiman",
        "points": 24000,
    }
    assert {"id": "honitsu", "han": 3} in dear["yaku"]


def test_the_waits_are_those_of_the_command_waits(capsys: pytest.CaptureFixture[str]) -> None:
    for best in solve(capsys, WALL, "--indicators", "7p", "--rules", "happy", "--top", "30", "--by", "live")["best"]:
        assert run(["waits", best["hand"], "--indicators", "7p", "--rules", "happy", "--json"]) == 0
        waits = json.loads(capsys.readouterr().out)["waits"]
        assert [{**wait, "live": 0} for wait in waits] == [{**wait, "live": 0} for wait in best["waits"]]


def test_the_best_are_ordered_as_asked(capsys: pytest.CaptureFixture[str]) -> None:
    for by, field in (("value", "points"), ("live", "live"), ("expectation", "expectation")):
        values = [best[field] for best in solve(capsys, WALL, "--top", "25", "--by", by)["best"]]
        assert len(values) == 25
        assert values == sorted(values, reverse=True)


def test_red_fives_are_in_the_hand(capsys: pytest.CaptureFixture[str]) -> None:
    wall = WALL.replace("445568m", "440068m").replace("345667779s", "340667779s")
    refused = ["solve", wall, "--rules", "broadcast", "--json"]
    assert run(refused) == 2
    assert "2 red fives 0m: the set has 1" in capsys.readouterr().err
    (best,) = solve(capsys, wall.replace("00", "05"), "--rules", "broadcast", "--indicators", "7p")["best"]
    assert "aka_dora" in {yaku["id"] for wait in best["waits"] for yaku in wait["yaku"]}


def test_a_wall_without_a_ready_hand(capsys: pytest.CaptureFixture[str]) -> None:
    """One wall in a thousand million: nothing is listed, and that is an answer, not an error."""
    found = solve(capsys, NOTHING, "--top", "3")
    assert (found["ready_hands"], found["best_points"], found["best"]) == (0, 0, [])
    assert run(["solve", NOTHING]) == 0
    assert "No ready hand" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([WALL[:-2] + "z"], "tiles: there are 33, expected the 34 tiles of a wall"),
        ([WALL + "1z"], "tiles: there are 35"),
        (["11111" + WALL[5:]], "5 copies of 1m"),
        ([WALL, "--indicators", "7777s"], "tiles and indicators together"),
        ([WALL, "--by", "luck"], "by is 'luck': expected one of value, live, expectation"),
        ([WALL, "--top", "-1"], "top is -1: expected a whole number from 0 to"),
        ([WALL, "--rules", "nowhere"], "nowhere"),
        (["12x"], "tiles: "),
        ([], "tiles is missing: expected 34 tiles"),
        ([WALL, "--file", "x.jsonl"], "--file answers in JSON"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: list[str], words: str) -> None:
    assert run(["solve", *arguments]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert words in captured.err


def test_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "walls.jsonl"
    lines = [
        {"tiles": WALL, "indicators": "7p", "seat_wind": "W", "id": "one"},
        {"tiles": WALL, "top": 3, "by": "live", "rules": "happy", "set": {"kiriage_mangan": False}},
        {"tiles": WALL[:-2]},
        {"tiles": WALL, "top": True},
        {"tiles": WALL, "hand": "123m"},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert run(["solve", "--file", str(path), "--json", "--top", "2"]) == 1
    one, other, *bad = map(json.loads, capsys.readouterr().out.splitlines())
    assert (len(one["best"]), len(other["best"])) == (2, 3)
    assert [error["error"].partition(": ")[0] for error in bad] == ["line 3", "line 4", "line 5"]
    assert "top is True" in bad[1]["error"]


def test_the_reference_walls_as_a_file(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = shared / "rules" / "deals.jsonl"
    options = [
        "payment=flat_dealer",
        "double_wind_pair_fu=2",
        "kiriage_mangan=true",
        "double_yakuman=[kokushi_13, suuankou_tanki, daisuushii, junsei_chuuren]",
    ]
    arguments = [part for option in options for part in ("--set", option)]
    assert run(["solve", "--file", str(path), "--json", "--round-wind", "E", *arguments]) == 0
    found = list(map(json.loads, capsys.readouterr().out.splitlines()))
    expected = [json.loads(line)["expect"] for line in path.read_text(encoding="utf-8").splitlines()]
    assert [{name: each[name] for name in wanted} for each, wanted in zip(found, expected, strict=True)] == expected


def test_without_a_minimum_a_yaku_is_enough(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", WALL, "--rules", "broadcast_four"]) == 0
    assert "13,078 reach the minimum of one yaku on some wait" in capsys.readouterr().out


def test_words_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", WALL, "--indicators", "7p", "--top", "2"]) == 0
    printed = capsys.readouterr().out
    for words in ("13,078 ready hands", "minimum of mangan", "1. 123456789p4455z", "◎", "live", "honitsu", "2. "):
        assert words in printed
