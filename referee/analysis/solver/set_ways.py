"""The ways to lay each suit as sets and perhaps a pair, and the hands of four sets and a pair. Pure."""

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np

from referee.analysis.solver.placing import NO_NUMBER, Placing
from referee.analysis.solver.ways import NO_GROUPS, Block, SuitWays, Target, Ways, blocks, crossed, laid_out
from referee.analysis.solver.whole_suits import FULL_FORM, PAIR, Laid, whole_suits
from referee.rules.hand_arrays import FIRST_KINDS
from referee.rules.suit_arrays import COLUMNS, Ints, number_arrays
from referee.rules.suit_arrays import NO_NUMBER as NO_COLUMN
from referee.rules.traits import SAME_RUN, SAME_TRIPLET

_BAMBOO: Final = 2
_HONOURS: Final = 3
_RUN_BITS: Final = 7
_RUNS: Final = (1 << _RUN_BITS) - 1


def set_blocks(placing: Placing) -> list[Block]:
    """Every reading of every hand of four sets and a pair, with every place of its winning tile: see `set_hands`."""
    characters, circles, bamboo, honours = (set_ways(suit, placing) for suit in range(len(FIRST_KINDS)))
    target = set_target()
    return blocks(crossed(characters, circles, target), crossed(bamboo, honours, target), target)


def set_hands(given: Sequence[Block]) -> Ways:
    """The readings of some blocks."""
    found = laid_out(given, FULL_FORM)
    traits = found.traits
    traits += SAME_RUN.one * (found.groups & _RUNS != 0)
    traits += SAME_TRIPLET.one * (found.groups >> _RUN_BITS != 0)
    return found


@cache
def set_target() -> Target:
    """Four sets and a pair."""
    forms = np.arange(2 * FULL_FORM + 1)
    return Target(FULL_FORM, (forms <= FULL_FORM) & (forms % PAIR <= FULL_FORM - PAIR))


def set_ways(suit: int, placing: Placing) -> SuitWays:
    """The ways to lay sets and perhaps a pair of a suit."""
    wholes = whole_suits(suit)
    held = placing.wall.suit_counts(suit)
    inside, (exceeding, lacks) = wholes.inside(held), wholes.exceeding(held)
    rows, numbers = np.nonzero(inside.counts)
    won = Laid(
        inside.arrays,
        np.concatenate((inside.ids[rows], exceeding.ids)),
        np.concatenate((inside.counts[rows], exceeding.counts)),
        np.concatenate((inside.forms[rows], exceeding.forms)),
    )
    nowhere = np.full(len(inside.ids), NO_NUMBER)
    return SuitWays(
        calm=_entries(suit, placing, inside, nowhere),
        winning=_entries(suit, placing, won, np.concatenate((numbers, lacks))),
    )


def _entries(suit: int, placing: Placing, laid: Laid, winning: Ints) -> Ways:
    """One way for each split of each whole suit and each place of the winning number in it."""
    arrays = laid.arrays
    columns = COLUMNS * laid.ids + np.where(winning == NO_NUMBER, NO_COLUMN, winning)
    times = arrays.count[columns]
    rows = np.repeat(np.arange(len(times)), times)
    starts = np.cumsum(times) - times
    entries = (arrays.first[columns] - starts)[rows] + np.arange(len(rows))
    traits = arrays.traits[entries]
    if suit == _BAMBOO:
        traits -= number_arrays().green[laid.ids][rows]
    if suit == _HONOURS:
        groups = np.full(len(rows), NO_GROUPS, np.int32)
    else:
        groups = arrays.run_bits[entries] | arrays.triplet_bits[entries].astype(np.int32) << _RUN_BITS
    return Ways(laid.forms[rows], traits, placing.suit_places(suit, laid.counts, winning)[rows], groups)
