"""The ground floor: tile names, notation, counts, and (in `faces`) how each face is drawn."""

from referee.tiles.counts import Counts, check_possible, counts_of, full_set
from referee.tiles.errors import ImpossibleTilesError, InputError, NotAllowedError, NotationError
from referee.tiles.names import (
    BACK,
    KINDS,
    LABELS,
    NAMES,
    OTHER,
    Kind,
    Tile,
    dora_of,
    is_red,
    kind_of,
    number_of,
    suit_of,
)
from referee.tiles.notation import format_tile, format_tiles, parse_tile, parse_tiles, tile_names

__all__ = [
    "BACK",
    "KINDS",
    "LABELS",
    "NAMES",
    "OTHER",
    "Counts",
    "ImpossibleTilesError",
    "InputError",
    "Kind",
    "NotAllowedError",
    "NotationError",
    "Tile",
    "check_possible",
    "counts_of",
    "dora_of",
    "format_tile",
    "format_tiles",
    "full_set",
    "is_red",
    "kind_of",
    "number_of",
    "parse_tile",
    "parse_tiles",
    "suit_of",
    "tile_names",
]
