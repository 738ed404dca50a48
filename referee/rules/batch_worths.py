"""What the candidates of many hands are worth: the best of each hand, one question for each distinct worth. Pure."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from referee.rules.candidate_arrays import CandidateArrays
from referee.rules.hand_values import HandValue
from referee.rules.scorer import Occasion, Scorer, Worth
from referee.rules.suit_arrays import Ints

NOTHING: Final = -1
"""The place of a hand that has no candidate."""


class Readings:
    """The candidates of many hands, with the distinct values of their traits.

    Traits that differ often come to the same han and fu, so there are far fewer values than traits.
    """

    def __init__(self, scorer: Scorer, found: Sequence[CandidateArrays]) -> None:
        self._scorer = scorer
        self._found = found
        distinct, numbers = np.unique(np.concatenate([group.traits for group in found]), return_inverse=True)
        values = [scorer.values.of_traits(traits) for traits in distinct.tolist()]
        gists = list(map(_gist, values))
        by_gist = dict(zip(gists, values, strict=True))
        places = {gist: place for place, gist in enumerate(by_gist)}
        self._values = list(by_gist.values())
        of_traits = np.array([places[gist] for gist in gists], np.int64)
        ends = np.cumsum([len(group.traits) for group in found])
        self._numbers = np.split(of_traits[numbers], ends[:-1])

    def best(self, occasion: Occasion, dora: Ints) -> tuple[Ints, list[Worth]]:
        """For each hand the place of its worth in a list of worths, NOTHING if it has none; `dora` (n,) is its han."""
        width = int(dora.max(initial=0)) + 1
        codes = [number * width + dora[group.rows] for number, group in zip(self._numbers, self._found, strict=True)]
        used = np.zeros(width * len(self._values), bool)
        for code in codes:
            used[code] = True
        asked = np.flatnonzero(used)
        worths = [
            self._scorer.worth(self._values[number], occasion, han)
            for number, han in zip((asked // width).tolist(), (asked % width).tolist(), strict=True)
        ]
        by_key = {worth.key: worth for worth in worths}
        keys = sorted(by_key)
        places = {key: place for place, key in enumerate(keys)}
        place_of = np.full(len(used), NOTHING)
        place_of[asked] = [places[worth.key] for worth in worths]
        best = np.full(len(dora), NOTHING)
        for group, code in zip(self._found, codes, strict=True):
            if len(code):
                rows = group.rows[group.starts]
                best[rows] = np.maximum(best[rows], np.maximum.reduceat(place_of[code], group.starts))
        return best, [self._scorer.with_renhou(by_key[key]) for key in keys]


def _gist(value: HandValue) -> tuple[int, int, int, bool]:
    """What the worth of a value depends on."""
    return value.yakuman, value.han, value.exact_fu, bool(value.yaku)
