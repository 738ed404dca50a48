"""The careful player. Pure."""

from collections.abc import Sequence

from referee.analysis.players.building import livest_hand
from referee.analysis.players.knowledge import Knowledge
from referee.analysis.players.player import Player
from referee.analysis.players.risk import safest
from referee.rules import Situation
from referee.tiles import Tile


class CarefulPlayer(Player):
    """Builds the hand with the most live winning tiles times points, and lets the safest tile go first."""

    def _build(self, tiles: tuple[Tile, ...], situation: Situation) -> tuple[Tile, ...]:
        return livest_hand(tiles, self.rules, situation)

    def _discard(self, tiles: Sequence[Tile], knowledge: Knowledge) -> Tile:
        return safest(tiles, knowledge, self.rng)
