"""What han, fu and yakuman are worth under one rule set: limit, points, units, and whether the minimum is reached."""

from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from referee.rules.limits import Limit, base_of, limit_of, points_of, reaches, units_of
from referee.rules.ruleset import RuleSet

_FU_STEP: Final = 256  # more than any fu


class Price(NamedTuple):
    """A worth in points and units; `points` is on the scale that the rule set says."""

    limit: Limit
    base: int
    points: int
    points_child: int
    points_dealer: int
    units: Fraction
    reaches: bool


class PriceList:
    """The prices of one rule set, each computed once."""

    def __init__(self, rules: RuleSet, *, dealer: bool) -> None:
        self._rules = rules
        self._dealer = dealer
        self._prices: dict[int, Price] = {}

    @staticmethod
    def of(rules: RuleSet, *, dealer: bool) -> "PriceList":
        """The price list for a dealer's or a non-dealer's win."""
        return _price_list(rules, dealer)

    def of_han(self, han: int, fu: int) -> Price:
        """The price of han and fu; 0 han are worth nothing."""
        price = self._prices.get(_FU_STEP * han + fu)
        if price is None:
            limit = limit_of(han, fu, self._rules)
            price = self._prices[_FU_STEP * han + fu] = self.of_limit(limit, han, fu, 0)
        return price

    def of_yakuman(self, multiple: int) -> Price:
        """The price of so many yakuman."""
        price = self._prices.get(-multiple)
        if price is None:
            price = self._prices[-multiple] = self.of_limit(Limit.YAKUMAN, 0, 0, multiple)
        return price

    def of_limit(self, limit: Limit, han: int, fu: int, yakuman: int) -> Price:
        """The price of a limit; han and fu matter below mangan."""
        base = base_of(limit, han, fu, yakuman)
        child = points_of(base, dealer=False)
        dealer = points_of(base, dealer=True)
        return Price(
            limit=limit,
            base=base,
            points=dealer if self._dealer else child,
            points_child=child,
            points_dealer=dealer,
            units=units_of(limit, yakuman),
            reaches=reaches(self._rules.minimum, limit=limit, han=han, points_child=child),
        )


@lru_cache(maxsize=128)
def _price_list(rules: RuleSet, dealer: bool) -> PriceList:
    return PriceList(rules, dealer=dealer)
