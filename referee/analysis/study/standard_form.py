"""Four sets and a pair, complete or with one tile lacking, among any number of tiles.

A suit is read number by number with the most sets so far for each way to stand: with or without the pair, with or
without the one lacking tile, and with how many runs begun at the last two numbers. Three equal runs are three
triplets, so two runs a number are enough. A tile may only be lacking where the wall does not hold all four copies: a
fifth does not exist.
"""

from collections.abc import Iterable, Mapping
from enum import IntEnum, unique
from functools import cache
from itertools import product
from typing import Final

from referee.analysis.study.form import State, Trait
from referee.rules.traits import FIRST_HONOUR
from referee.tiles import KINDS, Kind
from referee.tiles.names import COPIES

SETS: Final = 4
_IMPOSSIBLE: Final = -1
_RUNS: Final = 3  # begun at one number: none, one, two
_LAST_RUN: Final = 6  # a run begins at number 7, counted from 0, at the latest


@unique
class Part(IntEnum):
    """The part of a kind in the hand; MUST kinds are those that a yakuman is made of."""

    FREE = 0
    NONE = 1
    MUST_BE_TRIPLET = 2
    MUST_BE_SET_OR_PAIR = 3


class StandardForm:
    """Four sets and a pair of which at most `lacking` tiles (0 or 1) are not there; kinds not in `parts` are free.

    While a suit is read, a state is the number of a table of `StandardTables`.
    """

    def __init__(self, lacking: int = 1, parts: Mapping[Kind, Part] | None = None) -> None:
        self._lacking = lacking
        self._parts = dict(parts or {})
        self._tables = _standard_tables(lacking)
        self.grows = not any(part >= Part.MUST_BE_TRIPLET for part in self._parts.values())
        """A part that must be there can be missing in another suit."""

    def trait(self, kind: Kind) -> Trait:
        """Its part, and whether a run can begin with it."""
        begins = kind < FIRST_HONOUR and kind % 9 <= _LAST_RUN
        return self._parts.get(kind, Part.FREE) << 1 | begins

    def start(self) -> State:
        """No sets, nothing begun."""
        return (0,)

    def add(self, state: State, trait: Trait, copies: int) -> State:
        """The most sets for each way to stand after this kind."""
        return self._tables.after(state, trait, copies)

    def close(self, state: State) -> State:
        """The most sets with (pair, lacking) = (0, 0), (0, up to 1), (1, 0), (1, up to 1)."""
        return self._tables.closed[state[0]]

    def join(self, first: State, second: State) -> State:
        """The pair and the lacking tile lie in one of the two."""
        return tuple(
            max(
                _sum(first[_number(*in_first)], second[_number(pair - in_first[0], lacking - in_first[1])])
                for in_first in product(range(pair + 1), range(lacking + 1))
            )
            for pair, lacking in _PAIR_LACKING
        )

    def fulfilled(self, state: State) -> bool:
        """Four sets beside the pair."""
        most_sets = state if len(state) == len(_PAIR_LACKING) else self.close(state)
        return most_sets[_number(1, self._lacking)] >= SETS


def only(kinds: Iterable[Kind]) -> dict[Kind, Part]:
    """The parts of a hand made of these kinds alone."""
    return dict.fromkeys(set(range(KINDS)) - set(kinds), Part.NONE)


class StandardTables:
    """The tables of most sets that come up, numbered, and which follows which: short names for what comes again.

    It only remembers: no answer depends on what came before. Some 5,000 tables come up for nine free numbers.
    """

    def __init__(self, lacking: int) -> None:
        self._lacking = lacking
        self._tables: list[State] = [_START]
        self._numbers: dict[State, State] = {_START: (0,)}
        self._after: dict[tuple[State, Trait, int], State] = {}
        self.closed: list[State] = [_closed(_START)]
        """For each table the most sets where no run is left open, as `StandardForm.close` has them."""

    def after(self, state: State, trait: Trait, copies: int) -> State:
        """The number of the table after so many copies of a kind."""
        key = (state, trait, copies)
        found = self._after.get(key)
        if found is None:
            found = self._after[key] = self._number(self._step(self._tables[state[0]], trait, copies))
        return found

    def _number(self, table: State) -> State:
        number = self._numbers.get(table)
        if number is None:
            number = self._numbers[table] = (len(self._tables),)
            self._tables.append(table)
            self.closed.append(_closed(table))
        return number

    def _step(self, table: State, trait: Trait, copies: int) -> State:
        part, begins = Part(trait >> 1), bool(trait & 1)
        after = [_IMPOSSIBLE] * len(table)
        if part is Part.NONE:
            copies = 0
        for pair, lacking, earlier, last in _PLACES:
            sets = table[_place(pair, lacking, earlier, last)]
            if sets == _IMPOSSIBLE:
                continue
            spare = self._lacking - lacking if copies < COPIES and part is not Part.NONE else 0
            for added in range(spare + 1):
                for pairs, triplets, begun in _uses(copies + added - earlier - last, part, begins):
                    if pair + pairs <= 1:
                        place = _place(pair + pairs, lacking + added, last, begun)
                        after[place] = max(after[place], min(SETS, sets + earlier + triplets))
        return tuple(after)


@cache
def _standard_tables(lacking: int) -> StandardTables:
    return StandardTables(lacking)


@cache
def _uses(left: int, part: Part, begins: bool) -> tuple[tuple[int, int, int], ...]:
    """What the copies left by the runs can be: pairs, triplets, and runs that begin here; some may go unused."""
    if part is Part.MUST_BE_TRIPLET:
        return ((0, 1, 0),) if left >= 3 else ()
    if part is Part.MUST_BE_SET_OR_PAIR:
        return tuple((pair, 1 - pair, 0) for pair in (0, 1) if left >= 3 - pair)
    return tuple(
        (pair, triplet, begun)
        for pair, triplet, begun in product((0, 1), (0, 1), range(_RUNS if begins else 1))
        if 2 * pair + 3 * triplet + begun <= left
    )


def _closed(table: State) -> State:
    best = [table[_place(pair, lacking, 0, 0)] for pair, lacking in _PAIR_LACKING]
    return best[0], max(best[:2]), best[2], max(best[2:])


def _place(pair: int, lacking: int, earlier: int, last: int) -> int:
    return ((pair * 2 + lacking) * _RUNS + earlier) * _RUNS + last


def _number(pair: int, lacking: int) -> int:
    return pair * 2 + lacking


def _sum(first: int, second: int) -> int:
    return _IMPOSSIBLE if _IMPOSSIBLE in (first, second) else min(SETS, first + second)


_PAIR_LACKING: Final = tuple(product((0, 1), (0, 1)))
_PLACES: Final = tuple(product((0, 1), (0, 1), range(_RUNS), range(_RUNS)))
_START: Final = tuple(0 if not any(place) else _IMPOSSIBLE for place in _PLACES)
