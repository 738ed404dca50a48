"""From plain data (YAML, JSON) to the conditions of a pattern, with errors that say where they are."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from itertools import permutations
from typing import Final

from referee.rules.choices import Wind
from referee.rules.errors import shown
from referee.rules.packing import pack
from referee.rules.patterns.conditions import (
    All,
    AnyOf,
    Condition,
    EachGroupHolds,
    ExactTiles,
    HasForm,
    HasGroups,
    HasOccasion,
    HasWait,
    HasWind,
    HoldsEach,
    Not,
    OnlyOf,
    WonOn,
)
from referee.rules.patterns.errors import PatternError, inside
from referee.rules.patterns.groups import read_groups
from referee.rules.patterns.kinds import read_kinds
from referee.rules.patterns.measures import MEASURES, Measure, read_bounds, read_kind_measure
from referee.rules.reading import Form, WaitForm
from referee.rules.traits import FIRST_HONOUR
from referee.tiles import NotationError, is_red, parse_tiles

_HAND: Final = 14
_WIND_KINDS: Final = {wind.value: FIRST_HONOUR + place for place, wind in enumerate(Wind)}
_DEEPEST: Final = 8  # levels of all, any and not


def read_conditions(data: Mapping[str, object], *, depth: int = 0) -> Condition:
    """All conditions of a mapping together. Raises PatternError for an unknown one, or for none at all."""
    if depth > _DEEPEST:
        raise PatternError(f"all, any and not are nested more than {_DEEPEST} deep")
    if not data:
        raise PatternError(f"no condition: expected some of {', '.join(CONDITIONS)}")
    found = []
    for name, value in data.items():
        with inside(name):
            if name in _COMPOUNDS:
                found.append(_COMPOUNDS[name](value, depth + 1))
            elif name in _READERS:
                found.append(_READERS[name](value))
            else:
                raise PatternError(unknown_key(name, CONDITIONS))
    return found[0] if len(found) == 1 else All(tuple(found))


def unknown_key(name: object, known: tuple[str, ...]) -> str:
    """What to say about a key that does not exist: the one it resembles, or all that do exist."""
    near = get_close_matches(str(name), known, n=1)
    expected = f"did you mean '{near[0]}'?" if near else f"expected one of {', '.join(known)}"
    return f"'{shown(name)}' is no part of a pattern: {expected}"


def _several(value: object, depth: int) -> tuple[Condition, ...]:
    if not isinstance(value, list) or not value:
        raise PatternError(f"{shown(value)} is no list: expected patterns, such as [{{suits: 1}}, {{only: green}}]")
    found = []
    for place, item in enumerate(value):
        with inside(place):
            found.append(_one(item, depth))
    return tuple(found)


def _one(value: object, depth: int) -> Condition:
    if not isinstance(value, dict):
        raise PatternError(f"{shown(value)} is no pattern: expected conditions such as {{suits: 1}}")
    return read_conditions(value, depth=depth)


def _form(value: object) -> Condition:
    return HasForm(Form(_word(value, tuple(form.value for form in Form))))


def _holds(value: object) -> Condition:
    if not isinstance(value, list):
        return HoldsEach((read_kinds(value),))
    found = []
    for place, item in enumerate(value):
        with inside(place):
            found.append(read_kinds(item))
    if not found:
        raise PatternError("an empty list: expected sorts of tiles, such as [m, p, s, wind, dragon]")
    return HoldsEach(tuple(found))


def _tiles(value: object) -> Condition:
    """14 tiles, a letter `A`, `B`, `C` standing for any suit."""
    expected = f"{_HAND} tiles such as 22334455667788p, or 22334455667788A for any suit"
    if not isinstance(value, str):
        raise PatternError(f"{shown(value)} are no tiles: expected {expected}")
    ways = set[int]()
    for suits in permutations("mps"):
        text = value
        for letter, suit in zip("ABC", suits, strict=True):
            text = text.replace(letter, suit)
        try:
            tiles = parse_tiles(text)
        except NotationError as error:
            raise PatternError(f"'{shown(value)}' are no tiles: expected {expected}") from error
        if len(tiles) != _HAND or max(map(tiles.count, tiles)) > 4 or any(map(is_red, tiles)):
            raise PatternError(f"'{shown(value)}' is no hand: expected {expected}, at most four of a kind")
        ways.add(pack(tiles))
    return ExactTiles(frozenset(ways))


def _wait(value: object) -> Condition:
    words = value if isinstance(value, list) else [value]
    if not words:
        raise PatternError(f"an empty list: expected some of {', '.join(form.value for form in WaitForm)}")
    return HasWait(frozenset(WaitForm(_word(word, tuple(form.value for form in WaitForm))) for word in words))


def _wind(name: str) -> Callable[[object], Condition]:
    def read(value: object) -> Condition:
        words = value if isinstance(value, list) else [value]
        if not words:
            raise PatternError("an empty list: expected some of E, S, W, N")
        return HasWind(name, frozenset(_WIND_KINDS[_word(word, tuple(_WIND_KINDS))] for word in words))

    return read


def _occasion(name: str) -> Callable[[object], Condition]:
    def read(value: object) -> Condition:
        if not isinstance(value, bool):
            raise PatternError(f"{shown(value)}: expected true or false")
        return HasOccasion(name, value)

    return read


def _measure(name: str) -> Callable[[object], Condition]:
    return lambda value: Measure(name, read_bounds(value))


def _word(value: object, words: tuple[str, ...]) -> str:
    if isinstance(value, str) and value in words:
        return value
    raise PatternError(f"{shown(value)}: expected one of {', '.join(words)}")


_COMPOUNDS: Final[Mapping[str, Callable[[object, int], Condition]]] = {
    "all": lambda value, depth: All(_several(value, depth)),
    "any": lambda value, depth: AnyOf(_several(value, depth)),
    "not": lambda value, depth: Not(_one(value, depth)),
}

_READERS: Final[Mapping[str, Callable[[object], Condition]]] = {
    "form": _form,
    "groups": lambda value: HasGroups(read_groups(value)),
    "each_group_holds": lambda value: EachGroupHolds(read_kinds(value)),
    "tiles": _tiles,
    "only": lambda value: OnlyOf(read_kinds(value)),
    "holds": _holds,
    "count": lambda value: read_kind_measure(value, adding=False),
    "sum": lambda value: read_kind_measure(value, adding=True),
    **{name: _measure(name) for name in MEASURES},
    "winning": lambda value: WonOn(read_kinds(value)),
    "wait": _wait,
    "riichi": _occasion("riichi"),
    "ippatsu": _occasion("ippatsu"),
    "houtei": _occasion("houtei"),
    "seat_wind": _wind("seat_wind"),
    "round_wind": _wind("round_wind"),
}

CONDITIONS: Final[tuple[str, ...]] = (*_READERS, *_COMPOUNDS)
"""The names of all conditions."""
