"""The kept matches over HTTP: the list, a match's score sheet, its deals step by step, and its record.

A match that goes on is the referee's alone: its finished deals show hands that the players have not laid open. One that
is over is open to the operator.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import JSONResponse, Response

from referee.display.archive import Archive
from referee.display.roles import OPERATOR, REFEREE
from referee.display.server.context import DisplayContext
from referee.display.server.doors import NO_STORE
from referee.display.server.security import is_own_origin
from referee.display.views import as_json
from referee.display.views.replay import replay_steps
from referee.display.views.score_sheet import score_sheet
from referee.game import Event, Match, fold
from referee.journal import JournalError, from_record17, to_record17
from referee.tiles import InputError

MAX_RECORD_BYTES: Final = 2_000_000
"""Of a record that is sent to be replayed; the longest match takes a tenth of it."""


def archive_routes(archive: Archive, context: DisplayContext) -> APIRouter:
    """Routes below `/api/matches`, and `/api/replay` for a record from elsewhere."""
    router = APIRouter()

    def opened(request: Request, match_id: str) -> tuple[tuple[Event, ...], Match]:
        context.require(request, OPERATOR)
        try:
            events = archive.events(match_id)
            match = fold(events)
        except InputError as error:
            raise HTTPException(404, str(error)) from None
        if match.setup is None:
            raise HTTPException(404, f"the opening of match '{match_id[:60]}' was undone")
        if not match.ended:
            context.require(request, REFEREE)
        return events, match

    def titles(match: Match) -> Mapping[str, str]:
        """Of the rule set, as this house has it; none for one that it does not know."""
        name = "" if match.setup is None else match.setup.rules
        return next((known.title for known in context.desk.rule_sets() if known.name == name), {})

    @router.get("/api/matches")
    def matches(request: Request) -> JSONResponse:
        """The newest matches, newest first."""
        context.require(request, OPERATOR)
        try:
            kept = archive.matches()
        except JournalError as error:
            raise HTTPException(503, str(error)) from None
        return JSONResponse({"matches": as_json(kept)}, headers=NO_STORE)

    @router.get("/api/matches/{match_id}")
    def sheet(request: Request, match_id: str) -> JSONResponse:
        """The score sheet of a match."""
        _, match = opened(request, match_id)
        return JSONResponse(as_json(score_sheet(match, titles(match))), headers=NO_STORE)

    @router.get("/api/matches/{match_id}/deals/{number}")
    def steps(request: Request, match_id: str, number: int) -> JSONResponse:
        """One deal, step by step."""
        events, _ = opened(request, match_id)
        return JSONResponse({"steps": _steps(events, number)}, headers=NO_STORE)

    @router.get("/api/matches/{match_id}/record")
    def record(request: Request, match_id: str) -> Response:
        """The match as record17, to be kept as a file."""
        _, match = opened(request, match_id)
        text = json.dumps(to_record17(match), ensure_ascii=False, indent=1)
        name = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in match_id)
        headers = {**NO_STORE, "Content-Disposition": f'attachment; filename="{name}.record17.json"'}
        return Response(text, media_type="application/json", headers=headers)

    @router.post("/api/replay")
    async def replay(request: Request, deal: int | None = None) -> JSONResponse:
        """A record17 in the body: its score sheet, and the steps of one deal (the first, if none is named)."""
        if not is_own_origin(request.headers):
            raise HTTPException(403, "this request comes from another site")
        context.require(request, OPERATOR)
        try:
            events = from_record17(json.loads(await _record(request)))
            match = fold(events)
            sheet = score_sheet(match, titles(match))
        except (InputError, ValueError, RecursionError) as error:
            raise HTTPException(422, f"this is no record that can be replayed: {error}"[:500]) from None
        first = match.deals[0].no if match.deals else 0
        told = {"sheet": as_json(sheet), "steps": _steps(events, first if deal is None else deal)}
        return JSONResponse(told, headers=NO_STORE)

    return router


def _steps(events: tuple[Event, ...] | list[Event], number: int) -> list[Any]:
    found = [as_json(step) for step in replay_steps(events, number)]
    if not found:
        raise HTTPException(404, f"this match has no deal {number}")
    return found


async def _record(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_RECORD_BYTES:
            raise HTTPException(413, f"a record has at most {MAX_RECORD_BYTES} bytes")
    return bytes(body)
