"""Fault scripts: what they say, what is wrong with bad ones, and that the simulated table does what they say."""

from pathlib import Path

import pytest

from drivers.simulator.fault_entry import CODES
from drivers.simulator.fault_script import FaultScriptError, load_fault_script, read_fault_script
from drivers.simulator.twin_acts import (
    Act,
    Break,
    CameraTrouble,
    CutPower,
    DisturbCamera,
    DisturbLine,
    LaySticks,
    LineTrouble,
    Mend,
    PowerLoss,
    PressKey,
    Slow,
    TurnSwitch,
)
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_plan import Trigger
from drivers.simulator.virtual_table import VirtualTable
from drivers.table.events import FaultRaised
from drivers.table.faults import FaultCode, FaultPlace, fault_of
from drivers.table.states import Button, Reason, TableState
from referee.strict_yaml import YamlError

EXAMPLES = sorted((Path(__file__).parents[3] / "config" / "faults").glob("*.yaml"))

READ: list[tuple[str, Trigger, Act]] = [
    (
        "{fault: TILE_JAM_HEAD, side: 2, when: {deal: 1, state: STACKING, stacks: 9}}",
        Trigger(TableState.STACKING, stacks=9, side=2, deal=1),
        Break(fault_of(FaultCode.TILE_JAM_HEAD, FaultPlace(2)), Mend(at_reset=True)),
    ),
    (
        "{fault: MOTOR_SLOW, part: chain, mend: 7.5}",
        Trigger(),
        Break(fault_of(FaultCode.MOTOR_SLOW, FaultPlace(part="chain")), Mend(after_s=7.5)),
    ),
    (
        "{fault: OVERTEMP, mend: never, when: {at: 30, after: 2}}",
        Trigger(at_s=30, after_s=2),
        Break(fault_of(FaultCode.OVERTEMP), Mend()),
    ),
    (
        "{fault: DICE_NO_SPIN, mend: told}",
        Trigger(),
        Break(fault_of(FaultCode.DICE_NO_SPIN), Mend(when_told=True)),
    ),
    ("{line: unplug, for: 3, when: {discard: 5}}", Trigger(discard=5), DisturbLine(LineTrouble.UNPLUG, 3.0)),
    ("{line: garbage}", Trigger(), DisturbLine(LineTrouble.GARBAGE, 2.0)),
    ("{power: trip, for: 0.5}", Trigger(), CutPower(PowerLoss.TRIP, 0.5)),
    ("{slow: 2.5, mend: reset}", Trigger(), Slow(2.5, Mend(at_reset=True))),
    ("{key: ron, side: 3, for: 12}", Trigger(), PressKey(3, Button.RON, 12.0)),
    ("{switch: 112}", Trigger(), TurnSwitch(112)),
    ("{sticks: 24300, side: 2}", Trigger(), LaySticks(2, 24_300)),
    (
        "{camera: tray-A, shows: swap, with: tray-B, mend: 4}",
        Trigger(),
        DisturbCamera("tray-A", CameraTrouble.SWAP, Mend(after_s=4.0), "tray-B"),
    ),
]


@pytest.mark.parametrize(("entry", "trigger", "act"), READ)
def test_an_entry_says_what_happens_when_and_how_it_ends(entry: str, trigger: Trigger, act: Act) -> None:
    script = read_fault_script(f"faults:\n- {entry}\n")
    assert script.happenings == ((trigger, act),)


BAD: list[tuple[str, int, str]] = [
    ("faults: []", 1, "at least one happening"),
    ("- fault: OVERTEMP", 1, "a script is a mapping"),
    ("fault: OVERTEMP", 1, "a script has 'faults' and 'about'"),
    ("about: [1]\nfaults: [{slow: 2}]", 1, "expected a text"),
    ("faults:\n- {}", 2, "give one of fault, line, power"),
    ("faults:\n- 3", 2, "give one of fault, line, power"),
    ("faults:\n- {slow: 2, switch: 112}", 2, "is both slow and switch"),
    ("faults:\n- fault: FIRE", 2, "'FIRE': expected one of TILE_JAM_HEAD"),
    ("faults:\n- fault: UNKNOWN_FAULT", 2, "expected one of"),
    ("faults:\n- fault: OVERTEMP\n  side: 4", 3, "whole number from 0 to 3"),
    ("faults:\n- fault: OVERTEMP\n  side: true", 3, "whole number from 0 to 3"),
    ("faults:\n- fault: TILE_SHORT\n  count: 300", 3, "from 0 to 255"),
    ("faults:\n- fault: BUTTON_STUCK\n  part: bell", 3, "expected a key, one of start, lift"),
    ("faults:\n- fault: MOTOR_OPEN\n  part: ''", 3, "at most 32 bytes, such as drum"),
    ("faults:\n- fault: MODE_CHANGED\n  count: 99", 3, "the switch knows 136, 120, 112"),
    ("faults:\n- fault: OVERTEMP\n  mend: soon", 3, "expected seconds, reset"),
    ("faults:\n- {slow: 2, mend: told}", 2, "expected seconds, reset"),
    ("faults:\n- fault: OVERTEMP\n  mend: -1", 3, "expected seconds, reset"),
    ("faults:\n- fault: OVERTEMP\n  for: 3", 3, "no such field here; this has fault, side, part, count, mend, when"),
    ("faults:\n- line: cut", 2, "'cut': expected one of unplug, silence, garbage"),
    ("faults:\n- line: unplug\n  for: long", 3, "expected seconds, from 0 to 600"),
    ("faults:\n- power: more", 2, "expected one of reboot, trip, brown_out"),
    ("faults:\n- slow: 0", 2, "from 0.1 to 100"),
    ("faults:\n- key: lift", 2, "side: is missing; add it"),
    ("faults:\n- {sticks: -5, side: 1}", 2, "from 0 to 1000000"),
    ("faults:\n- sticks: 100", 2, "side: is missing; add it"),
    ("faults:\n- switch: 17", 2, "136, 120, 112, or 0 for the test mode"),
    ("faults:\n- camera: front\n  shows: black", 2, "expected one of overhead, tray-A, tray-B"),
    ("faults:\n- camera: overhead", 2, "shows: is missing; add it, one of cover, freeze"),
    ("faults:\n- {camera: overhead, shows: swap}", 2, "with: is missing; add it, one of tray-A, tray-B"),
    ("faults:\n- slow: 2\n  when: 3", 3, "expected a mapping such as"),
    ("faults:\n- slow: 2\n  when: {state: ASLEEP}", 3, "expected one of UNKNOWN, HOMING"),
    ("faults:\n- slow: 2\n  when: {deal: 0}", 3, "whole number from 1 to 1000"),
    ("faults:\n- slow: 2\n  when: {stacks: 18}", 3, "from 0 to 17"),
    ("faults:\n- slow: 2\n  when:\n    dael: 1", 4, "no such field here; this has state, stacks, deal"),
]


@pytest.mark.parametrize(("text", "line", "words"), BAD)
def test_a_bad_script_is_refused_with_line_and_remedy(text: str, line: int, words: str) -> None:
    with pytest.raises(FaultScriptError) as refused:
        read_fault_script(text, "demo.yaml")
    assert any(problem.line == line and words in problem.sentence("demo.yaml") for problem in refused.value.problems)
    assert str(refused.value).startswith(refused.value.problems[0].sentence("demo.yaml"))


def test_all_that_is_wrong_is_said_at_once_in_the_order_of_the_lines() -> None:
    text = "faults:\n- fault: FIRE\n- slow: 0\n- line: unplug\n  for: -2\n  when: {deal: 0, discard: 0}\n"
    with pytest.raises(FaultScriptError) as refused:
        read_fault_script(text)
    assert [problem.line for problem in refused.value.problems] == [2, 3, 5, 6, 6]
    assert "and 4 more" in str(refused.value)


@pytest.mark.parametrize("text", ["faults: [", "faults: []\nfaults: []", "faults: !!python/object:os.system {}"])
def test_what_is_no_strict_yaml_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(YamlError, match="the script line"):
        read_fault_script(text)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_can_be_used_and_says_what_it_is_for(path: Path) -> None:
    script = load_fault_script(path)
    assert script.happenings
    assert script.about


def test_the_examples_show_every_fault_and_every_other_happening() -> None:
    acts = [act for path in EXAMPLES for _, act in load_fault_script(path).happenings]
    assert {act.fault.code for act in acts if isinstance(act, Break)} == set(CODES)
    assert {act.what for act in acts if isinstance(act, DisturbLine)} == set(LineTrouble)
    assert {act.why for act in acts if isinstance(act, CutPower)} == set(PowerLoss)
    assert {act.what for act in acts if isinstance(act, DisturbCamera)} == set(CameraTrouble)
    assert {Slow, PressKey, TurnSwitch, LaySticks} <= {type(act) for act in acts}


def followed(text: str, speed: float = 20.0) -> VirtualTable:
    """A table that follows a script."""
    table = VirtualTable(TwinConfig(speed=speed))
    table.start()
    for trigger, act in read_fault_script(text).happenings:
        table.twin.plan(trigger, act, table.now_s)
    reset = table.reset()
    assert table.run_until(reset.future.done, 5.0)
    return table


def test_a_fault_waits_for_its_deal_and_a_reset_mends_it() -> None:
    table = followed("faults:\n- {fault: TILE_JAM_HEAD, side: 2, when: {deal: 2, state: STACKING}}")
    first = table.cycle()
    assert table.run_until(first.future.done, 30.0)
    assert first.result(0).ok
    assert table.twin.state().causes == (), "the second set is stacked while deal 1 lies on the table"
    table.run_for(5.0)
    second = table.cycle()
    assert table.run_until(second.future.done, 30.0)
    table.run_for(5.0)
    assert [fault.code for fault in table.snapshot().faults] == [FaultCode.TILE_JAM_HEAD]
    reset = table.reset()
    assert table.run_until(reset.future.done, 5.0)
    assert reset.result(0).ok, "whoever resets has taken the tile out"
    third = table.cycle()
    assert table.run_until(third.future.done, 30.0)
    assert third.result(0).ok


def test_a_fault_that_is_never_mended_stays() -> None:
    table = followed("faults:\n- {fault: OVERTEMP, mend: never}")
    for _ in range(3):
        reset = table.reset()
        table.run_until(reset.future.done, 5.0)
        assert reset.result(0).reason is Reason.FAULT


def test_a_fault_that_mends_itself_is_gone_after_its_time() -> None:
    table = followed("faults:\n- {fault: SENSOR_BLOCKED, mend: 40, when: {at: 60}}")
    table.run_for(57 / 20)
    assert table.snapshot().faults == ()
    table.run_for(20 / 20)
    assert [fault.code for fault in table.snapshot().faults] == [FaultCode.SENSOR_BLOCKED]
    table.run_for(30 / 20)
    assert table.snapshot().faults == ()


def test_a_happening_waits_for_the_nth_discard_of_its_deal() -> None:
    table = followed("faults:\n- {line: unplug, for: 1, when: {deal: 1, discard: 3}}")
    cycle = table.cycle()
    assert table.run_until(cycle.future.done, 30.0)
    for _ in range(2):
        table.twin.discarded(table.now_s)
        table.run_for(0.5)
    assert table.snapshot().link_up
    table.twin.discarded(table.now_s)
    table.run_for(0.2)
    assert not table.snapshot().link_up
    assert table.run_until(lambda: table.snapshot().link_up, 5.0), "the cable is back after its second"
    assert table.snapshot().needs_reset


@pytest.mark.parametrize(("line", "lost"), [("unplug", True), ("silence", True), ("garbage", False)])
def test_a_bad_line_is_bad_for_its_time_and_good_again(line: str, lost: bool) -> None:
    table = followed(f"faults:\n- {{line: {line}, for: 2, when: {{at: 60}}}}")
    table.run_for(60 / 20 + 1.5)
    assert table.snapshot().link_up is not lost or line == "garbage"
    bad = table.snapshot().bad_frames
    assert (bad > 0) == (line == "garbage")
    assert table.run_until(lambda: table.snapshot().link_up, 10.0)
    table.run_for(3.0)
    reset = table.reset()
    assert table.run_until(reset.future.done, 5.0)
    assert reset.result(0).ok


@pytest.mark.parametrize(
    ("why", "told"), [("reboot", None), ("trip", FaultCode.OVERTEMP), ("brown_out", FaultCode.UNDERVOLTAGE)]
)
def test_lost_power_comes_back_as_another_boot_that_may_say_why(why: str, told: FaultCode | None) -> None:
    table = followed(f"faults:\n- {{power: {why}, for: 1.5, when: {{state: STACKING, stacks: 5}}}}")
    boot_id = table.snapshot().boot_id
    cycle = table.cycle()
    assert table.run_until(cycle.future.done, 10.0)
    assert cycle.result(0).reason is Reason.LINK_LOST
    assert table.run_until(lambda: table.snapshot().link_up, 10.0)
    table.run_for(1.0)
    assert table.snapshot().boot_id != boot_id
    codes = [fault.code for fault in table.snapshot().faults]
    assert codes == [code for code in (FaultCode.REBOOTED, told) if code is not None]
    assert table.cycle().result(0).reason is Reason.NEEDS_RESET, "a person homes it first"


def test_what_is_mended_when_it_was_told_is_told_once() -> None:
    kinds = ("DICE_NO_SPIN", "DICE_NO_STOP", "DICE_UNREADABLE")
    table = followed("faults:\n" + "".join(f"- {{fault: {kind}, mend: told}}\n" for kind in kinds))
    raised: list[str] = []
    table.subscribe(lambda event: raised.append(event.fault.code) if isinstance(event, FaultRaised) else None)
    reasons = []
    for _ in range(4):
        throw = table.roll_dice()
        assert table.run_until(throw.future.done, 5.0)
        reasons.append(throw.result(0).reason)
    assert reasons == [Reason.FAULT, Reason.FAULT, Reason.FAULT, None]
    assert tuple(raised) == kinds
    assert table.snapshot().faults == ()


def test_a_slow_table_is_slow_until_it_is_mended() -> None:
    table = followed("faults:\n- {slow: 2.5, mend: reset, when: {state: STACKING}}")
    cycle = table.cycle()
    assert table.run_until(cycle.future.done, 30.0)
    assert cycle.result(0).ok
    assert [fault.code for fault in table.snapshot().faults] == [FaultCode.SLOW_CYCLE]
    assert table.snapshot().elapsed_ms > 80_000


def test_keys_and_switch_are_worked_by_script() -> None:
    table = followed(
        "faults:\n- {key: ron, side: 1, for: 15, when: {at: 10}}\n- {switch: 0, when: {at: 60}}\n"
        "- {switch: 136, when: {at: 80}}\n"
    )
    table.run_for(19 / 20)
    assert [fault.code for fault in table.snapshot().faults] == [FaultCode.BUTTON_STUCK]
    table.run_for(20 / 20)
    assert table.snapshot().faults == (), "it was let go"
    table.run_for(35 / 20)
    assert table.snapshot().state is TableState.TEST
    table.run_for(20 / 20)
    assert table.snapshot().state is TableState.UNKNOWN
