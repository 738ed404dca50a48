"""Tile numbers and their names in mpsz notation.

A *kind* is 0-33: 0-8 characters 1m-9m, 9-17 circles 1p-9p, 18-26 bamboo 1s-9s, 27-33 honours 1z-7z (east, south, west,
north, white, green, red). A *tile* is a kind or a red five: 34 `0m`, 35 `0p`, 36 `0s`. Plain integers keep tables and
arrays simple; the aliases say which of the two a function wants.
"""

from typing import Final, TypeAlias

Kind: TypeAlias = int
Tile: TypeAlias = int

KINDS: Final = 34
TILES: Final = 37
COPIES: Final = 4
SUITS: Final = "mpsz"

NAMES: Final[tuple[str, ...]] = (
    *(f"{number}{suit}" for suit in "mps" for number in range(1, 10)),
    *(f"{number}z" for number in range(1, 8)),
    "0m",
    "0p",
    "0s",
)
"""The name of each tile, in tile order."""

TILE_OF_NAME: Final[dict[str, Tile]] = {name: tile for tile, name in enumerate(NAMES)}

RED_FIVES: Final[dict[Tile, Kind]] = {34: 4, 35: 13, 36: 22}
"""Each red five and the ordinary five that it also is."""

RED_OF: Final[dict[Kind, Tile]] = {five: red for red, five in RED_FIVES.items()}
"""The red five of each ordinary five."""

BACK: Final = "back"
OTHER: Final = "other"
LABELS: Final[tuple[str, ...]] = (*NAMES, BACK, OTHER)
"""What a picture can show, in the order of the classifier's 39 outputs: 37 faces, a back, anything else."""


def kind_of(tile: Tile) -> Kind:
    """The kind of a tile; a red five is a five."""
    return RED_FIVES.get(tile, tile)


def is_red(tile: Tile) -> bool:
    """Whether the tile is a red five."""
    return tile >= KINDS


def suit_of(tile: Tile) -> str:
    """`m`, `p`, `s` or `z`."""
    return NAMES[tile][1]


def number_of(tile: Tile) -> int:
    """1-9 for suits (a red five is 5), 1-7 for honours."""
    kind = kind_of(tile)
    return kind % 9 + 1


def dora_of(indicator: Tile) -> Kind:
    """The kind that an indicator makes dora: the next one, 9 to 1, north to east, red dragon to white."""
    kind = kind_of(indicator)
    if kind < 27:
        return kind // 9 * 9 + (kind + 1) % 9
    if kind < 31:
        return 27 + (kind - 26) % 4
    return 31 + (kind - 30) % 3
