"""The thread that owns the port: over good and bad lines, without a port, and after a loss."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from structlog.testing import capture_logs

from drivers.link.backoff import Backoff
from drivers.link.check import ask_identity
from drivers.link.controller_session import ControllerSession, Identity
from drivers.link.errors import LinkError, TransportLostError
from drivers.link.faulty_line import PERFECT_LINE, LineFaults
from drivers.link.memory import MemoryPort, MemoryTransport, memory_pair
from drivers.link.messages import Accepted, ButtonEvent, Command, Message
from drivers.link.reports import (
    CommandArrived,
    EmergencyStopAnswered,
    HostReport,
    MessageArrived,
    PortNotOpen,
    SessionLost,
    SessionOpened,
    StopArrived,
    Undelivered,
)
from drivers.link.serial_port import SerialPort
from drivers.link.thread import LinkThread


@dataclass
class Listener:
    reports: list[HostReport] = field(default_factory=list)
    turns: int = 0
    hang_s: float = 0.0
    fail: bool = False

    def heard(self, report: HostReport) -> None:
        self.reports.append(report)
        if self.fail:
            raise RuntimeError("a mistake of the listener")

    def turn(self, now_s: float) -> None:
        self.turns += 1
        if self.hang_s:
            time.sleep(self.hang_s)

    def of(self, kind: type) -> list[HostReport]:
        return [report for report in self.reports if isinstance(report, kind)]


class Board(threading.Thread):
    """A controller in a thread of its own, on a line in memory; plugged in anew at each opening."""

    def __init__(self, line: LineFaults = PERFECT_LINE, boot_id: int = 1) -> None:
        super().__init__(name="board")
        self.line, self.boot_id = line, boot_id
        self.plugged = True
        self.commands: list[Command] = []
        self.stops_s: list[float] = []
        self.presses = 0
        self._session = self._boot()
        self._end: MemoryTransport | None = None
        self._done = False
        self.start()

    def plug(self) -> MemoryTransport | None:
        if not self.plugged:
            return None
        near, far = memory_pair(self.line, seed=self.boot_id)
        self._end = far
        return near

    def unplug(self) -> None:
        self.plugged = False
        end, self._end = self._end, None
        if end is not None:
            end.close()

    def reboot(self) -> None:
        self.boot_id += 1
        self._session = self._boot()

    def run(self) -> None:
        while not self._done:
            end = self._end
            if end is None:
                time.sleep(0.005)
                continue
            session = self._session
            try:
                session.receive(end.read(0.01), time.monotonic())
                self._work(session)
                end.write(session.take_output())
            except TransportLostError:
                self._end = None if self._end is end else self._end

    def end(self) -> None:
        self._done = True
        self.unplug()
        self.join(2.0)

    def _boot(self) -> ControllerSession:
        return ControllerSession(Identity("board-1", "fw 1", self.boot_id, 0), time.monotonic())

    def _work(self, session: ControllerSession) -> None:
        now_s = time.monotonic()
        session.tick(now_s)
        for report in session.take_reports():
            if isinstance(report, CommandArrived):
                self.commands.append(report.command)
                session.answer(Accepted(report.command.command_id), now_s)
            elif isinstance(report, StopArrived):
                self.stops_s.append(now_s)
        while self.presses and session.up:
            self.presses -= 1
            session.post(lambda number, at_ms: ButtonEvent(number, at_ms, 0, 1), now_s)
        session.tick(now_s)


@pytest.fixture
def board() -> Iterator[Board]:
    made = Board()
    yield made
    made.end()


def _wait_for(condition: Callable[[], bool], limit_s: float = 5.0) -> bool:
    deadline_s = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > deadline_s:
            return False
        time.sleep(0.002)
    return True


LINES = {
    "direct": PERFECT_LINE,
    "one byte at a time": LineFaults(one_byte=True),
    "a fifth of the writes lost": LineFaults(lost_writes=0.2),
    "one byte in a hundred damaged": LineFaults(damaged_bytes=0.01, garbage_writes=0.05),
    "slow": LineFaults(delay_s=0.03, jitter_s=0.03),
}


@pytest.mark.parametrize("name", LINES)
def test_commands_and_events_over_lines_of_every_kind(board: Board, name: str) -> None:
    board.line = LINES[name]
    listener = Listener()
    link = LinkThread(MemoryPort(board.plug), listener, expected_unit="board-1")
    link.start()
    assert _wait_for(lambda: bool(listener.of(SessionOpened)))
    board.presses = 5
    for number in range(1, 6):
        assert link.post(Command(number, 2, 0))

    def arrived(kind: type) -> list[Message]:
        messages = [report.message for report in listener.reports if isinstance(report, MessageArrived)]
        return [message for message in messages if isinstance(message, kind)]

    assert _wait_for(lambda: len(arrived(ButtonEvent)) >= 5 and len(arrived(Accepted)) >= 5, 15.0)
    link.close()
    assert [event.event_number for event in arrived(ButtonEvent)] == [1, 2, 3, 4, 5]
    assert [command.command_id for command in board.commands] == [1, 2, 3, 4, 5]
    statistics = link.statistics()
    assert statistics.round_trip_ms is not None
    assert link.frames()


def test_without_a_port_it_tries_on_quietly_and_finds_it_later(board: Board) -> None:
    board.plugged = False
    listener = Listener()
    link = LinkThread(MemoryPort(board.plug), listener)
    with capture_logs() as logs:
        link.start()
        assert _wait_for(lambda: listener.turns > 20)
        assert len(listener.of(PortNotOpen)) == 1
        assert [entry["log_level"] for entry in logs] == ["error"]
        board.plugged = True
        assert _wait_for(lambda: bool(listener.of(SessionOpened)))
    link.close()


def test_a_loss_is_one_report_and_one_error_line_and_it_comes_back(board: Board) -> None:
    listener = Listener()
    link = LinkThread(MemoryPort(board.plug), listener)
    with capture_logs() as logs:
        link.start()
        assert _wait_for(lambda: bool(listener.of(SessionOpened)))
        board.unplug()
        assert _wait_for(lambda: bool(listener.of(SessionLost)), 1.0)
        assert _wait_for(lambda: bool(listener.of(PortNotOpen)))
        time.sleep(0.6)
        errors = [entry for entry in logs if entry["log_level"] == "error"]
        assert [entry["event"] for entry in errors] == ["link_lost"]
        board.reboot()
        board.plugged = True
        assert _wait_for(lambda: len(listener.of(SessionOpened)) == 2)
    link.close()
    opened = listener.of(SessionOpened)[-1]
    assert isinstance(opened, SessionOpened)
    assert opened.rebooted


def test_what_is_posted_without_a_session_comes_back(board: Board) -> None:
    board.plugged = False
    listener = Listener()
    link = LinkThread(MemoryPort(board.plug), listener)
    link.start()
    link.post(Command(1, 2, 0))
    assert _wait_for(lambda: listener.of(Undelivered) == [Undelivered(Command(1, 2, 0))])
    board.plugged = True
    assert _wait_for(lambda: bool(listener.of(SessionOpened)))
    time.sleep(0.1)
    link.close()
    assert board.commands == []


def test_the_emergency_stop_is_on_the_wire_at_once_though_the_listener_hangs(board: Board) -> None:
    listener = Listener()
    link = LinkThread(MemoryPort(board.plug), listener)
    link.start()
    assert _wait_for(lambda: bool(listener.of(SessionOpened)))
    listener.hang_s = 0.5
    time.sleep(0.1)
    pressed_s = time.monotonic()
    link.emergency_stop()
    assert _wait_for(lambda: bool(board.stops_s))
    assert board.stops_s[0] - pressed_s < 0.05
    listener.hang_s = 0.0
    assert _wait_for(lambda: bool(listener.of(EmergencyStopAnswered)))
    link.close()


def test_a_listener_that_fails_does_not_take_the_line_down(board: Board) -> None:
    listener = Listener(fail=True)
    link = LinkThread(MemoryPort(board.plug), listener)
    with capture_logs() as logs:
        link.start()
        assert _wait_for(lambda: bool(listener.of(SessionOpened)))
        link.emergency_stop()
        assert _wait_for(lambda: bool(board.stops_s))
        link.close()
    assert any(entry["event"] == "listener_failed" for entry in logs)


def test_identity_is_asked_once_and_told_clearly(board: Board) -> None:
    assert ask_identity(MemoryPort(board.plug)).unit_id == "board-1"
    with pytest.raises(LinkError, match="expects table-9"):
        ask_identity(MemoryPort(board.plug), expected_unit="table-9")
    board.plugged = False
    with pytest.raises(LinkError, match="there is no port"):
        ask_identity(MemoryPort(board.plug))
    with pytest.raises(LinkError, match="there is no port /dev/no-such-port"):
        ask_identity(SerialPort("/dev/no-such-port"))


def test_a_silent_port_is_told_clearly() -> None:
    near, far = memory_pair()
    with pytest.raises(LinkError, match="nothing at the port memory answers HELLO"):
        ask_identity(MemoryPort(lambda: near), timeout_s=0.3)
    far.close()


def test_pauses_between_tries_grow_to_a_cap_and_start_again() -> None:
    backoff = Backoff()
    assert [backoff.next_s() for _ in range(7)] == [0.25, 0.5, 1.0, 2.0, 4.0, 5.0, 5.0]
    backoff.reset()
    assert backoff.next_s() == 0.25


def test_the_thread_goes_before_the_others_where_it_may(board: Board) -> None:
    link = LinkThread(MemoryPort(board.plug), Listener())
    link.start()
    wanted = -10 if os.geteuid() == 0 else os.getpriority(os.PRIO_PROCESS, 0)
    assert _wait_for(lambda: os.getpriority(os.PRIO_PROCESS, link.native_id or 0) == wanted)
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) != -10
    link.close()
