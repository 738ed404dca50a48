"""Who may be which role: one token per role, and the cookie that stands for it after a login.

The cookie holds no token but a keyed digest of the role: it survives a restart and ends when the token changes.
Comparisons take the same time whether they fail early or late. No clock and no I/O here.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping

from referee.display.errors import DisplayError
from referee.display.roles import PUBLIC, Role

MIN_TOKEN_CHARACTERS = 8
COOKIE_PREFIX = "junanaho-"

_TOKEN_BYTES = 12


class Tokens:
    """The tokens of a table; a role without one is closed to everybody. The public view needs none."""

    def __init__(self, by_role: Mapping[Role, str]) -> None:
        """Take the tokens by role. Raises DisplayError on a token that is too short or used twice."""
        self._by_role: Mapping[Role, str] = {}
        self.replace(by_role)

    def replace(self, by_role: Mapping[Role, str]) -> None:
        """From now on these; whoever came in by another is signed out. Raises DisplayError, and nothing changes."""
        for role, token in by_role.items():
            if len(token) < MIN_TOKEN_CHARACTERS:
                raise DisplayError(
                    f"the token of {role} has {len(token)} characters: use at least {MIN_TOKEN_CHARACTERS}"
                )
        if len(set(by_role.values())) != len(by_role):
            raise DisplayError("two roles share a token: give each role its own")
        self._by_role = dict(by_role)

    @classmethod
    def random(cls, roles: Iterable[Role]) -> "Tokens":
        """Fresh tokens for the roles, 96 random bits each."""
        return cls({role: secrets.token_urlsafe(_TOKEN_BYTES) for role in roles})

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles that have a token."""
        return tuple(self._by_role)

    def of(self, role: Role) -> str | None:
        """The token of a role, for the daemon to print; never sent to a page."""
        return self._by_role.get(role)

    def role_of(self, token: str) -> Role | None:
        """The role that a token opens, or None. Every token is compared, so the time says nothing."""
        found: Role | None = None
        for role, known in self._by_role.items():
            if hmac.compare_digest(known.encode(), token.encode()):
                found = role
        return found

    def cookie_name(self, role: Role) -> str:
        """The name of a role's cookie; a browser may hold several roles at once."""
        return COOKIE_PREFIX + str(role).replace(":", "-")

    def cookie_value(self, role: Role) -> str | None:
        """What the cookie of a role must hold, or None for a role without a token."""
        token = self._by_role.get(role)
        if token is None:
            return None
        return hmac.new(token.encode(), f"cookie of {role}".encode(), hashlib.sha256).hexdigest()

    def roles_of_cookies(self, cookies: Mapping[str, str]) -> frozenset[Role]:
        """The roles whose cookie is there and right."""
        return frozenset(role for role in self._by_role if self._has_cookie(role, cookies))

    def _has_cookie(self, role: Role, cookies: Mapping[str, str]) -> bool:
        given = cookies.get(self.cookie_name(role), "")
        expected = self.cookie_value(role) or ""
        return hmac.compare_digest(expected.encode(), given.encode()) and expected != ""

    def proven(self, token: str | None, cookies: Mapping[str, str]) -> frozenset[Role]:
        """All roles that a request has proven: by its token, by its cookies, and public always."""
        roles = {PUBLIC} | self.roles_of_cookies(cookies)
        if token:
            role = self.role_of(token)
            if role is not None:
                roles.add(role)
        return frozenset(roles)
