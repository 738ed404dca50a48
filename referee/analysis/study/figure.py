"""A figure of a study: its value, its interval, and how it came about."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from fractions import Fraction
from math import isfinite
from typing import Any

from referee.analysis.study.interval import (
    Interval,
    mean,
    mean_interval,
    median,
    median_interval,
    ratio_interval,
    wilson,
)


@unique
class FigureKind(StrEnum):
    """How a figure came about."""

    EXACT = "exact"
    EXACT_MEAN = "exact_mean"
    SHARE = "share"
    RATIO = "ratio"
    MEAN = "mean"
    MEDIAN = "median"
    MOST = "most"


@dataclass(frozen=True, slots=True)
class Figure:
    """`value` with its `interval` (95 %; of an exact one the value alone) from so many `cases` (0: exact).

    The largest value that was seen (MOST) has no interval: more cases find larger ones.
    """

    kind: FigureKind
    value: float
    interval: Interval
    cases: int = 0
    exact: Fraction | None = None

    @property
    def is_exact(self) -> bool:
        """Whether it was counted and not sampled."""
        return self.exact is not None

    @property
    def is_share(self) -> bool:
        """Whether it is a share of something, from 0 to 1."""
        return self.kind in (FigureKind.EXACT, FigureKind.SHARE)

    @classmethod
    def of_fraction(cls, value: Fraction, *, mean: bool = False) -> "Figure":
        """An exact chance or mean."""
        kind = FigureKind.EXACT_MEAN if mean else FigureKind.EXACT
        return cls(kind, float(value), Interval(float(value), float(value)), 0, value)

    @classmethod
    def share(cls, hits: int, cases: int) -> "Figure":
        """A share of cases."""
        return cls(FigureKind.SHARE, hits / cases, wilson(hits, cases), cases)

    @classmethod
    def ratio(cls, hits: int, cases: int, other_hits: int, other_cases: int) -> "Figure":
        """A share over another one (of other cases), which is not 0."""
        interval = ratio_interval(hits, cases, other_hits, other_cases)
        return cls(FigureKind.RATIO, hits * other_cases / (other_hits * cases), interval, cases + other_cases)

    @classmethod
    def mean(cls, values: Counter[int]) -> "Figure":
        """A mean."""
        return cls(FigureKind.MEAN, mean(values), mean_interval(values), values.total())

    @classmethod
    def median(cls, values: Counter[int]) -> "Figure":
        """A median."""
        return cls(FigureKind.MEDIAN, median(values), median_interval(values), values.total())

    @classmethod
    def most(cls, values: Counter[int]) -> "Figure":
        """The largest value seen."""
        value = float(max(values))
        return cls(FigureKind.MOST, value, Interval(value, value), values.total())

    def plain(self) -> dict[str, Any]:
        """As JSON holds it; an open end is None."""
        low, high = (end if isfinite(end) else None for end in (self.interval.low, self.interval.high))
        return {"kind": self.kind.value, "value": self.value, "low": low, "high": high, "cases": self.cases}


Figures = Mapping[str, Figure]
"""Figures by name: where they come from (`exact`, `wall`, `deal`, `three`), a full stop, what is so."""
