"""The controller board of the twin: what stands between the line and the machine. Pure; the clock is passed in.

Frames become commands to the machine, what the machine does and finds becomes events; keys are watched, a silent host
stops the motors. Times `now_s` are monotonic seconds of real (or virtual) time; the table's own time runs `speed` times
as fast.
"""

from collections.abc import Callable
from typing import Final

from drivers.link.controller_session import ControllerSession, Identity
from drivers.link.messages import Accepted, Command, Done, Rejected
from drivers.link.reports import CommandArrived, HostConnected, HostSilent, StopArrived
from drivers.link.timings import LinkTimings
from drivers.simulator.twin_answers import CommandAnswers
from drivers.simulator.twin_buttons import TwinButtons
from drivers.simulator.twin_changes import (
    DiceThrown,
    FaultFound,
    FaultGone,
    MachineChange,
    ProgramEnded,
    StackPlaced,
    StateEntered,
    SticksRead,
)
from drivers.simulator.twin_config import FIRMWARE, TwinConfig
from drivers.simulator.twin_facts import ChangeKind
from drivers.simulator.twin_machine import TwinMachine
from drivers.simulator.twin_voice import TwinVoice
from drivers.table.faults import Fault, FaultCode, FaultPlace, fault_of
from drivers.table.numbers import FAULT_NUMBERS, REASON_NUMBERS, verb_of
from drivers.table.states import Button, Capability, CommandKind, Reason, TableState

ALL_CAPABILITIES: Final = Capability(sum(Capability))


class TwinBoard:
    """One board with its machine. `before_reset` is called when a person's reset arrives, before it is looked at."""

    def __init__(
        self,
        config: TwinConfig,
        boot_id: int,
        now_s: float,
        timings: LinkTimings,
        before_reset: Callable[[float], None],
    ) -> None:
        self._config = config
        self._link_timings = timings
        self._before_reset = before_reset
        self.machine = TwinMachine(config)
        self.faults = self.machine.faults
        self.buttons = TwinButtons(config)
        self.voice = TwinVoice(self.machine)
        self.deaf_until_s = now_s
        """Until then nothing that the host sends arrives."""
        self.boot(boot_id, now_s)

    def boot(self, boot_id: int, now_s: float) -> None:
        """Start the firmware: it has forgotten everything."""
        identity = Identity(
            self._config.unit_id, FIRMWARE, boot_id, int(ALL_CAPABILITIES), major=self._config.protocol_major
        )
        self.boot_id = boot_id
        self.session = ControllerSession(identity, now_s, self._link_timings)
        self.buttons.forget()
        self._answers = CommandAnswers()
        self.voice.connect(self.session, self._answers, now_s)

    # Time and bytes

    def receive(self, data: bytes, now_s: float) -> None:
        """Bytes from the host."""
        if now_s >= self.deaf_until_s:
            self.session.receive(data, now_s)
        self._take_reports(now_s)

    def step(self, table_s: float, now_s: float) -> bool:
        """Let the next thing in the machine happen if it is due by `table_s` of its own time."""
        stepped = self.machine.step(table_s)
        self.take_machine(now_s)
        return stepped

    def tick(self, now_s: float) -> None:
        """Frames are sent again, a silent host is noticed."""
        self.watch_keys(now_s)
        self.session.tick(now_s)
        self._take_reports(now_s)
        if self.session.up and now_s >= self.voice.status_due_s:
            self.voice.status(now_s)
            self.session.tick(now_s)

    def next_due_s(self, now_s: float) -> float:
        """When `tick` has something to do."""
        due_s = [self.session.next_due_s(now_s)]
        stuck_s = self.buttons.next_due_s()
        if stuck_s is not None:
            due_s.append(stuck_s)
        if self.session.up:
            due_s.append(self.voice.status_due_s)
        return min(due_s)

    # The hands and the world around it

    def press(self, side: int, button: Button, now_s: float, *, hold: bool = False) -> bool:
        """A key is pressed, and kept down; False if that was a bounce, or the key is stuck."""
        act = self.buttons.hold if hold else self.buttons.press
        pressed = act(side, button, now_s)
        if pressed.chattered:
            self.find(fault_of(FaultCode.BUTTON_BOUNCE, FaultPlace(side, str(button))), now_s)
        if not pressed.counts:
            return False
        self.voice.button(side, button, now_s)
        if button is Button.LIFT:
            if self.machine.stacking is TableState.PAUSED_TOPUP:
                self.machine.resume()
            elif self.buttons.both_lift_keys(now_s):
                self.machine.pause()
            self.take_machine(now_s)
        return True

    def watch_keys(self, now_s: float) -> None:
        """Find the keys that have been down too long by then."""
        for side, button in self.buttons.stuck(now_s):
            self.find(fault_of(FaultCode.BUTTON_STUCK, FaultPlace(side, str(button))), now_s)

    def find(self, fault: Fault, now_s: float) -> None:
        """The firmware finds something that is not the machine's."""
        if self.faults.tell(fault):
            self.voice.fault(fault, now_s, raised=True)

    def over(self, code: FaultCode, part: str | None, now_s: float) -> None:
        """Warnings of that code, and of that part, are over."""
        for fault in self.faults.hush(code, part):
            self.voice.fault(fault, now_s, raised=False)

    def set_in(self, cause: Fault, now_s: float) -> None:
        """A cause of a fault sets in."""
        self.faults.set_in(cause, self.machine.at_s)
        self.machine.look()
        self.take_machine(now_s)

    def gone(self, code: FaultCode, where: FaultPlace | None, now_s: float) -> None:
        """A cause is taken away; what is latched stays until a reset."""
        for fault in self.faults.gone(code, where):
            self.voice.fault(fault, now_s, raised=False)
        self.machine.look()
        self.take_machine(now_s)

    def lose_power(self) -> None:
        """Motors off; tiles and walls lie where they lay."""
        self.machine.halt(TableState.UNKNOWN)
        self.machine.release()
        self.machine.take_changes()
        self.voice.note(ChangeKind.HOST, host=False)
        self.voice.note(ChangeKind.POWER, on=False)

    def regain_power(self, boot_id: int, now_s: float, *, test_mode: bool, after: FaultCode | None) -> None:
        """Start anew. `after`: what the firmware can tell of how it lost its power."""
        self.faults.forget()
        self.machine.sticks.forget()
        self.boot(boot_id, now_s)
        if after is not None:
            self.find(fault_of(after), now_s)
            self.machine.halt(TableState.FAULT)
        if test_mode or self.buttons.lift_keys_held():
            self.machine.halt(TableState.TEST)
        self.machine.take_changes()
        self.voice.note(ChangeKind.POWER, on=True)
        self.voice.note(ChangeKind.STATE, state=str(self.machine.state), stacking=str(self.machine.stacking))

    # What arrives

    def _take_reports(self, now_s: float) -> None:
        for report in self.session.take_reports():
            match report:
                case HostConnected():
                    self._host_connected(now_s)
                case HostSilent():
                    self._host_silent(now_s)
                case CommandArrived(command=command):
                    self._command(command, now_s)
                case StopArrived():
                    self._emergency_stop(now_s)
            self.take_machine(now_s)
        self.session.tick(now_s)

    def _host_connected(self, now_s: float) -> None:
        self._answers = CommandAnswers()
        self.voice.connect(self.session, self._answers, now_s)
        self.machine.halt(TableState.UNKNOWN)
        self.machine.take_changes()
        self.voice.note(ChangeKind.HOST, host=True)
        self.voice.state(self.machine.state, self.machine.stacking, now_s)
        for fault in self.faults.told:
            self.voice.fault(fault, now_s, raised=True)

    def _host_silent(self, now_s: float) -> None:
        self.machine.halt(TableState.UNKNOWN)
        self._answers.ended()
        self.voice.note(ChangeKind.HOST, host=False)
        self.find(fault_of(FaultCode.HOST_LOST), now_s)

    def _command(self, command: Command, now_s: float) -> None:
        known = self._answers.known(command.command_id)
        if known is not None:  # the same command once more: the same answers, and nothing moves
            for answer in known:
                self.session.answer(answer, now_s)
            return
        kind = verb_of(command.verb)
        if kind is CommandKind.RESET:
            self._before_reset(now_s)
        reason, fault = self._begin(kind, command)
        if reason is not None:
            number = 0 if fault is None else FAULT_NUMBERS[fault.code]
            rejected = Rejected(command.command_id, REASON_NUMBERS[reason], number)
            self.voice.answer(command.command_id, rejected, now_s)
            return
        self.voice.answer(command.command_id, Accepted(command.command_id), now_s)
        if kind is CommandKind.STOP:
            if self.machine.halt(TableState.UNKNOWN) is not None:
                self.voice.failed(Reason.STOPPED, None, now_s)
            self.take_machine(now_s)
            self.voice.answer(command.command_id, Done(command.command_id, 0), now_s)
            return
        if kind is CommandKind.RESET:
            for released in self.faults.reset():
                self.voice.fault(released, now_s, raised=False)
        self._answers.running = command.command_id

    def _begin(self, kind: CommandKind | None, command: Command) -> tuple[Reason | None, Fault | None]:
        if kind is None:
            return Reason.UNSUPPORTED, None
        if command.argument != 0:
            return Reason.BAD_ARGUMENT, None
        if kind is CommandKind.STOP:
            return None, None
        fault = self.faults.in_the_way() if kind is CommandKind.RESET else None
        if fault is not None:
            return Reason.FAULT, fault
        latched = (fault for fault in self.faults.told if fault.latched)
        return self.machine.begin(kind), next(latched, None)

    def _emergency_stop(self, now_s: float) -> None:
        if self.machine.halt(TableState.ESTOP) is not None:
            self.voice.failed(Reason.ESTOP, None, now_s)
        self.find(fault_of(FaultCode.ESTOP_PRESSED), now_s)

    # What the machine tells

    def take_machine(self, now_s: float) -> None:
        """Tell host and world what the machine did and found."""
        changes = self.machine.take_changes()
        for change in changes:
            self._machine_changed(change, now_s)
        if changes:
            self.voice.hurry(now_s)

    def _machine_changed(self, change: MachineChange, now_s: float) -> None:
        match change:
            case StateEntered(state=state, stacking=stacking):
                self.voice.state(state, stacking, now_s)
            case StackPlaced(stacks=stacks):
                self.voice.stacks(stacks)
            case DiceThrown():
                self.voice.dice(change, now_s)
            case SticksRead(side=side, points=points):
                self.voice.sticks(side, points, now_s)
            case FaultFound(fault=fault):
                self.voice.fault(fault, now_s, raised=True)
            case FaultGone(fault=fault):
                self.voice.fault(fault, now_s, raised=False)
            case ProgramEnded(fault=None):
                self.voice.done(now_s)
            case ProgramEnded(fault=fault):
                pressed = fault is not None and fault.code is FaultCode.ESTOP_PRESSED
                self.voice.failed(Reason.ESTOP if pressed else Reason.FAULT, fault, now_s)
