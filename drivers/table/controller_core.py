"""What the host knows of a table behind the link, and what it may ask of it. Pure: no I/O, no clock, no threads.

Safety rests on one flag: `needs_reset`. It is set by every start, link loss, new boot id, stop, fault and deadline,
and cleared only by a reset that a person asked for and the controller carried out in the session under way. While it
is set nothing but reset, stop and emergency stop is sent.
"""

from collections.abc import Mapping

from drivers.link.messages import (
    Accepted,
    ButtonEvent,
    Command,
    DiceEvent,
    Done,
    Failed,
    FaultEvent,
    HelloReply,
    Message,
    Progress,
    Rejected,
    ScoreEvent,
    StateEvent,
    Status,
)
from drivers.link.reports import (
    EmergencyStopAnswered,
    HostReport,
    LineNoisy,
    MessageArrived,
    PortNotOpen,
    SessionLost,
    SessionOpened,
    SessionRefused,
    Undelivered,
)
from drivers.link.statistics import LinkStatistics
from drivers.table.deadlines import CommandDeadlines
from drivers.table.events import (
    ButtonPressed,
    CommandFinished,
    DiceRolled,
    FaultCleared,
    FaultRaised,
    LinkLost,
    LinkNoisy,
    LinkUp,
    LinkWaiting,
    ScoreRead,
    StacksCounted,
    StateChanged,
    TableEvent,
)
from drivers.table.faults import Fault, FaultCode, fault_of
from drivers.table.interface import NO_CAPABILITIES, NO_SCORES, NO_STACKS, CommandHandle, TableSnapshot
from drivers.table.numbers import VERB_NUMBERS, button_of, fault_code_of, fault_in, reason_of, state_of
from drivers.table.pending import PendingCommands, finished
from drivers.table.stack_count import StackCount
from drivers.table.states import NEEDED_CAPABILITY, Button, Capability, CommandKind, Reason, TableState

_ALWAYS_ALLOWED = (CommandKind.RESET, CommandKind.STOP)
_SHOWN_ALWAYS = (TableState.FAULT, TableState.TEST, TableState.HOMING)
_NEEDS_RESET = (TableState.UNKNOWN, TableState.FAULT, TableState.ESTOP, TableState.TEST)
_DEADLINE_FAULTS = {CommandKind.CYCLE: FaultCode.CYCLE_TIMEOUT, CommandKind.DICE: FaultCode.DICE_NO_STOP}


class ControllerCore:
    """The table as seen from the host. Every method that reads a clock is given `now_s`."""

    def __init__(self, deadlines: CommandDeadlines) -> None:
        self._pending = PendingCommands(deadlines)
        self._events: list[TableEvent] = []
        self._endings: list[tuple[CommandHandle, CommandFinished]] = []
        self._messages: list[Command] = []
        self._hello: HelloReply | None = None
        self._opened_s = 0.0
        self._ticked_s = 0.0
        self._link_up = False
        self._link_message = "not connected yet"
        self._link_cause = "waiting"
        self._link_facts: Mapping[str, str] = {}
        self._state = TableState.UNKNOWN
        self._stacking = TableState.UNKNOWN
        self._stacks = NO_STACKS
        self._count = StackCount()
        self._elapsed_ms = 0
        self._faults: list[Fault] = []
        self._dice: tuple[int, int] | None = None
        self._scores: list[int | None] = list(NO_SCORES)
        self._needs_reset = True
        self._stopped = False  # an emergency stop that no reset has lifted
        self._stop_answered = True
        self._stop_pressed = False
        self._shown = (TableState.UNKNOWN, TableState.UNKNOWN)

    # What the host asks for

    def command(self, kind: CommandKind, now_s: float) -> CommandHandle:
        """Send a command, or end it at once with the reason why it may not be sent."""
        handle = self._pending.handle(kind)
        reason = self._refusal(kind)
        if reason is not None:
            self._end(handle, finished(handle, reason))
        else:
            self._pending.add(handle, now_s)
            self._messages.append(Command(handle.command_id, VERB_NUMBERS[kind], 0))
        return handle

    def emergency_stop(self) -> None:
        """An emergency stop is being sent: everything under way has failed."""
        self._stopped, self._stop_answered, self._needs_reset = True, False, True
        self._messages.clear()
        self._fail_all(Reason.ESTOP)
        self._show()

    def close(self) -> None:
        """Nothing more will come."""
        self._link_up, self._needs_reset = False, True
        self._link_message = self._link_cause = "closed"
        self._fail_all(Reason.CLOSED)

    # What the link reports

    def heard(self, report: HostReport, now_s: float) -> None:
        """Take one report of the link."""
        match report:
            case SessionOpened():
                self._opened(report)
            case SessionLost(cause=cause, message=message, was_open=was_open):
                self._lost(LinkLost(message) if was_open else LinkWaiting(message), cause)
            case SessionRefused(cause=cause, message=message, facts=facts):
                self._lost(LinkLost(message), cause, facts)
            case PortNotOpen(problem=problem, message=message):
                self._lost(LinkWaiting(message), problem)
            case LineNoisy(noisy=noisy, message=message):
                self._events.append(LinkNoisy(noisy, message))
            case MessageArrived(message=message):
                self._arrived(message, now_s)
            case EmergencyStopAnswered():
                self._stop_answered = True
            case Undelivered(message=Command(command_id=command_id)):
                self._finish(command_id, Reason.ESTOP if self._stopped else Reason.LINK_LOST)
        self._show()

    def tick(self, now_s: float) -> None:
        """Give up commands whose deadline has passed; the clock stands while people add tiles."""
        if self._state is TableState.PAUSED_TOPUP:
            self._pending.postpone(now_s - self._ticked_s)
        self._ticked_s = now_s
        for command_id in self._pending.overdue(now_s):
            kind = self._pending.kind_of(command_id)
            self._finish(command_id, Reason.DEADLINE)
            if kind is not None and kind is not CommandKind.STOP:
                self._gave_up(kind, now_s)
        self._show()

    # What the owner fetches

    def take_events(self) -> tuple[list[TableEvent], list[tuple[CommandHandle, CommandFinished]]]:
        """Events to tell, and commands to end, since the last call."""
        events, self._events = self._events, []
        endings, self._endings = self._endings, []
        return events, endings

    def take_stop(self) -> bool:
        """Whether a stop key was pressed since the last call: an emergency stop is due now."""
        pressed, self._stop_pressed = self._stop_pressed, False
        return pressed

    def take_messages(self) -> list[Command]:
        """Commands to send."""
        messages, self._messages = self._messages, []
        return messages

    def snapshot(self, link: LinkStatistics) -> TableSnapshot:
        """The table now, with the counters of the link."""
        hello = self._hello
        state, stacking = self._shown
        return TableSnapshot(
            state=state,
            stacking=stacking,
            stacks=self._stacks,
            raised=self._count.raised,
            elapsed_ms=self._elapsed_ms,
            faults=tuple(self._faults),
            needs_reset=self._needs_reset,
            dice=self._dice,
            scores=(self._scores[0], self._scores[1], self._scores[2], self._scores[3]),
            capabilities=NO_CAPABILITIES if hello is None else Capability(hello.capabilities),
            link_up=self._link_up,
            link_message=self._link_message,
            link_cause=self._link_cause,
            link_facts=self._link_facts,
            round_trip_ms=link.round_trip_ms,
            resends=link.resends,
            bad_frames=link.bad_frames,
            noisy=link.noisy,
            boot_id=None if hello is None else hello.boot_id,
            unit_id="" if hello is None else hello.unit_id,
            firmware="" if hello is None else hello.firmware,
        )

    def _refusal(self, kind: CommandKind) -> Reason | None:
        if not self._link_up or self._hello is None:
            return Reason.LINK_DOWN
        if self._stopped and (kind is not CommandKind.RESET or not self._stop_answered):
            return Reason.ESTOP
        if self._needs_reset and kind not in _ALWAYS_ALLOWED:
            return Reason.NEEDS_RESET
        needed = NEEDED_CAPABILITY.get(kind, NO_CAPABILITIES)
        return None if needed in Capability(self._hello.capabilities) else Reason.UNSUPPORTED

    def _opened(self, report: SessionOpened) -> None:
        self._hello, self._opened_s = report.hello, report.opened_s
        self._link_up, self._needs_reset = True, True
        self._link_message = self._link_cause = ""
        self._state = self._stacking = TableState.UNKNOWN
        self._events.append(LinkUp(report.hello.unit_id, report.hello.firmware, report.rebooted))
        if report.rebooted:  # its own faults went with its memory
            for fault in tuple(self._faults):
                self._clear(fault)
            self._raise(fault_of(FaultCode.REBOOTED))

    def _lost(self, event: LinkLost | LinkWaiting, cause: str, facts: Mapping[str, str] | None = None) -> None:
        if self._link_up or event.message != self._link_message:  # the same once more is no news
            self._events.append(event)
        self._link_up, self._needs_reset = False, True
        self._link_cause, self._link_message, self._link_facts = cause, event.message, facts or {}
        self._state = self._stacking = TableState.UNKNOWN
        self._count.lost()
        self._scores = list(NO_SCORES)
        self._messages.clear()
        self._fail_all(Reason.LINK_LOST)

    def _arrived(self, message: Message, now_s: float) -> None:
        match message:
            case Accepted(command_id=command_id):
                self._pending.accepted(command_id)
                if self._pending.kind_of(command_id) is CommandKind.RESET:
                    self._stopped = False
            case Rejected(command_id=command_id, reason=reason, fault=fault):
                self._finish(command_id, reason_of(reason), self._known_fault(fault))
            case Progress(command_id=command_id, elapsed_ms=elapsed_ms):
                if self._pending.progressed(command_id, elapsed_ms):
                    self._elapsed_ms = elapsed_ms
            case Done(command_id=command_id):
                self._done(command_id)
            case Failed(command_id=command_id, reason=reason, fault=fault):
                self._finish(command_id, reason_of(reason), self._known_fault(fault))
            case Status():
                state, stacking = state_of(message.state), state_of(message.stacking)
                stacks, self._elapsed_ms = self._count.told(state, stacking, message.stacks), message.elapsed_ms
                if stacks != self._stacks:
                    self._stacks = stacks
                    self._events.append(StacksCounted(stacks))
            case StateEvent():
                self._state, self._stacking = state_of(message.state), state_of(message.stacking)
                self._count.entered(self._state, self._stacking)
                self._needs_reset = self._needs_reset or self._state in _NEEDS_RESET
            case DiceEvent():
                self._thrown(message, now_s)
            case ButtonEvent():
                button = button_of(message.button)
                self._stop_pressed = self._stop_pressed or button is Button.STOP
                if button is not None:
                    self._events.append(ButtonPressed(message.side, button, self._age_s(message.at_ms, now_s)))
            case ScoreEvent(side=side, points=points) if side < len(self._scores):
                self._scores[side] = points
                self._events.append(ScoreRead(side, points))
            case FaultEvent(raised=True):
                self._raise(fault_in(message))
            case FaultEvent():
                self._clear(fault_in(message))

    def _done(self, command_id: int) -> None:
        if self._pending.kind_of(command_id) is CommandKind.RESET and self._state not in _NEEDS_RESET:
            self._needs_reset = self._stopped
            for fault in tuple(self._faults):
                if fault.latched:
                    self._clear(fault)
        self._show()  # who is told of the end finds the state that it led to
        self._finish(command_id)

    def _gave_up(self, kind: CommandKind, now_s: float) -> None:
        code = _DEADLINE_FAULTS.get(kind)
        if code is not None:
            self._raise(fault_of(code))
        if kind is not CommandKind.DICE and self._link_up:
            self._needs_reset = True
            self.command(CommandKind.STOP, now_s)

    def _thrown(self, event: DiceEvent, now_s: float) -> None:
        unreadable = fault_of(FaultCode.DICE_UNREADABLE)
        if not (1 <= event.first <= 6 and 1 <= event.second <= 6):
            self._raise(unreadable)  # asked of a person; never made up
            return
        self._clear(unreadable)
        self._clear(fault_of(FaultCode.DICE_NO_STOP))
        self._dice = (event.first, event.second)
        self._events.append(DiceRolled(self._dice, self._age_s(event.at_ms, now_s)))

    def _age_s(self, at_ms: int, now_s: float) -> float:
        if self._hello is None:
            return 0.0
        uptime_ms = self._hello.uptime_ms + round((now_s - self._opened_s) * 1000)
        age_ms = (uptime_ms - at_ms) % 2**32
        return age_ms / 1000 if age_ms < 2**31 else 0.0  # above: the event is newer than the answer to HELLO told

    def _known_fault(self, number: int) -> Fault | None:
        if number == 0:
            return None
        code = fault_code_of(number)
        return next((fault for fault in self._faults if fault.code is code), fault_of(code))

    def _raise(self, fault: Fault) -> None:
        if fault not in self._faults:
            self._faults.append(fault)
            self._events.append(FaultRaised(fault))

    def _clear(self, fault: Fault) -> None:
        for known in tuple(self._faults):
            if known.code is fault.code and known.where == fault.where:
                self._faults.remove(known)
                self._events.append(FaultCleared(known))

    def _fail_all(self, reason: Reason) -> None:
        for command_id in self._pending.all_ids():
            self._finish(command_id, reason)

    def _finish(self, command_id: int, reason: Reason | None = None, fault: Fault | None = None) -> None:
        ending = self._pending.finish(command_id, reason, fault)
        if ending is not None:
            self._end(*ending)

    def _end(self, handle: CommandHandle, ending: CommandFinished) -> None:
        self._events.append(ending)
        self._endings.append((handle, ending))

    def _show(self) -> None:
        shown = (self._shown_state(), self._stacking if not self._needs_reset else TableState.UNKNOWN)
        if shown != self._shown:
            self._shown = shown
            self._events.append(StateChanged(*shown))

    def _shown_state(self) -> TableState:
        if self._stopped or self._state is TableState.ESTOP:
            return TableState.ESTOP
        if not self._link_up:
            return TableState.UNKNOWN
        if self._needs_reset and self._state not in _SHOWN_ALWAYS:
            return TableState.HOMING if self._pending.accepted_kind(CommandKind.RESET) else TableState.UNKNOWN
        return self._state
