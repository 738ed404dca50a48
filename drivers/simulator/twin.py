"""The firmware twin: the controller board and the table behind it, as one object with the clock passed in. Pure.

It speaks the protocol from the controller's side, byte for byte what a board would send. Used as a library with a
virtual clock (`receive`, `advance`, `take_output`), or run by `twin_process` behind a pseudo-terminal. The people and
the world around it act through `press`, `inject`, `clear`, `power_cycle`; `take_changes` tells them what the table did.
"""

from collections import OrderedDict
from typing import Final

from drivers.link.controller_session import ControllerSession, Identity
from drivers.link.messages import (
    BACKGROUND,
    NO_SIDE,
    Accepted,
    ButtonEvent,
    Command,
    DiceEvent,
    Done,
    Failed,
    Message,
    Progress,
    Rejected,
    StateEvent,
    Status,
)
from drivers.link.reports import CommandArrived, HostConnected, HostSilent, StopArrived
from drivers.link.timings import DEFAULT_TIMINGS, LinkTimings
from drivers.simulator.tiles_in_table import RaisedWalls
from drivers.simulator.twin_buttons import TwinButtons
from drivers.simulator.twin_config import FIRMWARE, TwinConfig
from drivers.simulator.twin_facts import ChangeKind, TwinChange, TwinState, fault_facts, walls_facts
from drivers.simulator.twin_faults import Trigger, TwinFaults
from drivers.simulator.twin_machine import DiceThrown, ProgramEnded, StackPlaced, StateEntered, TwinMachine
from drivers.table.faults import Fault, FaultCode, FaultLevel, FaultPlace, fault_of
from drivers.table.numbers import BUTTON_NUMBERS, FAULT_NUMBERS, REASON_NUMBERS, STATE_NUMBERS, fault_event, verb_of
from drivers.table.states import Button, Capability, CommandKind, Reason, TableState

ALL_CAPABILITIES: Final = Capability(sum(Capability))
_STATUS_S: Final = 0.5
_STATUS_PAUSE_S: Final = 0.1
_COMMANDS_KEPT: Final = 16


class TwinFirmware:
    """A table with its controller. Times `now_s` are monotonic seconds of real (or virtual) time."""

    def __init__(
        self, config: TwinConfig, boot_id: int, started_s: float, timings: LinkTimings = DEFAULT_TIMINGS
    ) -> None:
        self._config = config
        self._link_timings = timings
        self._epoch_s = started_s
        self._machine = TwinMachine(config)
        self._faults = TwinFaults.none()
        self._told_deal = 0
        self._changes: list[TwinChange] = []
        self._boot(boot_id, started_s)

    def _boot(self, boot_id: int, now_s: float) -> None:
        identity = Identity(
            self._config.unit_id, FIRMWARE, boot_id, int(ALL_CAPABILITIES), major=self._config.protocol_major
        )
        self._boot_id = boot_id
        self._session = ControllerSession(identity, now_s, self._link_timings)
        self._buttons = TwinButtons(self._config.timings)
        self._answers: OrderedDict[int, list[Message]] = OrderedDict()
        self._running = BACKGROUND
        self._status_due_s = now_s
        self._status_sent_s = now_s - _STATUS_PAUSE_S

    # The line

    def receive(self, data: bytes, now_s: float) -> None:
        """Bytes from the host."""
        self.advance(now_s)
        self._session.receive(data, now_s)
        self._take_reports(now_s)

    def advance(self, now_s: float) -> None:
        """Let time pass: motors move, frames are sent again, a silent host is noticed."""
        table_s = (now_s - self._epoch_s) * self._config.speed
        while self._machine.step(table_s):
            self._take_machine(now_s)
        self._session.tick(now_s)
        self._take_reports(now_s)
        if self._session.up and now_s >= self._status_due_s:
            self._send_status(now_s)
            self._session.tick(now_s)

    def take_output(self) -> bytes:
        """Bytes for the host."""
        return self._session.take_output()

    def next_due_s(self, now_s: float) -> float:
        """When `advance` has something to do."""
        due_s = self._session.next_due_s(now_s)
        machine_s = self._machine.next_due_s()
        if machine_s is not None:
            due_s = min(due_s, self._epoch_s + machine_s / self._config.speed)
        return min(due_s, self._status_due_s) if self._session.up else due_s

    # The world around the table

    def press(self, side: int, button: Button, now_s: float) -> bool:
        """A key at a side (0-3) is pressed; False if that was a bounce of the last press."""
        self.advance(now_s)
        if not self._buttons.press(side, button, now_s):
            return False
        number = BUTTON_NUMBERS[button]
        self._session.post(lambda event_number, at_ms: ButtonEvent(event_number, at_ms, side, number), now_s)
        self._note(ChangeKind.BUTTON, side=side, button=str(button))
        if button is Button.LIFT:
            if self._machine.stacking is TableState.PAUSED_TOPUP:
                self._machine.resume()
            elif self._buttons.both_lift_keys(now_s):
                self._machine.pause()
            self._take_machine(now_s)
        return True

    def inject(self, fault: Fault, now_s: float, trigger: Trigger | None = None) -> None:
        """Let a cause of a fault set in, now or when its trigger says."""
        self.advance(now_s)
        if trigger is not None:
            self._faults.plan(trigger, fault)
        else:
            self._set_in(fault, now_s)

    def clear(self, code: FaultCode, now_s: float, where: FaultPlace | None = None) -> None:
        """Take the cause of a fault away; what is latched stays until a reset."""
        self.advance(now_s)
        for fault in self._faults.gone(code, where):
            self._tell_fault(fault, now_s, raised=False)

    def power_cycle(self, boot_id: int, now_s: float, *, test_mode: bool = False) -> None:
        """The controller starts anew: it has forgotten everything; tiles and walls lie where they lay."""
        self.advance(now_s)
        self._machine.halt(TableState.UNKNOWN)
        self._machine.release()
        if test_mode:
            self._machine.halt(TableState.TEST)
        self._machine.take_changes()
        self._faults.reset()
        self._boot(boot_id, now_s)
        self._note(ChangeKind.HOST, host=False)
        self._note(ChangeKind.STATE, state=str(self._machine.state), stacking=str(self._machine.stacking))
        for fault in tuple(self._faults.causes):
            self._faults.latch(fault)
            self._stop_for(fault, now_s)

    def state(self) -> TwinState:
        """The twin now."""
        machine = self._machine
        return TwinState(
            state=machine.state,
            stacking=machine.stacking,
            stacks=machine.stacks,
            elapsed_ms=machine.elapsed_ms,
            faults=tuple(self._faults.present()),
            host=self._session.up,
            boot_id=self._boot_id,
            deal_no=0 if machine.walls is None else machine.walls.deal_no,
        )

    def walls(self) -> RaisedWalls | None:
        """The truth about the walls on the table top, None before they are up and after they were taken in."""
        return self._machine.walls

    def take_changes(self) -> list[TwinChange]:
        """What happened since the last call, in order."""
        changes, self._changes = self._changes, []
        return changes

    # Inside

    def _take_reports(self, now_s: float) -> None:
        for report in self._session.take_reports():
            match report:
                case HostConnected():
                    self._host_connected(now_s)
                case HostSilent():
                    self._host_silent(now_s)
                case CommandArrived(command=command):
                    self._command(command, now_s)
                case StopArrived():
                    self._emergency_stop(now_s)
            self._take_machine(now_s)
        self._session.tick(now_s)

    def _host_connected(self, now_s: float) -> None:
        self._answers.clear()
        self._running = BACKGROUND
        self._machine.halt(TableState.UNKNOWN)
        self._machine.take_changes()
        self._note(ChangeKind.HOST, host=True)
        self._post_state(self._machine.state, self._machine.stacking, now_s)
        for fault in self._faults.present():
            self._tell_fault(fault, now_s, raised=True)
        self._status_due_s = now_s

    def _host_silent(self, now_s: float) -> None:
        self._machine.halt(TableState.UNKNOWN)
        self._running = BACKGROUND
        self._note(ChangeKind.HOST, host=False)
        fault = fault_of(FaultCode.HOST_LOST)
        if self._faults.latch(fault):
            self._tell_fault(fault, now_s, raised=True)

    def _command(self, command: Command, now_s: float) -> None:
        known = self._answers.get(command.command_id)
        if known is not None:  # the same command once more: the same answers, and nothing moves
            for answer in known:
                self._session.answer(answer, now_s)
            return
        self._answers[command.command_id] = []
        while len(self._answers) > _COMMANDS_KEPT:
            self._answers.popitem(last=False)
        kind = verb_of(command.verb)
        reason, fault = self._begin(kind, command)
        if reason is not None:
            number = 0 if fault is None else FAULT_NUMBERS[fault.code]
            self._answer(command.command_id, Rejected(command.command_id, REASON_NUMBERS[reason], number), now_s)
            return
        self._answer(command.command_id, Accepted(command.command_id), now_s)
        if kind is CommandKind.STOP:
            self._cut(self._machine.halt(TableState.UNKNOWN), Reason.STOPPED, None, now_s)
            self._take_machine(now_s)
            self._answer(command.command_id, Done(command.command_id, 0), now_s)
            return
        if kind is CommandKind.RESET:
            for released in self._faults.reset():
                self._tell_fault(released, now_s, raised=False)
        self._running = command.command_id

    def _begin(self, kind: CommandKind | None, command: Command) -> tuple[Reason | None, Fault | None]:
        if kind is None:
            return Reason.UNSUPPORTED, None
        if command.argument != 0:
            return Reason.BAD_ARGUMENT, None
        if kind is CommandKind.STOP:
            return None, None
        fault = self._faults.in_the_way() if kind is CommandKind.RESET else None
        if fault is not None:
            return Reason.FAULT, fault
        return self._machine.begin(kind), next(iter(self._faults.latched), None)

    def _emergency_stop(self, now_s: float) -> None:
        self._cut(self._machine.halt(TableState.ESTOP), Reason.ESTOP, None, now_s)
        fault = fault_of(FaultCode.ESTOP_PRESSED)
        if self._faults.latch(fault):
            self._tell_fault(fault, now_s, raised=True)

    def _take_machine(self, now_s: float) -> None:
        changes = self._machine.take_changes()
        if not changes:
            return
        for change in changes:
            match change:
                case StateEntered(state=state, stacking=stacking):
                    self._state_entered(state, stacking, now_s)
                case StackPlaced(stacks=stacks):
                    self._note(ChangeKind.STACKS, stacks=list(stacks))
                case DiceThrown():
                    self._post_dice(change, now_s)
                case ProgramEnded():
                    running, self._running = self._running, BACKGROUND
                    self._answer(running, Done(running, self._machine.elapsed_ms), now_s)
        self._status_due_s = min(self._status_due_s, max(now_s, self._status_sent_s + _STATUS_PAUSE_S))
        # After everything was told: a cause that sets in stops the motors, and that comes last.
        seen = [(change.state, change.stacking) for change in changes if isinstance(change, StateEntered)]
        for state, stacking in seen or [(self._machine.state, self._machine.stacking)]:
            for fault in self._faults.due(state, stacking, self._machine.stacks):
                self._set_in(fault, now_s)

    def _state_entered(self, state: TableState, stacking: TableState, now_s: float) -> None:
        self._post_state(state, stacking, now_s)
        if self._running:
            self._session.answer(Progress(self._running, STATE_NUMBERS[state], self._machine.elapsed_ms), now_s)
        walls = self._machine.walls
        if state is TableState.WALLS_UP and walls is not None and walls.deal_no != self._told_deal:
            self._told_deal = walls.deal_no
            self._note(ChangeKind.WALLS, **walls_facts(walls))

    def _note(self, kind: ChangeKind, **facts: object) -> None:
        self._changes.append(TwinChange(kind, facts))

    def _set_in(self, fault: Fault, now_s: float) -> None:
        if self._faults.set_in(fault):
            self._tell_fault(fault, now_s, raised=True)
            self._stop_for(fault, now_s)

    def _stop_for(self, fault: Fault, now_s: float) -> None:
        if fault.level is FaultLevel.STOP:
            pressed = fault.code is FaultCode.ESTOP_PRESSED
            cut = self._machine.halt(TableState.ESTOP if pressed else TableState.FAULT)
            self._cut(cut, Reason.ESTOP if pressed else Reason.FAULT, fault, now_s)
            self._take_machine(now_s)

    def _cut(self, cut: CommandKind | None, reason: Reason, fault: Fault | None, now_s: float) -> None:
        if cut is None or not self._running:
            return
        running, self._running = self._running, BACKGROUND
        number = 0 if fault is None else FAULT_NUMBERS[fault.code]
        side = NO_SIDE if fault is None or fault.where.side is None else fault.where.side
        self._answer(running, Failed(running, REASON_NUMBERS[reason], number, side), now_s)

    def _answer(self, command_id: int, answer: Message, now_s: float) -> None:
        if command_id in self._answers:
            self._answers[command_id].append(answer)
        self._session.answer(answer, now_s)

    def _post_state(self, state: TableState, stacking: TableState, now_s: float) -> None:
        numbers = STATE_NUMBERS[state], STATE_NUMBERS[stacking]
        self._session.post(lambda event_number, at_ms: StateEvent(event_number, at_ms, *numbers), now_s)
        self._note(ChangeKind.STATE, state=str(state), stacking=str(stacking))

    def _post_dice(self, thrown: DiceThrown, now_s: float) -> None:
        self._session.post(
            lambda event_number, at_ms: DiceEvent(event_number, at_ms, thrown.first, thrown.second), now_s
        )
        self._note(ChangeKind.DICE, dice=[thrown.first, thrown.second])

    def _tell_fault(self, fault: Fault, now_s: float, *, raised: bool) -> None:
        self._session.post(lambda event_number, at_ms: fault_event(event_number, at_ms, fault, raised=raised), now_s)
        self._note(ChangeKind.FAULT, raised=raised, **fault_facts(fault))

    def _send_status(self, now_s: float) -> None:
        machine = self._machine
        status = Status(
            STATE_NUMBERS[machine.state], STATE_NUMBERS[machine.stacking], machine.stacks, machine.elapsed_ms
        )
        self._session.answer(status, now_s)
        self._status_sent_s = now_s
        self._status_due_s = now_s + _STATUS_S
