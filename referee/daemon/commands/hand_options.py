"""The options that the hand commands (`score`, `waits`, `solve`) share, and what they mean.

A question can come from the command line or as a line of a JSONL file; both are read here from one mapping of field
names (the options, dashes as underscores), so that both accept the same and complain in the same words.
"""

import json
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from referee.tiles import InputError, NotationError, Tile, parse_tile, parse_tiles

RulesOption = Annotated[
    str, typer.Option("--rules", metavar="PRESET_OR_FILE", help="The rule set: a preset or a file.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Set an option of the rule set; the value is YAML. Repeatable."),
]
IndicatorsOption = Annotated[str | None, typer.Option(metavar="TILES", help="The dora indicator, such as 3m.")]
UraOption = Annotated[
    str | None, typer.Option(metavar="TILES", help="The ura indicator; never counts for the minimum.")
]
SeatWindOption = Annotated[str | None, typer.Option(metavar="E|S|W|N", help="The seat's wind.")]
RoundWindOption = Annotated[str | None, typer.Option(metavar="E|S|W|N|none", help="The round's wind.")]
DealerOption = Annotated[
    bool | None, typer.Option("--dealer/--no-dealer", help="Whether the seat deals; else the seat with east does.")
]
IppatsuOption = Annotated[bool, typer.Option("--ippatsu", help="Won while ippatsu lasts.")]
HouteiOption = Annotated[bool, typer.Option("--houtei", help="Won on the last discard.")]
FirstDiscardOption = Annotated[
    bool, typer.Option("--first-discard", help="Won on the opponent's first discard, before the own riichi.")
]
NoRiichiOption = Annotated[bool, typer.Option("--no-riichi", help="Riichi does not stand.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
FileOption = Annotated[
    Path | None,
    typer.Option("--file", metavar="F.jsonl", help="Answer each line of a JSONL file (- is stdin); needs --json."),
]

DEFAULT_RULES: Final = "kaiji"
_ANNOTATIONS: Final = frozenset({"id", "note", "topic", "expect", "why", "source", "one_best"})
"""Fields of a line that are let through unread: a file of questions may carry its own names and answers."""

_SITUATION_FIELDS: Final = (
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


def situation_fields(
    *,
    rules: str,
    set_: Sequence[str] | None,
    indicators: str | None,
    ura: str | None,
    seat_wind: str | None,
    round_wind: str | None,
    dealer: bool | None,
    ippatsu: bool,
    houtei: bool,
    first_discard: bool,
    no_riichi: bool,
) -> dict[str, object]:
    """The options of a command line as the fields of a question; what was not given is left out."""
    given = {
        "rules": rules,
        "set": settings(set_),
        "indicators": indicators,
        "ura": ura,
        "seat_wind": seat_wind,
        "round_wind": round_wind,
        "dealer": dealer,
        "ippatsu": ippatsu or None,
        "houtei": houtei or None,
        "first_discard": first_discard or None,
        "no_riichi": no_riichi or None,
    }
    return {name: value for name, value in given.items() if value is not None}


@dataclass(frozen=True)
class Asker:
    """Turns the fields of a question into a rule set and a situation; keeps the rule sets of one run of a command."""

    _loaded: dict[str, Any] = field(default_factory=dict)

    def rules_and_situation(self, fields: Mapping[str, object]) -> tuple[Any, Any]:
        """The RuleSet and the Situation that the fields describe. Raises InputError naming field and value."""
        from referee.rules import Situation

        options = _mapping(fields, "set")
        wind = _word(fields, "round_wind")
        if wind == "none":
            options = {**options, "round_wind": "none"}
        rules = self._rules(fields).with_hand_options(options)
        situation = Situation(
            indicators=tiles_field(fields, "indicators"),
            ura=tiles_field(fields, "ura"),
            seat_wind=_wind(fields, "seat_wind"),
            round_wind=None if wind == "none" else _wind(fields, "round_wind", also="none"),
            dealer=_either(fields, "dealer", "no_dealer"),
            riichi=_either(fields, "riichi", "no_riichi") is not False,
            ippatsu=_flag(fields, "ippatsu") is True,
            houtei=_flag(fields, "houtei") is True,
            first_discard=_flag(fields, "first_discard") is True,
        )
        return rules, situation

    def _rules(self, fields: Mapping[str, object]) -> Any:
        from referee.rules import load_rules

        name = _word(fields, "rules") or DEFAULT_RULES
        if name not in self._loaded:
            self._loaded[name] = load_rules(name)
        return self._loaded[name]


def check_file_use(*, json: bool, arguments: Sequence[str | None]) -> None:
    """Raise InputError unless `--file` stands with `--json` and without the arguments that its lines hold."""
    if not json:
        raise InputError("--file answers in JSON: add --json")
    if any(argument is not None for argument in arguments):
        raise InputError(f"--file and '{next(filter(None, arguments), '')}' were both given: the file holds the hands")


def answer_file(
    path: Path,
    defaults: Mapping[str, object],
    arguments: Collection[str],
    answer: Callable[[Mapping[str, object]], Mapping[str, object]],
) -> int:
    """Print the answer to every line of a JSONL file, in order, and return the exit status: 1 if a line was bad.

    `defaults` are the fields of the command line, which a line overrides; `arguments` the fields that the command
    itself takes beside those of the situation. Raises InputError if the file cannot be read.
    """
    from referee.daemon.console import print_json

    bad = False
    for number, line in enumerate(_lines(path), start=1):
        try:
            given = _read_line(line, arguments)
            merged = {**defaults, **given, "set": {**_mapping(defaults, "set"), **_mapping(given, "set")}}
            print_json(answer(merged))
        except InputError as error:
            bad = True
            print_json({"error": f"line {number}: {error}"})
    return 1 if bad else 0


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


def hand_field(fields: Mapping[str, object], name: str = "hand") -> tuple[Tile, ...]:
    """The tiles of a hand, which must be given."""
    if fields.get(name) is None:
        raise NotationError(f"{_argument(name)} is missing: expected 13 tiles such as 123m406p55z")
    return tiles_field(fields, name)


def settings(set_: Sequence[str] | None) -> dict[str, object]:
    """The rule options of repeated `--set KEY=VALUE`. Raises InputError for what is none."""
    return dict(map(_read_setting, set_ or ()))


def _read_setting(text: str) -> tuple[str, object]:
    from referee.rules.strict_yaml import YamlError, read_yaml

    name, equals, value = text.partition("=")
    if not equals:
        raise InputError(f"--set {text[:60]}: expected KEY=VALUE, such as kiriage_mangan=false")
    try:
        return name.strip(), read_yaml(value).data
    except YamlError as error:
        raise InputError(f"--set {text[:60]}: {error}") from error


def _lines(path: Path) -> Iterator[str]:
    name = "stdin" if str(path) == "-" else str(path)
    try:
        if name == "stdin":
            yield from sys.stdin
            return
        with path.open(encoding="utf-8-sig") as file:
            yield from file
    except OSError as error:
        raise InputError(f"--file {name} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"--file {name} is no UTF-8 text") from error


def _read_line(line: str, arguments: Collection[str]) -> dict[str, object]:
    try:
        data = json.loads(line, object_pairs_hook=_without_doubles)
    except (ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"'{line.strip()[:60]}' is no JSON object") from error
    if not isinstance(data, dict):
        raise InputError(f"'{line.strip()[:60]}' is no JSON object")
    known = (*arguments, *_SITUATION_FIELDS)
    for name in data:
        if name not in known and name not in _ANNOTATIONS:
            raise InputError(f"'{name[:60]}' is no field of a question: expected one of {', '.join(known)}")
    return {name: value for name, value in data.items() if value is not None}


def _without_doubles(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        twice = next(name for name, _ in pairs if sum(name == other for other, _ in pairs) > 1)
        raise InputError(f"'{twice[:60]}' is given twice")
    return fields


def _mapping(fields: Mapping[str, object], name: str) -> dict[str, object]:
    value = fields.get(name, {})
    if not isinstance(value, dict):
        raise InputError(f"{_argument(name)} is {value!r}: expected an object of rule options")
    return value


def _word(fields: Mapping[str, object], name: str) -> str | None:
    value = fields.get(name)
    if value is None or isinstance(value, str):
        return value
    raise InputError(f"{_argument(name)} is {value!r}: expected a text")


def _wind(fields: Mapping[str, object], name: str, *, also: str = "") -> Any:
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


def _either(fields: Mapping[str, object], name: str, negation: str) -> bool | None:
    """A yes-or-no field that may be given as itself or as its negation; None if neither is given."""
    value, negated = _flag(fields, name), _flag(fields, negation)
    if negated is None:
        return value
    if value is not None and value == negated:
        raise InputError(f"{_argument(name)} and {_argument(negation)} contradict each other")
    return not negated


def _argument(name: str) -> str:
    """How a field is called in a message: the same word on the command line and in a file."""
    return name.replace("_", "-")
