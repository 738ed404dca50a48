"""What the ready hands of a wall are compared by, and in which orders. Pure."""

from dataclasses import dataclass
from enum import StrEnum, unique

import numpy as np

from referee.analysis.solver.expectation import Floats, expectations
from referee.analysis.solver.ready_hands import ReadyHands
from referee.rules.hand_arrays import Bools
from referee.rules.suit_arrays import Ints


@unique
class Order(StrEnum):
    """What makes a hand the best: its points, the live copies of its full waits, or its expectation.

    Hands that are equal in one are ordered by points, then live copies, then expectation.
    """

    VALUE = "value"
    LIVE = "live"
    EXPECTATION = "expectation"


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """What n hands are compared by, each (n,).

    `reaching`: whether any wait is full; `points`, `live` and `expectation` as in `BestHand`.
    """

    reaching: Bools
    points: Ints
    live: Ints
    expectation: Floats

    @classmethod
    def of(cls, ready: ReadyHands) -> "Standing":
        """The standing of all hands."""
        full_points = ready.most(np.where(ready.full, ready.points, -1))
        reaching = full_points >= 0
        return cls(
            reaching=reaching,
            points=np.where(reaching, full_points, ready.most(ready.points)),
            live=ready.sums(np.where(ready.full, ready.live(), 0)),
            expectation=expectations(ready),
        )

    def __len__(self) -> int:
        return len(self.points)

    def some(self, rows: Ints) -> "Standing":
        """The standing of some hands, by their rows."""
        return Standing(self.reaching[rows], self.points[rows], self.live[rows], self.expectation[rows])

    def put(self, rows: Ints, other: "Standing") -> None:
        """Set the hands of some rows to another standing of theirs."""
        self.reaching[rows] = other.reaching
        self.points[rows] = other.points
        self.live[rows] = other.live
        self.expectation[rows] = other.expectation

    def ranked(self, order: Order) -> Ints:
        """The rows of the hands, the best first; equal ones in their fixed order."""
        return np.lexsort([-figures for figures in reversed(self._figures(order))])  # the last is compared first

    def best(self, order: Order) -> int:
        """The row of the best of the hands, of which there must be some: the first that `ranked` has."""
        left = np.arange(len(self))
        for figures in self._figures(order):
            found = figures[left]
            left = left[found == found.max()]
        return int(left[0])

    def _figures(self, order: Order) -> tuple[Ints | Floats, ...]:
        """What is compared one after the other; the larger is the better."""
        by_value = (self.reaching.astype(np.int64), self.points, self.live)
        match order:
            case Order.VALUE:
                return (*by_value, self.expectation)
            case Order.LIVE:
                return (self.live, *by_value, self.expectation)
            case Order.EXPECTATION:
                return (self.expectation, *by_value)
