"""The hands of seven different pairs. Pure."""

from functools import cache
from typing import Final

import numpy as np

from referee.analysis.solver.placing import NO_NUMBER, Placing
from referee.analysis.solver.wall import NUMBERS
from referee.analysis.solver.ways import NO_GROUPS, SuitWays, Target, Ways, blocks, crossed, laid_out
from referee.rules.hand_arrays import FIRST_KINDS, Bools
from referee.rules.suit_arrays import Ints
from referee.rules.traits import SEVEN_PAIRS, tile_traits

_PAIRS: Final = 7


def pair_hands(placing: Placing) -> Ways | None:
    """Every hand of seven pairs with its winning tile; None if the wall has none."""
    counts = placing.wall.counts
    pairs = sum(1 for copies in counts if copies > 1)
    if pairs < _PAIRS and (pairs < _PAIRS - 1 or 1 not in counts):
        return None
    characters, circles, bamboo, honours = (_suit_ways(suit, placing) for suit in range(len(FIRST_KINDS)))
    target = _target()
    found = laid_out(blocks(crossed(characters, circles, target), crossed(bamboo, honours, target), target), _PAIRS)
    traits = found.traits
    traits += SEVEN_PAIRS.one
    return found


@cache
def _target() -> Target:
    return Target(_PAIRS, np.arange(4 * max(NUMBERS)) <= _PAIRS)


def _suit_ways(suit: int, placing: Placing) -> SuitWays:
    held = placing.wall.suit_counts(suit)
    doubled, single = (_bits(held > 1), _bits(held == 1))
    every = np.arange(1 << NUMBERS[suit])
    calm = every[every & ~doubled == 0]
    rows, winning = np.nonzero(calm[:, None] >> np.arange(NUMBERS[suit]) & 1)
    singles = np.flatnonzero(held == 1)
    added = (calm[:, None] | 1 << singles).ravel() if single else calm[:0]
    won = np.concatenate((calm[rows], added))
    return SuitWays(
        calm=_ways(suit, placing, calm, np.full(len(calm), NO_NUMBER)),
        winning=_ways(suit, placing, won, np.concatenate((winning, np.tile(singles, len(calm))))),
    )


def _ways(suit: int, placing: Placing, held: Ints, winning: Ints) -> Ways:
    """The ways to lay pairs of the numbers whose bits are set in `held` (n,)."""
    counts = 2 * (held[:, None] >> np.arange(NUMBERS[suit]) & 1)
    return Ways(
        (counts.sum(axis=1) // 2).astype(np.int8),
        _traits(suit)[held],
        placing.suit_places(suit, counts, winning),
        np.full(len(held), NO_GROUPS, np.int32),
    )


def _bits(flags: Bools) -> int:
    return sum(1 << number for number in np.flatnonzero(flags).tolist())


@cache
def _traits(suit: int) -> Ints:
    return np.array([tile_traits(suit, held) for held in range(1 << NUMBERS[suit])])
