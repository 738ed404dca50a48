"""What both sessions promise over lines that do everything wrong, in virtual time; one day of it in seconds."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.link.faulty_line import PERFECT_LINE, LineFaults
from drivers.link.framing import Frame, FrameDecoder, encode_frame
from drivers.link.host_session import SessionState
from drivers.link.messages import Ack, Command, EmergencyStop, Hello, encode_message
from drivers.link.timings import DEFAULT_TIMINGS, LinkTimings
from tests.drivers.link.joined import Joined

LINES = {
    "one byte at a time": LineFaults(one_byte=True),
    "a fifth lost": LineFaults(lost_writes=0.2),
    "0.1 % damaged": LineFaults(damaged_bytes=0.001),
    "1 % damaged": LineFaults(damaged_bytes=0.01),
    "5 % damaged": LineFaults(damaged_bytes=0.05),
    "late": LineFaults(delay_s=0.1, jitter_s=0.1),
    "doubled": LineFaults(doubled_writes=0.3),
    "out of order": LineFaults(swapped_writes=0.3),
    "all of it": LineFaults(0.05, 0.005, 0.05, 0.1, 0.1, 0.01, 0.02, one_byte=True),
}


@pytest.mark.parametrize("name", LINES)
def test_presses_are_told_once_and_in_order_and_commands_done_once_as_they_were_meant(name: str) -> None:
    pair = Joined(LINES[name], seed=3)
    pair.run_for(2.0)
    sent: list[Command] = []
    for number in range(40):
        pair.press(number)
        command = Command(number + 1, number % 6 + 1, number)
        if pair.host.send(command, pair.now_s):
            sent.append(command)
        pair.run_for(0.3)
    pair.make_good()
    pair.run_for(20.0)
    assert pair.told == list(range(40))
    assert len(pair.done) == len({command.command_id for command in pair.done}), "none twice"
    assert set(pair.done) <= set(sent), "none with another meaning"
    assert set(pair.answered) <= {command.command_id for command in pair.done}
    assert pair.host.state is SessionState.UP
    if pair.opened == 1:
        assert pair.done == sent


_FRAMES = [
    encode_frame(encode_message(message, sequence))
    for message, sequence in ((Command(0x7E7D, 2, 0), 200), (EmergencyStop(3), 0), (Ack(), 9), (Hello(1, 0, 1, 1), 0))
]


def _is_garbage(data: bytes) -> bool:
    """Whether no frame is in it, whatever flags stand around it."""
    return not any(isinstance(found, Frame) for found in FrameDecoder().feed(b"\x7e" + data + b"\x7e"))


garbage = st.one_of(
    st.binary(max_size=300),
    st.sampled_from(
        [b"AT\r", b"\r\nboot 2.1\r\nREADY\r\n", b"\x7e", b"\x7d", b"\x7e\x7d", b"\x00" * 200, b"\xff" * 200]
    ),
    st.sampled_from(_FRAMES).flatmap(lambda frame: st.integers(1, len(frame) - 1).map(lambda end: frame[:end])),
).filter(_is_garbage)


@settings(max_examples=60)
@given(garbage, st.lists(st.tuples(garbage, st.booleans(), st.floats(0.0, 0.3)), max_size=12))
def test_after_any_garbage_all_goes_on(before: bytes, pieces: list[tuple[bytes, bool, float]]) -> None:
    """Other programs write into the line, a board prints its banner, a frame is cut off: before and between frames."""
    pair = Joined()
    pair.controller.receive(before, 0.0)
    pair.host.receive(before, 0.0)
    pair.run_for(1.0)
    for number, (piece, to_host, pause_s) in enumerate(pieces):
        pair.press(number)
        if to_host:
            pair.host.receive(piece, pair.now_s)
        else:
            pair.controller.receive(piece, pair.now_s)
        pair.run_for(pause_s)
    pair.run_for(1.0)
    command = Command(900, 2, 0)
    assert pair.host.send(command, pair.now_s)
    pair.run_for(1.0)
    assert pair.told == list(range(len(pieces)))
    assert pair.done == [command]
    assert (pair.opened, pair.lost) == (1, 0), "garbage between frames costs no session"


def _day_of(random: Random) -> LineFaults:
    """The line of one hour: mostly good, sometimes as bad as it comes."""
    return random.choice([PERFECT_LINE, PERFECT_LINE, *LINES.values()])


# Fewer heartbeats than in earnest, so that a day takes seconds; all else is as it is.
FEW_HEARTBEATS = replace(DEFAULT_TIMINGS, heartbeat_s=3.0, host_patience_s=24.0, controller_patience_s=30.0)


@pytest.mark.parametrize(
    "timings",
    [
        pytest.param(FEW_HEARTBEATS, id="few heartbeats"),
        pytest.param(DEFAULT_TIMINGS, id="all heartbeats", marks=pytest.mark.verify),
    ],
)
def test_a_day_of_good_and_bad_lines_losses_and_reboots(timings: LinkTimings) -> None:
    """Sequences wrap many times, boots and sessions come and go; nothing is lost, doubled, stuck or piled up."""
    pair, random = Joined(timings=timings, seed=9), Random(9)
    expected: list[int] = []
    sent: list[Command] = []
    boots = 1
    for hour in range(24):
        pair.line = _day_of(random)
        pair.unplug()
        pair.run_for(random.uniform(0.0, 60.0))
        pair.plug()
        for step in range(120):
            pair.run_for(random.uniform(0.5, 60.0))
            if random.random() < 0.5:
                number = random.randrange(256)
                pair.press(number)
                expected.append(number)
            command = Command(len(sent) % 0xFFFF + 1, step % 6 + 1, hour)
            if random.random() < 0.4 and pair.host.send(command, pair.now_s):
                sent.append(command)
        pair.make_good()
        pair.run_for(200.0)
        assert pair.host.state is SessionState.UP, hour
        assert pair.told == expected, hour
        if hour % 6 == 5:
            boots += 1
            pair.power_cycle(boots)
    assert pair.now_s > 86_400
    assert len(set(pair.done)) == len(pair.done)
    assert set(pair.done) <= set(sent)
    assert pair.host.statistics().events_missed == 0
    assert len(pair.host.frames()) == 200
    assert pair.opened >= 24
