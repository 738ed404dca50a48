"""Frames on the line: nothing damaged is taken, and any garbage is over at the next flag."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.link.framing import (
    ESCAPE,
    FLAG,
    MAX_PAYLOAD,
    BadFrame,
    Frame,
    FrameDecoder,
    FrameFault,
    crc16,
    encode_frame,
)

octets = st.integers(0, 255)
frames = st.builds(Frame, kind=octets, sequence=octets, payload=st.binary(max_size=MAX_PAYLOAD), version=octets)


def test_the_crc_is_the_documented_one() -> None:
    assert crc16(b"123456789") == 0x29B1


@given(frames)
def test_a_frame_comes_back_as_it_was(frame: Frame) -> None:
    assert FrameDecoder().feed(encode_frame(frame)) == [frame]


@given(frames)
def test_a_flag_stands_only_at_the_edges(frame: Frame) -> None:
    wire = encode_frame(frame)
    assert wire[0] == wire[-1] == FLAG
    assert FLAG not in wire[1:-1]


@given(st.lists(frames, max_size=5), st.integers(1, 7))
def test_bytes_may_come_in_any_pieces(sent: list[Frame], size: int) -> None:
    wire = b"".join(encode_frame(frame) for frame in sent)
    decoder = FrameDecoder()
    found = [frame for start in range(0, len(wire), size) for frame in decoder.feed(wire[start : start + size])]
    assert found == sent


@given(st.binary(max_size=400), frames)
def test_after_any_garbage_the_next_frame_is_found(garbage: bytes, frame: Frame) -> None:
    assert FrameDecoder().feed(garbage + encode_frame(frame))[-1] == frame


@pytest.mark.parametrize("intruder", [b"AT\r", b"\x00", b"READY\r\n", bytes(range(256)), bytes((ESCAPE,)), b"\x7d\x7e"])
def test_another_program_that_writes_between_frames_does_no_harm(intruder: bytes) -> None:
    sent = [Frame(0x10, number, bytes((number, ESCAPE, FLAG))) for number in range(1, 6)]
    found = FrameDecoder().feed(intruder.join(encode_frame(frame) for frame in sent))
    assert [frame for frame in found if isinstance(frame, Frame)] == sent


def test_no_single_damaged_byte_passes() -> None:
    """Every byte of a frame with an escape in it, every value it could turn into: never another frame."""
    frame = Frame(0x10, 7, bytes((0x00, FLAG, 0x02, 0x00)))
    wire = encode_frame(frame)
    for place in range(len(wire)):
        for value in range(256):
            damaged = wire[:place] + bytes((value,)) + wire[place + 1 :]
            found = [item for item in FrameDecoder().feed(damaged) if isinstance(item, Frame)]
            assert found == ([frame] if value == wire[place] else []), (place, value)


@pytest.mark.parametrize(
    ("between_flags", "fault"),
    [
        (b"\x01\x10", FrameFault.TOO_SHORT),
        (b"\x01\x10\x07\x00\x00", FrameFault.BAD_CRC),
        (b"\x01\x7d\x41\x00\x00\x00", FrameFault.BAD_ESCAPE),
        (b"\x01\x10\x07\x00\x00\x7d", FrameFault.BAD_ESCAPE),
        (bytes(4000), FrameFault.TOO_LONG),
    ],
)
def test_what_is_wrong_is_told(between_flags: bytes, fault: FrameFault) -> None:
    (found,) = FrameDecoder().feed(b"\x7e" + between_flags + b"\x7e")
    assert isinstance(found, BadFrame)
    assert found.fault is fault


def test_endless_garbage_takes_no_memory() -> None:
    decoder = FrameDecoder()
    for _ in range(100):
        assert decoder.feed(bytes(10_000)) == []
    (found,) = decoder.feed(b"\x7e")
    assert isinstance(found, BadFrame)
    assert len(found.body) < 200


def test_a_payload_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="too long"):
        encode_frame(Frame(1, 0, bytes(MAX_PAYLOAD + 1)))
