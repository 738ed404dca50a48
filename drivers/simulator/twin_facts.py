"""What the twin tells those who play the world around it: values, and their form in JSON. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from drivers.simulator.tiles_in_table import RaisedWalls
from drivers.table.faults import Fault
from drivers.table.states import TableState
from referee.tiles import tile_names


class ChangeKind(StrEnum):
    """What the table did, for those who play the world around it."""

    STATE = "state"
    STACKS = "stacks"
    DICE = "dice"
    STICKS = "sticks"
    WALLS = "walls"
    BUTTON = "button"
    FAULT = "fault"
    HOST = "host"
    POWER = "power"
    LINE = "line"
    """Somebody makes the line bad, or good again: for whoever owns it."""
    CAMERA = "camera"
    """Somebody troubles a camera, or mends it: for whoever renders it."""
    ODD_TILE = "odd_tile"
    """Somebody puts a tile of the other set among these, or takes it out: for whoever lays them."""


@dataclass(frozen=True, slots=True)
class TwinChange:
    """One thing the table did; `facts` are what the control channel sends, ready for JSON."""

    kind: ChangeKind
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class TwinState:
    """The twin at one moment, as the control channel tells it."""

    state: TableState
    stacking: TableState
    stacks: tuple[int, int, int, int]
    elapsed_ms: int
    faults: tuple[Fault, ...]
    """What the firmware has found."""
    host: bool
    boot_id: int
    deal_no: int
    """The number of the deal whose walls are up, 0 if none are."""
    causes: tuple[Fault, ...] = ()
    """What is wrong, found or not."""
    double_edges: int = 0
    """Edges of the photo sensors in this run of the drum that were no tiles of their own."""
    learned: Mapping[str, object] = field(default_factory=dict)
    """Usual and last times of the motors, and the times of the last cycles."""
    planned: int = 0
    """What is still to happen by script."""
    sticks: tuple[int | None, ...] = ()
    """What the sensors of the score sticks say at this instant, by side."""

    def facts(self) -> dict[str, object]:
        """Ready for JSON."""
        return {
            "state": str(self.state),
            "stacking": str(self.stacking),
            "stacks": list(self.stacks),
            "elapsed_ms": self.elapsed_ms,
            "faults": [fault_facts(fault) for fault in self.faults],
            "causes": [fault_facts(cause) for cause in self.causes],
            "host": self.host,
            "boot_id": self.boot_id,
            "deal_no": self.deal_no,
            "double_edges": self.double_edges,
            "learned": dict(self.learned),
            "planned": self.planned,
            "sticks": list(self.sticks),
        }


def fault_facts(fault: Fault) -> dict[str, object]:
    """A fault, ready for JSON."""
    return {
        "code": str(fault.code),
        "side": fault.where.side,
        "part": fault.where.part,
        "count": fault.where.count,
        "level": str(fault.level),
        "latched": fault.latched,
    }


def walls_facts(walls: RaisedWalls) -> dict[str, object]:
    """Walls, ready for JSON: per side a list of 34 tile names."""
    return {
        "deal_no": walls.deal_no,
        "tile_set": walls.tile_set,
        "walls": [tile_names(wall) for wall in walls.walls],
    }
