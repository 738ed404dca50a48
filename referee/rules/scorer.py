"""Scores a win: tries every reading, takes the dearest, and says whether it reaches the minimum.

A `Scorer` holds what one rule set and one situation decide beforehand, so that many hands can be scored with it. It
is pure and unchecked: `referee.rules.score` checks the tiles first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

from referee.rules.candidates import Candidate, candidates
from referee.rules.checks import ShownTiles
from referee.rules.choices import FirstDiscardRon
from referee.rules.hand_values import OWN, HandValue, HandValues
from referee.rules.limits import Limit, base_of, least_han
from referee.rules.packing import COPIES_MASK, KIND_OF, KINDS_MASK, ONE_OF, SHIFT_OF, pack
from referee.rules.prices import Price, PriceList
from referee.rules.ruleset import RuleSet
from referee.rules.scores import Reason, Score, YakuScore
from referee.rules.situation import Circumstances, Situation, furiten_on_pass
from referee.rules.yaku.names import YakuId
from referee.rules.yaku.table import occasional_yaku
from referee.tiles import Kind, Tile, suit_of
from referee.tiles.names import RED_FIVES

Key = TypeVar("Key")
Value = TypeVar("Value")

_SITUATIONAL: Final = (YakuId.IPPATSU, YakuId.HOUTEI)
_RENHOU_LIMITS: Final = {
    FirstDiscardRon.RENHOU_MANGAN: Limit.MANGAN,
    FirstDiscardRon.RENHOU_BAIMAN: Limit.BAIMAN,
    FirstDiscardRon.RENHOU_YAKUMAN: Limit.YAKUMAN,
}


class Worth(NamedTuple):
    """What readings with the same traits come to. A larger `key` is taken first: payment, then han (a yakuman above
    counted ones), then fu before rounding.

    `alone`: its own yaku are all there is, neither riichi nor dora count beside them.
    """

    key: tuple[int, int, int, int]
    value: HandValue
    price: Price
    han: int
    alone: bool


class Occasion(NamedTuple):
    """The yaku that the circumstances give to any hand, with their han.

    `worths` are what values are worth with them, as far as known, by the number of the value and the han of
    dora.
    """

    yaku: tuple[YakuScore, ...]
    han: int
    worths: dict[tuple[int, int], Worth]

    @staticmethod
    def of(yaku: tuple[YakuScore, ...]) -> "Occasion":
        """With nothing known yet."""
        return Occasion(yaku, sum(entry.han or 0 for entry in yaku), {})


@dataclass(frozen=True, slots=True, eq=False)
class Scorer:
    """A rule set and a situation, ready to score hands of 13 tiles.

    `paid` are the yaku that the circumstances give to any hand, `least` those that count toward the minimum; `dora`,
    `ura` and `reds` say where in packed tiles the copies of those tiles stand.
    """

    rules: RuleSet
    situation: Situation
    circumstances: Circumstances
    shown: ShownTiles
    values: HandValues
    prices: PriceList
    paid: Occasion
    least: Occasion
    dora: tuple[int, ...]
    ura: tuple[int, ...]
    reds: tuple[int, ...]
    outcomes: dict[tuple[int, int, tuple[int, int, int]], tuple[object, ...]]
    incomplete: Score

    @staticmethod
    def of(rules: RuleSet, situation: Situation) -> "Scorer":
        """A scorer for the rules and the situation; asked again, the same one."""
        return _scorer(rules, situation)

    def score(self, hand: Sequence[Tile], tile: Tile) -> Score:
        """The score of 13 tiles winning on `tile`; that the tiles are possible is the caller's matter."""
        return self.score_packed(pack(hand) + ONE_OF[tile], KIND_OF[tile])

    def score_packed(self, packed: int, winning: Kind) -> Score:
        """The score of 14 packed tiles, won on the kind `winning`."""
        return self.score_candidates(candidates(packed, winning), packed, winning)

    def score_candidates(self, found: list[Candidate], packed: int, winning: Kind) -> Score:
        """The score of 14 packed tiles of which all candidates are known."""
        if not found:
            return self.incomplete
        dora = self.dora_of(packed)
        open_dora, reds, ura = dora
        candidate, paid = self._dearest(found, packed, winning, self.paid, open_dora + reds + ura)
        if ura == 0 and self.least is self.paid:
            for_minimum, least = candidate, paid
        else:
            for_minimum, least = self._dearest(found, packed, winning, self.least, open_dora + reds)
        outcome = self._outcome(paid, least, dora)
        reading = candidate.reading(winning)
        least_reading = reading if for_minimum is candidate else for_minimum.reading(winning)
        parts = () if paid.price.limit is Limit.YAKUMAN else candidate.fu_parts(winning, self.values.pair_parts)
        return _made(Score, (*outcome, reading, least_reading, parts))

    def allows(self, found: list[Candidate], packed: int, winning: Kind) -> bool:
        """Whether a ron with these candidates would be allowed: `score_candidates(...).can_ron`, at less cost."""
        if not found:
            return False
        open_dora, reds, _ = self.dora_of(packed)
        _, least = self._dearest(found, packed, winning, self.least, open_dora + reds)
        return least.price.reaches and bool(self.paid.yaku or least.value.yaku)

    def dora_of(self, packed: int) -> tuple[int, int, int]:
        """The han that packed tiles give by themselves: dora, red fives, ura."""
        open_dora = reds = ura = 0
        for shift in self.dora:
            open_dora += packed >> shift & COPIES_MASK
        if packed > KINDS_MASK:
            for shift in self.reds:
                reds += packed >> shift & COPIES_MASK
        for shift in self.ura:
            ura += packed >> shift & COPIES_MASK
        return open_dora, reds, ura

    def _dearest(
        self, found: list[Candidate], packed: int, winning: Kind, occasion: Occasion, dora: int
    ) -> tuple[Candidate, Worth]:
        """The candidate of the largest worth, the first of several."""
        best, best_worth = found[0], None
        for candidate in found:
            value = self.values.known.get(candidate.traits)
            if value is None:
                value = self.values.value(candidate, packed, winning, self.circumstances)
            worth = occasion.worths.get((value.number, dora))
            if worth is None:
                worth = self.worth(value, occasion, dora)
                if value.number != OWN:
                    remember(occasion.worths, (value.number, dora), worth)
            if best_worth is None or worth.key > best_worth.key:
                best, best_worth = candidate, worth
        assert best_worth is not None
        return best, best_worth if self.circumstances.renhou is None else self.with_renhou(best_worth)

    def worth(self, value: HandValue, occasion: Occasion, dora: int) -> Worth:
        """What a reading comes to on an occasion, with so many han of dora."""
        alone = value.yakuman > 0 or not (value.yaku or self.paid.yaku)
        han = 0
        if not alone:
            han = value.han + dora + occasion.han
            if value.replaced:
                han -= sum(entry.han or 0 for entry in occasion.yaku if entry.id in value.replaced)
        price = self.prices.of_yakuman(value.yakuman) if value.yakuman else self.prices.of_han(han, value.fu)
        return Worth((price.points, value.yakuman, han, value.exact_fu), value, price, han, alone)

    def with_renhou(self, own: Worth) -> Worth:
        """The limit of a renhou, or the hand's own worth without riichi if that is higher or renhou is no limit."""
        limit = _RENHOU_LIMITS.get(self.circumstances.renhou) if self.circumstances.renhou else None
        if limit is None:
            return own
        yakuman = 1 if limit is Limit.YAKUMAN else 0
        if own.price.base > base_of(limit, 0, 0, yakuman):
            return own
        han = 0 if yakuman else least_han(limit)
        entry = YakuScore(YakuId.RENHOU, yakuman=1) if yakuman else YakuScore(YakuId.RENHOU, han=han)
        value = own.value._replace(yaku=(entry,), han=han, yakuman=yakuman)
        price = self.prices.of_limit(limit, han, value.fu, yakuman)
        return Worth((price.points, yakuman, han, value.exact_fu), value, price, han, alone=True)

    def _outcome(self, paid: Worth, least: Worth, dora: tuple[int, int, int]) -> tuple[object, ...]:
        """The fields of a score up to the reading, which is what hands of the same worth do not share."""
        if self.values.has_local:
            return self._fields(paid, least, dora)
        key = (paid.value.number, least.value.number, dora)
        outcome = self.outcomes.get(key)
        if outcome is None:
            outcome = self._fields(paid, least, dora)
            remember(self.outcomes, key, outcome)
        return outcome

    def _fields(self, paid: Worth, least: Worth, dora: tuple[int, int, int]) -> tuple[object, ...]:
        _, value, price, han, alone = paid
        yaku = value.yaku
        if not alone:
            yaku = self._counting(value) + yaku + listed_dora(*dora)
        in_han = price.limit is not Limit.YAKUMAN
        least_in_han = least.price.limit is not Limit.YAKUMAN
        complete = Score(
            complete=True,
            reasons=_reasons(yaku, least),
            yaku=yaku,
            han=han if in_han else None,
            han_for_minimum=least.han if least_in_han else None,
            fu=value.fu if in_han else None,
            fu_for_minimum=least.value.fu if least_in_han else None,
            limit=price.limit,
            limit_for_minimum=least.price.limit,
            yakuman=value.yakuman,
            points=price.points,
            points_child=price.points_child,
            points_dealer=price.points_dealer,
            units=price.units,
            furiten_on_pass=self.incomplete.furiten_on_pass,
            reading=None,
            reading_for_minimum=None,
            fu_parts=(),
        )
        return complete[:_OWN_FIELDS]

    def _counting(self, value: HandValue) -> tuple[YakuScore, ...]:
        """The yaku of the occasion without what a local yaku replaces."""
        if not value.replaced:
            return self.paid.yaku
        return tuple(entry for entry in self.paid.yaku if entry.id not in value.replaced)


def _reasons(yaku: tuple[YakuScore, ...], least: Worth) -> tuple[Reason, ...]:
    if not yaku:
        return (Reason.NO_YAKU,)
    return () if least.price.reaches else (Reason.BELOW_MINIMUM,)


def listed_dora(open_dora: int, reds: int, ura: int) -> tuple[YakuScore, ...]:
    """Dora as a score lists them."""
    named = ((YakuId.DORA, open_dora), (YakuId.AKA_DORA, reds), (YakuId.URA_DORA, ura))
    return tuple(YakuScore(id_, han=han) for id_, han in named if han)


_made: Final = tuple.__new__
_OWN_FIELDS: Final = Score._fields.index("reading")
_KEPT: Final = 1 << 13  # worths of one situation; 0.3 KB each


def remember(memory: dict[Key, Value], key: Key, value: Value) -> None:
    """Keep a value for a key; a memory that is full begins anew."""
    if len(memory) >= _KEPT:
        memory.clear()
    memory[key] = value


@lru_cache(maxsize=256)
def _scorer(rules: RuleSet, situation: Situation) -> Scorer:
    return scorer_for(rules, situation, Circumstances.of(rules, situation))


def scorer_for(rules: RuleSet, situation: Situation, circumstances: Circumstances) -> Scorer:
    """A scorer for circumstances that are not exactly what the rules make of the situation."""
    occasion = tuple(YakuScore(yaku.id, han=yaku.worth) for yaku in occasional_yaku(circumstances))
    excluded = _not_for_minimum(rules)
    least = tuple(entry for entry in occasion if entry.id not in excluded)
    paid = Occasion.of(occasion)
    return Scorer(
        rules=rules,
        situation=situation,
        circumstances=circumstances,
        shown=ShownTiles.of(rules, situation),
        values=HandValues.of(rules, circumstances),
        prices=PriceList.of(rules, dealer=circumstances.dealer),
        paid=paid,
        least=paid if least == occasion else Occasion.of(least),
        dora=tuple(SHIFT_OF[kind] for kind in circumstances.dora),
        ura=tuple(SHIFT_OF[kind] for kind in circumstances.ura),
        reds=tuple(SHIFT_OF[red] for red in RED_FIVES if rules.counts_red(suit_of(red))),
        outcomes={},
        incomplete=_incomplete(rules, situation),
    )


def _not_for_minimum(rules: RuleSet) -> frozenset[YakuId]:
    excluded = set[YakuId]()
    if not rules.minimum_counts_riichi:
        excluded.add(YakuId.RIICHI)
    if not rules.minimum_counts_situational:
        excluded.update(_SITUATIONAL)
    return frozenset(excluded)


def _incomplete(rules: RuleSet, situation: Situation) -> Score:
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
        furiten_on_pass=furiten_on_pass(rules, situation),
    )
