"""Messages and their one table."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.link.errors import MessageError
from drivers.link.fields import FieldType, Flag, FourWhole, Text, Whole
from drivers.link.framing import MAX_PAYLOAD, Frame
from drivers.link.messages import (
    MESSAGE_TABLE,
    Command,
    HelloReply,
    Message,
    MessageType,
    decode_message,
    encode_message,
    fields_of,
    type_of,
)


def _values(field: FieldType) -> st.SearchStrategy[object]:
    match field:
        case Whole(size=size):
            return st.integers(0, 256**size - 1)
        case Flag():
            return st.booleans()
        case FourWhole():
            return st.tuples(*[st.integers(0, 255)] * 4)
        case Text(limit=limit):
            return st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=limit // 4)
    raise AssertionError(f"no values known for {field.label}")


def _messages(row: MessageType) -> st.SearchStrategy[Message]:
    return st.builds(row.type, **{name: _values(field) for name, field in fields_of(row.number)})


messages = st.one_of([_messages(row) for row in MESSAGE_TABLE])


def test_every_message_stands_in_the_table_once() -> None:
    assert len({row.number for row in MESSAGE_TABLE}) == len(MESSAGE_TABLE)
    assert {row.type for row in MESSAGE_TABLE} == set(get_args(Message))


@given(messages, st.integers(0, 255))
def test_a_message_comes_back_as_it_was(message: Message, sequence: int) -> None:
    frame = encode_message(message, sequence)
    assert frame.sequence == sequence
    assert frame.kind == type_of(message).number
    assert len(frame.payload) <= MAX_PAYLOAD
    assert decode_message(frame) == message


@given(messages, st.binary(min_size=1, max_size=8))
def test_fields_that_a_later_version_adds_are_skipped(message: Message, added: bytes) -> None:
    frame = encode_message(message)
    assert decode_message(Frame(frame.kind, 0, frame.payload + added)) == message


@given(messages)
def test_a_payload_that_ends_too_early_is_refused(message: Message) -> None:
    frame = encode_message(message)
    if frame.payload:
        with pytest.raises(MessageError):
            decode_message(Frame(frame.kind, 0, frame.payload[:-1]))


@given(st.integers(0, 255), st.binary(max_size=MAX_PAYLOAD))
def test_no_payload_breaks_the_decoder(kind: int, payload: bytes) -> None:
    try:
        message = decode_message(Frame(kind, 0, payload))
    except MessageError:
        return
    assert message is None or type_of(message).number == kind


def test_a_kind_that_is_not_known_is_no_error() -> None:
    assert decode_message(Frame(0x7F, 3, b"anything")) is None


@pytest.mark.parametrize("value", [-1, 65_536, "1"])
def test_a_value_that_does_not_fit_is_refused(value: int) -> None:
    with pytest.raises(MessageError, match="u16"):
        encode_message(Command(value, 1, 0))


def test_a_text_with_a_zero_byte_is_refused() -> None:
    with pytest.raises(MessageError, match="zero byte"):
        encode_message(HelloReply(1, 1, 0, 0, 1, 0, "a\0b", "1.0"))
    good = encode_message(HelloReply(1, 1, 0, 0, 1, 0, "a-b", "1.0"))
    with pytest.raises(MessageError, match="zero byte"):
        decode_message(Frame(good.kind, 0, good.payload.replace(b"a-b", b"a\0b")))


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(MessageError, match="the field holds 32"):
        encode_message(HelloReply(1, 1, 0, 0, 1, 0, "二" * 11, "1.0"))
