"""The benchmark of odds and build help runs, on a little: what it measures is for people to read."""

import pytest

from benchmarks import odds


def test_every_change_and_every_look_is_measured() -> None:
    assert len(odds.changes(1)) == 14
    assert len(odds.looks("happy", 1)) == 34


def test_a_line_says_what_was_measured_and_what_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    odds.report("nothing", [0.001, 0.002, 0.004], most_ms=50)
    assert capsys.readouterr().out.split() == [
        "nothing", "2.00", "ms", "99", "%", "4.00", "ms", "most", "4.00", "ms", "(asked", "for:", "under", "50)"
    ]  # fmt: skip
