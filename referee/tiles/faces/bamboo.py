"""The bamboo sticks (souzu 2-9): one jointed stick, and how each face sets them out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.tiles.faces.ink import BLUE, GREEN, RED, Ink, engraved
from referee.tiles.faces.outline import Outline, joined, rounded, smooth


@dataclass(frozen=True, slots=True)
class Stick:
    """A stick by its middle, its length, its slant (degrees clockwise from upright) and its ink."""

    x: float
    y: float
    length: float
    ink: Ink = GREEN
    slant_deg: float = 0.0
    width: float = 24.0


def _row(
    xs: tuple[float, ...], y: float, length: float, inks: tuple[Ink, ...], width: float = 24.0
) -> tuple[Stick, ...]:
    return tuple(Stick(x, y, length, ink, 0.0, width) for x, ink in zip(xs, inks, strict=True))


_THREE: Final = (41.0, 95.0, 149.0)
_GGG: Final = (GREEN, GREEN, GREEN)
_BBB: Final = (BLUE, BLUE, BLUE)

_STICKS: Final[Mapping[int, tuple[Stick, ...]]] = {
    2: (Stick(95, 74, 94, BLUE, 0, 33), Stick(95, 186, 94, GREEN, 0, 33)),
    3: (Stick(95, 74, 94, BLUE, 0, 33), *_row((52, 138), 186, 94, (GREEN, GREEN), 33)),
    4: (*_row((52, 138), 74, 94, (BLUE, GREEN), 33), *_row((52, 138), 186, 94, (GREEN, BLUE), 33)),
    5: (
        *_row((42, 148), 74, 92, (GREEN, BLUE), 31),
        Stick(95, 130, 98, RED, 0, 31),
        *_row((42, 148), 186, 92, (BLUE, GREEN), 31),
    ),
    6: (*_row(_THREE, 74, 94, _GGG, 31), *_row(_THREE, 186, 94, _BBB, 31)),
    7: (
        Stick(95, 53, 68, RED, 0, 30),
        *_row(_THREE, 132, 68, (GREEN, BLUE, GREEN), 30),
        *_row(_THREE, 208, 68, (GREEN, BLUE, GREEN), 30),
    ),
    8: (
        *_row((29, 161), 74, 94, (GREEN, GREEN), 26),
        Stick(71.5, 75, 90, GREEN, -23, 25),
        Stick(118.5, 75, 90, GREEN, 23, 25),
        *_row((29, 161), 186, 94, (BLUE, BLUE), 26),
        Stick(71.5, 185, 90, BLUE, 23, 25),
        Stick(118.5, 185, 90, BLUE, -23, 25),
    ),
    9: tuple(stick for y in (52.0, 130.0, 208.0) for stick in _row(_THREE, y, 70, (GREEN, RED, BLUE), 30)),
}


def bamboo(number: int, *, red: bool = False) -> str:
    """The face of 2s-9s; the red five has all its sticks in red."""
    return "".join(engraved(_stick(stick), RED if red else stick.ink) for stick in _STICKS[number])


def _stick(stick: Stick) -> Outline:
    half, wide = stick.length / 2, stick.width / 2
    joint = wide * 0.27
    joints = joined(rounded(-wide, y - joint, 2 * wide, 2 * joint, joint) for y in (-half + joint, 0.0, half - joint))
    segments = joined(_segment(side * half / 2, half / 2 - joint * 1.4, wide) for side in (-1, 1))
    return (joints + segments).turned(stick.slant_deg).moved(stick.x, stick.y)


def _segment(y: float, half: float, wide: float) -> Outline:
    """The piece between two joints: narrow at its ends, with a light slit that makes it look round."""
    waist, belly = wide * 0.55, wide * 0.86
    left = [(-waist, y + half), (-belly, y), (-waist, y - half)]
    right = [(-x, py) for x, py in reversed(left)]
    slit = rounded(-wide * 0.11, y - half * 0.64, wide * 0.22, half * 1.28, wide * 0.11, hole=True)
    return smooth([left[0], *left, left[-1], right[0], *right, right[-1]]) + slit
