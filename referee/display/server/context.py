"""What the routes share: the desk, the tokens, the feed, and what a request may be told."""

from dataclasses import dataclass

from fastapi import HTTPException
from starlette.requests import HTTPConnection

from referee.desk.commands import Answer
from referee.display.errors import DisplayError
from referee.display.outputs import HANDS_OUTPUT, Shows
from referee.display.port import DeskPort
from referee.display.roles import OVERLAY, PUBLIC, Role, RoleKind, parse_role
from referee.display.server.doors import Doors
from referee.display.server.feed import ViewFeed
from referee.display.tokens import Tokens
from referee.display.views import Disclosure, as_json, open_version


@dataclass(frozen=True, slots=True)
class DisplayContext:
    """One application's collaborators; built by `create_app`."""

    desk: DeskPort
    tokens: Tokens
    feed: ViewFeed
    disclosure: Disclosure

    @property
    def doors(self) -> Doors:
        """Who may come in."""
        return Doors(self.tokens)

    def proven(self, connection: HTTPConnection) -> frozenset[Role]:
        """The roles that a request or a WebSocket has proven."""
        return self.doors.proven(connection)

    def is_allowed(self, connection: HTTPConnection, role: Role) -> bool:
        """Whether the request may look as `role`."""
        return self.doors.is_allowed(connection, self.needed_for(role))

    def require(self, connection: HTTPConnection, role: Role) -> None:
        """Raise 401 when nothing at all is proven, 403 when something else is."""
        self.doors.require(connection, self.needed_for(role))

    def needed_for(self, role: Role) -> Role:
        """The role that somebody has to prove to look as `role`: nobody proves anything for an output without hands."""
        if role.kind is not RoleKind.OVERLAY:
            return role
        output = self.disclosure.outputs.get(role.output or HANDS_OUTPUT)
        return PUBLIC if output is not None and output.shows is Shows.PUBLIC else OVERLAY

    def asked_view(self, text: str | None) -> Role:
        """The role named in a request that has a view. Raises 422, and 404 for an output that is not there."""
        role = asked_role(text)
        if role.kind is RoleKind.OVERLAY and (role.output or HANDS_OUTPUT) not in self.disclosure.outputs:
            known = ", ".join(self.disclosure.outputs)
            raise HTTPException(404, f"there is no output '{role.output[:40]}': expected {known}")
        return role

    def answer_for(self, sender: Role, answer: Answer) -> dict[str, object]:
        """The desk's answer as JSON, as far as its sender may know it."""
        version = open_version(self.desk.state().match) if sender.kind is RoleKind.PLAYER else answer.version
        told = {"done": answer.done, "code": answer.code, "version": version, "facts": as_json(answer.facts)}
        if answer.done:
            return told
        if sender.kind is RoleKind.PLAYER:
            # a reason would tell of the other hand
            return told | {"code": answer.code if answer.code == "stale" else "refused", "facts": {}}
        if sender.kind is RoleKind.OPERATOR and not self.disclosure.operator_hands and answer.tells_hidden:
            return told | {"code": "refused_secret", "facts": {}}
        return told


def asked_role(text: str | None) -> Role:
    """The role named in a request, public when none is. Raises 422."""
    try:
        return parse_role(text) if text else PUBLIC
    except DisplayError as error:
        raise HTTPException(422, str(error)) from None
