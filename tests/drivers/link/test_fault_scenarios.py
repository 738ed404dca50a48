"""What has gone wrong with serial lines elsewhere, one test for each case: boards, readers, noise, garbage.

The ids are those of the project's list of fault scenarios; ports are in test_port_scenarios, the whole daemon
is tested in tests/referee/daemon.
"""

import subprocess
import sys
import threading
from pathlib import Path

import pytest
import serial
from structlog.testing import capture_logs

from drivers.link.errors import PortError, PortProblem
from drivers.link.memory import MemoryTransport, memory_pair
from drivers.link.messages import Command, Hello
from drivers.link.pseudo_terminal import PseudoTerminal
from drivers.link.reports import (
    EmergencyStopAnswered,
    HostReport,
    LineNoisy,
    MessageArrived,
    SessionLost,
    SessionOpened,
    SessionRefused,
)
from drivers.link.serial_port import SerialPort
from drivers.link.thread import LinkThread
from tests.drivers.link.joined import Joined
from tests.drivers.link.line_board import Board, Listener, decoded, linked, open_devices, until
from tests.drivers.link.test_bad_lines import LINES


def test_S04_another_board_answers_under_the_name(tmp_path: Path) -> None:
    link_path = tmp_path / "usb-1a86_USB_Serial"
    wrong, right = PseudoTerminal(), PseudoTerminal()
    wrong.publish(link_path)
    board, other = Board(right), Board(wrong, unit="ventilation-2")
    at_rest = len(open_devices(wrong.path))
    with capture_logs() as logs, linked(SerialPort(str(link_path))) as (link, listener):
        until(lambda: listener.of(SessionRefused))
        (refused, *_) = listener.of(SessionRefused)
        assert isinstance(refused, SessionRefused)
        assert all(words in refused.message for words in ("ventilation-2", "table-7", "/dev/serial/by-path"))
        assert refused.facts == {"found": "ventilation-2", "expected": "table-7"}
        until(lambda: len(open_devices(wrong.path)) == at_rest)
        link.post(Command(1, 2, 0))
        link.emergency_stop()
        until(lambda: len(listener.of(SessionRefused)) >= 3)
        right.publish(link_path)
        until(lambda: listener.of(SessionOpened))
        until(lambda: listener.of(EmergencyStopAnswered))
    other.end()
    assert set(decoded(other.heard)) == {Hello}, "neither a command nor a stop for another table"
    board.end()
    assert board.commands == [], "what was asked for while the wrong board was there is not kept for the right one"
    assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["controller_refused"]


READER = """
import os, select, sys
line = os.open(sys.argv[1], os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
print("reading", flush=True)
while not select.select([0, line], [], [])[0].count(0):
    try:
        os.read(line, 3)
    except BlockingIOError:
        pass
    select.select([0], [], [], 0.01)
"""


def test_S07_a_foreign_program_reads_from_the_port() -> None:
    """Each reader gets part of the bytes; the second daemon is tested in tests/referee/daemon."""
    terminal = PseudoTerminal()
    board = Board(terminal)
    with linked(SerialPort(terminal.path)) as (link, listener):
        until(lambda: listener.of(SessionOpened))
        until(lambda: link.statistics().frames_received > 120)
        assert not link.statistics().noisy
        with capture_logs() as logs:
            command = [sys.executable, "-c", READER, terminal.path]
            with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as reader:
                assert reader.stdout is not None
                assert reader.stdout.readline() == "reading\n"
                until(lambda: listener.of(LineNoisy), 60.0)
                (noisy,) = listener.of(LineNoisy)
                assert isinstance(noisy, LineNoisy)
                assert "another program may be using this port" in noisy.message
                assert f"(process {reader.pid})" in noisy.message
                assert link.statistics().bad_per_minute > 10
                assert reader.stdin is not None
                reader.stdin.close()
        warnings = [entry["message"] for entry in logs if entry["event"] == "line_noisy"]
        assert warnings == [noisy.message]
        with pytest.raises(PortError) as refused:
            SerialPort(terminal.path).open()
        assert refused.value.problem is PortProblem.BUSY, "the port is open for this program alone"
    board.end()


def test_S08_opening_the_port_resets_the_controller(monkeypatch: pytest.MonkeyPatch) -> None:
    """DTR and RTS stand before the port opens; connecting is never taken for harmless. See also tests/drivers/table."""
    set_while_open: list[tuple[str, bool]] = []

    class Watched(serial.Serial):
        def __setattr__(self, name: str, value: object) -> None:
            if name in ("dtr", "rts"):
                set_while_open.append((name, bool(self.is_open)))
            super().__setattr__(name, value)

    monkeypatch.setattr("drivers.link.serial_port.serial.Serial", Watched)
    terminal = PseudoTerminal()
    board = Board(terminal)
    with linked(SerialPort(terminal.path)) as (_, listener):
        until(lambda: listener.of(SessionOpened))
        assert set_while_open == [("dtr", False), ("rts", False)]
        board.end()
        until(lambda: listener.of(SessionLost))
        opened = listener.of(SessionOpened)[0]
        assert isinstance(opened, SessionOpened)
        assert opened.hello.boot_id == 1
        assert opened.hello.uptime_ms < 60_000


class SlowTransport:
    """A line that its far end left, and whose close the system does not finish."""

    def __init__(self, line: MemoryTransport, happened: list[str], finish: threading.Event) -> None:
        self._line, self._happened, self._finish = line, happened, finish

    def read(self, timeout_s: float) -> bytes:
        return self._line.read(timeout_s)

    def write(self, data: bytes) -> None:
        self._line.write(data)

    def wake(self) -> None:
        self._line.wake()

    def close(self) -> None:
        self._happened.append(f"closing on {threading.current_thread().name}")
        self._finish.wait(20.0)
        self._happened.append("closed")


@pytest.mark.parametrize("hangs", [False, True])
def test_S11_closing_a_lost_port_blocks(hangs: bool) -> None:
    happened: list[str] = []
    finish = threading.Event()
    if not hangs:
        finish.set()
    fars: list[MemoryTransport] = []

    class Port:
        name = "slow"

        def open(self) -> SlowTransport:
            happened.append("opened")
            near, far = memory_pair()
            fars.append(far)
            return SlowTransport(near, happened, finish)

        def programs(self) -> tuple[str, ...]:
            return ()

    class Watching(Listener):
        def heard(self, report: HostReport) -> None:
            if isinstance(report, SessionLost):
                happened.append("loss told")
            super().heard(report)

    listener = Watching()
    link = LinkThread(Port(), listener)
    with capture_logs() as logs:
        link.start()
        until(lambda: fars)
        fars[0].close()
        until(lambda: len(fars) == 2)
        order = list(happened)
        finish.set()
        link.close()
    closed = [] if hangs else ["closed"]
    assert order == ["opened", "closing on table-link-close", *closed, "loss told", "opened"]
    given_up = [entry["event"] for entry in logs if entry["event"] == "port_not_given_back"]
    assert given_up == (["port_not_given_back"] if hangs else [])
    for far in fars:
        far.close()


@pytest.mark.parametrize("name", ["0.1 % damaged", "1 % damaged", "5 % damaged", "a fifth lost"])
def test_S12_electrical_noise_from_motors(name: str) -> None:
    """That the cycle completes at 1 % is in tests/drivers/table."""
    pair = Joined(LINES[name], seed=5)
    pair.run_for(1.0)
    sent: list[Command] = []
    for number in range(120):
        command = Command(number + 1, number % 6 + 1, number % 256)
        if pair.host.send(command, pair.now_s):
            sent.append(command)
        pair.press(number % 256)
        pair.run_for(0.5)
    counted = pair.host.statistics()
    assert len(set(pair.done)) == len(pair.done)
    assert set(pair.done) <= set(sent)
    assert len(pair.done) >= 0.9 * len(sent)
    if name == "0.1 % damaged":
        assert pair.noisy == []
        assert counted.bad_per_minute < 40
    elif name == "a fifth lost":
        assert counted.resends_per_minute > 20
    else:
        assert counted.bad_per_minute > 40
    if name in ("5 % damaged", "a fifth lost"):
        assert [report.noisy for report in pair.noisy] == [True], "one warning"
        assert pair.noisy[0].share > 0.1


def test_S17_garbage_and_a_banner_in_the_buffer_at_connect() -> None:
    """The board has printed READY before anybody listened; more comes, and half a frame, once the port is open."""
    terminal = PseudoTerminal()
    terminal.write(b"\r\nREADY\r\n\x7e\x01\x10\x07")
    board = Board(terminal, banner=b"\r\nboot 2.1 ok\r\nREADY\r\n\x7e\x01\x22\x05\x00\x00")
    with linked(SerialPort(terminal.path)) as (link, listener):
        until(lambda: listener.of(SessionOpened))
        assert board.heard.startswith(b"\x7e\x7e\x01\x01\x00"), "a flag, and then HELLO: the host begins"
        board.press()
        link.post(Command(1, 2, 0))
        until(lambda: board.commands and listener.of(MessageArrived))
        assert listener.of(SessionLost) == []
        assert link.statistics().bad_frames >= 1
    board.end()
