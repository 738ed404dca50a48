"""Traits: everything that yaku and fu ask of a way to read 14 tiles, in one integer.

Most fields add up over the four suits and the place of the winning tile, so the traits of a hand are a sum of five
table entries. Two readings with the same traits have the same yaku (circumstances and patterns apart) and the same fu,
whatever their tiles: that is what lets a value be looked up instead of computed, one hand at a time or by the thousand.
Traits fit in 63 bits, so they can stand in arrays. Pure.
"""

from typing import Final, NamedTuple

from referee.tiles import Kind

_FIRST_HONOUR = 27
_OUTER_NUMBERS = (0, 8)
_GREEN: Final = frozenset({19, 20, 21, 23, 25, 32})
_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


class Field(NamedTuple):
    """A few bits of the traits: `one` is one of what is counted, `mask` all bits of the field."""

    one: int
    mask: int

    def of(self, traits: int) -> int:
        """The number that stands in the field."""
        return (traits & self.mask) // self.one


def _fields(*bits: int) -> tuple[Field, ...]:
    shifts = [sum(bits[:place]) for place in range(len(bits))]
    return tuple(Field(1 << shift, (1 << size) - 1 << shift) for shift, size in zip(shifts, bits, strict=True))


(
    PAIRS,  # suits that hold a pair beside their sets: exactly one in four sets and a pair
    RUNS,
    CLOSED,  # triplets without the one that the winning tile completed
    TRIPLET_FU,
    TWINS,  # pairs of identical runs
    INSIDE,  # sets and pairs without terminal or honour
    STRAIGHTS,  # suits with 123, 456 and 789
    NUMBERED,  # suits of numbers that occur
    WITH_SIMPLES,  # suits in which 2-8 occur
    WITH_TERMINALS,  # suits in which 1 or 9 occurs
    NOT_GREEN,  # suits in which a tile occurs that is not all green
    GATES,  # 1: nine gates; 2: and the winning tile is the one beside 1112345678999
    WAIT,  # the code of what the winning tile completed
    SAME_RUN,  # the same run in all three suits
    SAME_TRIPLET,  # the same triplet in all three suits
    HONOURS,  # whether honours occur
    HONOUR_PAIR,  # 1-7, or 0 if the pair is none of honours
    HONOUR_TRIPLETS,  # one bit for each of the seven
    SEVEN_PAIRS,
    ORPHANS,  # 1: thirteen orphans that waited for one kind; 2: for all thirteen
) = _fields(3, 3, 3, 6, 2, 3, 2, 2, 2, 2, 3, 2, 3, 1, 1, 1, 3, 7, 1, 2)


def tile_traits(suit: int, counts: tuple[int, ...]) -> int:
    """What the tiles of a suit (0-2 numbers, 3 honours) give, however they are split; `counts` by number."""
    held = [9 * suit + number for number, copies in enumerate(counts) if copies]
    if not held:
        return 0
    traits = NOT_GREEN.one if any(kind not in _GREEN for kind in held) else 0
    if suit == 3:
        return traits + HONOURS.one
    traits += NUMBERED.one
    traits += WITH_SIMPLES.one if any(kind % 9 not in _OUTER_NUMBERS for kind in held) else 0
    traits += WITH_TERMINALS.one if any(kind % 9 in _OUTER_NUMBERS for kind in held) else 0
    return traits + (GATES.one if gates_extra(counts) is not None else 0)


def gates_extra(counts: tuple[int, ...]) -> int | None:
    """The number that stands beside 1112345678999 in a suit of 14 tiles; None if they are no nine gates."""
    beside = [copies - wanted for copies, wanted in zip(counts, _GATES, strict=True)]
    if sum(beside) != 1 or min(beside) < 0:
        return None
    return beside.index(1)


def split_traits(runs: tuple[Kind, ...], triplets: tuple[Kind, ...], pairs: tuple[Kind, ...], triplet_fu: int) -> int:
    """What one split of a suit gives, its triplets all closed."""
    numbers = [first % 9 for first in runs]
    inside = sum(1 for first in numbers if first not in (0, 6))
    inside += sum(1 for kind in triplets + pairs if is_simple(kind))
    traits = (
        RUNS.one * len(runs)
        + CLOSED.one * len(triplets)
        + TRIPLET_FU.one * triplet_fu
        + TWINS.one * sum(numbers.count(number) // 2 for number in set(numbers))
        + INSIDE.one * inside
        + STRAIGHTS.one * ({0, 3, 6} <= set(numbers))
        + HONOUR_TRIPLETS.one * sum(1 << kind - _FIRST_HONOUR for kind in triplets if kind >= _FIRST_HONOUR)
    )
    for pair in pairs:
        traits += PAIRS.one + (HONOUR_PAIR.one * (pair - _FIRST_HONOUR + 1) if pair >= _FIRST_HONOUR else 0)
    return traits


def is_simple(kind: Kind) -> bool:
    """Whether the kind is a number from 2 to 8."""
    return kind < _FIRST_HONOUR and kind % 9 not in _OUTER_NUMBERS
