"""One hand for each different reading that any complete hand can have.

What a reading is worth follows from its traits (`referee.rules.traits`), and there are some 85,000 different ones. They
are found suit by suit: of all ways to read a suit those with different traits are kept, and joined.
"""

import random
from collections.abc import Iterator
from itertools import product
from typing import Final

import numpy as np

from referee.rules.packing import pack
from referee.rules.suit_arrays import COLUMNS, NO_NUMBER, Ints, SuitArrays, honour_arrays, number_arrays
from referee.rules.suit_parts import alone, held_bits
from referee.rules.traits import ORPHANS, PAIRS, SAME_RUN, SAME_TRIPLET, SEVEN_PAIRS, tile_traits
from referee.tiles import Kind
from tests.referee.rules.hand_shapes import OUTER

HAND: Final = 14
_COMPARED: Final = 5
"""Columns of a table: tiles, whether the winning tile is among them, traits, run bits, triplet bits; then the keys of
the suits so far (counts in base 5), and the winning kind or -1."""

Reading = tuple[int, list[Kind], Kind]
"""Traits, 14 kinds, and the winning kind."""


def every_reading(seed: int) -> list[Reading]:
    """One hand for each different traits; another seed picks other hands."""
    rng = np.random.default_rng(seed)
    numbers = _suit(number_arrays(), 0, rng)
    circles, bamboo = _suit(number_arrays(), 1, rng), _suit(number_arrays(), 2, rng)
    table = _joined(_joined(numbers, circles, rng), bamboo, rng)
    table[:, 2] += SAME_RUN.one * (table[:, 3] != 0) + SAME_TRIPLET.one * (table[:, 4] != 0)
    table[:, 3:_COMPARED] = 0
    table = _joined(_distinct(table), _suit(honour_arrays(), 3, rng), rng, whole=True)
    table = table[table[:, 2] & PAIRS.mask == PAIRS.one]
    found = [(int(row[2]), _kinds(row[_COMPARED:-1].tolist()), int(row[-1])) for row in table]
    return [*found, *_seven_pairs(random.Random(seed)), *_orphans()]


def _suit(arrays: SuitArrays, suit: int, rng: np.random.Generator) -> Ints:
    keys = np.flatnonzero(arrays.ids >= 0)
    ids = arrays.ids[keys].astype(np.int64)
    tiles = (keys[:, None] // 5 ** np.arange(9) % 5).sum(axis=1)
    parts = []
    for number in range(COLUMNS):
        column = COLUMNS * ids + number
        count = arrays.count[column]
        at = np.repeat(arrays.first[column] - (np.cumsum(count) - count), count) + np.arange(count.sum())
        green = np.repeat(arrays.green[ids], count) if suit == 2 else 0
        won = number != NO_NUMBER
        parts.append(
            np.stack(
                [
                    np.repeat(tiles, count),
                    np.full(len(at), won),
                    arrays.traits[at] - green,
                    arrays.run_bits[at],
                    arrays.triplet_bits[at],
                    np.repeat(keys, count),
                    np.full(len(at), 9 * suit + number if won else -1),
                ],
                axis=1,
            )
        )
    return _distinct(rng.permutation(np.concatenate(parts)))


def _distinct(table: Ints) -> Ints:
    """The first row of each sort; rows that are compared equal can be exchanged for each other."""
    _, first = np.unique(table[:, :_COMPARED], axis=0, return_index=True)
    return table[first]


def _joined(left: Ints, right: Ints, rng: np.random.Generator, *, whole: bool = False) -> Ints:
    """Every row of the left with every row of the right, as far as they fit into one hand; `whole`: fill it."""
    parts = []
    for one in _by_size(left):
        for other in _by_size(right):
            tiles, won = one[0, 0] + other[0, 0], one[0, 1] + other[0, 1]
            if tiles > HAND or won > 1 or (whole and (tiles, won) != (HAND, 1)):
                continue
            mine, theirs = np.repeat(one, len(other), axis=0), np.tile(other, (len(one), 1))
            joined = np.concatenate((mine[:, :-1], theirs[:, _COMPARED:]), axis=1)
            joined[:, :3] += theirs[:, :3]
            joined[:, 3:_COMPARED] &= theirs[:, 3:_COMPARED]
            joined[:, -1] = np.maximum(mine[:, -1], theirs[:, -1])
            parts.append(_distinct(joined))
    return _distinct(rng.permutation(np.concatenate(parts)))


def _by_size(table: Ints) -> Iterator[Ints]:
    for tiles in np.unique(table[:, 0]):
        for won in (0, 1):
            rows = table[(table[:, 0] == tiles) & (table[:, 1] == won)]
            if len(rows):
                yield rows


def _kinds(keys: list[int]) -> list[Kind]:
    return [
        9 * suit + number for suit, key in enumerate(keys) for number in range(9) for _ in range(key // 5**number % 5)
    ]


def _seven_pairs(rng: random.Random) -> list[Reading]:
    """A dozen for each way to take so many pairs of each suit; some are two pairs of runs as well."""
    found = []
    for pairs in product(range(8), repeat=4):
        if sum(pairs) != 7:
            continue
        for _ in range(12):
            kinds = [
                kind
                for suit, many in enumerate(pairs)
                for kind in rng.sample(range(9 * suit, 9 * suit + (7 if suit == 3 else 9)), min(many, 7))
            ]
            hand = [kind for kind in kinds for _ in (0, 1)]
            packed = pack(hand)
            traits = SEVEN_PAIRS.one + sum(tile_traits(suit, held_bits(alone(packed, suit))) for suit in range(4))
            found.append((traits, hand, rng.choice(kinds)))
    return found


def _orphans() -> list[Reading]:
    return [
        (ORPHANS.one * (2 if pair == winning else 1), [*OUTER, pair], winning) for pair in OUTER for winning in OUTER
    ]
