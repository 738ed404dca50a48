"""Traits: everything that yaku and fu ask of a way to read 14 tiles, in one integer.

Most fields add up over the four suits and the place of the winning tile, so the traits of a hand are a sum of five
table entries. Two readings with the same traits have the same yaku (circumstances and patterns apart) and the same fu,
whatever their tiles: that is what lets a value be looked up instead of computed, one hand at a time or by the thousand.
Traits fit in 63 bits, so they can stand in arrays. Pure.
"""

from typing import Final, NamedTuple

from referee.rules.reading import WaitForm
from referee.tiles import Kind

FIRST_HONOUR: Final = 27
_BAMBOO: Final = 2
_ENDS: Final = 1 | 1 << 8  # 1 and 9
_GREEN_BAMBOO: Final = 1 << 1 | 1 << 2 | 1 << 3 | 1 << 5 | 1 << 7
_GREEN_DRAGON: Final = 1 << 5
_STRAIGHT: Final = frozenset((0, 3, 6))
_GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)


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
    WAIT,  # the code (WAIT_CODES) of what the winning tile completed
    SAME_RUN,  # the same run in all three suits
    SAME_TRIPLET,  # the same triplet in all three suits
    HONOURS,  # whether honours occur
    HONOUR_PAIR,  # 1-7, or 0 if the pair is none of honours
    HONOUR_TRIPLETS,  # one bit for each of the seven
    SEVEN_PAIRS,
    ORPHANS,  # 1: thirteen orphans that waited for one kind; 2: for all thirteen
) = _fields(3, 3, 3, 6, 2, 3, 2, 2, 2, 2, 3, 2, 3, 1, 1, 1, 3, 7, 1, 2)

WAIT_CODES: Final = {wait: code for code, wait in enumerate(WaitForm)}


def tile_traits(suit: int, held: int) -> int:
    """What the tiles of a suit (0-2 numbers, 3 honours) give, however they are split.

    `held` has a bit for each number that occurs; nine gates are found by `gates_extra`.
    """
    if not held:
        return 0
    if suit == 3:
        return HONOURS.one + (NOT_GREEN.one if held & ~_GREEN_DRAGON else 0)
    traits = NUMBERED.one
    if held & ~_GREEN_BAMBOO or suit != _BAMBOO:
        traits += NOT_GREEN.one
    if held & ~_ENDS:
        traits += WITH_SIMPLES.one
    return traits + (WITH_TERMINALS.one if held & _ENDS else 0)


def gates_extra(counts: tuple[int, ...]) -> int | None:
    """The number that stands beside 1112345678999 in a suit of 14 tiles; None if they are no nine gates."""
    beside = [copies - wanted for copies, wanted in zip(counts, _GATES, strict=True)]
    if sum(beside) != 1 or min(beside) < 0:
        return None
    return beside.index(1)


def run_traits(first: Kind) -> int:
    """What a run gives by itself; identical runs and straights are `runs_together`."""
    return RUNS.one + (0 if first % 9 in (0, 6) else INSIDE.one)


def runs_together(numbers: tuple[int, ...]) -> int:
    """What the runs of a suit give together; `numbers` (from 0) are where they begin."""
    different = set(numbers)
    traits = STRAIGHTS.one if different >= _STRAIGHT else 0
    if len(different) < len(numbers):
        traits += TWINS.one * sum(numbers.count(number) // 2 for number in different)
    return traits


def triplet_traits(kind: Kind, fu: int) -> int:
    """What a closed triplet gives."""
    traits = CLOSED.one + TRIPLET_FU.one * fu
    if kind >= FIRST_HONOUR:
        return traits + (HONOUR_TRIPLETS.one << kind - FIRST_HONOUR)
    return traits + (0 if kind % 9 in (0, 8) else INSIDE.one)


def pair_traits(kind: Kind) -> int:
    """What a pair gives."""
    if kind >= FIRST_HONOUR:
        return PAIRS.one + HONOUR_PAIR.one * (kind - FIRST_HONOUR + 1)
    return PAIRS.one + (0 if kind % 9 in (0, 8) else INSIDE.one)
