"""What can happen to a simulated table: one frozen value per kind, as fault scripts say it. Pure.

`for_s` of the line and of power are real seconds, because the link's time-outs are; all others are the table's own.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from drivers.table.faults import Fault, FaultCode, FaultLevel
from drivers.table.states import Button

MODES: Final = {136: 17, 120: 15, 112: 14}
"""Numbers of tiles that the table's switch knows, and how many stacks a side each makes. 0 is the test mode."""

USUAL_WARNING_S: Final = 20.0


@dataclass(frozen=True, slots=True)
class Mend:
    """How something ends: after so many seconds, when a person resets the table, once it was told, or never."""

    after_s: float | None = None
    at_reset: bool = False
    when_told: bool = False


def usual_mend(fault: Fault) -> Mend:
    """Who resets a table has put right what stopped it; what only warns goes by itself after a while."""
    if fault.code in (FaultCode.HOST_LOST, FaultCode.REBOOTED):
        return Mend(after_s=0.0)
    return Mend(at_reset=True) if fault.level is FaultLevel.STOP else Mend(after_s=USUAL_WARNING_S)


@dataclass(frozen=True, slots=True)
class Break:
    """A cause of a fault sets in."""

    fault: Fault
    mend: Mend


@dataclass(frozen=True, slots=True)
class Repair:
    """A cause is taken away."""

    fault: Fault


@dataclass(frozen=True, slots=True)
class Slow:
    """Stacking takes so many times as long."""

    factor: float
    mend: Mend = Mend()


@dataclass(frozen=True, slots=True)
class PressKey:
    """A key is pressed, and let go after `for_s` of the table's own time."""

    side: int
    button: Button
    for_s: float = 0.0


@dataclass(frozen=True, slots=True)
class LetGo:
    """A key that was held is let go."""

    side: int
    button: Button


@dataclass(frozen=True, slots=True)
class TurnSwitch:
    """The switch for the number of tiles is turned."""

    tiles: int


@dataclass(frozen=True, slots=True)
class LaySticks:
    """The score sticks of a side are changed; `points` is what the sensor makes of them, right or wrong."""

    side: int
    points: int


class PowerLoss(StrEnum):
    """Why the controller loses its power, and what it says of that afterwards."""

    REBOOT = "reboot"
    """It starts anew and does not know why."""
    TRIP = "trip"
    """The thermal protection of the table: OVERTEMP."""
    BROWN_OUT = "brown_out"
    """The supply sagged: UNDERVOLTAGE."""


@dataclass(frozen=True, slots=True)
class CutPower:
    """The controller is without power for `for_s` real seconds; tiles and walls lie where they lay."""

    why: PowerLoss = PowerLoss.REBOOT
    for_s: float = 0.2


class LineTrouble(StrEnum):
    """What can be wrong with the line."""

    UNPLUG = "unplug"
    SILENCE = "silence"
    """Nothing arrives in either direction, though the cable is in."""
    GARBAGE = "garbage"
    """Some bytes change, vanish or double, and others come from nowhere."""


@dataclass(frozen=True, slots=True)
class DisturbLine:
    """The line is bad for `for_s` real seconds."""

    what: LineTrouble
    for_s: float


class CameraTrouble(StrEnum):
    """What can be wrong with a camera."""

    COVER = "cover"
    FREEZE = "freeze"
    HALF_GREY = "half_grey"
    """The lower half of each picture never arrives."""
    BLACK = "black"
    SWAP = "swap"
    """It shows what another camera sees, and that one what this one saw."""
    HANG = "hang"
    """It is there, and delivers nothing any more."""
    UNPLUG = "unplug"


@dataclass(frozen=True, slots=True)
class DisturbCamera:
    """A camera of the simulated hall is in trouble; `other` is the one that it is swapped with."""

    camera: str
    what: CameraTrouble
    mend: Mend = Mend()
    other: str = ""


@dataclass(frozen=True, slots=True)
class MendCamera:
    """A camera is as it should be again."""

    camera: str


Act: TypeAlias = (
    Break
    | Repair
    | Slow
    | PressKey
    | LetGo
    | TurnSwitch
    | LaySticks
    | CutPower
    | DisturbLine
    | DisturbCamera
    | MendCamera
)
