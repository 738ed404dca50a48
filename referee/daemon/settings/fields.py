"""The single values of a configuration, found in its models: kind, bounds, choices, default. No file is read here.

What stands in lists and in maps can be changed where there is an entry; entries are added in the text.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from referee.daemon.configuration import SECRETS, Configuration
from referee.display.settings_port import FieldKind, SettingField

_FIXED: Final = frozenset({"kind"})
"""Which keys an entry has depends on it: it is changed in the text, together with them."""


def fields_of(configuration: Configuration, data: object) -> tuple[SettingField, ...]:
    """Every value that can be set by itself, in the order of the models. `data`: the file as it was written."""
    return tuple(_within(configuration, data, (), ()))


def described_keys() -> dict[str, tuple[FieldInfo, ...]]:
    """Every key that the file may have, e.g. `cameras.fps`, with what the models say of it: one, or one of several."""
    found: dict[str, tuple[FieldInfo, ...]] = {}
    for key, info in _described(Configuration, ()):
        found[key] = (*found.get(key, ()), info)
    return found


def _within(model: BaseModel, data: object, place: tuple[str, ...], words: tuple[str, ...]) -> Iterator[SettingField]:
    written = data if isinstance(data, Mapping) else {}
    for name, info in type(model).model_fields.items():
        value, here, said = getattr(model, name), (*place, name), (*words, name)
        if isinstance(value, BaseModel):
            yield from _within(value, written.get(name), here, said)
        elif isinstance(value, tuple | list) and any(isinstance(item, BaseModel) for item in value):
            items = written.get(name)
            for number, item in enumerate(value):
                entry = items[number] if isinstance(items, list) and number < len(items) else None
                yield from _within(item, entry, (*here, str(number)), said)
        elif isinstance(value, dict) and any(isinstance(item, BaseModel) for item in value.values()):
            entries = written.get(name)
            for key, item in value.items():
                entry = entries.get(key) if isinstance(entries, Mapping) else None
                yield from _within(item, entry, (*here, str(key)), said)
        elif name not in _FIXED:
            field = _field(info, here, said, written.get(name, default_of(info)))
            if field is not None:
                yield field


def _field(info: FieldInfo, place: tuple[str, ...], words: tuple[str, ...], value: object) -> SettingField | None:
    kinds, may_be_empty = _kinds(info.annotation)
    kind = _kind_of(kinds)
    key = ".".join(place)
    low, high = bounds_of(info)
    if kind is None or "." in "".join(place):
        return None
    if ".".join(words) in SECRETS:
        kind, value = FieldKind.SECRET, bool(value)
    return SettingField(
        key=key,
        text=f"setting.{'.'.join(words)}",
        kind=kind,
        value=value,
        default=default_of(info),
        low=low,
        high=high,
        choices=choices_of(info),
        may_be_empty=may_be_empty,
    )


def choices_of(info: FieldInfo) -> tuple[str, ...]:
    """The words that a value may be, () where it is no choice."""
    return tuple(str(choice) for kind in _kinds(info.annotation)[0] for choice in _choices(kind))


def bounds_of(info: FieldInfo) -> tuple[float | None, float | None]:
    """The least and the most that a number may be."""
    return _bound(info, "ge", "gt"), _bound(info, "le", "lt")


def default_of(info: FieldInfo) -> object:
    """The value without an entry, as the file would say it; None for sections, lists, and where there is none."""
    default = info.default
    if default is PydanticUndefined or isinstance(default, BaseModel | tuple | dict):
        return None
    return str(default) if isinstance(default, StrEnum | Path) else default


def _described(model: type[BaseModel], words: tuple[str, ...]) -> Iterator[tuple[str, FieldInfo]]:
    for name, info in model.model_fields.items():
        yield ".".join((*words, name)), info
        for part in _all_types(info.annotation):
            if isinstance(part, type) and issubclass(part, BaseModel):
                yield from _described(part, (*words, name))


def _all_types(annotation: Any) -> Iterator[Any]:
    """What an annotation is made of, through unions, lists, maps and what is annotated."""
    if get_origin(annotation) is Literal:
        return
    yield annotation
    for part in get_args(annotation):
        yield from _all_types(part)


def _kinds(annotation: Any) -> tuple[tuple[Any, ...], bool]:
    """The types that a value may have, and whether it may be left empty."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) in (Union, UnionType):
        parts = get_args(annotation)
        inner = [_kinds(part)[0] for part in parts if part is not NoneType]
        return tuple(kind for kinds in inner for kind in kinds), NoneType in parts
    return (annotation,), False


def _kind_of(kinds: tuple[Any, ...]) -> FieldKind | None:
    if all(_choices(kind) for kind in kinds):
        return FieldKind.CHOICE
    if len(kinds) == 1:
        return {bool: FieldKind.SWITCH, int: FieldKind.WHOLE, float: FieldKind.NUMBER}.get(
            kinds[0], FieldKind.TEXT if kinds[0] in (str, Path) else None
        )
    # a number or a word, such as a delay of 20 or 'deal': entered as it is written
    return FieldKind.TEXT if all(kind in (int, float, str) or _choices(kind) for kind in kinds) else None


def _choices(kind: Any) -> tuple[Any, ...]:
    if get_origin(kind) is Literal:
        return get_args(kind)
    return tuple(kind) if isinstance(kind, type) and issubclass(kind, StrEnum) else ()


def _bound(info: FieldInfo, *names: str) -> float | None:
    for constraint in info.metadata:
        for name in names:
            bound = getattr(constraint, name, None)
            if bound is not None:
                return float(bound)
    return None
