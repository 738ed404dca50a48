"""The JSON form of an event, as the journal keeps it. Strict: what is read back is exactly what was written.

Only fields that say something are written. Tiles are mpsz names, amounts exact numbers (see `amounts`).
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from referee.game.amounts import Amount, plain, read_amount
from referee.game.catalogue import check_fields, says
from referee.game.errors import EventError
from referee.game.event import (
    Event,
    EventType,
    How,
    Label,
    MatchSource,
    Opening,
    Place,
    Setup,
    Source,
    WallSide,
)
from referee.game.seats import Seat
from referee.rules.choices import Wind
from referee.tiles import InputError, Tile, format_tile, parse_tile, tile_names

Json = dict[str, Any]
Value = TypeVar("Value")


def to_json(event: Event) -> Json:
    """The event as plain data for `json.dumps`."""
    data: Json = {"seq": event.seq, "ms": event.ms, "type": event.type.value}
    for name, write in _WRITERS.items():
        value = getattr(event, name)
        if says(value):
            data[name] = write(value)
    return data


def from_json(data: Mapping[str, object]) -> Event:
    """The event that `to_json` wrote. Raises EventError naming the field for anything else."""
    unknown = sorted(str(key) for key in data if key not in _READERS)
    if unknown:
        raise EventError(f"'{unknown[0][:40]}' is no field of an event: expected some of {', '.join(_READERS)}")
    for name in ("seq", "ms", "type"):
        if name not in data:
            raise EventError(f"an event needs {name}")
    event = Event(**{name: read_field(name, value) for name, value in data.items()})
    check_fields(event)
    return event


def read_field(name: str, value: object) -> Any:
    """The typed value of field `name`. Raises EventError naming the field."""
    try:
        return _READERS[name](value)
    except (InputError, KeyError, TypeError, ValueError) as error:
        reason = str(error) if isinstance(error, InputError) else f"{_short(value)} cannot be read"
        raise EventError(f"field {name}: {reason}") from error


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise EventError(f"{_short(value)} is no whole number")
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise EventError(f"{_short(value)} is no number")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise EventError(f"{_short(value)} is no text")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise EventError(f"{_short(value)} is neither true nor false")
    return value


def _list(read: Callable[[object], Value]) -> Callable[[object], tuple[Value, ...]]:
    def read_list(value: object) -> tuple[Value, ...]:
        if not isinstance(value, list | tuple):
            raise EventError(f"{_short(value)} is no list")
        return tuple(read(item) for item in value)

    return read_list


def _mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise EventError(f"{_short(value)} is no object")
    return value


def _seat(value: object) -> Seat:
    if value not in tuple(Seat):
        raise EventError(f"{_short(value)} is no seat: expected A, B, C or D")
    return Seat(str(value))


def _tile(value: object) -> Tile:
    return parse_tile(_text(value))


def _amounts(value: object) -> dict[str, Amount]:
    return {Seat(key) if key in tuple(Seat) else key: read_amount(amount) for key, amount in _mapping(value).items()}


def _points(value: object) -> dict[Seat, Amount]:
    return {_seat(key): read_amount(amount) for key, amount in _mapping(value).items()}


def _known(value: object, keys: frozenset[str], what: str) -> Mapping[str, Any]:
    mapping = _mapping(value)
    unknown = sorted(set(mapping) - keys)
    if unknown:
        raise EventError(f"'{unknown[0][:40]}' is no field of {what}")
    return mapping


def _place(value: object) -> Place:
    data = _known(value, frozenset({"wall", "stack"}), "a place")
    wall, stack = data.get("wall"), data.get("stack")
    return Place(None if wall is None else WallSide(wall), None if stack is None else _whole(stack))


def _label(value: object) -> Label:
    data = _known(value, frozenset({"wind", "number", "honba"}), "a label")
    wind = data.get("wind")
    return Label(None if wind is None else Wind(wind), _whole(data["number"]), _whole(data["honba"]))


def _setup(value: object) -> Setup:
    data = _known(value, frozenset(Setup.__dataclass_fields__), "a match")
    return Setup(
        id=_text(data["id"]),
        players={_seat(seat): _text(name) for seat, name in _mapping(data["players"]).items()},
        rules=_text(data["rules"]),
        options=dict(_mapping(data["options"])),
        title=_text(data.get("title", "")),
        venue=_text(data.get("venue", "")),
        started_at=_text(data.get("started_at", "")),
        source=MatchSource(data.get("source", MatchSource.PHYSICAL.value)),
    )


def _opening(value: object) -> Opening:
    data = _known(value, frozenset(Opening.__dataclass_fields__), "a deal")
    return Opening(
        no=_whole(data["no"]),
        first=_seat(data["first"]) if "first" in data else None,
        dealer=_seat(data["dealer"]) if "dealer" in data else None,
        label=_label(data["label"]) if "label" in data else None,
        points=_points(data["points"]) if "points" in data else None,
        pot=read_amount(data["pot"]) if "pot" in data else None,
    )


def _plain_setup(setup: Setup) -> Json:
    data: Json = {
        "id": setup.id,
        "players": {seat.value: name for seat, name in setup.players.items()},
        "rules": setup.rules,
        "options": dict(setup.options),
        "source": setup.source.value,
    }
    for name in ("title", "venue", "started_at"):
        if getattr(setup, name):
            data[name] = getattr(setup, name)
    return data


def _plain_opening(opening: Opening) -> Json:
    data: Json = {"no": opening.no}
    if opening.first is not None:
        data["first"] = opening.first.value
    if opening.dealer is not None:
        data["dealer"] = opening.dealer.value
    if opening.label is not None:
        data["label"] = opening.label.plain
    if opening.points is not None:
        data["points"] = {seat.value: plain(amount) for seat, amount in opening.points.items()}
    if opening.pot is not None:
        data["pot"] = plain(opening.pot)
    return data


def _same(value: Any) -> Any:
    return value


def _value(value: Any) -> str:
    return str(value.value)


_WRITERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "by": _value,
    "tile": format_tile,
    "tiles": tile_names,
    "n": _same,
    "ref": _same,
    "kind": _same,
    "amounts": lambda amounts: {str(key): plain(amount) for key, amount in amounts.items()},
    "source": _value,
    "confidence": _same,
    "age_ms": _same,
    "text": _same,
    "dice": list,
    "first": _value,
    "place": lambda place: place.plain,
    "how": _value,
    "late": _same,
    "setup": _plain_setup,
    "opening": _plain_opening,
}

_READERS: Final[Mapping[str, Callable[[object], Any]]] = {
    "seq": _whole,
    "ms": _whole,
    "type": lambda value: EventType(_text(value)),
    "by": _seat,
    "tile": _tile,
    "tiles": _list(_tile),
    "n": _whole,
    "ref": _whole,
    "kind": _text,
    "amounts": _amounts,
    "source": lambda value: Source(_text(value)),
    "confidence": _number,
    "age_ms": _whole,
    "text": _text,
    "dice": _list(_whole),
    "first": _seat,
    "place": _place,
    "how": lambda value: How(_text(value)),
    "late": _flag,
    "setup": _setup,
    "opening": _opening,
}
