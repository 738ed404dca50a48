"""What waits are worth and which of them reach the minimum, judged from all readings of each wait at once. Pure."""

from dataclasses import dataclass
from enum import IntFlag
from typing import Final

import numpy as np
from numpy.typing import NDArray

from referee.analysis.solver.worths import RankTable, Worths, has_yaku, points_of, reaches, yakuman_of
from referee.rules import Wait, WaitKind, YakuId
from referee.rules.suit_arrays import Ints


class Needs(IntFlag):
    """What makes a wait reach the minimum: nothing (a full wait), ippatsu, houtei; NEVER is a short wait.

    IPPATSU | HOUTEI means that either alone suffices.
    """

    NOTHING = 0
    IPPATSU = 1
    HOUTEI = 2
    NEVER = 4

    @property
    def kind(self) -> WaitKind:
        """The kind of such a wait, with its mark."""
        if self is Needs.NOTHING:
            return WaitKind.FULL
        return WaitKind.SHORT if self is Needs.NEVER else WaitKind.CONDITIONAL

    @classmethod
    def of(cls, wait: Wait) -> "Needs":
        """What a wait of `referee.rules` needs."""
        if wait.score.can_ron:
            return cls.NOTHING
        return cls(sum(_NEEDS[yaku] for yaku in wait.needs)) or cls.NEVER


_NEEDS: Final = {YakuId.IPPATSU: Needs.IPPATSU, YakuId.HOUTEI: Needs.HOUTEI}


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """Waits, each array (m,): `points` and `yakuman` (a multiple) without ippatsu and houtei; `needs` as in `Needs`."""

    points: Ints
    yakuman: Ints
    needs: NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """All readings of m waits, those of a wait together: `traits` and `dora` (r,); `starts` (m,), where each begins."""

    traits: Ints
    dora: Ints
    starts: Ints

    def judged(self, worths: Worths) -> Judgement:
        """What the waits are worth, and what they need."""
        if not len(self.starts):
            return Judgement(self.starts, self.starts, np.zeros(0, np.int8))
        numbers = worths.values.numbers(self.traits)
        paid = self._best(worths.paid, numbers)
        least = paid if worths.least is worths.paid else self._best(worths.least, numbers)
        needs = np.zeros(len(paid), np.int8)
        for yaku, table in worths.lifted:
            ranks = self._best(table, numbers)
            needs[has_yaku(ranks) & reaches(ranks)] += _NEEDS[yaku]
        needs[needs == 0] = Needs.NEVER
        needs[has_yaku(paid) & reaches(least)] = Needs.NOTHING
        return Judgement(points_of(paid), yakuman_of(paid), needs)

    def _best(self, table: RankTable, numbers: Ints) -> Ints:
        """The rank of the best reading of each wait."""
        return table.with_renhou(np.maximum.reduceat(table.ranks(numbers, self.dora), self.starts))
