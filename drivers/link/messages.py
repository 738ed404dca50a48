"""The messages of the protocol, and the one table that numbers them.

`MESSAGE_TABLE` is the only place that ties a message to its number on the line, its direction and its kind of delivery;
encoding, decoding and the tables in PROTOCOL.md follow from it. Codes inside messages (states, verbs, faults) are plain
numbers here: the link does not know a table; `drivers.table.numbers` gives them meaning. Pure.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from typing import Final, TypeAlias, cast, get_type_hints

from drivers.link.fields import U8, U16, U32, FieldType, PerSide, ShortText, YesNo
from drivers.link.framing import Frame

PROTOCOL_MAJOR: Final = 1
PROTOCOL_MINOR: Final = 0
NO_SIDE: Final = 0xFF
NEVER_HEARD: Final = 0xFFFF_FFFF
BACKGROUND: Final = 0
"""The command id of progress that belongs to no command."""


class Direction(StrEnum):
    """Who sends a message."""

    TO_CONTROLLER = "to controller"
    TO_HOST = "to host"
    BOTH = "both"


class Delivery(StrEnum):
    """How a message travels."""

    WINDOW = "window"
    """Numbered, acknowledged, sent again until it is."""
    BARE = "bare"
    """Sent once, sequence 0; a later one makes up for one that is lost."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The host starts a session; `host_id` tells one run of the host from another, `session` one start from another."""

    major: U8
    minor: U8
    host_id: U32
    session: U32


@dataclass(frozen=True, slots=True)
class HelloReply:
    """The controller says who it is; `session` repeats the HELLO's."""

    session: U32
    major: U8
    minor: U8
    capabilities: U32
    boot_id: U32
    uptime_ms: U32
    unit_id: ShortText
    firmware: ShortText


@dataclass(frozen=True, slots=True)
class Ack:
    """A frame arrived; the header's sequence is that of the frame."""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """A sign of life; `echo` is the number last heard, `echo_age_us` how long ago that was (microseconds)."""

    number: U8
    echo: U8
    echo_age_us: U32


@dataclass(frozen=True, slots=True)
class EmergencyStop:
    """All motors off, now, whatever else is going on; needs no session."""

    number: U8


@dataclass(frozen=True, slots=True)
class EmergencyStopReply:
    """The motors are off and the stop is latched."""

    number: U8


@dataclass(frozen=True, slots=True)
class Command:
    """Something to do; a `command_id` is executed once in a session, however often it arrives."""

    command_id: U16
    verb: U8
    argument: U8


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command will be carried out."""

    command_id: U16


@dataclass(frozen=True, slots=True)
class Rejected:
    """The command will not be carried out; `fault` is the one in the way, or 0."""

    command_id: U16
    reason: U8
    fault: U8


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a command is; numbers only grow, so an older one is ignored."""

    command_id: U16
    state: U8
    elapsed_ms: U32


@dataclass(frozen=True, slots=True)
class Done:
    """The command was carried out."""

    command_id: U16
    elapsed_ms: U32


@dataclass(frozen=True, slots=True)
class Failed:
    """The command ended before its end; `fault` is 0 if no fault is the reason."""

    command_id: U16
    reason: U8
    fault: U8
    side: U8


@dataclass(frozen=True, slots=True)
class Status:
    """What the table is doing, sent when the counts change and twice a second."""

    state: U8
    stacking: U8
    stacks: PerSide
    elapsed_ms: U32


@dataclass(frozen=True, slots=True)
class StateEvent:
    """A state was entered: of the table, or of the set below it."""

    event_number: U32
    at_ms: U32
    state: U8
    stacking: U8


@dataclass(frozen=True, slots=True)
class DiceEvent:
    """The dice lie still."""

    event_number: U32
    at_ms: U32
    first: U8
    second: U8


@dataclass(frozen=True, slots=True)
class ButtonEvent:
    """A button was pressed (bounces merged)."""

    event_number: U32
    at_ms: U32
    side: U8
    button: U8


@dataclass(frozen=True, slots=True)
class FaultEvent:
    """A fault was raised or is gone; `side` is FF without a side, `count` 0 without a count."""

    event_number: U32
    at_ms: U32
    fault: U8
    raised: YesNo
    level: U8
    latched: YesNo
    side: U8
    count: U8
    part: ShortText


@dataclass(frozen=True, slots=True)
class ScoreEvent:
    """The score sticks of a side were counted, with no motor running and the same for a second."""

    event_number: U32
    at_ms: U32
    side: U8
    points: U32


Event: TypeAlias = StateEvent | DiceEvent | ButtonEvent | FaultEvent | ScoreEvent
Message: TypeAlias = (
    Hello
    | HelloReply
    | Ack
    | Heartbeat
    | EmergencyStop
    | EmergencyStopReply
    | Command
    | Accepted
    | Rejected
    | Progress
    | Done
    | Failed
    | Status
    | Event
)


@dataclass(frozen=True, slots=True)
class MessageType:
    """One row of the table."""

    number: int
    name: str
    type: type[Message]
    direction: Direction
    delivery: Delivery


def _row(number: int, name: str, kind: type[Message], direction: Direction, delivery: Delivery) -> MessageType:
    return MessageType(number, name, kind, direction, delivery)


HEARTBEAT_KIND: Final = 0x04

MESSAGE_TABLE: Final[tuple[MessageType, ...]] = (
    _row(0x01, "HELLO", Hello, Direction.TO_CONTROLLER, Delivery.BARE),
    _row(0x02, "HELLO_REPLY", HelloReply, Direction.TO_HOST, Delivery.BARE),
    _row(0x03, "ACK", Ack, Direction.BOTH, Delivery.BARE),
    _row(HEARTBEAT_KIND, "HEARTBEAT", Heartbeat, Direction.BOTH, Delivery.BARE),
    _row(0x05, "ESTOP", EmergencyStop, Direction.TO_CONTROLLER, Delivery.BARE),
    _row(0x06, "ESTOP_REPLY", EmergencyStopReply, Direction.TO_HOST, Delivery.BARE),
    _row(0x10, "COMMAND", Command, Direction.TO_CONTROLLER, Delivery.WINDOW),
    _row(0x11, "ACCEPTED", Accepted, Direction.TO_HOST, Delivery.WINDOW),
    _row(0x12, "REJECTED", Rejected, Direction.TO_HOST, Delivery.WINDOW),
    _row(0x13, "PROGRESS", Progress, Direction.TO_HOST, Delivery.BARE),
    _row(0x14, "DONE", Done, Direction.TO_HOST, Delivery.WINDOW),
    _row(0x15, "FAILED", Failed, Direction.TO_HOST, Delivery.WINDOW),
    _row(0x16, "STATUS", Status, Direction.TO_HOST, Delivery.BARE),
    _row(0x20, "STATE_EVENT", StateEvent, Direction.TO_HOST, Delivery.WINDOW),
    _row(0x21, "DICE_EVENT", DiceEvent, Direction.TO_HOST, Delivery.WINDOW),
    _row(0x22, "BUTTON_EVENT", ButtonEvent, Direction.TO_HOST, Delivery.WINDOW),
    _row(0x23, "FAULT_EVENT", FaultEvent, Direction.TO_HOST, Delivery.WINDOW),
    _row(0x24, "SCORE_EVENT", ScoreEvent, Direction.TO_HOST, Delivery.WINDOW),
)

FROZEN_KINDS: Final = frozenset((0x01, 0x02, 0x05, 0x06))
"""Read whatever the version byte says: two versions must be able to tell each other so, and to stop."""


_ROW_OF_TYPE: Final[dict[type, MessageType]] = {row.type: row for row in MESSAGE_TABLE}
_ROW_OF_NUMBER: Final[dict[int, MessageType]] = {row.number: row for row in MESSAGE_TABLE}


def type_of(message: Message) -> MessageType:
    """The row of a message."""
    return _ROW_OF_TYPE[type(message)]


@cache
def fields_of(number: int) -> tuple[tuple[str, FieldType], ...]:
    """The fields of the message with that number, in the order in which they lie in the payload."""
    kind = _ROW_OF_NUMBER[number].type
    hints = get_type_hints(kind, include_extras=True)
    return tuple((field.name, hints[field.name].__metadata__[0]) for field in fields(kind))


def encode_message(message: Message, sequence: int = 0) -> Frame:
    """The frame of a message. Raises MessageError if a value does not fit its field."""
    number = type_of(message).number
    payload = b"".join(field.write(getattr(message, name)) for name, field in fields_of(number))
    return Frame(kind=number, sequence=sequence, payload=payload)


def decode_message(frame: Frame) -> Message | None:
    """The message of a frame, or None for a kind this version does not know.

    Bytes behind the last known field are ignored: a later minor version may have put them there. Raises MessageError
    if the payload does not hold the fields.
    """
    row = _ROW_OF_NUMBER.get(frame.kind)
    if row is None:
        return None
    values: list[object] = []
    offset = 0
    for _, field in fields_of(frame.kind):
        value, offset = field.read(frame.payload, offset)
        values.append(value)
    build = cast(Callable[..., Message], row.type)
    return build(*values)
