"""What the desk may ask of a table. Nothing here waits: what came of it arrives later as an observation."""

from typing import Protocol


class TableControl(Protocol):
    """A table that can be driven, or a stand-in that does nothing where people do it by hand."""

    def start_cycle(self) -> None:
        """Take the tiles in, shuffle, raise the walls."""

    def roll_dice(self) -> None:
        """Roll the dice; `DiceSeen` follows."""

    def reset(self) -> None:
        """A person looked: leave a fault, an emergency stop or the unknown state."""

    def emergency_stop(self) -> None:
        """Stop all motors at once; safe to call from any thread, waits for nothing."""
