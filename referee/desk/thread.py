"""The thread that the desk lives in: one queue in, one state out.

Observations and commands come from any thread and are worked off one by one, so events have one order; the journal's
wait for the disk happens here and delays neither pages nor the serial line. An emergency stop does not queue. Whatever
is logged here names the match, and while a command is carried out its number, its act and who asks.
"""

import contextlib
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final

import structlog
from structlog.contextvars import bind_contextvars, bound_contextvars, unbind_contextvars

from referee.desk.command import Command
from referee.desk.commands import Answer, EmergencyStop
from referee.desk.desk import Desk
from referee.desk.observation import Observation
from referee.desk.state import DeskState
from referee.desk.table_control import TableControl

_LONGEST_QUEUE: Final = 512
"""When full, commands are refused as busy; observations are dropped, since cameras and table tell their state again."""
_TICK_S: Final = 0.05

_log = structlog.get_logger("desk")


@dataclass(frozen=True, slots=True)
class _Asked:
    command: Command
    answer: Future[Answer]


class DeskThread:
    """Runs one desk. `on_state` is called in the desk's thread after each change, with the new state.

    `on_failure` is called once if the desk stops because it could not go on (an event could not be kept, or a defect):
    whatever runs the daemon must end it then, since nothing may be shown that is not kept.
    """

    def __init__(
        self,
        desk: Desk,
        table: TableControl,
        on_state: Callable[[DeskState], None],
        on_failure: Callable[[BaseException], None],
    ) -> None:
        self._desk = desk
        self._table = table
        self._on_state = on_state
        self._on_failure = on_failure
        self._inbox: queue.Queue[Observation | _Asked] = queue.Queue(_LONGEST_QUEUE)
        self._stopping = threading.Event()
        self._state = desk.state()
        self._commands = 0
        self._bound = ""
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)
        self.turned_s = time.monotonic()
        """When the thread last went round: a watchdog's proof of progress."""

    @property
    def state(self) -> DeskState:
        """The newest state; safe from any thread, since it is replaced as a whole."""
        return self._state

    @property
    def waiting(self) -> int:
        """How many observations and commands wait."""
        return self._inbox.qsize()

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def stop(self, timeout_s: float = 5.0) -> None:
        """Finish what is being done and end the thread; what still queues is answered as stopped."""
        self._stopping.set()
        self._thread.join(timeout_s)
        while True:
            try:
                item = self._inbox.get_nowait()
            except queue.Empty:
                return
            if isinstance(item, _Asked):
                item.answer.set_result(Answer(False, "stopped", self._state.version))

    def observe(self, observation: Observation) -> None:
        """Hand over what a sensor saw; never waits."""
        with contextlib.suppress(queue.Full):
            self._inbox.put_nowait(observation)

    def submit(self, command: Command) -> Future[Answer]:
        """Ask for an act; never waits. The future is always answered, after a stop as `stopped`."""
        if isinstance(command, EmergencyStop):
            self._table.emergency_stop()
        asked = _Asked(command, Future())
        asked.answer.set_running_or_notify_cancel()  # whoever stops waiting for the answer takes nothing back
        if self._stopping.is_set():
            asked.answer.set_result(Answer(False, "stopped", self._state.version))
            return asked.answer
        try:
            self._inbox.put_nowait(asked)
        except queue.Full:
            asked.answer.set_result(Answer(False, "busy", self._state.version))
        return asked.answer

    def _run(self) -> None:
        try:
            self._bind(self._state)
            while not self._stopping.is_set():
                self.turned_s = time.monotonic()
                self._step()
        except BaseException as error:
            self._stopping.set()
            _log.exception("desk_failed")
            self._on_failure(error)

    def _step(self) -> None:
        try:
            item = self._inbox.get(timeout=_TICK_S)
        except queue.Empty:
            self._desk.tick()
            self._publish()
            return
        if not isinstance(item, _Asked):
            self._desk.observe(item)
            self._publish()
            return
        self._commands += 1
        act = str(getattr(item.command, "act", ""))
        with bound_contextvars(command=self._commands, act=act, actor=item.command.actor):
            self._carry_out(item)

    def _carry_out(self, asked: _Asked) -> None:
        try:
            answer = self._desk.command(asked.command)
        except BaseException:
            _log.error("command_failed")
            asked.answer.set_result(Answer(False, "failed", self._state.version))
            raise
        if not answer.done:  # without the facts: they may tell of hidden tiles, and logs are sent to others
            _log.info("command_refused", code=answer.code, version=answer.version)
        self._publish()
        asked.answer.set_result(answer)

    def _publish(self) -> None:
        state = self._desk.state()
        self._bind(state)
        changed = _essence(state) != _essence(self._state)
        self._state = state
        if changed:
            self._on_state(state)

    def _bind(self, state: DeskState) -> None:
        """Have all that is logged from now on name the match."""
        match = state.match
        known = "" if match is None or match.setup is None else match.setup.id
        if known == self._bound:
            return
        self._bound = known
        if not known:
            unbind_contextvars("match")
            return
        bind_contextvars(match=known)
        _log.info("match_taken_up", version=state.version)


def _essence(state: DeskState) -> tuple[object, ...]:
    """What a page would draw differently; the passing of time alone is none of it."""
    return (
        state.version,
        state.match is None,
        state.candidates,
        state.seen,
        state.table,
        state.cameras,
        state.confirm_all,
        state.last_trouble,
        state.clock,
        state.sheet,
        state.reason,
        state.recovered_ms,
        state.allowed,
    )
