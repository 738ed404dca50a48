"""All that the desk knows at one instant: the folded match, what waits for a person, table, cameras, clock.

This is the one source of every view; it is never sent anywhere as it is. Frozen: the desk replaces it as a whole.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from referee.game import Match, Seat


class Place(StrEnum):
    """Where on the table a reading belongs."""

    RIVER = "river"
    HAND = "hand"
    POOL = "pool"
    WALL = "wall"
    INDICATOR = "indicator"
    URA = "ura"


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


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of the table: its code (of `drivers.table.faults`), where it is, whether it holds until a person acts."""

    code: str
    where: str
    latched: bool


@dataclass(frozen=True, slots=True)
class TableStatus:
    """What the table says of itself. `state`: see `drivers.table.states`; `none` without a table."""

    state: str = "none"
    stacks: int = 0
    fault: Fault | None = None
    link_up: bool = False
    round_trip_ms: float | None = None
    resends: int = 0
    bad_frames: int = 0

    @property
    def blocked(self) -> bool:
        """Whether a fault holds the table until a person acts; a mere warning does not."""
        return self.fault is not None and self.fault.latched


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """One camera: frames a second really seen, age of the newest frame, and what is wrong (`""`, `stale`, `lost`)."""

    name: str
    frames_per_second: float
    age_ms: float
    trouble: str = ""


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
    table: TableStatus = TableStatus()
    cameras: tuple[CameraStatus, ...] = ()
    clock: Clock | None = None
    attention: bool = False
    """Someone called the referee, or the software did; the public sees no more than that."""
    reason: str = ""
    """Text code of why attention is asked for (operator and referee only)."""
    simulated: bool = False
    recovered_ms: float | None = None
    """Time lost since the last event before a restart; None when there was none."""
    allowed: frozenset[str] = frozenset()
    """The acts (Command.act) that can be done now; pages enable their buttons by it."""
