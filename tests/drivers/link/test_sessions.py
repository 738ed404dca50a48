"""The two sessions face to face in virtual time: greeting, refusal, loss, emergency stop."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from drivers.link.controller_session import EVENTS_KEPT, ControllerSession, Identity
from drivers.link.framing import Frame, FrameDecoder, encode_frame
from drivers.link.host_session import HostSession, SessionState
from drivers.link.messages import ButtonEvent, Command, EmergencyStop, Message, decode_message
from drivers.link.reports import (
    CommandArrived,
    ControllerReport,
    HostConnected,
    HostReport,
    HostSilent,
    LossCause,
    MessageArrived,
    RefusalCause,
    SessionLost,
    SessionOpened,
    SessionRefused,
    StopArrived,
    Undelivered,
)
from drivers.link.timings import DEFAULT_TIMINGS


def _identity(boot_id: int = 1, unit_id: str = "table-7", major: int = 1) -> Identity:
    return Identity(unit_id, "fw 0.9", boot_id, capabilities=3, major=major)


@dataclass
class Pair:
    """A host and a controller on a line without faults; `cut` loses everything on the way."""

    host: HostSession
    controller: ControllerSession
    now_s: float = 0.0
    cut: bool = False
    heard: list[HostReport] = field(default_factory=list)
    seen: list[ControllerReport] = field(default_factory=list)

    def exchange(self) -> None:
        for _ in range(30):
            self.host.tick(self.now_s)
            self.controller.tick(self.now_s)
            there, back = self.host.take_output(), self.controller.take_output()
            if not self.cut:
                self.controller.receive(there, self.now_s)
                self.host.receive(back, self.now_s)
            self.heard += self.host.take_reports()
            self.seen += self.controller.take_reports()
            if not there and not back:
                return

    def run(self, seconds: float) -> None:
        end_s = self.now_s + seconds
        self.exchange()
        while self.now_s < end_s:
            self.now_s = min(end_s, self.now_s + 0.01)
            self.exchange()

    def arrived(self) -> list[Message]:
        return [report.message for report in self.heard if isinstance(report, MessageArrived)]


def _pair(expected_unit: str | None = None, identity: Identity | None = None, open_now: bool = True) -> Pair:
    pair = Pair(HostSession(5, 100, expected_unit), ControllerSession(identity or _identity(), 0.0))
    if open_now:
        pair.host.open(0.0)
        pair.exchange()
    return pair


def _press(number: int) -> Callable[[int, int], ButtonEvent]:
    return lambda event_number, at_ms: ButtonEvent(event_number, at_ms, number % 4, 1)


def test_the_controller_never_speaks_first() -> None:
    controller = ControllerSession(_identity(), 0.0)
    controller.post(_press(0), 0.1)
    controller.tick(10.0)
    assert controller.take_output() == b""


def test_hello_tells_who_is_there() -> None:
    pair = _pair()
    opened = pair.heard[0]
    assert isinstance(opened, SessionOpened)
    assert (opened.hello.unit_id, opened.hello.firmware, opened.rebooted) == ("table-7", "fw 0.9", False)
    assert pair.seen == [HostConnected(same_host=False)]


def test_a_lost_hello_is_said_again() -> None:
    pair = _pair(open_now=False)
    pair.cut = True
    pair.host.open(0.0)
    pair.run(0.6)
    pair.cut = False
    pair.run(0.3)
    assert pair.host.state is SessionState.UP


def test_a_hello_that_arrives_twice_starts_one_session() -> None:
    pair = _pair(open_now=False)
    pair.host.open(0.0)
    hello = pair.host.take_output()
    pair.controller.receive(hello + hello + hello, 0.0)
    pair.run(0.5)
    assert pair.host.state is SessionState.UP
    assert pair.controller.take_reports() == []
    assert pair.seen == [HostConnected(same_host=False)]


@pytest.mark.parametrize(
    ("identity", "cause", "words"),
    [
        (_identity(unit_id="other-9"), RefusalCause.UNIT_ID, ("other-9", "table-7", "by-path")),
        (_identity(major=2), RefusalCause.PROTOCOL_VERSION, ("2.0", "1.0", "update this program")),
        (_identity(major=0), RefusalCause.PROTOCOL_VERSION, ("0.0", "1.0", "firmware")),
    ],
)
def test_the_wrong_unit_or_version_is_refused_with_the_remedy(
    identity: Identity, cause: RefusalCause, words: tuple[str, ...]
) -> None:
    pair = _pair("table-7", identity)
    (refused,) = pair.heard
    assert isinstance(refused, SessionRefused)
    assert refused.cause is cause
    assert all(word in refused.message for word in words)
    assert not pair.host.send(Command(1, 1, 0), 0.0)
    pair.run(0.5)
    assert not any(isinstance(report, CommandArrived) for report in pair.seen)


def test_a_hello_of_another_frame_version_is_still_answered() -> None:
    """The four frozen messages are read whatever the version byte says, so that versions can be told apart at all."""
    pair = _pair(open_now=False)
    pair.host.open(0.0)
    (hello,) = FrameDecoder().feed(pair.host.take_output())
    assert isinstance(hello, Frame)
    pair.controller.receive(encode_frame(Frame(hello.kind, 0, hello.payload, version=9)), 0.0)
    assert pair.controller.take_output()


def test_silence_is_loss_within_a_second_on_both_sides() -> None:
    pair = _pair()
    pair.run(1.0)
    pair.cut = True
    pair.run(0.95)
    lost = pair.heard[-1]
    assert isinstance(lost, SessionLost)
    assert lost.cause is LossCause.SILENT
    pair.run(0.1)
    assert pair.seen[-1] == HostSilent()


def test_a_quiet_line_is_not_lost() -> None:
    pair = _pair()
    pair.run(60.0)
    assert pair.host.state is SessionState.UP
    assert pair.host.statistics().losses == 0


def test_no_answer_at_all_is_told_after_three_seconds() -> None:
    pair = _pair(open_now=False)
    pair.cut = True
    pair.host.open(0.0)
    pair.run(3.1)
    (lost,) = pair.heard
    assert isinstance(lost, SessionLost)
    assert (lost.cause, lost.was_open) == (LossCause.NO_ANSWER, False)


def test_a_command_arrives_once_though_its_ack_was_lost() -> None:
    pair = _pair()
    pair.host.send(Command(1, 2, 0), pair.now_s)
    pair.controller.receive(pair.host.take_output(), pair.now_s)
    pair.controller.take_output()  # the ACK never comes
    pair.run(0.7)
    assert [report for report in pair.seen if isinstance(report, CommandArrived)] == [CommandArrived(Command(1, 2, 0))]
    assert pair.host.statistics().resends >= 1
    assert pair.controller.statistics().repeats_received >= 1


def test_events_are_handed_on_once_over_a_broken_line() -> None:
    """The ACK of an event is lost with the line: it comes again in the next session, and is not told again."""
    pair = _pair()
    for number in range(3):
        pair.controller.post(_press(number), pair.now_s)
        pair.host.receive(pair.controller.take_output(), pair.now_s)
    pair.cut = True
    pair.run(1.5)
    pair.controller.post(_press(3), pair.now_s)
    pair.cut = False
    pair.host.open(pair.now_s)
    pair.run(1.0)
    pair.heard += pair.host.take_reports()
    numbers = [message.event_number for message in pair.arrived() if isinstance(message, ButtonEvent)]
    assert numbers == [1, 2, 3, 4]


def test_another_run_of_the_host_gets_no_old_presses() -> None:
    pair = _pair()
    pair.cut = True
    pair.run(1.5)
    pair.controller.post(_press(0), pair.now_s)
    fresh = Pair(HostSession(6, 1), pair.controller, now_s=pair.now_s)
    fresh.host.open(fresh.now_s)
    fresh.run(1.0)
    assert fresh.arrived() == []


def test_a_reboot_is_noticed() -> None:
    pair = _pair()
    pair.cut = True
    pair.run(1.5)
    again = Pair(pair.host, ControllerSession(_identity(boot_id=2), pair.now_s), now_s=pair.now_s)
    again.host.open(again.now_s)
    again.controller.post(_press(0), again.now_s)
    again.run(0.5)
    opened = again.heard[0]
    assert isinstance(opened, SessionOpened)
    assert opened.rebooted


def test_too_many_events_leave_a_gap_that_is_counted() -> None:
    pair = _pair()
    pair.controller.post(_press(0), pair.now_s)
    pair.exchange()
    pair.cut = True
    pair.run(1.5)
    for number in range(EVENTS_KEPT + 8):
        pair.controller.post(_press(number), pair.now_s)
    pair.cut = False
    pair.host.open(pair.now_s)
    pair.run(1.0)
    numbers = [message.event_number for message in pair.arrived() if isinstance(message, ButtonEvent)]
    assert numbers == [1, *range(10, EVENTS_KEPT + 10)]
    assert pair.host.statistics().events_missed == 8


def test_events_keep_their_order_when_the_line_breaks_with_many_waiting() -> None:
    pair = _pair()
    pair.cut = True
    for number in range(EVENTS_KEPT + 8):
        pair.controller.post(_press(number), pair.now_s)
    pair.run(1.5)
    pair.cut = False
    pair.host.open(pair.now_s)
    pair.run(1.0)
    numbers = [message.event_number for message in pair.arrived() if isinstance(message, ButtonEvent)]
    assert numbers == list(range(9, EVENTS_KEPT + 9)), "the newest, oldest first"


def test_an_emergency_stop_overtakes_everything_and_takes_back_what_waits() -> None:
    pair = _pair()
    pair.host.take_output()
    for number in range(1, 4):
        pair.host.send(Command(number, 2, 0), pair.now_s)
    pair.host.emergency_stop(pair.now_s)
    first, *_ = FrameDecoder().feed(pair.host.take_output())
    assert isinstance(first, Frame)
    assert isinstance(decode_message(first), EmergencyStop)
    undelivered = [report.message for report in pair.host.take_reports() if isinstance(report, Undelivered)]
    assert undelivered == [Command(2, 2, 0), Command(3, 2, 0)]


def test_an_emergency_stop_works_without_a_session_and_before_hello() -> None:
    pair = _pair(open_now=False)
    pair.host.emergency_stop(0.0)
    pair.host.open(0.0)
    pair.exchange()
    assert isinstance(pair.seen[0], StopArrived)
    assert pair.host.state is SessionState.UP


def test_an_emergency_stop_is_repeated_until_it_is_answered() -> None:
    pair = _pair()
    pair.cut = True
    pair.host.emergency_stop(pair.now_s)
    pair.run(0.3)
    assert not any(isinstance(report, StopArrived) for report in pair.seen)
    pair.cut = False
    pair.run(0.1)
    stops = sum(isinstance(report, StopArrived) for report in pair.seen)
    assert stops == 1
    pair.run(1.0)
    assert sum(isinstance(report, StopArrived) for report in pair.seen) == stops


def test_garbage_between_frames_costs_nothing_but_counters() -> None:
    pair = _pair()
    for _ in range(50):
        pair.host.receive(b"AT\r", pair.now_s)
        pair.controller.receive(b"\x00\xffATE0\r", pair.now_s)
        pair.run(0.05)
    assert pair.host.state is SessionState.UP
    assert pair.host.statistics().bad_frames >= 20
    assert pair.host.statistics().round_trip_ms is not None


def test_a_noisy_line_is_called_so() -> None:
    pair = _pair()
    pair.run(12.0)
    assert not pair.host.statistics().noisy
    for _ in range(200):
        pair.host.receive(b"\x7enoise\x7e", pair.now_s)
    assert pair.host.statistics().noisy


def test_the_ring_keeps_the_last_frames_without_heartbeats() -> None:
    pair = _pair()
    pair.run(30.0)
    for number in range(300):
        pair.controller.post(_press(number), pair.now_s)
        pair.exchange()
    records = pair.host.frames()
    assert len(records) == 200
    assert "BUTTON_EVENT" in " ".join(record.text() for record in records)
    assert not any("HEARTBEAT" in record.text() for record in records)
    assert DEFAULT_TIMINGS.host_patience_s < 1.0
