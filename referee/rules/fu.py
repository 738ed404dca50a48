"""Fu, with the parts they are made of.

A win by ron from a closed hand: 20 and 10 for ron, triplets, the pair, the wait; rounded up to ten. Seven pairs are
always 25, and pinfu has none of the extras, so it comes to 30 by itself. Parts are values that are made once and
shared.
"""

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final

from referee.rules.reading import WaitForm
from referee.rules.ready import TERMINALS_AND_HONOURS
from referee.tiles import KINDS, Kind

_FIRST_DRAGON = 31


@unique
class FuId(StrEnum):
    """What gives fu."""

    BASE = "base"
    CLOSED_RON = "closed_ron"
    SEVEN_PAIRS = "seven_pairs"
    OPEN_TRIPLET = "open_triplet"
    CLOSED_TRIPLET = "closed_triplet"
    PAIR_DRAGON = "pair_dragon"
    PAIR_ROUND_WIND = "pair_round_wind"
    PAIR_SEAT_WIND = "pair_seat_wind"
    PAIR_DOUBLE_WIND = "pair_double_wind"
    KANCHAN = "kanchan"
    PENCHAN = "penchan"
    TANKI = "tanki"


@dataclass(frozen=True, slots=True)
class FuPart:
    """One part of the fu; `kind` is the tile of a triplet or pair, the winning tile of a wait."""

    id: FuId
    fu: int
    kind: Kind | None = None


def triplet_fu(kind: Kind, *, opened: bool) -> int:
    """The fu of a triplet: 4 closed, 2 open, twice as much for terminals and honours."""
    return (2 if opened else 4) * (2 if kind in TERMINALS_AND_HONOURS else 1)


CLOSED_RON_PARTS: Final = (FuPart(FuId.BASE, 20), FuPart(FuId.CLOSED_RON, 10))
"""What every win of four sets and a pair begins with."""

SEVEN_PAIRS_PARTS: Final = (FuPart(FuId.SEVEN_PAIRS, 25),)

CLOSED_TRIPLETS: Final[tuple[FuPart, ...]] = tuple(
    FuPart(FuId.CLOSED_TRIPLET, triplet_fu(kind, opened=False), kind) for kind in range(KINDS)
)
OPEN_TRIPLETS: Final[tuple[FuPart, ...]] = tuple(
    FuPart(FuId.OPEN_TRIPLET, triplet_fu(kind, opened=True), kind) for kind in range(KINDS)
)
"""The parts of triplets, by kind."""

WAIT_PARTS: Final[dict[WaitForm, tuple[tuple[FuPart, ...], ...]]] = {
    wait: tuple((FuPart(FuId(wait.value), 2, kind),) for kind in range(KINDS))
    for wait in (WaitForm.KANCHAN, WaitForm.PENCHAN, WaitForm.TANKI)
} | dict.fromkeys((WaitForm.RYANMEN, WaitForm.SHANPON), ((),) * KINDS)
"""The part of a wait (none for two-sided waits and for triplets), by the winning kind."""


def pair_parts(pair: Kind, round_wind: Kind | None, seat_wind: Kind, double_wind_pair_fu: int) -> tuple[FuPart, ...]:
    """The part of a pair of value honours, or none."""
    if pair >= _FIRST_DRAGON:
        return (FuPart(FuId.PAIR_DRAGON, 2, pair),)
    if pair == round_wind == seat_wind:
        return (FuPart(FuId.PAIR_DOUBLE_WIND, double_wind_pair_fu, pair),)
    if pair == round_wind:
        return (FuPart(FuId.PAIR_ROUND_WIND, 2, pair),)
    return (FuPart(FuId.PAIR_SEAT_WIND, 2, pair),) if pair == seat_wind else ()


def fu_of(parts: tuple[FuPart, ...]) -> int:
    """The sum of the parts before it is rounded."""
    return sum(part.fu for part in parts)


def rounded_up(fu: int) -> int:
    """Fu as they count: rounded up to ten; seven pairs stay at 25."""
    return fu if fu == 25 else -(-fu // 10) * 10
