"""Commands as JSON: pydantic models made from the desk's own dataclasses, so the two cannot drift apart.

A tile travels as its mpsz name (`"4p"`), tiles as one text or a list of names. `actor` is never read from JSON: it is
set by whoever authenticated the sender. What a command does is not decided here.
"""

import dataclasses
from functools import cache
from typing import Annotated, Any, Final, get_args, get_type_hints

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError, create_model
from pydantic.config import JsonDict

from referee.desk.command import Command
from referee.desk.commands import AnyCommand
from referee.display.errors import CommandError
from referee.display.roles import Role, RoleKind
from referee.game import Seat
from referee.tiles import InputError, Tile, format_tile, parse_tile, parse_tiles

COMMANDS: Final[dict[str, type[Command]]] = {
    get_args(get_type_hints(cls)["act"])[0]: cls for cls in get_args(AnyCommand)
}
"""Each command's class by its act."""

_MAX_TEXT: Final = 500
_MAX_TILES: Final = 34
_MAX_OPTIONS: Final = 64
_MOST_POINTS: Final = 1_000_000_000  # far above any points on a table: a larger number is a slip
_MAX_VALUE: Final = 40


def _tile(value: object) -> Tile:
    if not isinstance(value, str):
        raise ValueError("a tile is a text such as 5m, 0p or 7z")
    return parse_tile(value)


def _tiles(value: object) -> tuple[Tile, ...]:
    tiles = _tiles_of_any_length(value)
    if len(tiles) > _MAX_TILES:
        raise ValueError(f"{len(tiles)} tiles: at most {_MAX_TILES} are read")
    return tiles


def _tiles_of_any_length(value: object) -> tuple[Tile, ...]:
    if isinstance(value, str):
        return parse_tiles(value)
    if isinstance(value, list | tuple):
        return tuple(_tile(name) for name in value)
    raise ValueError("tiles are a text such as 123m406p55z or a list of names")


_TILE_SCHEMA: Final[JsonDict] = {"type": "string", "pattern": "^([0-9][mps]|[1-7]z)$", "examples": ["4p"]}
_TILES_SCHEMA: Final[JsonDict] = {"type": "string", "examples": ["123m406p55z"]}


def _field(name: str, hint: Any) -> Any:
    """The type of a field in JSON; the names `tile` and `tiles` mean tiles, as everywhere in this project."""
    if name == "tile":
        tile = Annotated[int, BeforeValidator(_tile, json_schema_input_type=str), Field(json_schema_extra=_TILE_SCHEMA)]
        return tile | None if type(None) in get_args(hint) else tile
    if name == "tiles":
        return Annotated[tuple[int, ...], BeforeValidator(_tiles), Field(json_schema_extra=_TILES_SCHEMA)]
    if hint is str:
        return Annotated[str, Field(max_length=_MAX_TEXT)]
    if name == "options":
        return Annotated[hint, Field(max_length=_MAX_OPTIONS)]
    if name in ("amounts", "pot", "honba"):
        points = Annotated[int, Field(ge=-_MOST_POINTS, le=_MOST_POINTS)]
        return dict[Seat, points] if name == "amounts" else points | None
    return hint


def _model(cls: type[Command]) -> type[BaseModel]:
    hints = get_type_hints(cls)
    fields: dict[str, Any] = {}
    for field in dataclasses.fields(cls):
        if field.name == "actor":
            continue
        default: Any = ...
        if field.name == "act":
            default = ...  # the act must be said, it tells the commands apart
        elif field.default is not dataclasses.MISSING:
            default = field.default
        elif field.default_factory is not dataclasses.MISSING:
            default = Field(default_factory=field.default_factory)
        fields[field.name] = (_field(field.name, hints[field.name]), default)
    config = ConfigDict(extra="forbid", title=cls.__name__)
    return create_model(cls.__name__, __config__=config, __doc__=cls.__doc__, **fields)


@cache
def command_adapter() -> TypeAdapter[BaseModel]:
    """The validator of every command as JSON, told apart by `act`; also the source of its schema."""
    models = [_model(cls) for cls in COMMANDS.values()]
    union: Any = models[0]
    for model in models[1:]:
        union |= model
    return TypeAdapter(Annotated[union, Field(discriminator="act")])


def read_command(text: bytes, role: Role) -> AnyCommand:
    """The command in a JSON text, in the name of `role`. Raises CommandError with one line."""
    try:
        model = command_adapter().validate_json(text)
    except ValidationError as error:
        raise CommandError(_one_line(error)) from None
    act = getattr(model, "act")  # noqa: B009 - the union's models all have it, BaseModel has not
    values = {name: getattr(model, name) for name in type(model).model_fields if name != "act"}
    command: AnyCommand = COMMANDS[act](**values, actor=str(role))  # type: ignore[assignment]
    return command


def command_schema(reference: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The JSON schema of a command, and the definitions it refers to by the template `reference`."""
    schema = command_adapter().json_schema(ref_template=reference)
    return schema, schema.pop("$defs", {})


def may(role: Role, command: Command) -> bool:
    """Whether the role may ask for this: a player only for the own seat."""
    if role.kind.value not in type(command).roles:
        return False
    return role.kind is not RoleKind.PLAYER or getattr(command, "seat", None) == role.seat


def command_as_json(command: Command) -> dict[str, object]:
    """A command as `read_command` takes it, for clients and tests."""
    values: dict[str, object] = {}
    for field in dataclasses.fields(command):
        value = getattr(command, field.name)
        if field.name == "actor":
            continue
        if field.name == "tile" and value is not None:
            value = format_tile(value)
        elif field.name == "tiles":
            value = [format_tile(tile) for tile in value]
        values[field.name] = value
    return values


def _one_line(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(str(part) for part in first["loc"] if part not in COMMANDS)
    reason = first.get("ctx", {}).get("error")
    message = str(reason) if isinstance(reason, InputError | ValueError) else first["msg"]
    more = error.error_count() - 1
    value = first.get("input")
    shown = f" (not {str(value)[:_MAX_VALUE]!r})" if isinstance(value, str | int | float | bool) and not reason else ""
    others = f"; {more} more" if more else ""
    return f"{place or 'command'}: {message}{shown}{others}".replace("\n", " ")
