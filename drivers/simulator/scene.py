"""What lies in front of a simulated camera: tiles on a plane and hands above it, as plain values.

A scene is a value: whoever simulates the table builds a new one at each change and hands it to the cameras, from any
thread. How it looks is the business of `scene_camera`. Coordinates are millimetres on the plane: the origin is its
centre, x runs to the right and y towards the player who sees the plane upright (seat A at the table).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from referee.tiles import LABELS, OTHER
from referee.tiles.errors import InputError


class SceneError(InputError):
    """A scene, a pose or a folder of faces cannot be rendered; the message is one line."""


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile that lies on the plane, by its centre.

    `label` is a name of `referee.tiles.LABELS` except `other`; `back` is a tile that nobody knows. `angle_deg` turns
    it clockwise as seen from above; at 0 the top of the face points to negative y. Raises SceneError.
    """

    id: int
    label: str
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    face_up: bool = True

    def __post_init__(self) -> None:
        if self.label == OTHER or self.label not in LABELS:
            raise SceneError(f"tile {self.id}: '{self.label[:20]}' cannot be placed: expected a tile or back")
        if not all(math.isfinite(value) for value in (self.x_mm, self.y_mm, self.angle_deg)):
            raise SceneError(f"tile {self.id}: its place ({self.x_mm}, {self.y_mm}, {self.angle_deg}) is not finite")


@dataclass(frozen=True, slots=True)
class HandOver:
    """A hand that hovers over the plane, by the middle of its palm.

    At `angle_deg` 0 the fingers point to negative y, so the arm comes from the player at positive y; the angle turns
    it clockwise. `person` picks skin and sleeve.
    """

    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    person: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a camera may see on one plane. Raises SceneError if two tiles have the same id."""

    tiles: tuple[PlacedTile, ...] = ()
    hand_over: tuple[HandOver, ...] = ()

    def __post_init__(self) -> None:
        seen: set[int] = set()
        for tile in self.tiles:
            if tile.id in seen:
                raise SceneError(f"tile {tile.id} lies at two places")
            seen.add(tile.id)

    def with_tile(self, tile: PlacedTile) -> "Scene":
        """The scene with this tile at its place, wherever it was before."""
        return replace(self, tiles=(*(other for other in self.tiles if other.id != tile.id), tile))

    def without_tile(self, tile_id: int) -> "Scene":
        """The scene with the tile taken away; the same scene if it is not there."""
        return replace(self, tiles=tuple(tile for tile in self.tiles if tile.id != tile_id))

    def with_hands(self, hands: Iterable[HandOver]) -> "Scene":
        """The scene with exactly these hands above it."""
        return replace(self, hand_over=tuple(hands))
