"""What the camera saw when an event was accepted. For the referee alone: a hand may have been in the picture."""

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import Response

from referee.display.evidence_port import EvidencePort
from referee.display.roles import REFEREE
from referee.display.server.context import DisplayContext
from referee.display.server.doors import NO_STORE


def evidence_routes(context: DisplayContext, evidence: EvidencePort) -> APIRouter:
    """The route below `/api/matches` for one picture."""
    router = APIRouter()

    @router.get("/api/matches/{match_id}/events/{seq}/picture")
    def picture(request: Request, match_id: str, seq: int) -> Response:
        """The place (JPEG) as the camera saw it when the discard, or the ron, was accepted; 404 once it is removed."""
        context.require(request, REFEREE)
        content = evidence.find(match_id, seq)
        if content is None:
            raise HTTPException(404, f"there is no picture of event {seq}, or none any more")
        return Response(content, media_type="image/jpeg", headers=NO_STORE)

    return router
