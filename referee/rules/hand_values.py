"""What a way to read 14 tiles is worth by itself: its yaku and its fu, before riichi, ippatsu, houtei and dora.

Found once for all readings with the same traits (see `traits`) and remembered: there are some 85,000 different traits,
but they come to few thousand different values, 0.4 KB each. Only where the house plays local yaku, which may ask for
anything, each reading is asked about those anew.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from referee.rules.candidates import Candidate
from referee.rules.fu import CLOSED_RON_PARTS, SEVEN_PAIRS_PARTS, WAIT_PARTS, fu_of, pair_parts, rounded_up
from referee.rules.ruleset import RuleSet
from referee.rules.scores import YakuScore
from referee.rules.situation import Circumstances
from referee.rules.traits import FIRST_HONOUR, HONOUR_PAIR, ORPHANS, SEVEN_PAIRS, TRIPLET_FU, WAIT, WAIT_CODES
from referee.rules.yaku.table import YakuTable
from referee.rules.yaku.trait_yaku import families, ordinary_yaku
from referee.rules.yaku.win import Win
from referee.rules.yaku.yaku import Yaku
from referee.tiles import KINDS, Kind

OWN: Final = -1
"""The number of a value that is not remembered."""


class HandValue(NamedTuple):
    """The worth of a reading by itself.

    `yakuman` is the multiple, 0 if there is none; `yaku` are then the yakuman. `fu` is rounded up, `exact_fu` is not.
    `replaced` are yaku from outside (riichi and the like) that do not count beside a local one. `number` is the same
    for all readings with this value, and OWN for one with local yaku, which is not remembered.
    """

    yaku: tuple[YakuScore, ...]
    han: int
    yakuman: int
    fu: int
    exact_fu: int
    replaced: frozenset[str]
    number: int


class _Found(NamedTuple):
    """The yaku of a reading, before it is decided which of them count."""

    ordinary: tuple[Yaku, ...]
    yakuman: tuple[Yaku, ...]
    exact_fu: int


class HandValues:
    """The values of readings under one table of yaku and one pair of winds.

    `pair_parts` are the parts of the fu that a pair gives, by kind. `known` are the values by traits, as far as they
    were met; it stays empty where local yaku are played, for then traits do not say all.
    """

    def __init__(self, table: YakuTable, round_wind: Kind | None, seat_wind: Kind, double_wind_pair_fu: int) -> None:
        self.has_local: Final = bool(table.local_ordinary or table.local_yakuman)
        self.pair_parts: Final = tuple(
            pair_parts(kind, round_wind, seat_wind, double_wind_pair_fu) for kind in range(KINDS)
        )
        self.known: Final[dict[int, HandValue]] = {}
        self._table = table
        self._ordinary = ordinary_yaku(round_wind, seat_wind)
        self._families = families((*self._ordinary, *table.yakuman))
        self._pair_fu = (0, *(fu_of(parts) for parts in self.pair_parts[FIRST_HONOUR:]))
        self._fu: dict[int, int] = {}
        self._found: dict[tuple[int, int], tuple[_Found, HandValue]] = {}

    @staticmethod
    def of(rules: RuleSet, circumstances: Circumstances) -> "HandValues":
        """The values for a rule set and the winds of the circumstances."""
        return _hand_values(
            YakuTable.of(rules), circumstances.round_wind, circumstances.seat_wind, rules.double_wind_pair_fu
        )

    def value(self, candidate: Candidate, packed: int, winning: Kind, circumstances: Circumstances) -> HandValue:
        """The value of one way to read the packed 14 tiles."""
        found, value = self._by_traits(candidate.traits)
        if not self.has_local:
            return value
        win = Win.of(candidate.reading(winning), packed, circumstances)
        ordinary = tuple([entry.yaku for entry in self._table.local_ordinary if entry.holds(win)])
        yakuman = tuple([entry.yaku for entry in self._table.local_yakuman if entry.holds(win)])
        if not ordinary and not yakuman:
            return value
        return self._counted(_Found(found.ordinary + ordinary, found.yakuman + yakuman, found.exact_fu), OWN)

    def of_traits(self, traits: int) -> HandValue:
        """The value of all readings with these traits, local yaku apart."""
        return self.known.get(traits) or self._by_traits(traits)[1]

    def _by_traits(self, traits: int) -> tuple[_Found, HandValue]:
        bits = 0
        for family in self._families:
            bits |= family.bits(traits)
        fu = self._fu.get(traits & _FU_MASK)
        if fu is None:
            fu = self._fu[traits & _FU_MASK] = exact_fu(traits, self._pair_fu)
        known = self._found.get((bits, fu))
        if known is None:
            found = self._yaku(bits, fu)
            known = self._found[bits, fu] = found, self._counted(found, len(self._found))
        if not self.has_local:
            self.known[traits] = known[1]
        return known

    def _yaku(self, bits: int, fu: int) -> _Found:
        first_yakuman = len(self._ordinary)
        return _Found(
            tuple(entry.yaku for place, entry in enumerate(self._ordinary) if bits >> place & 1),
            tuple(entry.yaku for place, entry in enumerate(self._table.yakuman, first_yakuman) if bits >> place & 1),
            fu,
        )

    def _counted(self, found: _Found, number: int) -> HandValue:
        yakuman = _without_replaced(found.yakuman)
        if not self._table.stack and len(yakuman) > 1:
            yakuman = [max(yakuman, key=lambda yaku: yaku.worth)]
        ordinary = [] if yakuman else _without_replaced(found.ordinary)
        listed = (
            *(YakuScore(yaku.id, yakuman=yaku.worth) for yaku in yakuman),
            *(YakuScore(yaku.id, han=yaku.worth) for yaku in ordinary),
        )
        return HandValue(
            yaku=listed,
            han=sum(yaku.worth for yaku in ordinary),
            yakuman=sum(yaku.worth for yaku in yakuman),
            fu=rounded_up(found.exact_fu),
            exact_fu=found.exact_fu,
            replaced=frozenset(id_ for yaku in ordinary for id_ in yaku.replaces),
            number=number,
        )


def exact_fu(traits: int, pair_fu: Sequence[int]) -> int:
    """The fu of a reading before they are rounded; `pair_fu` by the number of an honour pair, 0 for others.

    The sum of the parts that a candidate lists; 0 for thirteen orphans, which have none.
    """
    if traits & SEVEN_PAIRS.mask:
        return fu_of(SEVEN_PAIRS_PARTS)
    if traits & ORPHANS.mask:
        return 0
    fu = fu_of(CLOSED_RON_PARTS) + TRIPLET_FU.of(traits) + pair_fu[HONOUR_PAIR.of(traits)]
    return fu + _WAIT_FU[WAIT.of(traits)]


_FU_MASK: Final = TRIPLET_FU.mask | HONOUR_PAIR.mask | WAIT.mask | SEVEN_PAIRS.mask | ORPHANS.mask
_WAIT_FU: Final = {WAIT_CODES[wait]: fu_of(parts[0]) for wait, parts in WAIT_PARTS.items()}


def _without_replaced(found: Sequence[Yaku]) -> list[Yaku]:
    dropped = {id_ for yaku in found for id_ in yaku.replaces}
    return [yaku for yaku in found if yaku.id not in dropped] if dropped else list(found)


@lru_cache(maxsize=64)
def _hand_values(table: YakuTable, round_wind: Kind | None, seat_wind: Kind, double_wind_pair_fu: int) -> HandValues:
    return HandValues(table, round_wind, seat_wind, double_wind_pair_fu)
