"""Words for kinds of tiles in a pattern: tiles (`1579s7z`), sorts (`dragon`, `terminal`, `m`), winds with value."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from referee.rules.errors import shown
from referee.rules.patterns.errors import PatternError, inside
from referee.tiles import Kind, NotationError, is_red, parse_tiles

if TYPE_CHECKING:
    from referee.rules.situation import Circumstances

_NUMBERS = range(27)
_TERMINALS = (0, 8, 9, 17, 18, 26)
_HONOURS = range(27, 34)

SORTS: Final[dict[str, frozenset[Kind]]] = {
    "m": frozenset(range(9)),
    "p": frozenset(range(9, 18)),
    "s": frozenset(range(18, 27)),
    "number": frozenset(_NUMBERS),
    "simple": frozenset(_NUMBERS) - frozenset(_TERMINALS),
    "terminal": frozenset(_TERMINALS),
    "honour": frozenset(_HONOURS),
    "outer": frozenset((*_TERMINALS, *_HONOURS)),
    "wind": frozenset(range(27, 31)),
    "dragon": frozenset(range(31, 34)),
    "green": frozenset((19, 20, 21, 23, 25, 32)),
}
"""Sorts of tiles that are the same in every deal."""

VALUE_WINDS: Final[dict[str, Callable[["Circumstances"], tuple[Kind | None, ...]]]] = {
    "round_wind": lambda circumstances: (circumstances.round_wind,),
    "seat_wind": lambda circumstances: (circumstances.seat_wind,),
    "value_wind": lambda circumstances: (circumstances.round_wind, circumstances.seat_wind),
}
"""Winds that depend on the deal and the seat."""

EXPECTED: Final = f"tiles such as 5p or 1579s7z, or one of {', '.join((*SORTS, *VALUE_WINDS))}"


@dataclass(frozen=True, slots=True)
class Kinds:
    """Some kinds: fixed ones, and winds by their value."""

    fixed: frozenset[Kind]
    winds: tuple[str, ...] = ()

    def of(self, circumstances: "Circumstances") -> frozenset[Kind]:
        """The kinds under the circumstances."""
        if not self.winds:
            return self.fixed
        found = {kind for word in self.winds for kind in VALUE_WINDS[word](circumstances)}
        return self.fixed | {kind for kind in found if kind is not None}


def read_kinds(value: object) -> Kinds:
    """Kinds from a word, a text of tiles, or a list of them. Raises PatternError."""
    if not isinstance(value, list):
        return _read_word(value)
    if not value:
        raise PatternError(f"an empty list: expected {EXPECTED}")
    found = []
    for place, word in enumerate(value):
        with inside(place):
            found.append(_read_word(word))
    return Kinds(
        frozenset().union(*(kinds.fixed for kinds in found)),
        tuple(dict.fromkeys(wind for kinds in found for wind in kinds.winds)),
    )


def _read_word(value: object) -> Kinds:
    if not isinstance(value, str):
        raise PatternError(f"{shown(value)} is no tile: expected {EXPECTED}")
    if value in SORTS:
        return Kinds(SORTS[value])
    if value in VALUE_WINDS:
        return Kinds(frozenset(), (value,))
    try:
        tiles = parse_tiles(value)
    except NotationError as error:
        raise PatternError(f"'{shown(value)}' is no tile: expected {EXPECTED}") from error
    if not tiles or any(map(is_red, tiles)):
        raise PatternError(f"'{shown(value)}' holds a red five, which is a five here: expected {EXPECTED}")
    return Kinds(frozenset(tiles))
