"""What the twin says: to the host as events, answers and status, to the world around it as changes. Pure."""

from typing import Final

from drivers.link.controller_session import ControllerSession
from drivers.link.messages import (
    NO_SIDE,
    ButtonEvent,
    DiceEvent,
    Done,
    Failed,
    Message,
    Progress,
    ScoreEvent,
    StateEvent,
    Status,
)
from drivers.simulator.twin_answers import CommandAnswers
from drivers.simulator.twin_changes import DiceThrown
from drivers.simulator.twin_facts import ChangeKind, TwinChange, fault_facts, walls_facts
from drivers.simulator.twin_machine import TwinMachine
from drivers.table.faults import Fault
from drivers.table.numbers import BUTTON_NUMBERS, FAULT_NUMBERS, REASON_NUMBERS, STATE_NUMBERS, fault_event
from drivers.table.states import Button, Reason, TableState

_STATUS_S: Final = 0.5
_STATUS_PAUSE_S: Final = 0.1


class TwinVoice:
    """Speaks for one machine. `connect` gives it a session and fresh answers; changes go on over all of them."""

    def __init__(self, machine: TwinMachine) -> None:
        self._machine = machine
        self._told_deal = 0
        self._changes: list[TwinChange] = []

    def connect(self, session: ControllerSession, answers: CommandAnswers, now_s: float) -> None:
        """Speak over this session from now on; the status is due at once."""
        self._session = session
        self._answers = answers
        self.status_due_s = now_s
        self._status_sent_s = now_s - _STATUS_PAUSE_S

    def take_changes(self) -> list[TwinChange]:
        """What happened since the last call, in order."""
        changes, self._changes = self._changes, []
        return changes

    def note(self, kind: ChangeKind, **facts: object) -> None:
        """Tell the world around the table."""
        self._changes.append(TwinChange(kind, facts))

    def state(self, state: TableState, stacking: TableState, now_s: float) -> None:
        """The table entered a state."""
        numbers = STATE_NUMBERS[state], STATE_NUMBERS[stacking]
        self._session.post(lambda event_number, at_ms: StateEvent(event_number, at_ms, *numbers), now_s)
        self.note(ChangeKind.STATE, state=str(state), stacking=str(stacking))
        if stacking is TableState.STACKED:  # the full count is told at once: soon the lifts are empty again
            self.status(now_s)
        running = self._answers.running
        if running:
            self._session.answer(Progress(running, STATE_NUMBERS[state], self._machine.elapsed_ms), now_s)
        walls = self._machine.walls
        if state is TableState.WALLS_UP and walls is not None and walls.deal_no != self._told_deal:
            self._told_deal = walls.deal_no
            self.note(ChangeKind.WALLS, **walls_facts(walls))

    def stacks(self, stacks: tuple[int, ...]) -> None:
        """One more stack stands."""
        self.note(ChangeKind.STACKS, stacks=list(stacks))

    def dice(self, thrown: DiceThrown, now_s: float) -> None:
        """The dice lie still."""
        eyes = thrown.first, thrown.second
        self._session.post(lambda event_number, at_ms: DiceEvent(event_number, at_ms, *eyes), now_s)
        self.note(ChangeKind.DICE, dice=list(eyes))

    def button(self, side: int, button: Button, now_s: float) -> None:
        """A key was pressed."""
        number = BUTTON_NUMBERS[button]
        self._session.post(lambda event_number, at_ms: ButtonEvent(event_number, at_ms, side, number), now_s)
        self.note(ChangeKind.BUTTON, side=side, button=str(button))

    def sticks(self, side: int, points: int, now_s: float) -> None:
        """The score sticks of a side were read."""
        self._session.post(lambda event_number, at_ms: ScoreEvent(event_number, at_ms, side, points), now_s)
        self.note(ChangeKind.STICKS, side=side, points=points)

    def fault(self, fault: Fault, now_s: float, *, raised: bool) -> None:
        """A fault is there, or gone."""
        self._session.post(lambda event_number, at_ms: fault_event(event_number, at_ms, fault, raised=raised), now_s)
        self.note(ChangeKind.FAULT, raised=raised, **fault_facts(fault))

    def done(self, now_s: float) -> None:
        """The command under way is done."""
        running = self._answers.ended()
        self.answer(running, Done(running, self._machine.elapsed_ms), now_s)

    def failed(self, reason: Reason, fault: Fault | None, now_s: float) -> None:
        """The command under way, if one is, was cut short."""
        running = self._answers.ended()
        if running:
            number = 0 if fault is None else FAULT_NUMBERS[fault.code]
            side = NO_SIDE if fault is None or fault.where.side is None else fault.where.side
            self.answer(running, Failed(running, REASON_NUMBERS[reason], number, side), now_s)

    def answer(self, command_id: int, answer: Message, now_s: float) -> None:
        """Answer a command, and remember the answer in case it is asked for again."""
        self._answers.add(command_id, answer)
        self._session.answer(answer, now_s)

    def hurry(self, now_s: float) -> None:
        """Something changed: the status is due as soon as it may be sent again."""
        self.status_due_s = min(self.status_due_s, max(now_s, self._status_sent_s + _STATUS_PAUSE_S))

    def status(self, now_s: float) -> None:
        """Say what is going on now."""
        machine = self._machine
        numbers = STATE_NUMBERS[machine.state], STATE_NUMBERS[machine.stacking]
        self._session.answer(Status(*numbers, machine.stacks, machine.elapsed_ms), now_s)
        self._status_sent_s = now_s
        self.status_due_s = now_s + _STATUS_S
