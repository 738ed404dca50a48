"""The one WebSocket of a page: the whole view on connect and on each change, and a heartbeat each second.

Nothing is read from it but its end; commands come by POST, where they get an answer. A page that does not take what is
sent within a few seconds is dropped, it will come back by itself.
"""

import asyncio
import contextlib
from typing import Final

from fastapi import APIRouter, HTTPException, WebSocket, WebSocketDisconnect

from referee.display.roles import PUBLIC
from referee.display.server.context import DisplayContext
from referee.display.server.feed import Listener
from referee.display.server.security import is_own_origin

MAX_SOCKETS: Final = 300
RESERVED_SOCKETS: Final = 20
"""Beyond the most, for those who run the table and play at it: no number of public pages keeps them out."""
HEARTBEAT_S: Final = 1.0
SEND_TIMEOUT_S: Final = 5.0

UNPROVEN: Final = 4401  # the page goes to the login
BAD_ROLE: Final = 4422
TOO_MANY: Final = 1013


def socket_routes(context: DisplayContext) -> APIRouter:
    """The route `/ws?role=...`."""
    router = APIRouter()

    @router.websocket("/ws")
    async def view_socket(socket: WebSocket) -> None:
        if not is_own_origin(socket.headers):
            await socket.close()  # before accepting: the browser sees a refused handshake
            return
        await socket.accept()
        try:
            role = context.asked_view(socket.query_params.get("role"))
        except HTTPException as error:
            await socket.close(BAD_ROLE, str(error.detail)[:100])
            return
        if not context.is_allowed(socket, role):
            await socket.close(UNPROVEN, "not signed in for this role")
            return
        most = MAX_SOCKETS if context.needed_for(role) == PUBLIC else MAX_SOCKETS + RESERVED_SOCKETS
        if context.feed.count >= most:
            await socket.close(TOO_MANY, f"{most} pages are open")
            return
        listener = context.feed.join(role)
        try:
            await _exchange(socket, context, listener)
        finally:
            context.feed.leave(listener)

    return router


async def _exchange(socket: WebSocket, context: DisplayContext, listener: Listener) -> None:
    """Send until the page goes away or is signed out; both directions are owned here and end together."""
    sender = asyncio.create_task(_send(socket, context, listener))
    reader = asyncio.create_task(_read_to_the_end(socket))
    try:
        await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (sender, reader):
            task.cancel()
        await asyncio.gather(sender, reader, return_exceptions=True)
    with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError, OSError):
        async with asyncio.timeout(1):
            signed_out = not context.is_allowed(socket, listener.role)
            await socket.close(*((UNPROVEN, "signed out") if signed_out else ()))


async def _send(socket: WebSocket, context: DisplayContext, listener: Listener) -> None:
    feed = context.feed
    while context.is_allowed(socket, listener.role):  # a token may be renewed while a page is open
        try:
            async with asyncio.timeout(HEARTBEAT_S):
                await listener.changed.wait()
            text = listener.take()
        except TimeoutError:
            text = feed.beat(listener.role)
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                await socket.send_text(text)
        except (TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            return


async def _read_to_the_end(socket: WebSocket) -> None:
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
