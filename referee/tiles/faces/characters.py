"""The faces that are written: characters (manzu), winds, green and red dragon, and the corner index."""

from collections.abc import Mapping
from typing import Final

from referee.tiles.faces.glyphs import GlyphBook
from referee.tiles.faces.ink import BLACK, BLUE, BODY, GREEN, RED, Ink, engraved
from referee.tiles.faces.outline import Outline

NUMERALS: Final = "一二三四伍六七八九"
_HONOURS: Final[Mapping[int, tuple[str, Ink]]] = {
    1: ("東", BLACK),
    2: ("南", BLACK),
    3: ("西", BLACK),
    4: ("北", BLACK),
    6: ("發", GREEN),
    7: ("中", RED),
}
INDEX_LETTERS: Final = "123456789ESWNPFC"
"""Corner index: numbers; east, south, west, north; P white (pai), F green (fa), C red (chun)."""


def index_letter(name: str) -> str:
    """The corner index of a face by its name; a red five is a 5."""
    number = name[0]
    if name[1] == "z":
        return "ESWNPFC"[int(number) - 1]
    return "5" if number == "0" else number


def numeral_face(book: GlyphBook, number: int, *, red: bool = False) -> str:
    """The face of 1m-9m: the number, and 萬 in red below it."""
    upper = _fitted(book.outline(NUMERALS[number - 1]), 37, 11, 116, 102)
    lower = _fitted(book.outline("萬"), 24, 119, 142, 128)
    return engraved(upper, RED if red else BLACK, bolder=4) + engraved(lower, RED, bolder=1.6)


def honour_face(book: GlyphBook, number: int) -> str:
    """The face of a wind or of the green or red dragon: one tall character."""
    character, ink = _HONOURS[number]
    return engraved(_fitted(book.outline(character), 14, 24, 162, 212), ink, bolder=1.5 if number == 6 else 3.5)


def index_mark(book: GlyphBook, letter: str) -> str:
    """The corner index, top left, with a rim in the colour of the body so that it reads above any ink."""
    size, advance = 44.0, book.advance(letter)
    narrow = min(1.0, 0.72 / advance)  # W would reach over the edge
    outline = book.outline(letter).scaled(size * narrow, size).moved(29 - advance * narrow * size / 2, 5)
    data = outline.data()
    return (
        f'<path fill="{BODY}" stroke="{BODY}" stroke-width="7" stroke-linejoin="round" d="{data}"/>'
        f'<path fill="{BLUE.main}" d="{data}"/>'
    )


def _fitted(outline: Outline, x: float, y: float, width: float, height: float) -> Outline:
    return outline.scaled(width, height).moved(x, y)
