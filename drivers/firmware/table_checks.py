"""The tests of what a board does: commands, silence, events, emergency stop; the last ones move the table."""

import time
from typing import Final

from drivers.firmware.board_check import SOON_S, BoardCheck, expect
from drivers.firmware.probe import Probe
from drivers.link.messages import (
    Accepted,
    Command,
    Done,
    EmergencyStop,
    EmergencyStopReply,
    Failed,
    FaultEvent,
    Rejected,
    StateEvent,
)
from drivers.link.timings import DEFAULT_TIMINGS
from drivers.table.faults import FaultCode
from drivers.table.numbers import FAULT_NUMBERS, REASON_NUMBERS, STATE_NUMBERS, VERB_NUMBERS, state_of
from drivers.table.states import CommandKind, Reason, TableState

_STOP, _CYCLE, _RESET = (VERB_NUMBERS[kind] for kind in (CommandKind.STOP, CommandKind.CYCLE, CommandKind.RESET))


def _refusals(probe: Probe) -> None:
    probe.greet()
    halted = tuple(REASON_NUMBERS[r] for r in (Reason.NOT_HOMED, Reason.FAULT, Reason.ESTOP, Reason.TEST_MODE))
    cases = (
        (Command(1, 99, 0), (REASON_NUMBERS[Reason.UNSUPPORTED],), "a verb that does not exist"),
        (Command(2, _CYCLE, 7), (REASON_NUMBERS[Reason.BAD_ARGUMENT],), "an argument"),
        (Command(3, _CYCLE, 0), halted, "a cycle before any reset"),
    )
    for command, reasons, what in cases:
        probe.command(command)
        rejected = probe.first(Rejected, SOON_S)
        expect(rejected is not None, f"{what} is not rejected")
        expect(rejected is not None and rejected.reason in reasons, f"{what} has another reason: {rejected}")
    expect(not probe.messages(Accepted), "something was accepted")


def _stop_and_same_id(probe: Probe) -> None:
    probe.greet()
    for count in (1, 2):
        probe.command(Command(5, _STOP, 0))
        probe.until(lambda n=count: len(probe.messages(Done)) >= n, SOON_S)  # type: ignore[misc]
        expect(len(probe.messages(Accepted)) == count, f"{count} times one id: not accepted {count} times")
        expect(len(probe.messages(Done)) == count, f"{count} times one id: not done {count} times")


def _silence(probe: Probe) -> None:
    probe.greet()
    probe.listen(0.5)
    probe.beating = False
    probe.listen(DEFAULT_TIMINGS.controller_patience_s + 0.5)
    probe.heard.clear()
    probe.listen(SOON_S)
    expect(not probe.heard, "it goes on sending to a host that is gone")
    probe.greet()
    probe.until(lambda: _latched(probe, FaultCode.HOST_LOST), SOON_S)
    expect(_latched(probe, FaultCode.HOST_LOST), "HOST_LOST is not latched")


def _events_kept(probe: Probe) -> None:
    probe.acknowledging = False
    probe.greet()
    probe.until(lambda: bool(probe.messages(StateEvent)), SOON_S)
    kept = {event.event_number for event in probe.messages(StateEvent)}
    probe.acknowledging = True
    probe.greet()
    probe.listen(SOON_S)
    told = {event.event_number for event in probe.messages(StateEvent)}
    expect(kept and kept <= told, "an event that was not acknowledged does not come again")
    probe.acknowledging = False
    probe.greet()
    probe.until(lambda: bool(probe.messages(StateEvent)), SOON_S)
    old = {event.event_number for event in probe.messages(StateEvent)}
    probe.acknowledging = True
    probe.greet(host_id=probe.host_id ^ 1)
    probe.listen(SOON_S)
    again = old & {event.event_number for event in probe.messages(StateEvent)}
    expect(not again, "another run of the host is told events of the one before")


def _emergency_stop(probe: Probe) -> None:
    probe.beating = False
    probe.listen(DEFAULT_TIMINGS.controller_patience_s + 0.3)
    for number in range(1, 11):
        began_s = time.monotonic()
        probe.say(EmergencyStop(number), version=1 if number % 2 else 9)
        reply = probe.first(EmergencyStopReply, 1.0)
        expect(reply == EmergencyStopReply(number), f"ESTOP {number} is not answered")
        expect(time.monotonic() - began_s < 0.2, f"ESTOP {number} is answered late")
    probe.greet()
    probe.until(lambda: _latched(probe, FaultCode.ESTOP_PRESSED), SOON_S)
    expect(_latched(probe, FaultCode.ESTOP_PRESSED), "ESTOP_PRESSED is not latched")
    states = [event.state for event in probe.messages(StateEvent)]
    expect(states[-1:] == [STATE_NUMBERS[TableState.ESTOP]], "its state is not ESTOP")
    probe.command(Command(1, _CYCLE, 0))
    rejected = probe.first(Rejected, SOON_S)
    expect(rejected is not None and rejected.reason == REASON_NUMBERS[Reason.ESTOP], "a cycle is not refused")


def _latched(probe: Probe, code: FaultCode) -> bool:
    return any(e.fault == FAULT_NUMBERS[code] and e.raised and e.latched for e in probe.messages(FaultEvent))


def _reset(probe: Probe) -> None:
    probe.greet()
    probe.listen(0.3)
    probe.command(Command(1, _RESET, 0))
    expect(probe.first(Accepted, SOON_S), "a reset is not accepted")
    probe.command(Command(2, _CYCLE, 0))
    busy = probe.first(Rejected, SOON_S)
    expect(busy is not None and busy.reason in (1, REASON_NUMBERS[Reason.BUSY]), "it takes a second command meanwhile")
    expect(probe.first(Done, 30.0) is not None, "the reset is not done")
    states = [state_of(event.state) for event in probe.messages(StateEvent)]
    expect(TableState.HOMING in states, "HOMING is not told")
    expect(states[-1] in (TableState.EMPTY, TableState.STACKED), f"it ends with {states[-1]}")


def _stopped(probe: Probe) -> None:
    _reset(probe)
    probe.command(Command(3, _CYCLE, 0))
    expect(probe.first(Accepted, SOON_S), "a cycle is not accepted")
    probe.listen(1.0)
    probe.command(Command(4, _STOP, 0))
    failed = probe.first(Failed, SOON_S)
    expect(failed is not None, "the running command has not failed")
    expect(failed is not None and failed.reason == REASON_NUMBERS[Reason.STOPPED], f"another reason: {failed}")
    probe.until(lambda: any(done.command_id == 4 for done in probe.messages(Done)), SOON_S)
    states = [state_of(event.state) for event in probe.messages(StateEvent)]
    expect(states[-1] is TableState.UNKNOWN, f"after a stop it is {states[-1]}")


TABLE_CHECKS: Final[tuple[BoardCheck, ...]] = (
    BoardCheck("refusals", "verb 99; argument 7; a cycle before a reset", "REJECTED 6; 8; 1 (or 3, 4, 5)", _refusals),
    BoardCheck(
        "same_id", "stop twice under one id, with new sequences", "ACCEPTED and DONE each time", _stop_and_same_id
    ),
    BoardCheck("silence", "no heartbeats for 1.5 s, then HELLO", "silence; then HOST_LOST, latched", _silence),
    BoardCheck(
        "events_kept",
        "a new session without an ACK in the last",
        "the same events; none for another host",
        _events_kept,
    ),
    BoardCheck(
        "estop",
        "ESTOP ten times without a session, in versions 1 and 9",
        "ten replies; ESTOP, latched",
        _emergency_stop,
    ),
    BoardCheck(
        "reset", "reset, and a cycle meanwhile", "HOMING, EMPTY or STACKED, DONE; REJECTED 2", _reset, moves=True
    ),
    BoardCheck("stopped", "stop in the middle of a cycle", "FAILED 9, DONE, UNKNOWN", _stopped, moves=True),
)
