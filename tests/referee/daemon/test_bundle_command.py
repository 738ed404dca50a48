"""A bundle for whoever looks for a fault: all of it there, nothing secret, no hidden tile."""

import json
import re
import zipfile
from pathlib import Path

import pytest

from referee.daemon.bundle import MOST_BYTES, bundle, open_event, open_events
from referee.daemon.cli import run
from referee.daemon.redaction import configuration_without_secrets, without_secrets
from referee.game import Event, EventType
from referee.journal import Journal, JournalWriter
from referee.tiles import InputError
from tests.referee.game.random_match import random_match
from tests.referee.journal.test_migrations import NOW

PICTURE = b"\xff\xd8 a river, and perhaps a hand"
CONFIGURATION = """\
venue: Parlour
store: journal.sqlite
tokens:
  operator: very-secret-operator
  referee: "very-secret-referee"
  valid_days: 7
obs: {scenes: {result: Result}}
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    (tmp_path / "table.yaml").write_text(CONFIGURATION)
    with Journal(tmp_path / "journal.sqlite") as journal, JournalWriter(journal, lambda: NOW) as writer:
        for name, seed in (("over", 4), ("running", 13)):
            for event in random_match(seed).match.events:
                writer.append(name, event).result(timeout=10)
    frames = tmp_path / "link-frames"
    frames.mkdir()
    (frames / "20260101T000000Z-E07.txt").write_text("# frames")
    (tmp_path / "evidence").mkdir()
    (tmp_path / "evidence" / "0000000001_running_9.jpg").write_bytes(PICTURE)
    return tmp_path


def contents(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_everything_is_there_and_no_secret(house: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(house)
    assert run(["bundle", "fault.zip", "--config", "table.yaml", "--json"]) == 0
    parts = contents(house / "fault.zip")
    assert set(json.loads(capsys.readouterr().out)["parts"]) == set(parts)
    assert {"doctor.json", "configuration.yaml", "matches.json", "log.txt", "table.jsonl"} <= set(parts)
    assert parts["link-frames/20260101T000000Z-E07.txt"] == "# frames"
    assert [match["id"] for match in json.loads(parts["matches.json"])] == ["over", "running"]
    assert "valid_days: 7" in parts["configuration.yaml"]
    assert not [name for name, text in parts.items() if "very-secret" in text]
    assert parts["table.jsonl"].startswith("not there")


def test_pictures_of_what_was_accepted_stay_at_home(house: Path) -> None:
    bundle(house / "fault.zip", None, house / "journal.sqlite")
    with zipfile.ZipFile(house / "fault.zip") as archive:
        assert not [name for name in archive.namelist() if name.endswith(".jpg") or PICTURE in archive.read(name)]


def test_of_a_match_that_goes_on_hidden_tiles_are_taken_out(house: Path) -> None:
    bundle(house / "fault.zip", None, house / "journal.sqlite")
    parts = contents(house / "fault.zip")
    running = json.loads(next(text for name, text in parts.items() if name.endswith("running.json")))
    hidden = [event for event in running if event["type"] in ("built", "walls")]
    assert hidden
    assert not [event for event in hidden if re.search("[0-9][mpsz]", json.dumps(event))]
    assert [event["tile"] for event in running if event["type"] == "discard"]
    over = json.loads(next(text for name, text in parts.items() if name.endswith("over.json")))
    assert [event for event in over if event["type"] == "built" and "tiles" in event]


def test_no_list_of_tiles_of_a_match_that_goes_on_is_told() -> None:
    """Lists are hands and walls; single tiles are discards, indicators, calls: those lie open. Corrections too."""
    seen = 0
    for seed in range(1, 12):
        match = random_match(seed).match
        if not match.ended:
            corrected = Event(match.version + 1, 0, EventType.CORRECT, ref=1, tiles=(1, 2, 3))
            told = [*open_events(match.events), open_event(corrected, over=False)]
            seen += sum("tiles" in data for data in told)
            assert {data["tiles"] for data in told if "tiles" in data} <= {"(removed)"}
    assert seen > 20


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("  operator: abc-def # mine", "  operator: (removed)"),
        ("password: ''\nport: 1", "password: (removed)\nport: 1"),
        ("http://10.0.0.2:8017/operator?token=Ab-1_x&lang=ja", "http://10.0.0.2:8017/operator?token=(removed)&lang=ja"),
        ("rtsp://camera:hunter2@10.0.0.9/stream", "rtsp://camera:(removed)@10.0.0.9/stream"),
        ("rules: happy", "rules: happy"),
    ],
)
def test_secrets_are_taken_out(text: str, told: str) -> None:
    assert without_secrets(text) == told


@pytest.mark.parametrize(
    "text",
    [
        'obs: {"password": geheim-1}\n',
        "obs:\n  password: >-\n    geheim-1\n",
        "obs:\n  password:\n    geheim-1\n",
        "tokens: {operator: 'geheim-1,def}ghi'}\n",
        "tokens:\n  referee: |\n    geheim-1\n    ghi\n",
        "tokens: {operator: 'geheim-1'\n",
        "#password: geheim-1\n",
        "tokens: {refere: geheim-1}\n",
        "obs: {pasword: geheim-1}\n",
        "tokens:\n  referee geheim-1\n",
        "obs: {scenes: {between: Standby}, password: 'ge:heim, geheim'}\n",
    ],
)
def test_a_secret_is_taken_out_of_a_configuration_in_whatever_form_it_was_written(text: str) -> None:
    told = configuration_without_secrets(f"venue: Minefield # ours\n{text}")
    assert "geheim" not in told
    assert "ghi" not in told
    assert "Minefield" in told


def test_the_log_tells_no_secret_that_the_configuration_has() -> None:
    line = "tokens.referee: input should be a valid string, not 918273645546; 918273645546 again"
    assert "918273645546" not in without_secrets(line, ("918273645546",))
    assert "bcdefg" not in without_secrets("password: a,bcdefg", ("a,bcdefg",))
    assert "ss@h" not in without_secrets("rtsp://u:p@ss@host/1").replace("@host", "")


def test_a_broken_house_is_bundled_all_the_same(house: Path, monkeypatch) -> None:
    monkeypatch.chdir(house)
    (house / "table.yaml").write_text("tokens: {operator: very-secret-operator\n")
    (house / "journal.sqlite").write_bytes(b"no journal" * 100)
    assert run(["bundle", "fault.zip", "--config", "table.yaml"]) == 0
    parts = contents(house / "fault.zip")
    assert "doctor.json" in parts
    assert not [name for name, text in parts.items() if "very-secret" in text]


def test_it_is_bounded_and_writes_over_nothing(house: Path) -> None:
    for number in range(3):
        (house / "link-frames" / f"2027010{number}T000000Z-E07.txt").write_bytes(b"x" * (MOST_BYTES // 2))
    bundle(house / "fault.zip", None, house / "journal.sqlite")
    assert sum(len(text) for text in contents(house / "fault.zip").values()) <= MOST_BYTES
    with pytest.raises(InputError, match="there already"):
        bundle(house / "fault.zip", None, house / "journal.sqlite")
    with pytest.raises(InputError, match="cannot be written"):
        bundle(house / "none" / "fault.zip", None, house / "journal.sqlite")
