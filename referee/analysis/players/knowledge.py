"""What one seat can see while tiles are discarded, and no more than that. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.tiles import Tile


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Own hand and pool, the rivers by seat name, own river included, and the indicators."""

    seat: str
    hand: tuple[Tile, ...]
    pool: tuple[Tile, ...]
    rivers: Mapping[str, tuple[Tile, ...]]
    indicators: tuple[Tile, ...]

    @property
    def other_rivers(self) -> dict[str, tuple[Tile, ...]]:
        """The rivers of the other seats."""
        return {seat: river for seat, river in self.rivers.items() if seat != self.seat}
