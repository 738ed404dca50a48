"""Groups that a hand can be built of, with what each tells of the hand it stands in: a player's quick eye for yaku.

What is told here only says where to look first; what a hand is worth is for the rules to say. Pure.
"""

from functools import cache
from typing import Final, NamedTuple

from referee.rules.packing import pack
from referee.rules.ready import TERMINALS_AND_HONOURS
from referee.rules.traits import FIRST_HONOUR
from referee.tiles import KINDS, Kind

YAKUMAN: Final = 13
_RUNS_OF_A_SUIT: Final = 7
_OUTSIDE_KINDS: Final = frozenset(TERMINALS_AND_HONOURS)

SIMPLES, OUTSIDE, CHARACTERS, CIRCLES, BAMBOO, NUMBERS, HONOURS, ENDS = (1 << place for place in range(8))
"""Bits of traits: a hand has those that all of its groups and its pair have. An honour goes with any one suit."""

ALL_TRAITS: Final = (1 << 8) - 1
ONE_SUIT: Final = CHARACTERS | CIRCLES | BAMBOO


class Group(NamedTuple):
    """Two or three equal kinds, or three in a row. `run`: one bit, which of the 21 runs; 0 for equal kinds."""

    kinds: tuple[Kind, ...]
    packed: int
    traits: int
    run: int


@cache
def runs() -> tuple[Group, ...]:
    """The 21 runs, ascending."""
    lows = [low for low in range(FIRST_HONOUR) if low % 9 < _RUNS_OF_A_SUIT]
    return tuple(_group((low, low + 1, low + 2), 1 << place) for place, low in enumerate(lows))


@cache
def triplets() -> tuple[Group, ...]:
    """The 34 triplets, by kind."""
    return tuple(_group((kind,) * 3) for kind in range(KINDS))


@cache
def pairs() -> tuple[Group, ...]:
    """The 34 pairs, by kind."""
    return tuple(_group((kind,) * 2) for kind in range(KINDS))


@cache
def trait_han() -> tuple[int, ...]:
    """The han of the traits that a whole hand shares, by those traits: tanyao, flushes, chanta and the like."""
    return tuple(map(_trait_han, range(ALL_TRAITS + 1)))


@cache
def run_keys() -> tuple[int, ...]:
    """The bits of the runs that make three colours or a straight, 2 han each."""
    colours = (sum(1 << _RUNS_OF_A_SUIT * suit + low for suit in range(3)) for low in range(_RUNS_OF_A_SUIT))
    straights = (sum(1 << _RUNS_OF_A_SUIT * suit + low for low in (0, 3, 6)) for suit in range(3))
    return (*colours, *straights)


def _group(kinds: tuple[Kind, ...], run: int = 0) -> Group:
    honour = kinds[0] >= FIRST_HONOUR
    traits = ONE_SUIT | HONOURS if honour else NUMBERS | CHARACTERS << kinds[0] // 9
    outside = _OUTSIDE_KINDS.intersection(kinds)
    traits |= OUTSIDE if outside else SIMPLES
    return Group(kinds, pack(kinds), traits | ENDS if outside.issuperset(kinds) else traits, run)


def _trait_han(traits: int) -> int:
    if traits & HONOURS or (traits & ENDS and traits & NUMBERS):
        return YAKUMAN
    han = 1 if traits & SIMPLES else 0
    if traits & ONE_SUIT:
        han += 6 if traits & NUMBERS else 3
    if traits & ENDS:
        return han + 2
    return han + (3 if traits & NUMBERS else 2) if traits & OUTSIDE else han
