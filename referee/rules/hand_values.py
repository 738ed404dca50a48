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


class _Listed(NamedTuple):
    """A yaku with the entry that a score has for it."""

    yaku: Yaku
    entry: YakuScore


class _Found(NamedTuple):
    """The yaku of a reading, before it is decided which of them count."""

    ordinary: tuple[_Listed, ...]
    yakuman: tuple[_Listed, ...]
    exact_fu: int


class HandValues:
    """The values of readings under one table of yaku and one pair of winds.

    `pair_parts` are the parts of the fu that a pair gives, by kind; `local` is what the local yaku ask for. `known` are
    the values by traits, as far as they were met; it stays empty where local yaku are played, for then traits do not
    say all.
    """

    def __init__(self, table: YakuTable, round_wind: Kind | None, seat_wind: Kind, double_wind_pair_fu: int) -> None:
        self.local: Final = tuple(entry.condition for entry in (*table.local_ordinary, *table.local_yakuman))
        self.has_local: Final = bool(self.local)
        self.pair_parts: Final = tuple(
            pair_parts(kind, round_wind, seat_wind, double_wind_pair_fu) for kind in range(KINDS)
        )
        self.known: Final[dict[int, HandValue]] = {}
        ordinary = ordinary_yaku(round_wind, seat_wind)
        self._stack = table.stack
        self._local_ordinary = [(_in_han(entry.yaku), entry.condition) for entry in table.local_ordinary]
        self._local_yakuman = [(_as_yakuman(entry.yaku), entry.condition) for entry in table.local_yakuman]
        self._families = families((*ordinary, *table.yakuman))
        self._listed = [
            *(_in_han(entry.yaku) for entry in ordinary),
            *(_as_yakuman(entry.yaku) for entry in table.yakuman),
        ]
        self._first_yakuman = len(ordinary)
        self._pair_fu = (0, *(fu_of(parts) for parts in self.pair_parts[FIRST_HONOUR:]))
        self._fu: dict[int, int] = {}
        self._found: dict[tuple[int, int], tuple[_Found, HandValue]] = {}
        self._met: dict[int, tuple[_Found, HandValue]] = {}

    @staticmethod
    def of(rules: RuleSet, circumstances: Circumstances) -> "HandValues":
        """The values for a rule set and the winds of the circumstances."""
        return _hand_values(
            YakuTable.of(rules), circumstances.round_wind, circumstances.seat_wind, rules.double_wind_pair_fu
        )

    def value(self, candidate: Candidate, packed: int, winning: Kind, circumstances: Circumstances) -> HandValue:
        """The value of one way to read the packed 14 tiles."""
        found, value = self._met.get(candidate.traits) or self._by_traits(candidate.traits)
        if not self.has_local:
            return value
        win = Win.of(candidate.reading(winning), packed, circumstances)
        ordinary = tuple([listed for listed, condition in self._local_ordinary if condition.holds(win)])
        yakuman = tuple([listed for listed, condition in self._local_yakuman if condition.holds(win)])
        if not ordinary and not yakuman:
            return value
        return self._counted(_Found(found.ordinary + ordinary, found.yakuman + yakuman, found.exact_fu), OWN)

    def of_traits(self, traits: int) -> HandValue:
        """The value of all readings with these traits, local yaku apart."""
        return (self._met.get(traits) or self._by_traits(traits))[1]

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
        self._met[traits] = known
        if not self.has_local:
            self.known[traits] = known[1]
        return known

    def _yaku(self, bits: int, fu: int) -> _Found:
        """The yaku of some bits, in their order."""
        ordinary: list[_Listed] = []
        yakuman: list[_Listed] = []
        while bits:
            lowest = bits & -bits
            bits ^= lowest
            number = lowest.bit_length() - 1
            (ordinary if number < self._first_yakuman else yakuman).append(self._listed[number])
        return _Found(tuple(ordinary), tuple(yakuman), fu)

    def _counted(self, found: _Found, number: int) -> HandValue:
        yakuman = _without_replaced(found.yakuman)
        if len(yakuman) > 1 and not self._stack:
            yakuman = (max(yakuman, key=lambda listed: listed.yaku.worth),)
        ordinary = () if yakuman else _without_replaced(found.ordinary)
        replaced = [id_ for listed in ordinary for id_ in listed.yaku.replaces]
        return HandValue(
            yaku=tuple([listed.entry for listed in yakuman or ordinary]),
            han=sum([listed.yaku.worth for listed in ordinary]),
            yakuman=sum([listed.yaku.worth for listed in yakuman]),
            fu=rounded_up(found.exact_fu),
            exact_fu=found.exact_fu,
            replaced=frozenset(replaced) if replaced else _NOTHING,
            number=number,
        )


_NOTHING: Final = frozenset[str]()


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


def _in_han(yaku: Yaku) -> _Listed:
    return _Listed(yaku, YakuScore(yaku.id, han=yaku.worth))


def _as_yakuman(yaku: Yaku) -> _Listed:
    return _Listed(yaku, YakuScore(yaku.id, yakuman=yaku.worth))


def _without_replaced(found: tuple[_Listed, ...]) -> tuple[_Listed, ...]:
    dropped = {id_ for listed in found for id_ in listed.yaku.replaces}
    return tuple([listed for listed in found if listed.yaku.id not in dropped]) if dropped else found


@lru_cache(maxsize=64)
def _hand_values(table: YakuTable, round_wind: Kind | None, seat_wind: Kind, double_wind_pair_fu: int) -> HandValues:
    return HandValues(table, round_wind, seat_wind, double_wind_pair_fu)
