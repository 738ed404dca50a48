"""The stream: overlays whole and in parts, what they are made of, and the house's own pages beside them."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, Final

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import JSONResponse, Response

from referee.display.outputs import Shows
from referee.display.page_files import PageFile
from referee.display.roles import overlay
from referee.display.server.context import DisplayContext
from referee.display.server.doors import NO_STORE
from referee.display.server.file_answer import answer_with
from referee.display.stream_files import StreamFiles

PARTS: Final = ("rivers", "hands", "clock", "dora", "deal", "score-bar", "result", "standby")
"""What of an overlay can be a source of its own."""

_OF_HANDS: Final = frozenset({"hands"})


def stream_routes(context: DisplayContext, pages: Mapping[str, PageFile], files: StreamFiles) -> APIRouter:
    """Routes below `/overlay` and `/own`, `/api/stream` and `/api/logos`; `pages` are the package's files by path."""
    router = APIRouter()
    logos = _logos(files)
    told = _described(context, pages, files)

    def overlay_page(request: Request, output: str) -> Response:
        role = context.needed_for(context.asked_view(str(overlay(output))))
        return context.doors.page(request, role, pages["overlay.html"])

    @router.get("/overlay/{output}", include_in_schema=False)
    async def whole(request: Request, output: str) -> Response:
        return overlay_page(request, output)

    @router.get("/overlay/{output}/{part}", include_in_schema=False)
    async def part_alone(request: Request, output: str, part: str) -> Response:
        answer = overlay_page(request, output)
        known = [name for name in PARTS if name not in _OF_HANDS or _shows_hands(context, output)]
        if part not in known:
            raise HTTPException(404, f"output {output} has no part '{part[:20]}': expected {', '.join(known)}")
        return answer

    @router.get("/api/stream")
    async def stream() -> JSONResponse:
        """The outputs with their delays and parts, and where the logos are; nobody's secret."""
        return JSONResponse(told, headers=NO_STORE)

    @router.get("/api/logos/{number}")
    async def logo(request: Request, number: int) -> Response:
        """A logo that `/api/stream` names."""
        if not 0 <= number < len(logos):
            raise HTTPException(404, "no such logo")
        return answer_with(logos[number], request)

    @router.get("/own/{path:path}", include_in_schema=False)
    async def own_page(request: Request, path: str) -> Response:
        if path not in files.pages:
            raise HTTPException(404, "no such page; the folder `stream.pages` of the configuration is served here")
        return answer_with(files.pages[path], request)

    return router


def _logos(files: StreamFiles) -> list[PageFile]:
    """All logos by their number."""
    return [*files.players.values(), *([files.house] if files.house is not None else [])]


def _shows_hands(context: DisplayContext, output: str) -> bool:
    return context.disclosure.outputs[output].shows is Shows.HANDS


def _described(context: DisplayContext, pages: Mapping[str, PageFile], files: StreamFiles) -> dict[str, Any]:
    outputs = {
        name: {"shows": output.shows.value, "delay_s": output.delay_s, "address": f"/overlay/{name}"}
        for name, output in context.disclosure.outputs.items()
    }
    players = {name: f"/api/logos/{number}" for number, name in enumerate(files.players)}
    house = f"/api/logos/{len(files.players)}" if files.house is not None else None  # it comes last
    return {
        "outputs": outputs,
        "parts": list(PARTS),
        "logos": {"house": house, "players": players},
        "pages": _tag_of([*pages.values(), *files.pages.values(), *_logos(files)]),
    }


def _tag_of(files: Iterable[PageFile]) -> str:
    """A tag that is another as soon as one of the files is: an overlay that runs for days then loads itself anew."""
    return hashlib.sha256("".join(sorted(file.tag for file in files)).encode()).hexdigest()[:16]
