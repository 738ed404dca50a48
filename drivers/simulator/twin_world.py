"""What people and the world do to the simulated table, act by act (see `twin_acts`), and how each thing ends. Pure.

Most causes are the machine's to suffer (`TwinFaults`). Some are things that somebody does: a key is held, the switch is
turned, power and line fail, a tile of the other set is put among these.
"""

from typing import Final

from drivers.link.timings import LinkTimings
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
from drivers.simulator.twin_facts import ChangeKind
from drivers.simulator.twin_faults import placed
from drivers.simulator.twin_plan import Plans
from drivers.table.faults import Fault, FaultCode
from drivers.table.states import Button, TableState

_AFTER_POWER_LOSS: Final = {PowerLoss.TRIP: FaultCode.OVERTEMP, PowerLoss.BROWN_OUT: FaultCode.UNDERVOLTAGE}
_DEAF_MARGIN_S: Final = 0.3
_BOOT_STEP: Final = 0x9E3779B1


class TwinWorld:
    """Everything around one board. Times `now_s` are real (or virtual) seconds."""

    def __init__(self, board: TwinBoard, plans: Plans[Act], timings: LinkTimings) -> None:
        self._board = board
        self._plans = plans
        self._timings = timings
        self._at_reset: list[Act] = []
        self._once_told: list[Fault] = []
        self._power: CutPower | None = None
        self._power_back_s = 0.0
        self._line_good_s = 0.0
        self.test_mode = False
        """Both lift keys are held when the power comes back, whoever holds them."""
        self.line_trouble: LineTrouble | None = None
        """What is wrong with the line now: whoever owns it makes it so."""

    @property
    def waiting(self) -> int:
        """How many things wait for a person's reset to end."""
        return len(self._at_reset)

    def has_power(self) -> bool:
        """Whether the controller runs."""
        return self._power is None

    def next_due_s(self) -> list[float]:
        """When power or line come back, in real seconds."""
        due_s = [] if self._power is None else [self._power_back_s]
        return due_s if self.line_trouble is None else [*due_s, self._line_good_s]

    def pass_time(self, now_s: float, table_s: float) -> None:
        """Power and line come back when it is time."""
        if self.line_trouble is not None and now_s >= self._line_good_s:
            self._board.voice.note(ChangeKind.LINE, what=str(self.line_trouble), on=False)
            self.line_trouble = None
        if self._power is not None and now_s >= self._power_back_s:
            why, self._power = self._power.why, None
            boot_id = (self._board.boot_id + _BOOT_STEP) % 2**32 or 1
            test_mode, self.test_mode = self.test_mode, False
            # what stood without power stood still: the table's own clock jumps over it
            self._board.step(table_s, now_s)
            self._board.regain_power(boot_id, now_s, test_mode=test_mode, after=_AFTER_POWER_LOSS.get(why))

    def boot_as(self, boot_id: int) -> None:
        """The next start of the controller draws this boot id."""
        self._board.boot_id = (boot_id - _BOOT_STEP) % 2**32

    def mend_what_was_told(self, now_s: float) -> None:
        """What was to end once the firmware has found it ends."""
        for fault in [fault for fault in self._once_told if self._board.faults.is_told(fault)]:
            self._once_told.remove(fault)
            self.repair(fault, now_s)

    def mend_for_reset(self, now_s: float) -> None:
        """A person is about to reset the table, and has put right before what was to be."""
        mends, self._at_reset = self._at_reset, []
        for act in mends:
            self.happen(act, now_s)

    def _end(self, mend: Mend, act: Act) -> None:
        """Let an act end as said."""
        if mend.at_reset:
            self._at_reset.append(act)
        elif mend.after_s is not None:
            self._plans.at(self._board.machine.at_s + mend.after_s, act)

    def happen(self, act: Act, now_s: float) -> None:
        """Let something happen now."""
        match act:
            case Break(fault=fault, mend=mend):
                self._break(placed(fault), mend, now_s)
            case Repair(fault=fault):
                self.repair(fault, now_s)
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
                self.cut_power(act, now_s)
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
                self.cut_power(CutPower(), now_s)
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
        if mend.when_told:
            self._once_told.append(fault)
        self._end(mend, Repair(fault))

    def repair(self, fault: Fault, now_s: float) -> None:
        """Take a cause away; what is latched stays until a reset."""
        side, button = fault.where.side or 0, fault.where.part
        match fault.code:
            case FaultCode.BUTTON_STUCK:
                self.happen(LetGo(side, Button(button)), now_s)
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

    def cut_power(self, cut: CutPower, now_s: float) -> None:
        """The controller stops where it is."""
        self._board.lose_power()
        self._power, self._power_back_s = cut, now_s + cut.for_s
