"""Groups in a pattern: `triplet nA`, `run 1A`, `pair dragon`, and whether a reading holds them all.

`n` stands for a number from 1 to 9 and `A`, `B`, `C` for three different suits; each means the same in all groups of
one list. Each group of the pattern must be another group of the hand.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TYPE_CHECKING, Final, NamedTuple

from referee.rules.errors import shown
from referee.rules.patterns.errors import PatternError, inside
from referee.rules.patterns.kinds import EXPECTED, Kinds, read_kinds
from referee.rules.reading import Form, Reading
from referee.tiles import Kind

if TYPE_CHECKING:
    from referee.rules.situation import Circumstances
    from referee.rules.yaku.win import Win


@unique
class GroupForm(StrEnum):
    """The forms of a group."""

    RUN = "run"
    TRIPLET = "triplet"
    CLOSED_TRIPLET = "closed_triplet"
    PAIR = "pair"
    TRIPLET_OR_PAIR = "triplet_or_pair"


_FITS: Final[dict[GroupForm, frozenset[GroupForm]]] = {
    GroupForm.RUN: frozenset({GroupForm.RUN}),
    GroupForm.TRIPLET: frozenset({GroupForm.TRIPLET, GroupForm.CLOSED_TRIPLET}),
    GroupForm.CLOSED_TRIPLET: frozenset({GroupForm.CLOSED_TRIPLET}),
    GroupForm.PAIR: frozenset({GroupForm.PAIR}),
    GroupForm.TRIPLET_OR_PAIR: frozenset({GroupForm.TRIPLET, GroupForm.CLOSED_TRIPLET, GroupForm.PAIR}),
}
"""Which groups of a hand a group of a pattern can be."""

_FORMS: Final = tuple(form.value for form in GroupForm)
_TERM: Final = re.compile(r"(?:(?P<number>[1-9])|n(?:(?P<sign>[+-])(?P<step>[1-8]))?)(?P<suit>[mpsABC])")
_SUITS: Final = "mps"
_SUIT_LETTERS: Final = "ABC"
_HIGHEST_RUN: Final = 7
_EXPECTED: Final = (
    "a form (run, triplet, closed_triplet, pair or triplet_or_pair) and a tile, such as 'triplet nA', 'run n+1B', "
    f"'run 1A', 'pair 5p'; a tile is a number (1-9, n, n+1, n-2) with a suit (m, p, s, or A, B, C for any), {EXPECTED}"
)


class HandGroup(NamedTuple):
    """A group of a hand; `kind` is the lowest of a run."""

    form: GroupForm
    kind: Kind


@dataclass(frozen=True, slots=True)
class Binding:
    """What `n`, `A`, `B` and `C` stand for so far; None where nothing is settled. Numbers and suits from 0."""

    number: int | None = None
    suits: tuple[int | None, int | None, int | None] = (None, None, None)

    def with_number(self, number: int) -> "Binding | None":
        """With `n` for a number; None if it stands for another or there is no such number."""
        if not 0 <= number <= 8 or self.number not in (None, number):
            return None
        return self if self.number is not None else Binding(number, self.suits)

    def with_suit(self, letter: int, suit: int) -> "Binding | None":
        """With a letter (0 for A) for a suit; None if it stands for another, or another letter for this one."""
        if self.suits[letter] is not None:
            return self if self.suits[letter] == suit else None
        if suit in self.suits:
            return None
        first, second, third = (suit if place == letter else known for place, known in enumerate(self.suits))
        return Binding(self.number, (first, second, third))


_NOTHING_BOUND: Final = Binding()


@dataclass(frozen=True, slots=True)
class NumberTerm:
    """A number and a suit. `number` is fixed, or None for `n` plus `step`; `suit` is fixed, or None for a letter."""

    number: int | None
    step: int
    suit: int | None
    letter: int

    def bind(self, kind: Kind, binding: Binding) -> Binding | None:
        """The binding under which the term is this kind, if there is one."""
        if kind >= 27:
            return None
        suit, number = divmod(kind, 9)
        bound: Binding | None = binding
        if self.number is not None:
            bound = binding if number == self.number else None
        else:
            bound = binding.with_number(number - self.step)
        if bound is None:
            return None
        if self.suit is not None:
            return bound if suit == self.suit else None
        return bound.with_suit(self.letter, suit)


@dataclass(frozen=True, slots=True)
class GroupPattern:
    """One group of a pattern: its form, and the tile that it consists of or begins with."""

    form: GroupForm
    tile: NumberTerm | Kinds

    def bindings(self, group: HandGroup, binding: Binding, circumstances: "Circumstances") -> Binding | None:
        """The binding under which a group of the hand is this one, if there is one."""
        if group.form not in _FITS[self.form]:
            return None
        if isinstance(self.tile, NumberTerm):
            return self.tile.bind(group.kind, binding)
        return binding if group.kind in self.tile.of(circumstances) else None


@dataclass(frozen=True, slots=True)
class GroupsPattern:
    """All groups of a pattern; `runs`, `triplets` and `groups` are how many a hand must have to be worth a search."""

    patterns: tuple[GroupPattern, ...]
    runs: int
    triplets: int
    groups: int

    @classmethod
    def of(cls, patterns: Sequence[GroupPattern]) -> "GroupsPattern":
        """Of these groups."""
        forms = [pattern.form for pattern in patterns]
        return cls(
            tuple(patterns),
            forms.count(GroupForm.RUN),
            forms.count(GroupForm.TRIPLET) + forms.count(GroupForm.CLOSED_TRIPLET),
            len(forms),
        )

    def holds(self, win: "Win") -> bool:
        """Whether the reading holds all groups at once."""
        reading = win.reading
        if len(reading.runs) < self.runs or len(reading.triplets) < self.triplets:
            return False
        if len(reading.triplets) + len(reading.pairs) < self.groups - self.runs:
            return False
        return _match(self.patterns, tuple(groups_of(reading)), _NOTHING_BOUND, win.circumstances)


def groups_of(reading: Reading) -> Iterator[HandGroup]:
    """The groups of a reading; thirteen orphans have none."""
    if reading.form is Form.ORPHANS:
        return
    for first in reading.runs:
        yield HandGroup(GroupForm.RUN, first)
    for kind in reading.triplets:
        yield HandGroup(GroupForm.TRIPLET if kind == reading.opened else GroupForm.CLOSED_TRIPLET, kind)
    for kind in reading.pairs:
        yield HandGroup(GroupForm.PAIR, kind)


def _match(
    patterns: tuple[GroupPattern, ...], groups: tuple[HandGroup, ...], binding: Binding, circumstances: "Circumstances"
) -> bool:
    if not patterns:
        return True
    for place, group in enumerate(groups):
        bound = patterns[0].bindings(group, binding, circumstances)
        if bound is not None and _match(patterns[1:], groups[:place] + groups[place + 1 :], bound, circumstances):
            return True
    return False


def read_groups(value: object) -> GroupsPattern:
    """The groups of a list such as `[triplet nA, pair dragon]`. Raises PatternError."""
    if not isinstance(value, list) or not value:
        raise PatternError(f"{shown(value)} is no list of groups: expected some of {_EXPECTED}")
    if len(value) > 7:
        raise PatternError(f"{len(value)} groups: a hand has five, or seven pairs")
    found = []
    for place, text in enumerate(value):
        with inside(place):
            found.append(_read_group(text))
    return GroupsPattern.of(found)


def _read_group(text: object) -> GroupPattern:
    words = text.split() if isinstance(text, str) else []
    if len(words) != 2 or words[0] not in _FORMS:
        raise PatternError(f"{shown(text)} is no group: expected {_EXPECTED}")
    form = GroupForm(words[0])
    term = _TERM.fullmatch(words[1])
    if term is None:
        if form is GroupForm.RUN:
            raise PatternError(f"'{shown(words[1])}' begins no run: expected a number with a suit, such as 1A or n+1s")
        return GroupPattern(form, read_kinds(words[1]))
    number = None if term["number"] is None else int(term["number"]) - 1
    if form is GroupForm.RUN and number is not None and number >= _HIGHEST_RUN:
        raise PatternError(f"'{shown(text)}' is no group: a run begins at 1 to 7")
    step = int((term["sign"] or "+") + (term["step"] or "0"))
    letter = _SUIT_LETTERS.find(term["suit"])
    return GroupPattern(form, NumberTerm(number, step, None if letter >= 0 else _SUITS.index(term["suit"]), letter))
