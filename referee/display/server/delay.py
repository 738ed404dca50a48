"""Holds back what outputs with a delay are told: it keeps the past, and says when a moment of it is due to whom.

All on the server's loop. Time is the desk's clock, so a moment is due when that clock has gone on by the delay; a nap
on the loop's own clock is short enough for a desk that is faster than time, and too late rather than too early.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

from referee.desk.state import DeskState
from referee.display.outputs import HANDS_OUTPUT, Output
from referee.display.past import Past
from referee.display.port import DeskPort
from referee.display.roles import Role, RoleKind

_LONGEST_NAP_S: Final = 0.25
_SHORTEST_NAP_S: Final = 0.005


class Delay:
    """The past for all outputs. `due` is called with how far behind those outputs are that have something new."""

    def __init__(self, desk: DeskPort, outputs: Mapping[str, Output], due: Callable[[frozenset[float]], None]) -> None:
        self._desk = desk
        self._outputs = outputs
        self._due = due
        self._all_behind_ms = frozenset(output.behind_ms for output in outputs.values()) - {0.0}
        self._past = Past(max(self._all_behind_ms, default=0.0))
        self._nap: asyncio.TimerHandle | None = None
        self._looked_ms = 0.0

    def close(self) -> None:
        """Call nobody any more."""
        if self._nap is not None:
            self._nap.cancel()
            self._nap = None

    def behind_ms(self, role: Role) -> float:
        """How much older than the table everything is that a role is told."""
        if role.kind is not RoleKind.OVERLAY:
            return 0.0
        output = self._outputs.get(role.output or HANDS_OUTPUT)
        return output.behind_ms if output is not None else 0.0

    def now_ms(self, role: Role) -> float:
        """The desk's clock as a role reads it."""
        return self._desk.now_ms() - self.behind_ms(role)

    def state(self, role: Role) -> DeskState:
        """The state a role's view is cut from; an empty one where nothing so old is known, as after a start."""
        if not self.behind_ms(role):
            return self._desk.state()
        now_ms = self.now_ms(role)
        return self._past.at(now_ms) or DeskState(0, now_ms, None, simulated=self._desk.state().simulated)

    def remember(self) -> None:
        """Keep the state of now; to be called after each change."""
        if not self._all_behind_ms:
            return
        self._past.remember(self._desk.state(), self._desk.now_ms())
        if self._nap is None:
            self._looked_ms = self._desk.now_ms()
            self._sleep()

    def _sleep(self) -> None:
        dues = [due for behind_ms in self._all_behind_ms if (due := self._next_due(behind_ms)) is not None]
        if not dues:
            self._nap = None  # the next change begins anew
            return
        wait_s = (min(dues) - self._desk.now_ms()) / 1000
        nap_s = max(_SHORTEST_NAP_S, min(wait_s, _LONGEST_NAP_S))
        self._nap = asyncio.get_running_loop().call_later(nap_s, self._wake)

    def _next_due(self, behind_ms: float) -> float | None:
        """When the next moment is due to outputs so far behind, since it was last looked."""
        began = self._past.next_after(self._looked_ms - behind_ms)
        return None if began is None else began + behind_ms

    def _wake(self) -> None:
        now_ms = self._desk.now_ms()
        dues = {behind_ms: self._next_due(behind_ms) for behind_ms in self._all_behind_ms}
        self._looked_ms = max(now_ms, self._looked_ms)
        self._sleep()
        ready = frozenset(behind_ms for behind_ms, due in dues.items() if due is not None and due <= now_ms)
        if ready:
            self._due(ready)
