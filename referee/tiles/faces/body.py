"""What every tile has: the ivory body, the back, and the thin frame of the white dragon."""

from typing import Final

from referee.tiles.faces.ink import BLUE, BODY, RED, engraved, painted
from referee.tiles.faces.outline import ellipse, joined, leaf, rounded

WIDTH: Final = 190
HEIGHT: Final = 260
_RADIUS: Final = 17.0


def body() -> str:
    """The ivory front: a rounded edge, lit from the upper left."""
    return _slab("#cfc3a6", "#e6dcc4", "#fffdf6", BODY)


def back() -> str:
    """A tile face down: the amber back without any drawing."""
    return _slab("#8a4d0c", "#bd7015", "#f3b251", "#dd8b22") + painted(
        rounded(20, 20, 150, 220, 9) + rounded(22.5, 22.5, 145, 215, 7.5, hole=True), "#c97a19"
    )


def white_dragon() -> str:
    """The white dragon: a thin double frame, since a blank tile reads as nothing on a screen."""
    outer = rounded(26, 30, 138, 200, 10) + rounded(32, 36, 126, 188, 6, hole=True)
    inner = rounded(39, 43, 112, 174, 5) + rounded(41.5, 45.5, 107, 169, 4, hole=True)
    corners = joined(
        leaf(17, 8).turned(turn).moved(x, y)
        for x, y, turn in ((45, 49, 135), (145, 49, 225), (45, 211, 45), (145, 211, 315))
    )
    return engraved(joined((outer, inner, corners)), BLUE)


def red_mark(suit: str) -> str:
    """The dot of a red five: the mark that needs no colour to be seen, where the suit leaves room."""
    return engraved(ellipse((167, 27) if suit == "m" else (95, 36), 11.5), RED)


def _slab(edge: str, rim: str, light: str, flat: str) -> str:
    return (
        painted(rounded(0.5, 0.5, WIDTH - 1, HEIGHT - 1, _RADIUS), edge)
        + painted(rounded(1.5, 1.5, WIDTH - 4.5, HEIGHT - 4.5, _RADIUS - 1), rim)
        + painted(rounded(2.5, 2.5, WIDTH - 7.5, HEIGHT - 7.5, _RADIUS - 2), light)
        + painted(rounded(5, 5, WIDTH - 10.5, HEIGHT - 10.5, _RADIUS - 4), flat)
    )
