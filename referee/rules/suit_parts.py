"""The ways to split each suit, kept in tables: with traits, fu and the places where a winning tile can stand.

A hand costs four look-ups, by the packed counts of its suits. The tables are filled as suits come up, at about 2 KB for
a suit that splits (there are 21,743; the 4,000 of 60,000 random hands take 10 MB a table), and hold at most `_KEPT`
each, 20 MB; full, they begin anew. They only remember: no answer depends on what came before.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from referee.rules.fu import CLOSED_TRIPLETS, OPEN_TRIPLETS, FuPart
from referee.rules.packing import BITS, COPIES_MASK, SUIT_BITS
from referee.rules.reading import WaitForm
from referee.rules.shapes import NO_PAIR, SuitReading, suit_readings
from referee.rules.traits import CLOSED, GATES, TRIPLET_FU, WAIT, gates_extra, split_traits, tile_traits
from referee.tiles import Kind

_KEPT: Final = 1 << 13
_SIZES: Final = (9, 9, 9, 7)
_WAIT_CODES: Final = {wait: code for code, wait in enumerate(WaitForm)}


class Place(NamedTuple):
    """A place where the winning tile can stand: what it completed there, and how that changes the traits."""

    wait: WaitForm
    opened: Kind | None
    traits: int


class SuitPart(NamedTuple):
    """One way to split a suit; kinds, not numbers. `pairs` holds the pair, if there is one.

    `run_bits` and `triplet_bits` have bit n set for a run that begins at, or a triplet of, number n (none for honours,
    which the three suits of numbers are never compared with). `fu_parts` are those of its triplets, all closed.
    """

    runs: tuple[Kind, ...]
    triplets: tuple[Kind, ...]
    pairs: tuple[Kind, ...]
    run_bits: int
    triplet_bits: int
    traits: int
    fu_parts: tuple[FuPart, ...]
    places: Mapping[Kind, tuple[Place, ...]]


class SuitTable(dict[int, tuple[SuitPart, ...]]):
    """Packed counts of one suit, where they stand in the whole hand, to every way to split it; none is ()."""

    def __init__(self, suit: int) -> None:
        super().__init__()
        self._suit = suit

    def __missing__(self, packed: int) -> tuple[SuitPart, ...]:
        if len(self) >= _KEPT:
            self.clear()
        found = self[packed] = suit_parts(self._suit, suit_counts(packed, self._suit))
        return found


@cache
def suit_tables() -> tuple[SuitTable, SuitTable, SuitTable, SuitTable]:
    """The tables of characters, circles, bamboo and honours."""
    return SuitTable(0), SuitTable(1), SuitTable(2), SuitTable(3)


def suit_counts(packed: int, suit: int) -> tuple[int, ...]:
    """The copies by number of one suit of packed tiles."""
    first = SUIT_BITS * suit
    return tuple(packed >> first + BITS * number & COPIES_MASK for number in range(_SIZES[suit]))


def suit_parts(suit: int, counts: tuple[int, ...]) -> tuple[SuitPart, ...]:
    """Every way to split the tiles of a suit (0-2 numbers, 3 honours), in the order of `shapes.suit_readings`."""
    if sum(counts) % 3 == 1:
        return ()
    given = tile_traits(suit, counts)
    extra = gates_extra(counts) if suit < 3 else None
    return tuple(
        _part(suit, reading, given, None if extra is None else 9 * suit + extra) for reading in suit_readings(counts)
    )


def _part(suit: int, reading: SuitReading, given: int, gate: Kind | None) -> SuitPart:
    first = 9 * suit
    runs = tuple(first + number for number in reading.runs)
    triplets = tuple(first + number for number in reading.triplets)
    pairs = () if reading.pair == NO_PAIR else (first + reading.pair,)
    fu_parts = tuple(CLOSED_TRIPLETS[kind] for kind in triplets)
    numbers = suit < 3
    return SuitPart(
        runs=runs,
        triplets=triplets,
        pairs=pairs,
        run_bits=_bits(reading.runs),
        triplet_bits=_bits(reading.triplets) if numbers else 0,
        traits=given + split_traits(runs, triplets, pairs, sum(part.fu for part in fu_parts)),
        fu_parts=fu_parts,
        places=_places(runs, triplets, pairs, gate),
    )


def _bits(numbers: tuple[int, ...]) -> int:
    return sum(1 << number for number in set(numbers))


def _places(
    runs: tuple[Kind, ...], triplets: tuple[Kind, ...], pairs: tuple[Kind, ...], gate: Kind | None
) -> dict[Kind, tuple[Place, ...]]:
    """For each kind, the different places: the pair, the triplet, each different run."""
    found: dict[Kind, list[Place]] = {}
    for kind in pairs:
        found.setdefault(kind, []).append(pair_place())
    for kind in triplets:
        found.setdefault(kind, []).append(triplet_place(kind))
    for first in dict.fromkeys(runs):
        for kind in (first, first + 1, first + 2):
            found.setdefault(kind, []).append(run_place(first, kind))
    if gate in found:
        found[gate] = [place._replace(traits=place.traits + GATES.one) for place in found[gate]]
    return {kind: tuple(places) for kind, places in found.items()}


def pair_place() -> Place:
    """The winning tile in the pair."""
    return _place(WaitForm.TANKI)


def triplet_place(kind: Kind) -> Place:
    """The winning tile in a triplet, which then counts as open."""
    lost = CLOSED_TRIPLETS[kind].fu - OPEN_TRIPLETS[kind].fu
    traits = _place(WaitForm.SHANPON).traits - CLOSED.one - TRIPLET_FU.one * lost
    return Place(WaitForm.SHANPON, kind, traits)


def run_place(first: Kind, winning: Kind) -> Place:
    """The winning tile in the run that begins at `first`."""
    step = winning - first
    if step == 1:
        return _place(WaitForm.KANCHAN)
    lowest = first % 9
    edge = (lowest == 0 and step == 2) or (lowest == 6 and step == 0)
    return _place(WaitForm.PENCHAN if edge else WaitForm.RYANMEN)


def _place(wait: WaitForm) -> Place:
    return Place(wait, None, WAIT.one * _WAIT_CODES[wait])
