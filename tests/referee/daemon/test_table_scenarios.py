"""What goes wrong with automatic tables, one test for each case, from the motor to the operator's page.

The ids are those of the project's list of fault scenarios. Everything runs in virtual time.
"""

from itertools import pairwise

import pytest

from drivers.simulator.twin_acts import CutPower, LaySticks, PowerLoss
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_plan import Trigger
from drivers.table.events import ButtonPressed, DiceRolled, LinkLost, StateChanged
from drivers.table.faults import FaultCode, FaultPlace, fault_of
from drivers.table.states import Button, TableState
from referee.desk.commands import (
    CallRon,
    ConfirmWalls,
    EnterDice,
    ResetTable,
    Resume,
    RollDice,
    StartCycle,
)
from referee.game import EventType, Seat, Source
from tests.referee.daemon.parlour import SPEED, Parlour

C, S = FaultCode, TableState
FULL = (17, 17, 17, 17)


@pytest.fixture
def parlour() -> Parlour:
    return Parlour()


def test_T01_tile_jam_while_one_side_is_at_9_of_17(parlour: Parlour) -> None:
    jam = fault_of(C.TILE_JAM_SLOT, FaultPlace(2, "slot"))
    parlour.table.twin.inject(jam, parlour.table.now_s, Trigger(S.STACKING, stacks=9))
    assert parlour.say(StartCycle) == "done"
    parlour.until(lambda: parlour.twin.stacks[2] == 9)
    assert parlour.until(lambda: parlour.state.table.state == "FAULT") < 4
    stacks = parlour.twin.stacks
    parlour.run(60)
    assert parlour.twin.stacks == stacks, "motors are off, the other sides keep their count"
    assert parlour.state.table.stacks == stacks
    assert stacks[2] == 9
    assert parlour.said() == [
        "A tile is jammed in the slot (side 2, seat B, slot): open the lid there, take it out, release the table"
    ]
    assert parlour.asked() == "the table has a fault"
    assert parlour.say(StartCycle) == "not_now"
    assert parlour.say(ResetTable) == "done"
    parlour.run(5)
    assert parlour.state.table.state == "FAULT", "the tile is still there"
    parlour.is_put_right(C.TILE_JAM_SLOT)
    parlour.release()
    assert parlour.said() == []
    assert parlour.say(StartCycle) == "done"
    parlour.until(lambda: parlour.walls_up)
    assert parlour.state.table.raised == FULL, "what was stacked before is counted anew"


def test_T02_a_missing_tile_never_becomes_a_wall(parlour: Parlour) -> None:
    parlour.goes_wrong(C.TILE_SHORT, FaultPlace(1, "", 1))
    parlour.say(StartCycle)
    took_s = parlour.until(lambda: parlour.state.table.state == "FAULT")
    assert 60 < took_s < 80, "the normal time and a margin"
    parlour.run(2)
    assert parlour.state.table.stacks == (17, 16, 17, 17)
    assert parlour.said() == [
        "Tiles are missing (side 1, 1 tile): look on the floor and in hands, open the lid and add them, "
        "release the table"
    ]
    parlour.run(300)
    assert not parlour.walls_up
    assert "WALLS_UP" not in [str(event.state) for event in parlour.events if isinstance(event, StateChanged)]
    parlour.is_put_right(C.TILE_SHORT)
    parlour.release()
    parlour.say(StartCycle)
    parlour.until(lambda: parlour.walls_up)


def test_T02_an_incomplete_wall_that_came_up_all_the_same_needs_a_persons_word() -> None:
    parlour = Parlour(TwinConfig(speed=SPEED))
    parlour.table.twin.inject(fault_of(C.MODE_CHANGED, FaultPlace(count=112)), parlour.table.now_s)
    parlour.say(StartCycle)  # a firmware that stacks 14 a side, and finds that right
    parlour.until(lambda: parlour.state.table.state == "WALLS_UP")
    parlour.run(30)
    assert parlour.state.table.raised == (14, 14, 14, 14)
    assert not parlour.walls_up
    assert parlour.asked() == "the walls are not whole; start the table again, or count them and press “Walls are up”"
    assert parlour.say(ConfirmWalls) == "done"
    assert parlour.walls_up
    walls = next(event for event in parlour.kept if event.type is EventType.WALLS)
    assert walls.source is Source.REFEREE, "it is written down whose word it was"


def test_T04_colliding_tiles_make_double_edges_and_no_double_tiles(parlour: Parlour) -> None:
    counts = []
    parlour.say(StartCycle)
    while not parlour.walls_up:
        parlour.run(0.5)
        if parlour.state.table.state == "STACKING":
            counts.append(parlour.state.table.stacks)
            edges = parlour.twin.double_edges
    assert edges > 3, "the sensors did see more edges than tiles"
    assert all(now >= then for one, two in pairwise(counts) for then, now in zip(one, two, strict=True))
    assert parlour.state.table.raised == FULL
    assert parlour.said() == []


@pytest.mark.parametrize("lower", [False, True])
def test_T05_a_lift_that_does_not_reach_its_end(lower: bool) -> None:
    parlour = Parlour(TwinConfig(speed=SPEED, lower_others=lower))
    parlour.goes_wrong(C.LIFT_NOT_UP, FaultPlace(1))
    parlour.table.twin.take_changes()
    parlour.say(StartCycle)
    parlour.until(lambda: parlour.state.table.state == "RAISING")
    assert parlour.until(lambda: bool(parlour.said())) < 7, "the learned time and a margin"
    parlour.until(lambda: parlour.state.table.state == "FAULT")
    assert parlour.said() == ["A wall did not come up (side 1): take out the tile in its way, release the table"]
    states = [change.facts["state"] for change in parlour.table.twin.take_changes() if change.kind == "state"]
    after = states[states.index("RAISING") + 1 :]
    assert after == (["LOWERING", "FAULT"] if lower else ["FAULT"]), "the others are let down, or held, as configured"
    parlour.run(200)
    assert parlour.twin.state is S.FAULT, "no second try with a tile in the way"
    parlour.is_put_right(C.LIFT_NOT_UP)
    parlour.release()
    parlour.say(StartCycle)
    parlour.until(lambda: parlour.walls_up)


def test_T05_a_lift_that_does_not_come_down_stops_before_tiles_are_pushed_in(parlour: Parlour) -> None:
    parlour.say(StartCycle)
    parlour.until(lambda: parlour.walls_up)
    parlour.run(80)
    parlour.goes_wrong(C.LIFT_NOT_DOWN, FaultPlace(3))
    parlour.table.twin.take_changes()
    parlour.table.cycle()  # as for the next deal
    parlour.until(lambda: parlour.state.table.state == "FAULT")
    assert parlour.said() == ["A lift did not go down (side 3): take out the tile under it, release the table"]
    states = {change.facts.get("state") for change in parlour.table.twin.take_changes()}
    assert "LID_OPENING" not in states


def test_T06_a_limit_switch_stuck_closed(parlour: Parlour) -> None:
    parlour.goes_wrong(C.LIFT_CYCLING, FaultPlace(2))
    parlour.table.twin.take_changes()
    parlour.say(StartCycle)
    parlour.until(lambda: parlour.state.table.state == "FAULT")
    states = [change.facts["state"] for change in parlour.table.twin.take_changes() if change.kind == "state"]
    assert states[states.index("RAISING") :] == ["RAISING", "LOWERING", "RAISING", "LOWERING", "FAULT"]
    (fault,) = parlour.state.table.faults
    assert (fault.code, fault.count, fault.latched) == ("LIFT_CYCLING", 3, True)
    assert parlour.said() == [
        "A lift went up and down again and again (side 2, seat B): its limit switch is stuck; free it, "
        "release the table"
    ]
    parlour.run(200)
    assert parlour.twin.state is S.FAULT
    parlour.is_put_right(C.LIFT_CYCLING)
    parlour.release()


def test_T07_a_chain_that_does_not_find_its_home(parlour: Parlour) -> None:
    parlour.goes_wrong(C.SENSOR_BLOCKED, FaultPlace(None, "home"))
    parlour.say(StartCycle)
    parlour.until(lambda: parlour.twin.stacks == FULL)
    assert parlour.until(lambda: parlour.state.table.state == "FAULT") <= 6
    assert parlour.said() == [
        "The chain did not stop at its home position (chain): clean the home sensor, release the table",
        "A sensor is covered (home sensor of the chain): wipe it, take tiles away",
    ]
    assert parlour.state.table.blocked, "the hint that came first does not hide what stops"
    parlour.is_put_right(C.SENSOR_BLOCKED)
    parlour.release()
    parlour.say(StartCycle)
    parlour.until(lambda: parlour.walls_up)
    assert parlour.said() == []


def test_T08_a_slow_cycle_and_one_without_end(parlour: Parlour) -> None:
    parlour.say(StartCycle)
    parlour.until(lambda: parlour.walls_up)
    parlour.run(80)
    usual_s = parlour.page()["table"]["stacking_s"]
    assert 30 < usual_s < 50
    parlour.goes_wrong(C.SLOW_CYCLE)
    for _ in range(2):  # the set below was stacked already: the second cycle is the slow one
        parlour.table.cycle()
        parlour.until(lambda: parlour.state.table.state == "LID_OPENING")
        parlour.until(lambda: parlour.state.table.state == "WALLS_UP")
    assert "The cycle takes longer than 80 s: the game goes on; clean tiles and drum, have the table serviced soon" in (
        parlour.said()
    )
    assert not parlour.state.table.blocked
    table = parlour.page()["table"]
    assert table["stacking_s"] > 1.5 * usual_s, "the drift is seen before anything fails"
    assert table["usual_stacking_s"] < table["stacking_s"]
    assert len(parlour.twin.learned["cycles_s"]) >= 3
    parlour.is_put_right(C.SLOW_CYCLE)
    parlour.goes_wrong(C.CYCLE_TIMEOUT)
    parlour.table.cycle()
    parlour.until(lambda: parlour.state.table.state == "FAULT", 600)
    assert "Stacking did not end in time: open the lid, look for tiles that stay below, release the table" in (
        parlour.said()
    )


def test_T10_the_number_of_tiles_is_changed_while_stacking(parlour: Parlour) -> None:
    parlour.table.twin.inject(fault_of(C.MODE_CHANGED, FaultPlace(count=112)), parlour.table.now_s)
    parlour.say(StartCycle)  # at 14 stacks a side
    parlour.until(lambda: parlour.twin.stacks[0] >= 5)
    parlour.is_put_right(C.MODE_CHANGED)  # somebody sets the switch to 136, for the next cycle
    assert parlour.said() == [
        "The table's switch for the number of tiles was turned (switch for the number of tiles, now 136 tiles): "
        "set it to 136, then start another cycle"
    ]
    parlour.until(lambda: parlour.state.table.state == "WALLS_UP")
    assert not parlour.walls_up
    assert parlour.asked() == "the walls are not whole; start the table again, or count them and press “Walls are up”"
    assert parlour.state.table.raised == (14, 14, 14, 14)
    assert "start_cycle" in parlour.state.allowed
    parlour.run(80)
    parlour.say(StartCycle)
    parlour.until(lambda: parlour.walls_up)
    assert parlour.state.table.raised == FULL


@pytest.mark.parametrize(
    ("code", "where", "sentence"),
    [
        (C.MOTOR_OPEN, FaultPlace(None, "drum"), "A motor gets no current (drum): check its plug, release the table; "
         "if it stays, call service"),
        (C.MOTOR_OVERCURRENT, FaultPlace(1, "lift"), "A motor was blocked (side 1, lift): look for a jammed tile, "
         "release the table"),
    ],
)  # fmt: skip
def test_T11_a_motor_that_is_open_or_blocked_stops_at_once(
    parlour: Parlour, code: FaultCode, where: FaultPlace, sentence: str
) -> None:
    parlour.goes_wrong(code, where)
    parlour.say(StartCycle)
    running = "STACKING" if where.part == "drum" else "RAISING"
    parlour.until(lambda: parlour.state.table.state == running)
    assert parlour.until(lambda: parlour.state.table.state == "FAULT") < 2
    assert parlour.said() == [sentence]
    assert parlour.say(StartCycle) == "not_now"
    parlour.is_put_right(code)
    parlour.release()
    parlour.say(StartCycle)
    parlour.until(lambda: parlour.walls_up)


def test_T11_a_motor_that_creeps_is_a_warning_for_maintenance_only(parlour: Parlour) -> None:
    parlour.say(StartCycle)
    parlour.until(lambda: parlour.walls_up)
    parlour.goes_wrong(C.MOTOR_SLOW, FaultPlace(None, "chain"))
    parlour.run(120)
    assert parlour.said() == ["A motor takes longer than it used to (chain): the game goes on; have it serviced soon"]
    assert not parlour.state.table.blocked
    assert parlour.state.reason == "", "nobody is called from the game for it"
    assert parlour.say(EnterDice, dice=(2, 3)) == "done"


def test_T12_a_position_sensor_that_fails_stops_the_table_by_default(parlour: Parlour) -> None:
    parlour.goes_wrong(C.SENSOR_FAILED, FaultPlace(None, "lid"))
    parlour.say(StartCycle)
    parlour.until(lambda: parlour.state.table.state == "FAULT")
    assert parlour.said() == ["A sensor does not answer (lid): check its plug; if it stays, call service"]
    parlour.say(ResetTable)
    parlour.run(5)
    assert parlour.state.table.state == "FAULT"


def test_T12_or_goes_on_by_learned_times_with_a_banner_that_stays() -> None:
    parlour = Parlour(TwinConfig(speed=SPEED, degraded=True))
    parlour.goes_wrong(C.SENSOR_FAILED, FaultPlace(None, "lid"))
    parlour.say(StartCycle)
    parlour.until(lambda: parlour.walls_up)
    banner = ["A sensor does not answer (lid): check its plug; if it stays, call service"]
    assert parlour.said() == banner
    assert not parlour.state.table.blocked
    parlour.run(200)
    assert parlour.said() == banner


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (C.DICE_NO_SPIN, "The dice do not turn: roll again, or enter a throw by hand"),
        (C.DICE_NO_STOP, "The dice do not stop: roll again, or enter a throw by hand"),
        (C.DICE_UNREADABLE, "The dice cannot be read: roll again, or enter what they show"),
    ],
)
def test_T13_dice_that_fail_are_rolled_again_or_entered_and_never_invented(
    parlour: Parlour, code: FaultCode, sentence: str
) -> None:
    parlour.say(StartCycle)
    parlour.until(lambda: parlour.walls_up)
    parlour.goes_wrong(code)
    assert parlour.say(RollDice) == "done"
    assert parlour.until(lambda: bool(parlour.said())) <= 6
    assert parlour.said() == [sentence]
    parlour.run(20)
    assert not [event for event in parlour.events if isinstance(event, DiceRolled)]
    assert parlour.state.match is not None
    assert parlour.state.match.deal is not None
    assert parlour.state.match.deal.first is None, "nobody is first by a throw that was not seen"
    assert {"roll_dice", "enter_dice"} <= parlour.state.allowed
    parlour.is_put_right(code)
    parlour.say(RollDice)
    parlour.until(lambda: any(isinstance(event, DiceRolled) for event in parlour.events))
    assert parlour.said() == []
    assert parlour.state.match.deal.first is not None


def test_T13_a_referee_enters_the_throw_instead(parlour: Parlour) -> None:
    parlour.say(StartCycle)
    parlour.until(lambda: parlour.walls_up)
    parlour.goes_wrong(C.DICE_NO_STOP)
    parlour.say(RollDice)
    parlour.until(lambda: bool(parlour.said()))
    assert parlour.say(EnterDice, dice=(1, 2)) == "done"
    thrown = parlour.kept[-1]
    assert (thrown.type, thrown.dice, thrown.source) == (EventType.DICE, (1, 2), Source.REFEREE)


def test_T14_keys_that_bounce_stick_or_are_held_at_power_on(parlour: Parlour) -> None:
    for pause_s in (0.01, 0.02, 0.2):
        parlour.table.twin.press(0, Button.READY, parlour.table.now_s)
        parlour.table.run_for(pause_s)
    parlour.run(1)
    assert len([event for event in parlour.events if isinstance(event, ButtonPressed)]) == 1

    parlour.table.twin.hold(2, Button.RON, parlour.table.now_s)
    parlour.run(12)
    assert parlour.said() == ["A key is stuck (side 2, seat B, Ron key): free it; until then it is ignored"]
    presses = len([event for event in parlour.events if isinstance(event, ButtonPressed)])
    parlour.press(2, Button.RON)
    assert len([event for event in parlour.events if isinstance(event, ButtonPressed)]) == presses
    parlour.table.twin.let_go(2, Button.RON, parlour.table.now_s)
    parlour.run(2)
    assert parlour.said() == []

    for side in (0, 1):
        parlour.table.twin.hold(side, Button.LIFT, parlour.table.now_s)
    parlour.table.twin.power_cycle(9, parlour.table.now_s)
    parlour.until(lambda: parlour.state.table.state == "TEST")
    parlour.table.twin.take_changes()
    assert parlour.say(StartCycle) == "not_now"
    parlour.table.cycle()
    parlour.table.reset()
    parlour.run(100)
    assert parlour.twin.state is S.TEST
    assert not [change for change in parlour.table.twin.take_changes() if change.kind == "state"], "nothing moved"


def test_T16_score_sensors_that_swing_and_misread_are_advice(parlour: Parlour) -> None:
    parlour.table.twin.happen(LaySticks(0, 25_000), parlour.table.now_s)
    parlour.table.twin.happen(LaySticks(2, 24_000), parlour.table.now_s)  # a dirty stick
    parlour.run(0.5)
    assert parlour.page()["table"]["scores"] == {}, "a second must pass"
    parlour.run(2)
    assert parlour.page()["table"]["scores"] == {"A": 25_000, "B": 24_000}
    points = dict(parlour.state.match.points)  # type: ignore[union-attr]
    assert parlour.page()["table"]["differs"] == [
        {"seat": seat, "sticks": sticks, "ledger": points[Seat(seat)]}
        for seat, sticks in (("A", 25_000), ("B", 24_000))
        if points[Seat(seat)] != sticks
    ]
    assert parlour.page()["table"]["differs"]

    parlour.say(StartCycle)
    parlour.until(lambda: parlour.state.table.state == "STACKING")
    swings = set()
    for _ in range(40):
        parlour.run(0.5)
        swings.add(parlour.twin.sticks[0])
        assert parlour.page()["table"]["scores"]["A"] == 25_000, "nothing is read while a motor runs"
    assert len(swings) > 10
    parlour.table.twin.happen(LaySticks(0, 26_000), parlour.table.now_s)
    parlour.run(5)
    assert parlour.page()["table"]["scores"]["A"] == 25_000, "not even when sticks are moved meanwhile"
    parlour.until(lambda: parlour.twin.stacking is S.STACKED and parlour.twin.state is S.WALLS_UP)
    parlour.run(3)
    assert parlour.page()["table"]["scores"]["A"] == 26_000
    assert dict(parlour.state.match.points) == points, "the ledger is the truth"  # type: ignore[union-attr]
    assert not any(event.type is EventType.HOTFIX for event in parlour.kept)


def test_T18_protection_trips_in_the_middle_of_a_cycle(parlour: Parlour) -> None:
    for trip in range(3):
        parlour.say(StartCycle)
        parlour.until(lambda: parlour.state.table.state in ("STACKING", "LID_OPEN"))
        parlour.table.twin.happen(CutPower(PowerLoss.TRIP, 2.0), parlour.table.now_s)
        parlour.until(lambda: not parlour.state.table.link_up, 1.1 * SPEED)
        assert parlour.state.table.state == "UNKNOWN"
        parlour.until(lambda: parlour.state.table.link_up, 400)
        parlour.run(SPEED)
        assert parlour.say(StartCycle) == "not_now", "a person homes it first"
        assert set(parlour.said()) == {
            "The controller restarted: look whether the table is clear, then release it",
            "The table is too hot: switch it off, let it cool for half an hour, release it",
        }
        assert parlour.page()["table"]["trips"] == (3 if trip == 2 else 0)
        parlour.table.now_s += 3600.0  # an hour later
        parlour.until(lambda: parlour.state.table.link_up, 400)
        parlour.run(5)
        parlour.say(Resume)
        parlour.release()
    assert len([event for event in parlour.events if isinstance(event, LinkLost)]) >= 3
    assert parlour.page()["table"]["trips"] == 3, "a case for service, even if it runs now"
    parlour.say(StartCycle)
    parlour.until(lambda: parlour.walls_up)
    assert parlour.say(CallRon, seat=Seat.A) != "done"
