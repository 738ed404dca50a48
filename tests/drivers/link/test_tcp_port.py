"""A controller behind a TCP port: names, refusals in one line, and connections that die without a word."""

import socket
import struct
import threading

import pytest

from drivers.link import tcp_port
from drivers.link.errors import LinkError, PortError, PortProblem, TransportLostError
from drivers.link.named_port import port_named
from drivers.link.serial_port import SerialPort
from drivers.link.tcp_listener import TcpListener
from drivers.link.tcp_port import TcpPort, TcpTransport


@pytest.mark.parametrize(
    ("name", "host", "number"),
    [
        ("tcp://192.168.1.20:4001", "192.168.1.20", 4001),
        ("tcp://serial-server.local:23", "serial-server.local", 23),
        ("tcp://[fe80::1]:4001", "fe80::1", 4001),
    ],
)
def test_a_name_is_read_and_said_as_it_was(name: str, host: str, number: int) -> None:
    port = port_named(name)
    assert port == TcpPort(host, number)
    assert port.name == name


@pytest.mark.parametrize(
    "name",
    [
        "tcp://",
        "tcp://host",
        "tcp://host:0",
        "tcp://host:70000",
        "tcp://host:x",
        "tcp://:4001",
        "tcp://host:1/path",
        "tcp://user@host:1",
        "tcp://[::1:4001",
        "tcp://host:1?baud=9600",
    ],
)
def test_a_bad_name_is_refused_with_an_example(name: str) -> None:
    with pytest.raises(LinkError, match="expected tcp://host:port, such as"):
        port_named(name)


def test_whatever_is_no_tcp_name_is_a_path() -> None:
    assert port_named("/dev/serial/by-id/usb-table") == SerialPort("/dev/serial/by-id/usb-table")


def test_a_port_that_nothing_listens_at_is_refused() -> None:
    listener = TcpListener()
    path = listener.path
    listener.close()
    with pytest.raises(PortError, match="nothing takes connections at tcp://127") as refused:
        port_named(path).open()
    assert refused.value.problem is PortProblem.REFUSED
    assert "\n" not in str(refused.value)


def test_a_host_that_is_not_known_says_so() -> None:
    with pytest.raises(PortError, match="is not known: check the name") as refused:
        TcpPort("no-such-host.invalid", 4001).open()
    assert refused.value.problem is PortProblem.MISSING


def test_a_name_server_that_never_answers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = threading.Event()

    def hang(*_: object, **__: object) -> list[object]:
        answer.wait(30.0)
        return []

    monkeypatch.setattr(tcp_port, "RESOLVE_S", 0.05)
    monkeypatch.setattr(socket, "getaddrinfo", hang)
    with pytest.raises(PortError) as refused:
        TcpPort("slow.example", 4001).open()
    answer.set()
    assert refused.value.problem is PortProblem.MISSING


def test_a_host_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A listener whose queue is full lets further connections wait for ever, as a host that is switched off does."""
    monkeypatch.setattr(tcp_port, "CONNECT_S", 0.1)
    monkeypatch.setattr(tcp_port, "RESOLVE_S", 0.1)
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        waiting = [socket.socket() for _ in range(3)]
        for one in waiting:
            one.setblocking(False)
            one.connect_ex(deaf.getsockname())
        with pytest.raises(PortError, match="cannot be reached: check that the serial server has power") as refused:
            TcpPort("127.0.0.1", deaf.getsockname()[1]).open()
        for one in waiting:
            one.close()
    assert refused.value.problem is PortProblem.UNREACHABLE


def test_a_reset_by_the_other_side_is_a_loss() -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        transport = TcpPort("127.0.0.1", server.getsockname()[1]).open()
        other, _ = server.accept()
        other.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        other.close()
        with pytest.raises(TransportLostError, match="check the network and the serial server's power"):
            read_until_lost(transport)
        transport.close()


def test_a_peer_that_takes_nothing_does_not_block_for_ever() -> None:
    listener = TcpListener()
    transport = TcpPort.named(listener.path).open()
    with pytest.raises(TransportLostError, match="takes no more bytes"):
        fill(transport)
    transport.close()
    listener.close()


def test_what_has_not_arrived_is_taken_back_at_the_end() -> None:
    """A command that was given up must not reach the table later: the other side sees a reset, not an orderly end."""
    with socket.socket() as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        server.bind(("127.0.0.1", 0))
        server.listen()
        transport = TcpPort("127.0.0.1", server.getsockname()[1]).open()
        other, _ = server.accept()
        with pytest.raises(TransportLostError):
            fill(transport)
        transport.close()
        other.settimeout(5.0)
        with pytest.raises(ConnectionResetError):
            receive_all(other)
        other.close()


def test_a_clean_end_is_an_orderly_one() -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        transport = TcpPort("127.0.0.1", server.getsockname()[1]).open()
        other, _ = server.accept()
        transport.write(b"stop")
        assert other.recv(10) == b"stop"
        transport.close()
        assert other.recv(10) == b""
        other.close()


def test_a_dead_connection_is_noticed_by_the_system_too() -> None:
    listener = TcpListener()
    transport = TcpPort.named(listener.path).open()
    line = transport._line
    assert line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
    assert 0 < line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) <= 5000
    assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 1
    transport.close()
    listener.close()


def read_until_lost(transport: TcpTransport) -> None:
    while True:
        transport.read(1.0)


def fill(transport: TcpTransport) -> None:
    for _ in range(1000):
        transport.write(bytes(1 << 16))


def receive_all(other: socket.socket) -> None:
    while other.recv(1 << 16):
        pass


def test_a_second_host_is_turned_away_until_the_first_is_gone() -> None:
    listener = TcpListener()
    port = port_named(listener.path)
    first = port.open()
    listener.read(0.1)
    second = port.open()
    listener.read(0.1)
    with pytest.raises(TransportLostError, match="the other side closed it"):
        second.read(1.0)
    second.close()
    first.close()
    listener.read(0.5)
    third = port.open()
    third.write(b"x")
    assert listener.read(1.0) == b"x"
    third.close()
    listener.close()


@pytest.mark.parametrize("number", [70_000, -1])
def test_a_port_that_cannot_be_offered_says_so(number: int) -> None:
    with pytest.raises(LinkError, match="can be offered"):
        TcpListener(number)


def test_a_port_that_is_taken_says_so() -> None:
    listener = TcpListener()
    with pytest.raises(LinkError, match="can be offered"):
        TcpListener(int(listener.path.rsplit(":", 1)[1]))
    listener.close()
