"""What pages and integrators read over HTTP: state, rules, tile faces, cut-outs, health."""

from typing import Any, Final

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import JSONResponse, Response

from referee import __version__
from referee.display.page_files import PageFile, page_file
from referee.display.port import RuleSetSummary
from referee.display.roles import OPERATOR, REFEREE
from referee.display.server.context import DisplayContext
from referee.display.server.doors import NO_STORE
from referee.display.server.file_answer import answer_with
from referee.display.views import as_json, pictures_for
from referee.tiles.faces import FACES, svg_text

_PNG: Final = b"\x89PNG"


def api_routes(context: DisplayContext, pages_edition: str) -> APIRouter:
    """Routes below `/api` that only look, and `/healthz`; `pages_edition` is that of the pages served beside them."""
    router = APIRouter()
    faces: dict[tuple[str, bool], PageFile] = {}

    @router.get("/healthz")
    async def health() -> dict[str, str]:
        """Whether the server answers, and of which edition its pages are: one of another loads itself anew."""
        return {"status": "ok", "version": __version__, "pages": pages_edition}

    @router.get("/api/state")
    async def state(request: Request, role: str = "public") -> JSONResponse:
        """The whole view of a role (`overlay:NAME`: an output, as late as it is set to be); public needs no token."""
        asked = context.asked_view(role)
        context.require(request, asked)
        return JSONResponse(context.feed.view(asked), headers=NO_STORE)

    @router.get("/api/rules")
    async def rules() -> dict[str, Any]:
        """The rule sets a match can be opened with, every option of each."""
        return {
            "sets": [as_json(rule_set) for rule_set in context.desk.rule_sets()],
            "in_force": _rules_in_force(context),
        }

    @router.get("/api/faces/{name}.svg")
    async def face(request: Request, name: str, index: bool = False) -> Response:
        """The drawn face of a tile (`5m`, `0p`, `back`), with a corner index if wanted."""
        if name not in FACES:
            raise HTTPException(404, f"no face '{name[:20]}'")
        key = (name, index)
        if key not in faces:
            faces[key] = page_file(svg_text(name, index=index).encode(), "image/svg+xml")
        return answer_with(faces[key], request)

    @router.get("/api/pictures/{picture_id}")
    async def picture(request: Request, picture_id: str) -> Response:
        """A cut-out that a camera's reading refers to."""
        context.require(request, OPERATOR)
        role = REFEREE if context.is_allowed(request, REFEREE) else OPERATOR
        shown = picture_id in pictures_for(role, context.desk.state(), context.disclosure)
        content = context.desk.picture(picture_id) if shown else None
        if content is None:
            raise HTTPException(404, "this picture is gone")
        media_type = "image/png" if content.startswith(_PNG) else "image/jpeg"
        return Response(content, media_type=media_type, headers=NO_STORE)

    return router


def _rules_in_force(context: DisplayContext) -> dict[str, object] | None:
    """The rules of the open match, or None; they are nobody's secret."""
    match = context.desk.state().match
    if match is None or match.rule_set is None:
        return None
    rules = match.rule_set
    known = next((one for one in context.desk.rule_sets() if one.name == rules.name), None)
    options = rules.plain_options()
    # an option that this match sets otherwise is no decision of the rule set any more
    decided = tuple(name for name in known.decided if known.options[name] == options[name]) if known else ()
    changed = tuple(name for name in options if known is not None and known.options.get(name) != options[name])
    summary: dict[str, object] = as_json(
        RuleSetSummary(rules.name, known.title if known else dict(rules.title), options, decided)
    )
    return summary | {"changed": changed}
