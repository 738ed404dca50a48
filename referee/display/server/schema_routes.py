"""The schemas of the state documents over HTTP; nobody's secret, for their examples are of no real table."""

import asyncio
import json

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import Response

from referee.display.page_files import PageFile, page_file
from referee.display.roles import RoleKind
from referee.display.server.file_answer import answer_with
from referee.display.state_schema import state_schema


def schema_routes() -> APIRouter:
    """The routes `/schema/ROLE.json`."""
    router = APIRouter()
    made: dict[RoleKind, PageFile] = {}
    one_at_a_time = asyncio.Lock()

    @router.get("/schema/{role}.json")
    async def schema(request: Request, role: str) -> Response:
        """The JSON Schema of what a role is sent as its state, with examples."""
        known = [kind.value for kind in RoleKind]
        if role not in known:
            raise HTTPException(404, f"no schema '{role[:20]}': expected {', '.join(known)}")
        kind = RoleKind(role)
        async with one_at_a_time:
            if kind not in made:  # a moment's work: beside the loop that serves the pages
                content = await asyncio.to_thread(state_schema, kind)
                made[kind] = page_file(json.dumps(content, ensure_ascii=False).encode(), "application/schema+json")
        return answer_with(made[kind], request)

    return router
