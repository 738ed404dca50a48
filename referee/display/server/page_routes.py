"""The pages themselves, their files, and signing in and out.

A page for a role is only sent to whoever proved the role; `?token=` in its address signs in once and disappears.
"""

import asyncio
from typing import Final
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, RedirectResponse, Response

from referee.display.roles import OPERATOR, REFEREE, Role, player
from referee.display.server.context import DisplayContext, asked_role
from referee.display.server.files import answer_with, load_pages
from referee.display.server.security import is_own_origin
from referee.game import Seat

_COOKIE_AGE_S: Final = 90 * 24 * 3600
_FAILED_LOGIN_S: Final = 0.5  # each wrong guess costs its sender this long
_MAX_WAITING: Final = 8  # so many wrong guesses may be held at once; more are refused


class Login(BaseModel):
    """What the login page sends."""

    model_config = ConfigDict(extra="forbid")
    role: str = Field(max_length=20)
    token: str = Field(max_length=200)


def page_routes(context: DisplayContext) -> APIRouter:
    """Routes of pages, files and login."""
    router = APIRouter(include_in_schema=False)
    pages = load_pages()
    waiting = asyncio.Semaphore(_MAX_WAITING)

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

    @router.post("/api/login")
    async def login(request: Request, given: Login) -> Response:
        if not is_own_origin(request.headers):
            raise HTTPException(403, "this request comes from another site")
        role = asked_role(given.role)
        if context.tokens.role_of(given.token) != role:
            if waiting.locked():
                raise HTTPException(429, "too many wrong tokens at once: wait a moment")
            async with waiting:
                await asyncio.sleep(_FAILED_LOGIN_S)
            raise HTTPException(401, f"this is not the token of {role}")
        return _with_cookie(context, request, role, JSONResponse({"role": str(role)}))

    @router.post("/api/logout")
    async def logout(request: Request) -> Response:
        if not is_own_origin(request.headers):
            raise HTTPException(403, "this request comes from another site")
        answer = JSONResponse({"signed_in": False})
        for role in context.tokens.roles:
            answer.delete_cookie(context.tokens.cookie_name(role))
        return answer

    return router


def _signed_in_by_address(context: DisplayContext, request: Request, role: Role, token: str) -> Response:
    """Turn `?token=` into a cookie and drop it from the address, so that it stays in no history."""
    path = request.url.path
    rest = urlencode([(name, value) for name, value in request.query_params.multi_items() if name != "token"])
    proven = context.tokens.role_of(token)
    if proven is None or not proven.covers(role):
        return RedirectResponse(f"/login?{urlencode({'role': str(role), 'next': path, 'wrong': '1'})}", 303)
    return _with_cookie(context, request, proven, RedirectResponse(f"{path}?{rest}" if rest else path, 303))


def _with_cookie(context: DisplayContext, request: Request, role: Role, answer: Response) -> Response:
    answer.set_cookie(
        context.tokens.cookie_name(role),
        context.tokens.cookie_value(role) or "",
        max_age=_COOKIE_AGE_S,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return answer
