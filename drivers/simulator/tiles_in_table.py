"""Which tiles lie in the walls that the simulated table raises: the physical truth, deterministic by seed. Pure.

Nothing but pixels may carry it to the rest of the program; the scene simulator draws from it, a test compares with it.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from referee.tiles import KINDS, NAMES, Tile
from referee.tiles.errors import InputError
from referee.tiles.names import COPIES, RED_FIVES

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


def full_set(red_fives: Mapping[str, int] = ONE_RED_EACH) -> tuple[Tile, ...]:
    """The 136 tiles of a set, with so many red fives per suit (`m`, `p`, `s`; 0-4 each). Raises InputError."""
    unknown = set(red_fives) - {"m", "p", "s"}
    if unknown:
        raise InputError(f"'{sorted(unknown)[0]}' has no red fives: suits are m, p, s")
    tiles = [kind for kind in range(KINDS) for _ in range(COPIES)]
    for red, five in RED_FIVES.items():
        suit = NAMES[red][1]
        wanted = red_fives.get(suit, 0)
        if not 0 <= wanted <= COPIES:
            raise InputError(f"{wanted} red fives of {suit}: a set has 0 to {COPIES}")
        for _ in range(wanted):
            tiles[tiles.index(five)] = red
    return tuple(tiles)


def shuffle(seed: int, deal_no: int, red_fives: Mapping[str, int] = ONE_RED_EACH) -> Walls:
    """The four walls of deal `deal_no` (from 1): the same for the same arguments, on every machine."""
    tiles = list(full_set(red_fives))
    random.Random(f"walls {seed} {deal_no}").shuffle(tiles)
    first, second, third, fourth = (tuple(tiles[side * WALL_TILES : (side + 1) * WALL_TILES]) for side in range(SIDES))
    return first, second, third, fourth
