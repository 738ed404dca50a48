"""Where things lie in the simulated hall: rivers, indicators, trays, and where the cameras hang.

Millimetres, constants of this table only; what lies where in a match is not decided here. Seat A sits at positive y of
the table (the bottom of the overhead picture), seat B opposite; everything of B is A's, mirrored through the centre.
A tray has a plane of its own, in the view of its player (who sits at positive y).
"""

import random
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from drivers.simulator.scene import SceneError
from drivers.simulator.scene_pose import CameraPose
from referee.tiles.size import TILE_LENGTH_MM, TILE_WIDTH_MM

TABLE_MM: Final = (800.0, 800.0)
TRAY_MM: Final = (400.0, 240.0)

PITCH_MM: Final = 20.0
RIVER_ROWS: Final = (6, 6, 5)
RIVER_ROW_PITCH_MM: Final = 28.0
RIVER_FIRST_Y_MM: Final = 60.0

OPENED_WALL_ROWS: Final = (17, 17)
OPENED_WALL_Y_MM: Final = (-40.0, 40.0)
POOL_ROWS: Final = (11, 10)
POOL_Y_MM: Final = (-58.0, -28.0)
HAND_TILES: Final = 13
HAND_Y_MM: Final = 78.0

MARKERS_MM: Final = ((-275.0, -140.0), (275.0, -140.0), (275.0, 140.0), (-275.0, 140.0))
"""Centres of the four printed ArUco markers (4x4_50, ids 0-3) that the overhead camera sees, clockwise."""
MARKER_SIZE_MM: Final = 30.0
TRAY_MARKERS_MM: Final = ((-186.0, -106.0), (186.0, -106.0), (186.0, 106.0), (-186.0, 106.0))
TRAY_MARKER_SIZE_MM: Final = 20.0
FIRST_MARKER: Final = {"overhead": 0, "tray-A": 10, "tray-B": 20}
"""Each camera has ids of its own in view: so cameras that were swapped are known."""

OVERHEAD: Final = CameraPose.above(620.0, (1920, 1080), tilt_deg=5.0, distance_mm=1000.0)
TRAY: Final = CameraPose.above(440.0, (1280, 720), tilt_deg=6.0, distance_mm=650.0)


class Seat(StrEnum):
    """The two seats of the simulated table."""

    A = "A"
    B = "B"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile is meant to lie: its centre and its turn, as in `PlacedTile`."""

    x_mm: float
    y_mm: float
    angle_deg: float = 0.0

    def mirrored(self) -> "Place":
        """The same place as the opposite seat has it."""
        return Place(-self.x_mm, -self.y_mm, (self.angle_deg + 180) % 360)


def camera_poses() -> dict[str, CameraPose]:
    """The cameras of the simulated hall by name: `overhead` sees the table, `tray-A` and `tray-B` a tray each."""
    return {"overhead": OVERHEAD, **{f"tray-{seat}": TRAY for seat in Seat}}


def river_place(seat: Seat, index: int, *, first_sideways: bool = True) -> Place:
    """Where discard `index` (0-16) of a seat goes: rows of 6, 6, 5, from the player's left.

    The first tile lies sideways to declare riichi unless told otherwise, flush with the near edge of its row, and the
    rest of the row makes room for it.
    """
    row, column = _row_and_column(index, RIVER_ROWS)
    x, y, angle = (column - 2.5) * PITCH_MM, RIVER_FIRST_Y_MM + row * RIVER_ROW_PITCH_MM, 0.0
    extra = TILE_LENGTH_MM - TILE_WIDTH_MM
    if first_sideways and row == 0:
        if column == 0:
            x, y, angle = x + extra / 2, y + extra / 2, 90.0
        else:
            x += extra
    place = Place(x, y, angle)
    return place if seat is Seat.A else place.mirrored()


def indicator_place() -> Place:
    """The dora indicator at the centre of the table, upright for seat A."""
    return Place(-12.0, 0.0)


def ura_place() -> Place:
    """The ura indicator beside it, face down until it is flipped."""
    return Place(12.0, 0.0)


def opened_wall_place(index: int) -> Place:
    """Where tile `index` (0-33) of a seat's opened wall lies on its tray: two rows of 17."""
    row, column = _row_and_column(index, OPENED_WALL_ROWS)
    return Place((column - 8) * PITCH_MM, OPENED_WALL_Y_MM[row])


def hand_place(index: int) -> Place:
    """Where tile `index` (0-12) of the hand lies on the tray: the row nearest the player."""
    if not 0 <= index < HAND_TILES:
        raise SceneError(f"a hand has places 0 to {HAND_TILES - 1}, not {index}")
    return Place((index - (HAND_TILES - 1) / 2) * PITCH_MM, HAND_Y_MM)


def pool_place(index: int) -> Place:
    """Where tile `index` (0-20) of the pool lies on the tray: rows of 11 and 10; a discard leaves its place empty."""
    row, column = _row_and_column(index, POOL_ROWS)
    return Place((column - (POOL_ROWS[row] - 1) / 2) * PITCH_MM, POOL_Y_MM[row])


def put_down(place: Place, tile_id: int, seed: int) -> Place:
    """The place as a person or a machine really hits it: up to 1.5 mm and 3 degrees off, the same for the same seed.

    Along the row it stays within 0.4 mm, since neighbours stand a millimetre apart: they may touch, not overlap.
    """
    chance = random.Random(f"{seed}:{tile_id}:{place.x_mm:.1f}:{place.y_mm:.1f}")
    return Place(
        place.x_mm + chance.uniform(-0.4, 0.4),
        place.y_mm + chance.triangular(-1.5, 1.5),
        place.angle_deg + chance.triangular(-3.0, 3.0),
    )


def _row_and_column(index: int, rows: tuple[int, ...]) -> tuple[int, int]:
    rest = index
    for row, length in enumerate(rows):
        if 0 <= rest < length:
            return row, rest
        rest -= length
    raise SceneError(f"there are places 0 to {sum(rows) - 1} here, not {index}")
