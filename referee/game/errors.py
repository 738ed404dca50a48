"""What the game floor refuses, one class per question a caller asks; every message is one line, fit to be shown."""

from typing import ClassVar

from referee.tiles import ImpossibleTilesError, InputError, NotAllowedError


class EventError(InputError):
    """Data that is no event of the catalogue: an unknown kind or field, or a field that is missing or misformed."""


class HandChangeError(NotAllowedError):
    """A tile of a locked hand was discarded, or a shown hand cannot have come from that wall.

    Most often a misreading. If it really happened, the same event with kind `hand_change` enters it, and the rule
    set's `hand_change` says what follows.
    """

    tells_hidden: ClassVar[bool] = True


class NotInPoolError(NotAllowedError):
    """A tile is none of the 34 that its seat can discard."""

    tells_hidden: ClassVar[bool] = True


class HiddenCopiesError(ImpossibleTilesError):
    """Beside tiles that lie hidden there would be one copy too many; what lies open alone could be."""

    tells_hidden: ClassVar[bool] = True
