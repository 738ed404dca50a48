"""How the firmware twin is set up: timings, limits, seed, speed, identity. Pure values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from drivers.simulator.tiles_in_table import ONE_RED_EACH
from referee.tiles.errors import InputError

FIRMWARE: Final = "twin 1.1"
MAX_SPEED: Final = 10_000.0


@dataclass(frozen=True, slots=True)
class TwinTimings:
    """How long the movements of a table take, in seconds of the table's own time (`speed` makes it run faster).

    A four-outlet machine: about 60 s from start to walls up when nothing was stacked before.
    """

    homing_s: float = 3.0
    lid_opening_s: float = 2.5
    push_in_s: float = 9.0
    lid_closing_s: float = 2.5
    first_stack_s: float = 4.0
    stack_s: float = 2.0
    """Mean time between two stacks of one side; each varies by a third."""
    raising_s: float = 3.0
    lowering_s: float = 2.5
    reversal_s: float = 1.2
    """How long a lift runs before a limit switch that is stuck turns it round."""
    dice_s: float = 2.5
    collision_share: float = 0.1
    """So many tiles bounce under the photo sensor and make a second edge 5-30 ms after the first."""
    bounce_s: float = 0.05
    """Presses of one key within this time (real time) are one press."""
    both_keys_s: float = 0.5
    """Two lift keys within this time (real time) ask for a pause to add tiles."""

    @property
    def take_in_s(self) -> float:
        """What it takes to take a set in, before it is stacked."""
        return self.lid_opening_s + self.push_in_s + self.lid_closing_s


@dataclass(frozen=True, slots=True)
class TwinLimits:
    """What the firmware calls a fault, in seconds of the table's own time unless said otherwise."""

    end_margin_s: float = 2.0
    """How much longer than learned a mechanism may take to its end switch."""
    short_margin_s: float = 12.0
    """So long after the learned time of stacking a side that does not fill lacks tiles."""
    slow_cycle_s: float = 80.0
    cycle_timeout_s: float = 150.0
    overrun_s: float = 5.0
    """How long the chain may look for its home once all sides are full."""
    dice_s: float = 5.0
    stuck_s: float = 10.0
    blocked_s: float = 3.0
    slow_share: float = 1.25
    """A motor that takes so many times its learned time is slow."""
    debounce_s: float = 0.04
    """Edges of the photo sensor closer than this are one tile."""
    bounces: int = 6
    """A key that makes so many edges in one press chatters."""
    most_reversals: int = 2
    """A lift that turns round more often in one command is cycling."""


@dataclass(frozen=True, slots=True)
class TwinConfig:
    """Everything that makes one twin differ from another. Raises InputError for a speed that makes no sense."""

    seed: int = 1
    speed: float = 1.0
    """The table's own time runs so many times as fast as real time; the link's time-outs stay in real time."""
    unit_id: str = "twin-1"
    timings: TwinTimings = TwinTimings()
    limits: TwinLimits = TwinLimits()
    red_fives: Mapping[str, int] = field(default_factory=lambda: dict(ONE_RED_EACH))
    stacked_at_start: bool = False
    """The second set stands stacked below from the start; else it is in its box and put in during the first deal."""
    degraded: bool = False
    """Without a position sensor go by the learned time, with a warning that stays; else stop."""
    lower_others: bool = False
    """When one lift does not come up, let the others down; else hold them."""
    protocol_major: int = 1

    def __post_init__(self) -> None:
        if not 0.01 <= self.speed <= MAX_SPEED:
            raise InputError(f"a speed of {self.speed:g} makes no sense: expected 0.01 to {MAX_SPEED:g}")
