"""The bird of 1s: a peacock on a stalk of bamboo, looking left.

Drawn from smooth curves through a few points; painted from back to front, each part with its own engraved rim, which
keeps the parts apart at any size.
"""

from typing import Final

from referee.tiles.faces.ink import BLUE, BODY, GREEN, RED, engraved, painted
from referee.tiles.faces.outline import Point, ellipse, joined, leaf, polygon, rounded, smooth

_TAIL_ROOT: Final[Point] = (86.0, 152.0)
_FEATHERS: Final = ((-1, 116), (20, 121), (41, 114), (62, 101), (83, 91), (104, 89), (125, 94))
"""Tail feathers: direction in degrees clockwise from upright, and length."""

_TRUNK: Final[tuple[Point, ...]] = (
    (45, 71),
    (43, 98),
    (37, 126),
    (40, 158),
    (58, 186),
    (86, 195),
    (109, 180),
    (112, 154),
    (96, 130),
    (78, 111),
    (70, 88),
    (68, 70),
)
_HEAD: Final[tuple[Point, ...]] = ((36, 62), (42, 47), (57, 43), (70, 52), (72, 67), (62, 79), (46, 78))
_WING: Final[tuple[Point, ...]] = (
    (60, 124),
    (53, 140),
    (58, 158),
    (76, 172),
    (100, 184),
    (126, 190),
    (126, 190),
    (112, 164),
    (94, 138),
    (76, 122),
)


def bird() -> str:
    """The face of 1s."""
    return _tail() + _legs() + _perch() + _trunk() + _wing() + _head()


def _tail() -> str:
    parts = []
    for direction, length in _FEATHERS:
        blade = leaf(length, 34, fullest=0.7)
        rib = polygon([(-1.1, -34), (1.1, -34), (0.8, -length * 0.6), (-0.8, -length * 0.6)])
        eye = ellipse((0, -length + 27), 8.2, 10.2)
        pupil = ellipse((0, -length + 26), 4.8, 6.2)
        blade, rib, eye, pupil = (part.turned(direction).moved(*_TAIL_ROOT) for part in (blade, rib, eye, pupil))
        parts.append(engraved(blade, GREEN) + painted(rib + eye, BODY) + painted(pupil, RED.main))
    return "".join(parts)


def _legs() -> str:
    legs = polygon([(66, 186), (72, 186), (70, 226), (64, 226)]) + polygon([(86, 188), (92, 188), (92, 226), (86, 226)])
    toes = joined(rounded(x, 221, 20, 6, 3) for x in (52, 74))
    return engraved(legs + toes, RED)


def _perch() -> str:
    joints = joined(rounded(x, 225, 7, 18, 3) for x in (17, 66, 117, 166))
    return engraved(rounded(20, 227.5, 150, 13, 5) + joints, GREEN)


def _trunk() -> str:
    # the light scales of the breast
    scales = joined(
        leaf(11, 7).turned(190).moved(x, y) for x, y in ((53, 88), (62, 94), (51, 103), (60, 109), (50, 118))
    )
    return engraved(smooth(_TRUNK), BLUE) + painted(scales, BODY)


def _wing() -> str:
    quills = joined(
        leaf(length, 5.5).turned(turn).moved(x, y)
        for x, y, length, turn in ((72, 152, 44, 118), (76, 142, 44, 124), (80, 133, 36, 131))
    )
    return engraved(smooth(_WING), RED) + painted(quills, BODY)


def _head() -> str:
    crest = joined(
        (polygon([(-1.2, 0), (1.2, 0), (0.9, -20), (-0.9, -20)]) + ellipse((0, -22), 4.2)).turned(turn).moved(58, 46)
        for turn in (-24, 4, 32)
    )
    beak = polygon([(39, 57), (15, 69), (40, 71)])
    eye = ellipse((52, 59), 5.8)
    return (
        engraved(crest + beak, RED)
        + engraved(smooth(_HEAD), BLUE)
        + painted(eye, BODY)
        + painted(ellipse((51, 59), 2.9), BLUE.shade)
    )
