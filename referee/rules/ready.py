"""Which kinds complete 13 tiles, by shape alone: no yaku, no minimum, no look at the pool.

A kind of which the 13 tiles hold all four is no wait: the fifth copy does not exist. What each suit lacks is kept in
tables like those of `suit_parts`: at most `_KEPT` suits each, about 0.3 KB a suit.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from referee.rules.packing import BITS, KINDS_MASK, ONE_OF, SHIFT_OF, SUIT_MASKS, pack
from referee.rules.shapes import Completions, suit_completions
from referee.tiles import KINDS, Kind, Tile

TERMINALS_AND_HONOURS: Final[tuple[Kind, ...]] = (0, 8, 9, 17, 18, 26, *range(27, 34))
_FIRST_KINDS: Final = (0, 9, 18, 27)  # of the four suits
_HONOURS_SUIT: Final = 3
_KEPT: Final = 1 << 14
_CHARACTERS, _CIRCLES, _BAMBOO, _HONOURS = SUIT_MASKS
_SECOND_BITS = sum(2 << shift for shift in SHIFT_OF[:KINDS])
_FIRST_BITS = _SECOND_BITS >> 1


class CompletionTable(dict[int, Completions]):
    """Packed counts of one suit, where they stand in the whole hand, to what it is and lacks; bits by kind."""

    def __init__(self, suit: int) -> None:
        super().__init__()
        self._suit = suit

    def __missing__(self, packed: int) -> Completions:
        if len(self) >= _KEPT:
            self.clear()
        first = _FIRST_KINDS[self._suit]
        lacks = suit_completions(packed >> SHIFT_OF[first], honours=self._suit == _HONOURS_SUIT)
        found = self[packed] = lacks._replace(bits=lacks.bits << first, fifth_bits=lacks.fifth_bits << first)
        return found


@cache
def completion_tables() -> tuple[CompletionTable, CompletionTable, CompletionTable, CompletionTable]:
    """The tables of characters, circles, bamboo and honours."""
    return CompletionTable(0), CompletionTable(1), CompletionTable(2), CompletionTable(3)


def wait_kinds(hand: Sequence[Tile]) -> tuple[Kind, ...]:
    """The kinds that complete the 13 tiles of `hand`, ascending; a red five is a five. Empty if it is not ready."""
    return waits_of_packed(pack(hand))


def waits_of_packed(packed: int) -> tuple[Kind, ...]:
    """As `wait_kinds`, from packed tiles."""
    kinds = packed & KINDS_MASK
    bits = _standard(kinds).bits | _pairs_bits(kinds) | orphan_waits().get(kinds, 0)
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(found)


def ready_by_shape_only(packed: int) -> bool:
    """Whether the shape waits for something, but only for copies that do not exist: ready, and nothing can win."""
    kinds = packed & KINDS_MASK
    return not waits_of_packed(packed) and _standard(kinds).fifth_bits != 0


_NONE: Final = Completions(0, False, 0, 0)


def _standard(kinds: int) -> Completions:
    """Waits of four sets and a pair. 13 tiles lack one: in one suit (3n + 1 tiles), or in two (3n + 2 tiles each)."""
    characters, circles, bamboo, honours = completion_tables()
    open_suits = []
    for suit in (
        characters[kinds & _CHARACTERS],
        circles[kinds & _CIRCLES],
        bamboo[kinds & _BAMBOO],
        honours[kinds & _HONOURS],
    ):
        if suit.rest:
            open_suits.append(suit)
        elif not suit.whole:
            return _NONE
    if len(open_suits) == 1 and open_suits[0].rest == 1:
        return open_suits[0]
    if len(open_suits) != 2:
        return _NONE
    first, second = open_suits
    if first.rest != 2 or second.rest != 2:
        return _NONE
    if not first.whole:
        return first if second.whole else _NONE
    if not second.whole:
        return second
    return Completions(0, False, first.bits | second.bits, first.fifth_bits | second.fifth_bits)


def _pairs_bits(kinds: int) -> int:
    """Six pairs and a single tile; four of a kind are no two pairs."""
    single = kinds & _FIRST_BITS
    if kinds.bit_count() != 7 or single.bit_count() != 1 or kinds & ~single & ~_SECOND_BITS or kinds & single << 1:
        return 0
    return 1 << single.bit_length() // BITS


@cache
def orphan_waits() -> dict[int, int]:
    """The packed hands that wait for thirteen orphans, with the bits of the kinds that complete them."""
    every = pack(TERMINALS_AND_HONOURS)
    found = {every: sum(1 << kind for kind in TERMINALS_AND_HONOURS)}
    for lacking in TERMINALS_AND_HONOURS:
        for doubled in TERMINALS_AND_HONOURS:
            if doubled != lacking:
                found[every - ONE_OF[lacking] + ONE_OF[doubled]] = 1 << lacking
    return found
