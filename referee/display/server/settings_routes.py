"""The configuration file over HTTP, for the referee: look, check, change, start anew. Files are read off the loop."""

import asyncio
from typing import Annotated, Final

from fastapi import APIRouter, HTTPException, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse

from referee.display.roles import REFEREE
from referee.display.server.doors import NO_STORE, Doors
from referee.display.server.security import is_own_origin
from referee.display.settings_port import SettingsAnswer, SettingsPort, SettingsView
from referee.display.views import as_json

_LONGEST_TEXT: Final = 200_000
_STATUS: Final = {"saved": 200, "stale": 409, "problems": 422, "not_written": 503}

_Mark = Annotated[str, Field(max_length=64)]
_Key = Annotated[str, Field(max_length=200)]
_Value = bool | int | Annotated[float, Field(allow_inf_nan=False)] | Annotated[str, Field(max_length=2_000)] | None


class _Sent(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ChangedValues(_Sent):
    """Fields to set, by key; `seen` is the mark of the file that was looked at."""

    values: dict[_Key, _Value] = Field(min_length=1, max_length=200)
    seen: _Mark


class ChangedText(_Sent):
    """A text in place of the file's."""

    text: str = Field(max_length=_LONGEST_TEXT)
    seen: _Mark


class CheckedText(_Sent):
    """A text that is only looked at."""

    text: str = Field(max_length=_LONGEST_TEXT)


def settings_routes(settings: SettingsPort, doors: Doors) -> APIRouter:
    """Routes below `/api/settings`."""
    router = APIRouter()

    @router.get("/api/settings")
    async def look(request: Request) -> JSONResponse:
        """The file as it stands, its values and its problems. 404 where the program runs without one."""
        doors.require(request, REFEREE)
        view = await asyncio.to_thread(settings.look)
        if view is None:
            raise HTTPException(404, "this program runs without a configuration file")
        return JSONResponse({**as_json(view), "may_start_anew": settings.may_start_anew()}, headers=NO_STORE)

    @router.post("/api/settings/check")
    async def check(request: Request, sent: CheckedText) -> JSONResponse:
        """What would be wrong with a text; an empty list if nothing is."""
        await _check(request)
        problems = await asyncio.to_thread(settings.check, sent.text)
        return JSONResponse([as_json(problem) for problem in problems], headers=NO_STORE)

    @router.post("/api/settings/values")
    async def change(request: Request, sent: ChangedValues) -> JSONResponse:
        """Set fields, all of them or none. 409 if the file has changed meanwhile, 422 with what is wrong."""
        await _check(request)
        return _answer(await asyncio.to_thread(settings.change, sent.values, sent.seen))

    @router.post("/api/settings/text")
    async def replace(request: Request, sent: ChangedText) -> JSONResponse:
        """Write a text in place of the file's, under the same conditions."""
        await _check(request)
        return _answer(await asyncio.to_thread(settings.replace, sent.text, sent.seen))

    @router.post("/api/settings/start")
    async def start_anew(request: Request) -> JSONResponse:
        """End the program in order and start it with the file as it stands. 409 while a deal runs, or with problems."""
        view = await _check(request)
        if not settings.may_start_anew():
            return JSONResponse({"code": "deal_runs"}, 409, headers=NO_STORE)
        if view.problems:
            return _answer(SettingsAnswer("problems", view.problems))
        settings.start_anew()
        return JSONResponse({"code": "starting"}, 202, headers=NO_STORE)

    async def _check(request: Request) -> SettingsView:
        if not is_own_origin(request.headers):
            raise HTTPException(403, "this request comes from another site")
        doors.require(request, REFEREE)
        view = await asyncio.to_thread(settings.look)
        if view is None:
            raise HTTPException(404, "this program runs without a configuration file")
        return view

    return router


def _answer(answer: SettingsAnswer) -> JSONResponse:
    return JSONResponse(as_json(answer), _STATUS[answer.code], headers=NO_STORE)
