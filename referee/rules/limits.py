"""From han and fu to a limit, and from a limit to points and units. Exact: integers, and fractions for units."""

from enum import StrEnum, unique
from fractions import Fraction
from typing import Final

from referee.rules.choices import MinimumKind
from referee.rules.match_options import Minimum
from referee.rules.ruleset import RuleSet


@unique
class Limit(StrEnum):
    """The steps of a win's worth, in ascending order."""

    NONE = "none"
    MANGAN = "mangan"
    HANEMAN = "haneman"
    BAIMAN = "baiman"
    SANBAIMAN = "sanbaiman"
    KAZOE_YAKUMAN = "kazoe_yakuman"
    YAKUMAN = "yakuman"

    @property
    def rank(self) -> int:
        """The place of the limit in ascending order."""
        return _RANKS[self]


_RANKS: Final = {limit: place for place, limit in enumerate(Limit)}

_BASES: Final = {
    Limit.MANGAN: 2_000,
    Limit.HANEMAN: 3_000,
    Limit.BAIMAN: 4_000,
    Limit.SANBAIMAN: 6_000,
    Limit.KAZOE_YAKUMAN: 8_000,
    Limit.YAKUMAN: 8_000,
}

_UNITS: Final = {
    Limit.NONE: Fraction(0),
    Limit.MANGAN: Fraction(1),
    Limit.HANEMAN: Fraction(3, 2),
    Limit.BAIMAN: Fraction(2),
    Limit.SANBAIMAN: Fraction(3),
    Limit.KAZOE_YAKUMAN: Fraction(4),
    Limit.YAKUMAN: Fraction(4),
}

_LEAST_HAN: Final = {Limit.MANGAN: 5, Limit.HANEMAN: 6, Limit.BAIMAN: 8, Limit.SANBAIMAN: 11, Limit.KAZOE_YAKUMAN: 13}

_KIRIAGE_BASE = 1_920  # 4 han 30 fu, 3 han 60 fu: 7,700, rounded up to mangan where the house does so


def limit_of(han: int, fu: int, rules: RuleSet) -> Limit:
    """The limit of han and fu without a yakuman; Limit.NONE below mangan."""
    if han >= 13:
        return Limit.KAZOE_YAKUMAN if rules.kazoe_yakuman else Limit.SANBAIMAN
    for limit in (Limit.SANBAIMAN, Limit.BAIMAN, Limit.HANEMAN, Limit.MANGAN):
        if han >= _LEAST_HAN[limit]:
            return limit
    base = plain_base(han, fu)
    return Limit.MANGAN if base >= (_KIRIAGE_BASE if rules.kiriage_mangan else _BASES[Limit.MANGAN]) else Limit.NONE


def plain_base(han: int, fu: int) -> int:
    """The base points below mangan: fu x 2^(2 + han); 0 without han."""
    return fu << (2 + han) if han else 0


def base_of(limit: Limit, han: int, fu: int, yakuman: int) -> int:
    """The base points of a limit, of so many yakuman, or of han and fu below mangan."""
    if limit is Limit.NONE:
        return plain_base(han, fu)
    return _BASES[limit] * max(1, yakuman)


def points_of(base: int, *, dealer: bool) -> int:
    """What a win is paid on the dealer's or the non-dealer's scale, rounded up to 100; honba and pot are not in it."""
    return -(-base * (6 if dealer else 4) // 100) * 100


def units_of(limit: Limit, yakuman: int) -> Fraction:
    """The worth of a win in units: mangan is 1, below mangan is 0, several yakuman are so many times 4."""
    return _UNITS[limit] * max(1, yakuman)


def least_han(limit: Limit) -> int:
    """The han at which a limit begins, mangan with any fu; only for limits below yakuman."""
    return _LEAST_HAN[limit]


def reaches(minimum: Minimum, *, limit: Limit, han: int, points_child: int) -> bool:
    """Whether a worth reaches the minimum; `points_child` is on the non-dealer scale. A yakuman always does."""
    if limit is Limit.YAKUMAN or minimum.kind is MinimumKind.NONE:
        return True
    if minimum.kind is MinimumKind.HAN:
        return han >= minimum.number
    if minimum.kind is MinimumKind.POINTS:
        return points_child >= minimum.number
    least = Limit.MANGAN if minimum.kind is MinimumKind.MANGAN else Limit.HANEMAN
    return limit.rank >= least.rank
