"""Signing in and out: a token becomes a cookie, and wrong guesses cost time."""

import asyncio
from typing import Final

from fastapi import APIRouter, HTTPException, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from referee.display.server.context import asked_role
from referee.display.server.doors import Doors
from referee.display.server.security import is_own_origin

_FAILED_LOGIN_S: Final = 0.5  # each wrong guess costs its sender this long
_MAX_WAITING: Final = 8  # so many wrong guesses may be held at once; more are refused


class Login(BaseModel):
    """What the login page sends."""

    model_config = ConfigDict(extra="forbid")
    role: str = Field(max_length=20)
    token: str = Field(max_length=200)


def login_routes(doors: Doors) -> APIRouter:
    """The routes `/api/login` and `/api/logout`."""
    router = APIRouter(include_in_schema=False)
    waiting = asyncio.Semaphore(_MAX_WAITING)

    @router.post("/api/login")
    async def login(request: Request, given: Login) -> Response:
        if not is_own_origin(request.headers):
            raise HTTPException(403, "this request comes from another site")
        role = asked_role(given.role)
        if doors.tokens.role_of(given.token) != role:
            if waiting.locked():
                raise HTTPException(429, "too many wrong tokens at once: wait a moment")
            async with waiting:
                await asyncio.sleep(_FAILED_LOGIN_S)
            raise HTTPException(401, f"this is not the token of {role}")
        return doors.signed_in(request, role, JSONResponse({"role": str(role)}))

    @router.post("/api/logout")
    async def logout(request: Request) -> Response:
        if not is_own_origin(request.headers):
            raise HTTPException(403, "this request comes from another site")
        answer = JSONResponse({"signed_in": False})
        for role in doors.tokens.roles:
            answer.delete_cookie(doors.tokens.cookie_name(role))
        return answer

    return router
