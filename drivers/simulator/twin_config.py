"""How the firmware twin is set up: timings, seed, speed, identity. Pure values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from drivers.simulator.tiles_in_table import ONE_RED_EACH
from referee.tiles.errors import InputError

FIRMWARE: Final = "twin 1.0"
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
    dice_s: float = 2.5
    bounce_s: float = 0.05
    """Presses of one key within this time (real time) are one press."""
    both_keys_s: float = 0.5
    """Two lift keys within this time (real time) ask for a pause to add tiles."""


@dataclass(frozen=True, slots=True)
class TwinConfig:
    """Everything that makes one twin differ from another. Raises InputError for a speed that makes no sense."""

    seed: int = 1
    speed: float = 1.0
    """The table's own time runs so many times as fast as real time; the link's time-outs stay in real time."""
    unit_id: str = "twin-1"
    timings: TwinTimings = TwinTimings()
    red_fives: Mapping[str, int] = field(default_factory=lambda: dict(ONE_RED_EACH))
    stacked_at_start: bool = False
    """The second set stands stacked below from the start; else it is in its box and put in during the first deal."""
    protocol_major: int = 1

    def __post_init__(self) -> None:
        if not 0.01 <= self.speed <= MAX_SPEED:
            raise InputError(f"a speed of {self.speed:g} makes no sense: expected 0.01 to {MAX_SPEED:g}")
