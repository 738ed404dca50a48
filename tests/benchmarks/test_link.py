"""The benchmark of the line runs, on a few: what it measures is for people to read."""

import pytest

from benchmarks import link


def test_commands_stops_and_presses_come_through(capsys: pytest.CaptureFixture[str]) -> None:
    link.report("round trip", link.round_trips(3), 5)
    assert "asked for: median under 5" in capsys.readouterr().out
    latencies, beats = link.stops_of_the_daemon(2, cores=0)
    assert {way: len(times_s) for way, times_s in latencies.items()} == {"console": 2, "signal": 2, "key": 2}
    assert beats
    assert len(link.stops_past_a_queue(2, cores=0)) == 2


def test_presses_on_a_bad_line_are_all_told_once() -> None:
    told, counted = link.presses_on_a_bad_line(30, 100.0)
    assert told == list(range(30))
    assert counted.bad_frames > 0
