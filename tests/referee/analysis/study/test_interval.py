"""Intervals: known values, and how often they hold the truth, worked out exactly."""

from collections import Counter
from math import comb, inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.analysis.study.interval import (
    Interval,
    mean,
    mean_interval,
    median,
    median_interval,
    ratio_interval,
    wilson,
)


@pytest.mark.parametrize(
    ("hits", "cases", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_has_the_published_values(hits: int, cases: int, low: float, high: float) -> None:
    found = wilson(hits, cases)
    assert (found.low, found.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5, 0.9])
def test_wilson_holds_the_truth_about_as_often_as_it_says(share: float) -> None:
    cases = 200
    held = sum(
        comb(cases, hits) * share**hits * (1 - share) ** (cases - hits)
        for hits in range(cases + 1)
        if wilson(hits, cases).low <= share <= wilson(hits, cases).high
    )
    assert 0.93 < held < 0.97


@given(st.lists(st.integers(0, 50), min_size=2, max_size=60))
def test_median_and_mean_are_those_of_the_list(values: list[int]) -> None:
    ordered, counts = sorted(values), Counter(values)
    half = len(values) // 2
    assert median(counts) == (ordered[(len(values) - 1) // 2] + ordered[half]) / 2
    assert mean(counts) == pytest.approx(sum(values) / len(values))
    for middle, interval in ((median(counts), median_interval(counts)), (mean(counts), mean_interval(counts))):
        assert interval.low <= middle <= interval.high


@given(st.permutations([(3, 7), (1, 2), (10_007, 1), (512, 30), (99, 4)]))
def test_the_order_of_values_does_not_matter(values: list[tuple[int, int]]) -> None:
    assert mean_interval(Counter(dict(values))) == mean_interval(Counter(dict(sorted(values))))


def test_a_median_interval_goes_by_ranks() -> None:
    assert median_interval(Counter(range(1, 101))) == Interval(40, 60)


def test_one_case_says_nothing_about_a_mean() -> None:
    assert mean_interval(Counter([7])) == Interval(-inf, inf)


def test_a_ratio_is_the_surer_the_more_cases() -> None:
    few, many = ratio_interval(20, 100, 10, 100), ratio_interval(2_000, 10_000, 1_000, 10_000)
    assert few.low < many.low < 2 < many.high < few.high
    assert ratio_interval(0, 100, 10, 100) == Interval(0, inf)


@pytest.mark.parametrize(
    ("first", "second", "meets", "within"),
    [
        (Interval(0.2, 0.3), Interval(0.25, 0.35), True, False),
        (Interval(0.26, 0.3), Interval(0.25, 0.35), True, True),
        (Interval(0.1, 0.2), Interval(0.25, 0.35), False, False),
    ],
)
def test_intervals_meet_or_lie_within(first: Interval, second: Interval, meets: bool, within: bool) -> None:
    assert first.meets(second) is second.meets(first) is meets
    assert first.within(second) is within
