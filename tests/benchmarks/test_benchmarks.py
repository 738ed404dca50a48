"""The benchmarks run, on a few hands: what they measure is for people to read."""

import pytest

from benchmarks import batch, score, waits
from benchmarks.clock import rates, report
from benchmarks.hands import one_suit_hands, plain_hands
from referee.rules import load_rules, wait_kinds


def test_hands_are_the_same_in_every_run_and_complete() -> None:
    assert plain_hands(20) == plain_hands(20)
    for hand, tile in (*plain_hands(20), *one_suit_hands(20)):
        assert tile in wait_kinds(hand)


def test_one_hand_at_a_time() -> None:
    batches = [[(hand, score.numbers_of(hand)) for hand in plain_hands(10, seed)] for seed in range(6)]
    assert all(rate > 0 for rate in score.measure(batches, batches[0]))


def test_both_programs_find_the_same_waits() -> None:
    for hand, _ in plain_hands(60):
        assert waits.their_waits(hand) == list(wait_kinds(hand))


def test_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "REPEATS", 1)
    assert all(rate > 0 for rate in batch.measure(plain_hands(10), load_rules("encyclopedia")))


def test_a_line_says_the_ratio(capsys: pytest.CaptureFixture[str]) -> None:
    (rate,) = rates(5, lambda: sum(range(1_000)), rounds=1)
    report("nothing", 4 * rate, rate, least=3)
    assert "ratio    4.0  (asked for: 3)" in capsys.readouterr().out
