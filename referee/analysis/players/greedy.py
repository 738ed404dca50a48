"""The greedy player. Pure."""

from collections.abc import Sequence

from referee.analysis.players.building import dearest_hand
from referee.analysis.players.knowledge import Knowledge
from referee.analysis.players.player import Player
from referee.rules import Situation
from referee.tiles import Tile


class GreedyPlayer(Player):
    """Builds the dearest hand that it sees at a glance, and lets tiles go without a look at the other rivers."""

    def _build(self, tiles: tuple[Tile, ...], situation: Situation) -> tuple[Tile, ...]:
        return dearest_hand(tiles, self.rules, situation)

    def _discard(self, tiles: Sequence[Tile], knowledge: Knowledge) -> Tile:
        return self.rng.choice(tiles)
