"""The pages themselves. A page for a role is only sent to whoever proved the role."""

from collections.abc import Mapping
from typing import Final

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import Response

from referee.display.page_files import PageFile
from referee.display.roles import COMMENTATOR, OPERATOR, REFEREE, Role, player
from referee.display.server.context import DisplayContext
from referee.display.server.file_answer import answer_with
from referee.game import Seat

_OPEN: Final = {"/": "public.html", "/rules": "rules.html", "/login": "login.html"}
_GUARDED: Final = {
    "/operator": OPERATOR,
    "/setup": OPERATOR,
    "/cameras": OPERATOR,
    "/matches": OPERATOR,
    "/sheet": OPERATOR,
    "/replay": OPERATOR,
    "/referee": REFEREE,
    "/settings": REFEREE,
    "/commentator": COMMENTATOR,
}
"""The role that opens each page; its file has the same name."""


def page_routes(context: DisplayContext, pages: Mapping[str, PageFile]) -> APIRouter:
    """Routes of pages; `pages` are all files by path."""
    router = APIRouter(include_in_schema=False)

    def add_open(path: str, file: PageFile) -> None:
        @router.get(path)
        async def page(request: Request) -> Response:
            return answer_with(file, request)

    def add_guarded(path: str, role: Role, file: PageFile) -> None:
        @router.get(path)
        async def page(request: Request) -> Response:
            return context.doors.page(request, role, file)

    for path, name in _OPEN.items():
        add_open(path, pages[name])
    for path, role in _GUARDED.items():
        add_guarded(path, role, pages[f"{path[1:]}.html"])

    @router.get("/player/{seat}")
    async def player_page(request: Request, seat: str) -> Response:
        if seat not in {str(known) for known in Seat}:
            raise HTTPException(404, f"there is no seat '{seat[:10]}'")
        return context.doors.page(request, player(Seat(seat)), pages["player.html"])

    return router
