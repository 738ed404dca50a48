"""The clockwork of the simulated table: one program at a time, the stacking unit beside it, and what is found. Pure.

Two sets of tiles go round: one on the table top, one below. What is wrong (`TwinFaults`) shows in how both move, and
what the firmware finds stops them. Knows nothing of frames and sessions.
"""

from collections.abc import Iterator
from typing import Final

from drivers.simulator.tiles_in_table import RaisedWalls
from drivers.simulator.twin_alarms import Alarm, Watched, next_alarm
from drivers.simulator.twin_body import TwinBody
from drivers.simulator.twin_changes import MachineChange, ProgramEnded, StackPlaced, SticksRead
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_faults import TwinFaults
from drivers.simulator.twin_programs import ProgramStopped, TwinPrograms, Wait
from drivers.simulator.twin_stacking import MOTORS, StackingUnit
from drivers.simulator.twin_sticks import ScoreSticks
from drivers.simulator.twin_watch import LearnedTimes
from drivers.table.faults import Fault, FaultCode, FaultLevel, FaultPlace, Part, fault_of
from drivers.table.states import CommandKind, Reason, TableState

_HALTED: Final = (TableState.UNKNOWN, TableState.FAULT, TableState.TEST, TableState.ESTOP)
"""Modes in which nothing moves, the weakest first: a stronger one is not replaced by a weaker one."""
_REFUSALS: Final = {
    TableState.UNKNOWN: Reason.NOT_HOMED,
    TableState.FAULT: Reason.FAULT,
    TableState.TEST: Reason.TEST_MODE,
    TableState.ESTOP: Reason.ESTOP,
    TableState.HOMING: Reason.BUSY,
}


class TwinMachine:
    """The table's moving parts under their own clock, in seconds."""

    def __init__(self, config: TwinConfig, faults: TwinFaults | None = None) -> None:
        self._config = config
        self.faults = TwinFaults() if faults is None else faults
        self._unit = StackingUnit(config, self.faults)
        self._body = TwinBody(config, self.faults, self._unit, LearnedTimes(config.limits.slow_share))
        if config.stacked_at_start:
            self._body.box_set = None
            self._unit.fill_lifts(1)
        self._body.note()
        self._body.changes.clear()
        self._programs = TwinPrograms(self._body)
        self._program: Iterator[Wait] | None = None
        self._kind: CommandKind | None = None
        self._wait_until_s: float | None = None
        self._begun_s = 0.0
        self._ended_s: float | None = 0.0
        self._was_stacking = False
        self.sticks = ScoreSticks(config.seed)
        self._still_s: float | None = 0.0

    @property
    def at_s(self) -> float:
        """The table's own time; it never goes back."""
        return self._body.at_s

    @property
    def state(self) -> TableState:
        """The state of the table as it is reported."""
        return self._body.regions()[0]

    @property
    def stacking(self) -> TableState:
        """The state of the set below."""
        return self._unit.state

    @property
    def stacks(self) -> tuple[int, int, int, int]:
        """Stacks standing at each side."""
        first, second, third, fourth = self._unit.stacks
        return first, second, third, fourth

    @property
    def double_edges(self) -> int:
        """Edges of the photo sensors in this run that were no tiles of their own."""
        return sum(counter.double_edges for counter in self._unit.counters)

    @property
    def walls(self) -> RaisedWalls | None:
        """The truth about the walls on the table top, while there are any."""
        return self._body.walls

    @property
    def running(self) -> CommandKind | None:
        """The command under way."""
        return self._kind

    @property
    def learned(self) -> LearnedTimes:
        """What the firmware has learned of its motors and cycles."""
        return self._body.learned

    @property
    def shaking(self) -> bool:
        """Whether a motor runs."""
        return bool(self._body.motors) or self._unit.running_s is not None

    def sticks_read(self, side: int) -> int | None:
        """What the sensor of the score sticks says at this instant, believable or not."""
        return self.sticks.reads(side, shaking=self.shaking, at_s=self.at_s)

    @property
    def deal(self) -> int:
        """The deal whose walls are being made or lie on the table, from 1; 0 before the first."""
        return self._body.deals + (self._kind in (CommandKind.CYCLE, CommandKind.RAISE))

    @property
    def elapsed_ms(self) -> int:
        """How long the command under way has taken, in the table's own time; the last one if none is."""
        until_s = self.at_s if self._ended_s is None else self._ended_s
        return round((until_s - self._begun_s) * 1000)

    def begin(self, kind: CommandKind) -> Reason | None:
        """Begin a command, or say why not."""
        reason = self._refusal(kind)
        if reason is None:
            self._kind = kind
            self._begun_s, self._ended_s = self.at_s, None
            self._program = self._programs.of(kind)
            self._wait_until_s = self.at_s
            self._body.note()
        return reason

    def halt(self, mode: TableState) -> CommandKind | None:
        """Motors off and into one of the halted modes; returns the command that was cut short."""
        cut, self._kind, self._program, self._wait_until_s = self._kind, None, None, None
        self._unit.halt()
        self._body.motors.clear()
        self._still_s = self.at_s if self._still_s is None else self._still_s
        self._ended_s = self.at_s if cut is not None else self._ended_s
        held = self._body.mode if self._body.mode in _HALTED else None
        if held is None or _HALTED.index(mode) > _HALTED.index(held):
            self._body.mode = mode
        self._body.note()
        return cut

    def release(self) -> None:
        """Leave a latched mode for UNKNOWN, the only way towards homing."""
        if self._body.mode is not None and self._body.mode is not TableState.HOMING:
            self._body.mode = TableState.UNKNOWN
            self._body.note()

    def pause(self) -> bool:
        """Both lift keys: stop stacking so that tiles can be added; False if it is not stacking."""
        paused = self._body.mode is None and self._unit.pause(self.at_s)
        self._body.note()
        return paused

    def resume(self) -> bool:
        """One lift key: go on; False if there was no pause."""
        resumed = self._body.mode is None and self._unit.resume(self.at_s)
        self.look()
        return resumed

    def turn_switch(self, tiles: int, stacks: int) -> None:
        """The switch is set to another number of tiles, so many stacks a side; it takes effect at the next cycle."""
        self._body.hush(FaultCode.MODE_CHANGED)
        self._unit.next_target = stacks
        if stacks != self._unit.target:
            self._body.tell(fault_of(FaultCode.MODE_CHANGED, FaultPlace(part=Part.SWITCH, count=tiles)))

    def slow_down(self, factor: float) -> None:
        """The stacking unit takes so many times its usual time; 1 is as it should be."""
        self._unit.slowness = factor

    def look(self) -> None:
        """Something was put in or taken out: see what it changes."""
        self._unit.look(self.at_s)
        self._see_if_stacked()
        self._body.note()
        if self.shaking:
            self._still_s = None
        elif self._still_s is None:
            self._still_s = self.at_s

    def next_due_s(self) -> float | None:
        """When the next thing happens, in the table's own time; None while nothing moves and nothing is found."""
        return min(self._times(self._alarm()), default=None)

    def step(self, until_s: float) -> bool:
        """Let the next thing happen if it is due by `until_s`; False, with the clock at `until_s`, if none is."""
        alarm = self._alarm()
        due_s = min(self._times(alarm), default=None)
        if due_s is None or due_s > until_s:
            self._body.at_s = max(self.at_s, until_s)
            return False
        self._body.at_s = max(self.at_s, due_s)
        if alarm is not None and due_s == alarm.due_s:
            self._raise_alarm(alarm)
        elif due_s == self._wait_until_s:
            self._go_on()
        elif due_s == self._unit.next_due_s():
            self._unit.place(self.at_s)
            self._body.changes.append(StackPlaced(self.stacks))
        else:
            self._body.changes += [SticksRead(*read) for read in self.sticks.told(self._still_s, self.at_s)]
        self.look()
        return True

    def take_changes(self) -> list[MachineChange]:
        """What happened since the last call, in order."""
        changes, self._body.changes = self._body.changes, []
        return changes

    def _refusal(self, kind: CommandKind) -> Reason | None:
        body = self._body
        if kind is CommandKind.RESET:
            reset_refusals = {TableState.HOMING: Reason.BUSY, TableState.TEST: Reason.TEST_MODE}
            return Reason.BUSY if self._program is not None else reset_refusals.get(self.state)
        if body.mode is not None:
            return _REFUSALS[body.mode]
        if self._program is not None:
            return Reason.BUSY
        if kind is CommandKind.RAISE:
            if body.top_set is not None:
                return Reason.BUSY  # tiles lie where the walls would come up
            return None if self.stacking is TableState.STACKED else Reason.NOTHING_STACKED
        return None

    def _times(self, alarm: Alarm | None) -> list[float]:
        found_s = None if alarm is None else alarm.due_s
        times = (self._wait_until_s, self._unit.next_due_s(), self.sticks.next_due_s(self._still_s), found_s)
        return [due for due in times if due is not None]

    def _alarm(self) -> Alarm | None:
        closing_s = self._body.motors.get(Part.LID) if self._body.top is TableState.LID_CLOSING else None
        return next_alarm(Watched(self._unit, self._body.motors, closing_s, self._config), self.faults)

    def _raise_alarm(self, alarm: Alarm) -> None:
        for fault in alarm.faults:
            self._body.tell(fault, alarm.cause)
            if fault.level is FaultLevel.STOP:
                self._stop(fault)

    def _stop(self, fault: Fault) -> None:
        pressed = fault.code is FaultCode.ESTOP_PRESSED
        cut = self.halt(TableState.ESTOP if pressed else TableState.FAULT)
        if cut is not None:
            self._body.changes.append(ProgramEnded(cut, fault))

    def _go_on(self) -> None:
        self._wait_until_s = None
        while self._program is not None:
            try:
                wait = next(self._program)
            except StopIteration:
                self._ended()
                return
            except ProgramStopped as stopped:
                if stopped.halts:
                    self._stop(stopped.fault)
                else:
                    self._ended(stopped.fault)
                return
            if wait is not None:
                self._wait_until_s = self.at_s + wait
                return
            if self.stacking is not TableState.STACKED:
                return

    def _see_if_stacked(self) -> None:
        stacked = self.stacking is TableState.STACKED
        if stacked and self._was_stacking:
            self._stacked()
        self._was_stacking = self.stacking in (TableState.STACKING, TableState.PAUSED_TOPUP)
        if stacked and self._program is not None and self._wait_until_s is None:
            self._body.note()  # STACKED is seen before what follows from it
            self._go_on()

    def _stacked(self) -> None:
        """A run is over: how long it took, as a cycle and motor by motor."""
        unit, timings = self._unit, self._config.timings
        cycle_s = self.at_s - unit.began_s + timings.raising_s
        self.learned.cycles_s.append(cycle_s)
        if cycle_s <= self._config.limits.slow_cycle_s:
            self._body.hush(FaultCode.SLOW_CYCLE)
        for motor in MOTORS:
            self._body.measure(motor, timings.stack_s * unit.motor_share(motor))

    def _ended(self, fault: Fault | None = None) -> None:
        kind, self._kind, self._program = self._kind, None, None
        self._ended_s = self.at_s
        self._body.note()
        if kind is not None:
            self._body.changes.append(ProgramEnded(kind, fault))
