"""The protocol as a C header: `python -m drivers.firmware.header > drivers/firmware/junanaho_protocol.h`.

Everything in it comes from the tables that the host runs on, so the two cannot drift apart; a test makes it anew and
compares. What it means stands in PROTOCOL.md.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import TypeVar

from drivers.firmware.framing_code import FRAMING
from drivers.firmware.message_code import message_code
from drivers.link.framing import (
    CRC_BYTES,
    CRC_POLYNOMIAL,
    CRC_START,
    ESCAPE,
    FLAG,
    FLIP,
    FRAME_VERSION,
    HEADER_BYTES,
    MAX_BODY,
    MAX_PAYLOAD,
)
from drivers.link.messages import (
    BACKGROUND,
    FROZEN_KINDS,
    MESSAGE_TABLE,
    NEVER_HEARD,
    NO_SIDE,
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    Delivery,
)
from drivers.link.timings import DEFAULT_TIMINGS, LinkTimings
from drivers.table.numbers import (
    BUTTON_NUMBERS,
    FAULT_NUMBERS,
    LEVEL_NUMBERS,
    REASON_NUMBERS,
    STATE_NUMBERS,
    VERB_NUMBERS,
)
from drivers.table.states import Capability

Member = TypeVar("Member", bound=StrEnum)

_OPENING = """\
/* The serial protocol between junanaho and the controller of a table; drivers/PROTOCOL.md says what it means.
 *
 * Made by `python -m drivers.firmware.header`: do not change it here. MIT licence, as the rest of junanaho.
 */
#ifndef JUNANAHO_PROTOCOL_H
#define JUNANAHO_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif
"""
_CLOSING = """\
#ifdef __cplusplus
}
#endif

#endif
"""


def header() -> str:
    """The whole header."""
    return "\n".join((_OPENING, *_constants(), *_numbers(), FRAMING, *map(message_code, MESSAGE_TABLE), _CLOSING))


def _constants() -> Iterator[str]:
    yield _defines(
        "The line",
        {
            "PROTOCOL_MAJOR": str(PROTOCOL_MAJOR),
            "PROTOCOL_MINOR": str(PROTOCOL_MINOR),
            "FLAG": f"0x{FLAG:02X}",
            "ESCAPE": f"0x{ESCAPE:02X}",
            "FLIP": f"0x{FLIP:02X}",
            "FRAME_VERSION": str(FRAME_VERSION),
            "CRC_POLYNOMIAL": f"0x{CRC_POLYNOMIAL:04X}",
            "CRC_START": f"0x{CRC_START:04X}",
            "MAX_PAYLOAD": str(MAX_PAYLOAD),
            "MIN_BODY": str(HEADER_BYTES + CRC_BYTES),
            "MAX_BODY": str(MAX_BODY),
            "MAX_LINE": f"{2 * MAX_BODY + 2} /* every byte escaped, and the flags */",
            "NO_SIDE": f"0x{NO_SIDE:02X}",
            "NEVER_HEARD": f"0x{NEVER_HEARD:08X}u",
            "BACKGROUND": f"{BACKGROUND} /* the command_id of PROGRESS that belongs to no command */",
            "IS_FROZEN(kind)": _any_of(sorted(FROZEN_KINDS)),
            "IS_WINDOW(kind)": _any_of(row.number for row in MESSAGE_TABLE if row.delivery is Delivery.WINDOW),
        },
    )
    yield _defines("Time-outs in milliseconds, and limits", dict(_timings(DEFAULT_TIMINGS)))


def _any_of(numbers: Iterable[int]) -> str:
    return "(" + " || ".join(f"(kind) == 0x{number:02X}" for number in numbers) + ")"


def _timings(timings: LinkTimings) -> Iterator[tuple[str, str]]:
    for field in fields(timings):
        value = getattr(timings, field.name)
        if field.name.endswith("_s"):
            yield f"{field.name.removesuffix('_s').upper()}_MS", f"{1000 * value:g}"
        elif not field.name.startswith("noisy"):  # how the host judges the line concerns nobody else
            yield field.name.upper(), str(value)


def _numbers() -> Iterator[str]:
    yield _enum("kind", {row.name: row.number for row in MESSAGE_TABLE})
    yield _enum("capability", {str(capability.name): capability.value for capability in Capability})
    yield _enum("state", _named(STATE_NUMBERS))
    yield _enum("verb", _named(VERB_NUMBERS))
    yield _enum("reason", _named(REASON_NUMBERS))
    yield _enum("button", _named(BUTTON_NUMBERS))
    yield _enum("level", _named(LEVEL_NUMBERS))
    yield _enum("fault", _named(FAULT_NUMBERS))


def _named(numbers: Mapping[Member, int]) -> dict[str, int]:
    return {str(member): number for member, number in numbers.items()}


def _defines(title: str, values: Mapping[str, str]) -> str:
    return "\n".join((f"/* {title} */", *(f"#define JN_{name} {value}" for name, value in values.items()), ""))


def _enum(name: str, numbers: Mapping[str, int]) -> str:
    members = ",\n".join(f"    JN_{name.upper()}_{member.upper()} = {number}" for member, number in numbers.items())
    return f"enum jn_{name} {{\n{members}\n}};\n"


if __name__ == "__main__":
    sys.stdout.write(header())
