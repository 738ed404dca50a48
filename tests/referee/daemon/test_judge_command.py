"""The commands `judge`, `matches` and `export` as programs see them: JSON, exit status, one line for bad input."""

import json
from pathlib import Path

import pytest

from referee.daemon.cli import run
from referee.journal import Instant, Journal, JournalWriter, backup
from tests.referee.game.random_match import random_match
from tests.referee.journal.written import Written, record

INSTANT = Instant("2024-01-02", True, "boot", 1.0)


@pytest.fixture
def good(tmp_path: Path) -> Path:
    written = Written(indicator="3s").hand("A", "233445m234p5677s").until("B", 3)
    written.discard("4s")
    written.event("ron", by="A")
    written.event("ura", tile="9s")
    path = tmp_path / "good.json"
    path.write_text(json.dumps(record(written.document)))
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    written = Written().drawn()
    written.document["result"] = {"type": "draw", "delta": {"A": 5}}
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(record(written.document)))
    return path


def test_json_has_the_fields_that_other_programs_rely_on(good, capsys):
    assert run(["judge", str(good), "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    answer = json.loads(line)
    assert answer["ok"] is True
    (deal,) = answer["deals"]
    assert set(deal) >= {"no", "decisions", "result", "agrees", "differences"}
    (decision,) = deal["decisions"]
    assert set(decision) == {"seq", "seat", "verdict", "reasons", "facts"}
    assert (decision["seat"], decision["verdict"], decision["reasons"]) == ("A", "ron", [])
    assert deal["result"]["delta"] == {"A": 2, "B": -2}
    assert answer["final"] == {"points": {"A": 2, "B": -2}, "pot": 0, "over": False}


def test_a_difference_is_the_answer_no(good, bad, capsys):
    assert run(["judge", str(good), str(bad), "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["ok"] for line in lines] == [True, False]
    assert lines[1]["deals"][0]["differences"] == [{"where": "result.delta.A", "stated": 5, "judged": 0}]


def test_people_read_what_differs(bad, capsys):
    assert run(["judge", str(bad)]) == 1
    assert "result.delta.A is 5, by the rules 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["agrees with the rules", "A wins on 4s, B’s 3rd discard; worth 4 han 30 fu", "read as 234m 345m 234p"]),
        ("ja", ["規則どおり", "A のロン成立：B の3枚目の捨て牌 4s", "縛り（満貫）の判定・支払いとも：4翻 30符 満貫"]),
        ("zh-Hant", ["與規則相符", "A 榮和成立：B 第3張打出的 4s", "門前清榮和 10 = 30符"]),
        ("zh-Hans", ["与规则相符", "A 荣和成立：B 第3张打出的 4s", "门前清荣和 10 = 30符"]),
    ],
)
def test_people_read_verdicts_and_sheets_in_their_language(good, capsys, language, words):
    assert run(["judge", str(good), "--lang", language]) == 0
    said = capsys.readouterr().out
    assert not [part for part in words if part not in said]


def test_programs_get_the_sentence_if_they_name_a_language(good, capsys):
    assert run(["judge", str(good), "--json", "--lang", "en"]) == 0
    (decision,) = json.loads(capsys.readouterr().out)["deals"][0]["decisions"]
    assert decision["text"] == "A wins on 4s, B’s 3rd discard; worth 4 han 30 fu, Mangan: 2 points"


def test_a_language_that_is_not_there(good, capsys):
    assert run(["judge", str(good), "--lang", "fr"]) == 2
    assert "expected en, ja, zh-Hant or zh-Hans" in capsys.readouterr().err


def test_results_are_written(good, tmp_path, capsys):
    out = tmp_path / "judged.json"
    assert run(["judge", str(good), "--write", str(out)]) == 0
    judged = json.loads(out.read_text())
    assert judged["deals"][0]["result"]["wins"][0]["limit"] == "mangan"
    assert judged["final"]["points"] == {"A": 2, "B": -2}
    capsys.readouterr()
    assert run(["judge", str(out), "--json"]) == 0
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".new"] == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "line 1 column 2: no JSON"),
        ("[]", "the document: [] is no object"),
        ('{"format": "record17", "version": 1, "match": {}, "deals": []}', "match: players is missing"),
        ('{"version": NaN}', "NaN is no number"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_record_is_one_line_and_status_2(tmp_path, capsys, text, message):
    path = tmp_path / "broken.json"
    path.write_text(text)
    assert run(["judge", str(path), "--json"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert message in captured.err
    assert str(path) in captured.err


def test_a_file_that_is_not_there(tmp_path, capsys):
    assert run(["judge", str(tmp_path / "none.json")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_several_records_are_written_into_a_folder(good, bad, tmp_path, capsys):
    folder = tmp_path / "out"
    assert run(["judge", str(good), str(bad), "--write", str(folder)]) == 2
    folder.mkdir()
    assert run(["judge", str(good), str(bad), "--write", str(folder)]) == 1
    assert sorted(path.name for path in folder.iterdir()) == ["bad.json", "good.json"]
    capsys.readouterr()


class TestTheJournalsMatches:
    """`matches` and `export`, from a journal with one match."""

    @pytest.fixture
    def journal(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
        monkeypatch.delenv("STATE_DIRECTORY", raising=False)
        path = tmp_path / "junanaho" / "journal.sqlite"
        match = random_match(3).match
        with Journal(path) as journal, JournalWriter(journal, lambda: INSTANT) as writer:
            for future in [writer.append("evening", event) for event in match.events]:
                future.result(timeout=10)
        return path

    def test_matches_are_listed(self, journal, capsys):
        assert run(["matches", "--json"]) == 0
        (match,) = json.loads(capsys.readouterr().out)["matches"]
        assert (match["id"], match["began_at"]) == ("evening", "2024-01-02")
        assert match["players"]["A"] == "Player A"
        assert run(["matches"]) == 0
        assert "evening" in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (["matches"], "evening"),
            (["export", "--last"], "Player A"),
            (["backup", "copy.sqlite"], "copy.sqlite: 1 match of"),
            (["restore", "before.sqlite"], "0 matches added, 1 there before"),
        ],
    )
    def test_the_journal_is_the_one_that_a_configuration_names(
        self, journal, tmp_path, monkeypatch, capsys, arguments, told
    ):
        monkeypatch.chdir(tmp_path)
        backup(journal, tmp_path / "before.sqlite")
        journal.rename(tmp_path / "elsewhere.sqlite")
        Path("house.yaml").write_text("store: elsewhere.sqlite\n")
        assert run([*arguments, "--config", "house.yaml"]) == 0
        assert told in capsys.readouterr().out
        assert not journal.exists()
        Path("house.yaml").write_text("stores: elsewhere.sqlite\n")
        assert run([*arguments, "--config", "house.yaml"]) == 2
        assert "there is no such key" in capsys.readouterr().err

    def test_a_copy_goes_where_the_configuration_keeps_its_copies(self, journal, tmp_path, monkeypatch, capsys):
        monkeypatch.chdir(tmp_path)
        Path("house.yaml").write_text("backup:\n  folder: copies\n")
        assert run(["backup", "--config", "house.yaml", "--json"]) == 0
        (copy,) = (tmp_path / "copies").iterdir()
        assert json.loads(capsys.readouterr().out) == {
            "backup": str(copy.relative_to(tmp_path)),
            "matches": 1,
        }
        assert run(["backup"]) == 0
        assert [file.parent for file in journal.parent.rglob("journal-*.sqlite")] == [journal.parent / "backups"]

    @pytest.mark.parametrize("which", [["evening"], ["--last"]])
    def test_a_match_is_exported_and_agrees_with_the_rules(self, journal, tmp_path, capsys, which):
        assert run(["export", *which]) == 0
        record_path = tmp_path / "evening.json"
        record_path.write_text(capsys.readouterr().out)
        assert run(["judge", str(record_path)]) == 0

    @pytest.mark.parametrize(("form", "member"), [("majiang", "qijia"), ("tenhou", "rule")])
    def test_other_forms(self, journal, capsys, form, member):
        assert run(["export", "--last", "--as", form]) == 0
        assert member in json.loads(capsys.readouterr().out)

    def test_a_match_as_sheets_for_people(self, journal, capsys):
        assert run(["export", "--last", "--as", "sheet", "--lang", "ja"]) == 0
        said = capsys.readouterr().out
        assert "1局" in said
        assert "A Player A" in said
        assert "{" not in said

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["morning"], "no match 'morning'"),
            ([], "name a match"),
            (["evening", "--last"], "name a match"),
            (["--last", "--as", "sheet", "--json"], "leave out --json"),
            (["--last", "--as", "sheet", "--lang", "fr"], "--lang is 'fr'"),
        ],
    )
    def test_what_cannot_be_exported(self, journal, capsys, arguments, message):
        assert run(["export", *arguments]) == 2
        assert message in capsys.readouterr().err

    def test_there_is_no_journal(self, tmp_path, monkeypatch, capsys):
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "nothing"))
        monkeypatch.delenv("STATE_DIRECTORY", raising=False)
        assert run(["matches"]) == 2
        assert "there is no journal" in capsys.readouterr().err
