"""The pages themselves and their files.

A page for a role is only sent to whoever proved the role; `?token=` in its address signs in once and disappears.
"""

from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import RedirectResponse, Response

from referee.display.roles import COMMENTATOR, OPERATOR, REFEREE, Role, player
from referee.display.server.context import DisplayContext
from referee.display.server.files import answer_with, load_pages
from referee.display.server.login_routes import with_cookie
from referee.game import Seat


def page_routes(context: DisplayContext) -> APIRouter:
    """Routes of pages and files."""
    router = APIRouter(include_in_schema=False)
    pages = load_pages()

    def guarded(request: Request, role: Role, page: str) -> Response:
        token = request.query_params.get("token")
        if token:
            return _signed_in_by_address(context, request, role, token)
        if not context.is_allowed(request, role):
            question = urlencode({"role": str(role), "next": request.url.path})
            return RedirectResponse(f"/login?{question}", 303)
        return answer_with(pages[page], request)

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

    @router.get("/static/{path:path}")
    async def page_files(request: Request, path: str) -> Response:
        file = pages.get(path)
        if file is None or path.endswith(".html"):
            raise HTTPException(404, "no such file")
        return answer_with(file, request)

    return router


def _signed_in_by_address(context: DisplayContext, request: Request, role: Role, token: str) -> Response:
    """Turn `?token=` into a cookie and drop it from the address, so that it stays in no history."""
    path = request.url.path
    rest = urlencode([(name, value) for name, value in request.query_params.multi_items() if name != "token"])
    proven = context.tokens.role_of(token)
    if proven is None or not proven.covers(role):
        return RedirectResponse(f"/login?{urlencode({'role': str(role), 'next': path, 'wrong': '1'})}", 303)
    return with_cookie(context, request, proven, RedirectResponse(f"{path}?{rest}" if rest else path, 303))
