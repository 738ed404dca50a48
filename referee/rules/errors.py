"""Errors of the rules floor: a rule set that cannot be, or a file that is none."""

from referee.tiles.errors import InputError

_SHOWN_CHARACTERS = 60


class RuleError(InputError):
    """A rule set is wrong: the message names the option, its value and what is expected.

    `option` is the option's name ("" when the fault is not with one option), so a page can mark its field; `path`
    leads further, to the part of its value that is wrong: keys, and places from 0 in lists.
    """

    def __init__(self, message: str, *, option: str = "", path: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.option = option
        self.path = path


def shown(value: object) -> str:
    """A value as it appears in a message: one line, not longer than a line should be."""
    text = " ".join(str(value).split()) if isinstance(value, str) else repr(value)
    return text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 3] + "..."
