"""All that the desk knows at one instant: the folded match, what waits for a person, table, cameras, clock.

This is the one source of every view; it is never sent anywhere as it is. Frozen: the desk replaces it as a whole.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from referee.desk.unveiling import SheetProgress
from referee.game import EventType, Match, Seat


class Place(StrEnum):
    """Where on the table a reading belongs."""

    RIVER = "river"
    HAND = "hand"
    POOL = "pool"
    WALL = "wall"
    INDICATOR = "indicator"
    URA = "ura"


PLACE_OF_EVENT: Final = {
    EventType.DISCARD: Place.RIVER,
    EventType.WALLS: Place.WALL,
    EventType.BUILT: Place.HAND,
    EventType.FLIP: Place.INDICATOR,
    EventType.URA: Place.URA,
}
"""The place whose reading leads to each kind of event."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One tile as a camera read it, after joint decoding. `picture` names a cut-out kept by the daemon, or is empty."""

    label: str
    confidence: float
    sure: bool
    alternatives: tuple[tuple[str, float], ...] = ()
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A reading in quarantine: not accepted yet, and why (`unsure`, `not_in_pool`, `wrong_turn`, `two_tiles`, ...)."""

    id: int
    place: Place
    seat: Seat | None
    readings: tuple[Reading, ...]
    reason: str
    facts: Mapping[str, object] = field(default_factory=dict)


class Word(StrEnum):
    """On whose word a tile was accepted."""

    CAMERA = "camera"
    """It was read, and nobody had to say anything."""
    CONFIRMED = "confirmed"
    """A person named the tile that the camera read as well."""
    CORRECTED = "corrected"
    """A person named another tile than the camera read."""
    ENTERED = "entered"
    """A person named it; no camera has seen it."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """An accepted tile and what a camera read where it lies; `reading` is None where none has seen it."""

    tile: str
    word: Word
    reading: Reading | None


@dataclass(frozen=True, slots=True)
class PlaceSeen:
    """The accepted tiles of one place: a river in its order, the other places in no order that means anything."""

    place: Place
    seat: Seat | None
    tiles: tuple[Sighting, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of the table by its code (of `drivers.table.faults`). `latched`: it holds until a person acts.

    `side` is the table's own number (0-3), `seat` who sits there, if anybody; `part` a sensor, a motor or a key.
    """

    code: str
    latched: bool
    side: int | None = None
    seat: str = ""
    part: str = ""
    count: int = 0


class WallCheck(StrEnum):
    """What a table that can count says of the walls that are up."""

    NONE = ""
    COMPLETE = "complete"
    INCOMPLETE = "incomplete"
    """A side lacks stacks, or has too many."""
    UNCOUNTED = "uncounted"
    """Nobody knows: it cannot count, or its count was lost."""
    MODE_PENDING = "mode_pending"
    """The switch for the number of tiles was turned meanwhile: they may not fit it."""


@dataclass(frozen=True, slots=True)
class TableStatus:
    """What the table says of itself. `state`: see `drivers.table.states`; `none` without a table.

    `trouble`: why it cannot be reached, or what ails its line, as a code whose text names `port` and `facts`. `lacks`:
    acts that this table cannot do. `stacks`: those that stand ready at each side, of the set below. `fault` is the most
    pressing of `faults`. `stacking_s` and `usual_stacking_s`: how long it took to stack the last set, and usually
    takes. `trips`: how often the table protected itself in a day, once that is a case for service, else 0. `scores`:
    what its sensors make of the sticks before each seat; advice, the ledger keeps the points.
    """

    state: str = "none"
    stacks: tuple[int, ...] = ()
    walls: WallCheck = WallCheck.NONE
    raised: tuple[int, ...] | None = None
    """Stacks at each side of the walls that are up, if they were counted."""
    fault: Fault | None = None
    faults: tuple[Fault, ...] = ()
    stacking_s: float | None = None
    usual_stacking_s: float | None = None
    trips: int = 0
    scores: Mapping[Seat, int] = field(default_factory=dict)
    link_up: bool = False
    round_trip_ms: float | None = None
    resends: int = 0
    bad_frames: int = 0
    trouble: str = ""
    port: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    lacks: frozenset[str] = frozenset()

    @property
    def blocked(self) -> bool:
        """Whether a fault holds the table until a person acts; a mere warning does not."""
        return self.fault is not None and self.fault.latched


class CameraUse(StrEnum):
    """What the pictures of a camera are good for now."""

    READ = "read"
    ASKED = "asked"
    """They are read, and a person confirms what was read: they differ from those of the calibration."""
    BLOCKED = "blocked"
    """They come, and nothing is read in them."""
    ABSENT = "absent"
    """None come."""


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """One camera: frames a second really seen, age of the newest frame, and what is wrong.

    `trouble` is empty or a code (`stale`, `moved`, ...) with the facts that its text names; `code` names the fault for
    logs and other programs (`CAMERA_STALE`). `skipped`: frames that came and were passed over for newer ones.
    """

    name: str
    frames_per_second: float
    age_ms: float
    trouble: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)
    code: str = ""
    use: CameraUse = CameraUse.READ
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class Trouble:
    """The newest thing that went wrong with the hardware: with the table (`fault`), its line, or a `camera`.

    `code` is for people who look it up (TILE_JAM_HEAD, LINE_SILENT, CAMERA_STALE); `trouble` of a line or a camera with
    `port` and `facts` is what its status said. `began_ms` and `over_ms` are on the desk's clock; it lasts while
    `over_ms` is None.
    """

    code: str
    began_ms: float
    over_ms: float | None = None
    fault: Fault | None = None
    camera: str = ""
    trouble: str = ""
    port: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Clock:
    """A running or paused count-down. `ends_at_ms` is on the desk's clock; `left_ms` is set while paused."""

    kind: str
    ends_at_ms: float
    left_ms: float | None = None


@dataclass(frozen=True, slots=True)
class DeskState:
    """Everything, at version `version` (the seq of the newest event of the match, 0 without one)."""

    version: int
    now_ms: float
    match: Match | None
    candidates: tuple[Candidate, ...] = ()
    seen: tuple[PlaceSeen, ...] = ()
    """The accepted tiles of the newest deal with the looks that show them."""
    place_pictures: Mapping[tuple[Place, Seat | None], str] = field(default_factory=dict)
    """The picture of each whole place in the newest look at it, where one was made; for nobody's view."""
    table: TableStatus = TableStatus()
    cameras: tuple[CameraStatus, ...] = ()
    confirm_all: bool = False
    """Too few cameras can be read: whatever the others read, a person confirms."""
    last_trouble: Trouble | None = None
    clock: Clock | None = None
    attention: bool = False
    """Someone called the referee, or the software did; the public sees no more than that."""
    reason: str = ""
    """Text code of why attention is asked for (operator and referee only)."""
    sheet: SheetProgress | None = None
    """How far the shown result's sheet has been told; None says nothing of it: what is shown is shown whole."""
    simulated: bool = False
    held: bool = False
    """After a restart: nothing goes on and clocks stand until a person has looked."""
    recovered_ms: float | None = None
    """Time lost since the last event before a restart; None when there was none."""
    allowed: frozenset[str] = frozenset()
    """The acts (Command.act) that can be done now; pages enable their buttons by it."""

    @property
    def pictures(self) -> frozenset[str]:
        """The ids of all cut-outs that this state names."""
        asked = [reading for candidate in self.candidates for reading in candidate.readings]
        shown = [tile.reading for place in self.seen for tile in place.tiles if tile.reading is not None]
        named = (reading.picture for reading in (*asked, *shown))
        return frozenset((*named, *self.place_pictures.values())) - {""}
