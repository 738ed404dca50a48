"""What a house sets about the desk itself."""

from dataclasses import dataclass

from referee.game import MatchSource


@dataclass(frozen=True, slots=True)
class DeskSettings:
    """`lock_wait_ms`: how long after "ready" the tray camera may take before a person is asked for the hand.

    `camera_wait_ms`: how long a camera may be unreadable, as when a player leans over it, before a person is called.
    """

    source: MatchSource = MatchSource.PHYSICAL
    venue: str = ""
    lock_wait_ms: float = 4_000.0
    camera_wait_ms: float = 5_000.0
    operator_hands: bool = False
    """Whether operators may see hands, and so be told why hidden tiles forbid what they enter."""
    has_table: bool = True
    """Whether a table can be driven; without one the walls stand on a person's word."""
