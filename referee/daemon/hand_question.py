"""A question about a hand: its fields, as they come from options or from a line of a file, and what they mean.

The fields are the arguments and options of the hand commands, dashes as underscores. Both ways in are read here, so
that both accept the same and complain in the same words.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from referee.tiles import InputError, NotAllowedError, NotationError, Tile, parse_tile, parse_tiles

if TYPE_CHECKING:
    from referee.rules import RuleSet, Situation, Wind

DEFAULT_RULES: Final = "kaiji"

SITUATION_FIELDS: Final = (
    "rules",
    "set",
    "indicators",
    "ura",
    "seat_wind",
    "round_wind",
    "dealer",
    "no_dealer",
    "ippatsu",
    "houtei",
    "first_discard",
    "riichi",
    "no_riichi",
)
"""The fields that every question may have, beside the arguments of its command."""

_WALL: Final = 34
_NEGATIONS: Final = {"dealer": "no_dealer", "riichi": "no_riichi"}


def merged(defaults: Mapping[str, object], line: Mapping[str, object]) -> dict[str, object]:
    """The fields of a line over those of the command line; a line's `dealer` also overrides `no_dealer`."""
    overridden = {name for pair in _NEGATIONS.items() if any(one in line for one in pair) for name in pair}
    kept = {name: value for name, value in defaults.items() if name not in overridden}
    return {**kept, **line, "set": {**mapping_field(defaults, "set"), **mapping_field(line, "set")}}


@dataclass(frozen=True)
class Asker:
    """Turns the fields of a question into a rule set and a situation; keeps the rule sets of one run of a command."""

    _loaded: dict[str, "RuleSet"] = field(default_factory=dict)

    def rules_and_situation(self, fields: Mapping[str, object]) -> "tuple[RuleSet, Situation]":
        """The RuleSet and the Situation that the fields describe. Raises InputError naming field and value."""
        from referee.rules import Situation

        options = mapping_field(fields, "set")
        wind = _word(fields, "round_wind")
        if wind == "none":
            options = {**options, "round_wind": "none"}
        rules = self._rules(fields).with_hand_options(options)
        situation = Situation(
            indicators=tiles_field(fields, "indicators"),
            ura=tiles_field(fields, "ura"),
            seat_wind=_wind(fields, "seat_wind"),
            round_wind=None if wind == "none" else _wind(fields, "round_wind", also="none"),
            dealer=_either(fields, "dealer"),
            riichi=_either(fields, "riichi") is not False,
            ippatsu=_flag(fields, "ippatsu") is True,
            houtei=_flag(fields, "houtei") is True,
            first_discard=_flag(fields, "first_discard") is True,
        )
        return rules, situation

    def _rules(self, fields: Mapping[str, object]) -> "RuleSet":
        from referee.rules import load_rules

        given = _word(fields, "rules")
        name = DEFAULT_RULES if given is None else given
        if name not in self._loaded:
            self._loaded[name] = load_rules(name)
        return self._loaded[name]


def tiles_field(fields: Mapping[str, object], name: str) -> tuple[Tile, ...]:
    """The tiles of a field: one text, or a list of names; none if it is not given."""
    value = fields.get(name)
    if value is None:
        return ()
    if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
        value = "".join(value)
    if not isinstance(value, str):
        raise NotationError(f"{_argument(name)} is {value!r}: expected tiles such as 123m406p55z")
    try:
        return parse_tiles(value)
    except NotationError as error:
        raise NotationError(f"{_argument(name)}: {error}") from error


def tile_field(fields: Mapping[str, object], name: str) -> Tile:
    """The one tile of a field."""
    value = fields.get(name)
    if not isinstance(value, str):
        raise NotationError(f"{_argument(name)} is {'missing' if value is None else repr(value)}: expected one tile")
    try:
        return parse_tile(value.strip())
    except NotationError as error:
        raise NotationError(f"{_argument(name)}: {error}") from error


def hand_field(fields: Mapping[str, object]) -> tuple[Tile, ...]:
    """The tiles of the field `hand`, which must be given."""
    return _given_tiles(fields, "hand", "13 tiles such as 123m406p55z")


def wall_field(fields: Mapping[str, object]) -> tuple[Tile, ...]:
    """The 34 tiles of the field `tiles`, which must be given. Raises InputError for what is no wall."""
    tiles = _given_tiles(fields, "tiles", f"{_WALL} tiles such as 1244m5p...14455z")
    if len(tiles) != _WALL:
        raise NotAllowedError(f"tiles: there are {len(tiles)}, expected the {_WALL} tiles of a wall")
    return tiles


def _given_tiles(fields: Mapping[str, object], name: str, expected: str) -> tuple[Tile, ...]:
    if fields.get(name) is None:
        raise NotationError(f"{_argument(name)} is missing: expected {expected}")
    return tiles_field(fields, name)


def mapping_field(fields: Mapping[str, object], name: str) -> dict[str, object]:
    """The options of a field such as `set`; empty if it is not given."""
    value = fields.get(name, {})
    if not isinstance(value, dict):
        raise InputError(f"{_argument(name)} is {value!r}: expected an object of rule options")
    return value


def _word(fields: Mapping[str, object], name: str) -> str | None:
    value = fields.get(name)
    if value is None or isinstance(value, str):
        return value
    raise InputError(f"{_argument(name)} is {value!r}: expected a text")


def _wind(fields: Mapping[str, object], name: str, *, also: str = "") -> "Wind | None":
    from referee.rules import Wind

    value = _word(fields, name)
    if value is None:
        return None
    if value.upper() not in Wind.__members__:
        expected = ", ".join(Wind.__members__) + (f" or {also}" if also else "")
        raise InputError(f"{_argument(name)} is '{value[:60]}': expected one of {expected}")
    return Wind(value.upper())


def _flag(fields: Mapping[str, object], name: str) -> bool | None:
    value = fields.get(name)
    if value is None or isinstance(value, bool):
        return value
    raise InputError(f"{_argument(name)} is {value!r}: expected true or false")


def _either(fields: Mapping[str, object], name: str) -> bool | None:
    """A yes-or-no field that may be given as itself or as its negation; None if neither is given."""
    negation = _NEGATIONS[name]
    value, negated = _flag(fields, name), _flag(fields, negation)
    if negated is None:
        return value
    if value is not None and value == negated:
        raise InputError(f"{_argument(name)} and {_argument(negation)} contradict each other")
    return not negated


def _argument(name: str) -> str:
    """How a field is called in a message: the same word on the command line and in a file."""
    return name.replace("_", "-")
