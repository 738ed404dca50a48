"""What a house shows beyond the least. The defaults show the least."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Disclosure:
    """The house's word on help and on hands; nothing else widens a view."""

    player_waits: bool = False
    """A player's own page shows the own waits and furiten."""
    operator_hands: bool = False
    """The operator sees the hands and the readings of trays."""
