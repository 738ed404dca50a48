"""The mistakes that people make at the table, each with how often it happens to a simulated person. Pure."""

from collections.abc import Mapping
from enum import Enum, StrEnum, auto, unique
from typing import Final, NamedTuple

from referee.tiles import Tile


@unique
class Slip(StrEnum):
    """A mistake."""

    UNREADY_HAND = "unready_hand"
    """A hand is locked that is not ready: legal, and it cannot win."""
    WRONG_COUNT = "wrong_count"
    """12 or 14 tiles are put forward as the hand: not taken."""
    LATE_HAND = "late_hand"
    """The hand is locked after the time for building has run out: a fact that is noted."""
    OWN_WAIT_DISCARDED = "own_wait_discarded"
    """An own wait is discarded: furiten."""
    HAND_TILE_DISCARDED = "hand_tile_discarded"
    """One of the 13 is discarded: the rule set's `hand_change`."""
    TAKEN_BACK = "taken_back"
    """The tile just let go is to be taken back for another: it stands, and the other is not taken."""
    WIN_OVERLOOKED = "win_overlooked"
    """A win is let pass: furiten from the own next discard on."""
    RON_ON_NO_WAIT = "ron_on_no_wait"
    """Ron is called on a tile that does not complete the hand: refused."""
    RON_ON_SHORT_WAIT = "ron_on_short_wait"
    """Ron is called on a win below the minimum: refused, and furiten."""
    RON_WHILE_FURITEN = "ron_while_furiten"
    """Ron is called on a wait while furiten: refused."""
    RON_TOO_LATE = "ron_too_late"
    """Ron is called on an overlooked win after the own next discard: refused, for the window is closed."""


RATES: Final[Mapping[Slip, float]] = {
    Slip.UNREADY_HAND: 0.03,
    Slip.WRONG_COUNT: 0.03,
    Slip.LATE_HAND: 0.03,
    Slip.OWN_WAIT_DISCARDED: 0.02,
    Slip.HAND_TILE_DISCARDED: 0.002,
    Slip.TAKEN_BACK: 0.005,
    Slip.WIN_OVERLOOKED: 0.08,
    Slip.RON_ON_NO_WAIT: 0.002,
    Slip.RON_ON_SHORT_WAIT: 0.5,
    Slip.RON_WHILE_FURITEN: 0.3,
    Slip.RON_TOO_LATE: 0.5,
}
"""How often each slip happens where it can: per hand, per discard (of an own one with a wait in the pool, of any), per
tile of others, per tile that completes the hand; the last one per overlooked win."""


@unique
class Moment(Enum):
    """When a player can do what it should not."""

    LOCKING = auto()
    """It puts its hand forward."""
    DISCARDING = auto()
    """Its turn has come."""
    DISCARDED = auto()
    """Its tile lies in the river."""


class Blunder(NamedTuple):
    """An act that no rule allows, with the tiles of it."""

    slip: Slip
    tiles: tuple[Tile, ...]
