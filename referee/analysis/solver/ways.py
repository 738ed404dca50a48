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

    def some(self, rows: Ints | slice) -> "Ways":
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


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Ways to lay one half of a hand and ways to lay the other: each with each is a complete hand."""

    first: Ways
    second: Ways

    def __len__(self) -> int:
        return len(self.first) * len(self.second)


def blocks(first: SuitWays, second: SuitWays, target: Target) -> list[Block]:
    """The ways to lay the target, with one winning tile, from two pairs of suits.

    All readings of a hand with its winning tile are in the same block.
    """
    halves = (_by_form(first.winning), _by_form(second.calm)), (_by_form(first.calm), _by_form(second.winning))
    return [
        Block(ways[form], others[target.form - form])
        for ways, others in halves
        for form in ways
        if target.form - form in others
    ]


def laid_out(given: Sequence[Block], form: int) -> Ways:
    """Each way of each block."""
    size = sum(map(len, given))
    found = Ways(
        np.full(size, form, np.int8), np.empty(size, np.int64), np.empty(size, np.int64), np.empty(size, np.int32)
    )
    end = 0
    for block in given:
        start, end = end, end + len(block)
        first, second, shape = block.first, block.second, (len(block.first), len(block.second))
        np.add(first.traits[:, None], second.traits, out=found.traits[start:end].reshape(shape))
        np.add(first.places[:, None], second.places, out=found.places[start:end].reshape(shape))
        np.bitwise_and(first.groups[:, None], second.groups, out=found.groups[start:end].reshape(shape))
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
    ordered = ways.some(np.argsort(ways.forms, kind="stable"))
    forms, starts = np.unique(ordered.forms, return_index=True)
    ends = np.append(starts, len(ordered))[1:]
    return {
        form: ordered.some(slice(start, end))
        for form, start, end in zip(forms.tolist(), starts.tolist(), ends.tolist(), strict=True)
    }
