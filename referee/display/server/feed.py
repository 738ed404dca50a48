"""Hands every listener the view of its role, whenever that view changed; an output with a delay gets a past one.

One subscription at the desk; one cut per role and change, however many pages look. A listener holds only the newest
view: a slow page misses steps, never the end. The public is served before any other view is even
cut, so that its cost (waits, reasons) cannot be read from when the public view arrives. All on the server's loop.
"""

import asyncio
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from referee.desk.state import DeskState
from referee.display.evidence_port import EvidencePort, NoEvidence
from referee.display.port import DeskPort
from referee.display.roles import Role, RoleKind
from referee.display.server.analyst import Analyst
from referee.display.server.delay import Delay
from referee.display.views import INSIGHTFUL, Disclosure, view_for

_LATER: Final = frozenset(RoleKind) - {RoleKind.PUBLIC}


@dataclass(eq=False, slots=True)
class Listener:
    """One page that looks as `role`: the newest view as JSON text, and an event that says it is new.

    `content` is what the page would show of it; a view that differs only in time is not sent again.
    """

    role: Role
    content: str
    text: str
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def take(self) -> str:
        """The newest view; waits are quiet again until the next one."""
        self.changed.clear()
        return self.text


class ViewFeed:
    """The views of all roles, kept up to date for whoever listens."""

    def __init__(self, desk: DeskPort, disclosure: Disclosure, evidence: EvidencePort | None = None) -> None:
        self._desk = desk
        self._evidence = evidence or NoEvidence()
        self._disclosure = disclosure
        self._listeners: set[Listener] = set()
        self._end: Callable[[], None] | None = None
        self._analyst = Analyst(self._publish_insight)
        self._delay = Delay(desk, disclosure.outputs, self._publish_late)

    def open(self) -> None:
        """Begin to follow the desk."""
        self._analyst.open()
        self._end = self._desk.subscribe(self._changed)
        self._delay.remember()

    def close(self) -> None:
        """End the subscription."""
        if self._end is not None:
            self._end()
            self._end = None
        self._delay.close()
        self._analyst.close()

    def view(self, role: Role) -> dict[str, object]:
        """The view of a role now; that of an output with a delay as it was so long ago, with the clock of that time."""
        state = self._delay.state(role)
        insight = self._analyst.insight(state.match) if role.kind in INSIGHTFUL else None
        view = view_for(role, state, self._disclosure, insight, self._pictured(role, state))
        return view | {"now_ms": self._delay.now_ms(role)}

    def _pictured(self, role: Role, state: DeskState) -> frozenset[int]:
        """The events whose pictures a role may see."""
        setup = state.match.setup if state.match is not None else None
        if role.kind is not RoleKind.REFEREE or setup is None:
            return frozenset()
        return self._evidence.events(setup.id)

    def join(self, role: Role) -> Listener:
        """A new listener, which already has the view of this instant."""
        view = self.view(role)
        listener = Listener(role, _content(view), _message(view))
        listener.changed.set()
        self._listeners.add(listener)
        return listener

    def leave(self, listener: Listener) -> None:
        """End a listener."""
        self._listeners.discard(listener)

    @property
    def count(self) -> int:
        """How many listen."""
        return len(self._listeners)

    def beat(self, role: Role) -> str:
        """The heartbeat for a role as JSON text."""
        return json.dumps({"type": "beat", "now_ms": self._delay.now_ms(role)})

    def _changed(self) -> None:
        self._publish(listener.role for listener in self._listeners if not self._delay.behind_ms(listener.role))
        self._delay.remember()

    def _publish_late(self, behind_ms: frozenset[float]) -> None:
        self._publish(
            listener.role for listener in self._listeners if self._delay.behind_ms(listener.role) in behind_ms
        )

    def _publish(self, listening: Iterable[Role]) -> None:
        roles = set(listening)
        later = {role for role in roles if role.kind in _LATER}
        for role in roles - later:
            self._publish_to(role)
        for role in later:
            # the waiting tasks of the public run before these calls do, and one that fails leaves the others alone
            asyncio.get_running_loop().call_soon(self._publish_to, role)

    def _publish_insight(self) -> None:
        for role in {listener.role for listener in self._listeners if listener.role.kind in INSIGHTFUL}:
            self._publish_to(role)

    def _publish_to(self, role: Role) -> None:
        view = self.view(role)
        content, text = _content(view), _message(view)
        for listener in self._listeners:
            if listener.role == role and listener.content != content:
                listener.content, listener.text = content, text
                listener.changed.set()


def _content(view: dict[str, object]) -> str:
    return json.dumps({name: value for name, value in view.items() if name != "now_ms"}, sort_keys=True)


def _message(view: dict[str, object]) -> str:
    return json.dumps({"type": "view", "view": view}, ensure_ascii=False)
