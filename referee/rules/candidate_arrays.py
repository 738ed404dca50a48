"""Every way to read many complete hands: as `candidates`, in arrays. Pure."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from referee.rules.candidates import orphan_traits
from referee.rules.hand_arrays import BITS, FIRST_KINDS, ONE_EACH, Bools, HandArrays
from referee.rules.suit_arrays import COLUMNS, NO_NUMBER, Ints, SuitArrays, honour_arrays, number_arrays
from referee.rules.traits import (
    HONOURS,
    NOT_GREEN,
    NUMBERED,
    ORPHANS,
    PAIRS,
    SAME_RUN,
    SAME_TRIPLET,
    SEVEN_PAIRS,
    WITH_SIMPLES,
    WITH_TERMINALS,
)

_BAMBOO: Final = 2
_TWOS: Final = 2 * ONE_EACH
_ENDS: Final = 0xF | 0xF << 8 * BITS  # 1 and 9
_FIRST_BITS_OF_ENDS: Final = 1 | 1 << 8 * BITS
_MIDDLE: Final = 15 * ONE_EACH & ~_ENDS
_SEVEN_HONOURS: Final = sum(1 << BITS * number for number in range(7))
_NOT_GREEN_BAMBOO: Final = sum(0xF << BITS * number for number in (0, 4, 6, 8))
_GREEN_DRAGON: Final = 0xF << BITS * 5


@dataclass(frozen=True, slots=True, eq=False)
class CandidateArrays:
    """Candidates, each with the row of its hand; those of one hand stand together. `starts` are where a hand begins."""

    rows: Ints
    traits: Ints
    starts: Ints


def set_candidates(hands: HandArrays) -> list[CandidateArrays]:
    """Four sets and a pair: the hands that have one candidate, and those that have several."""
    ids = [_suit_arrays(suit).ids[hands.keys(suit)].astype(np.int64) for suit in range(len(FIRST_KINDS))]
    rows = np.flatnonzero((ids[0] >= 0) & (ids[1] >= 0) & (ids[2] >= 0) & (ids[3] >= 0))
    winning = hands.winning[rows]
    first, count = [], []
    for suit, kind in enumerate(FIRST_KINDS):
        arrays = _suit_arrays(suit)
        column = COLUMNS * ids[suit][rows] + np.where(winning // 9 == suit, winning - kind, NO_NUMBER)
        first.append(arrays.first[column])
        count.append(arrays.count[column])
    total = count[0] * count[1] * count[2] * count[3]
    green = number_arrays().green[ids[_BAMBOO][rows]]
    alone, several = np.flatnonzero(total == 1), np.flatnonzero(total > 1)
    found = [_combined(rows[alone], [entry[alone] for entry in first], green[alone])]
    if len(several):
        times = total[several]
        row = np.repeat(several, times)
        turn = np.arange(len(row)) - np.repeat(np.cumsum(times) - times, times)
        entries = []
        for suit_first, suit_count in zip(first, count, strict=True):
            entries.append(suit_first[row] + turn % suit_count[row])
            turn //= suit_count[row]
        found.append(_combined(rows[row], entries, green[row]))
    return found


def pair_candidates(hands: HandArrays) -> CandidateArrays:
    """Seven pairs."""
    characters, circles, bamboo, honours = hands.words
    rows = np.flatnonzero((characters | circles | bamboo | honours) & ~_TWOS == 0)
    traits = np.full(len(rows), SEVEN_PAIRS.one)
    for suit, word in enumerate(hands.words[:3]):
        held = word[rows]
        traits += NUMBERED.one * (held != 0)
        traits += WITH_SIMPLES.one * (held & _MIDDLE != 0)
        traits += WITH_TERMINALS.one * (held & _ENDS != 0)
        traits += NOT_GREEN.one * (held & (_NOT_GREEN_BAMBOO if suit == _BAMBOO else -1) != 0)
    held = honours[rows]
    traits += HONOURS.one * (held != 0) + NOT_GREEN.one * (held & ~_GREEN_DRAGON != 0)
    return CandidateArrays(rows, traits, np.arange(len(rows)))


def orphan_candidates(hands: HandArrays) -> CandidateArrays:
    """Thirteen orphans."""
    characters, circles, bamboo, honours = hands.words
    possible = (characters | circles | bamboo) & _MIDDLE == 0
    for word in hands.words[:3]:
        possible &= _holds_each(word, _FIRST_BITS_OF_ENDS)
    rows = np.flatnonzero(possible & _holds_each(honours, _SEVEN_HONOURS))
    first = np.array(FIRST_KINDS)
    suit = hands.winning[rows] // 9
    word = np.stack(hands.words)[suit, rows]
    twice = word >> BITS * (hands.winning[rows] - first[suit]) & 2 != 0
    traits = orphan_traits() + ORPHANS.one * np.where(twice, 2, 1)
    return CandidateArrays(rows, traits, np.arange(len(rows)))


def _holds_each(word: Ints, ones: int) -> Bools:
    """Whether every number marked in `ones` is held once or twice; three copies leave none for the other kinds."""
    found: Bools = (word | word >> 1) & ones == ones
    return found


def _combined(rows: Ints, entries: list[Ints], green: Ints) -> CandidateArrays:
    """The candidates of four suits' entries, but for those with more than one pair."""
    numbers, honours = number_arrays(), honour_arrays()
    first, second, third, fourth = entries
    traits = numbers.traits[first] + numbers.traits[second] + numbers.traits[third] + honours.traits[fourth] - green
    runs = numbers.run_bits[first] & numbers.run_bits[second] & numbers.run_bits[third]
    triplets = numbers.triplet_bits[first] & numbers.triplet_bits[second] & numbers.triplet_bits[third]
    traits += SAME_RUN.one * (runs != 0) + SAME_TRIPLET.one * (triplets != 0)
    one_pair = traits & PAIRS.mask == PAIRS.one
    if not one_pair.all():
        rows, traits = rows[one_pair], traits[one_pair]
    starts = np.flatnonzero(np.concatenate(([True], rows[1:] != rows[:-1]))) if len(rows) else rows
    return CandidateArrays(rows, traits, starts)


def _suit_arrays(suit: int) -> SuitArrays:
    return honour_arrays() if suit == 3 else number_arrays()
