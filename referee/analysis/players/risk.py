"""How likely a discard is to be called, by what this seat sees: its own 34 tiles, the rivers, the indicator. Pure.

A tile that another seat has discarded is safe against it for the whole deal (furiten). For any other kind the risk is
the log-odds that the seat waits for it, in hundredths, by a regression over the 873,736 kinds that players of the best
expectation could let go in 5,280 deals, against greedy ones and their like (6.1 % of the honours and 6.8 % of the
number tiles were waits). What counts, with its weight: which kind of tile it is; how many open and edge waits are still
possible, in pairs of tiles that nobody has seen; and what the seat lets go, for it builds other suits.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final

from referee.analysis.players.knowledge import Knowledge
from referee.rules.traits import FIRST_HONOUR
from referee.tiles import Counts, Kind, Tile, counts_of, kind_of
from referee.tiles.names import COPIES

SAFE: Final = -10_000
_NUMBERS: Final = (-67, -59, -90, -79, -88, -79, -90, -59, -67)  # 1 to 9
_HONOURS: Final = (0, 0, -78, -150, -150)  # by how many copies are seen
_OF_ITS_SUIT: Final = -17  # for each tile of the suit in the seat's river
_OF_HONOURS: Final = -19  # for each honour there
_WAY: Final = 6  # for each pair of unseen tiles that would wait for the kind on one side of it
# 1 to 9, for a side on which the kind three further on lies in the seat's river, so that it cannot wait there
_COVERED: Final = (-40, -40, -40, -19, -19, -19, -40, -40, -40)


def risks(kinds: Iterable[Kind], knowledge: Knowledge) -> Mapping[Kind, int]:
    """For each kind the risk of discarding it now: that against the seat for which it is largest."""
    rivers = [counts_of(river) for river in knowledge.other_rivers.values()]
    lying = [tile for river in knowledge.rivers.values() for tile in river]
    seen = counts_of([*knowledge.hand, *knowledge.pool, *knowledge.indicators, *lying])
    return {kind: max(_risk(kind, river, seen) for river in rivers) for kind in kinds}


def safest(tiles: Sequence[Tile], knowledge: Knowledge, rng: Random) -> Tile:
    """The least risky of these tiles; chance decides between equal ones."""
    found = risks(set(map(kind_of, tiles)), knowledge)
    least = min(found.values())
    return rng.choice([tile for tile in tiles if found[kind_of(tile)] == least])


def _risk(kind: Kind, river: Counts, seen: Counts) -> int:
    if river[kind]:
        return SAFE
    if kind >= FIRST_HONOUR:
        return _HONOURS[seen[kind]] + _OF_HONOURS * sum(river[FIRST_HONOUR:])
    first, number = kind // 9 * 9, kind % 9
    risk = _NUMBERS[number] + _OF_ITS_SUIT * sum(river[first : first + 9])
    for step in (-1, 1):
        if 0 <= number + 2 * step <= 8:
            covered = 0 <= number + 3 * step <= 8 and river[kind + 3 * step] > 0
            if not covered:
                risk += _WAY * max(0, COPIES - seen[kind + step]) * max(0, COPIES - seen[kind + 2 * step])
            else:
                risk += _COVERED[number]
    return risk
