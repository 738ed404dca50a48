"""A whole table in virtual time: host, line and twin in one object, no thread and no waiting.

A `Table` like any other, except that time passes only in `run_for` and `run_until`. The bytes are the real ones and go
over a line that can be made as bad as wanted; the same seed gives the same run. For tests, and for playing many deals
faster than any clock.
"""

from collections.abc import Callable
from itertools import count
from typing import Final

import structlog

from drivers.link.faulty_line import PERFECT_LINE, FaultyLine, LineFaults
from drivers.link.host_session import HostSession, SessionState
from drivers.link.reports import HostReport, LossCause, Undelivered
from drivers.link.timings import DEFAULT_TIMINGS, LinkTimings
from drivers.simulator.twin import Twin
from drivers.simulator.twin_acts import LineTrouble
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_runner import BAD_LINE
from drivers.table.controller_core import ControllerCore
from drivers.table.deadlines import CommandDeadlines
from drivers.table.events import TableEvent
from drivers.table.interface import CommandHandle, TableSnapshot
from drivers.table.states import CommandKind
from drivers.table.subscribers import Subscribers

_RETRY_S: Final = 0.25
_HOST_ID: Final = 17


class VirtualTable:
    """Host and twin, joined by two faulty lines. `now_s` is the virtual clock."""

    def __init__(
        self,
        config: TwinConfig | None = None,
        line: LineFaults = PERFECT_LINE,
        seed: int = 0,
        expected_unit: str | None = None,
        deadlines: CommandDeadlines | None = None,
        timings: LinkTimings = DEFAULT_TIMINGS,
    ) -> None:
        self.now_s = 0.0
        self.twin = Twin(config or TwinConfig(), boot_id=seed + 1, started_s=0.0, timings=timings)
        self.host = HostSession(_HOST_ID, seed, expected_unit, timings)
        self._core = ControllerCore(deadlines or CommandDeadlines())
        self._faults, self._seeds = line, count(2 * seed)
        self._subscribers = Subscribers(structlog.get_logger("drivers.virtual_table"))
        self._plugged = True
        self._trouble: LineTrouble | None = None
        self._retry_s: float | None = None
        self._new_lines()

    def start(self) -> None:
        """Open the line."""
        self._retry_s = self.now_s
        self._work()

    def cycle(self) -> CommandHandle:
        """Take the tiles in, shuffle, stack and raise the walls."""
        return self._command(CommandKind.CYCLE)

    def raise_walls(self) -> CommandHandle:
        """Raise the walls that stand stacked below."""
        return self._command(CommandKind.RAISE)

    def lower_lifts(self) -> CommandHandle:
        """Let the lifts down."""
        return self._command(CommandKind.LOWER)

    def roll_dice(self) -> CommandHandle:
        """Roll the dice."""
        return self._command(CommandKind.DICE)

    def stop(self) -> CommandHandle:
        """Stop what is running."""
        return self._command(CommandKind.STOP)

    def reset(self) -> CommandHandle:
        """A person says that the table is clear."""
        return self._command(CommandKind.RESET)

    def emergency_stop(self) -> None:
        """All motors off."""
        self._core.emergency_stop()
        self.host.emergency_stop(self.now_s)
        self._work()

    def snapshot(self) -> TableSnapshot:
        """The table now."""
        return self._core.snapshot(self.host.statistics())

    def subscribe(self, callback: Callable[[TableEvent], None]) -> Callable[[], None]:
        """Be told of every event from now on."""
        return self._subscribers.add(callback)

    def close(self) -> None:
        """End."""
        self.host.lose(LossCause.CLOSED, "closed")
        self._core.close()
        self._deliver()

    def unplug(self) -> None:
        """Pull the cable: the host notices at once, the twin by the silence."""
        self._plugged = False
        self.host.lose(LossCause.PORT_LOST, "the cable was pulled")
        self._new_lines()
        self._retry_s = None
        self._work()

    def plug(self) -> None:
        """Put the cable back."""
        self._plugged = True
        self._retry_s = self.now_s
        self._work()

    def set_line(self, line: LineFaults) -> None:
        """Make the line better or worse; what is under way on it is lost."""
        self._faults = line
        self._new_lines()

    def stall_host(self, seconds: float) -> None:
        """Let time pass in which the host does nothing, as if its program stood still; bytes wait for it."""
        end_s = self.now_s + seconds
        while self.now_s < end_s:
            self.now_s = min(end_s, max(self.now_s + 1e-6, self.twin.next_due_s(self.now_s)))
            self.twin.advance(self.now_s)
            self._to_host.send(self.twin.take_output(), self.now_s)

    def run_for(self, seconds: float) -> None:
        """Let virtual time pass."""
        self.run_until(lambda: False, seconds)

    def run_until(self, condition: Callable[[], bool], limit_s: float) -> bool:
        """Let time pass until the condition holds; False if it did not within `limit_s`."""
        end_s = self.now_s + limit_s
        self._work()
        while not condition():
            if self.now_s >= end_s:
                return False
            # Never twice at one instant: a rounding error must not stop the clock.
            self.now_s = min(end_s, max(self._next_due_s(), self.now_s + 1e-6))
            self._work()
        return True

    def _command(self, kind: CommandKind) -> CommandHandle:
        handle = self._core.command(kind, self.now_s)
        self._work()
        return handle

    def _new_lines(self) -> None:
        self._to_twin = FaultyLine(self._faults, next(self._seeds))
        self._to_host = FaultyLine(self._faults, next(self._seeds))

    def _next_due_s(self) -> float:
        due_s = [self.now_s + 0.05, self.host.next_due_s(self.now_s), self.twin.next_due_s(self.now_s)]
        due_s += [due for due in (self._to_twin.next_due_s(), self._to_host.next_due_s(), self._retry_s) if due]
        return min(due_s)

    def _work(self) -> None:
        now_s = self.now_s
        if self._retry_s is not None and now_s >= self._retry_s:
            self._retry_s = None
            self._new_lines()  # an opening of a port is a line of its own: what was under way on the last one is gone
            self.host.open(now_s)
        self._host_works()
        for piece in self._to_twin.receive(now_s):
            if self._trouble is not LineTrouble.SILENCE:
                self.twin.receive(piece, now_s)
        self.twin.advance(now_s)
        self._disturb()
        output = self.twin.take_output()
        if self._plugged and self._trouble is not LineTrouble.SILENCE:
            self._to_host.send(output, now_s)
        for piece in self._to_host.receive(now_s):
            self.host.receive(piece, now_s)
        self._host_works()

    def _disturb(self) -> None:
        """Make the line as bad, or as good again, as the twin says."""
        before, self._trouble = self._trouble, self.twin.line_trouble
        if self._trouble is before:
            return
        if before is LineTrouble.UNPLUG:
            self._plugged, self._retry_s = True, self.now_s
        if LineTrouble.GARBAGE in (before, self._trouble):
            self._faults = BAD_LINE if self._trouble is LineTrouble.GARBAGE else PERFECT_LINE
            self._new_lines()
        if self._trouble is LineTrouble.UNPLUG:
            self._plugged, self._retry_s = False, None
            self.host.lose(LossCause.PORT_LOST, "the cable was pulled")
            self._new_lines()

    def _host_works(self) -> None:
        now_s = self.now_s
        self.host.tick(now_s)
        self._core.tick(now_s)
        for message in self._core.take_messages():
            if not self.host.send(message, now_s):
                self._hear(Undelivered(message))
        for report in self.host.take_reports():
            self._hear(report)
        output = self.host.take_output()
        if self._plugged:
            self._to_twin.send(output, now_s)
        if self.host.state is SessionState.LOST and self._plugged and self._retry_s is None:
            self._retry_s = now_s + _RETRY_S
        self._deliver()

    def _hear(self, report: HostReport) -> None:
        self._core.heard(report, self.now_s)
        if self._core.take_stop():
            self._core.emergency_stop()
            self.host.emergency_stop(self.now_s)

    def _deliver(self) -> None:
        events, endings = self._core.take_events()
        for event in events:
            self._subscribers.tell(event)
        for handle, ending in endings:
            handle.future.set_result(ending)
