"""The answer to `solve`: how many ready hands 34 tiles hold, and which are the best. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.analysis.solver.ready_hands import ReadyHands
from referee.analysis.solver.standing import Order, Standing
from referee.analysis.solver.wall import Wall
from referee.rules import RuleSet, Situation, Waits
from referee.tiles import Tile


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

    @classmethod
    def of(cls, wall: Wall, hand: tuple[Tile, ...], standing: Standing, row: int) -> "BestHand":
        """A hand of a wall; its figures are those of a row of the standing."""
        waits = wall.waits(hand)
        return cls(
            hand=hand,
            waits=waits,
            points=int(standing.points[row]),
            live=int(standing.live[row]),
            live_of_waits=tuple([int(wall.live[wait.tile]) for wait in waits.waits]),
            expectation=float(standing.expectation[row]),
        )


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
    return tuple([BestHand.of(ready.wall, ready.hand_tiles(row), standing, row) for row in rows])
