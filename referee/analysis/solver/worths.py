"""What readings are worth, looked up by their traits and their han of dora: tables that fill as worths come up.

What a reading comes to depends on few numbers, so a table of some hundred values times the han of dora holds all that
one rule set and one pair of winds ever ask for. The tables only remember: no answer depends on what came before, and
where two threads fill them at once, what is lost is found again. Pure.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count
from typing import Final

import numpy as np

from referee.rules import RuleSet, Situation, YakuId
from referee.rules.hand_arrays import Bools
from referee.rules.hand_values import HandValue, HandValues
from referee.rules.scorer import Occasion, Scorer, Worth
from referee.rules.suit_arrays import Ints
from referee.rules.wait import WaitScorers

_FIELD_BITS: Final = (7, 10, 8, 1, 1)  # yakuman, han, fu, has a yaku, reaches the minimum; above them the points
_MASKS: Final = tuple((1 << bits) - 1 for bits in _FIELD_BITS)
_YAKUMAN, _HAN, _, _HAS_YAKU, _ = range(len(_FIELD_BITS))
_SHIFTS: Final = tuple(sum(_FIELD_BITS[place + 1 :]) for place in range(len(_FIELD_BITS)))
_POINTS_SHIFT: Final = sum(_FIELD_BITS)


def points_of(ranks: Ints) -> Ints:
    """The points of ranks."""
    points: Ints = ranks >> _POINTS_SHIFT
    return points


def yakuman_of(ranks: Ints) -> Ints:
    """The yakuman of ranks, 0 if there is none."""
    yakuman: Ints = ranks >> _SHIFTS[_YAKUMAN] & _MASKS[_YAKUMAN]
    return yakuman


def has_yaku(ranks: Ints) -> Bools:
    """Whether there is any yaku; dora are none."""
    found: Bools = ranks >> _SHIFTS[_HAS_YAKU] & 1 != 0
    return found


def reaches(ranks: Ints) -> Bools:
    """Whether the worth reaches the minimum, for ranks on an occasion for the minimum."""
    found: Bools = ranks & 1 != 0
    return found


class RankTable:
    """The worths of one occasion as *ranks*: numbers of which the larger is the worth that is taken."""

    def __init__(self, scorer: Scorer, occasion: Occasion, values: "TraitValues") -> None:
        self._scorer = scorer
        self._occasion = occasion
        self._values = values
        self._ranks = np.full((0, 1), _UNKNOWN)
        self._worths: dict[int, Worth] = {}

    def ranks(self, numbers: Ints, dora: Ints) -> Ints:
        """The rank of each reading, by the number of its value and its han of dora."""
        table = self._table(int(numbers.max(initial=0)) + 1, int(dora.max(initial=0)) + 1)
        found: Ints = table[numbers, dora]
        unknown = np.flatnonzero(found == _UNKNOWN)
        if len(unknown):
            width = table.shape[1]
            codes = np.unique(numbers[unknown] * width + dora[unknown]).tolist()
            for number, han in (divmod(code, width) for code in codes):
                table[number, han] = self._rank(self._scorer.worth(self._values.value(number), self._occasion, han))
            found = table[numbers, dora]
        return found

    def with_renhou(self, ranks: Ints) -> Ints:
        """The ranks of the best readings, where a renhou that is a limit may be worth more."""
        if self._scorer.circumstances.renhou is None:
            return ranks
        distinct, places = np.unique(ranks, return_inverse=True)
        lifted = [self._packed(self._scorer.with_renhou(self._worths[rank])) for rank in distinct.tolist()]
        return np.array(lifted, np.int64)[places]

    def _table(self, height: int, width: int) -> Ints:
        """The table, grown to so many values and han at least."""
        known = self._ranks
        if height <= known.shape[0] and width <= known.shape[1]:
            return known
        grown = np.full((max(height, 2 * known.shape[0]), max(width, known.shape[1])), _UNKNOWN)
        grown[: known.shape[0], : known.shape[1]] = known
        self._ranks = grown
        return grown

    def _rank(self, worth: Worth) -> int:
        rank = self._packed(worth)
        self._worths[rank] = worth
        return rank

    def _packed(self, worth: Worth) -> int:
        points, yakuman, han, fu = worth.key
        some_yaku = bool(self._scorer.paid.yaku or worth.value.yaku)
        fields = (min(yakuman, _MASKS[_YAKUMAN]), min(han, _MASKS[_HAN]), fu, int(some_yaku), int(worth.price.reaches))
        return points << _POINTS_SHIFT | sum(field << shift for field, shift in zip(fields, _SHIFTS, strict=True))


_UNKNOWN: Final = -1


class TraitValues:
    """The values of readings by their traits, numbered; those that come to the same have the same number."""

    def __init__(self, values: HandValues) -> None:
        self._by_traits = values.of_traits
        self._next_number = count()
        self._numbers: dict[tuple[int, int, int, bool], int] = {}
        self._values: dict[int, HandValue] = {}
        self._known = np.zeros((2, 0), np.int64)  # traits, ascending, and their numbers

    def value(self, number: int) -> HandValue:
        """The value of a number."""
        return self._values[number]

    def numbers(self, traits: Ints) -> Ints:
        """The number of the value of each traits."""
        known = self._known
        places = np.searchsorted(known[0], traits)
        found = np.append(known[0], _NO_TRAITS)[places] == traits
        if not found.all():
            self._known = known = self._with(known, np.unique(traits[~found]))
            places = np.searchsorted(known[0], traits)
        numbers: Ints = known[1][places]
        return numbers

    def _with(self, known: Ints, traits: Ints) -> Ints:
        numbers = [self._number(self._by_traits(each)) for each in traits.tolist()]
        every = np.concatenate((known, np.array((traits, numbers))), axis=1)
        return every[:, np.argsort(every[0], kind="stable")]

    def _number(self, value: HandValue) -> int:
        gist = value.yakuman, value.han, value.exact_fu, bool(value.yaku)
        number = self._numbers.get(gist)
        if number is None:  # the tables are as high as the largest number: none is spent on a gist that has one
            number = self._numbers.setdefault(gist, next(self._next_number))
        self._values[number] = value  # also by a thread that comes second: the first may not be here yet
        return number


_NO_TRAITS: Final = -1


@dataclass(frozen=True, slots=True, eq=False)
class Worths:
    """The tables of one rule set and one situation without dora.

    `paid` ranks by payment, `least` for the minimum; `lifted` for the minimum with ippatsu, with houtei, where that
    makes a difference: it counts, or it is the only yaku, without which dora do not count.
    """

    values: TraitValues
    paid: RankTable
    least: RankTable
    lifted: tuple[tuple[YakuId, RankTable], ...]

    @staticmethod
    def of(rules: RuleSet, situation: Situation) -> "Worths":
        """The tables of rules and situation; asked again, the same ones."""
        return _worths(rules, replace(situation, indicators=(), ura=(), ippatsu=False, houtei=False))


@lru_cache(maxsize=32)
def _worths(rules: RuleSet, situation: Situation) -> Worths:
    scorers = WaitScorers.of(rules, situation)
    plain = scorers.plain
    values = _trait_values(plain.values)
    paid = RankTable(plain, plain.paid, values)
    return Worths(
        values=values,
        paid=paid,
        least=paid if plain.least is plain.paid else RankTable(plain, plain.least, values),
        lifted=tuple(
            (yaku, RankTable(scorer, scorer.least, values))
            for yaku, scorer in scorers.lifted
            if scorer.least.yaku != plain.least.yaku or bool(scorer.paid.yaku) != bool(plain.paid.yaku)
        ),
    )


@lru_cache(maxsize=16)
def _trait_values(values: HandValues) -> TraitValues:
    return TraitValues(values)
