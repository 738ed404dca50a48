"""The errors that input can cause, one class per question a caller asks.

Every one is a ValueError with a single-line message that names the offending part and what is expected, so a command
line or a page can show it as it is. Upper floors derive their own from these.
"""

from typing import ClassVar


class InputError(ValueError):
    """Something given from outside cannot be used; the message is one line, fit to be shown.

    `tells_hidden`: the message, and that there is one at all, says something about tiles that lie hidden. It may be
    shown only to whoever may see those.
    """

    tells_hidden: ClassVar[bool] = False


class NotationError(InputError):
    """The text cannot be parsed as tiles."""


class ImpossibleTilesError(InputError):
    """The text is well formed, but no set of 136 tiles can lie like this (five copies, too many red fives)."""


class NotAllowedError(InputError):
    """The tiles are possible, but not here and now (wrong number of tiles, not in the pool, out of turn)."""
