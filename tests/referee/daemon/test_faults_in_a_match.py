"""Every fault in a running match, over a real pseudo-terminal, with the twin and the hall as processes of their own.

Each is put in by script at its moment; the simulated operator recovers as a person would; the match is played to its
end with the right points, and the record is what the table really did.
"""

from pathlib import Path

import pytest

from drivers.simulator.fault_entry import CODES
from drivers.simulator.fault_script import FaultScript, load_fault_script
from drivers.table.faults import FaultCode, FaultLevel, level_of
from referee.game import EventType
from referee.journal import judge, to_record17
from tests.referee.daemon.seen_match import Outcome, play_seen

C = FaultCode
EXAMPLES = Path(__file__).parents[3] / "config" / "faults"

ENTRIES: dict[FaultCode, str] = {
    C.TILE_JAM_HEAD: "side: 2, part: head, when: {deal: 1, state: STACKING, stacks: 9}",
    C.TILE_JAM_SLOT: "side: 1, part: slot, when: {deal: 1, state: STACKING, stacks: 4}",
    C.TILE_JAM_LIFT: "side: 3, part: lift, when: {deal: 1, state: RAISING}",
    C.TILE_SHORT: "side: 1, count: 2, when: {deal: 1, state: STACKING}",
    C.TILE_EXTRA: "side: 0, count: 1, when: {deal: 1, state: STACKING}",
    C.COUNT_MISMATCH: "side: 2, count: 1, when: {deal: 1, state: STACKING, stacks: 3}",
    C.LIFT_NOT_UP: "side: 1, when: {deal: 1, state: RAISING}",
    C.LIFT_NOT_DOWN: "side: 3, when: {deal: 2, state: LOWERING}",
    C.LIFT_CYCLING: "side: 2, when: {deal: 1, state: STACKING}",
    C.LID_NOT_OPEN: "when: {deal: 1, state: LID_OPENING}",
    C.LID_NOT_CLOSED: "when: {deal: 1, state: LID_CLOSING}",
    C.LID_OBSTRUCTED: "when: {deal: 1, state: LID_CLOSING}",
    C.CHAIN_NOT_HOME: "when: {deal: 1, state: STACKING}",
    C.CYCLE_OVERRUN: "when: {deal: 1, state: STACKING}",
    C.SENSOR_BLOCKED: "part: pusher, when: {deal: 1, state: STACKING}",
    C.SENSOR_FAILED: "part: lid, when: {deal: 1, state: LID_OPENING}",
    C.MOTOR_OPEN: "part: drum, when: {deal: 1, state: STACKING}",
    C.MOTOR_OVERCURRENT: "part: lift, side: 1, when: {deal: 1, state: RAISING}",
    C.MOTOR_SLOW: "part: lid, when: {deal: 2, state: LOWERING}",
    C.SLOW_CYCLE: "when: {deal: 1, state: STACKING}, mend: 90",
    C.CYCLE_TIMEOUT: "when: {deal: 1, state: STACKING}",
    C.DICE_NO_SPIN: "when: {deal: 1, state: WALLS_UP}, mend: told",
    C.DICE_NO_STOP: "when: {deal: 1, state: WALLS_UP}, mend: told",
    C.DICE_UNREADABLE: "when: {deal: 1, state: WALLS_UP}, mend: told",
    C.BUTTON_STUCK: "side: 1, part: lift, when: {deal: 1, state: WALLS_UP}",
    C.BUTTON_BOUNCE: "side: 3, part: start, when: {deal: 1, state: WALLS_UP}",
    C.MODE_CHANGED: "count: 112, when: {deal: 1, state: STACKING, stacks: 2}, mend: 60",
    C.OVERTEMP: "when: {deal: 1, state: WALLS_UP, discard: 2}",
    C.UNDERVOLTAGE: "when: {deal: 1, state: LID_OPEN}",
    C.MAINBOARD_FAULT: "when: {deal: 1, state: WALLS_UP, discard: 4}",
    C.ESTOP_PRESSED: "when: {deal: 1, state: LID_OPEN}",
    C.HOST_LOST: "when: {deal: 1, state: LID_OPEN}",
    C.REBOOTED: "when: {deal: 1, state: WALLS_UP, discard: 3}",
    C.ODD_TILE: "side: 0, when: {deal: 1, state: WALLS_UP}",
}
IN_DEAL_2 = (C.LIFT_NOT_DOWN, C.MOTOR_SLOW, C.MODE_CHANGED)
QUICK = (C.TILE_JAM_HEAD, C.REBOOTED)
"""The ones of the ordinary suite: a jam that a person takes out, and a controller that is away."""


def play(tmp_path: Path, script: str, deals: int, limit_s: float = 120.0) -> Outcome:
    """Play a match to its end, and check all that holds whatever went wrong."""
    outcome = play_seen(tmp_path, script, deals, limit_s=limit_s)
    assert sum(len(match.deals) for match in outcome.matches) == deals
    assert outcome.comparison.differences == (), "the record is what the table really did"
    assert outcome.comparison.tiles > 60 * deals
    for match in outcome.matches:
        assert match.ended
        judgement = judge(to_record17(match))
        assert judgement.ok, judgement
        start = sum(match.deals[0].points_before.values())
        assert sum(match.points.values()) + match.pot == start, "no point is lost"
    assert outcome.last.version == outcome.matches[-1].version, "nothing that was shown is lost"
    assert not outcome.last.table.blocked
    return outcome


@pytest.mark.timeout(200)
@pytest.mark.parametrize(
    "code", [code if code in QUICK else pytest.param(code, marks=pytest.mark.verify) for code in ENTRIES]
)
def test_a_match_is_played_to_its_end_whatever_goes_wrong_once(tmp_path: Path, code: FaultCode) -> None:
    deals = 2 if code in IN_DEAL_2 else 1
    outcome = play(tmp_path, f"faults:\n- {{fault: {code}, {ENTRIES[code]}}}\n", deals)
    print(f"{code}: {outcome.seconds:.1f} s, told {outcome.codes}, asked for {outcome.reasons + outcome.doubts}")
    assert code in outcome.codes, "the desk was told"
    if code is C.ODD_TILE:  # no table notices one: the cameras do
        assert "impossible" in outcome.doubts
    elif level_of(code) is FaultLevel.STOP:
        assert {"table_fault", "table_lost"} & set(outcome.reasons), "and a person was asked"
    if code is C.MODE_CHANGED:
        assert "walls_incomplete" in outcome.reasons, "14 stacks a side are no walls for this game"
        walls = [event for event in outcome.matches[-1].events if event.type is EventType.WALLS and event.by is None]
        assert len(walls) == deals


def test_every_code_is_among_them() -> None:
    assert set(ENTRIES) == set(CODES)


@pytest.mark.verify
@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    ("example", "deals", "told"),
    [
        ("line-and-power.yaml", 3, {C.REBOOTED, C.OVERTEMP, C.UNDERVOLTAGE}),
        ("wear.yaml", 3, {C.SLOW_CYCLE, C.BUTTON_STUCK, C.MODE_CHANGED}),
        ("every-warning.yaml", 3, {code for code in CODES if level_of(code) is FaultLevel.WARN}),
    ],
)
def test_the_examples_are_played_through(tmp_path: Path, example: str, deals: int, told: set[FaultCode]) -> None:
    script: FaultScript = load_fault_script(EXAMPLES / example)
    outcome = play(tmp_path, script.text, deals)
    print(f"{example}: {outcome.seconds:.1f} s, told {outcome.codes}, asked for {outcome.reasons}")
    assert told <= set(outcome.codes)


@pytest.mark.verify
@pytest.mark.timeout(900)
def test_every_fault_that_stops_comes_one_after_the_other_and_it_is_played_through(tmp_path: Path) -> None:
    script = load_fault_script(EXAMPLES / "every-stop.yaml")
    deals = len(script.happenings)
    outcome = play(tmp_path, script.text, deals, limit_s=800.0)
    stops = {code for code in CODES if level_of(code) is FaultLevel.STOP}
    print(f"{deals} deals in {outcome.seconds:.1f} s, told {outcome.codes}")
    assert stops <= set(outcome.codes)
