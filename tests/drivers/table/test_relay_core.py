"""A table behind a relay board, in virtual time: what it does, what it cannot know, that nothing moves by itself."""

from collections.abc import Callable

import pytest

from drivers.table.events import CommandFinished, FaultRaised, LinkLost, LinkUp, StateChanged, TableEvent
from drivers.table.faults import FaultCode
from drivers.table.interface import CommandHandle
from drivers.table.relay_core import RelayCore
from drivers.table.relay_dialect import DIALECTS
from drivers.table.relay_settings import RelayWiring
from drivers.table.states import CommandKind, Reason, TableState
from tests.drivers.table.relay_house import LIFT, READY, START, Board, OldTable

S = TableState
WIRED = RelayWiring(START, LIFT, READY, push_in_s=10.0)
BLIND = RelayWiring(1, 2, None, dialect=DIALECTS["lcus"], push_in_s=10.0)


class House:
    """Core, board and table on one virtual clock."""

    def __init__(self, wiring: RelayWiring = WIRED, dialect: str = "numato", stack_s: float = 40.0) -> None:
        self.core = RelayCore(wiring)
        self.table = OldTable(stack_s)
        self.board = Board(dialect, self.table)
        self.now_s = 0.0
        self.events: list[TableEvent] = []
        self.core.opened(self.now_s)
        self.there = True
        self.run(1.0)

    def run(self, seconds: float) -> None:
        self.until(lambda: False, seconds)

    def until(self, condition: Callable[[], bool], limit_s: float = 300.0) -> bool:
        end_s = self.now_s + limit_s
        while not condition():
            if self.now_s >= end_s:
                return False
            self.now_s += 0.05
            answer = self.board.answer(self.core.take_output(), self.now_s)
            self.core.receive(answer, self.now_s)
            self.there = self.there and self.core.tick(self.now_s)
            events, endings = self.core.take_events()
            self.events += events
            for handle, ending in endings:
                handle.future.set_result(ending)
        return True

    def ask(self, kind: CommandKind, limit_s: float = 300.0) -> CommandFinished:
        handle = self.core.command(kind, self.now_s)
        assert self.until(handle.future.done, limit_s)
        return handle.result(0)

    def begin(self, kind: CommandKind) -> CommandHandle:
        return self.core.command(kind, self.now_s)

    def states(self) -> list[TableState]:
        return [event.state for event in self.events if isinstance(event, StateChanged)]


@pytest.fixture
def house() -> House:
    made = House()
    assert made.ask(CommandKind.RESET).ok
    made.events.clear()
    return made


def test_nothing_is_pressed_before_a_person_has_reset_it() -> None:
    house = House()
    assert house.core.snapshot().link_up
    assert house.core.snapshot().state is S.UNKNOWN
    assert house.ask(CommandKind.CYCLE).reason is Reason.NEEDS_RESET
    assert house.table.pressed == []


def test_a_first_cycle_takes_the_tiles_in_waits_for_the_lamp_and_raises(house: House) -> None:
    assert house.ask(CommandKind.CYCLE).ok
    assert house.table.pressed == [START, LIFT]
    assert house.table.walls == 1
    assert house.table.down == set(), "keys are let go"
    assert house.states() == [S.LID_OPEN, S.STACKING, S.RAISING, S.WALLS_UP]
    assert house.core.snapshot().raised is None, "nobody counted them"
    assert 40 < house.core.snapshot().elapsed_ms / 1000 < 60


def test_with_a_set_stacked_below_it_is_quick(house: House) -> None:
    house.ask(CommandKind.CYCLE)
    house.table.lit = True
    house.run(2)
    begun_s = house.now_s
    assert house.ask(CommandKind.CYCLE).ok
    assert house.now_s - begun_s < 15
    assert house.table.pressed == [START, LIFT, START, LIFT]


def test_a_hasty_cycle_waits_until_the_other_set_is_stacked(house: House) -> None:
    house.ask(CommandKind.CYCLE)
    house.table.lit = True
    house.run(2)
    house.ask(CommandKind.CYCLE)  # now a set is being stacked below
    handle = house.begin(CommandKind.CYCLE)
    house.run(5)
    assert house.core.snapshot().state is S.STACKING
    assert house.table.opened == 2, "the lid stays closed"
    assert house.until(handle.future.done)
    assert handle.result(0).ok
    assert house.table.walls == 3


def test_a_lamp_that_does_not_come_in_time_is_told_and_a_person_is_asked(house: House) -> None:
    house.table.works = False
    ending = house.ask(CommandKind.CYCLE, 400.0)
    assert ending.reason is Reason.DEADLINE
    assert [event.fault.code for event in house.events if isinstance(event, FaultRaised)] == [FaultCode.CYCLE_TIMEOUT]
    assert house.core.snapshot().state is S.UNKNOWN
    assert house.table.down == set()
    assert house.ask(CommandKind.CYCLE).reason is Reason.NEEDS_RESET
    assert house.ask(CommandKind.RESET).ok
    assert house.core.snapshot().faults == ()


def test_without_a_lamp_nobody_knows_whether_the_walls_are_up() -> None:
    house = House(BLIND, "lcus")
    assert house.core.snapshot().link_up
    house.ask(CommandKind.RESET)
    assert house.ask(CommandKind.CYCLE).ok
    assert house.table.pressed == [START, LIFT]
    assert house.core.snapshot().state is S.UNKNOWN
    assert house.core.snapshot().stacking is S.UNKNOWN


def test_what_the_table_cannot_do_is_refused(house: House) -> None:
    for kind in (CommandKind.DICE, CommandKind.LOWER):
        assert house.ask(kind).reason is Reason.UNSUPPORTED
    assert house.ask(CommandKind.RAISE).reason is Reason.NOTHING_STACKED


def test_one_command_at_a_time(house: House) -> None:
    house.begin(CommandKind.CYCLE)
    assert house.ask(CommandKind.CYCLE).reason is Reason.BUSY


def test_an_emergency_stop_lets_all_keys_go_and_is_latched(house: House) -> None:
    handle = house.begin(CommandKind.CYCLE)
    house.run(0.1)
    assert house.table.down == {START}
    house.board.answer(house.core.emergency_stop(house.now_s), house.now_s)
    assert house.table.down == set(), "at once, not when its turn comes"
    house.run(1)
    assert handle.result(0).reason is Reason.ESTOP
    assert house.core.snapshot().state is S.ESTOP
    assert house.ask(CommandKind.CYCLE).reason is Reason.ESTOP
    assert house.ask(CommandKind.STOP).reason is Reason.ESTOP
    house.run(100)
    assert house.table.pressed == [START]
    assert house.ask(CommandKind.RESET).ok
    assert house.core.snapshot().state is S.STACKED, "the table itself went on: nobody but its own switch stops it"


def test_a_key_that_was_about_to_be_pressed_is_not_pressed_behind_an_emergency_stop(house: House) -> None:
    house.begin(CommandKind.CYCLE)  # the line that presses start waits to be written
    house.board.answer(house.core.emergency_stop(house.now_s), house.now_s)
    house.run(5)
    assert house.table.pressed == []


def test_a_stop_lets_the_keys_go_and_asks_a_person(house: House) -> None:
    handle = house.begin(CommandKind.CYCLE)
    house.run(0.1)
    assert house.ask(CommandKind.STOP).ok
    assert handle.result(0).reason is Reason.STOPPED
    house.run(0.1)
    assert house.table.down == set()
    assert house.core.snapshot().needs_reset


def test_a_board_that_falls_silent_is_gone_within_a_second_and_nothing_resumes(house: House) -> None:
    handle = house.begin(CommandKind.CYCLE)
    house.run(15)
    house.board.silent = True
    begun_s = house.now_s
    assert house.until(lambda: not house.there, 5.0)
    assert house.now_s - begun_s < 1.0
    house.core.lost("silent", "gone", house.now_s)
    house.run(0.1)
    assert handle.result(0).reason is Reason.LINK_LOST
    assert [event for event in house.events if isinstance(event, LinkLost)] == [LinkLost("gone")]
    house.board.silent = False
    house.core.opened(house.now_s)
    pressed = list(house.table.pressed)
    house.run(100)
    assert isinstance(next(event for event in reversed(house.events) if not isinstance(event, StateChanged)), LinkUp)
    assert house.table.pressed == pressed, "nothing goes on by itself"
    assert house.ask(CommandKind.CYCLE).reason is Reason.NEEDS_RESET


def test_noise_between_the_answers_does_no_harm(house: House) -> None:
    answer = house.board.answer

    def noisy(data: bytes, now_s: float) -> bytes:
        out = answer(data, now_s)
        return (b"AT\r" + out) if out and round(now_s * 20) % 3 == 0 else out

    house.board.answer = noisy  # type: ignore[method-assign]
    assert house.ask(CommandKind.CYCLE).ok
    assert house.there
