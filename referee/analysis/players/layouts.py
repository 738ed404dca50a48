"""Promising complete hands of four groups and a pair among 34 tiles, of which at most one tile is missing.

This is a player's eye, not the exact solver: it puts together all sets of whole groups, and looks further only where
it likes what it sees. No chance is in it. Pure.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import nlargest
from operator import attrgetter
from typing import Final, NamedTuple

from referee.analysis.players.groups import ALL_TRAITS, YAKUMAN, Group, pairs, run_keys, runs, trait_han, triplets
from referee.analysis.players.outlook import Outlook
from referee.rules.packing import BITS, COPIES_MASK, ONE_OF, SHIFT_OF
from referee.tiles import KINDS, Kind

NOTHING: Final = -1

_MOST_PARTS: Final = 16  # where a wall has more groups, its best ones make good hands enough
_THREES: Final = 48  # sets of three that are tried with groups that lack a tile
_FOURS: Final = 32  # sets of four that are tried with every pair
_TRIPLETS_HAN: Final = (1, 0, 0, 2, YAKUMAN)
"""No triplet: pinfu; three: sanankou; four that wait on the pair: suuankou_tanki."""

_GUARD: Final = sum(1 << shift + BITS - 1 for shift in SHIFT_OF[:KINDS])
"""A bit above the copies of each kind: where taking tiles away clears one, a copy was missing."""


class Layout(NamedTuple):
    """A complete hand: 14 packed kinds, and the one of them that the wall lacks, or NOTHING.

    `promise`: the han that its looks may bring, riichi apart.
    """

    promise: int
    packed: int
    lacks: Kind


class _Part(NamedTuple):
    """A group of this wall: the han of its tiles, those that are there, packed, and the one that it lacks."""

    han: int
    packed: int
    traits: int
    run: int
    lacks: Kind


class _Set(NamedTuple):
    """Groups that lie together. `left`: the guarded tiles beside them; `last`: the place of the newest part."""

    han: int
    left: int
    traits: int
    runs: int
    triplets: int
    lacks: Kind
    last: int

    @property
    def promise(self) -> int:
        """Han by its looks so far."""
        return self.han + trait_han()[self.traits] + _TRIPLETS_HAN[self.triplets] + _runs_han(self.runs)


def group_layouts(outlook: Outlook) -> Iterator[Layout]:
    """The promising hands of four groups and a pair."""
    parts = list(_parts(outlook))
    whole = nlargest(_MOST_PARTS, [part for part in parts if part.lacks == NOTHING])
    lacking = [part for part in parts if part.lacks != NOTHING]
    sets = [_Set(0, outlook.packed | _GUARD, ALL_TRAITS, 0, 0, NOTHING, 0)]
    for _ in range(3):
        sets = list(_grown(sets, whole))
    fours = list(_grown(sets, whole))
    fours += _grown([three._replace(last=0) for three in _best(_THREES, sets)], lacking)
    held = [pair for pair in pairs() if outlook.count(pair.kinds[0])]
    for four in _best(_FOURS, fours):
        yield from _with_pair(four, held, outlook)


def _parts(outlook: Outlook) -> Iterator[_Part]:
    """The groups that lie in the wall, and those that lack one tile of which the wall has no more."""
    guarded = outlook.packed | _GUARD
    for group in (*runs(), *triplets()):
        missing = ~(guarded - group.packed) & _GUARD
        if not missing:
            yield _Part(outlook.han_of(group), group.packed, group.traits, group.run, NOTHING)
        elif not missing & missing - 1:
            lacks = missing.bit_length() // BITS - 1
            if outlook.count(lacks) == (0 if group.run else 2):
                held = group.packed - ONE_OF[lacks]
                yield _Part(outlook.han_of(group), held, group.traits, group.run, lacks)


def _grown(sets: Iterable[_Set], parts: Sequence[_Part]) -> Iterator[_Set]:
    """Each set with one part more, from its last part on: no set comes twice."""
    for one in sets:
        before, left, traits, run_bits, count, lacks, last = one
        for place in range(last, len(parts)):
            part = parts[place]
            rest = left - part.packed
            if rest & _GUARD == _GUARD:
                twice = 1 if part.run & run_bits else 0
                triplet = 0 if part.run else 1
                yield _Set(
                    before + part.han + twice,
                    rest,
                    traits & part.traits,
                    run_bits | part.run,
                    count + triplet,
                    part.lacks if lacks == NOTHING else lacks,
                    place,
                )


def _best(most: int, sets: list[_Set]) -> list[_Set]:
    return nlargest(most, sets, key=attrgetter("promise"))


@lru_cache(maxsize=1 << 13)
def _runs_han(run_bits: int) -> int:
    return 2 * sum(run_bits & key == key for key in run_keys())


def _with_pair(four: _Set, held: Sequence[Group], outlook: Outlook) -> Iterator[Layout]:
    """The set with each pair that is left beside it, or with a single tile that waits for its like."""
    left = four.left & ~_GUARD
    used = outlook.packed - left
    if four.lacks != NOTHING:
        used += ONE_OF[four.lacks]
    apart = four.promise - trait_han()[four.traits]
    for pair in held:
        kind = pair.kinds[0]
        copies = left >> SHIFT_OF[kind] & COPIES_MASK
        if copies >= 2 or (copies == 1 and four.lacks == NOTHING):
            promise = apart + trait_han()[four.traits & pair.traits] + 2 * outlook.tile_han[kind]
            yield Layout(promise, used + pair.packed, four.lacks if copies >= 2 else kind)
