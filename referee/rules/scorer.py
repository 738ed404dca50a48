"""Scores a win: tries every reading, takes the dearest, and says whether it reaches the minimum.

A `Scorer` holds what one rule set and one situation decide beforehand, so that many hands can be scored with it. It
is pure and unchecked: `referee.rules.score` checks the tiles first.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Self

from referee.rules.choices import FirstDiscardRon, Payment
from referee.rules.fu import FuPart, fu_parts_of, rounded_up
from referee.rules.limits import Limit, base_of, least_han, limit_of, points_of, reaches, units_of
from referee.rules.reading import Reading, readings
from referee.rules.ruleset import RuleSet
from referee.rules.scores import Reason, Score, YakuScore
from referee.rules.situation import Circumstances, Situation, furiten_on_pass
from referee.rules.yaku.names import YakuId
from referee.rules.yaku.table import Yaku, YakuTable
from referee.rules.yaku.win import Tiles, Win
from referee.tiles import Tile, counts_of, is_red, kind_of, suit_of

_SITUATIONAL: Final = (YakuId.IPPATSU, YakuId.HOUTEI)
_RENHOU_LIMITS: Final = {
    FirstDiscardRon.RENHOU_MANGAN: Limit.MANGAN,
    FirstDiscardRon.RENHOU_BAIMAN: Limit.BAIMAN,
    FirstDiscardRon.RENHOU_YAKUMAN: Limit.YAKUMAN,
}


@dataclass(frozen=True, slots=True)
class Dora:
    """The han that tiles give by themselves: dora, red fives, ura."""

    open: int
    red: int
    ura: int


@dataclass(frozen=True, slots=True)
class Worth:
    """What one reading comes to; `yaku` in the order of the table, dora last. A larger `key` is taken first."""

    reading: Reading
    yaku: tuple[YakuScore, ...]
    han: int
    fu: int
    fu_parts: tuple[FuPart, ...]
    limit: Limit
    yakuman: int
    base: int
    points: int

    @property
    def key(self) -> tuple[int, int, int, int]:
        """The order of readings: payment, then han (a yakuman above counted ones), then fu before rounding."""
        return self.points, self.yakuman, self.han, sum(part.fu for part in self.fu_parts)


@dataclass(frozen=True, slots=True)
class Scorer:
    """A rule set and a situation, ready to score hands of 13 tiles."""

    rules: RuleSet
    situation: Situation
    circumstances: Circumstances
    table: YakuTable
    not_for_minimum: frozenset[YakuId]

    @classmethod
    def of(cls, rules: RuleSet, situation: Situation) -> Self:
        """A scorer for the rules and the situation."""
        excluded = set[YakuId]()
        if not rules.minimum_counts_riichi:
            excluded.add(YakuId.RIICHI)
        if not rules.minimum_counts_situational:
            excluded.update(_SITUATIONAL)
        return cls(
            rules=rules,
            situation=situation,
            circumstances=Circumstances.of(rules, situation),
            table=YakuTable.of(rules),
            not_for_minimum=frozenset(excluded),
        )

    def score(self, hand: Sequence[Tile], tile: Tile) -> Score:
        """The score of 13 tiles winning on `tile`; that the tiles are possible is the caller's matter."""
        fourteen = (*hand, tile)
        tiles = Tiles.of(counts_of(fourteen))
        wins = [Win(tiles, reading, self.circumstances) for reading in readings(tiles.counts, kind_of(tile))]
        if not wins:
            return self._incomplete()
        dora = self._dora(tiles, fourteen)
        candidates = [_Candidate.of(self, win) for win in wins]
        paid = self._with_renhou(_dearest(self._worth(candidate, dora) for candidate in candidates))
        if dora.ura == 0 and not self.not_for_minimum:
            least = paid
        else:
            without_ura = Dora(dora.open, dora.red, 0)
            least = self._with_renhou(
                _dearest(self._worth(candidate, without_ura, self.not_for_minimum) for candidate in candidates)
            )
        return self._complete(paid, least, has_yaku=any(candidate.has_yaku for candidate in candidates))

    def _complete(self, paid: Worth, least: Worth, *, has_yaku: bool) -> Score:
        reasons: tuple[Reason, ...] = ()
        if not has_yaku and not paid.yaku:
            reasons = (Reason.NO_YAKU,)
        elif not reaches(
            self.rules.minimum,
            limit=least.limit,
            han=least.han,
            points_child=points_of(least.base, dealer=False),
        ):
            reasons = (Reason.BELOW_MINIMUM,)
        paid_in_han = paid.limit is not Limit.YAKUMAN
        return Score(
            complete=True,
            reasons=reasons,
            reading=paid.reading,
            reading_for_minimum=least.reading,
            yaku=paid.yaku,
            han=paid.han if paid_in_han else None,
            han_for_minimum=least.han if least.limit is not Limit.YAKUMAN else None,
            fu=paid.fu if paid_in_han else None,
            fu_for_minimum=least.fu if least.limit is not Limit.YAKUMAN else None,
            fu_parts=paid.fu_parts if paid_in_han else (),
            limit=paid.limit,
            limit_for_minimum=least.limit,
            yakuman=paid.yakuman,
            points=paid.points,
            points_child=points_of(paid.base, dealer=False),
            points_dealer=points_of(paid.base, dealer=True),
            units=units_of(paid.limit, paid.yakuman),
            furiten_on_pass=furiten_on_pass(self.rules, self.situation),
        )

    def _incomplete(self) -> Score:
        return Score(
            complete=False,
            reasons=(Reason.NOT_COMPLETE,),
            reading=None,
            reading_for_minimum=None,
            yaku=(),
            han=None,
            han_for_minimum=None,
            fu=None,
            fu_for_minimum=None,
            fu_parts=(),
            limit=Limit.NONE,
            limit_for_minimum=Limit.NONE,
            yakuman=0,
            points=0,
            points_child=0,
            points_dealer=0,
            units=Fraction(0),
            furiten_on_pass=furiten_on_pass(self.rules, self.situation),
        )

    def _dora(self, tiles: Tiles, fourteen: Iterable[Tile]) -> Dora:
        return Dora(
            open=sum(tiles.counts[kind] for kind in self.circumstances.dora),
            red=sum(1 for tile in fourteen if is_red(tile) and self.rules.counts_red(suit_of(tile))),
            ura=sum(tiles.counts[kind] for kind in self.circumstances.ura),
        )

    def _worth(self, candidate: "_Candidate", dora: Dora, excluded: frozenset[YakuId] = frozenset()) -> Worth:
        if candidate.yakuman:
            multiple = sum(yaku.worth for yaku in candidate.yakuman)
            listed = tuple(YakuScore(yaku.id, yakuman=yaku.worth) for yaku in candidate.yakuman)
            return self._priced(candidate, listed, 0, Limit.YAKUMAN, multiple)
        if not candidate.yaku:
            return self._priced(candidate, (), 0, Limit.NONE, 0)
        listed = tuple(YakuScore(yaku.id, han=yaku.worth) for yaku in candidate.yaku if yaku.id not in excluded)
        listed += tuple(_listed_dora(dora))
        han = sum(entry.han or 0 for entry in listed)
        return self._priced(candidate, listed, han, limit_of(han, candidate.fu, self.rules), 0)

    def _priced(
        self, candidate: "_Candidate", listed: tuple[YakuScore, ...], han: int, limit: Limit, yakuman: int
    ) -> Worth:
        base = base_of(limit, han, candidate.fu, yakuman)
        return Worth(
            reading=candidate.reading,
            yaku=listed,
            han=han,
            fu=candidate.fu,
            fu_parts=candidate.fu_parts,
            limit=limit,
            yakuman=yakuman,
            base=base,
            points=self._points(base),
        )

    def _points(self, base: int) -> int:
        return points_of(base, dealer=self.circumstances.dealer and self.rules.payment is not Payment.UNITS)

    def _with_renhou(self, own: Worth) -> Worth:
        """The limit of a renhou, or the hand's own worth without riichi if that is higher."""
        renhou = self.circumstances.renhou
        if renhou is None or renhou not in _RENHOU_LIMITS:
            return own
        limit = _RENHOU_LIMITS[renhou]
        yakuman = 1 if limit is Limit.YAKUMAN else 0
        base = base_of(limit, 0, 0, yakuman)
        if own.base > base:
            return own
        han = 0 if yakuman else least_han(limit)
        entry = YakuScore(YakuId.RENHOU, yakuman=1) if yakuman else YakuScore(YakuId.RENHOU, han=han)
        return Worth(
            reading=own.reading,
            yaku=(entry,),
            han=han,
            fu=own.fu,
            fu_parts=own.fu_parts,
            limit=limit,
            yakuman=yakuman,
            base=base,
            points=self._points(base),
        )


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A reading with its yaku and fu, before dora."""

    reading: Reading
    yaku: tuple[Yaku, ...]
    yakuman: tuple[Yaku, ...]
    fu: int
    fu_parts: tuple[FuPart, ...]

    @classmethod
    def of(cls, scorer: Scorer, win: Win) -> Self:
        yakuman = scorer.table.yakuman_of(win)
        parts = fu_parts_of(win, scorer.rules.double_wind_pair_fu)
        yaku = () if yakuman else scorer.table.yaku_of(win)
        return cls(win.reading, yaku, yakuman, rounded_up(parts), parts)

    @property
    def has_yaku(self) -> bool:
        return bool(self.yaku or self.yakuman)


def _dearest(worths: Iterable[Worth]) -> Worth:
    return max(worths, key=lambda worth: worth.key)


def _listed_dora(dora: Dora) -> Iterator[YakuScore]:
    for id_, han in ((YakuId.DORA, dora.open), (YakuId.AKA_DORA, dora.red), (YakuId.URA_DORA, dora.ura)):
        if han:
            yield YakuScore(id_, han=han)
