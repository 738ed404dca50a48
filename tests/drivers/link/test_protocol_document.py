"""PROTOCOL.md says what the code does: its tables, numbers and examples are compared with it."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

import drivers
from drivers.firmware.checks import CHECKS
from drivers.link.fields import Flag, FourWhole, Text
from drivers.link.framing import MAX_BODY, MAX_PAYLOAD, Frame, FrameDecoder, crc16, encode_frame
from drivers.link.messages import (
    FROZEN_KINDS,
    MESSAGE_TABLE,
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    Ack,
    Command,
    Delivery,
    EmergencyStop,
    Message,
    decode_message,
    encode_message,
    fields_of,
)
from drivers.link.timings import DEFAULT_TIMINGS, LinkTimings
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_machine import TwinMachine
from drivers.table.deadlines import CommandDeadlines
from drivers.table.faults import WARNINGS
from drivers.table.numbers import (
    BUTTON_NUMBERS,
    FAULT_NUMBERS,
    LEVEL_NUMBERS,
    REASON_NUMBERS,
    STATE_NUMBERS,
    VERB_NUMBERS,
)
from drivers.table.states import Capability, CommandKind, TableState

TEXT = (Path(drivers.__file__).parent / "PROTOCOL.md").read_text()
WORDS = " ".join(TEXT.split())


@pytest.mark.parametrize("row", MESSAGE_TABLE, ids=lambda row: row.name)
def test_every_message_stands_in_the_document_as_it_is(row: object) -> None:
    (known,) = [known for known in MESSAGE_TABLE if known is row]
    parts = ", ".join(f"{name} {field.label}" for name, field in fields_of(known.number)) or "none"
    assert f"| {known.number:02X} | {known.name} | {known.direction} | {known.delivery} | {parts} |" in TEXT


def test_the_document_has_no_other_message() -> None:
    section = TEXT.split("## 3. Messages")[1].split("###")[0]
    assert len(re.findall(r"^\| [0-9A-F]{2} \|", section, re.MULTILINE)) == len(MESSAGE_TABLE)


@pytest.mark.parametrize(
    "numbers", [STATE_NUMBERS, VERB_NUMBERS, REASON_NUMBERS, BUTTON_NUMBERS, LEVEL_NUMBERS, FAULT_NUMBERS]
)
def test_every_number_stands_in_the_document(numbers: dict[object, int]) -> None:
    """They are part of the protocol: a change here breaks boards in the field."""
    assert ", ".join(f"{number} {name}" for name, number in numbers.items()) in WORDS


def test_capabilities_and_warnings_stand_in_the_document() -> None:
    assert ", ".join(f"{capability.value} {capability.name}" for capability in Capability) in WORDS
    assert ", ".join(code for code in FAULT_NUMBERS if code in WARNINGS) in WORDS


def test_time_outs_stand_in_the_document() -> None:
    for field in fields(LinkTimings):
        if not field.name.startswith("noisy"):
            assert f"| {field.name.upper()} | {getattr(DEFAULT_TIMINGS, field.name):g} |" in TEXT
    deadlines = CommandDeadlines()
    assert f"{deadlines.answer_s:g} s for ACCEPTED" in WORDS
    for kind, words in {
        CommandKind.RESET: "{} s for `reset`",
        CommandKind.CYCLE: "{} s for `cycle`",
        CommandKind.RAISE: "{} s for `raise` and `lower`",
        CommandKind.DICE: "{} s for `dice`",
        CommandKind.STOP: "{} s for `stop`",
    }.items():
        assert words.format(f"{deadlines.of(kind):g}") in WORDS


def test_limits_and_version_stand_in_the_document() -> None:
    assert f"Version {PROTOCOL_MAJOR}.{PROTOCOL_MINOR}." in TEXT
    assert f"payload (0-{MAX_PAYLOAD} bytes)" in TEXT
    assert f"longer than {MAX_BODY} bytes" in WORDS
    assert f"four kinds {', '.join(f'{kind:02X}' for kind in sorted(FROZEN_KINDS))}" in WORDS


def _line_of(name: str) -> bytes:
    found = re.search(rf"^{name}\s+([0-9A-F ]+)$", TEXT, re.MULTILINE)
    assert found is not None
    return bytes.fromhex(found[1])


def test_the_worked_example_is_what_the_code_sends() -> None:
    body, crc, line = _line_of("body"), _line_of("CRC"), _line_of("line")
    assert crc16(body).to_bytes(2, "big") == crc
    (frame,) = FrameDecoder().feed(line)
    assert isinstance(frame, Frame)
    assert frame.sequence == 7
    assert decode_message(frame) == Command(0x017E, VERB_NUMBERS[CommandKind.CYCLE], 0)
    assert encode_frame(frame) == line


def test_the_short_examples_are_what_the_code_sends() -> None:
    for message, sequence in ((Ack(), 7), (EmergencyStop(3), 0)):
        wire = encode_frame(encode_message(message, sequence))
        assert f"`{wire.hex(' ').upper()}`" in TEXT


def _example(name: str, text: str) -> Message:
    """The message of a row of the worked frames: `major 1, minor 0, ...`."""
    (row,) = [row for row in MESSAGE_TABLE if row.name == name]
    given = {} if text == "-" else dict(part.split(" ", 1) for part in text.split(", "))
    values: dict[str, object] = {}
    for field, kind in fields_of(row.number):
        match kind:
            case FourWhole():
                values[field] = tuple(map(int, given[field].split()))
            case Text():
                values[field] = given[field]
            case Flag():
                values[field] = given[field] == "1"
            case _:
                values[field] = int(given[field])
    assert list(given) == list(values)
    return row.type(**values)


EXAMPLES = re.findall(r"^\| ([A-Z_]+) \| (\d+) \| (.+?) \| `([0-9A-F ]+)` \|$", TEXT, re.MULTILINE)


def test_there_is_a_worked_frame_of_every_message() -> None:
    assert {name for name, *_ in EXAMPLES} == {row.name for row in MESSAGE_TABLE}


@pytest.mark.parametrize(("name", "sequence", "text", "line"), EXAMPLES, ids=[example[0] for example in EXAMPLES])
def test_a_worked_frame_is_what_the_code_sends(name: str, sequence: str, text: str, line: str) -> None:
    message = _example(name, text)
    assert encode_frame(encode_message(message, int(sequence))) == bytes.fromhex(line)
    (row,) = [row for row in MESSAGE_TABLE if row.name == name]
    assert (row.delivery is Delivery.WINDOW or name == "ACK") == (int(sequence) > 0)


def test_the_tests_of_a_board_stand_in_the_document_as_they_are() -> None:
    section = TEXT.split("## 13. Tests")[1]
    rows = re.findall(r"^\| (\w+)( \(moves\))? \| (.+?) \| (.+?) \|$", section, re.MULTILINE)[1:]
    assert [(name, bool(moves), does, expects) for name, moves, does, expects in rows] == [
        (check.name, check.moves, check.does, check.expects) for check in CHECKS
    ]


def test_what_is_answered_in_each_state_is_what_the_twin_answers() -> None:
    """The table of section 7, on a twin that is brought into each state."""
    section = TEXT.split("What is answered to a command in each state")[1].split("Which state follows")[0]
    table = {row[0]: row[1:] for row in (line.strip("| ").split(" | ") for line in section.splitlines() if "|" in line)}
    for state, (reset, others, raising) in list(table.items())[2:]:
        for commands, told in (((CommandKind.RESET,), reset), (MOVES, others), ((CommandKind.RAISE,), raising)):
            for command in commands:
                machine = _machine(state.split(",")[0])
                reason = machine.begin(command)
                allowed = {int(number) for number in re.findall(r"\d+", told)}
                number = None if reason is None else REASON_NUMBERS[reason]
                assert number in allowed or (number is None and "accepted" in told), (state, command, reason)


MOVES = (CommandKind.CYCLE, CommandKind.LOWER, CommandKind.DICE)


def _machine(state: str) -> TwinMachine:
    """A table in a state."""
    wanted = TableState(state)
    machine = TwinMachine(TwinConfig(stacked_at_start=wanted is TableState.STACKED))
    if wanted is TableState.UNKNOWN:
        return machine
    if wanted in (TableState.TEST, TableState.FAULT, TableState.ESTOP):
        machine.halt(wanted)
        return machine
    machine.begin(CommandKind.RESET)
    at_s = 0.0
    machine.step(at_s)
    if wanted is not TableState.HOMING:
        at_s = _run(machine, at_s)
    if wanted is TableState.WALLS_UP:
        machine.begin(CommandKind.CYCLE)
        _run(machine, at_s)
    assert machine.state is wanted
    return machine


def _run(machine: TwinMachine, at_s: float) -> float:
    """Until the command is done; the time then."""
    while machine.running is not None:
        at_s += 0.5
        while machine.step(at_s):
            machine.take_changes()
    return at_s
