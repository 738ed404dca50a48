"""The page of the cameras on a server of its own, for a table that does not run yet."""

import asyncio
import contextlib
import signal
from collections.abc import Callable

from referee.display.camera_port import CamerasPort
from referee.display.roles import OPERATOR
from referee.display.server import create_cameras_app, serve
from referee.display.tokens import Tokens


async def serve_calibration(cameras: CamerasPort, address: tuple[str, int], announce: Callable[[str], object]) -> None:
    """Serve until SIGINT or SIGTERM. Raises DisplayError for a busy port."""
    tokens = Tokens.random([OPERATOR])
    server = await serve(create_cameras_app(cameras, tokens), *address)
    ending = asyncio.Event()
    loop = asyncio.get_running_loop()
    numbers = (signal.SIGINT, signal.SIGTERM)
    for number in numbers:
        loop.add_signal_handler(number, ending.set)
    try:
        announce(f"cameras          {server.url}cameras?token={tokens.of(OPERATOR)}")
        announce("pick the corners on that page and save; Ctrl-C ends")
        await ending.wait()
    finally:
        for number in numbers:
            with contextlib.suppress(RuntimeError):
                loop.remove_signal_handler(number)
        await server.stop()
