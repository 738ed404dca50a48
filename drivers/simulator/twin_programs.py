"""What the simulated table does at each command, as generators that yield how long to wait. Pure.

A movement ends when its end switch closes. Whatever keeps it from closing is found after the learned time and a margin,
and stops the program: nothing is tried a second time with tiles in the way.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from drivers.simulator.twin_alarms import as_told
from drivers.simulator.twin_body import TwinBody
from drivers.simulator.twin_changes import DiceThrown
from drivers.table.faults import Fault, FaultCode, FaultLevel, Part
from drivers.table.states import CommandKind, TableState

Wait: TypeAlias = float | None
"""Seconds, or None: until the set below stands stacked."""


@dataclass(frozen=True, slots=True)
class _Movement:
    """A mechanism on its way: its motor, the sensor at the end, and the fault if the end is not seen."""

    motor: Part
    sensor: Part
    not_there: FaultCode


_HOME: Final = _Movement(Part.CHAIN, Part.HOME, FaultCode.CHAIN_NOT_HOME)
_OPEN: Final = _Movement(Part.LID, Part.LID, FaultCode.LID_NOT_OPEN)
_CLOSE: Final = _Movement(Part.LID, Part.LID, FaultCode.LID_NOT_CLOSED)
_UP: Final = _Movement(Part.LIFT, Part.LIFT, FaultCode.LIFT_NOT_UP)
_DOWN: Final = _Movement(Part.LIFT, Part.LIFT, FaultCode.LIFT_NOT_DOWN)
_REVERSED: Final = {TableState.RAISING: TableState.LOWERING, TableState.LOWERING: TableState.RAISING}
_DICE_FAULTS: Final = (FaultCode.DICE_NO_SPIN, FaultCode.DICE_NO_STOP, FaultCode.DICE_UNREADABLE)


class ProgramStopped(Exception):  # noqa: N818 - says what becomes of the program
    """A fault that was told stops the machine (`halts`), or fails the command and leaves the machine well."""

    def __init__(self, fault: Fault, *, halts: bool) -> None:
        super().__init__(fault.code)
        self.fault = fault
        self.halts = halts


class TwinPrograms:
    """The programs of one table."""

    def __init__(self, body: TwinBody) -> None:
        self._body = body
        self._timings = body.config.timings
        self._dice = random.Random(f"dice {body.config.seed}")

    def of(self, kind: CommandKind) -> Iterator[Wait]:
        """The program of a command. Raises ProgramStopped while it runs."""
        match kind:
            case CommandKind.RESET:
                return self._home()
            case CommandKind.CYCLE:
                return self._cycle()
            case CommandKind.RAISE:
                return self._raise()
            case CommandKind.LOWER:
                return self._lower()
            case CommandKind.DICE:
                return self._throw()
            case CommandKind.STOP:
                raise ValueError("a stop is no program: the machine halts")

    def _home(self) -> Iterator[Wait]:
        body = self._body
        body.mode = TableState.HOMING
        body.note()
        yield from self._move(_HOME, self._timings.homing_s)
        if body.lifts_up:
            yield from self._end_of(_DOWN)
        body.lifts_up = False
        body.unit.home()
        body.mode, body.top = None, TableState.EMPTY

    def _cycle(self) -> Iterator[Wait]:
        body = self._body
        began_s = body.at_s
        yield from self._lower()
        if body.top_set is not None:
            if body.unit.drum is not None:  # the drum holds one set: no tiles in before it is stacked
                body.start_stacking()
                yield None
                began_s = body.at_s
            yield from self._open_lid()
            body.unit.drum, body.top_set, body.walls = body.top_set, None, None
            yield from self._close_lid()
        body.start_stacking(began_s)
        body.enter(TableState.EMPTY)
        yield None
        yield from self._raise()

    def _raise(self) -> Iterator[Wait]:
        body = self._body
        body.enter(TableState.RAISING)
        yield from self._move(_UP, self._timings.raising_s)
        body.top_set = body.unit.take_raised()
        body.lifts_up = True
        if body.box_set is not None:  # the first walls are up: people put the second set in
            yield from self._open_lid()
            body.unit.drum, body.box_set = body.box_set, None
            yield from self._close_lid()
        body.start_stacking()
        body.lay_walls()
        body.enter(TableState.WALLS_UP)

    def _open_lid(self) -> Iterator[Wait]:
        self._body.enter(TableState.LID_OPENING)
        yield from self._move(_OPEN, self._timings.lid_opening_s)
        self._body.enter(TableState.LID_OPEN)
        yield self._timings.push_in_s

    def _close_lid(self) -> Iterator[Wait]:
        self._body.enter(TableState.LID_CLOSING)
        yield from self._move(_CLOSE, self._timings.lid_closing_s)

    def _lower(self) -> Iterator[Wait]:
        if self._body.lifts_up:
            self._body.enter(TableState.LOWERING)
            yield from self._move(_DOWN, self._timings.lowering_s)
            self._body.lifts_up = False
            self._body.enter(TableState.EMPTY)

    def _throw(self) -> Iterator[Wait]:
        body, faults = self._body, self._body.faults
        before = body.top
        body.enter(TableState.DICE_ROLLING)
        body.motors[Part.DICE] = body.at_s
        stuck = faults.cause(FaultCode.DICE_NO_SPIN) or faults.cause(FaultCode.DICE_NO_STOP)
        yield body.config.limits.dice_s if stuck is not None else self._timings.dice_s
        del body.motors[Part.DICE]
        wrong = stuck or faults.cause(FaultCode.DICE_UNREADABLE)
        body.enter(before)
        if wrong is not None:  # no throw is made up: it is rolled again, or entered by a person
            body.tell(wrong, wrong)
            raise ProgramStopped(wrong, halts=False)
        for code in _DICE_FAULTS:
            body.hush(code)
        body.measure(Part.DICE, self._timings.dice_s * body.unit.motor_share(Part.DICE))
        body.changes.append(DiceThrown(self._dice.randint(1, 6), self._dice.randint(1, 6)))

    def _move(self, movement: _Movement, usual_s: float) -> Iterator[Wait]:
        """A motor runs until its end switch closes; whatever keeps it from closing is found."""
        body = self._body
        body.motors[movement.motor] = body.at_s
        cycling = body.faults.cause(FaultCode.LIFT_CYCLING) if movement.motor is Part.LIFT else None
        if cycling is not None:
            yield from self._reverse(cycling)
        yield usual_s * body.unit.motor_share(movement.motor)
        yield from self._end_of(movement)
        since_s = body.motors.pop(movement.motor)
        if movement is not _HOME:  # homing begins anywhere: how long it takes says nothing
            body.measure(movement.motor, body.at_s - since_s, movement.not_there)

    def _end_of(self, movement: _Movement) -> Iterator[Wait]:
        faults, config = self._body.faults, self._body.config
        missing = faults.cause(movement.not_there)
        cause = missing or faults.cause(FaultCode.SENSOR_FAILED, part=movement.sensor)
        if cause is None or faults.goes_on(cause):
            return
        yield config.limits.end_margin_s
        if cause not in faults.causes:
            return
        found = as_told(cause, config)
        self._body.tell(found, cause)
        if movement is _UP and missing is not None and config.lower_others:
            self._body.enter(TableState.LOWERING)
            yield self._timings.lowering_s
        if found.level is FaultLevel.STOP:
            raise ProgramStopped(found, halts=True)

    def _reverse(self, cycling: Fault) -> Iterator[Wait]:
        """A limit switch that is stuck turns the lift round again and again, until the firmware has seen enough."""
        body = self._body
        there = body.top
        for reversals in range(1, body.config.limits.most_reversals + 2):
            yield self._timings.reversal_s
            if cycling not in body.faults.causes:
                body.enter(there)
                return
            found = replace(cycling, where=replace(cycling.where, count=reversals))
            body.enter(_REVERSED.get(body.top, body.top))
        body.tell(found, cycling)
        raise ProgramStopped(found, halts=True)
