"""What is wrong with the simulated table, and how its firmware finds it: every code, at the moment when it shows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_faults import FELT_AT_REST
from drivers.simulator.twin_plan import Trigger
from drivers.simulator.virtual_table import VirtualTable
from drivers.table.events import FaultCleared, FaultRaised, TableEvent
from drivers.table.faults import NOWHERE, Fault, FaultCode, FaultLevel, FaultPlace, fault_of
from drivers.table.states import Button, CommandKind, Reason, TableState

SPEED = 20.0
C, S = FaultCode, TableState


class Used:
    """A table in virtual time that was reset; seconds are those of the table."""

    def __init__(self, config: TwinConfig | None = None) -> None:
        self.table = VirtualTable(config or TwinConfig(speed=SPEED))
        self.events: list[TableEvent] = []
        self.table.subscribe(self.events.append)
        self.table.start()
        assert self.do(CommandKind.RESET) is None

    def do(self, kind: CommandKind, limit_s: float = 400.0) -> Reason | None:
        """Carry a command out, to whatever end."""
        asked = {
            CommandKind.RESET: self.table.reset,
            CommandKind.CYCLE: self.table.cycle,
            CommandKind.DICE: self.table.roll_dice,
            CommandKind.RAISE: self.table.raise_walls,
            CommandKind.LOWER: self.table.lower_lifts,
        }[kind]()
        assert self.table.run_until(asked.future.done, limit_s / SPEED), "every command ends"
        self.table.run_for(0.12)  # what was told with it has arrived
        return asked.result(0).reason

    def run(self, seconds: float) -> None:
        self.table.run_for(seconds / SPEED)

    def until(self, condition: Callable[[], bool], limit_s: float = 300.0) -> float:
        """Wait; the table's seconds that it took."""
        begun_s = self.table.now_s
        assert self.table.run_until(condition, limit_s / SPEED), self.table.snapshot()
        return (self.table.now_s - begun_s) * SPEED

    def faults(self) -> list[Fault]:
        return list(self.table.snapshot().faults)

    def raised(self) -> list[FaultCode]:
        return [event.fault.code for event in self.events if isinstance(event, FaultRaised)]

    def cleared(self) -> list[FaultCode]:
        return [event.fault.code for event in self.events if isinstance(event, FaultCleared)]


@dataclass(frozen=True)
class Case:
    """A cause, the command that brings it to light, and what is told."""

    code: FaultCode
    where: FaultPlace = NOWHERE
    command: CommandKind | None = CommandKind.CYCLE
    told: FaultPlace | None = None
    state: TableState = S.FAULT
    also: tuple[FaultCode, ...] = ()
    trigger: Trigger | None = None


CASES = [
    Case(C.TILE_JAM_HEAD, FaultPlace(2, "head")),
    Case(C.TILE_JAM_SLOT, FaultPlace(1, "slot")),
    Case(C.TILE_JAM_LIFT, FaultPlace(3, "lift")),
    Case(C.TILE_SHORT, FaultPlace(1, "", 3)),
    Case(C.TILE_SHORT, FaultPlace(1, "", 1)),
    Case(C.TILE_EXTRA, FaultPlace(0, "", 1)),
    Case(C.COUNT_MISMATCH, FaultPlace(2, "pusher", 1)),
    Case(C.LIFT_NOT_UP, FaultPlace(1)),
    Case(C.LIFT_NOT_DOWN, FaultPlace(3)),
    Case(C.LIFT_CYCLING, FaultPlace(2), told=FaultPlace(2, "", 3)),
    Case(C.LID_NOT_OPEN),
    Case(C.LID_NOT_CLOSED),
    Case(C.LID_OBSTRUCTED),
    Case(C.CHAIN_NOT_HOME, FaultPlace(None, "chain")),
    Case(C.CYCLE_OVERRUN, FaultPlace(None, "chain"), also=(C.SENSOR_BLOCKED,)),
    Case(C.SENSOR_FAILED, FaultPlace(None, "lid")),
    Case(C.SENSOR_FAILED, FaultPlace(None, "head")),
    Case(C.SENSOR_FAILED, FaultPlace(None, "home")),
    Case(C.MOTOR_OPEN, FaultPlace(None, "drum")),
    Case(C.MOTOR_OPEN, FaultPlace(None, "lid")),
    Case(C.MOTOR_OVERCURRENT, FaultPlace(1, "lift")),
    Case(C.MOTOR_OVERCURRENT, FaultPlace(None, "dice"), CommandKind.DICE),
    Case(C.CYCLE_TIMEOUT, also=(C.SLOW_CYCLE,)),
    Case(C.OVERTEMP, command=None),
    Case(C.UNDERVOLTAGE, command=None),
    Case(C.MAINBOARD_FAULT, command=None),
    Case(C.ESTOP_PRESSED, command=None, state=S.ESTOP),
]


def name_of(case: Any) -> str:
    return "-".join(str(part) for part in (case.code, case.where.part) if part)


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_what_stops_the_table_is_found_latched_and_left_by_a_reset_once_it_is_put_right(case: Case) -> None:
    used = Used()
    if case.code is C.LIFT_NOT_DOWN:
        assert used.do(CommandKind.CYCLE) is None
    used.table.twin.inject(fault_of(case.code, case.where), used.table.now_s, case.trigger)
    if case.command is not None:
        reason = used.do(case.command)
        assert reason is Reason.FAULT
    used.run(10)
    found = fault_of(case.code, case.told or case.where)
    assert used.faults()[-1] == found
    assert set(used.raised()) == {case.code, *case.also}
    assert used.table.snapshot().state is case.state
    assert used.table.snapshot().fault == found, "what stops is shown before what only warns"
    before = used.table.twin.state().stacks
    used.run(300)
    assert used.table.twin.state().stacks == before, "nothing moves"
    assert used.do(CommandKind.CYCLE) in (Reason.NEEDS_RESET, Reason.ESTOP)
    if case.code in FELT_AT_REST:
        assert used.do(CommandKind.RESET) in (Reason.FAULT, Reason.ESTOP), "the cause is still felt"

    used.table.twin.clear(case.code, used.table.now_s)
    used.run(2)
    assert used.table.snapshot().state is case.state, "it stays latched until a person says so"
    assert used.do(CommandKind.RESET) is None
    assert used.do(CommandKind.CYCLE) is None
    assert used.table.snapshot().state is S.WALLS_UP
    assert set(used.cleared()) >= {case.code}
    assert not [fault for fault in used.faults() if fault.level is FaultLevel.STOP]


def test_every_code_that_stops_is_among_the_cases() -> None:
    elsewhere = {C.REBOOTED, C.HOST_LOST, C.ODD_TILE}  # power, line, and what only cameras see
    stops = {code for code in FaultCode if fault_of(code).level is FaultLevel.STOP} - {C.UNKNOWN_FAULT}
    assert {case.code for case in CASES} == stops - elsewhere


def test_a_jam_is_found_within_two_seconds_and_the_other_sides_keep_their_count() -> None:
    used = Used()
    jam = fault_of(C.TILE_JAM_SLOT, FaultPlace(2, "slot"))
    used.table.twin.inject(jam, used.table.now_s, Trigger(S.STACKING, stacks=9))
    handle = used.table.cycle()
    used.until(lambda: used.table.twin.state().stacks[2] == 9)
    assert used.until(handle.future.done) < 4
    used.run(5)
    stacks = used.table.snapshot().stacks
    assert stacks[2] == 9
    assert all(7 <= count <= 13 for count in stacks)


def test_missing_tiles_are_found_when_the_others_are_long_done() -> None:
    used = Used()
    used.table.twin.inject(fault_of(C.TILE_SHORT, FaultPlace(1, "", 2)), used.table.now_s)
    assert used.do(CommandKind.CYCLE) is Reason.FAULT
    used.run(3)
    assert used.table.snapshot().stacks == (17, 16, 17, 17)
    assert 60 < used.table.snapshot().elapsed_ms / 1000 < 80


def test_both_lift_keys_let_people_add_the_missing_tile_before_it_is_a_fault() -> None:
    used = Used()
    used.table.twin.inject(fault_of(C.TILE_SHORT, FaultPlace(1, "", 2)), used.table.now_s)
    handle = used.table.cycle()
    used.until(lambda: used.table.twin.state().stacks == (17, 16, 17, 17))
    for side in (0, 2):
        used.table.twin.press(side, Button.LIFT, used.table.now_s)
    used.run(200)
    assert used.table.snapshot().state is S.PAUSED_TOPUP
    used.table.twin.clear(C.TILE_SHORT, used.table.now_s)
    used.table.twin.press(1, Button.LIFT, used.table.now_s)
    used.until(handle.future.done)
    assert handle.result(0).ok
    assert used.raised() == []


def test_a_lift_that_does_not_come_up_leaves_the_others_up_or_lets_them_down_as_the_house_says() -> None:
    for lower, states in ((False, []), (True, [S.LOWERING])):
        used = Used(TwinConfig(speed=SPEED, lower_others=lower))
        used.table.twin.take_changes()
        used.table.twin.inject(fault_of(C.LIFT_NOT_UP, FaultPlace(1)), used.table.now_s)
        assert used.do(CommandKind.CYCLE) is Reason.FAULT
        seen = [change.facts["state"] for change in used.table.twin.take_changes() if change.kind == "state"]
        raising = seen.index("RAISING")
        assert seen[raising + 1 : -1] == states
        assert seen[-1] == "FAULT"


def test_a_table_without_a_position_sensor_stops_or_goes_on_with_a_warning_that_stays() -> None:
    degraded = Used(TwinConfig(speed=SPEED, degraded=True))
    failed = fault_of(C.SENSOR_FAILED, FaultPlace(None, "lid"))
    degraded.table.twin.inject(failed, degraded.table.now_s)
    assert degraded.do(CommandKind.CYCLE) is None
    (warning,) = degraded.faults()
    assert (warning.code, warning.level, warning.latched) == (C.SENSOR_FAILED, FaultLevel.WARN, False)
    assert degraded.do(CommandKind.RESET) is None
    assert degraded.do(CommandKind.CYCLE) is None
    assert degraded.faults() == [warning], "the banner stays"
    degraded.table.twin.clear(C.SENSOR_FAILED, degraded.table.now_s)
    degraded.run(3)
    assert degraded.faults() == []


def test_a_slow_cycle_is_told_at_80_s_and_goes_when_the_next_one_is_good() -> None:
    used = Used()
    used.table.twin.inject(fault_of(C.SLOW_CYCLE), used.table.now_s)
    handle = used.table.cycle()
    took_s = used.until(lambda: C.SLOW_CYCLE in used.raised())
    assert 80 <= took_s < 82
    used.until(handle.future.done)
    assert handle.result(0).ok, "it is only slow"
    assert used.table.snapshot().elapsed_ms > 80_000
    used.table.twin.clear(C.SLOW_CYCLE, used.table.now_s)
    used.run(120)
    assert used.faults() == []


def test_a_cycle_without_end_is_given_up_at_150_s() -> None:
    used = Used()
    used.table.twin.inject(fault_of(C.CYCLE_TIMEOUT), used.table.now_s)
    handle = used.table.cycle()
    assert 150 <= used.until(handle.future.done) < 152
    assert handle.result(0).fault is not None
    assert handle.result(0).fault.code is C.CYCLE_TIMEOUT  # type: ignore[union-attr]


def test_a_motor_that_wears_out_shows_in_its_times_first_and_warns_later() -> None:
    used = Used()
    assert used.do(CommandKind.CYCLE) is None
    learned: Any = used.table.twin.state().learned
    usual_s = learned["motors"]["drum"]["usual_s"]
    used.table.twin.inject(fault_of(C.MOTOR_SLOW, FaultPlace(None, "drum")), used.table.now_s)
    used.run(120)
    assert used.faults() == [fault_of(C.MOTOR_SLOW, FaultPlace(None, "drum"))]
    assert used.table.snapshot().state is S.WALLS_UP, "maintenance, no more"
    learned = used.table.twin.state().learned
    assert learned["motors"]["drum"]["usual_s"] == usual_s, "a slow run is not the new normal"
    assert learned["motors"]["drum"]["last_s"] > 1.25 * usual_s
    assert len(learned["cycles_s"]) == 2
    assert learned["cycles_s"][1] > learned["cycles_s"][0]


@pytest.mark.parametrize("code", [C.DICE_NO_SPIN, C.DICE_NO_STOP, C.DICE_UNREADABLE])
def test_dice_that_fail_are_told_within_5_s_and_no_throw_is_made_up(code: FaultCode) -> None:
    used = Used()
    used.table.twin.inject(fault_of(code), used.table.now_s)
    handle = used.table.roll_dice()
    assert used.until(handle.future.done) < 5.5
    assert handle.result(0).reason is Reason.FAULT
    assert used.table.snapshot().dice is None
    used.run(1)
    assert (used.raised(), used.table.snapshot().state) == ([code], S.EMPTY)
    used.table.twin.clear(code, used.table.now_s)
    assert used.do(CommandKind.DICE) is None
    assert used.table.snapshot().dice is not None
    assert used.faults() == []


def test_a_chain_that_finds_no_home_is_stopped_within_5_s_and_the_sensor_is_named() -> None:
    used = Used()
    used.table.twin.inject(fault_of(C.SENSOR_BLOCKED, FaultPlace(None, "home")), used.table.now_s)
    handle = used.table.cycle()
    used.until(lambda: used.table.twin.state().stacks == (17, 17, 17, 17))
    assert used.until(handle.future.done) <= 6
    used.run(2)
    assert used.raised() == [C.SENSOR_BLOCKED, C.CYCLE_OVERRUN]
    hint = next(fault for fault in used.faults() if fault.code is C.SENSOR_BLOCKED)
    assert hint.where.part == "home"


def test_a_dirty_photo_sensor_warns_and_goes_on() -> None:
    used = Used()
    used.table.twin.inject(fault_of(C.SENSOR_BLOCKED), used.table.now_s)
    assert used.do(CommandKind.CYCLE) is None
    assert used.faults() == [fault_of(C.SENSOR_BLOCKED, FaultPlace(None, "pusher"))]
    used.table.twin.clear(C.SENSOR_BLOCKED, used.table.now_s)
    used.run(2)
    assert used.faults() == []


def test_tiles_that_bounce_under_the_photo_sensor_are_counted_once() -> None:
    used = Used()
    handle = used.table.cycle()
    used.until(lambda: used.table.twin.state().stacks == (17, 17, 17, 17))
    assert used.table.twin.state().double_edges > 3, "the sensor did see more edges than tiles"
    used.until(handle.future.done)
    assert handle.result(0).ok
    assert used.raised() == []


def test_a_key_that_is_held_for_10_s_is_stuck_and_ignored_until_it_is_let_go() -> None:
    used = Used()
    used.table.twin.hold(1, Button.RON, used.table.now_s)
    assert 9.9 < used.until(lambda: C.BUTTON_STUCK in used.raised()) < 12
    (stuck,) = used.faults()
    assert stuck == fault_of(C.BUTTON_STUCK, FaultPlace(1, "ron"))
    assert not used.table.twin.press(1, Button.RON, used.table.now_s)
    assert used.table.twin.press(2, Button.RON, used.table.now_s), "the same key elsewhere is another key"
    used.table.twin.let_go(1, Button.RON, used.table.now_s)
    used.run(3)
    assert used.faults() == []
    assert used.table.twin.press(1, Button.RON, used.table.now_s + 1)


def test_a_key_that_chatters_is_one_press_and_a_warning() -> None:
    used = Used()
    used.table.twin.take_changes()
    used.table.twin.inject(fault_of(C.BUTTON_BOUNCE, FaultPlace(2, "ready")), used.table.now_s)
    used.run(3)
    assert used.faults() == [fault_of(C.BUTTON_BOUNCE, FaultPlace(2, "ready"))]
    assert [change.kind for change in used.table.twin.take_changes()].count("button") == 1  # type: ignore[arg-type]
    used.table.twin.clear(C.BUTTON_BOUNCE, used.table.now_s)
    used.run(2)
    assert used.faults() == []


def test_both_lift_keys_down_at_power_on_start_the_test_mode() -> None:
    used = Used()
    for side in (0, 1):
        used.table.twin.hold(side, Button.LIFT, used.table.now_s)
    used.table.twin.power_cycle(5, used.table.now_s)
    used.table.run_for(4)
    assert used.table.snapshot().state is S.TEST
    assert used.do(CommandKind.RESET) is Reason.TEST_MODE
    for side in (0, 1):
        used.table.twin.let_go(side, Button.LIFT, used.table.now_s)
    used.table.twin.power_cycle(6, used.table.now_s)
    used.table.run_for(4)
    assert used.do(CommandKind.RESET) is None


def test_a_switch_that_is_turned_while_stacking_takes_effect_at_the_next_cycle() -> None:
    used = Used()
    handle = used.table.cycle()
    used.until(lambda: used.table.twin.state().stacks[0] >= 5)
    used.table.twin.inject(fault_of(C.MODE_CHANGED, FaultPlace(count=112)), used.table.now_s)
    used.run(3)
    assert used.faults() == [fault_of(C.MODE_CHANGED, FaultPlace(None, "switch", 112))]
    used.until(lambda: used.table.twin.state().stacks == (17, 17, 17, 17))
    used.until(handle.future.done)
    used.run(100)
    assert used.table.snapshot().stacks == (14, 14, 14, 14)
    assert used.faults() == [], "it has taken effect"


def test_a_controller_that_hears_nothing_of_its_host_stops_and_says_so() -> None:
    used = Used()
    used.table.twin.inject(fault_of(C.HOST_LOST), used.table.now_s)
    used.table.run_for(6)
    assert C.HOST_LOST in [fault.code for fault in used.table.twin.state().faults]
    assert used.table.snapshot().link_up
    assert used.table.snapshot().needs_reset
    assert used.do(CommandKind.RESET) is None
    assert used.faults() == []
