"""The error of a pattern, which says where in the pattern it is."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""Keys and places (from 0) that lead to a part of a pattern."""


class PatternError(ValueError):
    """A pattern cannot be read; `path` leads to the part that is wrong, the message says what is expected there."""

    def __init__(self, message: str, path: Path = ()) -> None:
        super().__init__(message)
        self.path = path


@contextmanager
def inside(*steps: str | int) -> Iterator[None]:
    """Errors raised here lie below these steps."""
    try:
        yield
    except PatternError as error:
        raise PatternError(str(error), (*steps, *error.path)) from error
