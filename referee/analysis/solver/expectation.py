"""What a ready hand may be expected to bring, by an exact formula over the tiles that nobody has seen. Pure.

The other seats discard 17 tiles each. Of the unseen tiles (a set less the wall and what is shown) any is as likely as
any other to be among these discards, and in any order. Of u unseen tiles, m are copies of the hand's waits and the
others' discards are n: one of the m comes with the chance 1 - C(u - m, n) / C(u, n), and each of them is as likely as
any other to come first. The first one decides: a full wait is won, a short one that goes by is furiten. So a hand
brings

    sum over its full waits (live copies x points) / m x (1 - C(u - m, n) / C(u, n))

and the risk is in m: every live copy of a short wait takes its share of the chance and brings nothing.

Own furiten: the 17 own discards come from the tiles that are not in the hand. Where more of these are copies of the own
waits than can be kept back (4 of 21), one of them has to be discarded at last, so n counts only what the others discard
before: (seats - 1) x (own discards that are no wait).

Neglected: that the others choose what they discard, and avoid what looks dangerous; that a conditional wait can be won
with ippatsu or houtei (it is taken for a short one); that the own seat may discard first or later (the others' discards
before an own one are counted as if it were the first in each turn); honba, pot, and what the others win.
"""

from functools import lru_cache
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from referee.analysis.solver.ready_hands import ReadyHands
from referee.rules import HAND_TILES
from referee.rules.suit_arrays import Ints
from referee.tiles.names import COPIES

DISCARDS: Final = 17
"""Those of each seat: as in `referee.game`, which a hand by itself does not need."""

_MOST_DECISIVE: Final = COPIES * HAND_TILES  # thirteen waits

Floats = NDArray[np.float64]


def expectations(ready: ReadyHands) -> Floats:
    """The expected points of each hand, (n,), by the formula above."""
    live = ready.live()
    decisive = ready.sums(live)
    won = ready.sums(live * np.where(ready.full, ready.points, 0))
    turns = _turns(ready)
    others = ready.wall.rules.players - 1
    chances = _chances(ready.wall.unseen, others)[turns, decisive]
    return won * chances / np.maximum(decisive, 1)


def _turns(ready: ReadyHands) -> Ints:
    """For each hand the turns before it has to discard a wait of its own; DISCARDS where it never has to."""
    wall = ready.wall
    counts = np.array(wall.counts)
    held = ready.indices[ready.hands] // wall.steps[ready.kinds] % (counts[ready.kinds] + 1)
    own_waits = ready.sums(counts[ready.kinds] - held)
    harmless = len(wall.tiles) - HAND_TILES - own_waits
    turns: Ints = np.where(own_waits == 0, DISCARDS, np.minimum(harmless, DISCARDS))
    return turns


@lru_cache(maxsize=16)
def _chances(unseen: int, others: int) -> Floats:
    """By turns (0 to DISCARDS) and decisive tiles: the chance that one of them is discarded."""
    return np.array(
        [
            [_chance(unseen, others * turns, tiles) for tiles in range(_MOST_DECISIVE + 1)]
            for turns in range(DISCARDS + 1)
        ]
    )


def _chance(unseen: int, discards: int, tiles: int) -> float:
    every = comb(unseen, min(discards, unseen))
    return (every - comb(max(unseen - tiles, 0), discards)) / every
