"""The tiles of one deal, as a table would bring them up. Pure; chance comes in as an argument."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from referee.game import WALL_TILES, Seat
from referee.rules import DoraRule, RuleSet
from referee.tiles import KINDS, Tile, full_set


@dataclass(frozen=True, slots=True)
class Dealt:
    """The tiles of one deal: 34 per seat, indicator and ura where the rules have them."""

    walls: Mapping[Seat, tuple[Tile, ...]]
    indicators: tuple[Tile, ...]
    ura: tuple[Tile, ...]


def shuffled(rules: RuleSet, seats: tuple[Seat, ...], rng: Random) -> Dealt:
    """Walls and indicators of one deal."""
    tiles = list(full_set(rules.red_fives))
    rng.shuffle(tiles)
    walls = {seat: tuple(tiles[WALL_TILES * place :][:WALL_TILES]) for place, seat in enumerate(seats)}
    rest = tiles[WALL_TILES * len(seats) :]
    if rules.dora is DoraRule.NONE:
        return Dealt(walls, (), ())
    if rules.dora is DoraRule.EXTRA_TILE:
        rest = [rng.randrange(KINDS) for _ in range(2)]  # of a second set: any kind, whatever the walls hold
    return Dealt(walls, (rest[0],), (rest[1],) if rules.ura else ())
