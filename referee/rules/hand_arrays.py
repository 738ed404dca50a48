"""Many hands as arrays: the counts of each suit in one word, with the tiles they come from.

A word has four bits for each number of its suit, from 1 upwards. Pure.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from referee.rules.checks import HAND_TILES
from referee.rules.packing import KIND_OF
from referee.rules.suit_arrays import Ints
from referee.tiles import KINDS, Kind, Tile

Bools = NDArray[np.bool_]

BITS: Final = 4
COPY_MASK: Final = (1 << BITS) - 1
FIRST_KINDS: Final = (0, 9, 18, 27)
ONE_EACH: Final = sum(1 << BITS * number for number in range(9))
_CHUNK: Final = 3 * BITS  # a word becomes a number in base 5 three numbers of the suit at a time


@dataclass(frozen=True, slots=True, eq=False)
class HandArrays:
    """n hands with their winning tiles.

    `tiles` (14, n) are all tiles, the winning one last; `words`, each (n,), the counts of characters, circles, bamboo
    and honours; `winning` (n,) the kind of the winning tile.
    """

    tiles: Ints
    words: tuple[Ints, ...]
    winning: Ints

    @classmethod
    def of(cls, hands: NDArray[np.integer], tiles: NDArray[np.integer]) -> "HandArrays":
        """From hands (n, 13) and winning tiles (n,), all numbers from 0 to 36."""
        fourteen = np.empty((hands.shape[1] + 1, len(hands)), np.int64)
        fourteen[:-1] = hands.T
        fourteen[-1] = tiles
        words = [np.zeros(len(hands), np.int64) for _ in FIRST_KINDS]
        for column in fourteen:
            for word, ones in zip(words, _ones(), strict=True):
                word += ones[column]
        return cls(fourteen, tuple(words), _kinds()[fourteen[-1]])

    @classmethod
    def of_counts(cls, counts: Ints, winning: Ints) -> "HandArrays":
        """From the copies by kind (n, 34) of 14 tiles, none of them red, and the kinds (n,) that they win on."""
        rows = np.arange(len(winning))
        held = counts.copy()
        held[rows, winning] -= 1
        kinds = np.repeat(np.tile(np.arange(KINDS), len(winning)), held.ravel())
        tiles = np.vstack((kinds.reshape(len(winning), HAND_TILES).T, winning))
        words = [counts[:, first : first + 9] @ (1 << BITS * np.arange(min(9, KINDS - first))) for first in FIRST_KINDS]
        return cls(tiles, tuple(words), winning)

    def __len__(self) -> int:
        return len(self.winning)

    def some(self, rows: Ints) -> "HandArrays":
        """The hands of some rows."""
        return HandArrays(self.tiles[:, rows], tuple([word[rows] for word in self.words]), self.winning[rows])

    def copies(self, kind: Kind) -> Ints:
        """How many copies of a kind each hand holds."""
        suit = kind // 9
        copies: Ints = self.words[suit] >> BITS * (kind - FIRST_KINDS[suit]) & COPY_MASK
        return copies

    def reds(self, red: Tile) -> Ints:
        """How many of a red five each hand holds."""
        reds: Ints = (self.tiles == red).sum(axis=0)
        return reds

    def keys(self, suit: int) -> Ints:
        """The counts of a suit as a number in base 5; right where there is no fifth copy."""
        word, digits = self.words[suit], _base_five()
        keys: Ints = digits[word >> 2 * _CHUNK]
        for shift in (_CHUNK, 0):
            keys = keys * 125 + digits[word >> shift & (1 << _CHUNK) - 1]
        return keys

    def with_fifth_copy(self, beside: Iterable[Tile]) -> Bools:
        """Whether there are five copies of some kind, among the 14 tiles or together with the tiles `beside`."""
        shown = [0] * KINDS
        for tile in beside:
            shown[KIND_OF[tile]] += 1
        if max(shown) > 4:
            return np.ones(len(self), bool)
        found = np.zeros(len(self), bool)
        for suit, word in enumerate(self.words):
            found |= _has_five(word)
            first = FIRST_KINDS[suit]
            added = sum(copies << BITS * number for number, copies in enumerate(shown[first : first + 9]))
            if added:
                found |= _has_five(word + added)
        return found


def _has_five(word: Ints) -> Bools:
    """Five to seven copies reach the top bit of their four with three more, eight to fifteen have it."""
    found: Bools = (word + 3 * ONE_EACH | word) & 8 * ONE_EACH != 0
    return found


@cache
def _kinds() -> Ints:
    return np.array(KIND_OF)


@cache
def _ones() -> Ints:
    """(4, 37): one copy of each tile in the word of each suit."""
    ones = np.zeros((len(FIRST_KINDS), len(KIND_OF)), np.int64)
    for tile, kind in enumerate(KIND_OF):
        suit = kind // 9
        ones[suit, tile] = 1 << BITS * (kind - FIRST_KINDS[suit])
    return ones


@cache
def _base_five() -> Ints:
    """(4096,): three counts of a word as a number in base 5."""
    chunk = np.arange(1 << _CHUNK)
    digits: Ints = sum((chunk >> BITS * place & COPY_MASK) * 5**place for place in range(3))
    return digits
