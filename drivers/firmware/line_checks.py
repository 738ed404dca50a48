"""The tests of a board's line: framing, window, HELLO, heartbeats. Nothing moves."""

from itertools import pairwise
from typing import Final

from drivers.firmware.board_check import SOON_S, BoardCheck, expect
from drivers.firmware.probe import Probe
from drivers.link.framing import Frame, encode_frame
from drivers.link.messages import (
    PROTOCOL_MAJOR,
    Accepted,
    Ack,
    Command,
    Heartbeat,
    HelloReply,
    StateEvent,
    encode_message,
)
from drivers.link.timings import DEFAULT_TIMINGS
from drivers.table.numbers import VERB_NUMBERS, state_of
from drivers.table.states import CommandKind, TableState

_STOP: Final = VERB_NUMBERS[CommandKind.STOP]
_HALTED: Final = (TableState.UNKNOWN, TableState.FAULT, TableState.TEST, TableState.ESTOP)
_GARBAGE: Final = (b"AT\r", b"\r\nboot 1.0 READY\r\n", b"\x7e\x01\x10\x07", b"\x7d", bytes(300))


def _silent_before_hello(probe: Probe) -> None:
    expect(not probe.listen(1.0), "it sends frames before HELLO")


def _hello(probe: Probe) -> None:
    reply = probe.greet()
    expect(reply.major == PROTOCOL_MAJOR, f"it speaks protocol {reply.major}.{reply.minor}")
    expect(reply.unit_id, "its unit id is empty")


def _hello_again(probe: Probe) -> None:
    first = probe.greet()
    probe.listen(SOON_S)
    probe.heard.clear()
    probe.say(probe.hello)
    again = probe.first(HelloReply, SOON_S)
    expect(again is not None, "the same HELLO is not answered again")
    expect(again is not None and again.boot_id == first.boot_id, "the boot id has changed")
    probe.listen(SOON_S)
    expect(not probe.messages(StateEvent), "the same HELLO again began a new session")


def _other_version(probe: Probe) -> None:
    probe.beating = False
    probe.listen(DEFAULT_TIMINGS.controller_patience_s + 0.3)
    reply = probe.greet(major=PROTOCOL_MAJOR + 1)
    expect(reply.major == PROTOCOL_MAJOR, "it does not tell its own version")
    probe.heard.clear()
    probe.listen(SOON_S)
    expect(not probe.heard, "it began a session with a version that it does not speak")


def _first_event(probe: Probe) -> None:
    probe.greet()
    probe.first(StateEvent, SOON_S)
    numbered = [one for one in probe.heard if one.frame.sequence and not isinstance(one.message, Ack)]
    expect(numbered, "no STATE_EVENT after HELLO")
    expect(numbered[0].frame.sequence == 1, f"the first sequence is {numbered[0].frame.sequence}")
    events = probe.messages(StateEvent)
    expect(events and state_of(events[0].state) in _HALTED, "it is not halted at the start of a session")


def _heartbeats(probe: Probe) -> None:
    probe.greet()
    probe.heard.clear()
    probe.listen(1.0)
    beats = probe.messages(Heartbeat)
    expect(5 <= len(beats) <= 15, f"{len(beats)} heartbeats in a second")
    numbers = [beat.number for beat in beats]
    expect(all((b - a) % 256 == 1 for a, b in pairwise(numbers)), "they are not numbered")
    expect(beats[-1].echo and beats[-1].echo_age_us < 1_000_000, "they do not echo")


def _resent(probe: Probe) -> None:
    probe.acknowledging = False
    probe.greet()
    probe.listen(1.0)
    numbered = [one.frame for one in probe.heard if one.frame.sequence and not isinstance(one.message, Ack)]
    expect(len(numbered) >= 2, "a frame without an ACK is not sent again")
    expect(len(set(numbered)) == 1, "another frame is sent before the first is acknowledged")
    probe.say(Ack(), numbered[0].sequence)
    probe.acknowledging = True
    probe.listen(0.3)
    probe.heard.clear()
    probe.listen(SOON_S)
    expect(numbered[0] not in [one.frame for one in probe.heard], "it is sent again although it was acknowledged")


def _garbage(probe: Probe) -> None:
    probe.greet()
    for number, garbage in enumerate(_GARBAGE, start=1):
        probe.raw(garbage)
        sequence = probe.command(Command(number, _STOP, 0))
        expect(probe.acknowledged(sequence, SOON_S), f"no ACK after {garbage[:20]!r}")


def _damaged(probe: Probe) -> None:
    probe.greet()
    line = bytearray(encode_frame(encode_message(Command(1, _STOP, 0), 1)))
    line[-2] ^= 0x01
    probe.raw(bytes(line))
    probe.listen(0.3)
    expect(not probe.acks(1), "a frame with a bad CRC is acknowledged")
    probe.raw(encode_frame(Frame(0x10, 1, b"\x01")))
    probe.listen(0.3)
    expect(not probe.acks(1), "a payload that is too short is acknowledged")
    probe.command(Command(1, _STOP, 0))
    expect(probe.acknowledged(1, SOON_S), "the good frame after them is not")


def _repeated(probe: Probe) -> None:
    probe.greet()
    for _ in range(3):
        probe.say(Command(1, _STOP, 0), 1)
        probe.listen(0.1)
    probe.listen(SOON_S)
    expect(probe.acks(1) == 3, f"three times the same frame had {probe.acks(1)} ACKs")
    expect(len(probe.messages(Accepted)) == 1, "a repeated frame was carried out again")


def _stray(probe: Probe) -> None:
    probe.greet()
    probe.say(Command(1, _STOP, 0), 9)
    probe.listen(SOON_S)
    expect(not probe.acks(9) and not probe.messages(Accepted), "a frame out of turn was taken")


def _later_versions(probe: Probe) -> None:
    probe.greet()
    probe.raw(encode_frame(Frame(0x6F, 1, b"anything")))
    expect(probe.acknowledged(1, SOON_S), "a kind that is not known is not acknowledged")
    longer = encode_message(Command(1, _STOP, 0), 2).payload + b"\x01\x02"
    probe.raw(encode_frame(Frame(0x10, 2, longer)))
    expect(probe.first(Accepted, SOON_S), "a payload with a field more is not read")


LINE_CHECKS: Final[tuple[BoardCheck, ...]] = (
    BoardCheck("silent", "nothing, for a second", "no frame", _silent_before_hello),
    BoardCheck("hello", "HELLO", "HELLO_REPLY with its session, version 1, a unit id", _hello),
    BoardCheck("hello_again", "the same HELLO in the session", "HELLO_REPLY again, no new session", _hello_again),
    BoardCheck("other_version", "HELLO of major 2", "HELLO_REPLY with the own version, then silence", _other_version),
    BoardCheck("first_event", "HELLO", "STATE_EVENT with sequence 1: UNKNOWN, FAULT, TEST or ESTOP", _first_event),
    BoardCheck("heartbeats", "heartbeats for a second", "about ten heartbeats, numbered, with echo", _heartbeats),
    BoardCheck("resent", "no ACK for a second, then one", "one frame, the same bytes again; then the next", _resent),
    BoardCheck("garbage", "`AT`, a banner, half frames, 300 zeros before a COMMAND", "its ACK each time", _garbage),
    BoardCheck(
        "damaged", "a bad CRC, a payload that is too short, a good frame", "one ACK, for the good one", _damaged
    ),
    BoardCheck("repeated", "one COMMAND frame three times", "three ACKs, one ACCEPTED", _repeated),
    BoardCheck("stray", "a COMMAND with sequence 9 where 1 is due", "nothing", _stray),
    BoardCheck(
        "later_versions", "kind 6F with a sequence; COMMAND with two bytes more", "ACK; ACCEPTED", _later_versions
    ),
)
