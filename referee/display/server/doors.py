"""Who may come in: how a request proves its role, and pages that only open to one."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from fastapi import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response

from referee.display.page_files import PageFile
from referee.display.roles import PUBLIC, Role
from referee.display.server.file_answer import answer_with
from referee.display.tokens import Tokens

BEARER: Final = "bearer "
NO_STORE: Final = {"Cache-Control": "no-store"}
"""The headers of an answer that is true for this moment and this role only."""

_COOKIE_AGE_S: Final = 90 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Doors:
    """The doors of one application, which its tokens open."""

    tokens: Tokens

    def proven(self, connection: HTTPConnection) -> frozenset[Role]:
        """The roles that a request or a WebSocket has proven (header, `?token=`, cookies); public is always one."""
        return self.tokens.proven(token_of(connection), connection.cookies)

    def is_allowed(self, connection: HTTPConnection, role: Role) -> bool:
        """Whether the request may look as `role`."""
        return any(proven.covers(role) for proven in self.proven(connection))

    def require(self, connection: HTTPConnection, role: Role) -> None:
        """Raise 401 when nothing at all is proven, 403 when something else is."""
        if self.is_allowed(connection, role):
            return
        if self.proven(connection) == {PUBLIC}:
            raise HTTPException(401, f"not signed in as {role}: open /login or send the token of this role")
        raise HTTPException(403, f"signed in, but not as {role}")

    def page(self, request: Request, role: Role, page: PageFile) -> Response:
        """A page for whoever proved the role, the login for others; `?token=` signs in once and disappears."""
        token = request.query_params.get("token")
        if token:
            return self._signed_in_by_address(request, role, token)
        if not self.is_allowed(request, role):
            question = urlencode({"role": str(role), "next": request.url.path})
            return RedirectResponse(f"/login?{question}", 303)
        return answer_with(page, request)

    def signed_in(self, request: Request, role: Role, answer: Response) -> Response:
        """The answer, with the cookie that stands for the role from now on."""
        answer.set_cookie(
            self.tokens.cookie_name(role),
            self.tokens.cookie_value(role) or "",
            max_age=_COOKIE_AGE_S,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        return answer

    def _signed_in_by_address(self, request: Request, role: Role, token: str) -> Response:
        """Turn `?token=` into a cookie and drop it from the address, so that it stays in no history."""
        path = request.url.path
        rest = urlencode([(name, value) for name, value in request.query_params.multi_items() if name != "token"])
        proven = self.tokens.role_of(token)
        if proven is None or not proven.covers(role):
            return RedirectResponse(f"/login?{urlencode({'role': str(role), 'next': path, 'wrong': '1'})}", 303)
        return self.signed_in(request, proven, RedirectResponse(f"{path}?{rest}" if rest else path, 303))


def token_of(connection: HTTPConnection) -> str | None:
    """The token a request carries in its header or its address, if any."""
    header = connection.headers.get("authorization", "")
    if header.lower().startswith(BEARER):
        return header[len(BEARER) :].strip()
    return connection.query_params.get("token")
