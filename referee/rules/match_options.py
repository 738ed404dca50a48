"""The options of a rule set that need more than one word: the minimum, the length of a match, and the like.

Each is a small frozen value whose `plain` form is what stands in rule files and records.
"""

from dataclasses import dataclass

from referee.rules.choices import (
    ChomboAmount,
    ChomboTo,
    FirstPlayerRule,
    LastDealRule,
    LengthKind,
    MinimumKind,
    Wind,
)


@dataclass(frozen=True, slots=True)
class Minimum:
    """The least worth of a win; `number` is the han or the points (non-dealer scale) where the kind asks for one."""

    kind: MinimumKind
    number: int = 0

    @property
    def plain(self) -> object:
        """`mangan`, `{han: 4}`, `{points: 7700}`."""
        if self.kind in (MinimumKind.HAN, MinimumKind.POINTS):
            return {self.kind.value: self.number}
        return self.kind.value


@dataclass(frozen=True, slots=True)
class Length:
    """How long a match is: open, a number of deals, or laps through winds (each player deals once in each)."""

    kind: LengthKind
    deals: int = 0
    winds: tuple[Wind, ...] = ()
    laps: int = 0

    @property
    def plain(self) -> object:
        """`open`, `{deals: 12}`, `{winds: [E, S], laps: 1}`."""
        if self.kind is LengthKind.DEALS:
            return {"deals": self.deals}
        if self.kind is LengthKind.WINDS:
            return {"winds": [wind.value for wind in self.winds], "laps": self.laps}
        return self.kind.value


@dataclass(frozen=True, slots=True)
class FirstPlayer:
    """Who discards first in the first deal, and in those that follow."""

    first: FirstPlayerRule
    then: FirstPlayerRule

    @property
    def plain(self) -> object:
        """`{first: dice, then: alternates}`."""
        return {"first": self.first.value, "then": self.then.value}


@dataclass(frozen=True, slots=True)
class LastDeal:
    """What happens in the last deal after a draw, and when the dealer won it and has strictly most points."""

    draw: LastDealRule
    dealer_top: LastDealRule

    @property
    def plain(self) -> object:
        """`{draw: ends, dealer_top: ends}`."""
        return {"draw": self.draw.value, "dealer_top": self.dealer_top.value}


@dataclass(frozen=True, slots=True)
class Chombo:
    """What a false ron costs (`points` where the amount is one) and who gets it."""

    amount: ChomboAmount
    to: ChomboTo
    points: int = 0

    @property
    def plain(self) -> object:
        """`{amount: mangan, to: opponent}`."""
        amount = {"points": self.points} if self.amount is ChomboAmount.POINTS else self.amount.value
        return {"amount": amount, "to": self.to.value}
