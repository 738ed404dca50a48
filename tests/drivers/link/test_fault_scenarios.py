"""What has gone wrong with serial daemons elsewhere, one test for each case: ports, lines, and what sits on them.

The ids are those of the project's list of fault scenarios; the whole daemon is tested in tests/referee/daemon.
"""

import os
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
import serial
from structlog.testing import capture_logs

from drivers.link.controller_session import ControllerSession, Identity
from drivers.link.errors import PortError, PortProblem, TransportLostError
from drivers.link.framing import Frame, FrameDecoder
from drivers.link.memory import MemoryPort, MemoryTransport, memory_pair
from drivers.link.messages import ButtonEvent, Command, Hello, decode_message
from drivers.link.port_permission import permission_advice
from drivers.link.pseudo_terminal import PseudoTerminal
from drivers.link.reports import (
    CommandArrived,
    EmergencyStopAnswered,
    HostReport,
    LineNoisy,
    MessageArrived,
    PortNotOpen,
    SessionLost,
    SessionOpened,
    SessionRefused,
)
from drivers.link.serial_port import SerialPort, SerialTransport, port_error
from drivers.link.thread import LinkThread
from drivers.link.timings import DEFAULT_TIMINGS
from drivers.link.transport import Port, Transport
from tests.drivers.link.joined import Joined
from tests.drivers.link.test_bad_lines import LINES

ROOT = Path(__file__).resolve().parents[3]


@dataclass
class Listener:
    """What the link told."""

    reports: list[HostReport] = field(default_factory=list)

    def heard(self, report: HostReport) -> None:
        self.reports.append(report)

    def turn(self, now_s: float) -> None:
        pass

    def of(self, kind: type) -> list[HostReport]:
        return [report for report in tuple(self.reports) if isinstance(report, kind)]


class Board(threading.Thread):
    """A controller at the device's end of a line. `banner`: what it prints as soon as the host has said anything."""

    def __init__(self, end: Transport, unit: str = "table-7", boot_id: int = 1, banner: bytes = b"") -> None:
        super().__init__(name="board")
        self.commands: list[Command] = []
        self.heard = b""
        self._end, self._banner = end, banner
        self._timings = replace(DEFAULT_TIMINGS, heartbeat_s=0.02)
        self._session = ControllerSession(Identity(unit, "fw 1", boot_id, 0), time.monotonic(), self._timings)
        self._presses = 0
        self._done = threading.Event()
        self.start()

    def press(self) -> None:
        self._presses += 1

    def run(self) -> None:
        while not self._done.is_set():
            try:
                data = self._end.read(0.005)
                if data and self._banner:
                    self._end.write(self._banner)
                    self._banner = b""
                self.heard += data
                self._work(data, time.monotonic())
            except TransportLostError:
                return

    def end(self) -> None:
        self._done.set()
        self.join(5.0)
        self._end.close()

    def _work(self, data: bytes, now_s: float) -> None:
        self._session.receive(data, now_s)
        while self._presses and self._session.up:
            self._presses -= 1
            self._session.post(lambda number, at_ms: ButtonEvent(number, at_ms, 0, 1), now_s)
        self._session.tick(now_s)
        reports = self._session.take_reports()
        self.commands += [report.command for report in reports if isinstance(report, CommandArrived)]
        output = self._session.take_output()
        if output:
            self._end.write(output)


@contextmanager
def linked(port: Port, unit: str | None = "table-7") -> Iterator[tuple[LinkThread, Listener]]:
    """A running link."""
    listener = Listener()
    link = LinkThread(port, listener, unit, replace(DEFAULT_TIMINGS, heartbeat_s=0.02))
    link.start()
    try:
        yield link, listener
    finally:
        link.close()


def until(condition: Callable[[], object], limit_s: float = 15.0) -> None:
    deadline_s = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < deadline_s
        time.sleep(0.005)


def decoded(data: bytes) -> list[type]:
    """The kinds of messages in what a board has heard."""
    frames = [frame for frame in FrameDecoder().feed(data) if isinstance(frame, Frame)]
    return [type(decode_message(frame)) for frame in frames]


def open_devices(name: str) -> list[str]:
    """The descriptors of this process on a device."""
    links = [entry for entry in Path("/proc/self/fd").iterdir() if entry.is_symlink()]
    return [str(entry) for entry in links if os.path.realpath(entry) == os.path.realpath(name)]


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


@pytest.mark.parametrize(
    ("mode", "own_groups", "members", "remedy"),
    [
        (0o660, ("users",), ["someone"], "run 'usermod -aG dialout player' as root"),
        (0o660, ("users",), ["player"], "is in the group already: start the service anew"),
        (0o660, ("dialout",), [], "getfacl"),
        (0o600, ("dialout",), [], "install the udev rule"),
    ],
)
def test_S05_the_fix_fits_the_cause(
    mode: int, own_groups: tuple[str, ...], members: list[str], remedy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = "drivers.link.port_permission"
    monkeypatch.setattr(f"{module}._node", lambda path: _node("root", "dialout", stat.S_IFCHR | mode))
    monkeypatch.setattr(f"{module}._user", lambda number: "player")
    monkeypatch.setattr(f"{module}._own_groups", lambda: own_groups)
    monkeypatch.setattr(f"{module}._members", lambda group: members)
    line = permission_advice("/dev/ttyUSB0")
    assert remedy in line
    assert "\n" not in line


def _node(owner: str, group: str, mode: int) -> object:
    from drivers.link.port_permission import _Node

    return _Node(owner, group, mode)


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


def test_a_line_in_memory_has_nobody_else_on_it() -> None:
    near, far = memory_pair()
    assert MemoryPort(lambda: near).programs() == ()
    far.close()
