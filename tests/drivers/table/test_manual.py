"""A table that people work by hand: requests stand until a person answers them."""

import pytest

from drivers.table.events import CommandFinished, DiceRolled, StateChanged, TableEvent
from drivers.table.interface import Table
from drivers.table.manual import ManualTable
from drivers.table.states import Reason, TableState

S = TableState


@pytest.fixture
def table() -> ManualTable:
    return ManualTable()


def test_it_is_a_table(table: ManualTable) -> None:
    as_table: Table = table
    as_table.start()
    assert as_table.snapshot().state is S.EMPTY
    assert as_table.snapshot().link_up
    assert not as_table.snapshot().needs_reset
    as_table.close()


def test_walls_are_up_when_a_person_says_so(table: ManualTable) -> None:
    events: list[TableEvent] = []
    table.subscribe(events.append)
    assert not table.confirm_walls_up(), "nobody asked for walls"
    handle = table.cycle()
    assert not handle.future.done()
    assert table.snapshot().state is S.STACKING
    assert table.confirm_walls_up()
    assert handle.result(0).ok
    assert table.snapshot().state is S.WALLS_UP
    assert [type(event) for event in events] == [StateChanged, StateChanged, CommandFinished]


def test_the_throw_is_what_a_person_enters(table: ManualTable) -> None:
    table.cycle()
    table.confirm_walls_up()
    events: list[TableEvent] = []
    table.subscribe(events.append)
    handle = table.roll_dice()
    assert not table.confirm_walls_up()
    with pytest.raises(ValueError, match="no throw of two dice"):
        table.enter_dice(0, 7)
    assert table.enter_dice(3, 4)
    assert not table.enter_dice(3, 4)
    assert handle.result(0).ok
    assert DiceRolled((3, 4)) in events
    assert (table.snapshot().state, table.snapshot().dice) == (S.WALLS_UP, (3, 4))


def test_one_request_at_a_time(table: ManualTable) -> None:
    table.cycle()
    assert table.roll_dice().result(0).reason is Reason.BUSY


def test_a_stop_takes_the_request_back(table: ManualTable) -> None:
    handle = table.cycle()
    assert table.stop().result(0).ok
    assert handle.result(0).reason is Reason.STOPPED
    assert table.snapshot().state is S.EMPTY


def test_after_an_emergency_stop_a_reset_is_needed(table: ManualTable) -> None:
    handle = table.raise_walls()
    table.emergency_stop()
    assert handle.result(0).reason is Reason.ESTOP
    assert table.snapshot().state is S.ESTOP
    assert table.snapshot().needs_reset
    for command in (table.cycle, table.raise_walls, table.lower_lifts, table.roll_dice, table.stop):
        assert command().result(0).reason is Reason.ESTOP
    assert table.reset().result(0).ok
    assert table.snapshot().fault is None
    assert not table.cycle().future.done()


def test_closing_fails_the_request(table: ManualTable) -> None:
    handle = table.cycle()
    table.close()
    assert handle.result(0).reason is Reason.CLOSED
    assert table.cycle().result(0).reason is Reason.CLOSED
