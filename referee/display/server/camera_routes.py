"""Calibrating cameras over HTTP: a frozen picture, what corners in it amount to, and keeping them. For the operator."""

import asyncio
from typing import Annotated, Final

from fastapi import APIRouter, HTTPException, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from referee.display.camera_port import CamerasPort
from referee.display.roles import OPERATOR
from referee.display.server.doors import NO_STORE, Doors
from referee.display.server.security import is_own_origin
from referee.display.views import as_json
from referee.tiles import InputError

_TIMEOUT_S: Final = 20.0  # a device that is opened for the picture takes seconds

_Coordinate = Annotated[float, Field(ge=-1e5, le=1e5, allow_inf_nan=False)]


class PickedCorners(BaseModel):
    """What the page sends: the picture looked at, and the corners in its pixels; without corners its markers."""

    model_config = ConfigDict(extra="forbid")
    picture: str = Field(max_length=40)
    corners: list[tuple[_Coordinate, _Coordinate]] | None = Field(default=None, max_length=8)
    save: bool = False


def camera_routes(cameras: CamerasPort, doors: Doors) -> APIRouter:
    """Routes below `/api/cameras`."""
    router = APIRouter()

    @router.get("/api/cameras")
    async def all_cameras(request: Request) -> JSONResponse:
        """The cameras that can be calibrated here."""
        doors.require(request, OPERATOR)
        return JSONResponse([as_json(camera) for camera in cameras.cameras()], headers=NO_STORE)

    @router.post("/api/cameras/{name}/picture")
    async def freeze(request: Request, name: str) -> JSONResponse:
        """Take a new picture. 409 with a line in words where the camera gives none."""
        _check(request, name)
        try:
            async with asyncio.timeout(_TIMEOUT_S):
                taken = await cameras.freeze(name)
        except InputError as error:
            return _told("failed", str(error), 409)
        except TimeoutError:
            return _told("failed", f"camera {name}: no picture in time", 503)
        return JSONResponse(as_json(taken), headers=NO_STORE)

    @router.get("/api/cameras/{name}/pictures/{picture}")
    async def picture(request: Request, name: str, picture: str) -> Response:
        """The frozen picture as JPEG."""
        doors.require(request, OPERATOR)
        content = await cameras.jpeg(name, picture) if name in _names() else None
        if content is None:
            raise HTTPException(404, "this picture is gone")
        return Response(content, media_type="image/jpeg", headers=NO_STORE)

    @router.post("/api/cameras/{name}/corners")
    async def corners(request: Request, name: str, picked: PickedCorners) -> JSONResponse:
        """What corners amount to, and with `save` keep them. 200 also for corners that cannot be: `fault` says why."""
        _check(request, name)
        given = None if picked.corners is None else tuple(picked.corners)
        view = await cameras.look(name, picked.picture, given, save=picked.save)
        return JSONResponse(as_json(view), headers=NO_STORE)

    def _names() -> set[str]:
        return {camera.name for camera in cameras.cameras()}

    def _check(request: Request, name: str) -> None:
        if not is_own_origin(request.headers):
            raise HTTPException(403, "this request comes from another site")
        doors.require(request, OPERATOR)
        if name not in _names():
            raise HTTPException(404, f"there is no camera '{name[:40]}' to calibrate")

    return router


def _told(code: str, message: str, status: int) -> JSONResponse:
    return JSONResponse({"code": code, "message": message}, status, headers=NO_STORE)
