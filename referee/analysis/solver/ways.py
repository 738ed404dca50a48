"""Ways to lay tiles toward a complete hand, as arrays that add up: from one suit, from two, from all four. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from referee.rules.suit_arrays import Ints

NO_GROUPS: Final = (1 << 16) - 1
"""The groups of honours, which are never compared with those of the other suits."""


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """n ways to lay tiles, each array (n,).

    `forms` say how many sets and pairs they are, and add up. `traits` are those of `referee.rules.traits`, and add up.
    `places` hold what tells hands and waits apart, and add up: see `Placing`. `groups` have a bit for each run and
    triplet of numbers, and are compared by `and`.
    """

    forms: NDArray[np.int8]
    traits: Ints
    places: Ints
    groups: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.forms)

    def of(self, rows: NDArray[np.integer] | NDArray[np.bool_]) -> "Ways":
        """Some of the ways."""
        return Ways(self.forms[rows], self.traits[rows], self.places[rows], self.groups[rows])


@dataclass(frozen=True, slots=True, eq=False)
class SuitWays:
    """The ways to lay some suits: `calm` ones inside the wall, and `winning` ones, which hold the winning tile."""

    calm: Ways
    winning: Ways


@dataclass(frozen=True, slots=True)
class Target:
    """The form that is a complete hand, and which forms can still become it (by form)."""

    form: int
    open: NDArray[np.bool_]


def together(parts: Sequence[Ways]) -> Ways:
    """Ways one after the other."""
    return Ways(
        np.concatenate([part.forms for part in parts]),
        np.concatenate([part.traits for part in parts]),
        np.concatenate([part.places for part in parts]),
        np.concatenate([part.groups for part in parts]),
    )


def crossed(first: SuitWays, second: SuitWays, target: Target) -> SuitWays:
    """The ways to lay two suits; those that cannot become the target are left out."""
    return SuitWays(
        _crossed(first.calm, second.calm, target),
        together((_crossed(first.winning, second.calm, target), _crossed(first.calm, second.winning, target))),
    )


def complete(first: SuitWays, second: SuitWays, target: Target) -> Ways:
    """The ways to lay the target, with one winning tile, from two pairs of suits."""
    halves = (_by_form(first.winning), _by_form(second.calm)), (_by_form(first.calm), _by_form(second.winning))
    matches = [
        (ways[form], others[target.form - form])
        for ways, others in halves
        for form in ways
        if target.form - form in others
    ]
    size = sum(len(ways) * len(others) for ways, others in matches)
    found = Ways(
        np.full(size, target.form, np.int8),
        np.empty(size, np.int64),
        np.empty(size, np.int64),
        np.empty(size, np.int32),
    )
    start = 0
    for ways, others in matches:
        shape = len(ways), len(others)
        end = start + len(ways) * len(others)
        np.add(ways.traits[:, None], others.traits, out=found.traits[start:end].reshape(shape))
        np.add(ways.places[:, None], others.places, out=found.places[start:end].reshape(shape))
        np.bitwise_and(ways.groups[:, None], others.groups, out=found.groups[start:end].reshape(shape))
        start = end
    return found


def _crossed(first: Ways, second: Ways, target: Target) -> Ways:
    forms = first.forms[:, None] + second.forms
    rows, columns = np.nonzero(target.open[forms])
    return Ways(
        forms[rows, columns],
        first.traits[rows] + second.traits[columns],
        first.places[rows] + second.places[columns],
        first.groups[rows] & second.groups[columns],
    )


def _by_form(ways: Ways) -> dict[int, Ways]:
    ordered = ways.of(np.argsort(ways.forms, kind="stable"))
    forms, starts = np.unique(ordered.forms, return_index=True)
    ends = [*starts[1:].tolist(), len(ordered)]
    return {
        form: ordered.of(slice(start, end))  # type: ignore[arg-type]
        for form, start, end in zip(forms.tolist(), starts.tolist(), ends, strict=True)
    }
