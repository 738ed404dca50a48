"""Builds the web application out of a desk, tokens and what the house discloses. Nothing runs until it is served."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from prometheus_client import CollectorRegistry
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response

from referee import __version__
from referee.display.archive import Archive
from referee.display.camera_port import CamerasPort, NoCameras
from referee.display.command_json import command_schema
from referee.display.evidence_port import EvidencePort, NoEvidence
from referee.display.looks import Looks
from referee.display.page_files import edition, load_pages
from referee.display.port import DeskPort
from referee.display.roles import OPERATOR, REFEREE, Role
from referee.display.server.api_routes import api_routes
from referee.display.server.archive_routes import archive_routes
from referee.display.server.camera_routes import camera_routes
from referee.display.server.command_routes import command_routes
from referee.display.server.context import DisplayContext
from referee.display.server.doors import Doors
from referee.display.server.evidence_routes import evidence_routes
from referee.display.server.feed import ViewFeed
from referee.display.server.file_answer import answer_with
from referee.display.server.file_routes import file_routes
from referee.display.server.login_routes import login_routes
from referee.display.server.metrics_routes import metrics_routes
from referee.display.server.page_routes import page_routes
from referee.display.server.press_routes import press_routes
from referee.display.server.preview_routes import preview_routes
from referee.display.server.schema_routes import schema_routes
from referee.display.server.security import HeadAsGet, SecureHeaders
from referee.display.server.settings_routes import settings_routes
from referee.display.server.stream_routes import stream_routes
from referee.display.server.view_socket import socket_routes
from referee.display.server.waiting_routes import waiting_routes
from referee.display.settings_port import NoSettings, SettingsPort
from referee.display.stream_files import StreamFiles
from referee.display.tokens import Tokens
from referee.display.views import Disclosure

_SCHEMA_PATH: Final = "#/components/schemas/{model}"


def create_app(
    desk: DeskPort,
    tokens: Tokens,
    disclosure: Disclosure | None = None,
    *,
    cameras: CamerasPort | None = None,
    archive: Archive | None = None,
    stream: StreamFiles | None = None,
    looks: Looks | None = None,
    metrics: CollectorRegistry | None = None,
    settings: SettingsPort | None = None,
    evidence: EvidencePort | None = None,
) -> FastAPI:
    """The application. `disclosure` is what the house shows beyond the least (help for players, hands to operators).

    `cameras`: those that can be calibrated beside the match; `archive`: the kept matches; `stream`: logos, own pages;
    `looks`: themes and colours; `metrics`: what is counted beside the state; `settings`: the configuration file;
    `evidence`: pictures of what was accepted.
    """
    disclosure = disclosure or Disclosure()
    evidence = evidence or NoEvidence()
    feed = ViewFeed(desk, disclosure, evidence)
    context = DisplayContext(desk, tokens, feed, disclosure)

    @asynccontextmanager
    async def following(_: FastAPI) -> AsyncIterator[None]:
        feed.open()
        try:
            yield
        finally:
            feed.close()

    app = _application(following)
    pages = load_pages(looks)
    app.include_router(page_routes(context, pages))
    app.include_router(file_routes(pages))
    app.include_router(login_routes(context.doors))
    app.include_router(api_routes(context, edition(pages)))
    app.include_router(command_routes(context))
    app.include_router(preview_routes(context))
    app.include_router(press_routes(context))
    app.include_router(metrics_routes(context, metrics))
    app.include_router(evidence_routes(context, evidence))
    app.include_router(archive_routes(archive or Archive(None), context))
    app.include_router(schema_routes())
    app.include_router(socket_routes(context))
    app.include_router(stream_routes(context, pages, stream or StreamFiles()))
    app.include_router(camera_routes(cameras or NoCameras(), context.doors))
    app.include_router(settings_routes(settings or NoSettings(), context.doors))
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


def create_cameras_app(cameras: CamerasPort, tokens: Tokens) -> FastAPI:
    """The page of the cameras alone, for a table that does not run yet."""
    app, doors = _one_page("/cameras", OPERATOR, tokens), Doors(tokens)

    @app.get("/", include_in_schema=False)
    async def root() -> Response:
        return RedirectResponse("/cameras", 303)

    app.include_router(camera_routes(cameras, doors))
    return app


def create_settings_app(settings: SettingsPort, tokens: Tokens) -> FastAPI:
    """The settings page alone, for a table that cannot run; everybody else is asked to wait."""
    app, doors = _one_page("/settings", REFEREE, tokens), Doors(tokens)
    app.include_router(settings_routes(settings, doors))
    app.include_router(waiting_routes(load_pages()))  # last: it answers whatever nobody else does
    return app


def _one_page(path: str, role: Role, tokens: Tokens) -> FastAPI:
    """An application with the page of a role and a login."""
    app = _application(None)
    doors, pages = Doors(tokens), load_pages()

    @app.get(path, include_in_schema=False)
    async def page(request: Request) -> Response:
        return doors.page(request, role, pages[f"{path[1:]}.html"])

    @app.get("/login", include_in_schema=False)
    async def login_page(request: Request) -> Response:
        return answer_with(pages["login.html"], request)

    app.include_router(file_routes(pages))
    app.include_router(login_routes(doors))
    return app


def _application(lifespan: Callable[[FastAPI], AbstractAsyncContextManager[None]] | None) -> FastAPI:
    # the viewers for the interface that FastAPI brings load scripts from elsewhere, so only the JSON is kept
    app = FastAPI(title="junanaho", version=__version__, docs_url=None, redoc_url=None, lifespan=lifespan)
    app.add_middleware(SecureHeaders)
    app.add_middleware(HeadAsGet)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(StarletteHTTPException, _refused)
    return app


async def _malformed(_: Request, error: Exception) -> JSONResponse:
    first = error.errors()[0] if isinstance(error, RequestValidationError) else {"loc": (), "msg": str(error)}
    place = ".".join(str(part) for part in first["loc"] if part not in {"body", "query", "path"})
    return JSONResponse({"code": "malformed", "message": f"{place or 'request'}: {first['msg']}"}, 422)


async def _refused(_: Request, error: Exception) -> JSONResponse:
    status = error.status_code if isinstance(error, HTTPException | StarletteHTTPException) else 500
    codes = {401: "not_signed_in", 403: "not_yours", 404: "not_found", 422: "malformed", 429: "too_many"}
    detail = str(getattr(error, "detail", error))
    return JSONResponse({"code": codes.get(status, "failed"), "message": detail}, status)


def _openapi(app: FastAPI) -> dict[str, Any]:
    """The interface's description, with the commands' own schema, which is read from the raw body."""
    if app.openapi_schema is None:
        described = get_openapi(title=app.title, version=app.version, routes=app.routes)
        schema, definitions = command_schema(_SCHEMA_PATH)
        described.setdefault("components", {}).setdefault("schemas", {}).update(definitions)
        post = described["paths"]["/api/commands"]["post"]
        post["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
        app.openapi_schema = described
    return app.openapi_schema
