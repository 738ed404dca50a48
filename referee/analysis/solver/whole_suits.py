"""The whole suits of `suit_arrays` that a wall can lay: those inside it, and those that lack one tile, the winning one.

A *whole suit* is sets and perhaps a pair of one suit. Its *form* is the number of sets, with PAIR more for a pair.
Built on first use. Pure.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from referee.rules.suit_arrays import Ints, SuitArrays, honour_arrays, number_arrays

PAIR: Final = 16
"""What a pair adds to a form; four sets and a pair are FULL_FORM."""

FULL_FORM: Final = PAIR + 4

_BITS: Final = 4
_ONES: Final = sum(1 << _BITS * number for number in range(9))
_TOPS: Final = 8 * _ONES


@dataclass(frozen=True, slots=True, eq=False)
class WholeSuits:
    """Whole suits of one sort, by the number of their tiles.

    `ids` (n,) as in `arrays`; `words` (n,) their counts, four bits for each number; `counts` (n, numbers); `forms`
    (n,); `ends` (15,): where those of at most so many tiles end.
    """

    arrays: SuitArrays
    ids: Ints
    words: Ints
    counts: Ints
    forms: NDArray[np.int8]
    ends: tuple[int, ...]

    def inside(self, held: Ints) -> "Laid":
        """Those that `held` (numbers,), the copies of a wall's suit, holds."""
        room = self._room(held, int(held.sum()))
        return self._laid(np.flatnonzero(room & _TOPS == _TOPS))

    def exceeding(self, held: Ints) -> "Exceeding":
        """Those that hold exactly one tile more than `held`, each with the number of that tile."""
        room = self._room(held, int(held.sum()) + 1)
        lacking = ~room & _TOPS
        by_one = (lacking != 0) & (lacking & lacking - 1 == 0)
        rows = np.flatnonzero(by_one)
        lacking, room = lacking[rows], room[rows]
        just_one = room & (lacking - (lacking >> _BITS - 1)) == lacking - (lacking >> _BITS - 1)
        rows, lacking = rows[just_one], lacking[just_one]
        return Exceeding(self._laid(rows), np.log2(lacking.astype(np.float64)).astype(np.int64) // _BITS)

    def _room(self, held: Ints, tiles: int) -> Ints:
        """Eight and the copies left over, for each number of each whole suit of at most so many tiles."""
        word = sum(copies << _BITS * number for number, copies in enumerate(held.tolist()))
        room: Ints = word + _TOPS - self.words[: self.ends[min(tiles, len(self.ends) - 1)]]
        return room

    def _laid(self, rows: Ints) -> "Laid":
        return Laid(self.arrays, self.ids[rows], self.counts[rows], self.forms[rows])


class Laid(NamedTuple):
    """Some whole suits: ids (n,), counts (n, numbers), forms (n,)."""

    arrays: SuitArrays
    ids: Ints
    counts: Ints
    forms: NDArray[np.int8]


class Exceeding(NamedTuple):
    """Whole suits that lack one tile, of the number (from 0) `lacks` (n,)."""

    laid: Laid
    lacks: Ints


@cache
def whole_suits(suit: int) -> WholeSuits:
    """The whole suits of a suit (0-2 numbers, 3 honours)."""
    if suit == 3:
        return _whole_suits(honour_arrays(), 7)
    return _number_suits()


@cache
def _number_suits() -> WholeSuits:
    return _whole_suits(number_arrays(), 9)


def _whole_suits(arrays: SuitArrays, numbers: int) -> WholeSuits:
    keys = np.flatnonzero(arrays.ids >= 0)
    counts = keys[:, None] // 5 ** np.arange(numbers) % 5
    tiles = counts.sum(axis=1)
    order = np.argsort(tiles, kind="stable")
    tiles, counts = tiles[order], counts[order]
    return WholeSuits(
        arrays=arrays,
        ids=arrays.ids[keys[order]].astype(np.int64),
        words=counts @ (1 << _BITS * np.arange(numbers)),
        counts=counts,
        forms=(tiles // 3 + PAIR * (tiles % 3 == 2)).astype(np.int8),
        ends=tuple(np.searchsorted(tiles, np.arange(15), side="right").tolist()),
    )
