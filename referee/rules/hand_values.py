"""What a way to read 14 tiles is worth by itself: its yaku and its fu, before riichi, ippatsu, houtei and dora.

Found once for all readings with the same traits (see `traits`) and remembered. Only where the house plays local yaku,
which may ask for anything, each reading is asked about those anew.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from referee.rules.candidates import Candidate
from referee.rules.fu import FuPart, fu_of, pair_parts, rounded_up
from referee.rules.ruleset import RuleSet
from referee.rules.scores import YakuScore
from referee.rules.situation import Circumstances
from referee.rules.yaku.table import Yaku, YakuTable
from referee.rules.yaku.win import Win
from referee.tiles import KINDS, Kind

_KEPT: Final = 1 << 16  # far above the traits that occur; above it the memory begins anew


class HandValue(NamedTuple):
    """The worth of a reading by itself.

    `yakuman` is the multiple, 0 if there is none; `yaku` are then the yakuman. `fu` is rounded up, `exact_fu` is not.
    `replaced` are yaku from outside (riichi and the like) that do not count beside a local one.
    """

    yaku: tuple[YakuScore, ...]
    han: int
    yakuman: int
    fu: int
    exact_fu: int
    replaced: frozenset[str] = frozenset()


class _Found(NamedTuple):
    """The yaku of a reading, before it is decided which of them count."""

    ordinary: tuple[Yaku, ...]
    yakuman: tuple[Yaku, ...]
    exact_fu: int


class HandValues:
    """The values of readings under one table of yaku and one pair of winds."""

    def __init__(self, table: YakuTable, round_wind: Kind | None, seat_wind: Kind, double_wind_pair_fu: int) -> None:
        self.table = table
        self.pair_parts: Final[tuple[tuple[FuPart, ...], ...]] = tuple(
            pair_parts(kind, round_wind, seat_wind, double_wind_pair_fu) for kind in range(KINDS)
        )
        self.by_traits: Final[dict[int, HandValue]] = {}
        self._found: dict[int, _Found] = {}
        self.has_local = bool(table.local_ordinary or table.local_yakuman)

    @staticmethod
    def of(rules: RuleSet, circumstances: Circumstances) -> "HandValues":
        """The values for a rule set and the winds of the circumstances."""
        return _hand_values(
            YakuTable.of(rules), circumstances.round_wind, circumstances.seat_wind, rules.double_wind_pair_fu
        )

    def value(self, candidate: Candidate, packed: int, winning: Kind, circumstances: Circumstances) -> HandValue:
        """The value of one way to read the packed 14 tiles."""
        if self.has_local:
            return self._with_local(candidate, Win.of(candidate.reading(winning), packed, circumstances))
        value = self.by_traits.get(candidate.traits)
        if value is not None:
            return value
        return self._by_traits(candidate, Win.of(candidate.reading(winning), packed, circumstances))

    def _by_traits(self, candidate: Candidate, win: Win) -> HandValue:
        value = self.by_traits.get(candidate.traits)
        if value is None:
            value = self.by_traits[candidate.traits] = self._counted(self._plain(candidate, win))
        return value

    def _plain(self, candidate: Candidate, win: Win) -> _Found:
        found = self._found.get(candidate.traits)
        if found is None:
            if len(self._found) >= _KEPT:
                self._found.clear()
                self.by_traits.clear()
            found = self._found[candidate.traits] = _Found(
                ordinary=tuple(yaku for yaku in self.table.ordinary if yaku.test(win)),
                yakuman=tuple(yaku for yaku in self.table.yakuman if yaku.test(win)),
                exact_fu=fu_of(candidate.fu_parts(win.reading.winning, self.pair_parts)),
            )
        return found

    def _with_local(self, candidate: Candidate, win: Win) -> HandValue:
        ordinary = tuple([yaku for yaku in self.table.local_ordinary if yaku.test(win)])
        yakuman = tuple([yaku for yaku in self.table.local_yakuman if yaku.test(win)])
        if not ordinary and not yakuman:
            return self._by_traits(candidate, win)
        plain = self._plain(candidate, win)
        return self._counted(_Found(plain.ordinary + ordinary, plain.yakuman + yakuman, plain.exact_fu))

    def _counted(self, found: _Found) -> HandValue:
        yakuman = _without_replaced(found.yakuman)
        if not self.table.stack and len(yakuman) > 1:
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
        )


def _without_replaced(found: Sequence[Yaku]) -> list[Yaku]:
    dropped = {id_ for yaku in found for id_ in yaku.replaces}
    return [yaku for yaku in found if yaku.id not in dropped]


@lru_cache(maxsize=64)
def _hand_values(table: YakuTable, round_wind: Kind | None, seat_wind: Kind, double_wind_pair_fu: int) -> HandValues:
    return HandValues(table, round_wind, seat_wind, double_wind_pair_fu)
