"""The photo sensor at the pusher of one side: tiles that pass, bounces that do not count. Pure.

Colliding tiles make a second edge 5-30 ms after the first. The firmware counts an edge only if none came just before.
"""

import random
from dataclasses import dataclass
from typing import Final

_BOUNCE_S: Final = (0.005, 0.030)
_TILE_EVERY_S: Final = 0.3
"""Between two tiles of a stack."""


@dataclass(slots=True)
class TileCounter:
    """Counts the tiles of one side. Times in seconds of the table's own clock."""

    debounce_s: float
    collision_share: float
    chance: random.Random
    tiles: int = 0
    double_edges: int = 0
    _last_s: float = float("-inf")

    def stack_passes(self, at_s: float) -> None:
        """Two tiles pass, the second one at `at_s`."""
        for tile_s in (at_s - _TILE_EVERY_S, at_s):
            self.edge(tile_s)
            if self.chance.random() < self.collision_share:
                self.edge(tile_s + self.chance.uniform(*_BOUNCE_S))

    def edge(self, at_s: float) -> None:
        """The beam is broken."""
        if at_s - self._last_s < self.debounce_s:
            self.double_edges += 1
            return
        self._last_s = at_s
        self.tiles += 1

    def reset(self) -> None:
        """A new set of tiles."""
        self.tiles, self.double_edges, self._last_s = 0, 0, float("-inf")
