"""Which of many hands can meet a pattern at all: a sieve in arrays, before each that is left is asked by itself.

A sieve lets through every hand of which some reading meets the pattern, and as few others as can be told from tiles
alone. Pure.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Final

import numpy as np

from referee.rules.hand_arrays import BITS, COPY_MASK, FIRST_KINDS, ONE_EACH, Bools, HandArrays
from referee.rules.packing import copies_of
from referee.rules.patterns.conditions import (
    All,
    AnyOf,
    Condition,
    ExactTiles,
    HasForm,
    HasGroups,
    HasOccasion,
    HasWind,
    HoldsEach,
    OnlyOf,
    WonOn,
)
from referee.rules.patterns.groups import GroupForm, GroupPattern, NumberTerm, meanings
from referee.rules.patterns.measures import Bounds, KindMeasure, Measure
from referee.rules.reading import Form
from referee.rules.situation import Circumstances
from referee.rules.suit_arrays import Ints
from referee.tiles import KINDS, Kind
from referee.tiles.names import COPIES

_TOP_BITS: Final = 8 * ONE_EACH
_NUMBERS: Final = 9
_LEAST_COPIES: Final = {GroupForm.PAIR: 2, GroupForm.TRIPLET_OR_PAIR: 2}
_NONE: Final = Bounds(0, 0)
_SOME: Final = Bounds(1, 14)


def can_meet(condition: Condition, hands: HandArrays, circumstances: Circumstances) -> Bools:
    """For each hand whether some reading of it may meet the condition; where nothing is known of it, yes."""
    match condition:
        case All(conditions):
            return _all(hands, (can_meet(part, hands, circumstances) for part in conditions))
        case AnyOf(conditions):
            return _any(hands, (can_meet(part, hands, circumstances) for part in conditions))
        case OnlyOf(kinds):
            others = frozenset(range(KINDS)) - kinds.of(circumstances)
            return _between(_copies(hands, others), _NONE)
        case HoldsEach(sorts):
            return _all(hands, (_between(_copies(hands, kinds.of(circumstances)), _SOME) for kinds in sorts))
        case ExactTiles(ways):
            return _any(hands, (_holds(hands, {kind: copies_of(way, kind) for kind in range(KINDS)}) for way in ways))
        case WonOn(kinds):
            return np.isin(hands.winning, sorted(kinds.of(circumstances)))
        case KindMeasure():
            return _measured(condition, hands, circumstances)
        case Measure(name, bounds):
            return _bounded(name, bounds, hands)
        case HasForm(form):
            return _formed(form, hands)
        case HasGroups(groups):
            return _grouped(groups.patterns, hands, circumstances)
        case HasOccasion() | HasWind():
            return np.full(len(hands), condition.stands(circumstances))
    return np.ones(len(hands), bool)


def _measured(measure: KindMeasure, hands: HandArrays, circumstances: Circumstances) -> Bools:
    kinds = measure.kinds.of(circumstances)
    number = np.zeros(len(hands), np.int64)
    for kind in kinds:
        number += hands.copies(kind) * (kind % _NUMBERS + 1 if measure.adding else 1)
    return _between(number, measure.bounds)


def _bounded(name: str, bounds: Bounds, hands: HandArrays) -> Bools:
    if name == "suits":
        characters, circles, bamboo, _ = hands.words
        return _between((characters != 0) + (circles != 0).astype(np.int64) + (bamboo != 0), bounds)
    if name == "kinds":
        return _between(_kinds_with(hands, 1, range(KINDS)), bounds)
    if name in ("triplets", "closed_triplets"):
        return _between(_kinds_with(hands, 3, range(KINDS)), Bounds(bounds.least, KINDS))
    if name == "pairs":
        return _between(_kinds_with(hands, 2, range(KINDS)), Bounds(bounds.least, KINDS))
    return np.ones(len(hands), bool)


def _formed(form: Form, hands: HandArrays) -> Bools:
    if form is Form.SEVEN_PAIRS:
        return _between(_kinds_with(hands, 2, range(KINDS)), Bounds(7, 7))
    if form is Form.ORPHANS:
        return _between(_kinds_with(hands, 1, range(KINDS)), Bounds(13, 13))
    return np.ones(len(hands), bool)


def _grouped(patterns: tuple[GroupPattern, ...], hands: HandArrays, circumstances: Circumstances) -> Bools:
    """Groups of named sorts one by one, those with a number together, under each meaning of `n`, `A`, `B` and `C`."""
    found = np.ones(len(hands), bool)
    sorts = Counter(
        (_LEAST_COPIES.get(pattern.form, 3), pattern.tile.of(circumstances))
        for pattern in patterns
        if not isinstance(pattern.tile, NumberTerm)
    )
    for (copies, kinds), many in sorts.items():
        found &= _between(_kinds_with(hands, copies, kinds), Bounds(many, KINDS))
    numbered = [(pattern.form, pattern.tile) for pattern in patterns if isinstance(pattern.tile, NumberTerm)]
    if numbered:
        found &= _any(hands, (_holds(hands, needed) for needed in _needed(numbered)))
    return found


def _needed(groups: list[tuple[GroupForm, NumberTerm]]) -> Iterator[dict[Kind, int]]:
    """The copies of each kind that the groups need together, under each meaning that there can be."""
    for kinds in meanings(groups):
        needed: Counter[Kind] = Counter()
        for (form, _), kind in zip(groups, kinds, strict=True):
            if form is GroupForm.RUN:
                needed.update((kind, kind + 1, kind + 2))
            else:
                needed[kind] += _LEAST_COPIES.get(form, 3)
        if max(needed.values()) <= COPIES:
            yield needed


def _holds(hands: HandArrays, needed: dict[Kind, int]) -> Bools:
    """Whether a hand holds so many copies of each of these kinds, or more."""
    found = np.ones(len(hands), bool)
    for word, first in zip(hands.words, FIRST_KINDS, strict=True):
        least = sum(many << BITS * (kind - first) for kind, many in needed.items() if 0 <= kind - first < _NUMBERS)
        if least:
            found &= (word + _TOP_BITS - least) & _TOP_BITS == _TOP_BITS
    return found


def _copies(hands: HandArrays, kinds: Iterable[Kind]) -> Ints:
    """How many tiles of these kinds each hand holds."""
    copies = np.zeros(len(hands), np.int64)
    for kind in kinds:
        copies += hands.copies(kind)
    return copies


def _kinds_with(hands: HandArrays, least: int, kinds: Iterable[Kind]) -> Ints:
    """How many of these kinds each hand holds so many copies of, or more."""
    asked = frozenset(kinds)
    number = np.zeros(len(hands), np.int64)
    for word, first in zip(hands.words, FIRST_KINDS, strict=True):
        mask = sum(8 << BITS * place for place in range(_NUMBERS) if first + place in asked)
        if mask:
            reached = ((word + (8 - least) * ONE_EACH) & mask) >> 3  # a 1 for each kind, four bits apart
            number += reached * ONE_EACH >> BITS * (_NUMBERS - 1) & COPY_MASK
    return number


def _between(number: Ints, bounds: Bounds) -> Bools:
    found: Bools = (bounds.least <= number) & (number <= bounds.most)
    return found


def _all(hands: HandArrays, found: Iterable[Bools]) -> Bools:
    return reduce(np.logical_and, found, np.ones(len(hands), bool))


def _any(hands: HandArrays, found: Iterable[Bools]) -> Bools:
    return reduce(np.logical_or, found, np.zeros(len(hands), bool))
