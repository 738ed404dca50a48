"""The server end of a control channel: a Unix socket, JSON lines, many clients. Runs in its owner's loop.

A client that does not read is cut off once a mebibyte waits for it; one that sends a line over 64 KiB at once.
"""

import contextlib
import json
import selectors
import socket
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from drivers.simulator.control_lines import MAX_LINE, Facts, Request, parse_request
from referee.tiles.errors import InputError

_MAX_WAITING: Final = 1 << 20
_LONGEST_PATH: Final = 100


class _Client:
    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.received = bytearray()
        self.waiting = bytearray()
        self.subscribed = False


class ControlSocket:
    """Listens at `path`; `answer` carries a request out and may raise InputError."""

    def __init__(self, path: Path, selector: selectors.BaseSelector, answer: Callable[[Request], Facts]) -> None:
        if len(str(path).encode()) > _LONGEST_PATH:
            raise InputError(f"the path {path} is too long for a socket: at most {_LONGEST_PATH} bytes")
        self.path = path
        self._selector = selector
        self._answer = answer
        self._clients: dict[socket.socket, _Client] = {}
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._listener.setblocking(False)
            self._listener.bind(str(path))
            self._listener.listen(8)
        except OSError as error:
            self._listener.close()
            raise InputError(f"the control socket {path} cannot be opened: {error.strerror}") from error
        selector.register(self._listener, selectors.EVENT_READ, self)

    def ready(self, source: socket.socket) -> None:
        """A descriptor of ours can be read or written."""
        if source is self._listener:
            self._accept()
            return
        client = self._clients.get(source)
        if client is not None:
            self._receive(client)
            self._flush(client)

    def publish(self, changes: Iterable[Facts]) -> None:
        """Tell subscribers what happened, one line a change."""
        for change in changes:
            line = _line(change)
            for client in tuple(self._clients.values()):
                if client.subscribed:
                    self._send(client, line)

    def close(self) -> None:
        """Cut everybody off and take the socket away."""
        for client in tuple(self._clients.values()):
            self._drop(client)
        self._selector.unregister(self._listener)
        self._listener.close()
        self.path.unlink(missing_ok=True)

    def _accept(self) -> None:
        with contextlib.suppress(BlockingIOError):
            connection, _ = self._listener.accept()
            connection.setblocking(False)
            self._clients[connection] = _Client(connection)
            self._selector.register(connection, selectors.EVENT_READ, self)

    def _receive(self, client: _Client) -> None:
        try:
            data = client.connection.recv(65_536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._drop(client)
            return
        client.received += data
        while (end := client.received.find(b"\n")) >= 0:
            line = bytes(client.received[:end])
            del client.received[: end + 1]
            self._send(client, _line(self._reply(client, line)))
        if len(client.received) > MAX_LINE:
            self._drop(client)

    def _reply(self, client: _Client, line: bytes) -> Facts:
        reply: Facts = {}
        try:
            request = parse_request(line)
            if "id" in request:
                reply["id"] = request["id"]
            if request.get("do") == "subscribe":
                client.subscribed = True
                return {**reply, "ok": True}
            return {**reply, "ok": True, **self._answer(request)}
        except InputError as error:
            return {**reply, "ok": False, "error": str(error)}

    def _send(self, client: _Client, line: bytes) -> None:
        client.waiting += line
        if len(client.waiting) > _MAX_WAITING:
            self._drop(client)
        else:
            self._flush(client)

    def _flush(self, client: _Client) -> None:
        if client.connection not in self._clients:
            return
        try:
            while client.waiting:
                del client.waiting[: client.connection.send(client.waiting)]
        except BlockingIOError:
            pass
        except OSError:
            self._drop(client)
            return
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if client.waiting else 0)
        self._selector.modify(client.connection, wanted, self)

    def _drop(self, client: _Client) -> None:
        if self._clients.pop(client.connection, None) is not None:
            self._selector.unregister(client.connection)
            client.connection.close()


def _line(facts: Facts) -> bytes:
    return json.dumps(facts, separators=(",", ":")).encode() + b"\n"
