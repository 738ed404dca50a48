"""The C header is the committed one, compiles without a warning, and what is built with it speaks as the host does."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import drivers.firmware
from drivers.firmware.header import header
from drivers.firmware.message_code import least_size
from drivers.link.fields import FieldType, Flag, FourWhole, Text, Whole
from drivers.link.framing import FLAG, MAX_BODY, BadFrame, Frame, FrameDecoder, encode_frame
from drivers.link.messages import (
    FROZEN_KINDS,
    MESSAGE_TABLE,
    Delivery,
    Message,
    MessageType,
    encode_message,
    fields_of,
)
from drivers.table.faults import FaultCode
from drivers.table.numbers import FAULT_NUMBERS, STATE_NUMBERS
from drivers.table.states import TableState

FOLDER = Path(drivers.firmware.__file__).parent
STRICT = ("-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror")

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no C compiler here")


def test_the_committed_header_is_what_the_tables_give() -> None:
    """If this fails: python -m drivers.firmware.header > drivers/firmware/junanaho_protocol.h"""
    assert (FOLDER / "junanaho_protocol.h").read_text() == header()


def _compile(source: str, *options: str) -> None:
    done = subprocess.run(
        ["gcc", f"-I{FOLDER}", *STRICT, *options], input=source, text=True, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


@needs_gcc
@pytest.mark.parametrize("standard", ["c99", "c11"])
def test_it_compiles_alone_without_a_warning(standard: str, tmp_path: Path) -> None:
    _compile('#include "junanaho_protocol.h"\n', f"-std={standard}", "-x", "c", "-c", "-o", str(tmp_path / "o"), "-")


@needs_gcc
def test_sizes_and_numbers_are_those_of_the_host(tmp_path: Path) -> None:
    asserts = [
        f'_Static_assert(JN_MAX_BODY == {MAX_BODY}, "body");',
        f'_Static_assert(JN_STATE_ESTOP == {STATE_NUMBERS[TableState.ESTOP]}, "state");',
        f'_Static_assert(JN_FAULT_ESTOP_PRESSED == {FAULT_NUMBERS[FaultCode.ESTOP_PRESSED]}, "fault");',
    ]
    for row in MESSAGE_TABLE:
        size = sum(least_size(field) for _, field in fields_of(row.number))
        window, frozen = int(row.delivery is Delivery.WINDOW), int(row.number in FROZEN_KINDS)
        asserts += [
            f'_Static_assert(JN_{row.name}_SIZE == {size}, "{row.name}");',
            f'_Static_assert(JN_KIND_{row.name} == {row.number}, "{row.name}");',
            f'_Static_assert(JN_IS_WINDOW({row.number}) == {window}, "{row.name}");',
            f'_Static_assert(JN_IS_FROZEN({row.number}) == {frozen}, "{row.name}");',
        ]
    source = '#include "junanaho_protocol.h"\n' + "\n".join(asserts) + "\n"
    _compile(source, "-std=c11", "-x", "c", "-c", "-o", str(tmp_path / "o"), "-")


def _printed(field: FieldType, name: str) -> str:
    match field:
        case Whole():
            return f'printf(" %lu", (unsigned long)message.{name});'
        case Flag():
            return f'printf(" %d", message.{name} ? 1 : 0);'
        case FourWhole():
            return f'for (int side = 0; side < 4; side++) printf(" %d", message.{name}[side]);'
        case Text():
            return f'printf(" "); print_hex((const uint8_t *)message.{name}, strlen(message.{name}));'
    raise AssertionError(f"no C known for {field.label}")


def _case(row: MessageType) -> str:
    name, fields = row.name.lower(), fields_of(row.number)
    if not fields:
        return f"case JN_KIND_{row.name}: size = 0; break;"
    prints = " ".join(_printed(field, label) for label, field in fields)
    return (
        f"case JN_KIND_{row.name}: {{ jn_{name} message; "
        f'if (!jn_read_{name}(frame->payload, frame->size, &message)) {{ printf(" short\\n"); return; }} '
        f"{prints} size = jn_write_{name}(&message, payload); break; }}"
    )


PROGRAM = """\
#include <stdio.h>
#include "junanaho_protocol.h"

static void print_hex(const uint8_t *bytes, size_t size)
{
    if (size == 0) printf("-");
    for (size_t place = 0; place < size; place++) printf("%02x", bytes[place]);
}

/* What a frame says, and the frame made anew from that. */
static void answer(const jn_frame *frame)
{
    uint8_t payload[JN_MAX_PAYLOAD], line[JN_MAX_LINE];
    size_t size = 0;
    printf("%d %d %d", frame->version, frame->kind, frame->sequence);
    switch (frame->kind) {
    CASES
    default: printf(" unknown\\n"); return;
    }
    printf(" ");
    print_hex(line, jn_encode_frame(frame->kind, frame->sequence, payload, size, line));
    printf("\\n");
}

int main(void)
{
    jn_decoder decoder = {{0}, 0, false, false, 0};
    jn_frame frame;
    int byte;
    if (jn_crc16(JN_CRC_START, (const uint8_t *)"123456789", 9) != 0x29B1) return 1;
    if (jn_next_sequence(255) != 1 || jn_next_sequence(1) != 2) return 1;
    while ((byte = getchar()) != EOF) {
        if (jn_decode_byte(&decoder, (uint8_t)byte, &frame)) answer(&frame);
    }
    printf("bad %lu\\n", (unsigned long)decoder.bad_frames);
    return 0;
}
"""


@pytest.fixture(scope="session")
def firmware(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program in C that decodes what comes on its input, and says what it was and how it would send it."""
    if shutil.which("gcc") is None:
        pytest.skip("no C compiler here")
    program = tmp_path_factory.mktemp("firmware") / "echo"
    source = PROGRAM.replace("CASES", "\n    ".join(map(_case, MESSAGE_TABLE)))
    _compile(source, "-std=c11", "-O1", "-x", "c", "-o", str(program), "-")
    return program


def _heard(firmware: Path, wire: bytes) -> tuple[list[str], int]:
    """What the program made of a line, and how many frames it dropped."""
    done = subprocess.run([str(firmware)], input=wire, capture_output=True, check=True, timeout=30)
    *lines, bad = done.stdout.decode().splitlines()
    return lines, int(bad.removeprefix("bad "))


def _said(frame: Frame, message: Message) -> str:
    """The line that the program has to print for a message."""
    values: list[str] = []
    for name, field in fields_of(frame.kind):
        value = getattr(message, name)
        match field:
            case Whole() | Flag():
                values.append(str(int(value)))
            case FourWhole():
                values += [str(side) for side in value]
            case Text():
                values.append(value.encode().hex() or "-")
    return " ".join((f"{frame.version} {frame.kind} {frame.sequence}", *values, encode_frame(frame).hex()))


def _messages(random: Random, count: int) -> Iterator[Message]:
    for number in range(count):
        row = MESSAGE_TABLE[number % len(MESSAGE_TABLE)]
        yield row.type(**{name: _value(field, random) for name, field in fields_of(row.number)})


def _value(field: FieldType, random: Random) -> object:
    # every third byte of a number needs stuffing, and the largest and smallest values come often
    match field:
        case Whole(size=size):
            return int.from_bytes(
                bytes(random.choice((0, 0x7D, 0x7E, 0xFF, random.randrange(256))) for _ in range(size))
            )
        case Flag():
            return random.random() < 0.5
        case FourWhole():
            return tuple(random.choice((0, 17, 0x7D, 0x7E, 0xFF)) for _ in range(4))
        case Text():
            return "".join(random.choice("a}~二") for _ in range(random.randrange(9)))
    raise AssertionError(f"no values known for {field.label}")


def test_every_message_goes_to_c_and_back(firmware: Path) -> None:
    random = Random(17)
    sent = [(encode_message(message, random.randrange(256)), message) for message in _messages(random, 2000)]
    lines, bad = _heard(firmware, b"".join(encode_frame(frame) for frame, _ in sent))
    assert lines == [_said(frame, message) for frame, message in sent]
    assert bad == 0


def test_c_and_python_drop_the_same_frames(firmware: Path) -> None:
    """Damage of every kind: flipped, lost and doubled bytes, garbage, half frames, frames of another version."""
    random = Random(4)
    wire = bytearray(b"\r\nboot 1.2 READY\r\nAT\r")
    for message in _messages(random, 3000):
        frame = encode_message(message, random.randrange(256))
        if random.random() < 0.1:
            frame = Frame(frame.kind, frame.sequence, frame.payload, version=2)
        line = bytearray(encode_frame(frame))
        if random.random() < 0.3:
            place = random.randrange(len(line))
            line[place : place + random.randrange(2)] = random.randbytes(random.randrange(3))
        wire += line[: random.randrange(len(line))] if random.random() < 0.05 else line
    wire.append(FLAG)
    found = FrameDecoder().feed(bytes(wire))
    good = [frame for frame in found if isinstance(frame, Frame) and (frame.version == 1 or frame.kind in FROZEN_KINDS)]
    lines, bad = _heard(firmware, bytes(wire))
    assert [line.split()[:3] for line in lines] == [[str(f.version), str(f.kind), str(f.sequence)] for f in good]
    assert bad == len(found) - len(good)
    assert sum(isinstance(item, BadFrame) for item in found) > 500


def test_fields_that_a_later_version_adds_are_skipped_and_short_payloads_refused(firmware: Path) -> None:
    for message in _messages(Random(3), len(MESSAGE_TABLE)):
        frame = encode_message(message)
        if not frame.payload:
            continue
        longer = encode_frame(Frame(frame.kind, 0, frame.payload + b"\x01\x02"))
        shorter = encode_frame(Frame(frame.kind, 0, frame.payload[:-1]))
        lines, _ = _heard(firmware, longer + shorter)
        assert lines[0] == _said(frame, message)
        assert lines[1].endswith("short")


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=600))
def test_no_bytes_break_the_decoder_in_c(firmware: Path, data: bytes) -> None:
    lines, _ = _heard(firmware, data)
    good = [f for f in FrameDecoder().feed(data) if isinstance(f, Frame) and (f.version == 1 or f.kind in FROZEN_KINDS)]
    assert len(lines) == len(good)
