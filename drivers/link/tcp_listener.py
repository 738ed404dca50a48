"""The device end of a TCP line, as a serial server offers it: the firmware twin speaks through it.

One host at a time. The first one has the line until it is gone; another that comes meanwhile is turned away at once.
Like a wire it loses what nobody reads.
"""

import contextlib
import errno
import select
import socket
from typing import Final

from drivers.link.errors import LinkError, TransportLostError
from drivers.link.tcp_port import SCHEME, set_options
from drivers.link.waker import Waker

_GONE: Final = (errno.ECONNRESET, errno.ETIMEDOUT, errno.EPIPE)


class TcpListener:
    """Listens from its making to `close`. `path` is the name that a host opens it by. Raises LinkError if it cannot."""

    def __init__(self, number: int = 0, host: str = "127.0.0.1") -> None:
        self._listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._listener.bind((host, number))
            self._listener.listen()
        except (OSError, OverflowError) as error:
            self._listener.close()
            raise LinkError(f"no port {SCHEME}{host}:{number} can be offered: {error}") from error
        self._listener.setblocking(False)
        self.path = f"{SCHEME}{host}:{self._listener.getsockname()[1]}"
        self._host: socket.socket | None = None
        self._epoll = select.epoll()
        self._epoll.register(self._listener, select.EPOLLIN)
        self._waker = Waker()
        self._closed = False

    def fileno(self) -> int:
        """The one descriptor to wait for: it is ready when a host or bytes have come."""
        return self._epoll.fileno()

    def read(self, timeout_s: float) -> bytes:
        """Bytes as they come, none while no host is there. Raises TransportLostError after `close`."""
        if self._closed:
            raise TransportLostError(f"the port {self.path} is closed")
        if not self._waker.wait(self._epoll.fileno(), timeout_s):
            return b""
        self._accept()
        return self._receive()

    def write(self, data: bytes) -> None:
        """Write what fits; the rest is lost, as on a wire without a reader."""
        if self._closed:
            raise TransportLostError(f"the port {self.path} is closed")
        if self._host is not None:
            try:
                self._host.send(data)
            except BlockingIOError:
                pass
            except OSError:
                self._hang_up()

    def wake(self) -> None:
        """Let a waiting `read` return."""
        self._waker.wake()

    def close(self) -> None:
        """Hang up and listen no more."""
        if self._closed:
            return
        self._closed = True
        self._hang_up()
        self._epoll.close()
        self._listener.close()
        self._waker.close()

    def _accept(self) -> None:
        with contextlib.suppress(BlockingIOError):
            host, _ = self._listener.accept()
            if self._host is not None:
                host.close()
                return
            host.setblocking(False)
            set_options(host)
            self._host = host
            self._epoll.register(host, select.EPOLLIN)

    def _receive(self) -> bytes:
        if self._host is None:
            return b""
        try:
            data = self._host.recv(4096)
        except BlockingIOError:
            return b""
        except OSError as error:
            if error.errno not in _GONE:
                raise TransportLostError(f"the port {self.path} failed: {error}") from error
            data = b""
        if not data:
            self._hang_up()
        return data

    def _hang_up(self) -> None:
        host, self._host = self._host, None
        if host is not None:
            self._epoll.unregister(host)
            host.close()
