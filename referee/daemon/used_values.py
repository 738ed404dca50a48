"""Values of a configuration that only their use can show to be wrong: files that they name, rules, tokens.

They are used once when somebody asks whether a file is right, so that they are told beside all other values that are
wrong (what concerns several values comes once each is right); the daemon that loads a file uses them later itself.
"""

from collections.abc import Callable
from typing import Any, Final

from pydantic import AfterValidator, ValidationInfo

CHECKING: Final = {"values are used": True}
"""The validation context of whoever wants to know whether the daemon could use the values."""


def used_by(use: Callable[[Any], object]) -> AfterValidator:
    """Marks a value that `use` takes, and refuses with an InputError when it cannot be used."""

    def validate(value: object, info: ValidationInfo) -> object:
        if info.context is CHECKING:
            use(value)
        return value

    return AfterValidator(validate)
