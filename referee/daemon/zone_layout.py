"""Where tiles lie at a table for two, as zones to begin with: a house whose mat is drawn otherwise edits its file.

Millimetres. A table has its origin in the middle, x to the right and y towards seat A; a tray has its own, with y
towards its player. Rows are 28 mm apart and tiles 20 mm, as people put them down; each zone leaves room round them.
"""

from enum import StrEnum, unique
from typing import Final, TypeAlias

from vision.readings import Point
from vision.zones import Zone


@unique
class ZoneLayout(StrEnum):
    """What a camera looks down on."""

    TABLE = "table"
    TRAY_A = "tray:A"
    TRAY_B = "tray:B"


_Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""

# rows of 6, 6 and 5 tiles that begin 47 mm from the middle; 7 mm more to one side, since the first tile lies sideways
_RIVER: Final[_Box] = (-76, 42, 82, 136)
_INDICATOR: Final[_Box] = (-27, -19, -0.5, 19)
_URA: Final[_Box] = (0.5, -19, 27, 19)
# the wall opened in two rows of 17; then 13 tiles nearest to the player, and behind them the other 21 in two rows
_WALL: Final[_Box] = (-178, -76, 178, 95)
_HAND: Final[_Box] = (-146, 59, 146, 95)
_POOL: Final[_Box] = (-126, -76, 126, -9)


def standard_zones(layout: ZoneLayout, camera: str) -> tuple[Zone, ...]:
    """The zones of a camera by their usual places."""
    if layout is ZoneLayout.TABLE:
        left, top, right, bottom = _RIVER
        return (
            Zone("river:A", camera, _corners(_RIVER), 0, 3, 6),
            Zone("river:B", camera, _corners((-right, -bottom, -left, -top)), 180, 3, 6),
            Zone("indicator", camera, _corners(_INDICATOR), 0, 1, 1),
            Zone("ura", camera, _corners(_URA), 0, 1, 1),
        )
    seat = layout.value.removeprefix("tray:")
    return (
        Zone(f"wall:{seat}", camera, _corners(_WALL), 0, 3, 17),
        Zone(f"hand:{seat}", camera, _corners(_HAND), 0, 1, 13),
        Zone(f"pool:{seat}", camera, _corners(_POOL), 0, 2, 11),
    )


def _corners(box: _Box) -> tuple[Point, ...]:
    left, top, right, bottom = box
    return ((left, top), (right, top), (right, bottom), (left, bottom))
