"""The promises of the link, over lines as bad as they come, in virtual time.

Whatever the line does: a press is told once and in order, a command is carried out at most once and with its own
meaning, nothing moves without a reset in the session under way, and as soon as the line is good again all goes on.
"""

from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.link.faulty_line import PERFECT_LINE, LineFaults
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_facts import ChangeKind
from drivers.simulator.virtual_table import VirtualTable
from drivers.table.events import ButtonPressed, CommandFinished, DiceRolled, TableEvent
from drivers.table.interface import CommandHandle
from drivers.table.states import Button, Reason, TableState

shares = st.sampled_from([0.0, 0.01, 0.05, 0.2])
lines = st.builds(
    LineFaults,
    lost_writes=shares,
    damaged_bytes=st.sampled_from([0.0, 0.001, 0.01, 0.05]),
    garbage_writes=shares,
    delay_s=st.sampled_from([0.0, 0.005, 0.08]),
    jitter_s=st.sampled_from([0.0, 0.05]),
    doubled_writes=shares,
    swapped_writes=shares,
    one_byte=st.booleans(),
)
acts = st.lists(
    st.tuples(st.sampled_from(["dice", "press", "reset", "cycle", "unplug", "reboot"]), st.floats(0.05, 3.0)),
    max_size=14,
)
FAST = TwinConfig(speed=20.0)


def _in_use(line: LineFaults = PERFECT_LINE, seed: int = 0) -> tuple[VirtualTable, list[TableEvent]]:
    """A table that was reset over a good line, which then turns into `line`."""
    table = VirtualTable(FAST, seed=seed)
    events: list[TableEvent] = []
    table.subscribe(events.append)
    table.start()
    _ready(table)
    events.clear()
    table.twin.take_changes()
    table.set_line(line)
    return table, events


def _ready(table: VirtualTable) -> None:
    assert table.run_until(lambda: table.snapshot().link_up, 20.0)
    handle = table.reset()
    assert table.run_until(handle.future.done, 10.0)
    assert handle.result(0).ok, handle.result(0)


def _thrown(table: VirtualTable) -> list[list[int]]:
    return [change.facts["dice"] for change in table.twin.take_changes() if change.kind is ChangeKind.DICE]  # type: ignore[misc]


@settings(max_examples=40, deadline=None)
@given(lines, st.integers(0, 10**6), st.lists(st.floats(0.06, 0.7), max_size=20))
def test_every_press_is_told_once_and_in_order(line: LineFaults, seed: int, pauses: list[float]) -> None:
    table, events = _in_use(line, seed)
    pressed = []
    for number, pause_s in enumerate(pauses):
        side, button = number % 4, list(Button)[number % len(Button)]
        table.twin.press(side, button, table.now_s)
        pressed.append((side, button))
        table.run_for(pause_s)
    table.set_line(PERFECT_LINE)
    table.run_for(10.0)
    told = [(event.seat_index, event.button) for event in events if isinstance(event, ButtonPressed)]
    assert told == pressed


@settings(max_examples=40, deadline=None)
@given(lines, st.integers(0, 10**6), st.integers(1, 6))
def test_a_throw_is_made_once_for_each_command_that_was_done(line: LineFaults, seed: int, wanted: int) -> None:
    table, events = _in_use(line, seed)
    endings: list[CommandFinished] = []
    for _ in range(wanted):
        handle = table.roll_dice()
        assert table.run_until(handle.future.done, 30.0), "every command ends"
        endings.append(handle.result(0))
    table.set_line(PERFECT_LINE)
    table.run_for(10.0)
    thrown = _thrown(table)
    told = [list(event.dice) for event in events if isinstance(event, DiceRolled)]
    assert told == thrown, "each throw is told once, and no other"
    assert sum(ending.ok for ending in endings) <= len(thrown) <= wanted


@settings(max_examples=40, deadline=None)
@given(lines, st.integers(0, 10**6), acts)
def test_nothing_ever_hangs_and_nothing_moves_by_itself(
    line: LineFaults, seed: int, acts: list[tuple[str, float]]
) -> None:
    table, events = _in_use(line, seed)
    handles: list[CommandHandle] = []
    for number, (act, pause_s) in enumerate(acts):
        match act:
            case "dice":
                handles.append(table.roll_dice())
            case "cycle":
                handles.append(table.cycle())
            case "reset":
                handles.append(table.reset())
            case "press":
                table.twin.press(number % 4, Button.READY, table.now_s)
            case "reboot":
                table.twin.power_cycle(number + 2, table.now_s)
            case "unplug":
                table.unplug()
                table.run_for(pause_s)
                table.plug()
        table.run_for(pause_s)
    table.unplug()
    lost = len(events)
    table.run_for(1.1)
    assert table.twin.state().state is TableState.UNKNOWN
    table.set_line(PERFECT_LINE)
    table.twin.take_changes()
    table.plug()
    table.run_for(30.0)
    assert table.snapshot().link_up
    assert table.snapshot().state is TableState.UNKNOWN, "a person has not said that the table is clear"
    assert {change.kind for change in table.twin.take_changes()} <= {
        ChangeKind.HOST,
        ChangeKind.STATE,
        ChangeKind.FAULT,
    }
    assert not any(isinstance(event, CommandFinished) and event.ok for event in events[lost:])
    assert all(handle.future.done() for handle in handles)
    _ready(table)
    handle = table.cycle()
    assert table.run_until(handle.future.done, 30.0)
    assert handle.result(0).ok
    assert table.snapshot().state is TableState.WALLS_UP


@settings(max_examples=30, deadline=None)
@given(lines, st.integers(0, 10**6), st.floats(0.0, 3.0), st.integers(1, 10))
def test_an_emergency_stop_always_comes_through(line: LineFaults, seed: int, after_s: float, presses: int) -> None:
    table, _ = _in_use(line, seed)
    handle = table.cycle()
    table.run_for(after_s)
    for _ in range(presses):
        table.emergency_stop()
    assert table.snapshot().state is TableState.ESTOP
    assert handle.future.done()
    if after_s < 2.0:
        assert handle.result(0).reason in (Reason.ESTOP, Reason.LINK_LOST)
    table.set_line(PERFECT_LINE)
    assert table.run_until(lambda: table.twin.state().state is TableState.ESTOP, 10.0)
    refused = table.cycle()
    table.run_for(1.0)
    assert refused.result(0).reason in (Reason.ESTOP, Reason.LINK_DOWN)
    assert table.run_until(lambda: table.snapshot().link_up, 20.0)
    table.run_for(1.0)
    _ready(table)
    assert table.snapshot().faults == ()


def test_a_cycle_completes_on_a_line_that_damages_one_byte_in_a_hundred() -> None:
    table, _ = _in_use(LineFaults(damaged_bytes=0.01), seed=4)
    handle = table.cycle()
    assert table.run_until(handle.future.done, 30.0)
    assert handle.result(0).ok


def test_the_same_seed_gives_the_same_run() -> None:
    def run() -> list[TableEvent]:
        table, events = _in_use(LineFaults(lost_writes=0.2, damaged_bytes=0.01), seed=8)
        handle = table.cycle()
        table.run_until(handle.future.done, 30.0)
        return events

    assert run() == run()
