"""Counts of tiles packed into one integer: what the tables of suits are looked up by.

Five bits for each kind, from 1m upwards, and above them five for each of the three red fives, which are counted as
fives too. Packed tiles are added by adding, a suit is cut out by one mask, and a fifth copy anywhere is found by one
addition. Pure.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from referee.tiles import KINDS, Counts, Kind, Tile, kind_of
from referee.tiles.names import COPIES, RED_FIVES, TILES

BITS: Final = 5
COPIES_MASK: Final = (1 << BITS) - 1
SUIT_BITS: Final = 9 * BITS

KIND_OF: Final[tuple[Kind, ...]] = tuple(map(kind_of, range(TILES)))
"""The kind of each tile, as a table."""

SHIFT_OF: Final[tuple[int, ...]] = tuple(BITS * tile for tile in range(TILES))
"""Where the copies of a kind, or of a red five, begin."""

ONE_OF: Final[tuple[int, ...]] = tuple(
    1 << SHIFT_OF[kind_of(tile)] | (1 << SHIFT_OF[tile] if tile in RED_FIVES else 0) for tile in range(TILES)
)
"""Each tile, packed."""

KINDS_MASK: Final = (1 << BITS * KINDS) - 1
SUIT_MASKS: Final[tuple[int, ...]] = (
    *(((1 << SUIT_BITS) - 1) << SUIT_BITS * suit for suit in range(3)),
    KINDS_MASK ^ ((1 << 3 * SUIT_BITS) - 1),
)
"""The bits of characters, circles, bamboo, honours."""

MOST_PACKED: Final = COPIES_MASK - (1 << BITS - 1) + COPIES + 1
"""So many tiles can be packed without `has_fifth_copy` being wrong: copies of one kind must not run into the next."""

_EACH = sum(1 << shift for shift in SHIFT_OF[:KINDS])
_TO_THE_TOP_BIT = _EACH * ((1 << BITS - 1) - COPIES - 1)
_TOP_BITS = _EACH << BITS - 1

_one_of = ONE_OF.__getitem__


def pack(tiles: Iterable[Tile]) -> int:
    """The packed counts of tiles."""
    return sum(map(_one_of, tiles))


def has_fifth_copy(packed: int) -> bool:
    """Whether there are five or more copies of some kind; for at most MOST_PACKED tiles."""
    return (packed & KINDS_MASK) + _TO_THE_TOP_BIT & _TOP_BITS != 0


def copies_of(packed: int, tile: Tile) -> int:
    """How many copies of a kind, or of a red five."""
    return packed >> SHIFT_OF[tile] & COPIES_MASK


def unpack(packed: int) -> Counts:
    """The 34 counts; a red five counts as a five."""
    return tuple(packed >> shift & COPIES_MASK for shift in SHIFT_OF[:KINDS])


@lru_cache(maxsize=256)
def mask_of(kinds: frozenset[Kind]) -> int:
    """The bits of some kinds."""
    return sum(COPIES_MASK << SHIFT_OF[kind] for kind in kinds)
