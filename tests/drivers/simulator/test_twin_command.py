"""`junanaho twin`: prints the port, answers there, ends when told."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from drivers.link.check import ask_identity
from drivers.link.named_port import port_named
from drivers.link.serial_port import SerialPort
from drivers.simulator.twin_control import TwinControl

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = [sys.executable, "-m", "referee", "twin"]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_the_port_answers_there_and_ends_when_told(tmp_path: Path, how: signal.Signals) -> None:
    link, control = tmp_path / "table", tmp_path / "control"
    arguments = ["--json", "--speed", "50", "--unit", "demo-1", "--link", str(link), "--control", str(control)]
    with subprocess.Popen([*PROGRAM, *arguments], stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        assert told == {"port": str(link), "control": str(control), "unit": "demo-1"}
        assert ask_identity(SerialPort(told["port"])).unit_id == "demo-1"
        with TwinControl(control) as channel:
            assert channel.state()["state"] == "UNKNOWN"
        process.send_signal(how)
        assert process.wait(5.0) == 0
    assert not link.is_symlink()
    assert not control.exists()


def test_it_answers_at_a_tcp_port_as_a_serial_server_does() -> None:
    with subprocess.Popen([*PROGRAM, "--json", "--tcp", "0"], stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        assert told["port"].startswith("tcp://127.0.0.1:")
        assert ask_identity(port_named(told["port"])).unit_id == "twin-1"
        process.send_signal(signal.SIGTERM)
        assert process.wait(5.0) == 0


def test_bad_input_is_one_line_and_status_2() -> None:
    done = subprocess.run([*PROGRAM, "--speed", "0"], capture_output=True, text=True, cwd=ROOT, timeout=30, check=False)
    assert done.returncode == 2
    assert "speed of 0 makes no sense" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_help_has_an_example() -> None:
    done = subprocess.run([*PROGRAM, "--help"], capture_output=True, text=True, cwd=ROOT, timeout=30, check=False)
    assert done.returncode == 0
    assert "Example: junanaho twin" in done.stdout
