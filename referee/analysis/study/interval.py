"""95 % confidence intervals: Wilson's for shares, Katz's for ratios, the normal one for means, ranks for medians."""

from collections import Counter
from dataclasses import dataclass
from math import exp, sqrt
from typing import Final

CONFIDENCE: Final = 0.95
_Z: Final = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Interval:
    """From `low` to `high`, both included."""

    low: float
    high: float

    def meets(self, other: "Interval") -> bool:
        """Whether they have a value in common."""
        return self.low <= other.high and other.low <= self.high

    def within(self, other: "Interval") -> bool:
        """Whether it lies wholly in the other."""
        return other.low <= self.low and self.high <= other.high


def wilson(hits: int, cases: int) -> Interval:
    """The interval of a share, sound also near 0 and 1 (E. B. Wilson, 1927). `cases` from 1 on."""
    share, weight = hits / cases, _Z**2 / cases
    centre = (share + weight / 2) / (1 + weight)
    reach = _Z * sqrt(share * (1 - share) / cases + weight / (4 * cases)) / (1 + weight)
    low = 0.0 if hits == 0 else max(0.0, centre - reach)
    high = 1.0 if hits == cases else min(1.0, centre + reach)
    return Interval(low, high)


def ratio_interval(hits: int, cases: int, other_hits: int, other_cases: int) -> Interval:
    """The interval of one share over another, of different cases: its logarithm is about normal (D. Katz, 1978)."""
    if not hits or not other_hits:
        return Interval(0.0, float("inf"))
    ratio = hits * other_cases / (other_hits * cases)
    reach = _Z * sqrt(1 / hits - 1 / cases + 1 / other_hits - 1 / other_cases)
    return Interval(ratio * exp(-reach), ratio * exp(reach))


def mean(values: Counter[int]) -> float:
    """The mean of values that came so many times."""
    return sum(value * times for value, times in values.items()) / values.total()


def mean_interval(values: Counter[int]) -> Interval:
    """The interval of a mean: many independent cases, so its error is normal."""
    cases, centre = values.total(), mean(values)
    if cases < 2:
        return Interval(float("-inf"), float("inf"))
    total = sum(value * times for value, times in values.items())
    squares = sum(value**2 * times for value, times in values.items())
    variance = (cases * squares - total**2) / (cases * (cases - 1))  # whole numbers up to here: no order matters
    reach = _Z * sqrt(variance / cases)
    return Interval(centre - reach, centre + reach)


def median(values: Counter[int]) -> float:
    """The middle value."""
    cases = values.total()
    return (_at(values, (cases - 1) // 2) + _at(values, cases // 2)) / 2


def median_interval(values: Counter[int]) -> Interval:
    """The interval of a median: how many of the cases lie below it is binomial, whatever their distribution."""
    cases = values.total()
    reach = _Z * sqrt(cases) / 2
    low, high = int(cases / 2 - reach), int(cases / 2 + reach) + 1
    return Interval(_at(values, max(0, low - 1)), _at(values, min(cases - 1, high - 1)))


def _at(values: Counter[int], rank: int) -> int:
    """The value of a rank, from 0, among all in ascending order."""
    for value in sorted(values):
        rank -= values[value]
        if rank < 0:
            return value
    raise ValueError("no value has so high a rank")
