"""The whole table over every kind of line: a deal, an emergency stop, a loss and the way back; and a dead TCP line."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from drivers.link.errors import TransportLostError
from drivers.link.faulty_line import LineFaults
from drivers.link.faulty_port import FaultyPort
from drivers.link.memory import MemoryPort, MemoryTransport, memory_pair
from drivers.link.named_port import port_named
from drivers.link.pseudo_terminal import PseudoTerminal
from drivers.link.tcp_listener import TcpListener
from drivers.link.tcp_port import TcpPort
from drivers.link.timings import DEFAULT_TIMINGS, LinkTimings
from drivers.link.transport import Port, Transport
from drivers.simulator.twin import Twin
from drivers.simulator.twin_config import TwinConfig
from drivers.table.controller import ControllerTable
from drivers.table.events import DiceRolled, LinkLost, LinkUp, TableEvent
from drivers.table.states import Reason, TableState
from tests.drivers.link.line_board import PATIENT


class Board(threading.Thread):
    """A twin in a thread; its end of the line is given to it, and taken away by giving it another or none."""

    def __init__(self) -> None:
        super().__init__(name="board", daemon=True)
        self.twin = Twin(TwinConfig(seed=5, speed=200.0), 7, time.monotonic(), PATIENT)
        self._wanted: Transport | None = None
        self._changed = threading.Event()
        self._done = threading.Event()
        self.start()

    def take(self, end: Transport | None) -> None:
        """From now on this is the end of the line; the one before is closed."""
        self._changed.clear()
        self._wanted = end
        assert self._changed.wait(5.0)

    def run(self) -> None:
        end: Transport | None = None
        while not self._done.is_set():
            if end is not self._wanted:
                if end is not None:
                    end.close()
                end = self._wanted
            self._changed.set()
            with suppress(TransportLostError):
                self.twin.receive(self._read(end), time.monotonic())
            self.twin.advance(time.monotonic())
            output = self.twin.take_output()
            if end is not None and output:
                with suppress(TransportLostError):
                    end.write(output)
        if end is not None:
            end.close()

    def finish(self) -> None:
        self._done.set()
        self.join(5.0)

    def _read(self, end: Transport | None) -> bytes:
        if end is None:
            self._done.wait(0.005)
            return b""
        return end.read(0.005)


@dataclass
class Line:
    """A line of one kind: the host's port, and how the cable is pulled and put back."""

    port: Port
    unplug: Callable[[], None]
    plug: Callable[[], None]


def serial(board: Board, folder: Path) -> Line:
    path = folder / "usb-table"

    def plug() -> None:
        terminal = PseudoTerminal()
        terminal.publish(path)
        board.take(terminal)

    plug()
    return Line(port_named(str(path)), lambda: board.take(None), plug)


def tcp(board: Board, folder: Path) -> Line:
    listener = TcpListener()
    board.take(listener)
    number = int(listener.path.rsplit(":", 1)[1])
    return Line(port_named(listener.path), lambda: board.take(None), lambda: board.take(TcpListener(number)))


def memory(board: Board, folder: Path) -> Line:
    plugged = threading.Event()
    plugged.set()

    def open_line() -> MemoryTransport | None:
        if not plugged.is_set():
            return None
        near, far = memory_pair()
        board.take(far)
        return near

    def unplug() -> None:
        plugged.clear()
        board.take(None)

    return Line(MemoryPort(open_line), unplug, plugged.set)


KINDS = {"serial": serial, "tcp": tcp, "memory": memory}
LINES = {
    "good": LineFaults(),
    "bad": LineFaults(damaged_bytes=0.005, lost_writes=0.02, doubled_writes=0.05, swapped_writes=0.02),
}


@pytest.fixture
def board() -> Iterator[Board]:
    made = Board()
    yield made
    made.finish()


def until(condition: Callable[[], object], limit_s: float = 15.0) -> None:
    deadline_s = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < deadline_s
        time.sleep(0.002)


@contextmanager
def opened(port: Port, timings: LinkTimings) -> Iterator[tuple[ControllerTable, list[TableEvent]]]:
    table = ControllerTable(port, "twin-1", timings=timings)
    events: list[TableEvent] = []
    table.subscribe(events.append)
    table.start()
    try:
        until(lambda: table.snapshot().link_up)
        yield table, events
    finally:
        table.close()


@pytest.mark.parametrize("faults", LINES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_deal_a_stop_a_loss_and_the_way_back(kind: str, faults: str, board: Board, tmp_path: Path) -> None:
    line = KINDS[kind](board, tmp_path)
    with opened(FaultyPort(line.port, LINES[faults], seed=2), PATIENT) as (table, events):
        assert table.cycle().result(1.0).reason is Reason.NEEDS_RESET
        assert table.reset().result(10.0).ok
        assert table.cycle().result(20.0).ok
        assert table.roll_dice().result(10.0).ok
        (rolled,) = [event for event in events if isinstance(event, DiceRolled)]
        assert table.snapshot().dice == rolled.dice
        table.emergency_stop()
        until(lambda: board.twin.state().state is TableState.ESTOP)
        until(lambda: table.reset().result(10.0).ok)
        line.unplug()
        until(lambda: any(isinstance(event, LinkLost) for event in tuple(events)))
        assert table.snapshot().state is TableState.UNKNOWN
        line.plug()
        until(lambda: table.snapshot().link_up)
        up = [event for event in events if isinstance(event, LinkUp)]
        assert [event.rebooted for event in up] == [False] * len(up)
        assert table.cycle().result(1.0).reason is Reason.NEEDS_RESET
        until(lambda: table.reset().result(10.0).ok)


class Bridge(threading.Thread):
    """A serial server between host and board, which can fall silent without closing anything."""

    def __init__(self, board: TcpPort) -> None:
        super().__init__(name="bridge", daemon=True)
        self._board = board
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(0.05)
        self.port = TcpPort("127.0.0.1", self._listener.getsockname()[1])
        self.silent = False
        self._done = False
        self.start()

    def run(self) -> None:
        while not self._done:
            with suppress(TimeoutError):
                host, _ = self._listener.accept()
                board = socket.create_connection((self._board.host, self._board.number))
                with host, board, suppress(ConnectionError):
                    self._pass_on(host, board)
        self._listener.close()

    def _pass_on(self, host: socket.socket, board: socket.socket) -> None:
        for end in (host, board):
            end.settimeout(0.002)
        while not self._done:
            for source, target in ((host, board), (board, host)):
                with suppress(TimeoutError):
                    data = source.recv(4096)
                    if not data:
                        return
                    if not self.silent:
                        target.sendall(data)

    def finish(self) -> None:
        self._done = True
        self.join(5.0)


def test_a_tcp_line_that_dies_without_a_word_is_lost_and_found_again(board: Board) -> None:
    listener = TcpListener()
    board.take(listener)
    bridge = Bridge(TcpPort.named(listener.path))
    try:
        with opened(bridge.port, DEFAULT_TIMINGS) as (table, events):
            assert table.reset().result(10.0).ok
            bridge.silent = True
            until(lambda: not table.snapshot().link_up, 3.0)
            lost = [event for event in events if isinstance(event, LinkLost)]
            assert "nothing heard for 0.8 s" in lost[0].message
            bridge.silent = False
            until(lambda: table.snapshot().link_up)
            assert table.snapshot().needs_reset
    finally:
        bridge.finish()
