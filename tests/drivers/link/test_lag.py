"""How a late loop is told: at once, and then not again and again."""

from drivers.link.lag import Lag, LagWatch


def test_a_loop_in_time_says_nothing() -> None:
    watch = LagWatch()
    assert [watch.woke(second, second + 0.09) for second in range(100)] == [None] * 100
    assert watch.late_turns == 0


def test_the_first_lag_is_told_at_once_and_the_others_of_a_minute_together() -> None:
    watch = LagWatch()
    assert watch.woke(10.0, 10.25) == Lag(1, 250.0)
    told = [watch.woke(10.0 + second, 10.25 + second + 0.25 * (second == 30)) for second in range(1, 61)]
    assert [lag for lag in told if lag is not None] == [Lag(60, 500.0)]
    assert watch.late_turns == 61


def test_a_much_longer_lag_is_told_at_once() -> None:
    watch = LagWatch()
    assert watch.woke(10.0, 10.125) == Lag(1, 125.0)
    assert watch.woke(11.0, 11.25) is None
    assert watch.woke(12.0, 32.0) == Lag(2, 20_000.0)
    assert watch.woke(40.0, 60.0) is None
