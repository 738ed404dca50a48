"""Which wins may have a local yaku: asked of many wins at once, by their tiles alone.

A pattern may ask for anything about a reading, so a win that passes here need not have the yaku; one that does not pass
has none. Most local yaku ask for tiles that few hands hold, so few hands are left to be scored one by one. Pure.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import permutations
from typing import Final, NamedTuple

import numpy as np

from referee.rules.hand_arrays import Bools
from referee.rules.packing import unpack
from referee.rules.patterns.conditions import (
    All,
    AnyOf,
    Condition,
    ExactTiles,
    HasGroups,
    HoldsEach,
    OnlyOf,
    WonOn,
)
from referee.rules.patterns.groups import Binding, GroupForm, GroupPattern, NumberTerm
from referee.rules.patterns.house_yaku import HouseYaku
from referee.rules.patterns.kinds import Kinds
from referee.rules.patterns.measures import KindMeasure
from referee.rules.situation import Circumstances
from referee.rules.suit_arrays import Ints
from referee.tiles import KINDS, Kind


class Wins(NamedTuple):
    """Wins under some circumstances: copies by kind (n, 34), the winning tile included, and its kind (n,)."""

    counts: Ints
    winning: Ints
    circumstances: Circumstances

    def copies(self, kinds: Iterable[Kind]) -> Ints:
        """How many tiles each holds of some kinds."""
        copies: Ints = self.counts[:, sorted(kinds)].sum(axis=1)
        return copies


def prospects(wins: Wins, yaku: Iterable[HouseYaku]) -> Bools:
    """Whether each win may have one of the yaku, (n,)."""
    return _any([_may_hold(entry.condition, wins) for entry in yaku], len(wins.winning))


def _may_hold(condition: Condition, wins: Wins) -> Bools:
    ask = _QUESTIONS.get(type(condition))
    return np.ones(len(wins.winning), bool) if ask is None else ask(condition, wins)


def _all(condition: All, wins: Wins) -> Bools:
    return reduce(np.logical_and, [_may_hold(part, wins) for part in condition.conditions])


def _any_of(condition: AnyOf, wins: Wins) -> Bools:
    return _any([_may_hold(part, wins) for part in condition.conditions], len(wins.winning))


def _only(condition: OnlyOf, wins: Wins) -> Bools:
    others = set(range(KINDS)) - condition.kinds.of(wins.circumstances)
    only: Bools = wins.copies(others) == 0
    return only


def _holds_each(condition: HoldsEach, wins: Wins) -> Bools:
    held = [wins.copies(kinds.of(wins.circumstances)) > 0 for kinds in condition.sorts]
    return reduce(np.logical_and, held)


def _exact(condition: ExactTiles, wins: Wins) -> Bools:
    ways = [np.array(unpack(way)) for way in sorted(condition.ways)]
    return _any([(wins.counts == way).all(axis=1) for way in ways], len(wins.winning))


def _won_on(condition: WonOn, wins: Wins) -> Bools:
    return np.isin(wins.winning, sorted(condition.kinds.of(wins.circumstances)))


def _measure(condition: KindMeasure, wins: Wins) -> Bools:
    kinds = sorted(condition.kinds.of(wins.circumstances))
    weights = np.array([kind % 9 + 1 if condition.adding else 1 for kind in kinds], np.int64)
    number = wins.counts[:, kinds] @ weights
    return (number >= condition.bounds.least) & (number <= condition.bounds.most)


def _has_groups(condition: HasGroups, wins: Wins) -> Bools:
    """Whether the tiles of all groups are there, for some meaning of `n`, `A`, `B` and `C`."""
    patterns = condition.groups.patterns
    found = _any([_hold(wins.counts, wanted) for wanted in _wanted(patterns)], len(wins.winning))
    sorts = Counter((group.tile, _LEAST_COPIES[group.form]) for group in patterns if isinstance(group.tile, Kinds))
    for (sort, copies), groups in sorts.items():
        held = wins.counts[:, sorted(sort.of(wins.circumstances))] >= copies
        found &= held.sum(axis=1) >= groups
    return found


def _hold(counts: Ints, wanted: Mapping[Kind, int]) -> Bools:
    held = [counts[:, kind] >= copies for kind, copies in wanted.items()]
    return reduce(np.logical_and, held, np.ones(len(counts), bool))


@lru_cache(maxsize=64)
def _wanted(patterns: tuple[GroupPattern, ...]) -> list[Mapping[Kind, int]]:
    """What the groups with a number ask for, under every meaning of `n` and the letters: copies by kind."""
    named = [group for group in patterns if isinstance(group.tile, NumberTerm)]
    meanings = [Binding(number, (a, b, c)) for number in range(9) for a, b, c in permutations(range(3))]
    wanted = {_tiles_of(named, binding) for binding in meanings}
    return [dict(tiles) for tiles in wanted if tiles is not None]


def _tiles_of(groups: Sequence[GroupPattern], binding: Binding) -> frozenset[tuple[Kind, int]] | None:
    """The copies by kind that the groups need at least; None if one of them does not exist."""
    copies = Counter[Kind]()
    for group in groups:
        assert isinstance(group.tile, NumberTerm)
        kind = next((kind for kind in range(27) if group.tile.bind(kind, binding) is not None), None)
        if kind is None or (group.form is GroupForm.RUN and kind % 9 > _LAST_RUN):
            return None
        for step in range(3 if group.form is GroupForm.RUN else 1):
            copies[kind + step] += _LEAST_COPIES[group.form]
    return frozenset(copies.items())


def _any(masks: Sequence[Bools], count: int) -> Bools:
    return reduce(np.logical_or, masks, np.zeros(count, bool))


_LAST_RUN: Final = 6
_LEAST_COPIES: Final = {
    GroupForm.RUN: 1,
    GroupForm.TRIPLET: 3,
    GroupForm.CLOSED_TRIPLET: 3,
    GroupForm.PAIR: 2,
    GroupForm.TRIPLET_OR_PAIR: 2,
}
_QUESTIONS: Final[Mapping[type, Callable[..., Bools]]] = {
    All: _all,
    AnyOf: _any_of,
    OnlyOf: _only,
    HoldsEach: _holds_each,
    ExactTiles: _exact,
    WonOn: _won_on,
    KindMeasure: _measure,
    HasGroups: _has_groups,
}
"""What can be asked of the tiles; any win may meet the other conditions."""
