"""What the twin tells those who play the world around it: values, and their form in JSON. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
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
    WALLS = "walls"
    BUTTON = "button"
    FAULT = "fault"
    HOST = "host"


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
    host: bool
    boot_id: int
    deal_no: int
    """The number of the deal whose walls are up, 0 if none are."""

    def facts(self) -> dict[str, object]:
        """Ready for JSON."""
        return {
            "state": str(self.state),
            "stacking": str(self.stacking),
            "stacks": list(self.stacks),
            "elapsed_ms": self.elapsed_ms,
            "faults": [fault_facts(fault) for fault in self.faults],
            "host": self.host,
            "boot_id": self.boot_id,
            "deal_no": self.deal_no,
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
