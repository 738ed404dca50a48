"""`junanaho faults`, and `--faults` of the commands that simulate."""

import json
from pathlib import Path

import pytest

from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_control import TwinControl
from drivers.simulator.twin_process import TwinProcess
from referee.daemon.cli import run

EXAMPLES = sorted((Path(__file__).parents[3] / "config" / "faults").glob("*.yaml"))
BAD = "faults:\n- {fault: FIRE}\n- {slow: 0}\n"


@pytest.fixture
def bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("COLUMNS", raising=False)
    path = tmp_path / "bad.yaml"
    path.write_text(BAD, encoding="utf-8")
    return path


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_good(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["faults", "check", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ok"]
    assert told["happenings"] > 0


def test_all_that_is_wrong_is_listed_with_line_and_remedy(bad: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["faults", "check", str(bad)]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{bad} line 2: faults.0.fault: 'FIRE': expected one of TILE_JAM_HEAD")
    assert second == f"{bad} line 3: faults.1.slow: 0: expected how many times as long stacking takes, from 0.1 to 100"
    assert run(["faults", "check", str(bad), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert [problem["line"] for problem in told["problems"]] == [2, 3]


def test_every_fault_is_listed_with_what_people_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["faults", "list", "--json"]) == 0
    faults = json.loads(capsys.readouterr().out)["faults"]
    assert len(faults) == 34
    assert all(": " in fault["text"] and fault["level"] in ("warn", "stop") for fault in faults)
    assert run(["faults", "list"]) == 0
    assert "MOTOR_SLOW" in capsys.readouterr().out


def test_a_script_is_sent_to_a_table_that_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hot.yaml"
    path.write_text("faults: [{fault: OVERTEMP, mend: never}]", encoding="utf-8")
    with TwinProcess(TwinConfig(speed=50)) as twin, TwinControl(twin.control) as control:
        assert run(["faults", "send", str(path), "--control", twin.control, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == {"file": str(path), "planned": 1}
        assert [fault["code"] for fault in control.state()["faults"]] == ["OVERTEMP"]


ONE_LINE: list[tuple[list[str], str]] = [
    (["faults", "send", "{bad}", "--control", "/nowhere/control"], "line 2: faults.0.fault"),
    (["faults", "send", "{good}", "--control", "/nowhere/control"], "no twin answers at /nowhere/control"),
    (["faults", "check", "/nowhere.yaml"], "/nowhere.yaml: cannot be read"),
    (["run", "--simulate", "--faults", "{bad}"], "and 1 more: junanaho faults check lists all"),
    (["run", "--config", "{bad}", "--faults", "{bad}"], "--faults needs --simulate"),
    (["simulate", "--pipeline", "full", "--faults", "{bad}"], "line 2: faults.0.fault"),
    (["simulate", "--faults", "{good}"], "need --pipeline full"),
    (["twin", "--script", "{bad}"], "line 2: faults.0.fault"),
    (["twin", "--script", "{cameras}"], "use it with run --simulate --faults"),
]


@pytest.mark.parametrize(("arguments", "words"), ONE_LINE)
def test_what_cannot_be_done_is_one_line_and_status_2(
    bad: Path, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"{bad}": str(bad), "{good}": str(EXAMPLES[0]), "{cameras}": str(EXAMPLES[0].with_name("cameras.yaml"))}
    assert run([files.get(argument, argument) for argument in arguments]) == 2
    told = capsys.readouterr()
    assert words in told.err
    assert len(told.err.splitlines()) == 1
    assert told.out == ""
