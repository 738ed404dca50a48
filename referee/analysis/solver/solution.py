"""The answer to `solve`: how many ready hands 34 tiles hold, and which are the best. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

import numpy as np

from referee.analysis.solver.expectation import Floats, expectations
from referee.analysis.solver.ready_hands import ReadyHands
from referee.rules import RuleSet, Situation, Waits
from referee.rules.hand_arrays import Bools
from referee.rules.suit_arrays import Ints
from referee.tiles import Tile


@unique
class Order(StrEnum):
    """What makes a hand the best: its points, the live copies of its full waits, or its expectation.

    Hands that are equal in one are ordered by points, then live copies, then expectation.
    """

    VALUE = "value"
    LIVE = "live"
    EXPECTATION = "expectation"


@dataclass(frozen=True, slots=True)
class BestHand:
    """One of the best hands.

    `points` are those of its dearest full wait, or if no wait is full, of its dearest wait. `live` are the copies of
    its full waits that are neither in the wall nor shown, `live_of_waits` those of each of `waits`, full or not;
    `expectation` is in points, see the module `expectation`.
    """

    hand: tuple[Tile, ...]
    waits: Waits
    points: int
    live: int
    live_of_waits: tuple[int, ...]
    expectation: float


@dataclass(frozen=True, slots=True)
class Solution:
    """All ready hands of a wall in figures, with the best ones, the best first.

    `ready_hands` are different hands of kinds, `pairs` hands with one of their waits, `reaching_hands` have a full
    wait, of `reaching_all` all waits are full. `best_points` is over all pairs, full or not; 0 without a ready hand.
    """

    ready_hands: int
    pairs: int
    reaching_hands: int
    reaching_all: int
    best_points: int
    best: tuple[BestHand, ...]


def solve(
    tiles: Sequence[Tile], rules: RuleSet, situation: Situation, top: int = 1, order: Order = Order.VALUE
) -> Solution:
    """All ready hands that can be chosen from tiles (34, or 13 and more), and the `top` best of them by `order`.

    A hand is a multiset of kinds: one that can hold red or ordinary fives counts once, and holds as many red ones as
    the tiles allow, with which it is never worth less. Riichi counts as the rules say; ippatsu, houtei and ura of the
    situation do not. Raises NotAllowedError and ImpossibleTilesError as `ReadyHands.of` does.
    """
    ready = ReadyHands.of(tiles, rules, situation)
    full = ready.sums(ready.full.astype(np.int64))
    return Solution(
        ready_hands=len(ready),
        pairs=len(ready.kinds),
        reaching_hands=int(np.count_nonzero(full)),
        reaching_all=int(np.count_nonzero(full == ready.times)),
        best_points=int(ready.points.max(initial=0)),
        best=best_hands(ready, top, order),
    )


def best_hands(ready: ReadyHands, top: int, order: Order) -> tuple[BestHand, ...]:
    """The `top` best hands, the best first."""
    standing = Standing.of(ready)
    rows = standing.ranked(order)[:top].tolist()
    return tuple([_best_hand(ready, standing, row) for row in rows])


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """What hands are compared by, each (n,): as in `BestHand`, and `reaching`, whether any wait is full."""

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

    def ranked(self, order: Order) -> Ints:
        """The rows of the hands, the best first; equal ones in their fixed order."""
        keys = [-self.expectation, -self.live, -self.points, ~self.reaching]  # the last is compared first
        if order is Order.LIVE:
            keys.append(-self.live)
        elif order is Order.EXPECTATION:
            keys.append(-self.expectation)
        return np.lexsort(keys)


def _best_hand(ready: ReadyHands, standing: Standing, row: int) -> BestHand:
    hand = ready.hand_tiles(row)
    waits = ready.wall.waits(hand)
    return BestHand(
        hand=hand,
        waits=waits,
        points=int(standing.points[row]),
        live=int(standing.live[row]),
        live_of_waits=tuple([int(ready.wall.live[wait.tile]) for wait in waits.waits]),
        expectation=float(standing.expectation[row]),
    )
