"""Closed outlines: the one geometric form that every part of a face is made of.

An outline is a list of drawing commands with absolute points, so that moving, turning and stretching are plain
arithmetic and the drawn files need no transforms, gradients or ids (a page may inline the same face many times).
Lengths are face units: ten to the millimetre of a tile, y downwards.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
Command: TypeAlias = tuple[str, tuple[Point, ...]]

_QUARTER: Final = 0.5522847498  # handle length of the cubic curve nearest to a quarter of a unit circle


@dataclass(frozen=True, slots=True)
class Outline:
    """One or more closed contours: commands M (1 point), L (1 point), C (3 points) and Z (none)."""

    commands: tuple[Command, ...]

    def __add__(self, other: "Outline") -> "Outline":
        return Outline(self.commands + other.commands)

    def mapped(self, place: Callable[[Point], Point]) -> "Outline":
        """The outline with every point sent through `place`, which has to be affine."""
        return Outline(tuple((letter, tuple(place(point) for point in points)) for letter, points in self.commands))

    def moved(self, dx: float, dy: float) -> "Outline":
        """Moved to the right by dx and down by dy."""
        return self.mapped(lambda p: (p[0] + dx, p[1] + dy))

    def turned(self, degrees: float, about: Point = (0.0, 0.0)) -> "Outline":
        """Turned clockwise, as seen, about a point."""
        cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

        def place(p: Point) -> Point:
            x, y = p[0] - about[0], p[1] - about[1]
            return about[0] + x * cosine - y * sine, about[1] + x * sine + y * cosine

        return self.mapped(place)

    def scaled(self, sx: float, sy: float | None = None) -> "Outline":
        """Stretched from the origin; one factor stretches both ways."""
        return self.mapped(lambda p: (p[0] * sx, p[1] * (sx if sy is None else sy)))

    def data(self) -> str:
        """The `d` attribute of an SVG path, to a tenth of a unit."""
        return "".join(
            letter + " ".join(f"{_short(x)} {_short(y)}" for x, y in points) for letter, points in self.commands
        )


def joined(parts: Iterable[Outline]) -> Outline:
    """All contours of several outlines as one."""
    return Outline(tuple(command for part in parts for command in part.commands))


def polygon(points: Sequence[Point]) -> Outline:
    """Straight lines through the points."""
    first, *rest = points
    return Outline((("M", (first,)), *(("L", (point,)) for point in rest), ("Z", ())))


def ellipse(centre: Point, rx: float, ry: float | None = None, *, hole: bool = False) -> Outline:
    """An ellipse (a circle with one radius); as a hole it runs the other way round and so cuts what surrounds it."""
    x, y = centre
    ry = rx if ry is None else ry
    way = -1.0 if hole else 1.0
    hx, hy = rx * _QUARTER, ry * _QUARTER * way
    ry *= way
    return Outline(
        (
            ("M", ((x + rx, y),)),
            ("C", ((x + rx, y + hy), (x + hx, y + ry), (x, y + ry))),
            ("C", ((x - hx, y + ry), (x - rx, y + hy), (x - rx, y))),
            ("C", ((x - rx, y - hy), (x - hx, y - ry), (x, y - ry))),
            ("C", ((x + hx, y - ry), (x + rx, y - hy), (x + rx, y))),
            ("Z", ()),
        )
    )


def ring(centre: Point, outer: float, inner: float) -> Outline:
    """The area between two circles."""
    return ellipse(centre, outer) + ellipse(centre, inner, hole=True)


def rounded(x: float, y: float, width: float, height: float, radius: float, *, hole: bool = False) -> Outline:
    """A rectangle with round corners."""
    k = radius * (1 - _QUARTER)
    right, bottom = x + width, y + height
    if hole:  # mirrored about its own vertical axis, which turns the running direction and leaves the shape
        return rounded(x, y, width, height, radius).mapped(lambda p: (2 * x + width - p[0], p[1]))
    return Outline(
        (
            ("M", ((x + radius, y),)),
            ("L", ((right - radius, y),)),
            ("C", ((right - k, y), (right, y + k), (right, y + radius))),
            ("L", ((right, bottom - radius),)),
            ("C", ((right, bottom - k), (right - k, bottom), (right - radius, bottom))),
            ("L", ((x + radius, bottom),)),
            ("C", ((x + k, bottom), (x, bottom - k), (x, bottom - radius))),
            ("L", ((x, y + radius),)),
            ("C", ((x, y + k), (x + k, y), (x + radius, y))),
            ("Z", ()),
        )
    )


def smooth(points: Sequence[Point], tension: float = 1.0) -> Outline:
    """A closed curve through all points (Catmull-Rom); a point given twice becomes a corner."""
    count = len(points)
    commands: list[Command] = [("M", (points[0],))]
    for index in range(count):
        before, start, end, after = (points[(index + step) % count] for step in (-1, 0, 1, 2))
        if start == end:
            continue
        reach = tension / 6
        commands.append(
            (
                "C",
                (
                    (start[0] + (end[0] - before[0]) * reach, start[1] + (end[1] - before[1]) * reach),
                    (end[0] - (after[0] - start[0]) * reach, end[1] - (after[1] - start[1]) * reach),
                    end,
                ),
            )
        )
    commands.append(("Z", ()))
    return Outline(tuple(commands))


def leaf(length: float, width: float, *, fullest: float = 0.55) -> Outline:
    """A pointed leaf from the origin upwards; `fullest` says where along its length it is widest."""
    half, belly = width / 2 * 1.33, -length * fullest
    return Outline(
        (
            ("M", ((0.0, 0.0),)),
            ("C", ((-half, belly * 0.6), (-half, belly * 1.3), (0.0, -length))),
            ("C", ((half, belly * 1.3), (half, belly * 0.6), (0.0, 0.0))),
            ("Z", ()),
        )
    )


def around(part: Outline, centre: Point, count: int, *, start_deg: float = 0.0) -> Outline:
    """Copies of a part drawn at the origin, turned evenly round a centre."""
    return joined(part.turned(start_deg + 360 * index / count).moved(*centre) for index in range(count))


def _short(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
