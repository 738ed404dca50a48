"""Host and controller joined by two faulty lines, in virtual time: what was asked, what was done, what was told."""

from dataclasses import dataclass, field
from itertools import count

from drivers.link.controller_session import ControllerSession, Identity
from drivers.link.faulty_line import PERFECT_LINE, FaultyLine, LineFaults
from drivers.link.host_session import HostSession, SessionState
from drivers.link.messages import Accepted, ButtonEvent, Command, Done
from drivers.link.reports import CommandArrived, LineNoisy, LossCause, MessageArrived, SessionLost, SessionOpened
from drivers.link.timings import DEFAULT_TIMINGS, LinkTimings

_RETRY_S = 0.25


@dataclass
class Joined:
    """A pair that opens its line again whenever it is lost. The controller does a command id once in a session."""

    line: LineFaults = PERFECT_LINE
    seed: int = 0
    timings: LinkTimings = DEFAULT_TIMINGS
    now_s: float = 0.0
    plugged: bool = True
    done: list[Command] = field(default_factory=list)
    """What the controller carried out."""
    answered: list[int] = field(default_factory=list)
    """The command ids that the host heard DONE of."""
    told: list[int] = field(default_factory=list)
    """The sides of the presses that the host was told of, in order: each press of a test has its own."""
    noisy: list[LineNoisy] = field(default_factory=list)
    opened: int = 0
    lost: int = 0

    def __post_init__(self) -> None:
        self._seeds = count(1000 * self.seed)
        self.host = HostSession(17, self.seed, timings=self.timings)
        self._known: set[int] = set()
        self._retry_s: float | None = 0.0
        self.power_cycle(boot_id=1)
        self._renew()

    def power_cycle(self, boot_id: int) -> None:
        """The controller starts anew and has forgotten everything."""
        self.controller = ControllerSession(Identity("table-7", "fw 1", boot_id, 0), self.now_s, self.timings)

    def unplug(self) -> None:
        """Pull the cable: the host notices at once."""
        self.plugged = False
        self.host.lose(LossCause.PORT_LOST, "the cable was pulled")
        self._retry_s = None

    def plug(self) -> None:
        """Put the cable back."""
        self.plugged = True
        self._retry_s = self.now_s

    def press(self, number: int) -> None:
        """A key is pressed; its number (a u8) is told as the side."""
        self.controller.post(lambda event_number, at_ms: ButtonEvent(event_number, at_ms, number, 1), self.now_s)

    def run_for(self, seconds: float) -> None:
        """Let time pass."""
        end_s = self.now_s + seconds
        self._work()
        while self.now_s < end_s:
            due_s = [self.host.next_due_s(self.now_s), self.controller.next_due_s(self.now_s), self._retry_s]
            due_s += [self.to_controller.next_due_s(), self.to_host.next_due_s(), end_s]
            self.now_s = min(end_s, max(self.now_s + 1e-6, min(due for due in due_s if due is not None)))
            self._work()

    def make_good(self) -> None:
        """The line is a good one from now on."""
        self.line = PERFECT_LINE
        self._renew()

    def _renew(self) -> None:
        self.to_controller = FaultyLine(self.line, next(self._seeds))
        self.to_host = FaultyLine(self.line, next(self._seeds))

    def _work(self) -> None:
        if self._retry_s is not None and self.now_s >= self._retry_s:
            self._retry_s = None
            self._renew()  # each opening is a line of its own
            self.host.open(self.now_s)
        self.host.tick(self.now_s)
        self._send_from_host()
        for piece in self.to_controller.receive(self.now_s):
            self.controller.receive(piece, self.now_s)
        self._controller_works()
        for piece in self.to_host.receive(self.now_s):
            self.host.receive(piece, self.now_s)
        self.host.tick(self.now_s)
        self._host_hears()
        self._send_from_host()

    def _send_from_host(self) -> None:
        output = self.host.take_output()
        if self.plugged:
            self.to_controller.send(output, self.now_s)

    def _controller_works(self) -> None:
        for report in self.controller.take_reports():
            if isinstance(report, CommandArrived):
                command = report.command
                if command.command_id not in self._known:
                    self._known.add(command.command_id)
                    self.done.append(command)
                for answer in (Accepted(command.command_id), Done(command.command_id, 1)):
                    self.controller.answer(answer, self.now_s)
        self.controller.tick(self.now_s)
        output = self.controller.take_output()
        if self.plugged:
            self.to_host.send(output, self.now_s)

    def _host_hears(self) -> None:
        for report in self.host.take_reports():
            match report:
                case MessageArrived(message=ButtonEvent(side=side)):
                    self.told.append(side)
                case MessageArrived(message=Done(command_id=command_id)):
                    self.answered.append(command_id)
                case LineNoisy():
                    self.noisy.append(report)
                case SessionOpened():
                    self.opened += 1
                case SessionLost():
                    self.lost += 1
                case _:
                    pass
        if self.host.state in (SessionState.LOST, SessionState.CLOSED) and self.plugged and self._retry_s is None:
            self._retry_s = self.now_s + _RETRY_S
