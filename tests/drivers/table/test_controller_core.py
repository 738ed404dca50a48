"""What the host concludes from what the link reports, told message by message."""

import pytest

from drivers.link.errors import PortProblem
from drivers.link.messages import (
    NO_SIDE,
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
    LineNoisy,
    LossCause,
    MessageArrived,
    PortNotOpen,
    RefusalCause,
    SessionLost,
    SessionOpened,
    SessionRefused,
    Undelivered,
)
from drivers.link.statistics import LinkStatistics
from drivers.table.controller_core import ControllerCore
from drivers.table.deadlines import CommandDeadlines
from drivers.table.events import (
    ButtonPressed,
    DiceRolled,
    FaultRaised,
    LinkLost,
    LinkNoisy,
    LinkWaiting,
    ScoreRead,
    StateChanged,
    TableEvent,
)
from drivers.table.faults import FaultCode, FaultLevel
from drivers.table.interface import CommandHandle, TableSnapshot
from drivers.table.numbers import BUTTON_NUMBERS, FAULT_NUMBERS, REASON_NUMBERS, STATE_NUMBERS
from drivers.table.pending import PendingCommands
from drivers.table.states import Button, CommandKind, Reason, TableState

S = TableState
ALL = 127


class Desk:
    """A core with a clock and a log of what it told."""

    def __init__(self, capabilities: int = ALL) -> None:
        self.core = ControllerCore(CommandDeadlines())
        self.now_s = 100.0
        self.events: list[TableEvent] = []
        self.sent: list[Command] = []
        self._capabilities = capabilities
        self._number = 0

    def open(self, boot_id: int = 1, rebooted: bool = False) -> None:
        hello = HelloReply(1, 1, 0, self._capabilities, boot_id, 5000, "table-1", "fw 1")
        self.hear(SessionOpened(hello, rebooted, self.now_s))
        self.state(S.UNKNOWN)

    def hear(self, report: object) -> None:
        self.core.heard(report, self.now_s)  # type: ignore[arg-type]
        self._collect()

    def get(self, message: Message) -> None:
        self.hear(MessageArrived(message, self.now_s))

    def state(self, state: TableState, stacking: TableState = S.EMPTY) -> None:
        self._number += 1
        self.get(StateEvent(self._number, 5000, STATE_NUMBERS[state], STATE_NUMBERS[stacking]))

    def ask(self, kind: CommandKind) -> CommandHandle:
        handle = self.core.command(kind, self.now_s)
        self._collect()
        return handle

    def wait(self, seconds: float) -> None:
        self.now_s += seconds
        self.core.tick(self.now_s)
        self._collect()

    def reset(self) -> None:
        handle = self.ask(CommandKind.RESET)
        self.get(Accepted(handle.command_id))
        self.state(S.HOMING)
        self.state(S.EMPTY)
        self.get(Done(handle.command_id, 3000))
        assert handle.result(0).ok

    def now(self) -> TableSnapshot:
        return self.core.snapshot(LinkStatistics())

    def _collect(self) -> None:
        self.sent += self.core.take_messages()
        events, endings = self.core.take_events()
        self.events += events
        for handle, ending in endings:
            handle.future.set_result(ending)


@pytest.fixture
def desk() -> Desk:
    made = Desk()
    made.open()
    made.reset()
    made.events.clear()
    made.sent.clear()
    return made


@pytest.mark.parametrize("kind", [kind for kind in CommandKind if kind not in (CommandKind.RESET, CommandKind.STOP)])
def test_before_a_reset_nothing_that_moves_is_sent(kind: CommandKind) -> None:
    desk = Desk()
    assert desk.ask(kind).result(0).reason is Reason.LINK_DOWN
    desk.open()
    assert desk.ask(kind).result(0).reason is Reason.NEEDS_RESET
    desk.state(S.WALLS_UP)
    assert desk.ask(kind).result(0).reason is Reason.NEEDS_RESET
    assert desk.now().state is S.UNKNOWN, "what a table was before the reset counts for nothing"
    assert desk.sent == []


def test_a_reset_shows_homing_until_it_is_done() -> None:
    desk = Desk()
    desk.open()
    desk.reset()
    shown = [event.state for event in desk.events if isinstance(event, StateChanged)]
    assert shown == [S.HOMING, S.EMPTY]


def test_a_loss_fails_what_is_under_way_and_asks_for_a_reset(desk: Desk) -> None:
    running = desk.ask(CommandKind.CYCLE)
    desk.hear(SessionLost(LossCause.SILENT, "nothing heard", was_open=True))
    assert running.result(0).reason is Reason.LINK_LOST
    assert desk.now().state is S.UNKNOWN
    assert [event for event in desk.events if isinstance(event, LinkLost)] == [LinkLost("nothing heard")]
    desk.open()
    assert desk.ask(CommandKind.CYCLE).result(0).reason is Reason.NEEDS_RESET


def test_a_done_of_an_older_reset_does_not_count(desk: Desk) -> None:
    old = desk.ask(CommandKind.RESET)
    desk.hear(SessionLost(LossCause.SILENT, "nothing heard", was_open=True))
    desk.open()
    desk.get(Done(old.command_id, 1))
    assert desk.now().needs_reset


@pytest.mark.parametrize("state", [S.FAULT, S.TEST, S.UNKNOWN, S.ESTOP])
def test_a_state_in_which_the_table_stopped_asks_for_a_reset(desk: Desk, state: TableState) -> None:
    desk.state(state)
    assert desk.now().state is state
    assert desk.now().needs_reset
    desk.state(S.WALLS_UP)
    assert desk.now().state is S.UNKNOWN


def test_accepted_progress_done(desk: Desk) -> None:
    handle = desk.ask(CommandKind.CYCLE)
    assert desk.sent == [Command(handle.command_id, 2, 0)]
    desk.get(Accepted(handle.command_id))
    desk.get(Progress(handle.command_id, STATE_NUMBERS[S.LID_OPEN], 4000))
    desk.get(Progress(handle.command_id, STATE_NUMBERS[S.LID_OPEN], 3000))
    assert desk.now().elapsed_ms == 4000, "older progress is ignored"
    desk.get(Status(STATE_NUMBERS[S.STACKING], STATE_NUMBERS[S.STACKING], (9, 8, 9, 10), 20_000))
    assert desk.now().stacks == (9, 8, 9, 10)
    desk.state(S.WALLS_UP, S.STACKING)
    desk.get(Done(handle.command_id, 60_000))
    assert handle.result(0).ok
    desk.get(Done(handle.command_id, 60_000))
    assert (desk.now().state, desk.now().stacking) == (S.WALLS_UP, S.STACKING)


@pytest.mark.parametrize("reason", list(REASON_NUMBERS))
def test_a_refusal_and_a_failure_carry_their_reason(desk: Desk, reason: Reason) -> None:
    refused, failed = desk.ask(CommandKind.CYCLE), desk.ask(CommandKind.DICE)
    desk.get(Rejected(refused.command_id, REASON_NUMBERS[reason], 0))
    desk.get(Failed(failed.command_id, REASON_NUMBERS[reason], FAULT_NUMBERS[FaultCode.TILE_JAM_HEAD], 2))
    assert refused.result(0).reason is reason
    ending = failed.result(0)
    assert ending.reason is reason
    assert ending.fault is not None
    assert ending.fault.code is FaultCode.TILE_JAM_HEAD


def test_numbers_of_a_newer_firmware_are_read_as_unknown(desk: Desk) -> None:
    desk.get(FaultEvent(90, 5000, 200, True, 9, True, NO_SIDE, 0, "thing"))
    fault = desk.now().fault
    assert fault is not None
    assert (fault.code, fault.level) == (FaultCode.UNKNOWN_FAULT, FaultLevel.STOP)
    desk.get(ButtonEvent(91, 5000, 0, 99))
    assert not any(isinstance(event, ButtonPressed) for event in desk.events)
    desk.get(StateEvent(92, 5000, 99, 99))
    assert desk.now().state is S.UNKNOWN
    refused = desk.ask(CommandKind.RESET)
    desk.get(Rejected(refused.command_id, 99, 0))
    assert refused.result(0).reason is Reason.UNKNOWN_REASON


def test_score_sticks_are_told_as_the_table_counted_them_and_forgotten_with_the_link(desk: Desk) -> None:
    desk.get(ScoreEvent(90, 5000, 2, 24_300))
    desk.get(ScoreEvent(91, 5000, 9, 100))
    assert desk.now().scores == (None, None, 24_300, None)
    assert [event for event in desk.events if isinstance(event, ScoreRead)] == [ScoreRead(2, 24_300)]
    desk.hear(SessionLost(LossCause.SILENT, "silent", was_open=True))
    assert desk.now().scores == (None, None, None, None)


def test_a_command_the_table_lacks_is_not_sent() -> None:
    desk = Desk(capabilities=1)
    desk.open()
    desk.reset()
    assert desk.ask(CommandKind.DICE).result(0).reason is Reason.UNSUPPORTED
    assert not desk.ask(CommandKind.CYCLE).future.done()


def test_a_command_without_an_answer_is_given_up(desk: Desk) -> None:
    handle = desk.ask(CommandKind.LOWER)
    desk.wait(6.1)
    assert handle.result(0).reason is Reason.DEADLINE
    assert desk.sent[-1].verb == 6, "and the table is told to stop"
    assert desk.now().needs_reset


@pytest.mark.parametrize(
    ("kind", "deadline_s", "code"),
    [(CommandKind.CYCLE, 160.0, FaultCode.CYCLE_TIMEOUT), (CommandKind.DICE, 6.0, FaultCode.DICE_NO_STOP)],
)
def test_each_kind_has_its_own_deadline_and_its_fault(
    desk: Desk, kind: CommandKind, deadline_s: float, code: FaultCode
) -> None:
    handle = desk.ask(kind)
    desk.get(Accepted(handle.command_id))
    desk.wait(deadline_s - 0.1)
    assert not handle.future.done()
    desk.wait(0.2)
    assert handle.result(0).reason is Reason.DEADLINE
    assert code in [fault.code for fault in desk.now().faults]


def test_dice_that_cannot_be_are_asked_of_a_person(desk: Desk) -> None:
    desk.get(DiceEvent(90, 5000, 7, 1))
    assert not any(isinstance(event, DiceRolled) for event in desk.events)
    assert desk.now().fault is not None
    desk.get(DiceEvent(91, 5000, 6, 1))
    assert desk.now().faults == ()
    assert desk.now().dice == (6, 1)


def test_an_event_says_how_old_it_is(desk: Desk) -> None:
    desk.now_s += 10.0
    desk.get(ButtonEvent(90, 12_000, 1, 1))
    desk.get(ButtonEvent(91, 15_500, 1, 1))
    ages = [event.age_s for event in desk.events if isinstance(event, ButtonPressed)]
    assert ages == [pytest.approx(3.0), 0.0]


def test_an_emergency_stop_is_latched_until_a_reset_that_the_table_takes(desk: Desk) -> None:
    running = desk.ask(CommandKind.CYCLE)
    desk.core.emergency_stop()
    desk.wait(0.0)
    assert running.result(0).reason is Reason.ESTOP
    assert desk.now().state is S.ESTOP
    assert desk.ask(CommandKind.RESET).result(0).reason is Reason.ESTOP, "the table has not answered the stop yet"
    desk.hear(EmergencyStopAnswered(1))
    desk.state(S.ESTOP)
    assert desk.ask(CommandKind.CYCLE).result(0).reason is Reason.ESTOP
    desk.reset()
    assert desk.now().state is S.EMPTY


def test_an_emergency_stop_during_a_reset_wins(desk: Desk) -> None:
    handle = desk.ask(CommandKind.RESET)
    desk.get(Accepted(handle.command_id))
    desk.core.emergency_stop()
    desk.state(S.EMPTY)
    desk.get(Done(handle.command_id, 1))
    assert desk.now().state is S.ESTOP
    assert desk.now().needs_reset


def test_a_reboot_drops_the_old_faults_and_is_one_itself(desk: Desk) -> None:
    desk.get(FaultEvent(90, 5000, FAULT_NUMBERS[FaultCode.TILE_JAM_HEAD], True, 2, True, 1, 0, ""))
    desk.hear(SessionLost(LossCause.PORT_LOST, "gone", was_open=True))
    desk.open(boot_id=2, rebooted=True)
    assert [fault.code for fault in desk.now().faults] == [FaultCode.REBOOTED]
    desk.reset()
    assert desk.now().faults == ()


def test_the_same_fault_is_raised_once(desk: Desk) -> None:
    for number in range(90, 95):
        desk.get(FaultEvent(number, 5000, FAULT_NUMBERS[FaultCode.OVERTEMP], True, 2, True, NO_SIDE, 0, ""))
    assert len([event for event in desk.events if isinstance(event, FaultRaised)]) == 1


def test_a_refused_unit_is_told_once_and_nothing_can_be_asked(desk: Desk) -> None:
    refusal = SessionRefused(RefusalCause.UNIT_ID, "wrong unit")
    desk.hear(refusal)
    desk.hear(refusal)
    assert [event for event in desk.events if isinstance(event, LinkLost)] == [LinkLost("wrong unit")]
    assert desk.ask(CommandKind.RESET).result(0).reason is Reason.LINK_DOWN


def test_a_missing_port_is_no_loss_and_is_told_once_for_each_cause() -> None:
    fresh = Desk()
    for problem, message in (
        (PortProblem.MISSING, "there is no port x"),
        (PortProblem.MISSING, "there is no port x"),
        (PortProblem.BUSY, "the port x is in use"),
    ):
        fresh.hear(PortNotOpen(problem, message))
        assert (fresh.now().link_cause, fresh.now().link_message) == (problem, message)
    assert fresh.events == [LinkWaiting("there is no port x"), LinkWaiting("the port x is in use")]


def test_a_noisy_line_is_told_and_stops_nothing(desk: Desk) -> None:
    running = desk.ask(CommandKind.CYCLE)
    desk.hear(LineNoisy(noisy=True, share=0.12, programs=("picocom (process 7)",)))
    (told,) = desk.events
    assert isinstance(told, LinkNoisy)
    assert "12% of the frames" in told.message
    assert "another program may be using this port (picocom (process 7))" in told.message
    assert not running.future.done()


def test_a_stop_key_is_an_emergency_stop_and_a_press(desk: Desk) -> None:
    desk.get(ButtonEvent(90, 5000, 3, BUTTON_NUMBERS[Button.STOP]))
    assert desk.core.take_stop()
    assert not desk.core.take_stop()
    assert [event.button for event in desk.events if isinstance(event, ButtonPressed)] == [Button.STOP]


def test_what_was_not_sent_fails(desk: Desk) -> None:
    handle = desk.ask(CommandKind.CYCLE)
    desk.hear(Undelivered(Command(handle.command_id, 2, 0)))
    assert handle.result(0).reason is Reason.LINK_LOST


def test_ids_are_never_zero_and_never_used_twice_at_a_time() -> None:
    pending = PendingCommands(CommandDeadlines())
    kept = pending.handle(CommandKind.CYCLE)
    pending.add(kept, 0.0)
    later = {pending.handle(CommandKind.DICE).command_id for _ in range(0xFFFF + 10)}
    assert later == set(range(1, 0x10000)) - {kept.command_id}
