"""Fu, with the parts they are made of.

A win by ron from a closed hand: 20 and 10 for ron, triplets, the pair, the wait; rounded up to ten. Seven pairs are
always 25, and pinfu has none of the extras, so it comes to 30 by itself.
"""

from dataclasses import dataclass
from enum import StrEnum, unique

from referee.rules.reading import Form, WaitForm
from referee.rules.ready import TERMINALS_AND_HONOURS
from referee.rules.yaku.win import Win
from referee.tiles import Kind

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


_WAITS = {WaitForm.KANCHAN: FuId.KANCHAN, WaitForm.PENCHAN: FuId.PENCHAN, WaitForm.TANKI: FuId.TANKI}


def fu_parts_of(win: Win, double_wind_pair_fu: int) -> tuple[FuPart, ...]:
    """The parts of a win's fu; empty for thirteen orphans, whose worth does not ask for fu."""
    reading = win.reading
    if reading.form is Form.ORPHANS:
        return ()
    if reading.form is Form.SEVEN_PAIRS:
        return (FuPart(FuId.SEVEN_PAIRS, 25),)
    parts = [FuPart(FuId.BASE, 20), FuPart(FuId.CLOSED_RON, 10)]
    parts += [_triplet(kind, opened=kind == reading.opened) for kind in reading.triplets]
    pair = _pair(win, double_wind_pair_fu)
    if pair is not None:
        parts.append(pair)
    if reading.wait in _WAITS:
        parts.append(FuPart(_WAITS[reading.wait], 2, reading.winning))
    return tuple(parts)


def rounded_up(parts: tuple[FuPart, ...]) -> int:
    """The sum of the parts, rounded up to ten; seven pairs stay at 25."""
    total = sum(part.fu for part in parts)
    return total if total == 25 else -(-total // 10) * 10


def _triplet(kind: Kind, *, opened: bool) -> FuPart:
    worth = 2 if opened else 4
    if kind in TERMINALS_AND_HONOURS:
        worth *= 2
    return FuPart(FuId.OPEN_TRIPLET if opened else FuId.CLOSED_TRIPLET, worth, kind)


def _pair(win: Win, double_wind_pair_fu: int) -> FuPart | None:
    pair = win.reading.pair
    if pair >= _FIRST_DRAGON:
        return FuPart(FuId.PAIR_DRAGON, 2, pair)
    of_round = pair == win.circumstances.round_wind
    of_seat = pair == win.circumstances.seat_wind
    if of_round and of_seat:
        return FuPart(FuId.PAIR_DOUBLE_WIND, double_wind_pair_fu, pair)
    if of_round:
        return FuPart(FuId.PAIR_ROUND_WIND, 2, pair)
    return FuPart(FuId.PAIR_SEAT_WIND, 2, pair) if of_seat else None
