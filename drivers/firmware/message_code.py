"""Messages in C: a struct, a writer and a reader for each row of the message table. Pure."""

import inspect
from typing import Final

from drivers.link.fields import FieldType, Flag, FourWhole, Text, Whole
from drivers.link.messages import Delivery, MessageType, fields_of

_WHOLE: Final = {1: "uint8_t", 2: "uint16_t", 4: "uint32_t"}


def message_code(row: MessageType) -> str:
    """The C of one message; a message without fields is only a comment."""
    name, fields = row.name.lower(), fields_of(row.number)
    sequence = "numbered and acknowledged" if row.delivery is Delivery.WINDOW else "sent once, sequence 0"
    comment = f"/* {row.name}, {row.direction}, {sequence}. {_summary(row)} */"
    if not fields:
        return f"{comment}\n#define JN_{row.name}_SIZE 0\n"
    return "\n".join(
        (
            comment,
            f"#define JN_{row.name}_SIZE {sum(least_size(field) for _, field in fields)}{_with_texts(fields)}",
            "typedef struct {",
            *(f"    {_declaration(field, label)};" for label, field in fields),
            f"}} jn_{name};",
            "",
            f"static inline size_t jn_write_{name}(const jn_{name} *message, uint8_t *payload)",
            "{",
            "    uint8_t *at = payload;",
            *(f"    at = {_writer(field, label)};" for label, field in fields),
            "    return (size_t)(at - payload);",
            "}",
            "",
            f"static inline bool jn_read_{name}(const uint8_t *payload, size_t size, jn_{name} *message)",
            "{",
            "    const uint8_t *at = payload, *end = payload + size;",
            "    return " + "\n        && ".join(_reader(field, label) for label, field in fields) + ";",
            "}",
            "",
        )
    )


def least_size(field: FieldType) -> int:
    """How many bytes a field has at least: a text may be empty."""
    match field:
        case Whole(size=size):
            return size
        case FourWhole():
            return 4
        case _:
            return 1


def _summary(row: MessageType) -> str:
    return " ".join((inspect.getdoc(row.type) or "").split("\n\n")[0].split())


def _with_texts(fields: tuple[tuple[str, FieldType], ...]) -> str:
    return " /* and its texts */" if any(isinstance(field, Text) for _, field in fields) else ""


def _declaration(field: FieldType, label: str) -> str:
    match field:
        case Whole(size=size):
            return f"{_WHOLE[size]} {label}"
        case Flag():
            return f"bool {label}"
        case FourWhole():
            return f"uint8_t {label}[4]"
        case Text(limit=limit):
            return f"char {label}[{limit + 1}]"
    raise TypeError(f"no C is known for {field.label}")


def _writer(field: FieldType, label: str) -> str:
    match field:
        case Whole(size=size):
            return f"jn_put_u{8 * size}(at, message->{label})"
        case Flag():
            return f"jn_put_u8(at, message->{label} ? 1 : 0)"
        case FourWhole():
            return f"jn_put_bytes(at, message->{label}, 4)"
        case Text(limit=limit):
            return f"jn_put_text(at, message->{label}, {limit})"
    raise TypeError(f"no C is known for {field.label}")


def _reader(field: FieldType, label: str) -> str:
    match field:
        case Whole(size=size):
            return f"jn_take_u{8 * size}(&at, end, &message->{label})"
        case Flag():
            return f"jn_take_flag(&at, end, &message->{label})"
        case FourWhole():
            return f"jn_take_bytes(&at, end, message->{label}, 4)"
        case Text(limit=limit):
            return f"jn_take_text(&at, end, message->{label}, {limit})"
    raise TypeError(f"no C is known for {field.label}")
