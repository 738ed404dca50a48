"""What `run` refuses before anything runs: one clear line, exit status 2, nothing half-written."""

import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.daemon import serving
from referee.daemon.cli import run
from referee.journal import Journal


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def busy_port() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield int(listener.getsockname()[1])


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "house.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["run", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


def test_nothing_to_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--simulate" in refused(capsys)


@pytest.mark.parametrize("preset", ["three", "broadcast_four"])
def test_more_players_than_the_simulated_table_has_seats(capsys: pytest.CaptureFixture[str], preset: str) -> None:
    assert f"rules {preset} are for" in refused(capsys, "--simulate", "--rules", preset)


def test_an_unknown_key(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "line 1: vnue: there is no such key" in refused(capsys, "--config", written(tmp_path, "vnue: Parlour\n"))


def test_a_port_that_can_be_none(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = "table:\n  kind: controller\n  port: tcp://table\n"
    line = refused(capsys, "--config", written(tmp_path, text))
    assert "line 3: table.port: 'tcp://table' is no TCP port: expected tcp://host:port" in line


def test_a_calibration_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = "cameras:\n  - {name: a, kind: device, where: /dev/video99, calibration: none.yaml}\n"
    assert "none.yaml: cannot be read" in refused(capsys, "--config", written(tmp_path, text))


def test_a_busy_web_port_leaves_nothing_behind(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, busy_port: int
) -> None:
    line = refused(capsys, "--config", written(tmp_path, "venue: here\n"), "--port", str(busy_port))
    assert f"127.0.0.1:{busy_port}" in line


def test_unknown_rules(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "nobody" in refused(capsys, "--config", written(tmp_path, "rules: nobody\n"))


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("--exit-after", "lunch", "--simulate"), "expected match or deal"),
        (("--speed", "3", "--config", "x.yaml"), "--speed needs --simulate"),
        (("--faces", "nowhere", "--simulate"), "is no folder"),
        (("--truth", "/nowhere/truth.jsonl", "--simulate"), "/nowhere/truth.jsonl: No such file"),
        (("--speed", "0", "--simulate"), "--speed"),
        (("--config", "none.yaml"), "none.yaml: cannot be read"),
    ],
)
def test_options_that_make_no_sense(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], part: str) -> None:
    assert part in refused(capsys, *arguments)


def test_a_foreign_journal_is_left_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    journal = tmp_path / "letters.txt"
    journal.write_text("dear diary")
    refused(capsys, "--config", written(tmp_path, "venue: here\n"), "--journal", str(journal))
    assert journal.read_text() == "dear diary"


def test_a_journal_whose_folder_cannot_be_made(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    config = written(tmp_path, "venue: here\n")
    assert "cannot be made" in refused(capsys, "--config", config, "--journal", f"{config}/journal.sqlite")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_while_the_hardware_starts_is_heard_and_it_is_ended(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ended: list[str] = []

    class SlowRig:
        def __init__(self, *_: object) -> None:
            os.kill(os.getpid(), number)
            time.sleep(0.2)

        def recognition(self) -> None:
            return None

        port = hall = control = "/nowhere"

        def close(self) -> None:
            ended.append("rig")

    monkeypatch.setattr(serving, "Rig", SlowRig)
    assert run(["run", "--simulate", "--port", "0"]) == 0
    assert ended == ["rig"]
    assert capsys.readouterr().out == ""  # nothing was served any more


def test_a_journal_in_use_is_refused_before_any_hardware_starts(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def started(*_: object) -> None:
        raise AssertionError("the hardware was started")

    monkeypatch.setattr(serving, "Rig", started)
    path = tmp_path / "journal.sqlite"
    with Journal(path):
        assert "in use by another" in refused(capsys, "--simulate", "--port", "0", "--journal", str(path))
