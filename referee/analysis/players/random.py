"""The random player. Pure."""

from collections.abc import Sequence

from referee.analysis.players.knowledge import Knowledge
from referee.analysis.players.player import Player
from referee.rules import HAND_TILES, Situation
from referee.tiles import Tile


class RandomPlayer(Player):
    """Keeps any 13 tiles and lets any tile of the pool go; it does call a win that falls into its lap."""

    def choose_discard(self, knowledge: Knowledge) -> Tile:
        """Any tile of the pool, own waits too."""
        return self._let_go(self._discard(knowledge.pool, knowledge), knowledge)

    def _build(self, tiles: tuple[Tile, ...], situation: Situation) -> tuple[Tile, ...]:
        return tuple(sorted(self.rng.sample(tiles, HAND_TILES)))

    def _discard(self, tiles: Sequence[Tile], knowledge: Knowledge) -> Tile:
        return self.rng.choice(tiles)
