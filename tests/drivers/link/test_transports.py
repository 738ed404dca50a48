"""Every kind of line keeps the same promises: serial over a pseudo-terminal, TCP, memory; plain, and through faults."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from drivers.link.check import ask_identity
from drivers.link.controller_session import ControllerSession, Identity
from drivers.link.errors import TransportLostError
from drivers.link.faulty_line import LineFaults
from drivers.link.faulty_port import FaultyPort
from drivers.link.memory import MemoryPort, MemoryTransport, memory_pair
from drivers.link.named_port import port_named
from drivers.link.pseudo_terminal import PseudoTerminal
from drivers.link.tcp_listener import TcpListener
from drivers.link.transport import Port, Transport

ALL_BYTES = bytes(range(256))


@dataclass
class Line:
    """A line of one kind: the port that the host opens, and the device's end once it is open."""

    port: Port
    device: Callable[[], Transport]


def _serial() -> Iterator[Line]:
    terminal = PseudoTerminal()
    yield Line(port_named(terminal.path), lambda: terminal)
    terminal.close()


def _tcp() -> Iterator[Line]:
    listener = TcpListener()
    yield Line(port_named(listener.path), lambda: listener)
    listener.close()


def _memory() -> Iterator[Line]:
    ends: list[MemoryTransport] = []

    def plug() -> MemoryTransport:
        near, far = memory_pair()
        ends.append(far)
        return near

    yield Line(MemoryPort(plug), lambda: ends[-1])
    for end in ends:
        end.close()


KINDS = {"serial": _serial, "tcp": _tcp, "memory": _memory}


@pytest.fixture(params=KINDS)
def line(request: pytest.FixtureRequest) -> Iterator[Line]:
    yield from KINDS[request.param]()


def read_all(end: Transport, size: int) -> bytes:
    data = b""
    for _ in range(100):
        data += end.read(0.1)
        if len(data) >= size:
            break
    return data


def read_until_lost(transport: Transport) -> None:
    while True:
        transport.read(1.0)


def write_until_lost(transport: Transport) -> None:
    for _ in range(50):
        transport.write(b"x")


def test_all_bytes_go_both_ways_as_they_are(line: Line) -> None:
    transport = line.port.open()
    device = line.device()
    device.read(0.0)  # a TCP line is there once it is looked at
    transport.write(ALL_BYTES * 4)
    assert read_all(device, 1024) == ALL_BYTES * 4
    device.write(ALL_BYTES * 4)
    assert read_all(transport, 1024) == ALL_BYTES * 4
    transport.close()


def test_a_read_ends_when_it_is_woken_and_when_its_time_is_up(line: Line) -> None:
    transport = line.port.open()
    assert transport.read(0.001) == b""
    waiting = threading.Event()
    done: list[bytes] = []

    def read() -> None:
        waiting.set()
        done.append(transport.read(60.0))

    reader = threading.Thread(target=read)
    reader.start()
    assert waiting.wait(5.0)
    transport.wake()
    reader.join(5.0)
    assert done == [b""]
    transport.close()
    transport.wake()


def test_the_device_going_away_is_a_loss_and_never_an_end_of_silence(line: Line) -> None:
    transport = line.port.open()
    line.device().read(0.0)
    line.device().close()
    with pytest.raises(TransportLostError) as lost:
        read_until_lost(transport)
    assert "\n" not in str(lost.value)
    with pytest.raises(TransportLostError):
        write_until_lost(transport)
    transport.close()


def test_a_line_can_be_closed_twice_and_opened_again(line: Line) -> None:
    for _ in range(3):
        transport = line.port.open()
        device = line.device()
        device.read(0.0)
        transport.write(b"hello")
        assert read_all(device, 5) == b"hello"
        transport.close()
        transport.close()
        if not isinstance(device, MemoryTransport):  # that one is gone for good
            device.read(0.05)


def test_a_closed_line_raises_and_does_not_hang(line: Line) -> None:
    transport = line.port.open()
    transport.close()
    with pytest.raises(TransportLostError):
        transport.read(1.0)
    with pytest.raises(TransportLostError):
        transport.write(b"x")


def test_the_name_is_the_configured_one_and_nobody_else_is_on_it(line: Line) -> None:
    assert line.port.name
    transport = line.port.open()
    assert line.port.programs() == ()
    transport.close()


BAD = {
    "good": LineFaults(),
    "one byte at a time": LineFaults(one_byte=True),
    "a fifth of the writes lost": LineFaults(lost_writes=0.2),
    "one byte in a hundred damaged": LineFaults(damaged_bytes=0.01),
    "late": LineFaults(delay_s=0.01, jitter_s=0.01),
    "doubled and swapped": LineFaults(doubled_writes=0.2, swapped_writes=0.2),
}


@pytest.mark.parametrize("name", BAD)
def test_a_controller_is_known_by_its_hello_over_every_line(line: Line, name: str) -> None:
    board = Answerer(line)
    board.start()
    try:
        reply = ask_identity(FaultyPort(line.port, BAD[name], seed=3), "table-7", timeout_s=20.0)
        assert (reply.unit_id, reply.firmware) == ("table-7", "fw 1")
    finally:
        board.end()


class Answerer(threading.Thread):
    """A controller that answers at the device's end of a line, whoever opens it."""

    def __init__(self, line: Line) -> None:
        super().__init__(name="answerer")
        self._line = line
        self._session = ControllerSession(Identity("table-7", "fw 1", 1, 0), 0.0)
        self._done = threading.Event()

    def run(self) -> None:
        while not self._done.is_set():
            try:
                end = self._line.device()
                self._session.receive(end.read(0.01), 0.0)
                end.write(self._session.take_output())
            except (TransportLostError, IndexError):  # not opened yet, or over
                self._done.wait(0.01)

    def end(self) -> None:
        self._done.set()
        self.join(5.0)
