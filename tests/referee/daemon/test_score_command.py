"""`junanaho score`: its JSON, its lines from a file, its words for people, and how it refuses input."""

import json
import os
from pathlib import Path

import pytest

from referee.daemon.cli import run


def score(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    assert run(["score", *arguments, "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.count("\n") == 1
    return json.loads(captured.out)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["score", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_the_fields(capsys: pytest.CaptureFixture[str]) -> None:
    fields = score(capsys, "234345m123s7799p", "9p", "--indicators", "6p", "--ura", "4z", "--seat-wind", "W")
    expected = {
        "complete": True,
        "can_ron": False,
        "reasons": ["below_minimum"],
        "reading": "234m 345m 999p 123s 77p",
        "yaku": [{"id": "riichi", "han": 1}, {"id": "dora", "han": 2}],
        "han": 3,
        "han_for_minimum": 3,
        "fu": 40,
        "limit": "none",
        "limit_for_minimum": "none",
        "yakuman": 0,
        "points": 5200,
        "units": 0,
    }
    assert {name: fields[name] for name in expected} == expected
    assert sum(part["fu"] for part in fields["fu_parts"]) == 34


def test_an_incomplete_hand_is_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    fields = score(capsys, "1m4m7m1p4p7p1s4s7s1234z", "1m")
    assert (fields["complete"], fields["can_ron"], fields["reasons"]) == (False, False, ["not_complete"])
    assert (fields["reading"], fields["yaku"], fields["points"]) == (None, [], 0)


def test_half_a_unit_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    assert score(capsys, "111222333m7899p", "9p")["units"] == 1.5


@pytest.mark.parametrize(
    ("options", "yaku"),
    [
        ([], {"riichi"}),
        (["--ippatsu"], {"riichi", "ippatsu"}),
        (["--houtei"], {"riichi", "houtei"}),
        (["--first-discard", "--set", "first_discard_ron=renhou_4han"], {"renhou"}),
        (["--seat-wind", "E"], {"riichi", "pinfu"}),
        (["--seat-wind", "n"], {"riichi", "pinfu"}),
        (["--indicators", "2z"], {"riichi", "dora"}),
        (["--ura", "2z"], {"riichi", "ura_dora"}),
        (["--no-riichi"], set()),
    ],
)
def test_options(options: list[str], yaku: set[str], capsys: pytest.CaptureFixture[str]) -> None:
    seat = [] if "--seat-wind" in options else ["--seat-wind", "W"]
    fields = score(capsys, "123678m45623p33z", "4p", *seat, *options)
    assert {entry["id"] for entry in fields["yaku"]} == yaku


@pytest.mark.parametrize(("wind", "han"), [("E", 1), ("S", 2), ("none", 2)])
def test_round_wind(wind: str, han: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert score(capsys, "123678m45623p11z", "4p", "--seat-wind", "W", "--round-wind", wind)["han"] == han


def test_dealer_and_rules(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ("345m45p34567888s", "3p", "--rules", "happy")
    assert score(capsys, *hand, "--seat-wind", "E")["points"] == 12_000
    assert score(capsys, *hand, "--seat-wind", "E", "--no-dealer")["points"] == 8_000
    assert score(capsys, *hand, "--seat-wind", "W", "--dealer")["points"] == 12_000


def test_match_options_are_accepted_and_ignored(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ("345m45p34567888s", "3p")
    plain = score(capsys, *hand)
    for option in ("players=4", "walls=chosen", "length={winds: [E, S], laps: 1}", "build_seconds=null", "honba=300"):
        assert score(capsys, *hand, "--set", option) == plain


def test_a_house_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "house.yaml"
    file.write_text("extends: happy\ndouble_yakuman: []\n", encoding="utf-8")
    assert score(capsys, "222m333777p5s777z", "5s", "--rules", str(file))["yakuman"] == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("123456789m1111p", "1p"), "5 copies of 1p"),
        (("123456789m111p9s", "9s", "--indicators", "1p", "--ura", "1p"), "5 copies of 1p"),
        (("123456789m111p", "1p"), "the hand has 12 tiles: expected 13"),
        (("123456789m11123p", "1p"), "the hand has 14 tiles: expected 13"),
        (("12345678x", "1p"), "hand: 'x' at place 9"),
        (("123456789m1119z", "1p"), "'9z'"),
        (("123456789m1117z", "1"), "tile: '1' is no tile"),
        (("123456789m1117z", "7z", "--indicators", "3"), "indicators: '3'"),
        (("123456789m1117z", "7z", "--ura", "q"), "ura: 'q'"),
        (("123456789m1117z",), "tile is missing"),
        ((), "hand is missing"),
        (("123456789m1117z", "7z", "--rules", "hapy"), "'hapy' is neither a rule set nor a file"),
        (("123456789m1117z", "7z", "--set", "kiriage_mangan"), "expected KEY=VALUE"),
        (("123456789m1117z", "7z", "--set", "kiriage_mangan=no"), "kiriage_mangan is no: expected true or false"),
        (("123456789m1117z", "7z", "--set", "minimum=[1"), "--set minimum=[1: line 1"),
        (("123456789m1117z", "7z", "--set", "kiriage=true"), "did you mean 'kiriage_mangan'?"),
        (("123456789m1117z", "7z", "--set", "double_yakuman=[suuankou]"), "suuankou is none of them"),
        (("123456789m1117z", "7z", "--set", "minimum=none"), "units need a minimum of mangan"),
        (("123456789m1117z", "7z", "--seat-wind", "none"), "seat-wind is 'none': expected one of E, S, W, N"),
        (("123456789m1117z", "7z", "--round-wind", "X"), "E, S, W, N or none"),
        (("--file", "lines.jsonl"), "add --json"),
        (("--file", "no/such/file.jsonl", "--json"), "no/such/file.jsonl cannot be read"),
        (("123456789m1117z", "--file", "lines.jsonl", "--json"), "both given"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert words in refused(capsys, *arguments)


def answers(capsys: pytest.CaptureFixture[str], path: Path, text: str, *options: str) -> tuple[int, list[dict]]:
    path.write_text(text, encoding="utf-8")
    status = run(["score", "--file", str(path), "--json", *options])
    captured = capsys.readouterr()
    assert captured.err == ""
    return status, [json.loads(line) for line in captured.out.splitlines()]


def test_a_file_is_answered_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        {"hand": "345m45p34567888s", "tile": "3p", "rules": "happy", "dealer": True},
        {"hand": ["3m", "4m", "5m", "4p", "5p", "345678s", "88s"], "tile": "3p", "indicators": None, "no_riichi": True},
        {"hand": "22334m7788p2233s", "tile": "4m", "ippatsu": True, "id": "mine", "note": "passed over"},
        {"hand": "123678m45623p11z", "tile": "4p", "round_wind": "none", "seat_wind": "W", "riichi": True},
        {"hand": "345m111p999s6677z", "tile": "6z", "indicators": "2m", "set": {"kiriage_mangan": False}},
    ]
    status, found = answers(capsys, tmp_path / "lines.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    assert status == 0
    assert [answer["points"] for answer in found] == [12_000, 8_000, 8_000, 2_000, 7_700]


def test_a_bad_line_gives_an_error_in_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = {
        '{"hand": "123456789m1111p", "tile": "1p"}': "line 1: hand, winning tile, indicators and ura together: 5",
        '{"hand": "123m", "tile": "1p"}': "the hand has 3 tiles",
        '{"hand": "123m", "tle": "1p"}': "'tle' is no field",
        '{"tile": "1p"}': "hand is missing",
        '{"hand": 5, "tile": "1p"}': "hand is 5",
        '{"hand": "1m", "tile": ["1p"]}': "tile is ['1p']",
        '{"hand": "1m", "hand": "2m"}': "'hand' is given twice",
        '{"hand": "1m", "tile": "1m", "seat_wind": 1}': "seat-wind is 1",
        '{"hand": "1m", "tile": "1m", "ippatsu": "yes"}': "ippatsu is 'yes'",
        '{"hand": "1m", "tile": "1m", "set": ["a"]}': "set is ['a']",
        '{"hand": "1m", "tile": "1m", "set": {"honba": -1}}': "option honba is -1",
        '{"hand": "1m", "tile": "1m", "rules": {}}': "rules is {}",
        '{"hand": "1m", "tile": "1m", "riichi": true, "no_riichi": true}': "contradict",
        "[1, 2]": "is no JSON object",
        "": "is no JSON object",
        "[" * 100_000: "is no JSON object",
        '{"hand": ' + "9" * 10_000 + "}": "is no JSON object",
    }
    good = '{"hand": "345m45p34567888s", "tile": "3p"}'
    status, found = answers(capsys, tmp_path / "lines.jsonl", "\n".join([*bad, good]))
    assert status == 1
    assert len(found) == len(bad) + 1
    for answer, words in zip(found, bad.values(), strict=False):
        assert set(answer) == {"error"}
        assert words in answer["error"]
    assert found[-1]["can_ron"] is True


def test_options_of_the_command_hold_for_every_line_that_does_not_say_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = (
        '{"hand": "345m111p999s6677z", "tile": "6z", "indicators": "2m"}\n'
        '{"hand": "345m111p999s6677z", "tile": "6z", "indicators": "2m", "set": {"kiriage_mangan": true}}\n'
        '{"hand": "345m111p999s6677z", "tile": "6z", "rules": "kaiji"}\n'
        '{"hand": "345m111p999s6677z", "tile": "6z", "no_dealer": true}\n'
    )
    _, found = answers(
        capsys, tmp_path / "lines.jsonl", lines, "--set", "kiriage_mangan=false", "--rules", "happy", "--dealer"
    )
    assert [answer["points"] for answer in found] == [11_600, 12_000, 3_900, 3_900]


def test_the_reference_cases_as_a_file(shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = json.loads((shared / "rules" / "cases.json").read_text(encoding="utf-8"))["cases"]
    cases = [case for case in cases if "tile" in case["input"]]
    lines = "".join(json.dumps(case["input"]) + "\n" for case in cases)
    status, found = answers(capsys, tmp_path / "cases.jsonl", lines)
    assert status == 1  # some of the cases are impossible tiles
    for case, answer in zip(cases, found, strict=True):
        assert ("error" in answer) == ("error" in case["expect"]), case["id"]
        if "units" in case["expect"]:
            assert answer["units"] == case["expect"]["units"], case["id"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["read as 678m 678p 234s 567s 88s: single wait", "8s is a wait, but 2 han 40 fu is below the minimum"]),
        ("ja", ["役：立直 1翻、断么九 1翻", "8s は待ち牌だが、2翻40符では縛り（満貫）に届かない"]),
        ("zh-Hant", ["單騎聽 8s 2 = 32符，進位為40符", "榮和 8s 不成立"]),
        ("zh-Hans", ["单骑听 8s 2 = 32符，进位为40符", "荣和 8s 不成立"]),
    ],
)
def test_words_in_a_language(language: str, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "678m678p2345678s", "8s", "--lang", language]) == 0
    said = capsys.readouterr().out
    assert not [part for part in words if part not in said]


def test_an_incomplete_hand_in_a_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "1m4m7m1p4p7p1s4s7s1234z", "1m", "--lang", "ja"]) == 0
    assert capsys.readouterr().out == "1m では和了形にならない：ロンは不成立\n"


def test_words_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "234345m123s7799p", "9p", "--indicators", "6p"]) == 0
    text = capsys.readouterr().out
    assert "234m 345m 999p 123s 77p" in text
    assert "open triplet 9p 4 = 34, rounded up to 40" in text
    assert "ron: refused, 3 han 40 fu without ura, below the minimum of mangan" in text
    assert "\x1b" not in text


def test_words_for_people_name_yakuman_and_incomplete_hands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "1112223334445z", "5z"]) == 0
    assert "3-fold yakuman, 96,000 points, 12 units" in capsys.readouterr().out
    assert run(["score", "1m4m7m1p4p7p1s4s7s1234z", "1m"]) == 0
    assert "not complete" in capsys.readouterr().out


def test_stdin_can_be_the_file(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.write(writer, b'{"hand": "345m45p34567888s", "tile": "3p"}\n')
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert run(["score", "--file", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["han"] == 5
