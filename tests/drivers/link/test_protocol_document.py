"""PROTOCOL.md says what the code does: its tables, numbers and examples are compared with it."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

import drivers
from drivers.link.framing import MAX_BODY, MAX_PAYLOAD, Frame, FrameDecoder, crc16, encode_frame
from drivers.link.messages import (
    FROZEN_KINDS,
    MESSAGE_TABLE,
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    Ack,
    Command,
    EmergencyStop,
    decode_message,
    encode_message,
    fields_of,
)
from drivers.link.timings import DEFAULT_TIMINGS, LinkTimings
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
from drivers.table.states import Capability, CommandKind

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
