"""What every page loads, whoever looks at it: scripts, styles, pictures, and the texts of its language."""

from collections.abc import Mapping

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import Response

from referee.display.page_files import PageFile, page_file
from referee.display.server.file_answer import answer_with
from referee.display.texts import Language, catalogue_json


def file_routes(pages: Mapping[str, PageFile]) -> APIRouter:
    """The routes `/static/...` and `/api/texts/...`; `pages` are all files by path."""
    router = APIRouter()
    texts: dict[Language, PageFile] = {}

    @router.get("/api/texts/{language}")
    async def language_texts(request: Request, language: str) -> Response:
        """All texts of a language by code."""
        if language not in {known.value for known in Language}:
            raise HTTPException(404, f"no texts in '{language[:20]}': expected en, ja, zh-Hant or zh-Hans")
        key = Language(language)
        if key not in texts:
            texts[key] = page_file(catalogue_json(key).encode(), "application/json")
        return answer_with(texts[key], request)

    @router.get("/favicon.ico", include_in_schema=False)
    async def icon(request: Request) -> Response:
        """The icon of pages that name none, such as a house's own: every browser asks for it here."""
        return answer_with(pages["art/icon.svg"], request)

    @router.get("/static/{path:path}", include_in_schema=False)
    async def page_files(request: Request, path: str) -> Response:
        file = pages.get(path)
        if file is None or path.endswith(".html"):
            raise HTTPException(404, "no such file")
        return answer_with(file, request)

    return router
