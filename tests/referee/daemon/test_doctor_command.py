"""`junanaho doctor`: what it finds about the line to the table, for people and for programs."""

import json
from pathlib import Path

import pytest

from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_process import TwinProcess
from referee.daemon import line_doctor
from referee.daemon.cli import run
from referee.daemon.configuration import ControllerTableSettings


def house(folder: Path, table: str) -> str:
    path = folder / "house.yaml"
    path.write_text(f"table: {table}\n")
    return str(path)


def test_a_good_line_says_who_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with TwinProcess(TwinConfig(), tmp_path / "usb-table") as twin:
        config = house(tmp_path, f"{{kind: controller, port: {twin.port}, unit: twin-1}}")
        assert run(["doctor", "--config", config, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["ok"]
        texts = {finding["what"]: finding["text"] for finding in told["findings"]}
        assert texts["answer"].startswith(f"twin-1 answers at {twin.port}: firmware twin")
        config = house(tmp_path, f"{{kind: controller, port: {twin.port}, unit: table-9}}")
        assert run(["doctor", "--config", config]) == 1
        assert "BAD   answer: the unit that answers is twin-1, the configuration expects table-9" in (
            capsys.readouterr().out
        )


def test_a_missing_port_is_bad_and_a_manual_table_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--config", house(tmp_path, "{kind: controller, port: /dev/ttyUSB99}")]) == 1
    out = capsys.readouterr().out
    assert "BAD   answer: there is no port /dev/ttyUSB99: check cable, power" in out
    assert "BAD   name: /dev/ttyUSB99 may be another device after the next plugging in" in out
    assert run(["doctor", "--config", house(tmp_path, "{kind: manual}")]) == 0


def test_a_modem_manager_is_named(tmp_path: Path) -> None:
    settings = ControllerTableSettings(kind="controller", port=str(tmp_path / "usb-table"))
    findings = line_doctor.examine_line(settings, lambda: ("ModemManager (process 812)",))
    (meddling,) = [finding for finding in findings if finding.what == "other programs"]
    assert not meddling.good
    assert "ModemManager (process 812) may hold the port" in meddling.text
    assert "udev rule" in meddling.text


def test_a_file_that_is_not_there_is_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--config", str(tmp_path / "none.yaml")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
