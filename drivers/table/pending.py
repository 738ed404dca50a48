"""The commands under way: who waits for what, and until when. Pure; `ControllerCore` owns it."""

from dataclasses import dataclass

from drivers.table.deadlines import CommandDeadlines
from drivers.table.events import CommandFinished
from drivers.table.faults import Fault
from drivers.table.interface import CommandHandle
from drivers.table.states import CommandKind, Reason


@dataclass(slots=True)
class _Pending:
    handle: CommandHandle
    answer_due_s: float | None
    due_s: float
    progress_ms: int = 0


class PendingCommands:
    """Commands by their id. Ids are u16, never 0, and start anew with each program."""

    def __init__(self, deadlines: CommandDeadlines) -> None:
        self._deadlines = deadlines
        self._pending: dict[int, _Pending] = {}
        self._last_id = 0

    def handle(self, kind: CommandKind) -> CommandHandle:
        """A handle with a fresh id."""
        while True:
            self._last_id = self._last_id % 0xFFFF + 1
            if self._last_id not in self._pending:
                return CommandHandle(self._last_id, kind)

    def add(self, handle: CommandHandle, now_s: float) -> None:
        """The command is sent: its deadlines begin."""
        due_s = now_s + self._deadlines.of(handle.kind)
        self._pending[handle.command_id] = _Pending(handle, now_s + self._deadlines.answer_s, due_s)

    def kind_of(self, command_id: int) -> CommandKind | None:
        """The kind of a command under way, or None."""
        pending = self._pending.get(command_id)
        return None if pending is None else pending.handle.kind

    def accepted(self, command_id: int) -> None:
        """The table took the command; its end is still to come."""
        if command_id in self._pending:
            self._pending[command_id].answer_due_s = None

    def accepted_kind(self, kind: CommandKind) -> bool:
        """Whether a command of that kind is being carried out."""
        return any(p.handle.kind is kind and p.answer_due_s is None for p in self._pending.values())

    def progressed(self, command_id: int, elapsed_ms: int) -> bool:
        """Take progress; False if it is older than what is known, or of a command that is over."""
        pending = self._pending.get(command_id)
        if pending is None or elapsed_ms < pending.progress_ms:
            return False
        pending.progress_ms = elapsed_ms
        return True

    def postpone(self, seconds: float) -> None:
        """Move every end further away."""
        for pending in self._pending.values():
            pending.due_s += seconds

    def finish(
        self, command_id: int, reason: Reason | None = None, fault: Fault | None = None
    ) -> tuple[CommandHandle, CommandFinished] | None:
        """The command is over; None if it was so before."""
        pending = self._pending.pop(command_id, None)
        if pending is None:
            return None
        return pending.handle, finished(pending.handle, reason, fault)

    def all_ids(self) -> tuple[int, ...]:
        """The ids of what is under way, oldest first."""
        return tuple(self._pending)

    def overdue(self, now_s: float) -> tuple[int, ...]:
        """The ids whose answer or end should have come by now."""
        return tuple(
            command_id
            for command_id, pending in self._pending.items()
            if now_s >= pending.due_s or (pending.answer_due_s is not None and now_s >= pending.answer_due_s)
        )


def finished(handle: CommandHandle, reason: Reason | None = None, fault: Fault | None = None) -> CommandFinished:
    """How a command ended; no reason means well."""
    return CommandFinished(handle.command_id, handle.kind, ok=reason is None, reason=reason, fault=fault)
