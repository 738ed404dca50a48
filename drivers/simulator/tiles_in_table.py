"""Which tiles lie in the walls that the simulated table raises: the physical truth, deterministic by seed. Pure.

Nothing but pixels may carry it to the rest of the program; the scene simulator draws from it, a test compares with it.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from referee.tiles import Tile, full_set

SIDES: Final = 4
STACKS_PER_SIDE: Final = 17
WALL_TILES: Final = 2 * STACKS_PER_SIDE

Wall: TypeAlias = tuple[Tile, ...]
"""34 tiles: stack by stack from the left as seen from that side, in each stack the upper tile first."""
Walls: TypeAlias = tuple[Wall, Wall, Wall, Wall]
"""The walls of sides 0-3, counter-clockwise."""

ONE_RED_EACH: Final[Mapping[str, int]] = {"m": 1, "p": 1, "s": 1}


@dataclass(frozen=True, slots=True)
class RaisedWalls:
    """The walls of one deal. `tile_set` 0 or 1: which of the two sets, told apart by the colour of the backs."""

    deal_no: int
    tile_set: int
    walls: Walls


def shuffle(seed: int, deal_no: int, red_fives: Mapping[str, int] = ONE_RED_EACH) -> Walls:
    """The four walls of deal `deal_no` (from 1): the same for the same arguments, on every machine."""
    tiles = list(full_set(red_fives))
    random.Random(f"walls {seed} {deal_no}").shuffle(tiles)
    first, second, third, fourth = (tuple(tiles[side * WALL_TILES : (side + 1) * WALL_TILES]) for side in range(SIDES))
    return first, second, third, fourth
