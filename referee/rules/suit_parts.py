"""The ways to split each suit, kept in tables: with traits, fu and the places where a winning tile can stand.

A hand costs four look-ups, by the packed counts of its suits. The tables are filled as suits come up, with 0.3 KB for
a suit that splits (there are 21,743; 60,000 random hands meet 4,000 in each table), and hold at most `_KEPT` each,
10 MB; full, they begin anew. They only remember: no answer depends on what came before.
"""

from functools import cache, lru_cache
from typing import Final, NamedTuple

from referee.rules.fu import CLOSED_TRIPLETS, OPEN_TRIPLETS, FuPart
from referee.rules.packing import COPIES_MASK, SHIFT_OF, SUIT_MASKS
from referee.rules.reading import WaitForm
from referee.rules.shapes import NO_PAIR, RANKED, SuitReading, split_table, tiles_of
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

_KEPT: Final = 1 << 15
_WHOLE_HAND: Final = 14
_FIRST_KINDS: Final = (0, 9, 18, FIRST_HONOUR)
_HONOURS: Final = 3

_TRIPLET_BIT: Final = RANKED
_PAIR_BIT: Final = 2 * RANKED
RUN_BITS: Final = (1 << _TRIPLET_BIT) - 1
TRIPLET_BITS: Final = RUN_BITS << _TRIPLET_BIT


class Place(NamedTuple):
    """A place where the winning tile can stand: what it completed there, and how that changes the traits.

    `opens`: it completed a triplet, which then counts as open.
    """

    wait: WaitForm
    opens: bool
    traits: int


class SuitPart(NamedTuple):
    """One way to split a suit; kinds, not numbers. `pairs` holds the pair, if there is one.

    `groups` has a bit for each run (RUN_BITS, by its first number), triplet (TRIPLET_BITS) and pair. `fu_parts` are
    those of its triplets, all closed.
    """

    traits: int
    groups: int
    runs: tuple[Kind, ...]
    triplets: tuple[Kind, ...]
    pairs: tuple[Kind, ...]
    fu_parts: tuple[FuPart, ...]


class SuitTable(dict[int, tuple[SuitPart, ...]]):
    """Packed counts of one suit, where they stand in the whole hand, to every way to split it; none is ()."""

    def __init__(self, suit: int) -> None:
        super().__init__()
        self._suit = suit
        self._shift = SHIFT_OF[_FIRST_KINDS[suit]]

    def __missing__(self, packed: int) -> tuple[SuitPart, ...]:
        if len(self) >= _KEPT:
            self.clear()
        found = self[packed] = suit_parts(self._suit, packed >> self._shift)
        return found


@cache
def suit_tables() -> tuple[SuitTable, SuitTable, SuitTable, SuitTable]:
    """The tables of characters, circles, bamboo and honours."""
    return SuitTable(0), SuitTable(1), SuitTable(2), SuitTable(_HONOURS)


def alone(packed: int, suit: int) -> int:
    """The counts of one suit of packed tiles by themselves, number 1 lowest."""
    return (packed & SUIT_MASKS[suit]) >> SHIFT_OF[_FIRST_KINDS[suit]]


def suit_parts(suit: int, packed: int) -> tuple[SuitPart, ...]:
    """Every way to split a suit (0-2 numbers, 3 honours), packed by itself, in the order of `SplitTable`."""
    tiles = tiles_of(packed)
    if tiles % 3 == 1:
        return ()
    readings = split_table(honours=suit == _HONOURS)[packed]
    if not readings:
        return ()
    given = _tile_traits(suit, (packed | packed >> 1 | packed >> 2) & _ONE_EACH)
    if tiles == _WHOLE_HAND and suit != _HONOURS and gates_number(packed) is not None:
        given += GATES.one
    return tuple([_part(_FIRST_KINDS[suit], reading, given) for reading in readings])


def held_bits(packed: int) -> int:
    """A bit for each number that occurs in a suit that is packed by itself."""
    held = 0
    for number, shift in enumerate(_SHIFTS):
        if packed >> shift & COPIES_MASK:
            held |= 1 << number
    return held


@lru_cache(maxsize=2048)
def _tile_traits(suit: int, ones: int) -> int:
    """What the tiles of a suit give; `ones` is one of each kind that occurs."""
    return tile_traits(suit, held_bits(ones))


def gates_number(packed: int) -> int | None:
    """Of a suit of 14 tiles, packed by itself, the number beside 1112345678999; None if they are no nine gates."""
    return gates_extra(tuple([packed >> shift & COPIES_MASK for shift in _SHIFTS]))


def _part(first: Kind, reading: SuitReading, traits: int) -> SuitPart:
    """A reading of the suit that begins with the kind `first`, with the traits that its tiles give."""
    runs, triplets, pair = reading
    groups = 0
    pairs: tuple[Kind, ...] = ()
    if pair != NO_PAIR:
        groups = 1 << _PAIR_BIT + pair
        traits += _PAIR_TRAITS[first + pair]
        pairs = _PAIRS[first + pair]
    for number in runs:
        groups |= 1 << number
        traits += _RUN_TRAITS[number]
    for number in triplets:
        groups |= 1 << _TRIPLET_BIT + number
        traits += _TRIPLET_TRAITS[first + number]
    if len(runs) > 1:
        traits += _runs_together(runs)
    return SuitPart(traits, groups, _kinds(first, runs), _kinds(first, triplets), pairs, _closed(first, triplets))


@lru_cache(maxsize=2048)
def _kinds(first: Kind, numbers: tuple[int, ...]) -> tuple[Kind, ...]:
    """Numbers of a suit as kinds; there are few different ones, which all splits share."""
    return tuple([first + number for number in numbers])


@lru_cache(maxsize=2048)
def _closed(first: Kind, triplets: tuple[int, ...]) -> tuple[FuPart, ...]:
    return tuple([CLOSED_TRIPLETS[first + number] for number in triplets])


def places(groups: int, winning: Kind) -> tuple[Place, ...]:
    """Where a winning tile can stand among the groups of its suit: in the pair, a triplet, different runs."""
    number = winning % RANKED
    runs = (groups & RUN_BITS) << 2 >> number & 7  # a bit each for those in which it is third, second, first
    triplet, pair = groups >> _TRIPLET_BIT + number & 1, groups >> _PAIR_BIT + number & 1
    return _PLACES[winning][runs | triplet << 3 | pair << 4]


def pair_place() -> Place:
    """The winning tile in the pair."""
    return _place(WaitForm.TANKI)


def triplet_place(kind: Kind) -> Place:
    """The winning tile in a triplet, which then counts as open."""
    lost = CLOSED_TRIPLETS[kind].fu - OPEN_TRIPLETS[kind].fu
    traits = _place(WaitForm.SHANPON).traits - CLOSED.one - TRIPLET_FU.one * lost
    return Place(WaitForm.SHANPON, True, traits)


def run_place(first: int, step: int) -> Place:
    """The winning tile in a run that begins at the number `first` (from 0), as its first, second or third."""
    if step == 1:
        return _place(WaitForm.KANCHAN)
    edge = (first == 0 and step == 2) or (first == _LAST_RUN and step == 0)
    return _place(WaitForm.PENCHAN if edge else WaitForm.RYANMEN)


def _place(wait: WaitForm) -> Place:
    return Place(wait, False, WAIT.one * WAIT_CODES[wait])


def _all_places(kind: Kind) -> tuple[tuple[Place, ...], ...]:
    """The places of a kind for each set of groups in which it can stand, as `places` numbers them."""
    number = kind % RANKED
    found = []
    for code in range(1 << 5):
        in_runs = [run_place(number - step, step) for step in (2, 1, 0) if code >> 2 - step & 1]
        in_triplet = [triplet_place(kind)] if code >> 3 & 1 else []
        in_pair = [pair_place()] if code >> 4 & 1 else []
        found.append((*in_pair, *in_triplet, *in_runs))
    return tuple(found)


_LAST_RUN: Final = 6
_SHIFTS: Final = SHIFT_OF[:RANKED]
_ONE_EACH: Final = sum(1 << shift for shift in _SHIFTS)
_RUN_TRAITS: Final = tuple(map(run_traits, range(_LAST_RUN + 1)))
_PAIR_TRAITS: Final = tuple(map(pair_traits, range(KINDS)))
_TRIPLET_TRAITS: Final = tuple(triplet_traits(kind, CLOSED_TRIPLETS[kind].fu) for kind in range(KINDS))
_PAIRS: Final = tuple((kind,) for kind in range(KINDS))
_PLACES: Final = tuple(map(_all_places, range(KINDS)))
_runs_together: Final = lru_cache(maxsize=512)(runs_together)
