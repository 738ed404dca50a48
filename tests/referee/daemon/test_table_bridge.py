"""The bridge between a table and the desk: whose a button is, and what a press that came late means."""

from collections.abc import Callable

import pytest

from drivers.table.events import ButtonPressed, DiceRolled, TableEvent
from drivers.table.manual import ManualTable
from drivers.table.states import Button
from referee.daemon.table_bridge import TableBridge
from referee.desk.observation import ButtonSeen, DiceSeen, Observation, TableSeen
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


def test_dice_are_told() -> None:
    assert seen(DiceRolled((3, 4))) == [DiceSeen((3, 4))]
