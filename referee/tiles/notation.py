"""mpsz text to tiles and back: `123m406p55z`.

Digits stand before the letter of their suit; 0 is the red five; spaces are allowed between groups. Parsing says which
character is wrong and what would be right; it does not ask whether the tiles can exist (see `counts`).
"""

from collections.abc import Iterable

from referee.tiles.errors import NotationError
from referee.tiles.names import NAMES, SUITS, TILE_OF_NAME, Tile, is_red, kind_of

_SHOWN = 60
_MAX_TEXT = 1_000  # far above 136 tiles: longer text is no list of tiles, and is refused before it costs anything


def parse_tile(text: str) -> Tile:
    """One tile from its name, such as `5m`, `0p` or `7z`. Raises NotationError."""
    tile = TILE_OF_NAME.get(text)
    if tile is None:
        raise NotationError(f"'{_shown(text, 20)}' is no tile: expected a digit and m, p, s or z, such as 5m, 0p or 7z")
    return tile


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Tiles in the order written; the empty text is no tiles. Raises NotationError naming the offending part."""
    if len(text) > _MAX_TEXT:
        raise NotationError(f"text of {len(text)} characters is no list of tiles: at most {_MAX_TEXT} are read")
    tiles: list[Tile] = []
    digits = ""
    for place, character in enumerate(text, start=1):
        if character in "0123456789":
            digits += character
        elif character in SUITS:
            tiles.extend(_group(digits, character, text, place))
            digits = ""
        elif not character.isspace():
            raise NotationError(
                f"'{_shown(character)}' at place {place} of '{_shown(text)}' is neither a digit nor m, p, s, z"
            )
        elif digits:
            raise NotationError(
                f"'{_shown(digits)}' in '{_shown(text)}' has no suit: write m, p, s or z after the digits"
            )
    if digits:
        raise NotationError(
            f"'{_shown(digits)}' at the end of '{_shown(text)}' has no suit: write m, p, s or z after the digits"
        )
    return tuple(tiles)


def _group(digits: str, suit: str, text: str, place: int) -> list[Tile]:
    if not digits:
        raise NotationError(f"'{suit}' at place {place} of '{_shown(text)}' has no digits before it")
    for digit in digits:
        if digit + suit not in TILE_OF_NAME:
            raise NotationError(f"'{digit}{suit}' in '{_shown(text)}' is no tile: honours are 1z to 7z")
    return [TILE_OF_NAME[digit + suit] for digit in digits]


def format_tile(tile: Tile) -> str:
    """The name of a tile."""
    return NAMES[tile]


def tile_names(tiles: Iterable[Tile]) -> list[str]:
    """The name of each tile, in the order given: how JSON has tiles."""
    return [NAMES[tile] for tile in tiles]


def format_tiles(tiles: Iterable[Tile], *, sort: bool = True) -> str:
    """mpsz text of tiles, suits joined; sorted by suit and number unless told to keep the order."""
    ordered = sorted(tiles, key=_order) if sort else list(tiles)
    text = ""
    for index, tile in enumerate(ordered):
        name = NAMES[tile]
        text += name[0]
        if index + 1 == len(ordered) or NAMES[ordered[index + 1]][1] != name[1]:
            text += name[1]
    return text


def _shown(text: str, most: int = _SHOWN) -> str:
    """The beginning of a text as a message can show it: on one line, with nothing that a terminal would obey."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text[:most])


def _order(tile: Tile) -> tuple[int, bool]:
    # the red five stands before the ordinary ones, as 0 does in written hands such as 406p
    return kind_of(tile), not is_red(tile)
