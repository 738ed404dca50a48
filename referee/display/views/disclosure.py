"""What a house shows beyond the least. The defaults show the least."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.display.outputs import DEFAULT_OUTPUTS, Output


@dataclass(frozen=True, slots=True)
class Disclosure:
    """The house's word on help, on hands, and on the outputs of its stream; nothing else widens a view."""

    player_waits: bool = False
    """A player's own page shows the own waits and furiten."""
    operator_hands: bool = False
    """The operator sees the hands and the readings of trays."""
    outputs: Mapping[str, Output] = field(default_factory=lambda: DEFAULT_OUTPUTS)
    """The outputs of the stream by name."""
