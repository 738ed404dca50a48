"""Commands over HTTP: in whose name one comes, whether that role may ask for it, and the desk's answer."""

import asyncio
from dataclasses import replace
from typing import Final

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import JSONResponse

from referee.display.command_json import command_adapter, may, read_command
from referee.display.errors import CommandError
from referee.display.roles import OPERATOR, PUBLIC, REFEREE, Role, RoleKind
from referee.display.server.context import DisplayContext, asked_role
from referee.display.server.doors import NO_STORE, token_of
from referee.display.server.security import is_own_origin
from referee.display.views import desk_version

MAX_BODY_BYTES: Final = 16_384
SUBMIT_TIMEOUT_S: Final = 10.0


def command_routes(context: DisplayContext) -> APIRouter:
    """The route `/api/commands`."""
    command_adapter()  # made now: the first command may be an emergency stop, which does not wait for it
    router = APIRouter()

    @router.post("/api/commands")
    async def commands(request: Request, role: str | None = None) -> JSONResponse:
        """One command. 200 done; 409 refused or stale, with a code; 422 malformed; 401 and 403 not yours to ask."""
        if not is_own_origin(request.headers):
            raise HTTPException(403, "this request comes from another site")
        sender = sender_of(context, request, role)
        try:
            command = read_command(await body_of(request), sender)
        except CommandError as error:
            raise HTTPException(422, str(error)) from None
        if not may(sender, command):
            raise HTTPException(403, f"{sender} may not ask for {command.act}")
        if sender.kind is RoleKind.PLAYER:
            command = replace(command, version=desk_version(context.desk.state().match, command.version))
        try:
            async with asyncio.timeout(SUBMIT_TIMEOUT_S):
                answer = await context.desk.submit(command)
        except TimeoutError:
            raise HTTPException(503, "the desk did not answer in time: look again before you repeat it") from None
        return JSONResponse(context.answer_for(sender, answer), 200 if answer.done else 409, headers=NO_STORE)

    return router


def sender_of(context: DisplayContext, request: Request, role: str | None) -> Role:
    """In whose name a command comes: the role named in the address, or else the one its token opens."""
    if role is not None:
        asked = asked_role(role)
        if asked == PUBLIC:
            raise HTTPException(403, "public may only look")
        context.require(request, asked)
        return REFEREE if asked == OPERATOR and OPERATOR not in context.proven(request) else asked
    token = token_of(request)
    proven = context.tokens.role_of(token) if token else None
    if proven is None:
        raise HTTPException(401, "name the role in the address (?role=operator) or send its token")
    return proven


async def body_of(request: Request) -> bytes:
    """The body of a request that holds one command. Raises 413 for a longer one."""
    chunks: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > MAX_BODY_BYTES:
            raise HTTPException(413, f"a command has at most {MAX_BODY_BYTES} bytes")
        chunks.append(chunk)
    return b"".join(chunks)
