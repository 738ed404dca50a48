"""The line that misbehaves does so as it is told, each fault alone and in every run the same."""

import pytest

from drivers.link.faulty_line import FaultyLine, LineFaults

WRITES = [bytes((number,)) * 3 for number in range(200)]


def arrived(faults: LineFaults, seed: int = 1, pause_s: float = 0.01) -> list[bytes]:
    """What comes out of a line, piece by piece."""
    line, pieces = FaultyLine(faults, seed), []
    for place, data in enumerate(WRITES):
        line.send(data, place * pause_s)
        pieces += line.receive(place * pause_s)
    return pieces + line.receive(len(WRITES) * pause_s + 10.0)


def test_a_good_line_hands_over_what_was_written() -> None:
    assert arrived(LineFaults()) == WRITES


def test_writes_are_lost_whole() -> None:
    pieces = arrived(LineFaults(lost_writes=0.2))
    assert 20 < len(WRITES) - len(pieces) < 60
    assert set(pieces) < set(WRITES)
    assert pieces == sorted(pieces)


def test_bytes_are_changed_dropped_and_doubled() -> None:
    data = b"".join(arrived(LineFaults(damaged_bytes=0.1)))
    assert data != b"".join(WRITES)
    assert 0.8 < len(data) / 600 < 1.2


def test_writes_are_overtaken_by_the_next_one() -> None:
    pieces = arrived(LineFaults(swapped_writes=0.3))
    assert sorted(pieces) == WRITES
    overtaken = [place for place, piece in enumerate(pieces) if piece != WRITES[place]]
    assert len(overtaken) > 40
    assert all(abs(WRITES.index(pieces[place]) - place) == 1 for place in overtaken)


def test_writes_come_twice() -> None:
    pieces = arrived(LineFaults(doubled_writes=0.3))
    assert set(pieces) == set(WRITES)
    assert 30 < len(pieces) - len(WRITES) < 90


def test_a_write_that_waits_to_be_overtaken_comes_by_itself() -> None:
    line = FaultyLine(LineFaults(swapped_writes=1.0))
    line.send(b"x", 0.0)
    assert line.receive(0.0) == []
    due_s = line.next_due_s()
    assert due_s is not None
    assert line.receive(due_s) == [b"x"]
    assert line.next_due_s() is None


def test_bytes_come_late_one_at_a_time_and_in_their_order() -> None:
    line = FaultyLine(LineFaults(delay_s=0.1, one_byte=True))
    line.send(b"abc", 5.0)
    assert line.receive(5.05) == []
    assert line.next_due_s() == 5.1
    assert line.receive(5.1) == [b"a", b"b", b"c"]
    assert b"".join(arrived(LineFaults(jitter_s=0.1, one_byte=True))) == b"".join(WRITES)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_seed_gives_the_same_line(seed: int) -> None:
    faults = LineFaults(0.1, 0.02, 0.1, 0.1, 0.1, 0.01, 0.02)
    assert arrived(faults, seed) == arrived(faults, seed)
    assert arrived(faults, seed) != arrived(faults, seed + 1)
