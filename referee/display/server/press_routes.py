"""Acts at one press, for button boxes and Stream Decks: an address and a token, without a body or a state version.

What a page sends names the state that its user saw. A button's user looks at the table: the act is meant for now, but a
press that comes twice within a moment counts once, so that a bouncing switch credits nothing to the next hand.
"""

import asyncio
import json
from typing import Final

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import JSONResponse

from referee.display.command_json import COMMANDS, may, read_command
from referee.display.errors import CommandError
from referee.display.server.command_routes import SUBMIT_TIMEOUT_S, sender_of
from referee.display.server.context import DisplayContext
from referee.display.server.doors import NO_STORE
from referee.display.server.security import is_own_origin

BOUNCE_S: Final = 0.4
_HEARD: Final = frozenset({"token", "role"})


def press_routes(context: DisplayContext) -> APIRouter:
    """The route `/api/press/{act}`."""
    router = APIRouter()
    pressed_s: dict[tuple[str, str], float] = {}

    @router.post("/api/press/{act}")
    async def press(request: Request, act: str, role: str | None = None) -> JSONResponse:
        """An act with its fields in the address (`?seat=A`, `?tile=5m`, `?text=...`). Answers as `/api/commands`."""
        if not is_own_origin(request.headers):
            raise HTTPException(403, "this request comes from another site")
        sender = sender_of(context, request, role)
        if act not in COMMANDS:
            raise HTTPException(404, f"there is no act '{act[:40]}': expected {', '.join(sorted(COMMANDS))}")
        fields = {name: value for name, value in request.query_params.items() if name not in _HEARD}
        version = context.desk.state().version
        try:
            command = read_command(json.dumps({"act": act, "version": version, **fields}).encode(), sender)
        except CommandError as error:
            raise HTTPException(422, str(error)) from None
        if not may(sender, command):
            raise HTTPException(403, f"{sender} may not ask for {act}")
        button, now_s = (str(sender), request.url.path + str(sorted(fields.items()))), asyncio.get_running_loop().time()
        if now_s - pressed_s.get(button, -BOUNCE_S) < BOUNCE_S and act != "emergency_stop":
            raise HTTPException(429, "pressed twice at once: the first press counts")
        pressed_s[button] = now_s
        try:
            async with asyncio.timeout(SUBMIT_TIMEOUT_S):
                answer = await context.desk.submit(command)
        except TimeoutError:
            raise HTTPException(503, "the desk did not answer in time: look again before you repeat it") from None
        return JSONResponse(context.answer_for(sender, answer), 200 if answer.done else 409, headers=NO_STORE)

    return router
