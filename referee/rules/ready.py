"""Which kinds complete 13 tiles, by shape alone: no yaku, no minimum, no look at the pool.

A kind of which the 13 tiles hold all four is no wait: the fifth copy does not exist.
"""

from collections.abc import Sequence
from typing import Final

from referee.rules.shapes import suit_completions, suits_of
from referee.tiles import Counts, Kind, Tile, counts_of

TERMINALS_AND_HONOURS: Final[tuple[Kind, ...]] = (0, 8, 9, 17, 18, 26, *range(27, 34))
_FIRST_KINDS = (0, 9, 18, 27)  # of the four suits


def wait_kinds(hand: Sequence[Tile]) -> tuple[Kind, ...]:
    """The kinds that complete the 13 tiles of `hand`, ascending; a red five is a five. Empty if it is not ready."""
    return waits_of_counts(counts_of(hand))


def waits_of_counts(counts: Counts) -> tuple[Kind, ...]:
    """As `wait_kinds`, from the 34 counts of 13 tiles."""
    bits = _standard_bits(counts, fifth=False) | _pairs_bits(counts) | _orphans_bits(counts)
    return tuple(kind for kind in range(34) if bits >> kind & 1)


def ready_by_shape_only(counts: Counts) -> bool:
    """Whether the shape waits for something, but only for copies that do not exist: ready, and nothing can win."""
    return not waits_of_counts(counts) and _standard_bits(counts, fifth=True) != 0


def _standard_bits(counts: Counts, *, fifth: bool) -> int:
    """Waits of four sets and a pair. 13 tiles lack one: in one suit (3n + 1 tiles), or in two (3n + 2 tiles each)."""
    suits = suits_of(counts)
    ones: list[int] = []
    twos: list[int] = []
    for place, suit in enumerate(suits):
        rest = sum(suit) % 3
        if rest == 1:
            ones.append(place)
        elif rest == 2:
            twos.append(place)
        elif not suit_completions(suit).whole:
            return 0
    if len(ones) == 1 and not twos:
        return _bits(suits, ones[0], fifth=fifth)
    if len(twos) == 2 and not ones:
        first, second = twos
        bits = 0
        if suit_completions(suits[second]).whole:
            bits |= _bits(suits, first, fifth=fifth)
        if suit_completions(suits[first]).whole:
            bits |= _bits(suits, second, fifth=fifth)
        return bits
    return 0


def _bits(suits: tuple[tuple[int, ...], ...], place: int, *, fifth: bool) -> int:
    completions = suit_completions(suits[place])
    return (completions.fifth_bits if fifth else completions.bits) << _FIRST_KINDS[place]


def _pairs_bits(counts: Counts) -> int:
    """Six pairs and a single tile; four of a kind are no two pairs."""
    if counts.count(2) == 6 and counts.count(1) == 1:
        return 1 << counts.index(1)
    return 0


def _orphans_bits(counts: Counts) -> int:
    held = [kind for kind in TERMINALS_AND_HONOURS if counts[kind]]
    if sum(counts[kind] for kind in held) != 13 or len(held) < 12:
        return 0
    lacking = [kind for kind in TERMINALS_AND_HONOURS if not counts[kind]] or TERMINALS_AND_HONOURS
    return sum(1 << kind for kind in lacking)
