"""What a sensor thinks it saw. Maybe true: only the desk turns an observation into an event.

The daemon translates what `vision` and `drivers` report into these; nothing here knows a camera or a port.
"""

from dataclasses import dataclass
from typing import TypeAlias

from referee.desk.state import CameraStatus, Place, TableStatus
from referee.game import Seat


@dataclass(frozen=True, slots=True)
class SeenTile:
    """One tile in reading order. `log_probs` are 39 natural logs in the order of `referee.tiles.LABELS`.

    `hidden`: something lies over it now, all of this is how it was last seen. `other_set`: its back has another colour
    than most. What has a tile's size and cannot be read has the label `other`.
    """

    label: str
    confidence: float
    sure: bool
    log_probs: tuple[float, ...]
    picture: str = ""
    hidden: bool = False
    other_set: bool = False


@dataclass(frozen=True, slots=True)
class TilesSeen:
    """All tiles of one place, after they held still for `still_ms`. `covered`: something hides part of the place.

    `unseen`: the indices in `tiles` before which another tile may lie that nobody has seen; their number for after the
    last. `age_ms`: how old the picture was when this was told. `picture`: that of the whole place, if there is one.
    """

    place: Place
    seat: Seat | None
    tiles: tuple[SeenTile, ...]
    still_ms: float
    covered: bool
    camera: str
    frame: int
    unseen: tuple[int, ...] = ()
    age_ms: float = 0.0
    picture: str = ""


@dataclass(frozen=True, slots=True)
class DiceSeen:
    """What the table's dice show."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableSeen:
    """The table's own state, as it last told."""

    status: TableStatus


@dataclass(frozen=True, slots=True)
class ButtonSeen:
    """A button at a seat: `ready`, `ron`, `call` (the referee) or `start`."""

    seat: Seat
    button: str


@dataclass(frozen=True, slots=True)
class CamerasSeen:
    """Health of all cameras."""

    cameras: tuple[CameraStatus, ...]


Observation: TypeAlias = TilesSeen | DiceSeen | TableSeen | ButtonSeen | CamerasSeen
