"""The faults of a table: their codes, how grave each is, and where one is. Pure values.

The texts in four languages are the display's; this is the closed list that they are keyed by.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class FaultLevel(StrEnum):
    """How grave a fault is."""

    WARN = "warn"
    """Shown; the table goes on."""
    STOP = "stop"
    """The motors are off until a person has acted and said so."""


class FaultCode(StrEnum):
    """Every fault there is a text for."""

    TILE_JAM_HEAD = "TILE_JAM_HEAD"
    TILE_JAM_SLOT = "TILE_JAM_SLOT"
    TILE_JAM_LIFT = "TILE_JAM_LIFT"
    TILE_SHORT = "TILE_SHORT"
    TILE_EXTRA = "TILE_EXTRA"
    COUNT_MISMATCH = "COUNT_MISMATCH"
    LIFT_NOT_UP = "LIFT_NOT_UP"
    LIFT_NOT_DOWN = "LIFT_NOT_DOWN"
    LIFT_CYCLING = "LIFT_CYCLING"
    LID_NOT_OPEN = "LID_NOT_OPEN"
    LID_NOT_CLOSED = "LID_NOT_CLOSED"
    LID_OBSTRUCTED = "LID_OBSTRUCTED"
    CHAIN_NOT_HOME = "CHAIN_NOT_HOME"
    CYCLE_OVERRUN = "CYCLE_OVERRUN"
    SENSOR_BLOCKED = "SENSOR_BLOCKED"
    SENSOR_FAILED = "SENSOR_FAILED"
    MOTOR_OPEN = "MOTOR_OPEN"
    MOTOR_OVERCURRENT = "MOTOR_OVERCURRENT"
    MOTOR_SLOW = "MOTOR_SLOW"
    SLOW_CYCLE = "SLOW_CYCLE"
    CYCLE_TIMEOUT = "CYCLE_TIMEOUT"
    DICE_NO_SPIN = "DICE_NO_SPIN"
    DICE_NO_STOP = "DICE_NO_STOP"
    DICE_UNREADABLE = "DICE_UNREADABLE"
    BUTTON_STUCK = "BUTTON_STUCK"
    BUTTON_BOUNCE = "BUTTON_BOUNCE"
    MODE_CHANGED = "MODE_CHANGED"
    OVERTEMP = "OVERTEMP"
    UNDERVOLTAGE = "UNDERVOLTAGE"
    MAINBOARD_FAULT = "MAINBOARD_FAULT"
    REBOOTED = "REBOOTED"
    ESTOP_PRESSED = "ESTOP_PRESSED"
    HOST_LOST = "HOST_LOST"
    ODD_TILE = "ODD_TILE"
    UNKNOWN_FAULT = "UNKNOWN_FAULT"
    """A number that a newer firmware uses and this program does not know; it stops as any other."""


WARNINGS: Final = frozenset(
    {
        FaultCode.SENSOR_BLOCKED,
        FaultCode.MOTOR_SLOW,
        FaultCode.SLOW_CYCLE,
        FaultCode.DICE_NO_SPIN,
        FaultCode.DICE_NO_STOP,
        FaultCode.DICE_UNREADABLE,
        FaultCode.BUTTON_STUCK,
        FaultCode.BUTTON_BOUNCE,
        FaultCode.MODE_CHANGED,
    }
)
"""The faults with which a table goes on; every other one stops it."""


def level_of(code: FaultCode) -> FaultLevel:
    """How grave a fault is."""
    return FaultLevel.WARN if code in WARNINGS else FaultLevel.STOP


PROTECTIONS: Final = frozenset(
    {FaultCode.OVERTEMP, FaultCode.UNDERVOLTAGE, FaultCode.MOTOR_OVERCURRENT, FaultCode.MAINBOARD_FAULT}
)
"""Faults by which a table protects itself: several in a day are a case for service, even if each goes away."""


class Part(StrEnum):
    """The parts that a fault names. On the line it is a text, so a firmware may name others: those are shown as sent.

    A motor and the sensor at the end of its way have one name: the fault says which of the two is meant.
    """

    DRUM = "drum"
    """Turns and lifts the tiles; its magnets lay them face down."""
    PUSHER = "pusher"
    """Conveys the tiles in one row past the photo sensor that counts them."""
    SLOT = "slot"
    HEAD = "head"
    """Sets one tile on another and pushes the stack on."""
    CHAIN = "chain"
    HOME = "home"
    """The photo sensor of the chain's home position."""
    LIFT = "lift"
    LID = "lid"
    """The centre, or the floor at the sides, that opens for the tiles."""
    TILES = "tiles"
    """The Hall sensors that feel tiles."""
    DICE = "dice"
    SWITCH = "switch"
    """The switch for the number of tiles."""
    MAINBOARD = "mainboard"


@dataclass(frozen=True, slots=True)
class FaultPlace:
    """Where a fault is: the side (0-3), the part (see `Part`), how many tiles or reversals; each as far as it matters.

    Of MODE_CHANGED `count` is the number of tiles that the switch is set to.
    """

    side: int | None = None
    part: str = ""
    count: int = 0

    def __str__(self) -> str:
        side = "" if self.side is None else f"side {self.side}"
        count = str(self.count) if self.count else ""
        return " ".join(word for word in (side, self.part, count) if word)


NOWHERE: Final = FaultPlace()


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of the table. `latched`: it stays until a person resets, even if its cause is gone."""

    code: FaultCode
    where: FaultPlace = NOWHERE
    level: FaultLevel = FaultLevel.STOP
    latched: bool = True


def most_pressing(faults: tuple[Fault, ...]) -> Fault | None:
    """The fault to show and to act on: the first one that stops, or else the first warning."""
    return next((fault for fault in faults if fault.level is FaultLevel.STOP), faults[0] if faults else None)


def fault_of(code: FaultCode, where: FaultPlace = NOWHERE) -> Fault:
    """A fault with the level of its code; what stops is latched."""
    level = level_of(code)
    return Fault(code, where, level, latched=level is FaultLevel.STOP)
