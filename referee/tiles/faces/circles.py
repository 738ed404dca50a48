"""The circles (pinzu): where each stands, and the flower cut into it."""

from collections.abc import Mapping
from typing import Final

from referee.tiles.faces.ink import BLUE, GREEN, RED, Ink, engraved
from referee.tiles.faces.outline import Point, around, ellipse, joined, leaf, ring

_L, _C, _R = 52.0, 95.0, 138.0

_PLACES: Final[Mapping[int, tuple[float, tuple[tuple[Point, Ink], ...]]]] = {
    # number: (radius, (centre, ink) of each circle); the colours are those of common Japanese sets
    2: (48, (((_C, 71), GREEN), ((_C, 189), BLUE))),
    3: (36, (((50, 54), BLUE), ((_C, 130), RED), ((140, 206), GREEN))),
    4: (37, (((_L, 74), BLUE), ((_R, 74), GREEN), ((_L, 186), GREEN), ((_R, 186), BLUE))),
    5: (
        32,
        (((48, 62), BLUE), ((142, 62), GREEN), ((_C, 130), RED), ((48, 198), GREEN), ((142, 198), BLUE)),
    ),
    6: (
        32,
        (
            ((_L, 52), GREEN),
            ((_R, 52), GREEN),
            ((_L, 138), RED),
            ((_R, 138), RED),
            ((_L, 210), RED),
            ((_R, 210), RED),
        ),
    ),
    7: (
        27,
        (
            ((42, 42), GREEN),
            ((_C, 68), GREEN),
            ((148, 94), GREEN),
            ((58, 156), RED),
            ((132, 156), RED),
            ((58, 218), RED),
            ((132, 218), RED),
        ),
    ),
    8: (26, tuple(((x, y), BLUE) for y in (41, 100.5, 159.5, 219) for x in (57, 133))),
    9: (
        25.5,
        tuple(((x, y), ink) for y, ink in ((50, GREEN), (130, RED), (210, BLUE)) for x in (37, 95, 153)),
    ),
}


def circles(number: int, *, red: bool = False) -> str:
    """The face of 1p-9p; the red five has all its circles in red."""
    if number == 1:
        return _rosette()
    radius, places = _PLACES[number]
    return "".join(_circle(centre, radius, RED if red else ink) for centre, ink in places)


def _circle(centre: Point, radius: float, ink: Ink) -> str:
    petals = 8 if radius > 33 else 6
    hollow = leaf(radius * 0.44, radius * (0.25 if petals == 8 else 0.31), fullest=0.6)
    flower = ellipse(centre, radius * 0.7)
    # petals are ivory: contours that run against the disc cut holes into it
    cut = around(hollow.moved(0, -radius * 0.19).scaled(-1, 1), centre, petals)
    heart = ellipse(centre, radius * 0.1, hole=True)
    return engraved(joined((ring(centre, radius, radius * 0.83), flower, cut, heart)), ink)


def _rosette() -> str:
    centre = (95.0, 130.0)
    rim = ring(centre, 82, 75)
    beads = around(ellipse((0, -65.5), 5.2), centre, 24, start_deg=7.5)
    band = ring(centre, 56, 51)
    leaves = around(leaf(27, 18, fullest=0.6).moved(0, -24.5), centre, 12)
    inner = ring(centre, 22.5, 18.5)
    petals = around(leaf(13, 9, fullest=0.6).moved(0, -5.5), centre, 6)
    return (
        engraved(joined((rim, band)), BLUE)
        + engraved(beads, GREEN)
        + engraved(leaves, GREEN)
        + engraved(inner, BLUE)
        + engraved(joined((petals, ellipse(centre, 4))), RED)
    )
