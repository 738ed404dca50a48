"""A controller behind a TCP port, such as a serial server or a Wi-Fi bridge offers: raw bytes, nothing else.

The name is resolved anew at each opening. A connection whose other side is gone without a word (cable, power, a bridge
that restarted) is noticed by the protocol's own heartbeats within a second; the socket's options below let the system
come to the same end by itself.
"""

import contextlib
import errno
import fcntl
import select
import socket
import struct
import termios
import time
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from drivers.link.deadline import run_within
from drivers.link.errors import LinkError, PortError, PortProblem, TransportLostError
from drivers.link.waker import Waker

SCHEME: Final = "tcp://"
RESOLVE_S: Final = 1.0
CONNECT_S: Final = 1.0
WRITE_TIMEOUT_S: Final = 0.3
_SILENT_MS: Final = 2000
_AWAY: Final = (errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ENETDOWN, errno.EHOSTDOWN, errno.ETIMEDOUT)


@dataclass(frozen=True, slots=True)
class TcpPort:
    """A port named `tcp://host:port`; `host` is a name, an IPv4 address, or an IPv6 address without brackets."""

    host: str
    number: int

    @classmethod
    def named(cls, name: str) -> "TcpPort":
        """The port of a name. Raises LinkError if it is no `tcp://host:port`."""
        try:
            parts = urlsplit(name)
            host, number = parts.hostname, parts.port
            rest = parts.username or parts.path or parts.query or parts.fragment
        except ValueError:
            host, number, rest = None, None, None
        if not name.startswith(SCHEME) or not host or not number or rest:
            raise LinkError(f"'{name}' is no TCP port: expected tcp://host:port, such as tcp://192.168.1.20:4001")
        return cls(host, number)

    @property
    def name(self) -> str:
        """The name as configured."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{SCHEME}{host}:{self.number}"

    def open(self) -> "TcpTransport":
        """Connect, within two seconds. Raises PortError."""
        deadline_s = time.monotonic() + RESOLVE_S + CONNECT_S
        addresses = self._addresses()
        failure: OSError | None = None
        for place, (family, address) in enumerate(addresses):
            share_s = (deadline_s - time.monotonic()) / (len(addresses) - place)
            line = socket.socket(family, socket.SOCK_STREAM)
            try:
                line.settimeout(max(0.05, min(CONNECT_S, share_s)))
                line.connect(address)
                set_options(line)
                return TcpTransport(line, self.name)
            except OSError as error:
                line.close()
                failure = error
        raise self._refusal(failure) from failure

    def programs(self) -> tuple[str, ...]:
        """Other programs on this line: nobody can tell from here."""
        return ()

    def _addresses(self) -> list[tuple[socket.AddressFamily, tuple[object, ...]]]:
        try:
            found = run_within(
                lambda: socket.getaddrinfo(self.host, self.number, type=socket.SOCK_STREAM), RESOLVE_S, "table-resolve"
            )
        except (OSError, UnicodeError) as error:  # a time-out is an OSError as well
            raise PortError(
                PortProblem.MISSING,
                f"the host of the port {self.name} is not known: check the name, or give the address in numbers",
            ) from error
        return [(family, address) for family, _, _, _, address in found]

    def _refusal(self, error: OSError | None) -> PortError:
        code = None if error is None else error.errno
        if code == errno.ECONNREFUSED:
            text = "check its port number, and that no other program holds its connection"
            return PortError(PortProblem.REFUSED, f"nothing takes connections at {self.name}: {text}")
        if isinstance(error, TimeoutError) or code in _AWAY:
            text = "check that the serial server has power and is in this network"
            return PortError(PortProblem.UNREACHABLE, f"the port {self.name} cannot be reached: {text}")
        return PortError(PortProblem.FAILED, f"the port {self.name} cannot be opened: {error}")


class TcpTransport:
    """An open connection."""

    def __init__(self, line: socket.socket, name: str) -> None:
        self._line = line
        self._name = name
        self._waker = Waker()
        line.setblocking(False)

    def read(self, timeout_s: float) -> bytes:
        """Bytes as they come. Raises TransportLostError once the other side has closed or cannot be reached."""
        try:
            if not self._waker.wait(self._line.fileno(), timeout_s):
                return b""
            data = self._line.recv(4096)
        except BlockingIOError:
            return b""
        except (OSError, ValueError) as error:  # ValueError: closed meanwhile, and so without a descriptor
            raise self._lost(str(error)) from error
        if not data:
            raise self._lost("the other side closed it")
        return data

    def write(self, data: bytes) -> None:
        """Write all bytes. Raises TransportLostError when that does not succeed within WRITE_TIMEOUT_S."""
        deadline_s = time.monotonic() + WRITE_TIMEOUT_S
        left = memoryview(data)
        while left:
            try:
                left = left[self._line.send(left) :]
            except BlockingIOError as error:
                wait_s = deadline_s - time.monotonic()
                if wait_s <= 0:
                    raise self._lost("it takes no more bytes") from error
                poll = select.poll()
                poll.register(self._line.fileno(), select.POLLOUT)
                poll.poll(wait_s * 1000)
            except (OSError, ValueError) as error:
                raise self._lost(str(error)) from error

    def wake(self) -> None:
        """Let a waiting `read` return."""
        self._waker.wake()

    def close(self) -> None:
        """End the connection. What has not arrived by now is taken back: a command must not arrive later."""
        with contextlib.suppress(OSError, ValueError):
            if _unsent(self._line):
                self._line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._line.close()
        self._waker.close()

    def _lost(self, why: str) -> TransportLostError:
        return TransportLostError(
            f"the connection to {self._name} is lost ({why}): check the network and the serial server's power"
        )


def set_options(line: socket.socket) -> None:
    """What both ends of such a line want: no waiting for fuller packets, and a silent peer is gone after seconds."""
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # an emergency stop waits for no fuller packet
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 1)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 1)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 2)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _SILENT_MS)


def _unsent(line: socket.socket) -> int:
    """How many bytes were written and are not known to have arrived."""
    answer = fcntl.ioctl(line.fileno(), termios.TIOCOUTQ, bytes(4))
    return int(struct.unpack("i", answer)[0])
