"""The firmware twin: the controller board, the table behind it, and what happens to both, as one object. Pure.

It speaks the protocol from the controller's side, byte for byte what a board would send. Used as a library with a
virtual clock (`receive`, `advance`, `take_output`), or run by `twin_process` behind a pseudo-terminal. People and world
act through `happen` and `plan` (see `twin_acts`); `take_changes` tells them what the table did.
"""

from dataclasses import replace

from drivers.link.timings import DEFAULT_TIMINGS, LinkTimings
from drivers.simulator.tiles_in_table import SIDES, RaisedWalls
from drivers.simulator.twin_acts import Act, Break, CutPower, LetGo, LineTrouble, Mend, PowerLoss
from drivers.simulator.twin_board import TwinBoard
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_facts import TwinChange, TwinState
from drivers.simulator.twin_faults import placed
from drivers.simulator.twin_plan import Plans, Situation, Trigger
from drivers.simulator.twin_world import TwinWorld
from drivers.table.faults import Fault, FaultCode, FaultPlace, fault_of
from drivers.table.states import Button


class Twin:
    """A table with its controller. Times `now_s` are monotonic seconds of real (or virtual) time."""

    def __init__(
        self, config: TwinConfig, boot_id: int, started_s: float, timings: LinkTimings = DEFAULT_TIMINGS
    ) -> None:
        self._config = config
        self._epoch_s = started_s
        self._board = TwinBoard(config, boot_id, started_s, timings, lambda now_s: self._world.mend_for_reset(now_s))
        self._plans: Plans[Act] = Plans()
        self._world = TwinWorld(self._board, self._plans, timings)
        self._discards = 0
        self._deal = 0

    @property
    def line_trouble(self) -> LineTrouble | None:
        """What is wrong with the line now: whoever owns it makes it so."""
        return self._world.line_trouble

    # The line

    def receive(self, data: bytes, now_s: float) -> None:
        """Bytes from the host."""
        self.advance(now_s)
        if self._has_power():
            self._board.receive(data, now_s)
            self._carry_out(now_s)

    def advance(self, now_s: float) -> None:
        """Let time pass: motors move, what is planned happens, a silent host is noticed."""
        until_s = self._table_s(now_s)
        self._world.pass_time(now_s, until_s)
        while self._has_power():
            limit_s = min(until_s, max(self._next_of_the_world_s(), self._board.machine.at_s))
            stepped = self._board.step(limit_s, now_s)
            self._board.watch_keys(self._epoch_s + self._board.machine.at_s / self._config.speed)
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
        due_s = [now_s + 3600.0, *self._world.next_due_s()]
        if self._has_power():
            due_s.append(self._board.next_due_s(now_s))
            times = (machine.next_due_s(), self._plans.next_due_s(machine.at_s))
            due_s += [self._epoch_s + at_s / self._config.speed for at_s in times if at_s is not None]
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
        self._world.happen(act, now_s)
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
            self._world.repair(placed(one), now_s)

    def power_cycle(self, boot_id: int, now_s: float, *, test_mode: bool = False) -> None:
        """The controller starts anew at once."""
        self.advance(now_s)
        self._world.cut_power(CutPower(PowerLoss.REBOOT, 0.0), now_s)
        self._world.boot_as(boot_id)
        self._world.test_mode = test_mode
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
            planned=len(self._plans) + self._world.waiting,
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
        return self._world.has_power()

    def _table_s(self, now_s: float) -> float:
        return (now_s - self._epoch_s) * self._config.speed

    def _next_of_the_world_s(self) -> float:
        """When something planned is due, or a key has been down too long, in the table's own time."""
        planned_s = self._plans.next_due_s(self._board.machine.at_s)
        stuck_s = self._board.buttons.next_due_s()
        times = [planned_s, None if stuck_s is None else self._table_s(stuck_s)]
        return min((due_s for due_s in times if due_s is not None), default=float("inf"))

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
                self._world.happen(act, now_s)
        self._world.mend_what_was_told(now_s)
        return happened
