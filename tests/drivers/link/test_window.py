"""The window of one frame: when it is sent again, when it is given up, what is new to the other side."""

import pytest

from drivers.link.messages import Accepted
from drivers.link.statistics import RoundTrip
from drivers.link.timings import LinkTimings
from drivers.link.window import Arrival, Inbox, Outbox, next_sequence

TIMINGS = LinkTimings(resend_first_s=0.2, resend_min_s=0.05, resend_max_s=0.4, resend_limit=3)


def _outbox() -> Outbox:
    return Outbox(RoundTrip(TIMINGS), TIMINGS)


def test_one_frame_is_under_way_at_a_time() -> None:
    outbox = _outbox()
    outbox.put(Accepted(1))
    outbox.put(Accepted(2))
    first = outbox.pump(0.0)
    assert first is not None
    assert outbox.pump(0.01) is None
    assert outbox.acknowledged(first[0].sequence, 0.02) == Accepted(1)
    second = outbox.pump(0.02)
    assert second is not None
    assert second[0].sequence == next_sequence(first[0].sequence)


def test_pauses_double_up_to_the_cap_and_then_it_is_over() -> None:
    outbox = _outbox()
    outbox.put(Accepted(1))
    sent_s = []
    for step in range(2000):
        if outbox.pump(step / 1000) is not None:
            sent_s.append(step / 1000)
    assert sent_s == pytest.approx([0.0, 0.2, 0.6, 1.0], abs=0.003)
    assert outbox.exhausted
    assert outbox.unacknowledged() == [Accepted(1)]


@pytest.mark.parametrize(
    ("round_trip_s", "least_s", "most_s"), [(0.001, 0.05, 0.06), (0.1, 0.1, 0.25), (3.0, 0.4, 0.4)]
)
def test_the_time_out_follows_the_line(round_trip_s: float, least_s: float, most_s: float) -> None:
    round_trip = RoundTrip(TIMINGS)
    assert round_trip.timeout_s(0) == TIMINGS.resend_first_s
    for _ in range(50):
        round_trip.measured(round_trip_s)
    assert least_s <= round_trip.timeout_s(0) <= most_s
    assert round_trip.median_ms == pytest.approx(round_trip_s * 1000)


def test_a_frame_that_was_sent_twice_measures_nothing() -> None:
    round_trip = RoundTrip(TIMINGS)
    outbox = Outbox(round_trip, TIMINGS)
    outbox.put(Accepted(1))
    outbox.pump(0.0)
    outbox.pump(0.3)
    outbox.acknowledged(1, 0.31)
    assert round_trip.median_ms is None


def test_an_ack_of_another_frame_is_none_of_ours() -> None:
    outbox = _outbox()
    assert outbox.acknowledged(1, 0.0) is None
    outbox.put(Accepted(1))
    outbox.pump(0.0)
    assert outbox.acknowledged(2, 0.0) is None
    assert outbox.unacknowledged() == [Accepted(1)]


def test_what_is_withdrawn_never_leaves_but_what_is_under_way_keeps_its_sequence() -> None:
    outbox = _outbox()
    for number in (1, 2, 3):
        outbox.put(Accepted(number))
    outbox.pump(0.0)
    assert outbox.withdraw() == [Accepted(2), Accepted(3)]
    assert outbox.unacknowledged() == [Accepted(1)]


def test_sequences_wrap_past_zero() -> None:
    inbox = Inbox()
    sequence = 0
    for _ in range(600):
        sequence = next_sequence(sequence)
        assert 1 <= sequence <= 255
        assert inbox.take(sequence) is Arrival.NEW
        assert inbox.take(sequence) is Arrival.REPEAT
        assert inbox.take(next_sequence(next_sequence(sequence))) is Arrival.STRAY
