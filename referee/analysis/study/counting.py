"""Counts walls by the classes that forms see in them: kind by kind within a suit, then suit by suit.

Every wall is counted, none is listed and none is drawn by chance.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final, TypeAlias

from referee.analysis.study.form import DEAD, SUITS, Form, State
from referee.analysis.study.tile_polynomials import Polynomial, TilePolynomials
from referee.tiles import KINDS, Kind

_SETTLED: Final[State] = (-1,)
Class: TypeAlias = tuple[int, tuple[State, ...]]
"""How often the mark was set (see `Use`), and what each form says."""
Classes: TypeAlias = Mapping[Class, Polynomial]


@dataclass(frozen=True, slots=True)
class Use:
    """A way to use a kind: how many copies the forms see, what it counts, and whether it sets the mark.

    The mark is for counts that single out one tile: at most one kind of all can set it.
    """

    copies: int
    weight: Polynomial
    marks: int = 0


@dataclass(frozen=True, slots=True)
class Counting:
    """How to count: the forms that look, the uses of a kind in play, and those of a kind that no wall holds.

    Classes in which a form that grows is fulfilled are left out on the way: what is counted lacks such a hand.
    """

    forms: tuple[Form, ...]
    ring: TilePolynomials
    uses: tuple[Use, ...]
    uses_of_absent: tuple[Use, ...]
    kinds: frozenset[Kind] = frozenset(range(KINDS))

    def classes(self) -> Classes:
        """All classes of all four suits together, with what they count."""
        known: dict[tuple[object, ...], Classes] = {}
        suits = []
        for suit in SUITS:
            traits = tuple((kind in self.kinds, *(form.trait(kind) for form in self.forms)) for kind in suit)
            if traits not in known:
                known[traits] = self._suit(suit)
            suits.append(known[traits])
        return reduce(self._joined, suits)

    def _suit(self, suit: Sequence[Kind]) -> Classes:
        begun: Classes = {(0, tuple(form.start() for form in self.forms)): 1}
        for kind in suit:
            begun = self._after(begun, kind)
        closed: dict[Class, Polynomial] = defaultdict(int)
        for (marks, states), count in begun.items():
            found = tuple(state and form.close(state) for form, state in zip(self.forms, states, strict=True))
            if any(found):
                closed[marks, found] += count
        return closed

    def _after(self, begun: Classes, kind: Kind) -> Classes:
        traits = tuple(form.trait(kind) for form in self.forms)
        uses = self.uses if kind in self.kinds else self.uses_of_absent
        after: dict[Class, Polynomial] = defaultdict(int)
        for (marks, states), count in begun.items():
            for use in uses:
                more = self.ring.times(count, use.weight)
                if not more or marks + use.marks > 1:
                    continue  # more tiles than a wall has, or a second mark
                found = tuple(
                    state and form.add(state, trait, use.copies)
                    for form, state, trait in zip(self.forms, states, traits, strict=True)
                )
                if any(found) and not self._settled(found):
                    after[marks + use.marks, found] += more
        return after

    def _joined(self, first: Classes, second: Classes) -> Classes:
        tables = tuple(
            self._join_table(form, {states[place] for _, states in first}, {states[place] for _, states in second})
            for place, form in enumerate(self.forms)
        )
        joined: dict[Class, Polynomial] = defaultdict(int)
        for (marks, states), count in first.items():
            rows = tuple(table[state] for table, state in zip(tables, states, strict=True))
            for (more_marks, others), other_count in second.items():
                found = tuple([row[other] for row, other in zip(rows, others, strict=True)])
                if _SETTLED not in found and any(found) and marks + more_marks <= 1:
                    joined[marks + more_marks, found] += self.ring.times(count, other_count)
        return joined

    @staticmethod
    def _join_table(form: Form, first: Iterable[State], second: Iterable[State]) -> dict[State, dict[State, State]]:
        """What each two classes of one form are together; `_SETTLED` where a form that grows is fulfilled."""

        def join(state: State, other: State) -> State:
            both = form.join(state, other) if state and other else DEAD
            return _SETTLED if both and form.grows and form.fulfilled(both) else both

        others = tuple(second)
        return {state: {other: join(state, other) for other in others} for state in first}

    def _settled(self, states: tuple[State, ...]) -> bool:
        return any(form.grows and form.fulfilled(state) for form, state in zip(self.forms, states, strict=True))


def fulfilled(forms: Sequence[Form], states: Sequence[State]) -> bool:
    """Whether some form is fulfilled by the class that it sees."""
    return any(state and form.fulfilled(state) for form, state in zip(forms, states, strict=True))
