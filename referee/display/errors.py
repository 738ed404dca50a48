"""The errors of the display: each a single line that can be shown as it is."""

from referee.tiles import InputError


class DisplayError(InputError):
    """The display cannot do what was asked (a busy port, an unknown role); the message names it and the remedy."""


class CommandError(DisplayError):
    """A command that came as JSON is not one; the message names the key and what is expected."""
