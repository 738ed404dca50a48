"""The page of the cameras on a server of its own, for a table that does not run yet."""

from collections.abc import Callable

from referee.daemon.ending import Ending, ended_by_signal
from referee.display.camera_port import CamerasPort
from referee.display.roles import OPERATOR
from referee.display.server import create_cameras_app, serve
from referee.display.tokens import Tokens


async def serve_calibration(cameras: CamerasPort, address: tuple[str, int], announce: Callable[[str], object]) -> None:
    """Serve until SIGINT or SIGTERM. Raises DisplayError for a busy port."""
    tokens = Tokens.random([OPERATOR])
    server = await serve(create_cameras_app(cameras, tokens), *address)
    ending = Ending()
    try:
        with ended_by_signal(ending):
            announce(f"cameras          {server.url}cameras?token={tokens.of(OPERATOR)}")
            announce("pick the corners on that page and save; Ctrl-C ends")
            await ending.asked.wait()
    finally:
        await server.stop()
