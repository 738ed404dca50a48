"""What a correction would change, before it is made; for the referee alone, since it shows what lies hidden."""

from typing import Any

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import JSONResponse

from referee.desk.commands import AnyCommand
from referee.desk.preview import PREVIEWED, consequences
from referee.desk.state import DeskState
from referee.display.command_json import read_command
from referee.display.errors import CommandError
from referee.display.roles import RoleKind
from referee.display.server.command_routes import body_of, sender_of
from referee.display.server.context import DisplayContext
from referee.display.server.doors import NO_STORE
from referee.display.server.security import is_own_origin
from referee.display.views import as_json
from referee.tiles import InputError


def preview_routes(context: DisplayContext) -> APIRouter:
    """The route `/api/preview`."""
    router = APIRouter()

    @router.post("/api/preview")
    async def preview(request: Request, role: str | None = None) -> JSONResponse:
        """A command as for `/api/commands`, but nothing is done: 200 with `changes`, 409 if it would be refused."""
        if not is_own_origin(request.headers):
            raise HTTPException(403, "this request comes from another site")
        sender = sender_of(context, request, role)
        if sender.kind is not RoleKind.REFEREE:
            raise HTTPException(403, f"{sender} may not look ahead: only the referee may")
        try:
            command = read_command(await body_of(request), sender)
        except CommandError as error:
            raise HTTPException(422, str(error)) from None
        if not isinstance(command, PREVIEWED):
            raise HTTPException(422, f"{command.act} changes nothing that could be shown before")
        told = _told(context.desk.state(), command)  # some milliseconds: no match is longer than a few hundred events
        return JSONResponse(told, 200 if told["done"] else 409, headers=NO_STORE)

    return router


def _told(state: DeskState, command: AnyCommand) -> dict[str, Any]:
    """The answer, in the form of an answer to a command."""
    told = {"done": False, "version": state.version, "facts": {}}
    if state.match is None or command.version != state.version:
        return told | {"code": "stale"}
    if command.act not in state.allowed:
        return told | {"code": "not_now", "facts": {"act": command.act}}
    try:
        found = consequences(state.match, command)
    except InputError as error:
        return told | {"code": "refused", "facts": {"text": str(error)}}
    return told | {"done": True, "code": "done", "changes": as_json(found.changes)}
