"""The firmware twin: the controller board, the table behind it, and what happens to both, as one object. Pure.

It speaks the protocol from the controller's side, byte for byte what a board would send. Used as a library with a
virtual clock (`receive`, `advance`, `take_output`), or run by `twin_process` behind a pseudo-terminal. People and world
act through `happen` and `plan` (see `twin_acts`); `take_changes` tells them what the table did.
"""

from dataclasses import replace
from typing import Final

from drivers.link.timings import DEFAULT_TIMINGS, LinkTimings
from drivers.simulator.tiles_in_table import SIDES, RaisedWalls
from drivers.simulator.twin_acts import (
    MODES,
    Act,
    Break,
    CutPower,
    DisturbCamera,
    DisturbLine,
    LaySticks,
    LetGo,
    LineTrouble,
    Mend,
    MendCamera,
    PowerLoss,
    PressKey,
    Repair,
    Slow,
    TurnSwitch,
)
from drivers.simulator.twin_board import TwinBoard
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_facts import ChangeKind, TwinChange, TwinState
from drivers.simulator.twin_faults import placed
from drivers.simulator.twin_plan import Plans, Situation, Trigger
from drivers.table.faults import Fault, FaultCode, FaultPlace, fault_of
from drivers.table.states import Button, TableState

_AFTER_POWER_LOSS: Final = {PowerLoss.TRIP: FaultCode.OVERTEMP, PowerLoss.BROWN_OUT: FaultCode.UNDERVOLTAGE}
_DEAF_MARGIN_S: Final = 0.3
_BOOT_STEP: Final = 0x9E3779B1


class Twin:
    """A table with its controller. Times `now_s` are monotonic seconds of real (or virtual) time."""

    def __init__(
        self, config: TwinConfig, boot_id: int, started_s: float, timings: LinkTimings = DEFAULT_TIMINGS
    ) -> None:
        self._config = config
        self._timings = timings
        self._epoch_s = started_s
        self._board = TwinBoard(config, boot_id, started_s, timings, self._mend_for_reset)
        self._plans: Plans[Act] = Plans()
        self._at_reset: list[Act] = []
        self._discards = 0
        self._deal = 0
        self._power: CutPower | None = None
        self._power_back_s = 0.0
        self._test_mode = False
        self._line_good_s = started_s
        self.line_trouble: LineTrouble | None = None
        """What is wrong with the line now: whoever owns it makes it so."""

    # The line

    def receive(self, data: bytes, now_s: float) -> None:
        """Bytes from the host."""
        self.advance(now_s)
        if self._has_power():
            self._board.receive(data, now_s)
            self._carry_out(now_s)

    def advance(self, now_s: float) -> None:
        """Let time pass: motors move, what is planned happens, a silent host is noticed."""
        self._pass_real_time(now_s)
        until_s = self._table_s(now_s)
        while self._has_power():
            planned_s = self._plans.next_due_s(self._board.machine.at_s)
            limit_s = until_s if planned_s is None else min(until_s, max(planned_s, self._board.machine.at_s))
            stepped = self._board.step(limit_s, now_s)
            happened = self._carry_out(now_s)
            if not stepped and not happened and limit_s >= until_s:
                break
        if self._has_power():
            self._board.tick(now_s)
            self._carry_out(now_s)

    def take_output(self) -> bytes:
        """Bytes for the host."""
        return self._board.session.take_output() if self._has_power() else b""

    def next_due_s(self, now_s: float) -> float:
        """When `advance` has something to do."""
        machine = self._board.machine
        due_s = [now_s + 3600.0]
        if self._power is not None:
            due_s.append(self._power_back_s)
        else:
            due_s.append(self._board.next_due_s(now_s))
            times = (machine.next_due_s(), self._plans.next_due_s(machine.at_s))
            due_s += [self._epoch_s + at_s / self._config.speed for at_s in times if at_s is not None]
        if self.line_trouble is not None:
            due_s.append(self._line_good_s)
        return min(due_s)

    # What happens to it

    def plan(self, trigger: Trigger, act: Act, now_s: float) -> None:
        """Let something happen later."""
        self.advance(now_s)
        self._plans.add(trigger, act)
        self._carry_out(now_s)

    def happen(self, act: Act, now_s: float) -> None:
        """Let something happen now."""
        self.advance(now_s)
        self._happen(act, now_s)
        self._carry_out(now_s)

    def discarded(self, now_s: float) -> None:
        """A tile was discarded: nothing the table notices, but what is planned may wait for it."""
        self.advance(now_s)
        self._discards += 1
        self._carry_out(now_s)

    def press(self, side: int, button: Button, now_s: float) -> bool:
        """A key at a side (0-3) is pressed; False if that was a bounce, the key is stuck, or there is no power."""
        self.advance(now_s)
        return self._has_power() and self._board.press(side, button, now_s)

    def hold(self, side: int, button: Button, now_s: float) -> bool:
        """A key is pressed and kept down."""
        self.advance(now_s)
        if self._has_power():
            return self._board.press(side, button, now_s, hold=True)
        self._board.buttons.hold(side, button, now_s)
        return False

    def let_go(self, side: int, button: Button, now_s: float) -> None:
        """A key that was kept down is let go."""
        self.happen(LetGo(side, button), now_s)

    def inject(self, fault: Fault, now_s: float, trigger: Trigger | None = None) -> None:
        """Let a cause of a fault set in, now or when its trigger says; it stays until `clear`."""
        when = Trigger() if trigger is None else replace(trigger, side=fault.where.side)
        self.plan(when, Break(fault, Mend()), now_s)

    def clear(self, code: FaultCode, now_s: float, where: FaultPlace | None = None) -> None:
        """Take the cause of a fault away; what is latched stays until a reset."""
        self.advance(now_s)
        planned = [act for act in self._plans.acts if isinstance(act, Break) and act.fault.code is code]
        self._plans.drop(planned)
        faults = self._board.faults
        wrong = [one for one in (*faults.causes, *faults.told) if one.code is code and where in (None, one.where)]
        for one in wrong or [fault_of(code, FaultPlace() if where is None else where)]:
            self._repair(placed(one), now_s)

    def power_cycle(self, boot_id: int, now_s: float, *, test_mode: bool = False) -> None:
        """The controller starts anew at once."""
        self.advance(now_s)
        self._cut_power(CutPower(PowerLoss.REBOOT, 0.0), now_s)
        self._board.boot_id = (boot_id - _BOOT_STEP) % 2**32
        self._test_mode = test_mode
        self.advance(now_s)

    # What it is like

    def state(self) -> TwinState:
        """The twin now."""
        machine = self._board.machine
        return TwinState(
            state=machine.state,
            stacking=machine.stacking,
            stacks=machine.stacks,
            elapsed_ms=machine.elapsed_ms,
            faults=self._board.faults.told,
            causes=self._board.faults.causes,
            host=self._has_power() and self._board.session.up,
            boot_id=self._board.boot_id,
            deal_no=0 if machine.walls is None else machine.walls.deal_no,
            double_edges=machine.double_edges,
            learned=machine.learned.facts(),
            planned=len(self._plans) + len(self._at_reset),
            sticks=tuple(machine.sticks_read(side) for side in range(SIDES)),
        )

    def walls(self) -> RaisedWalls | None:
        """The truth about the walls on the table top, None before they are up and after they were taken in."""
        return self._board.machine.walls

    def take_changes(self) -> list[TwinChange]:
        """What happened since the last call, in order."""
        return self._board.voice.take_changes()

    # Inside

    def _has_power(self) -> bool:
        return self._power is None

    def _table_s(self, now_s: float) -> float:
        return (now_s - self._epoch_s) * self._config.speed

    def _pass_real_time(self, now_s: float) -> None:
        if self.line_trouble is not None and now_s >= self._line_good_s:
            self._board.voice.note(ChangeKind.LINE, what=str(self.line_trouble), on=False)
            self.line_trouble = None
        if self._power is not None and now_s >= self._power_back_s:
            why, self._power = self._power.why, None
            boot_id = (self._board.boot_id + _BOOT_STEP) % 2**32 or 1
            after, test_mode = _AFTER_POWER_LOSS.get(why), self._test_mode
            self._test_mode = False
            # what stood without power stood still: the table's own clock jumps over it
            self._board.step(self._table_s(now_s), now_s)
            self._board.regain_power(boot_id, now_s, test_mode=test_mode, after=after)

    def _situation(self) -> Situation:
        machine = self._board.machine
        if machine.deal != self._deal:
            self._deal, self._discards = machine.deal, 0
        return Situation(machine.at_s, machine.deal, machine.state, machine.stacking, machine.stacks, self._discards)

    def _carry_out(self, now_s: float) -> bool:
        """Let happen what is due; False if nothing was."""
        happened = False
        while self._has_power() and (due := self._plans.due(self._situation())):
            happened = True
            for act in due:
                self._happen(act, now_s)
        return happened

    def _mend_for_reset(self, now_s: float) -> None:
        """A person is about to reset the table, and has put right before what was to be."""
        mends, self._at_reset = self._at_reset, []
        for act in mends:
            self._happen(act, now_s)

    def _end(self, mend: Mend, act: Act) -> None:
        """Let an act end as said."""
        if mend.at_reset:
            self._at_reset.append(act)
        elif mend.after_s is not None:
            self._plans.at(self._board.machine.at_s + mend.after_s, act)

    def _happen(self, act: Act, now_s: float) -> None:
        match act:
            case Break(fault=fault, mend=mend):
                self._break(placed(fault), mend, now_s)
            case Repair(fault=fault):
                self._repair(fault, now_s)
            case Slow(factor=factor, mend=mend):
                self._board.machine.slow_down(factor)
                if factor != 1:
                    self._end(mend, Slow(1.0))
            case PressKey(side=side, button=button, for_s=for_s):
                self._board.press(side, button, now_s, hold=for_s > 0)
                if for_s > 0:
                    self._end(Mend(for_s), LetGo(side, button))
            case LetGo(side=side, button=button):
                self._board.buttons.release(side, button)
                self._over(FaultCode.BUTTON_STUCK, side, button, now_s)
            case TurnSwitch(tiles=tiles):
                self._turn_switch(tiles, now_s)
            case LaySticks(side=side, points=points):
                self._board.machine.sticks.put(side, points, self._board.machine.at_s)
            case CutPower():
                self._cut_power(act, now_s)
            case DisturbLine(what=what, for_s=for_s):
                self.line_trouble, self._line_good_s = what, now_s + for_s
                self._board.voice.note(ChangeKind.LINE, what=str(what), on=True)
            case DisturbCamera(camera=camera, what=trouble, mend=mend, other=other):
                self._board.voice.note(ChangeKind.CAMERA, camera=camera, what=str(trouble), other=other)
                self._end(mend, MendCamera(camera))
            case MendCamera(camera=camera):
                self._board.voice.note(ChangeKind.CAMERA, camera=camera, what="", other="")

    def _break(self, fault: Fault, mend: Mend, now_s: float) -> None:
        """Let a cause set in; some are things that people, the supply or the line do."""
        side, button = fault.where.side or 0, fault.where.part
        match fault.code:
            case FaultCode.REBOOTED:
                self._cut_power(CutPower(), now_s)
                return
            case FaultCode.HOST_LOST:
                self._board.deaf_until_s = now_s + self._timings.controller_patience_s + _DEAF_MARGIN_S
                return
            case FaultCode.BUTTON_STUCK:
                self._board.press(side, Button(button), now_s, hold=True)
            case FaultCode.BUTTON_BOUNCE:
                self._board.buttons.chatter(side, Button(button), on=True)
                self._board.press(side, Button(button), now_s)
            case FaultCode.MODE_CHANGED:
                self._turn_switch(fault.where.count, now_s)
            case FaultCode.ODD_TILE:
                self._board.voice.note(ChangeKind.ODD_TILE, on=True, side=side)
            case _:
                self._board.set_in(fault, now_s)
        self._end(mend, Repair(fault))

    def _repair(self, fault: Fault, now_s: float) -> None:
        side, button = fault.where.side or 0, fault.where.part
        match fault.code:
            case FaultCode.BUTTON_STUCK:
                self._happen(LetGo(side, Button(button)), now_s)
            case FaultCode.BUTTON_BOUNCE:
                self._board.buttons.chatter(side, Button(button), on=False)
                self._over(fault.code, side, Button(button), now_s)
            case FaultCode.MODE_CHANGED:
                self._turn_switch(136, now_s)
            case FaultCode.ODD_TILE:
                self._board.voice.note(ChangeKind.ODD_TILE, on=False, side=side)
            case _:
                self._board.gone(fault.code, fault.where, now_s)

    def _over(self, code: FaultCode, side: int, button: Button, now_s: float) -> None:
        if any(fault.code is code and fault.where.side == side for fault in self._board.faults.told):
            self._board.over(code, str(button), now_s)

    def _turn_switch(self, tiles: int, now_s: float) -> None:
        machine = self._board.machine
        if tiles == 0:
            machine.halt(TableState.TEST)
        else:
            if machine.state is TableState.TEST:
                machine.release()
            machine.turn_switch(tiles, MODES[tiles])
        self._board.take_machine(now_s)

    def _cut_power(self, cut: CutPower, now_s: float) -> None:
        self._board.lose_power()
        self._power, self._power_back_s = cut, now_s + cut.for_s
