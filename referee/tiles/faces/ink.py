"""Inks and how they sit in a tile: cut into the body, so one rim lies in shadow and the opposite one catches light."""

from dataclasses import dataclass
from typing import Final

from referee.tiles.faces.outline import Outline

BODY: Final = "#f8f3e6"


@dataclass(frozen=True, slots=True)
class Ink:
    """A colour of paint, and the same paint where the wall of the groove shades it."""

    main: str
    shade: str


BLUE: Final = Ink("#173f63", "#0a2036")
GREEN: Final = Ink("#10693f", "#063822")
# The red is clearly lighter than the other two as well as redder: without colour a red five still reads paler.
RED: Final = Ink("#d1262b", "#861015")
BLACK: Final = Ink("#1d2530", "#05080d")


def engraved(outline: Outline, ink: Ink, *, bolder: float = 0.0) -> str:
    """SVG elements that show the outline cut into the body and filled with ink.

    `bolder` widens every stroke by that many units in all, for glyphs whose thin strokes would vanish on a screen.
    """
    data = outline.data()
    stroke = f' stroke-width="{bolder:g}" stroke-linejoin="round"' if bolder else ""

    def layer(colour: str, offset: float) -> str:
        outer = f' stroke="{colour}"{stroke}' if bolder else ""
        move = f' transform="translate({offset:g} {offset:g})"' if offset else ""
        return f'<path fill="{colour}"{outer}{move} d="{data}"/>'

    return layer("#ffffff", 1.7) + layer(ink.shade, 0) + layer(ink.main, 0.9)


def painted(outline: Outline, colour: str) -> str:
    """One flat SVG path."""
    return f'<path fill="{colour}" d="{outline.data()}"/>'
