"""What is wrong with the simulated table, and what its firmware has found of it: two lists, for they differ. Pure.

A cause is put in and taken out by whoever plays the world. The firmware finds it when it shows: a tile that is missing
is found when a side does not fill, not when it fell on the floor. What stops the table is latched until a reset; a
warning goes when the firmware finds that its cause is gone. Times are seconds of the table's own clock.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from drivers.table.faults import Fault, FaultCode, FaultLevel, FaultPlace, Part

FELT_AT_REST: Final = frozenset(
    {
        FaultCode.TILE_JAM_HEAD,
        FaultCode.TILE_JAM_SLOT,
        FaultCode.TILE_JAM_LIFT,
        FaultCode.TILE_EXTRA,
        FaultCode.LID_OBSTRUCTED,
        FaultCode.SENSOR_FAILED,
        FaultCode.MOTOR_OPEN,
        FaultCode.OVERTEMP,
        FaultCode.UNDERVOLTAGE,
        FaultCode.MAINBOARD_FAULT,
        FaultCode.ESTOP_PRESSED,
    }
)
"""Causes that sensors feel while nothing moves: a reset is refused while one of them is there."""

_SIDE_0: Final = FaultPlace(side=0)
_PLACES: Final = {
    FaultCode.TILE_JAM_HEAD: FaultPlace(0, Part.HEAD),
    FaultCode.TILE_JAM_SLOT: FaultPlace(0, Part.SLOT),
    FaultCode.TILE_JAM_LIFT: FaultPlace(0, Part.LIFT),
    FaultCode.TILE_SHORT: FaultPlace(0, "", 2),
    FaultCode.TILE_EXTRA: FaultPlace(0, "", 1),
    FaultCode.COUNT_MISMATCH: FaultPlace(0, Part.PUSHER, 1),
    FaultCode.LIFT_NOT_UP: _SIDE_0,
    FaultCode.LIFT_NOT_DOWN: _SIDE_0,
    FaultCode.LIFT_CYCLING: _SIDE_0,
    FaultCode.CHAIN_NOT_HOME: FaultPlace(part=Part.CHAIN),
    FaultCode.CYCLE_OVERRUN: FaultPlace(part=Part.CHAIN),
    FaultCode.SENSOR_BLOCKED: FaultPlace(part=Part.PUSHER),
    FaultCode.SENSOR_FAILED: FaultPlace(part=Part.LID),
    FaultCode.MOTOR_OPEN: FaultPlace(part=Part.DRUM),
    FaultCode.MOTOR_OVERCURRENT: FaultPlace(part=Part.DRUM),
    FaultCode.MOTOR_SLOW: FaultPlace(part=Part.DRUM),
    FaultCode.BUTTON_STUCK: FaultPlace(0, "ready"),
    FaultCode.BUTTON_BOUNCE: FaultPlace(0, "ready"),
    FaultCode.MODE_CHANGED: FaultPlace(part=Part.SWITCH, count=112),
}


def placed(fault: Fault) -> Fault:
    """The fault with what its code needs and nobody said: a side, a part, a number."""
    usual, given = _PLACES.get(fault.code, FaultPlace()), fault.where
    side = usual.side if given.side is None else given.side
    return replace(fault, where=FaultPlace(side, given.part or usual.part, given.count or usual.count))


@dataclass(slots=True)
class _Told:
    fault: Fault
    cause: Fault | None


class TwinFaults:
    """Causes and what was told of them, first come first."""

    def __init__(self) -> None:
        self._causes: dict[Fault, float] = {}
        self._told: list[_Told] = []

    @property
    def causes(self) -> tuple[Fault, ...]:
        """What is wrong, known to the firmware or not."""
        return tuple(self._causes)

    @property
    def told(self) -> tuple[Fault, ...]:
        """What the firmware says is wrong: all that a host should know of."""
        return tuple(one.fault for one in self._told)

    # The world

    def set_in(self, cause: Fault, at_s: float) -> bool:
        """A cause is there; False if it was."""
        if cause in self._causes:
            return False
        self._causes[cause] = at_s
        return True

    def gone(self, code: FaultCode, where: FaultPlace | None = None) -> list[Fault]:
        """Take causes out; returns the warnings that are gone with them. Anything latched stays."""
        causes = [cause for cause in self._causes if cause.code is code and where in (None, cause.where)]
        for cause in causes:
            del self._causes[cause]
        return self._forget(lambda one: one.cause in causes and not one.fault.latched)

    def since_s(self, cause: Fault) -> float:
        """When a cause set in."""
        return self._causes[cause]

    def cause(self, code: FaultCode, *, side: int | None = None, part: str | None = None) -> Fault | None:
        """The first cause of that code, at that side, of that part; None if there is none."""
        return next(
            (
                cause
                for cause in self._causes
                if cause.code is code
                and (side is None or cause.where.side in (None, side))
                and part in (None, cause.where.part)
            ),
            None,
        )

    # The firmware

    def tell(self, fault: Fault, cause: Fault | None = None) -> bool:
        """The firmware has found a fault; False if it had before."""
        if any(one.fault == fault for one in self._told):
            return False
        self._told.append(_Told(fault, cause))
        return True

    def is_told(self, cause: Fault) -> bool:
        """Whether the firmware has found this cause."""
        return any(cause in (one.cause, one.fault) for one in self._told)

    def hush(self, code: FaultCode, part: str | None = None) -> list[Fault]:
        """Warnings of that code, and of that part, are over; returns them."""
        return self._forget(
            lambda one: one.fault.code is code and part in (None, one.fault.where.part) and not one.fault.latched
        )

    def goes_on(self, cause: Fault) -> bool:
        """Whether the firmware has found this cause and goes on with a warning (degraded)."""
        return any(one.cause == cause and one.fault.level is FaultLevel.WARN for one in self._told)

    def in_the_way(self) -> Fault | None:
        """The first cause that forbids a reset; one with which the table goes on is none."""
        return next((cause for cause in self._causes if cause.code in FELT_AT_REST and not self.goes_on(cause)), None)

    def reset(self) -> list[Fault]:
        """Forget what is latched; returns it. A cause that is still there is found again when it shows."""
        return self._forget(lambda one: one.fault.latched)

    def forget(self) -> None:
        """The firmware starts anew and knows nothing; the causes are what they are."""
        self._told.clear()

    def _forget(self, is_over: Callable[[_Told], bool]) -> list[Fault]:
        over = [one for one in self._told if is_over(one)]
        self._told = [one for one in self._told if one not in over]
        return [one.fault for one in over]
