"""What vision says: one tile seen, one zone seen.

Plain frozen values without pixels, so they can cross a process boundary and be compared. They are observations, never
facts: whoever receives them decides what to believe.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Point: TypeAlias = tuple[float, float]
Polygon: TypeAlias = tuple[Point, Point, Point, Point]

Turns: TypeAlias = Literal["all", "few", "upright"]
"""In which quarter turns a face is looked at: in all; in more than one unless the first is certain; in one."""

ALTERNATIVES: Final = 3  # as many as a person can be asked to choose from at a glance


@dataclass(frozen=True, slots=True)
class TileReading:
    """One tile in one picture.

    `polygon`: the face's corners in picture pixels, clockwise from the tile's own top left. `row`: its row in reading
    order, from 0. `log_probs`: 39 natural logarithms in the order of `LABELS`, empty where no classifier ran.
    `alternatives`: the next best labels with their probabilities. `centre_mm` and `angle_deg` are on the table plane
    (clockwise, 0 = the zone's upright direction), None without a calibration. `hidden`: it cannot be seen now, all of
    this is how it was last seen. `other_set`: its back has another colour than most backs that the camera sees.
    """

    label: str
    confidence: float
    sure: bool
    polygon: Polygon
    row: int = 0
    log_probs: tuple[float, ...] = ()
    alternatives: tuple[tuple[str, float], ...] = ()
    centre_mm: Point | None = None
    angle_deg: float | None = None
    hidden: bool = False
    other_set: bool = False

    @property
    def sideways(self) -> bool | None:
        """Whether the tile lies across the zone's upright direction; None without a calibration."""
        return None if self.angle_deg is None else 45.0 < self.angle_deg % 180.0 < 135.0


@dataclass(frozen=True, slots=True)
class UnseenPlace:
    """A place of a zone that something hides and where a tile may lie that nobody has seen.

    `before`: the index in the reading's tiles before which such a tile would come; their number for after the last.
    `centre_mm`: about where, on the table plane.
    """

    before: int
    centre_mm: Point


@dataclass(frozen=True, slots=True)
class ZoneReading:
    """What lies in one zone, each tile after its place held still.

    `t_ms` is the frame's own clock, `still_ms` how long what was seen had not changed by then. `covered`: something
    that is no tile (a hand, a sleeve) hides part of the zone. What it hides is not gone: a tile under it stays in
    `tiles` as `hidden`, and `unseen` names the places where another tile may lie that nobody has seen. What has a
    tile's size and cannot be read is a tile that is read as `other`.
    """

    camera: str
    zone: str
    frame: int
    t_ms: int
    still_ms: int
    covered: bool
    tiles: tuple[TileReading, ...]
    unseen: tuple[UnseenPlace, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels in reading order."""
        return tuple(tile.label for tile in self.tiles)
