"""The shapes of tiles within one suit: how counts split into runs, triplets and a pair, and what completes them.

A suit is its packed counts by themselves, number 1 lowest (see `packing`): nine numbers of characters, circles and
bamboo, seven honours, which form no runs. Suits are split one at a time because a run never leaves its suit. What is
left of a suit once its lowest number is used up comes up again in other suits, so every split is remembered: at most
`_KEPT` suits of each sort, 0.2 KB each. No answer depends on what came before. Pure.
"""

from functools import cache
from typing import Final, NamedTuple

from referee.rules.packing import BITS, COPIES_MASK
from referee.tiles.names import COPIES

NO_PAIR: Final = -1
RANKED: Final = 9
"""Numbers of a suit with runs."""

HONOURS: Final = 7

_KEPT: Final = 1 << 15
_LAST_RUN: Final = 6
_NEXT_TWO: Final = 1 << BITS | 1 << 2 * BITS


class SuitReading(NamedTuple):
    """One way to split a suit: first numbers of runs, numbers of triplets (both from 0), and the pair or NO_PAIR."""

    runs: tuple[int, ...]
    triplets: tuple[int, ...]
    pair: int


class Completions(NamedTuple):
    """What a suit is and lacks.

    `rest` is its number of tiles modulo 3. `whole`: it splits into sets (and a pair, if its tiles are two more than
    sets). `bits` has bit n set if one more tile of number n makes it whole; `fifth_bits` are the same where the suit
    already holds four of n.
    """

    rest: int
    whole: bool
    bits: int
    fifth_bits: int


_EMPTY: Final = (SuitReading((), (), NO_PAIR),)


class SplitTable(dict[int, tuple[SuitReading, ...]]):
    """A suit to every way to split it into sets and at most one pair, each once; none is ().

    A suit of one tile more than sets splits in no way that leaves at most one pair, and is not to be asked about.
    """

    def __init__(self, numbers: int) -> None:
        super().__init__()
        self.numbers: Final = numbers
        self._last_run: Final = _LAST_RUN if numbers == RANKED else -1

    def __missing__(self, packed: int) -> tuple[SuitReading, ...]:
        if len(self) >= _KEPT:
            self.clear()
        found = self[packed] = tuple(self._split(packed)) if packed else _EMPTY
        return found

    def _split(self, packed: int) -> list[SuitReading]:
        """By what the lowest number stands in; the rest is a smaller suit.

        Every lower number is used up, so what is neither triplet nor pair can only begin runs: no split comes up twice.
        """
        number = ((packed & -packed).bit_length() - 1) // BITS
        shift = number * BITS
        copies = packed >> shift & COPIES_MASK
        higher = packed - (copies << shift)
        found: list[SuitReading] = []
        for triplets in (1, 0) if copies >= 3 else (0,):
            for pairs in (1, 0) if tiles_of(packed) % 3 == 2 else (0,):
                runs = copies - 3 * triplets - 2 * pairs
                if runs < 0 or (runs and not self._begins_runs(number, higher >> shift, runs)):
                    continue
                for rest in self[higher - (runs * _NEXT_TWO << shift)]:
                    found.append(
                        SuitReading(
                            (number,) * runs + rest.runs,
                            (number, *rest.triplets) if triplets else rest.triplets,
                            number if pairs else rest.pair,
                        )
                    )
        return found

    def _begins_runs(self, number: int, higher: int, runs: int) -> bool:
        return (
            number <= self._last_run
            and higher >> BITS & COPIES_MASK >= runs
            and higher >> 2 * BITS & COPIES_MASK >= runs
        )


@cache
def split_table(*, honours: bool) -> SplitTable:
    """The table of honours, or that of characters, circles and bamboo together."""
    return SplitTable(HONOURS if honours else RANKED)


def tiles_of(packed: int) -> int:
    """How many tiles: the sum of the counts, as long as it is below 31."""
    return packed % COPIES_MASK


def suit_completions(packed: int, *, honours: bool) -> Completions:
    """Whether a suit is whole, and which numbers would make it so."""
    splits = split_table(honours=honours)
    rest = tiles_of(packed) % 3
    bits = fifth_bits = 0
    if rest != 0:
        for number in range(splits.numbers):
            shift = BITS * number
            if splits[packed + (1 << shift)]:
                if packed >> shift & COPIES_MASK < COPIES:
                    bits |= 1 << number
                else:
                    fifth_bits |= 1 << number
    return Completions(rest, rest != 1 and bool(splits[packed]), bits, fifth_bits)
