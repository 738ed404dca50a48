"""Runs the web server inside the event loop of the daemon: start and stop are coroutines, signals stay the daemon's.

The port is bound before anything else starts, so a busy one is a clear line at once and not a log entry later.
"""

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from typing import Final

import uvicorn
from fastapi import FastAPI

from referee.display.certificate import Certificate
from referee.display.errors import DisplayError

_SHUTDOWN_S: Final = 2  # uvicorn would wait for open WebSockets for ever
_START_S: Final = 10.0
_POLL_S: Final = 0.01
_MAX_MESSAGE_BYTES: Final = 4_096  # pages send nothing over the socket


class _QuietServer(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave SIGINT and SIGTERM to the daemon."""
        yield


class DisplayServer:
    """A web server that runs as one task of the current loop; made by `serve`."""

    def __init__(self, app: FastAPI, host: str, port: int, certificate: Certificate | None = None) -> None:
        """Binds the port. Raises DisplayError if it is busy, or if the certificate cannot be used."""
        if certificate is not None:
            certificate.check()
        self._scheme = "http" if certificate is None else "https"
        self._host = host
        self._socket = _bound(host, port)
        self._port = int(self._socket.getsockname()[1])
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            lifespan="on",
            timeout_graceful_shutdown=_SHUTDOWN_S,
            ws_max_size=_MAX_MESSAGE_BYTES,
            server_header=False,
            ssl_certfile=None if certificate is None else certificate.chain,
            ssl_keyfile=None if certificate is None else certificate.key,
        )
        self._server = _QuietServer(config)
        self._task: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        """The port it listens on; the one the system chose if 0 was asked for."""
        return self._port

    @property
    def url(self) -> str:
        """Where a browser on this machine finds the public page."""
        host = "127.0.0.1" if self._host in {"0.0.0.0", "::", ""} else self._host
        return f"{self._scheme}://{f'[{host}]' if ':' in host else host}:{self.port}/"

    async def start(self) -> None:
        """Start and return when requests are answered. Raises DisplayError if the application cannot start."""
        self._task = asyncio.create_task(self._server.serve(sockets=[self._socket]), name="display-server")
        async with asyncio.timeout(_START_S):
            while not self._server.started:
                if self._task.done():
                    self._socket.close()
                    raise DisplayError("the web server ended while it started: see the log lines before this one")
                await asyncio.sleep(_POLL_S)

    async def stop(self) -> None:
        """Close every connection and return when all is done, within about two seconds."""
        self._server.should_exit = True
        if self._task is not None:
            await self._task
            self._task = None
        self._socket.close()


async def serve(
    app: FastAPI, host: str = "127.0.0.1", port: int = 8017, certificate: Certificate | None = None
) -> DisplayServer:
    """Start the application in the running loop; `port` 0 lets the system choose. Raises DisplayError (busy port)."""
    server = DisplayServer(app, host, port, certificate)
    await server.start()
    return server


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # TCP named outright: else the loop takes it for another protocol and leaves Nagle on, 40 ms more for each answer
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise DisplayError(
            f"cannot listen on {host}:{port} ({reason}): stop the other program or choose another --port"
        ) from error
    listener.setblocking(False)
    return listener
