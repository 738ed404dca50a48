"""The tables of `suit_parts` as arrays, for scoring many hands at once.

A suit is looked up by its counts as a number in base 5. What is found is a *whole suit*; for each of its numbers it has
entries, one for each split and place where the winning tile can stand, and for no number its splits as they are. Built
on first use; a test compares every entry with `suit_parts`. Pure.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from referee.rules.fu import CLOSED_TRIPLETS
from referee.rules.packing import BITS
from referee.rules.suit_parts import pair_place, places, run_place, suit_parts, triplet_place
from referee.rules.traits import (
    FIRST_HONOUR,
    GATES,
    NOT_GREEN,
    NUMBERED,
    STRAIGHTS,
    TWINS,
    WITH_SIMPLES,
    WITH_TERMINALS,
    pair_traits,
    run_traits,
    triplet_traits,
)
from referee.tiles.names import COPIES

Ints = NDArray[np.int64]

NO_NUMBER: Final = 9
"""Asks for the splits of a suit that does not hold the winning tile."""

COLUMNS: Final = NO_NUMBER + 1

_RUNS: Final = 7
_TRIPLETS: Final = 9
_NONE: Final = _RUNS + _TRIPLETS  # the kinds of sets of a suit are numbered: runs, triplets, no set
_MOST_SETS: Final = 4
_HONOURS: Final = 7
_GATES: Final = np.array((3, 1, 1, 1, 1, 1, 1, 1, 3))
_NOT_GREEN_NUMBERS: Final = (0, 4, 6, 8)  # of bamboo


@dataclass(frozen=True, slots=True, eq=False)
class SuitArrays:
    """Whole suits of one sort (numbers or honours).

    `ids`: by the counts in base 5, the whole suit, or -1. `first` and `count`: by COLUMNS x id + number, where its
    entries are. `traits`, `run_bits`, `triplet_bits`: of each entry, as in `SuitPart` with its place; the traits are
    those of characters, and `green`, by id, is what bamboo has less.
    """

    ids: NDArray[np.int16]
    first: Ints
    count: Ints
    traits: Ints
    run_bits: NDArray[np.int16]
    triplet_bits: NDArray[np.int16]
    green: Ints


class _Entries(NamedTuple):
    """Entries in no order; `column` is COLUMNS x id + number."""

    column: Ints
    traits: Ints
    run_bits: Ints
    triplet_bits: Ints


class _Splits(NamedTuple):
    """Every way to choose up to four sets and perhaps a pair from a suit of numbers.

    `sets` (n, 4) are the kinds of sets, ascending; `pair` (n,) a number or NO_NUMBER; `counts` (n, 9) the tiles.
    """

    sets: Ints
    pair: Ints
    counts: Ints


@cache
def number_arrays() -> SuitArrays:
    """The suits of numbers: characters, and bamboo and circles with them."""
    splits = _all_splits()
    keys, ids = np.unique(_keys(splits.counts), return_inverse=True)
    counts = _digits(keys, 9)
    gate = _gate_numbers(counts)
    traits = _split_traits(splits) + _tile_traits(counts, gate)[ids]
    run_bits, triplet_bits = _bits(splits)
    split, number, change = _places(splits)
    change = change + np.where(gate[ids[split]] == number, GATES.one, 0)
    entries = _Entries(
        column=np.concatenate((ids * COLUMNS + NO_NUMBER, ids[split] * COLUMNS + number)),
        traits=np.concatenate((traits, traits[split] + change)),
        run_bits=np.concatenate((run_bits, run_bits[split])),
        triplet_bits=np.concatenate((triplet_bits, triplet_bits[split])),
    )
    all_green = (counts.sum(axis=1) > 0) & ~counts[:, _NOT_GREEN_NUMBERS].any(axis=1)
    return _arrays(keys, 9, entries, np.where(all_green, NOT_GREEN.one, 0))


@cache
def honour_arrays() -> SuitArrays:
    """The honours, few enough to be taken from `suit_parts` one by one."""
    keys: list[int] = []
    entries: list[tuple[int, int]] = []
    for counts in _honour_counts():
        packed = sum(copies << BITS * number for number, copies in enumerate(counts))
        for part in suit_parts(3, packed):  # one: honours split in one way
            first = COLUMNS * len(keys)
            entries.append((first + NO_NUMBER, part.traits))
            for number in range(_HONOURS):
                stands = places(part.groups, FIRST_HONOUR + number)
                entries += ((first + number, part.traits + place.traits) for place in stands)
        keys.append(sum(copies * 5**number for number, copies in enumerate(counts)))
    column, traits = np.array(entries, np.int64).T
    none = np.zeros(len(entries), np.int64)
    return _arrays(np.array(keys), _HONOURS, _Entries(column, traits, none, none), np.zeros(len(keys), np.int64))


def _arrays(keys: Ints, numbers: int, entries: _Entries, green: Ints) -> SuitArrays:
    ids = np.full(5**numbers, -1, np.int16)
    ids[keys] = np.arange(len(keys))
    order = np.argsort(entries.column, kind="stable")
    count = np.bincount(entries.column, minlength=COLUMNS * len(keys))
    return SuitArrays(
        ids=ids,
        first=np.cumsum(count) - count,
        count=count,
        traits=entries.traits[order],
        run_bits=entries.run_bits[order].astype(np.int16),
        triplet_bits=entries.triplet_bits[order].astype(np.int16),
        green=green,
    )


def _all_splits() -> _Splits:
    sets = np.array(list(combinations_with_replacement(range(_NONE + 1), _MOST_SETS)))
    sets, pair = np.repeat(sets, COLUMNS, axis=0), np.tile(np.arange(COLUMNS), len(sets))
    tiles_of_set = np.zeros((_NONE + 1, _TRIPLETS), np.int64)
    for first in range(_RUNS):
        tiles_of_set[first, first : first + 3] = 1
    tiles_of_set[_RUNS:_NONE] = 3 * np.eye(_TRIPLETS, dtype=np.int64)
    tiles_of_pair = np.zeros((COLUMNS, _TRIPLETS), np.int64)
    tiles_of_pair[:NO_NUMBER] = 2 * np.eye(_TRIPLETS, dtype=np.int64)
    counts = tiles_of_set[sets].sum(axis=1) + tiles_of_pair[pair]
    possible = counts.max(axis=1) <= COPIES
    return _Splits(sets[possible], pair[possible], counts[possible])


def _keys(counts: Ints) -> Ints:
    keys: Ints = counts @ 5 ** np.arange(counts.shape[1])
    return keys


def _digits(keys: Ints, numbers: int) -> Ints:
    counts: Ints = keys[:, None] // 5 ** np.arange(numbers) % 5
    return counts


def _honour_counts() -> list[tuple[int, ...]]:
    """All honours of up to four triplets and perhaps a pair."""
    every = product((0, 2, 3), repeat=_HONOURS)
    return [counts for counts in every if counts.count(2) <= 1 and counts.count(3) <= _MOST_SETS]


def _gate_numbers(counts: Ints) -> Ints:
    """For each suit the number that stands beside nine gates, or -1."""
    beside = counts - _GATES
    is_gates = (beside.min(axis=1) >= 0) & (beside.sum(axis=1) == 1)
    return np.where(is_gates, beside.argmax(axis=1), -1)


def _tile_traits(counts: Ints, gate: Ints) -> Ints:
    """As `traits.tile_traits`, of characters."""
    held = counts > 0
    some = held.any(axis=1)
    return (
        (NOT_GREEN.one + NUMBERED.one) * some
        + WITH_SIMPLES.one * held[:, 1:8].any(axis=1)
        + WITH_TERMINALS.one * held[:, (0, 8)].any(axis=1)
        + GATES.one * (gate >= 0)
    )


def _split_traits(splits: _Splits) -> Ints:
    """What sets and pair give one by one, then `traits.runs_together`."""
    of_set = [run_traits(first) for first in range(_RUNS)]
    of_set += [triplet_traits(kind, CLOSED_TRIPLETS[kind].fu) for kind in range(_TRIPLETS)]
    of_pair = [pair_traits(kind) for kind in range(_TRIPLETS)]
    runs = (splits.sets[:, :, None] == np.arange(_RUNS)).sum(axis=1)
    traits: Ints = (
        np.array([*of_set, 0])[splits.sets].sum(axis=1)
        + np.array([*of_pair, 0])[splits.pair]
        + TWINS.one * (runs // 2).sum(axis=1)
        + STRAIGHTS.one * (runs[:, (0, 3, 6)] > 0).all(axis=1)
    )
    return traits


def _bits(splits: _Splits) -> tuple[Ints, Ints]:
    run_bits = np.array([*(1 << first for first in range(_RUNS)), *[0] * (_TRIPLETS + 1)])
    triplet_bits = np.array([*[0] * _RUNS, *(1 << number for number in range(_TRIPLETS)), 0])
    return (
        np.bitwise_or.reduce(run_bits[splits.sets], axis=1),
        np.bitwise_or.reduce(triplet_bits[splits.sets], axis=1),
    )


def _places(splits: _Splits) -> tuple[Ints, Ints, Ints]:
    """Every place of a winning tile: the split, the number, the change of the traits."""
    number_of_set = np.full((_NONE + 1, 3), -1)
    change_of_set = np.zeros((_NONE + 1, 3), np.int64)
    for first in range(_RUNS):
        number_of_set[first] = first, first + 1, first + 2
        change_of_set[first] = [run_place(first, step).traits for step in range(3)]
    for kind in range(_TRIPLETS):
        number_of_set[_RUNS + kind, 0] = kind
        change_of_set[_RUNS + kind, 0] = triplet_place(kind).traits
    again = np.zeros(splits.sets.shape, bool)
    again[:, 1:] = splits.sets[:, 1:] == splits.sets[:, :-1]  # of identical runs one place is enough
    number = np.where(again[:, :, None], -1, number_of_set[splits.sets])
    split, slot, step = np.nonzero(number >= 0)
    paired = np.flatnonzero(splits.pair != NO_NUMBER)
    return (
        np.concatenate((split, paired)),
        np.concatenate((number[split, slot, step], splits.pair[paired])),
        np.concatenate((change_of_set[splits.sets[split, slot], step], np.full(len(paired), pair_place().traits))),
    )
