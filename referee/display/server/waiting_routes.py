"""What every other address answers while the table cannot run: pages that wait, and nothing of a match."""

from collections.abc import Mapping

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import RedirectResponse, Response

from referee import __version__
from referee.display.page_files import PageFile
from referee.display.server.file_answer import answer_with


def waiting_routes(pages: Mapping[str, PageFile]) -> APIRouter:
    """A page that waits at every address of a page; where it may be on the air, one that shows nothing."""
    router = APIRouter(include_in_schema=False)

    @router.get("/healthz")
    async def health() -> dict[str, str]:
        """The server answers; pages that were open before go to the waiting one by this."""
        return {"status": "safe_mode", "version": __version__}

    @router.get("/referee")
    async def referee() -> Response:
        return RedirectResponse("/settings", 303)

    @router.get("/overlay/{path:path}")
    @router.get("/own/{path:path}")
    async def on_the_air(request: Request, path: str) -> Response:
        return answer_with(pages["waiting-overlay.html"], request)

    @router.get("/{path:path}")
    async def anything(request: Request, path: str) -> Response:
        if path.partition("/")[0] in {"api", "static", "ws", "metrics", "schema"}:
            raise HTTPException(404, "the table does not run: only its settings are served")
        return answer_with(pages["waiting.html"], request)

    return router
