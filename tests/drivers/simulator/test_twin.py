"""The firmware twin over a line in virtual time: what the world does to it, and what the host is told."""

from typing import Any

import pytest

from drivers.link.messages import Command
from drivers.simulator.control_lines import parse_request
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_facts import ChangeKind
from drivers.simulator.twin_plan import Trigger
from drivers.simulator.twin_requests import answer_request
from drivers.simulator.virtual_table import VirtualTable
from drivers.table.events import ButtonPressed, FaultCleared, FaultRaised, TableEvent
from drivers.table.faults import FaultCode, FaultPlace, fault_of
from drivers.table.numbers import VERB_NUMBERS
from drivers.table.states import Button, CommandKind, Reason, TableState
from referee.tiles.errors import InputError


@pytest.fixture
def table() -> VirtualTable:
    made = VirtualTable(TwinConfig(speed=10.0))
    made.start()
    handle = made.reset()
    assert made.run_until(handle.future.done, 5.0)
    return made


def _told(table: VirtualTable) -> list[TableEvent]:
    events: list[TableEvent] = []
    table.subscribe(events.append)
    return events


def test_a_bounce_is_one_press_and_two_presses_are_two(table: VirtualTable) -> None:
    events = _told(table)
    for pause_s in (0.01, 0.02, 0.2, 0.01):
        table.twin.press(1, Button.RON, table.now_s)
        table.run_for(pause_s)
    table.run_for(0.1)
    assert [event for event in events if isinstance(event, ButtonPressed)] == [
        ButtonPressed(1, Button.RON, pytest.approx(0, abs=0.01)),
        ButtonPressed(1, Button.RON, pytest.approx(0, abs=0.01)),
    ]


def test_both_lift_keys_pause_the_stacking_and_one_resumes(table: VirtualTable) -> None:
    handle = table.cycle()
    assert table.run_until(lambda: table.snapshot().state is TableState.STACKING, 10.0)
    table.twin.press(0, Button.LIFT, table.now_s)
    table.run_for(0.1)
    assert table.snapshot().state is TableState.STACKING
    table.twin.press(2, Button.LIFT, table.now_s)
    table.run_for(0.1)
    assert table.snapshot().state is TableState.PAUSED_TOPUP
    table.run_for(300.0)
    assert not handle.future.done(), "the deadline stands still while people add tiles"
    table.twin.press(3, Button.LIFT, table.now_s)
    assert table.run_until(handle.future.done, 30.0)
    assert handle.result(0).ok


def test_a_jam_stops_the_table_tells_where_and_needs_a_person(table: VirtualTable) -> None:
    events = _told(table)
    jam = fault_of(FaultCode.TILE_JAM_HEAD, FaultPlace(side=2, part="head"))
    table.twin.inject(jam, table.now_s, Trigger(TableState.STACKING, stacks=9))
    handle = table.cycle()
    assert table.run_until(handle.future.done, 20.0)
    table.run_for(0.5)
    ending = handle.result(0)
    assert (ending.ok, ending.reason) == (False, Reason.FAULT)
    assert ending.fault is not None
    assert ending.fault.code is FaultCode.TILE_JAM_HEAD
    snapshot = table.snapshot()
    assert snapshot.state is TableState.FAULT
    assert snapshot.fault == jam
    assert snapshot.stacks[2] == 9
    table.run_for(100.0)
    assert table.snapshot().stacks == snapshot.stacks

    refused = table.reset()
    table.run_until(refused.future.done, 5.0)
    assert refused.result(0).reason is Reason.FAULT, "the tile is still there"
    table.twin.clear(FaultCode.TILE_JAM_HEAD, table.now_s)
    table.run_for(1.0)
    assert table.snapshot().state is TableState.FAULT, "it stays latched until a person says so"
    again = table.reset()
    assert table.run_until(again.future.done, 5.0)
    assert table.snapshot().fault is None
    assert [type(event) for event in events if isinstance(event, FaultRaised | FaultCleared)] == [
        FaultRaised,
        FaultCleared,
    ]
    cycle = table.cycle()
    assert table.run_until(cycle.future.done, 20.0)
    assert cycle.result(0).ok


def test_after_a_power_cycle_the_table_is_unknown_and_says_that_it_rebooted(table: VirtualTable) -> None:
    cycle = table.cycle()
    table.run_until(cycle.future.done, 20.0)
    walls = table.twin.walls()
    table.twin.power_cycle(boot_id=99, now_s=table.now_s)
    assert table.run_until(lambda: not table.snapshot().link_up, 1.0)
    assert table.run_until(lambda: table.snapshot().link_up, 5.0)
    table.run_for(5.0)
    snapshot = table.snapshot()
    assert (snapshot.state, snapshot.boot_id, snapshot.needs_reset) == (TableState.UNKNOWN, 99, True)
    assert [fault.code for fault in snapshot.faults] == [FaultCode.REBOOTED]
    assert table.twin.walls() == walls, "the tiles lie where they lay"
    handle = table.reset()
    table.run_until(handle.future.done, 5.0)
    assert table.snapshot().faults == ()


def test_in_test_mode_the_host_moves_nothing(table: VirtualTable) -> None:
    table.twin.power_cycle(boot_id=99, now_s=table.now_s, test_mode=True)
    table.run_for(5.0)
    assert table.snapshot().state is TableState.TEST
    for command in (table.reset, table.cycle):
        handle = command()
        table.run_until(handle.future.done, 5.0)
        assert not handle.result(0).ok
    assert table.snapshot().state is TableState.TEST


def test_a_silent_host_stops_the_motors(table: VirtualTable) -> None:
    table.cycle()
    table.run_for(2.0)
    table.unplug()
    table.run_for(1.1)
    before = table.twin.state()
    assert before.state is TableState.UNKNOWN
    assert FaultCode.HOST_LOST in [fault.code for fault in before.faults]
    table.run_for(100.0)
    assert table.twin.state().stacks == before.stacks


def test_a_command_that_is_sent_twice_under_one_id_is_carried_out_once(table: VirtualTable) -> None:
    table.twin.take_changes()
    for pause_s in (0.05, 1.0, 1.0):
        assert table.host.send(Command(500, VERB_NUMBERS[CommandKind.DICE], 0), table.now_s)
        table.run_for(pause_s)
    assert [change.kind for change in table.twin.take_changes()].count(ChangeKind.DICE) == 1


@pytest.mark.parametrize(("verb", "argument"), [(99, 0), (2, 1)])
def test_a_command_that_is_not_known_is_rejected(table: VirtualTable, verb: int, argument: int) -> None:
    before = table.twin.state().state
    table.host.send(Command(500, verb, argument), table.now_s)
    table.run_for(1.0)
    assert table.twin.state().state is before
    assert any("REJECTED" in record.text() for record in table.host.frames())


def test_changes_tell_the_world_around_it(table: VirtualTable) -> None:
    table.twin.take_changes()
    handle = table.cycle()
    table.run_until(handle.future.done, 20.0)
    table.roll_dice()
    table.run_for(1.0)
    changes = table.twin.take_changes()
    kinds = [change.kind for change in changes]
    assert kinds.count(ChangeKind.STACKS) >= 4 * 17
    assert kinds.count(ChangeKind.WALLS) == 1
    assert kinds.count(ChangeKind.DICE) == 1
    walls = next(change.facts for change in changes if change.kind is ChangeKind.WALLS)
    assert walls["deal_no"] == 1


REQUESTS: list[tuple[str, str]] = [
    ('{"do": "press", "side": 4, "button": "ron"}', "expected 0 to 3"),
    ('{"do": "press", "side": true, "button": "ron"}', "whole number"),
    ('{"do": "press", "side": 1, "button": "bell"}', "expected one of start, lift"),
    ('{"do": "fault", "code": "FIRE"}', "there is no fault 'FIRE'"),
    ('{"do": "fault", "code": "UNKNOWN_FAULT"}', "cannot be put in"),
    ('{"do": "fault", "code": "TILE_SHORT", "count": 256}', "0 to 255"),
    ('{"do": "fault", "code": "TILE_SHORT", "part": "' + "x" * 33 + '"}', "at most 32 bytes"),
    ('{"do": "fault", "code": "TILE_SHORT", "when": 3}', "expected an object"),
    ('{"do": "fault", "code": "TILE_SHORT", "when": {"state": "GONE"}}', "there is no state"),
    ('{"do": "dance"}', "expected one of state, walls"),
    ("{}", "is no request"),
    ("[1]", "a request is a JSON object"),
    ("nonsense", "not JSON"),
]


@pytest.mark.parametrize(("line", "words"), REQUESTS)
def test_a_bad_request_is_told_what_is_wrong(table: VirtualTable, line: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as refused:
        answer_request(table.twin, parse_request(line.encode()), table.now_s, lambda: 5)
    assert "\n" not in str(refused.value)


def test_requests_do_what_they_say(table: VirtualTable) -> None:
    def ask(**request: Any) -> dict[str, Any]:
        return answer_request(table.twin, request, table.now_s, lambda: 5)

    assert ask(do="walls") == {"walls": None}
    assert ask(do="press", side=2, button="ready") == {"pressed": True}
    ask(do="fault", code="TILE_SHORT", side=1, count=2, when={"state": "STACKING", "stacks": 3})
    table.cycle()
    table.run_for(10.0)
    state = ask(do="state")["state"]
    assert (state["state"], state["stacks"][1]) == ("FAULT", 16)
    assert state["faults"][0]["code"] == "TILE_SHORT"
    ask(do="clear", code="TILE_SHORT")
    ask(do="power_cycle")
    assert ask(do="state")["state"]["boot_id"] == 5


@pytest.mark.parametrize("speed", [0.0, -1.0, 1e9, float("nan")])
def test_a_speed_that_makes_no_sense_is_refused(speed: float) -> None:
    with pytest.raises(InputError, match="makes no sense"):
        TwinConfig(speed=speed)
