"""Groups in a pattern: `triplet nA`, `run 1A`, `pair dragon`, and whether a reading holds them all.

`n` stands for a number from 1 to 9 and `A`, `B`, `C` for three different suits; each means the same in all groups of
one list. Each group of the pattern must be another group of the hand.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum, unique
from itertools import permutations, product
from typing import TYPE_CHECKING, Final, NamedTuple

from referee.rules.errors import shown
from referee.rules.patterns.errors import PatternError, inside
from referee.rules.patterns.kinds import EXPECTED, Kinds, read_kinds
from referee.rules.reading import Form, Reading
from referee.tiles import Kind

if TYPE_CHECKING:
    from referee.rules.yaku.win import Win


@unique
class GroupForm(StrEnum):
    """The forms of a group."""

    RUN = "run"
    TRIPLET = "triplet"
    CLOSED_TRIPLET = "closed_triplet"
    PAIR = "pair"
    TRIPLET_OR_PAIR = "triplet_or_pair"


_FITTING: Final[Mapping[GroupForm | None, frozenset[GroupForm]]] = {
    GroupForm.TRIPLET: frozenset({GroupForm.TRIPLET, GroupForm.TRIPLET_OR_PAIR}),
    GroupForm.CLOSED_TRIPLET: frozenset({GroupForm.TRIPLET, GroupForm.CLOSED_TRIPLET, GroupForm.TRIPLET_OR_PAIR}),
    GroupForm.PAIR: frozenset({GroupForm.PAIR, GroupForm.TRIPLET_OR_PAIR}),
    None: frozenset(),
}
"""What a triplet that the ron completed, a closed one, and a pair of a hand can be in a pattern."""

_FORMS: Final = tuple(form.value for form in GroupForm)
_TERM: Final = re.compile(r"(?:(?P<number>[1-9])|n(?:(?P<sign>[+-])(?P<step>[1-8]))?)(?P<suit>[mpsABC])")
_SUITS: Final = "mps"
_SUIT_LETTERS: Final = "ABC"
_HIGHEST_RUN: Final = 7
_EXPECTED: Final = (
    "a form (run, triplet, closed_triplet, pair or triplet_or_pair) and a tile, such as 'triplet nA', 'run n+1B', "
    f"'run 1A', 'pair 5p'; a tile is a number (1-9, n, n+1, n-2) with a suit (m, p, s, or A, B, C for any), {EXPECTED}"
)


@dataclass(frozen=True, slots=True)
class NumberTerm:
    """A number and a suit. `number` is fixed, or None for `n` plus `step`; `suit` is fixed, or None for a letter."""

    number: int | None
    step: int
    suit: int | None
    letter: int

    def kind(self, form: GroupForm, number: int, suits: Sequence[int]) -> Kind | None:
        """The kind where `n` is a number and the letters are suits, all from 0; None if there is no such group."""
        own = self.number if self.number is not None else number + self.step
        if not 0 <= own < (_HIGHEST_RUN if form is GroupForm.RUN else 9):
            return None
        return own + 9 * (suits[self.letter] if self.suit is None else self.suit)


@dataclass(frozen=True, slots=True)
class GroupPattern:
    """One group of a pattern: its form, and the tile that it consists of or begins with."""

    form: GroupForm
    tile: NumberTerm | Kinds


class Meaning(NamedTuple):
    """What the groups with a number are, once `n`, `A`, `B` and `C` stand for something.

    `runs` are kinds with how many runs begin there, `others` forms with their kinds, no kind twice.
    """

    runs: tuple[tuple[Kind, int], ...]
    others: tuple[tuple[GroupForm, Kind], ...]

    def fits(self, reading: Reading) -> bool:
        """Whether a reading holds all of it."""
        for kind, many in self.runs:
            if reading.runs.count(kind) < many:
                return False
        return all(form in _FITTING[group_form(reading, kind)] for form, kind in self.others)


@dataclass(frozen=True, slots=True)
class GroupsPattern:
    """All groups of a pattern; `runs`, `triplets` and `groups` are how many a hand must have to be worth a search.

    `named` are the meanings of the groups with a number, by the kind of the first of them; None if there is no such
    group. `sorts` are the others.
    """

    patterns: tuple[GroupPattern, ...]
    runs: int
    triplets: int
    groups: int
    named: Mapping[Kind, tuple[Meaning, ...]] | None = field(compare=False, repr=False)
    sorts: tuple[GroupPattern, ...] = field(compare=False, repr=False)

    @classmethod
    def of(cls, patterns: Sequence[GroupPattern]) -> "GroupsPattern":
        """Of these groups."""
        forms = [pattern.form for pattern in patterns]
        return cls(
            tuple(patterns),
            forms.count(GroupForm.RUN),
            forms.count(GroupForm.TRIPLET) + forms.count(GroupForm.CLOSED_TRIPLET),
            len(forms),
            _named(patterns),
            tuple(pattern for pattern in patterns if isinstance(pattern.tile, Kinds)),
        )

    def holds(self, win: "Win") -> bool:
        """Whether the reading holds all groups at once."""
        reading = win.reading
        if reading.form is Form.ORPHANS or len(reading.runs) < self.runs or len(reading.triplets) < self.triplets:
            return False
        if len(reading.triplets) + len(reading.pairs) < self.groups - self.runs:
            return False
        if self.named is None:
            return self._has_sorts(win, ())
        for kind in {*reading.runs, *reading.triplets, *reading.pairs}:
            for meaning in self.named.get(kind, ()):
                if meaning.fits(reading) and self._has_sorts(win, meaning.others):
                    return True
        return False

    def _has_sorts(self, win: "Win", taken: tuple[tuple[GroupForm, Kind], ...]) -> bool:
        """Whether the triplets and pairs that are not taken hold a group for each sort."""
        if not self.sorts:
            return True
        kinds = {*win.reading.triplets, *win.reading.pairs} - {kind for _, kind in taken}
        free = [(group_form(win.reading, kind), kind) for kind in kinds]
        return _match([(pattern.form, pattern.tile.of(win.circumstances)) for pattern in self.sorts], free)  # type: ignore[union-attr]


def group_form(reading: Reading, kind: Kind) -> GroupForm | None:
    """Whether a kind is a triplet, a closed one, or a pair of a reading; None if it is neither."""
    if kind in reading.triplets:
        return GroupForm.TRIPLET if kind == reading.opened else GroupForm.CLOSED_TRIPLET
    return GroupForm.PAIR if kind in reading.pairs else None


def meanings(groups: Sequence[tuple[GroupForm, NumberTerm]]) -> Iterator[tuple[Kind, ...]]:
    """The kinds of groups with a number, in their order, for all that `n`, `A`, `B`, `C` can stand for; each once."""
    seen: set[tuple[Kind, ...]] = set()
    for number, suits in product(range(9), permutations(range(3))):
        kinds = tuple([kind for form, term in groups if (kind := term.kind(form, number, suits)) is not None])
        if len(kinds) == len(groups) and kinds not in seen:
            seen.add(kinds)
            yield kinds


def _named(patterns: Sequence[GroupPattern]) -> Mapping[Kind, tuple[Meaning, ...]] | None:
    groups = [(pattern.form, pattern.tile) for pattern in patterns if isinstance(pattern.tile, NumberTerm)]
    if not groups:
        return None
    found: dict[Kind, tuple[Meaning, ...]] = {}
    for kinds in meanings(groups):
        together = [(form, kind) for (form, _), kind in zip(groups, kinds, strict=True)]
        runs = Counter(kind for form, kind in together if form is GroupForm.RUN)
        others = tuple((form, kind) for form, kind in together if form is not GroupForm.RUN)
        if len({kind for _, kind in others}) == len(others):  # a kind is one triplet or one pair, never both
            found[kinds[0]] = (*found.get(kinds[0], ()), Meaning(tuple(runs.items()), others))
    return found


def _match(wanted: Sequence[tuple[GroupForm, frozenset[Kind]]], free: Sequence[tuple[GroupForm | None, Kind]]) -> bool:
    """Whether each sort that is wanted finds a group of its own."""
    if not wanted:
        return True
    form, kinds = wanted[0]
    return any(
        kind in kinds and form in _FITTING[is_form] and _match(wanted[1:], [*free[:place], *free[place + 1 :]])
        for place, (is_form, kind) in enumerate(free)
    )


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
