"""Views as plain JSON values: dataclasses become objects, tiles are names already, amounts stay exact.

A whole amount is a number, a fraction a number where that is exact and else a text such as `1/3`.
"""

import dataclasses
from collections.abc import Mapping, Set
from enum import Enum
from fractions import Fraction
from typing import Any

from referee.game.amounts import plain


def as_json(value: object) -> Any:
    """The value as JSON holds it. Raises TypeError for what has no JSON form, so that nothing slips through."""
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Fraction):
        return plain(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: as_json(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(as_json(key)): as_json(item) for key, item in value.items()}
    if isinstance(value, Set):
        return sorted((as_json(item) for item in value), key=str)
    if isinstance(value, list | tuple):
        return [as_json(item) for item in value]
    raise TypeError(f"{value!r} has no JSON form")
