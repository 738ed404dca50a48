"""How large a tile is, as in common Japanese sets: vision knows faces by it, the simulator draws by it."""

from typing import Final

TILE_WIDTH_MM: Final = 19.0
TILE_LENGTH_MM: Final = 26.0
TILE_THICKNESS_MM: Final = 16.0
