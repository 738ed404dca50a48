"""The bridge between a table and the desk: whose a button is, and what a press that came late means."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from drivers.table.events import ButtonPressed, DiceRolled, TableEvent
from drivers.table.faults import FaultCode, FaultPlace, fault_of
from drivers.table.interface import TableSnapshot
from drivers.table.manual import ManualTable
from drivers.table.states import Button, Capability, TableState
from referee.daemon.table_bridge import TableBridge, status_of
from referee.desk.observation import ButtonSeen, DiceSeen, Observation, TableSeen
from referee.desk.state import Fault, WallCheck
from referee.game import Seat


class HeldTable(ManualTable):
    """A table whose events the test makes."""

    def subscribe(self, callback: Callable[[TableEvent], None]) -> Callable[[], None]:
        self.happens = callback
        return super().subscribe(callback)


def seen(event: TableEvent, players: int = 2) -> list[Observation]:
    """What the desk is told of an event, the table's state apart."""
    observed: list[Observation] = []
    table = HeldTable()
    bridge = TableBridge(table, observed.append, lambda: players)
    bridge.start()
    table.happens(event)
    bridge.close()
    return [one for one in observed if not isinstance(one, TableSeen)]


@pytest.mark.parametrize(
    ("players", "seats"),
    [
        (0, [None, None, None, None]),
        (2, [Seat.A, None, Seat.B, None]),
        (3, [Seat.A, Seat.B, Seat.C, None]),
        (4, [Seat.A, Seat.B, Seat.C, Seat.D]),
    ],
)
def test_a_side_is_the_seat_of_whoever_plays_there(players: int, seats: list[Seat | None]) -> None:
    for side, seat in enumerate(seats):
        expected = [] if seat is None else [ButtonSeen(seat, "ron")]
        assert seen(ButtonPressed(side, Button.RON), players) == expected


@pytest.mark.parametrize(("age_s", "button"), [(0.0, "ron"), (1.5, "ron"), (1.6, "call"), (30.0, "call")])
def test_a_press_that_the_line_held_up_only_calls_the_referee(age_s: float, button: str) -> None:
    assert seen(ButtonPressed(0, Button.RON, age_s)) == [ButtonSeen(Seat.A, button)]


def test_keys_of_the_table_itself_are_not_the_desk_s() -> None:
    assert seen(ButtonPressed(0, Button.LIFT)) == []


def test_a_stop_key_is_acted_on_by_the_driver_and_is_no_press_for_the_desk() -> None:
    assert seen(ButtonPressed(0, Button.STOP)) == []


SNAPSHOT = TableSnapshot(TableState.EMPTY, capabilities=Capability.CYCLE, link_up=True, port="/dev/table")


@pytest.mark.parametrize(
    ("snapshot", "trouble"),
    [
        (SNAPSHOT, ""),
        (replace(SNAPSHOT, noisy=True), "noisy"),
        (replace(SNAPSHOT, link_up=False, link_cause="port_lost"), "port_lost"),
        (replace(SNAPSHOT, link_up=False, noisy=True, link_cause="missing"), "missing"),
    ],
)
def test_what_ails_the_line_is_told_as_a_code_with_its_port(snapshot: TableSnapshot, trouble: str) -> None:
    status = status_of(snapshot)
    assert (status.trouble, status.port) == (trouble, "/dev/table")


def test_what_a_firmware_cannot_do_is_told_while_it_is_there() -> None:
    assert status_of(SNAPSHOT).lacks == {"roll_dice"}
    assert status_of(replace(SNAPSHOT, link_up=False)).lacks == frozenset()


UP = replace(SNAPSHOT, state=TableState.WALLS_UP, needs_reset=False, raised=(17, 17, 17, 17))
TURNED = fault_of(FaultCode.MODE_CHANGED, FaultPlace(None, "switch", 112))


@pytest.mark.parametrize(
    ("snapshot", "walls"),
    [
        (UP, WallCheck.COMPLETE),
        (replace(UP, raised=(17, 17, 16, 17)), WallCheck.INCOMPLETE),
        (replace(UP, raised=(18, 17, 17, 17)), WallCheck.INCOMPLETE),
        (replace(UP, raised=None), WallCheck.UNCOUNTED),
        (replace(UP, faults=(TURNED,)), WallCheck.MODE_PENDING),
        (replace(UP, state=TableState.RAISING), WallCheck.NONE),
        (replace(UP, needs_reset=True), WallCheck.NONE),
    ],
)
def test_walls_are_whole_only_if_17_stacks_were_counted_at_each_side(snapshot: TableSnapshot, walls: WallCheck) -> None:
    assert status_of(snapshot).walls is walls


def test_what_stops_the_table_is_the_fault_to_act_on_and_names_who_sits_there() -> None:
    jam = fault_of(FaultCode.TILE_JAM_HEAD, FaultPlace(2, "head"))
    status = status_of(replace(UP, faults=(TURNED, jam)), seats={0: Seat.A, 2: Seat.B})
    assert status.fault == Fault("TILE_JAM_HEAD", latched=True, side=2, seat="B", part="head")
    assert [fault.code for fault in status.faults] == ["MODE_CHANGED", "TILE_JAM_HEAD"]
    assert status.blocked


def test_score_sticks_are_told_by_seat() -> None:
    status = status_of(replace(UP, scores=(25_000, 100, None, None)), seats={0: Seat.A, 2: Seat.B})
    assert status.scores == {Seat.A: 25_000}


def test_dice_are_told() -> None:
    assert seen(DiceRolled((3, 4))) == [DiceSeen((3, 4))]
