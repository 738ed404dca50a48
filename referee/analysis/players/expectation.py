"""The player of the best expectation. Pure."""

from collections.abc import Sequence

from referee.analysis.players.knowledge import Knowledge
from referee.analysis.players.player import Player
from referee.analysis.players.risk import safest
from referee.analysis.solver import ReadyHands, expectations
from referee.rules import HAND_TILES, Situation
from referee.tiles import Tile


class ExpectationPlayer(Player):
    """Builds, of all ready hands of its wall, the one expected to bring most, and lets the safest tile go first."""

    def _build(self, tiles: tuple[Tile, ...], situation: Situation) -> tuple[Tile, ...]:
        ready = ReadyHands.of(tiles, self.rules, situation)
        if not len(ready):
            return tuple(sorted(tiles[:HAND_TILES]))
        return ready.hand_tiles(int(expectations(ready).argmax()))

    def _discard(self, tiles: Sequence[Tile], knowledge: Knowledge) -> Tile:
        return safest(tiles, knowledge, self.rng)
