"""How likely a discard is to be called, by what lies in the rivers: a careful player's rule of thumb. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final

from referee.analysis.players.groups import FIRST_HONOUR
from referee.analysis.players.knowledge import Knowledge
from referee.tiles import Counts, Kind, Tile, counts_of, kind_of

_HONOUR_DANGER: Final = (3, 2, 1, 0)
"""Danger of an honour by how many other copies are seen: with three seen it can only be an orphan's wait."""


def dangers(kinds: Iterable[Kind], knowledge: Knowledge) -> Mapping[Kind, int]:
    """For each kind the danger that some other player waits for it: 0 where every river holds it, up to about 7.

    A tile in a river is safe against that player for the whole deal (furiten by own discard); the middle of a suit
    completes more shapes than its ends, as in any riichi game.
    """
    rivers = [frozenset(map(kind_of, river)) for river in knowledge.other_rivers.values()]
    lying = [tile for river in knowledge.rivers.values() for tile in river]
    seen = counts_of([*knowledge.hand, *knowledge.pool, *knowledge.indicators, *lying])
    return {kind: max(_danger(kind, river, seen) for river in rivers) for kind in kinds}


def safest(tiles: Sequence[Tile], knowledge: Knowledge, rng: Random) -> Tile:
    """The least dangerous of these tiles; chance decides between equal ones."""
    found = dangers(set(map(kind_of, tiles)), knowledge)
    least = min(found.values())
    return rng.choice([tile for tile in tiles if found[kind_of(tile)] == least])


def _danger(kind: Kind, river: frozenset[Kind], seen: Counts) -> int:
    if kind in river:
        return 0
    if kind >= FIRST_HONOUR:
        return _HONOUR_DANGER[min(3, seen[kind] - 1)]
    number = kind % 9
    sides = [kind - 3] * (number >= 3) + [kind + 3] * (number <= 5)
    covered = sum([side in river for side in sides])
    return 3 + min(number, 8 - number) - 2 * covered
