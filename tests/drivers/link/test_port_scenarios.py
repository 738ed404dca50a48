"""What has gone wrong with serial ports elsewhere, one test for each case: names, permissions, other programs.

The ids are those of the project's list of fault scenarios; lines are in test_fault_scenarios.
"""

import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import serial
from structlog.testing import capture_logs

from drivers.device_node import Caller, DeviceNode
from drivers.link.errors import PortProblem
from drivers.link.messages import Command
from drivers.link.port_permission import advice_for
from drivers.link.pseudo_terminal import PseudoTerminal
from drivers.link.reports import (
    MessageArrived,
    PortNotOpen,
    SessionLost,
    SessionOpened,
)
from drivers.link.serial_port import SerialPort, SerialTransport, port_error
from tests.drivers.link.line_board import Board, linked, open_devices, until

ROOT = Path(__file__).resolve().parents[3]


@dataclass
class CheckedPort:
    """A serial port that notes, at each opening, which devices this process had open until then."""

    port: SerialPort
    devices: list[str]
    held: list[int] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.port.name

    def open(self) -> SerialTransport:
        self.held.append(sum(len(open_devices(device)) for device in self.devices))
        return self.port.open()

    def programs(self) -> tuple[str, ...]:
        return ()


def test_S02_power_cycled_controller_comes_back_under_another_number(tmp_path: Path) -> None:
    link_path = tmp_path / "usb-table"
    first = PseudoTerminal()
    first.publish(link_path)
    board = Board(first)
    # The device's own end is open in this process too, twice: one on each side of the pseudo-terminal.
    port = CheckedPort(SerialPort(str(link_path)), [first.path])
    at_rest = len(open_devices(first.path))
    with linked(port) as (link, listener):
        until(lambda: listener.of(SessionOpened))
        second = PseudoTerminal()
        second.publish(link_path)
        assert second.path != first.path
        board.end()
        until(lambda: listener.of(SessionLost))
        again = Board(second, boot_id=2)
        until(lambda: len(listener.of(SessionOpened)) == 2)
        opened = listener.of(SessionOpened)[-1]
        assert isinstance(opened, SessionOpened)
        assert opened.rebooted, "it was identified anew before it was used"
        assert link.post(Command(1, 2, 0))
        until(lambda: again.commands)
        again.end()
    assert port.held[0] == at_rest
    assert set(port.held[1:]) == {0}, "the dead descriptor was closed before each try"


@contextmanager
def as_somebody_else() -> Iterator[None]:
    """As a user who is in no group; root may open everything, and another user stays who he is."""
    if os.geteuid() != 0:
        yield
        return
    groups = os.getgroups()
    os.setgroups([])
    os.setegid(65_534)
    os.seteuid(65_534)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(groups)


@contextmanager
def as_owner() -> Iterator[None]:
    """As root again, where this process is root in truth."""
    if os.getuid() != 0:
        yield
        return
    os.seteuid(0)
    try:
        yield
    finally:
        os.seteuid(65_534)


def test_S05_permission_denied_on_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = PseudoTerminal()
    board = Board(terminal)
    Path(terminal.path).chmod(0o000 if os.geteuid() else 0o600)
    with capture_logs() as logs, as_somebody_else(), linked(SerialPort(terminal.path)) as (_, listener):
        until(lambda: listener.of(PortNotOpen))
        time.sleep(1.0)  # several tries
        (told,) = listener.of(PortNotOpen)
        assert isinstance(told, PortNotOpen)
        assert told.problem is PortProblem.NOT_PERMITTED
        status = Path(terminal.path).stat()
        facts = (terminal.path, f"owner {Path(terminal.path).owner()}", f"group {Path(terminal.path).group()}")
        assert all(fact in told.message for fact in (*facts, stat.filemode(status.st_mode), "(groups "))
        with as_owner():
            Path(terminal.path).chmod(0o666)
        until(lambda: listener.of(SessionOpened))
    assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["port_not_open"]
    board.end()
    denied, forbidden = (str(port_error("/dev/ttyACM0", PermissionError(code, ""))) for code in (13, 1))
    assert "DeviceAllow=char-ttyACM rw" in forbidden
    assert "DeviceAllow" not in denied
    rules = (ROOT / "systemd" / "70-junanaho-table.rules").read_text()
    assert all(part in rules for part in ('GROUP="dialout"', 'SYMLINK+="', 'ENV{ID_MM_DEVICE_IGNORE}="1"'))


@pytest.mark.parametrize(
    ("mode", "caller", "remedy"),
    [
        (0o660, Caller("player", ("users",), ("audio",)), "run 'usermod -aG dialout player' as root"),
        (0o660, Caller("player", ("users",), ("dialout",)), "is in the group already: start the service anew"),
        (0o660, Caller("player", ("dialout",)), "getfacl"),
        (0o600, Caller("player", ("dialout",)), "install the udev rule"),
    ],
)
def test_S05_the_fix_fits_the_cause(mode: int, caller: Caller, remedy: str) -> None:
    line = advice_for("/dev/ttyUSB0", DeviceNode("root", "dialout", stat.S_IFCHR | mode), caller)
    assert remedy in line
    assert "\n" not in line


HOLDER = """
import fcntl, os, sys, time
line = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)
fcntl.flock(line, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.readline()
fcntl.flock(line, fcntl.LOCK_UN)
for _ in range(200):
    os.write(line, b"AT\\r")
    time.sleep(0.002)
print("written", flush=True)
sys.stdin.readline()
"""


def test_S06_modem_manager_holds_the_port() -> None:
    """It holds the port, and then writes AT commands into it before and between the frames."""
    terminal = PseudoTerminal()
    board = Board(terminal)
    command = [sys.executable, "-c", HOLDER, terminal.path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with capture_logs() as logs, linked(SerialPort(terminal.path)) as (link, listener):
            until(lambda: listener.of(PortNotOpen))
            time.sleep(1.0)  # several tries
            (busy,) = listener.of(PortNotOpen)
            assert isinstance(busy, PortNotOpen)
            assert busy.problem is PortProblem.BUSY
            assert f"(process {holder.pid})" in busy.message
            assert board.heard == b""
            holder.stdin.write("let go\n")
            holder.stdin.flush()
            until(lambda: listener.of(SessionOpened))
            for number in range(1, 31):
                link.post(Command(number, 2, 0))
                board.press()
                until(lambda number=number: len(board.commands) == number)  # type: ignore[misc]
            until(lambda: len(listener.of(MessageArrived)) == 30)
            assert holder.stdout.readline() == "written\n"
            assert listener.of(SessionLost) == []
        holder.stdin.write("end\n")
        holder.stdin.flush()
    assert [one.command_id for one in board.commands] == list(range(1, 31))
    assert b"AT\r" in board.heard
    assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["port_not_open"]
    board.end()
    assert "ModemManager" in str(port_error("/dev/no-such-port", serial.SerialException(16, "busy")))
