"""What a pattern can count or add up, and between which bounds it has to lie."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from referee.rules.errors import shown
from referee.rules.patterns.errors import PatternError
from referee.rules.patterns.kinds import Kinds, read_kinds
from referee.rules.reading import Form
from referee.rules.traits import FIRST_HONOUR

if TYPE_CHECKING:
    from referee.rules.yaku.win import Win

_MOST: Final = 999  # more than any hand counts
_EXPECTED: Final = "a whole number, or {least: N, most: M}, one of them or both"


@dataclass(frozen=True, slots=True)
class Bounds:
    """From the least to the most, both included."""

    least: int
    most: int

    def hold(self, number: int) -> bool:
        """Whether the number lies between them."""
        return self.least <= number <= self.most


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that a hand has, and its bounds."""

    name: str
    bounds: Bounds

    def holds(self, win: "Win") -> bool:
        """Whether the hand's number lies between the bounds."""
        return self.bounds.hold(MEASURES[self.name](win))


@dataclass(frozen=True, slots=True)
class KindMeasure:
    """How many tiles of some kinds, or what their numbers add up to, and the bounds."""

    adding: bool
    kinds: Kinds
    bounds: Bounds

    def holds(self, win: "Win") -> bool:
        """Whether the count or the sum lies between the bounds."""
        kinds = self.kinds.of(win.circumstances)
        if self.adding:
            return self.bounds.hold(sum((kind % 9 + 1) * win.tiles.count((kind,)) for kind in kinds))
        return self.bounds.hold(win.tiles.count(kinds))


MEASURES: Final[dict[str, Callable[["Win"], int]]] = {
    "runs": lambda win: len(win.reading.runs),
    "triplets": lambda win: len(win.reading.triplets),
    "closed_triplets": lambda win: len(win.closed_triplets),
    "pairs": lambda win: 0 if win.reading.form is Form.ORPHANS else len(win.reading.pairs),
    "suits": lambda win: len(win.tiles.suits),
    "kinds": lambda win: sum(1 for copies in win.tiles.counts if copies),
}
"""Runs, triplets, closed triplets, pairs, suits of numbers, and different kinds of a hand."""


def read_bounds(value: object) -> Bounds:
    """Bounds from a number, or from `least` and `most`. Raises PatternError."""
    if _is_count(value):
        return Bounds(int(str(value)), int(str(value)))
    if isinstance(value, dict) and value and set(value) <= {"least", "most"} and all(map(_is_count, value.values())):
        bounds = Bounds(value.get("least", 0), value.get("most", _MOST))
        if bounds.least <= bounds.most:
            return bounds
        raise PatternError(f"least {bounds.least} is more than most {bounds.most}: no hand can have that")
    raise PatternError(f"{shown(value)} are no bounds: expected {_EXPECTED}")


def read_kind_measure(value: object, *, adding: bool) -> KindMeasure:
    """`{of: m, least: 100}`: kinds with their bounds. Raises PatternError."""
    if not isinstance(value, dict) or "of" not in value:
        raise PatternError(f"{shown(value)}: expected {{of: KINDS, least: N, most: M}}")
    bounds = {name: part for name, part in value.items() if name != "of"}
    kinds = read_kinds(value["of"])
    if (adding and any(kind >= FIRST_HONOUR for kind in kinds.fixed)) or (adding and kinds.winds):
        raise PatternError("honours have no number to add up: expected kinds of m, p and s")
    return KindMeasure(adding, kinds, read_bounds(bounds))


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST
