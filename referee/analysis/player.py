"""A simulated player: what it may know, and what it decides.

It knows what a person in that seat knows: its own 34 tiles, the rivers, the indicator. It decides which 13 to keep,
what to let go, and whether to call. Pure; chance is part of the player, so a seed plays the same match again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final

from referee.analysis.building import Built, build_hand
from referee.rules import RuleSet, Situation, score, wait_kinds
from referee.tiles import Kind, Tile, counts_of, kind_of

_HONOUR_DANGER: Final = (3, 2, 1, 0)
"""Danger of an honour by how many copies are seen elsewhere: with three seen it can only be an orphan's wait."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What one seat can see while tiles are discarded. Rivers are by seat name, own river included."""

    seat: str
    hand: tuple[Tile, ...]
    pool: tuple[Tile, ...]
    rivers: Mapping[str, tuple[Tile, ...]]
    indicators: tuple[Tile, ...]

    @property
    def other_rivers(self) -> dict[str, tuple[Tile, ...]]:
        """The rivers of the other seats."""
        return {seat: river for seat, river in self.rivers.items() if seat != self.seat}


@dataclass(slots=True)
class Player:
    """Careful and honest: takes the most valuable live hand, lets safe tiles go first, calls every win it may have."""

    rules: RuleSet
    rng: Random
    passed_or_discarded: bool = field(default=False)

    def choose_hand(self, tiles: tuple[Tile, ...], situation: Situation) -> Built:
        """The 13 to keep of the 34 opened."""
        self.passed_or_discarded = False
        return build_hand(tiles, self.rules, situation, self.rng)

    def choose_discard(self, knowledge: Knowledge) -> Tile:
        """A tile of the pool: never an own wait while another can go, the safest first."""
        own_waits = frozenset(wait_kinds(knowledge.hand))
        allowed = [tile for tile in knowledge.pool if kind_of(tile) not in own_waits] or list(knowledge.pool)
        seen = counts_of([*knowledge.hand, *knowledge.pool, *knowledge.indicators, *_tiles_of(knowledge.rivers)])
        scored = sorted((_danger(kind_of(tile), knowledge, seen), self.rng.random(), tile) for tile in allowed)
        chosen = scored[0][2]
        if kind_of(chosen) in own_waits:
            self.passed_or_discarded = True
        return chosen

    def calls_ron(self, knowledge: Knowledge, tile: Tile, situation: Situation) -> bool:
        """Whether to call on `tile`; a wait let pass is remembered, since it makes furiten for the deal."""
        if kind_of(tile) not in wait_kinds(knowledge.hand):
            return False
        if self.passed_or_discarded:
            return False
        if score(knowledge.hand, tile, self.rules, situation).can_ron:
            return True
        self.passed_or_discarded = True
        return False


def _tiles_of(rivers: Mapping[str, tuple[Tile, ...]]) -> list[Tile]:
    return [tile for river in rivers.values() for tile in river]


def _danger(kind: Kind, knowledge: Knowledge, seen: tuple[int, ...]) -> int:
    """How likely some other player waits for `kind`: 0 for a tile that every other river holds, up to about 10.

    A tile in a river is safe against that player for the whole deal (own discard furiten); the middle of a suit
    completes more shapes than its ends, as in any riichi game.
    """
    worst = 0
    for river in knowledge.other_rivers.values():
        kinds = {kind_of(tile) for tile in river}
        if kind in kinds:
            continue
        if kind >= 27:
            danger = _HONOUR_DANGER[min(3, max(0, seen[kind] - 1))]
        else:
            number = kind % 9
            sides = [kind - 3] * (number >= 3) + [kind + 3] * (number <= 5)
            covered = sum(1 for side in sides if side in kinds)
            danger = 3 + min(number, 8 - number) - 2 * covered
        worst = max(worst, danger)
    return worst
