"""The lines of relay boards: what is said, what answers mean, what cannot be meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.table.relay_dialect import DIALECTS, AnswerReader, RelayDialect
from drivers.table.relay_lamp import ReadyLamp
from drivers.table.relay_settings import RelayWiring
from referee.tiles.errors import InputError

SPOKEN = [
    ("numato", "on", 0, b"relay on 0\r"),
    ("numato", "off", 7, b"relay off 7\r"),
    ("numato", "read", 3, b"gpio read 3\r"),
    ("at", "on", 1, b"AT+CH1=1\r\n"),
    ("at", "off", 2, b"AT+CH2=0\r\n"),
    ("at", "read", 1, b"AT+IN1=?\r\n"),
    ("lcus", "on", 1, bytes.fromhex("A0 01 01 A2")),
    ("lcus", "off", 2, bytes.fromhex("A0 02 00 A2")),
    ("lcus", "hello", 0, b"\xff"),
]


@pytest.mark.parametrize(("dialect", "line", "channel", "data"), SPOKEN)
def test_a_line_is_said_as_the_board_wants_it(dialect: str, line: str, channel: int, data: bytes) -> None:
    spoken = DIALECTS[dialect]
    assert spoken.spoken(getattr(spoken, line), channel) == data


def test_echo_prompt_and_blanks_are_no_answers() -> None:
    reader = AnswerReader(DIALECTS["numato"])
    reader.said(b"gpio read 0\r")
    assert reader.feed(b"gpio read 0\n\r1\n\r>") == ["1"]
    reader.said(b"relay on 0\r")
    assert reader.feed(b"relay on 0\n\r>") == []


@given(st.binary(max_size=300), st.integers(1, 20))
def test_no_noise_upsets_the_reader(noise: bytes, piece: int) -> None:
    reader = AnswerReader(DIALECTS["numato"])
    for start in range(0, len(noise), piece):
        reader.feed(noise[start : start + piece])
    assert reader.feed(b"\r\n0\r\n")[-1:] == ["0"]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ({"on": "relay on", "off": "relay off {n}"}, "has no {n}"),
        ({"on": "hex:A0 {n} ZZ", "off": "hex:A0 {n} 00"}, "cannot be said"),
        ({"on": "hex:A0 {n} 1FF", "off": "hex:A0 {n} 00"}, "cannot be said"),
        ({"on": "ein {n} ü", "off": "aus {n}"}, "cannot be said"),
        ({"on": "on {n}", "off": "off {n}", "read": "in {n}", "yes": "(1"}, "is no pattern"),
    ],
)
def test_lines_that_cannot_be_meant_are_refused(lines: dict[str, str], words: str) -> None:
    with pytest.raises(InputError, match=words):
        RelayDialect(**lines)


def test_wiring_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(InputError, match="each key needs an output of its own"):
        RelayWiring(1, 1)
    with pytest.raises(InputError, match="reads no inputs"):
        RelayWiring(1, 2, ready=0, dialect=DIALECTS["lcus"])


def test_the_lamp_must_be_steady_and_a_blinking_one_is_off() -> None:
    lamp = ReadyLamp()
    assert not lamp.read(True, 0.0)
    assert lamp.lit is None
    assert not lamp.read(True, 0.4)
    assert lamp.read(True, 0.5)
    assert lamp.lit is True
    lamp.read(False, 0.6)
    assert lamp.read(True, 0.7) is False
    assert lamp.lit is True, "a moment's shadow is nothing"
    for tenth in range(7, 50):
        lamp.read(tenth % 4 < 2, tenth / 10)
    assert lamp.lit is False, "blinking is not on"
    lamp.forget()
    assert lamp.lit is None
