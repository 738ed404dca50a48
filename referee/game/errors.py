"""What the game floor refuses, one class per question a caller asks; every message is one line, fit to be shown."""

from referee.tiles import InputError, NotAllowedError


class EventError(InputError):
    """Data that is no event of the catalogue: an unknown kind or field, or a field that is missing or misformed."""


class HandChangeError(NotAllowedError):
    """A tile of a locked hand was discarded, or a shown hand cannot have come from that wall.

    Most often a misreading. If it really happened, the same event with kind `hand_change` enters it, and the rule
    set's `hand_change` says what follows.
    """
