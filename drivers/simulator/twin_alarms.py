"""When the firmware finds what is wrong: per kind of fault, how it shows and how long that takes. Pure.

A cause says nothing by itself. A jam shows when the photo sensor stays dark while the conveyor runs, a missing tile
when a side does not fill, an open circuit when its motor is switched on. What keeps an end switch from closing shows at
the end of that movement (`twin_programs`); all else is here. Times are seconds of the table's own clock.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_faults import TwinFaults
from drivers.simulator.twin_stacking import MOTORS, StackingUnit
from drivers.table.faults import Fault, FaultCode, FaultLevel, FaultPlace, Part, fault_of

_DARK_S: Final = 1.5
"""A photo sensor that sees one tile for so long sees a jammed one."""
_PINCH_S: Final = 0.4
_SURGE_S: Final = 0.2
_NO_CURRENT_S: Final = 0.5
_ONE_MORE_S: Final = 1.0
_NEVER: Final = None


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something is found at `due_s`: these faults, the hint before the fault that stops."""

    due_s: float
    faults: tuple[Fault, ...]
    cause: Fault | None = None


@dataclass(frozen=True, slots=True)
class Watched:
    """What the firmware watches: the stacking unit, and since when each motor of the upper half turns."""

    unit: StackingUnit
    motors: Mapping[Part, float]
    closing_s: float | None
    config: TwinConfig


def next_alarm(watched: Watched, faults: TwinFaults) -> Alarm | None:
    """The next thing that the firmware finds, if all stays as it is."""
    alarms = [alarm for alarm in (_slow(watched, faults), _too_slow(watched), _miscount(watched)) if alarm is not None]
    for cause in faults.causes:
        if faults.is_told(cause):
            continue
        shown_s = _shows(watched, cause)
        if shown_s is not None:
            due_s = max(shown_s[0], faults.since_s(cause)) + shown_s[1]
            alarms.append(Alarm(due_s, _faults(watched, cause), cause))
    return min(alarms, key=lambda alarm: alarm.due_s, default=None)


_Shown = tuple[float, float] | None
"""Since when a cause shows, and how long it must."""


def _shows(watched: Watched, cause: Fault) -> _Shown:
    rule = _RULES.get(cause.code)
    return _NEVER if rule is None else rule(watched, cause)


def _while_stacking(latency_s: float) -> Callable[[Watched, Fault], _Shown]:
    return lambda watched, cause: _NEVER if watched.unit.running_s is None else (watched.unit.running_s, latency_s)


def _while_motor_runs(latency_s: float) -> Callable[[Watched, Fault], _Shown]:
    def rule(watched: Watched, cause: Fault) -> _Shown:
        since_s = _motors(watched).get(cause.where.part)
        return _NEVER if since_s is None else (since_s, latency_s)

    return rule


def _at_once(watched: Watched, cause: Fault) -> _Shown:
    return 0.0, 0.0


def _jam_at_lift(watched: Watched, cause: Fault) -> _Shown:
    since_s = watched.motors.get(Part.LIFT)
    return _NEVER if since_s is None else (since_s, _DARK_S)


def _pinched(watched: Watched, cause: Fault) -> _Shown:
    return _NEVER if watched.closing_s is None else (watched.closing_s, _PINCH_S)


def _short(watched: Watched, cause: Fault) -> _Shown:
    unit, margin_s = watched.unit, watched.config.limits.short_margin_s
    held_s = unit.held_s[cause.where.side or 0]
    if unit.running_s is None or held_s is None:
        return _NEVER
    return max(unit.started_s + unit.usual_s, held_s), margin_s


def _extra(watched: Watched, cause: Fault) -> _Shown:
    full_s = watched.unit.full_s[cause.where.side or 0]
    return _NEVER if full_s is None or watched.unit.running_s is None else (full_s, _ONE_MORE_S)


def _after_full(latency_s: Callable[[TwinConfig], float]) -> Callable[[Watched, Fault], _Shown]:
    """Shows once all sides are full and the chain still runs."""

    def rule(watched: Watched, cause: Fault) -> _Shown:
        complete_s = watched.unit.complete_s
        if complete_s is None or watched.unit.running_s is None:
            return _NEVER
        return complete_s, latency_s(watched.config)

    return rule


def _blocked(watched: Watched, cause: Fault) -> _Shown:
    if cause.where.part == Part.HOME:  # nobody misses the home position before the chain is to stop there
        return _OVERRUN(watched, cause)
    return 0.0, watched.config.limits.blocked_s


def _failed(watched: Watched, cause: Fault) -> _Shown:
    """Sensors of the stacking half; those of lid and lifts show at the end of their movement."""
    if cause.where.part == Part.HOME:
        return _NOT_HOME(watched, cause)
    if cause.where.part in (Part.LID, Part.LIFT):
        return _NEVER
    return _while_stacking(watched.config.limits.end_margin_s)(watched, cause)


_OVERRUN: Final = _after_full(lambda config: config.limits.overrun_s)
_NOT_HOME: Final = _after_full(lambda config: config.limits.end_margin_s)
_RULES: Final[Mapping[FaultCode, Callable[[Watched, Fault], _Shown]]] = {
    FaultCode.TILE_JAM_HEAD: _while_stacking(_DARK_S),
    FaultCode.TILE_JAM_SLOT: _while_stacking(_DARK_S),
    FaultCode.TILE_JAM_LIFT: _jam_at_lift,
    FaultCode.TILE_SHORT: _short,
    FaultCode.TILE_EXTRA: _extra,
    FaultCode.CHAIN_NOT_HOME: _NOT_HOME,
    FaultCode.CYCLE_OVERRUN: _OVERRUN,
    FaultCode.LID_OBSTRUCTED: _pinched,
    FaultCode.SENSOR_BLOCKED: _blocked,
    FaultCode.SENSOR_FAILED: _failed,
    FaultCode.MOTOR_OPEN: _while_motor_runs(_NO_CURRENT_S),
    FaultCode.MOTOR_OVERCURRENT: _while_motor_runs(_SURGE_S),
    FaultCode.OVERTEMP: _at_once,
    FaultCode.UNDERVOLTAGE: _at_once,
    FaultCode.MAINBOARD_FAULT: _at_once,
    FaultCode.ESTOP_PRESSED: _at_once,
}


def _faults(watched: Watched, cause: Fault) -> tuple[Fault, ...]:
    """What is told of a cause: numbers as the firmware counts them, and hints."""
    unit = watched.unit
    if cause.code is FaultCode.TILE_SHORT:
        side = cause.where.side or 0
        missing = unit.missing(side)
        count = cause.where.count if (cause.where.count + 1) // 2 == missing // 2 else missing
        return (replace(cause, where=FaultPlace(side, cause.where.part, count)),)
    hint = fault_of(FaultCode.SENSOR_BLOCKED, FaultPlace(part=Part.HOME))
    if cause.code is FaultCode.CYCLE_OVERRUN or cause == hint:
        return hint, fault_of(FaultCode.CYCLE_OVERRUN, FaultPlace(part=Part.CHAIN))
    return (as_told(cause, watched.config),)


def as_told(cause: Fault, config: TwinConfig) -> Fault:
    """The fault of a cause: without a position sensor a table may be told to go on, and then only warns."""
    if cause.code is FaultCode.SENSOR_FAILED and config.degraded:
        return replace(cause, level=FaultLevel.WARN, latched=False)
    return cause


def _slow(watched: Watched, faults: TwinFaults) -> Alarm | None:
    slow = fault_of(FaultCode.SLOW_CYCLE)
    if slow in faults.told:
        return None
    return _run_longer_than(watched, watched.config.limits.slow_cycle_s, slow)


def _too_slow(watched: Watched) -> Alarm | None:
    return _run_longer_than(watched, watched.config.limits.cycle_timeout_s, fault_of(FaultCode.CYCLE_TIMEOUT))


def _run_longer_than(watched: Watched, cycle_s: float, fault: Fault) -> Alarm | None:
    return None if watched.unit.running_s is None else Alarm(watched.unit.began_s + cycle_s, (fault,))


def _miscount(watched: Watched) -> Alarm | None:
    """All sides are full, and the photo sensor of one counted another number of tiles."""
    found, complete_s = watched.unit.miscounted(), watched.unit.complete_s
    if found is None or complete_s is None or watched.unit.running_s is None:
        return None
    side, count = found
    return Alarm(complete_s, (fault_of(FaultCode.COUNT_MISMATCH, FaultPlace(side, Part.PUSHER, count)),))


def _motors(watched: Watched) -> dict[str, float]:
    running = {str(motor): since_s for motor, since_s in watched.motors.items()}
    if watched.unit.running_s is not None:
        running |= dict.fromkeys(MOTORS, watched.unit.running_s)
    return running
