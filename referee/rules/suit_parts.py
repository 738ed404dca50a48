"""The ways to split each suit, kept in tables: with traits, fu and the places where a winning tile can stand.

A hand costs four look-ups, by the packed counts of its suits. The tables are filled as suits come up, in 9 us and with
about 1 KB for a suit that splits (there are 21,743; 60,000 random hands meet 4,000 in each table), and hold at most
`_KEPT` each, 8 MB; full, they begin anew. They only remember: no answer depends on what came before.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from referee.rules.fu import CLOSED_TRIPLETS, OPEN_TRIPLETS, FuPart
from referee.rules.packing import COPIES_MASK, SHIFT_OF
from referee.rules.reading import WaitForm
from referee.rules.shapes import NO_PAIR, SuitReading, suit_readings
from referee.rules.traits import (
    CLOSED,
    FIRST_HONOUR,
    GATES,
    TRIPLET_FU,
    WAIT,
    WAIT_CODES,
    gates_extra,
    pair_traits,
    run_traits,
    runs_together,
    tile_traits,
    triplet_traits,
)
from referee.tiles import KINDS, Kind

_KEPT: Final = 1 << 13
_WHOLE_HAND: Final = 14
_SHIFTS: Final = (SHIFT_OF[0:9], SHIFT_OF[9:18], SHIFT_OF[18:27], SHIFT_OF[27:34])


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
    return tuple([packed >> shift & COPIES_MASK for shift in _SHIFTS[suit]])


def suit_parts(suit: int, counts: tuple[int, ...]) -> tuple[SuitPart, ...]:
    """Every way to split the tiles of a suit (0-2 numbers, 3 honours), in the order of `shapes.suit_readings`."""
    tiles = sum(counts)
    if tiles % 3 == 1:
        return ()
    readings = suit_readings(counts)
    if not readings:
        return ()
    given = tile_traits(suit, held_bits(counts))
    gate = gates_extra(counts) if tiles == _WHOLE_HAND and suit < 3 else None
    if gate is None:
        return tuple([_part(9 * suit, reading, given) for reading in readings])
    return tuple([_gates(_part(9 * suit, reading, given + GATES.one), 9 * suit + gate) for reading in readings])


def held_bits(counts: tuple[int, ...]) -> int:
    """A bit for each number that occurs."""
    held = 0
    for number, copies in enumerate(counts):
        if copies:
            held |= 1 << number
    return held


def _part(first: Kind, reading: SuitReading, traits: int) -> SuitPart:
    """A reading of the suit that begins with the kind `first`, with the traits that its tiles give."""
    runs = tuple([first + number for number in reading.runs])
    triplets = tuple([first + number for number in reading.triplets])
    pairs = () if reading.pair == NO_PAIR else (first + reading.pair,)
    run_bits = triplet_bits = 0
    places: dict[Kind, tuple[Place, ...]] = {}
    for kind in pairs:
        traits += _PAIR_TRAITS[kind]
        places[kind] = _IN_PAIR
    for kind in triplets:
        traits += _TRIPLET_TRAITS[kind]
        triplet_bits |= 1 << kind - first
        places[kind] = places.get(kind, ()) + _IN_TRIPLET[kind]
    for kind in runs:
        traits += run_traits(kind)
        if not run_bits >> kind - first & 1:  # of identical runs one place is enough
            run_bits |= 1 << kind - first
            for step, place in enumerate(_IN_RUN[kind - first]):
                places[kind + step] = places.get(kind + step, ()) + place
    return SuitPart(
        runs,
        triplets,
        pairs,
        run_bits,
        triplet_bits if first < FIRST_HONOUR else 0,
        traits + runs_together(reading.runs),
        tuple([CLOSED_TRIPLETS[kind] for kind in triplets]),
        places,
    )


def _gates(part: SuitPart, winning: Kind) -> SuitPart:
    """Nine gates, that are pure if they were won on this kind."""
    pure = tuple(place._replace(traits=place.traits + GATES.one) for place in part.places[winning])
    return part._replace(places={**part.places, winning: pure})


def pair_place() -> Place:
    """The winning tile in the pair."""
    return _place(WaitForm.TANKI)


def triplet_place(kind: Kind) -> Place:
    """The winning tile in a triplet, which then counts as open."""
    lost = CLOSED_TRIPLETS[kind].fu - OPEN_TRIPLETS[kind].fu
    traits = _place(WaitForm.SHANPON).traits - CLOSED.one - TRIPLET_FU.one * lost
    return Place(WaitForm.SHANPON, kind, traits)


def run_place(first: int, step: int) -> Place:
    """The winning tile in a run that begins at the number `first` (from 0), as its first, second or third."""
    if step == 1:
        return _place(WaitForm.KANCHAN)
    edge = (first == 0 and step == 2) or (first == _LAST_RUN and step == 0)
    return _place(WaitForm.PENCHAN if edge else WaitForm.RYANMEN)


def _place(wait: WaitForm) -> Place:
    return Place(wait, None, WAIT.one * WAIT_CODES[wait])


_LAST_RUN: Final = 6
_PAIR_TRAITS: Final = tuple(map(pair_traits, range(KINDS)))
_TRIPLET_TRAITS: Final = tuple(triplet_traits(kind, CLOSED_TRIPLETS[kind].fu) for kind in range(KINDS))
_IN_PAIR: Final = (pair_place(),)
_IN_TRIPLET: Final = tuple((triplet_place(kind),) for kind in range(KINDS))
_IN_RUN: Final = tuple(tuple((run_place(first, step),) for step in range(3)) for first in range(_LAST_RUN + 1))
