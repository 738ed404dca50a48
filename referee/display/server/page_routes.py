"""The pages themselves. A page for a role is only sent to whoever proved the role."""

from collections.abc import Mapping

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import Response

from referee.display.roles import COMMENTATOR, OPERATOR, REFEREE, Role, player
from referee.display.server.context import DisplayContext
from referee.display.server.files import PageFile, answer_with
from referee.game import Seat


def page_routes(context: DisplayContext, pages: Mapping[str, PageFile]) -> APIRouter:
    """Routes of pages; `pages` are all files by path."""
    router = APIRouter(include_in_schema=False)

    def guarded(request: Request, role: Role, page: str) -> Response:
        return context.doors.page(request, role, pages[page])

    @router.get("/")
    async def public_page(request: Request) -> Response:
        return answer_with(pages["public.html"], request)

    @router.get("/rules")
    async def rules_page(request: Request) -> Response:
        return answer_with(pages["rules.html"], request)

    @router.get("/login")
    async def login_page(request: Request) -> Response:
        return answer_with(pages["login.html"], request)

    @router.get("/operator")
    async def operator_page(request: Request) -> Response:
        return guarded(request, OPERATOR, "operator.html")

    @router.get("/setup")
    async def setup_page(request: Request) -> Response:
        return guarded(request, OPERATOR, "setup.html")

    @router.get("/cameras")
    async def cameras_page(request: Request) -> Response:
        return guarded(request, OPERATOR, "cameras.html")

    @router.get("/matches")
    async def matches_page(request: Request) -> Response:
        return guarded(request, OPERATOR, "matches.html")

    @router.get("/sheet")
    async def sheet_page(request: Request) -> Response:
        return guarded(request, OPERATOR, "sheet.html")

    @router.get("/replay")
    async def replay_page(request: Request) -> Response:
        return guarded(request, OPERATOR, "replay.html")

    @router.get("/referee")
    async def referee_page(request: Request) -> Response:
        return guarded(request, REFEREE, "referee.html")

    @router.get("/commentator")
    async def commentator_page(request: Request) -> Response:
        return guarded(request, COMMENTATOR, "commentator.html")

    @router.get("/player/{seat}")
    async def player_page(request: Request, seat: str) -> Response:
        if seat not in {str(known) for known in Seat}:
            raise HTTPException(404, f"there is no seat '{seat[:10]}'")
        return guarded(request, player(Seat(seat)), "player.html")

    return router
