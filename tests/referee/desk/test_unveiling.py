"""A result's sheet is told step by step: one fact for all screens, and none of the game."""

import pytest

from referee.desk.commands import (
    CallRon,
    EndMatch,
    EnterDiscard,
    EnterUra,
    NextDeal,
    OpenHand,
    Rule,
    ShowRest,
    ShowResult,
    ShowStep,
)
from referee.desk.corrections import Redo, Reopen, Undo, VoidEvent
from referee.desk.unveiling import STEP_MS, SheetPart
from referee.display.roles import PUBLIC
from referee.display.views import view_for
from referee.tiles import parse_tile
from tests.referee.desk.bench import HANDS, WALLS, A, B, Bench


@pytest.fixture
def won() -> Bench:
    """A won on B's 8p; nobody has shown it yet."""
    bench = Bench()
    hands = {**HANDS, A: "234m234p234678s8p"}
    walls = {A: hands[A] + "19m19p19s1234567z78m79p58s5p5m", B: WALLS[B]}
    bench.build(walls, hands)
    for seat, tile in ((A, "1z"), (B, "8p")):
        assert bench.say(EnterDiscard, seat=seat, tile=parse_tile(tile)).done
    assert bench.say(CallRon, actor="player:A", seat=A).done
    assert bench.say(EnterUra, tile=parse_tile("6p")).done
    return bench


def shown(bench: Bench) -> int | None:
    sheet = bench.desk.state().sheet
    return None if sheet is None else sheet.shown


def count(bench: Bench) -> int:
    sheet = bench.desk.state().sheet
    assert sheet is not None
    return len(sheet.steps)


def public_points(bench: Bench) -> dict[str, int]:
    seats = view_for(PUBLIC, bench.desk.state())["seats"]
    return {seat["seat"]: seat["points"] for seat in seats}  # type: ignore[attr-defined]


def test_the_steps_come_in_the_order_in_which_a_win_is_counted(won: Bench) -> None:
    assert shown(won) is None
    assert won.say(ShowResult).done
    sheet = won.desk.state().sheet
    assert sheet is not None
    parts = [step.part for step in sheet.steps]
    yaku = parts.count(SheetPart.YAKU)
    assert yaku >= 2
    assert parts == [
        SheetPart.CALL, SheetPart.HAND, SheetPart.DORA, *[SheetPart.YAKU] * yaku, SheetPart.URA, SheetPart.TOTAL,
        SheetPart.PAYMENT,
    ]  # fmt: skip


def test_by_itself_a_step_follows_the_other_and_the_desk_says_when(won: Bench) -> None:
    assert won.say(ShowResult).done
    assert shown(won) == 1
    won.now_ms += STEP_MS
    assert shown(won) == 2
    assert won.say(ShowStep, shown=2).code == "not_now"
    won.now_ms += 100 * STEP_MS
    assert shown(won) == count(won)
    assert "show_rest" not in won.desk.state().allowed


def test_by_key_nothing_follows_without_one_and_a_doubled_press_is_one(won: Bench) -> None:
    version = won.desk.state().version
    assert won.say(ShowResult, by_key=True).done
    won.now_ms += 100 * STEP_MS
    assert shown(won) == 1
    assert won.say(ShowStep, shown=1).done
    assert won.say(ShowStep, shown=1).code == "stale"
    assert shown(won) == 2
    assert won.say(ShowStep).done  # a button box sees no step
    assert shown(won) == 3
    assert won.say(ShowRest).done
    assert shown(won) == count(won)
    assert won.say(ShowStep).code == "not_now"
    assert won.desk.state().version == version + 1  # the result was shown; a step is no event


def test_points_move_with_the_payment_and_not_before(won: Bench) -> None:
    before = public_points(won)
    assert won.say(ShowResult, by_key=True).done
    while shown(won) != count(won):
        assert public_points(won) == before
        assert won.say(ShowStep).done
    after = public_points(won)
    assert after[A] > before[A]
    assert after == {seat.value: points for seat, points in won.match.points.items()}


def test_a_result_that_is_taken_back_and_shown_anew_is_told_from_the_start(won: Bench) -> None:
    assert won.say(ShowResult, by_key=True).done
    assert won.say(ShowStep, shown=1).done
    assert won.say(Undo).done
    assert shown(won) is None
    assert won.say(ShowStep).code == "not_now"
    assert won.say(Redo).done
    assert shown(won) == 2  # where it was
    assert won.say(Undo).done
    assert won.say(ShowResult, by_key=True).done
    assert shown(won) == 1


def test_after_a_restart_the_whole_sheet_is_there(won: Bench) -> None:
    assert won.say(ShowResult, by_key=True).done
    again = Bench(recovered=won.match)
    assert shown(again) == count(again)
    assert public_points(again) == {seat.value: points for seat, points in won.match.points.items()}


def test_nobody_waits_for_a_sheet_with_the_next_deal(won: Bench) -> None:
    assert won.say(ShowResult, by_key=True).done
    assert won.say(NextDeal).done
    assert shown(won) is None
    assert public_points(won)[A] > won.match.rules.start_points


def test_what_was_told_stays_told_where_a_later_deal_is_taken_back(won: Bench) -> None:
    assert won.say(ShowResult).done
    assert won.say(ShowRest).done
    told = public_points(won)
    assert won.say(NextDeal).done
    opening = won.kept[-1].seq
    assert won.say(Rule, actor="referee", kind="stop", text="it is late").done
    assert won.say(ShowResult, by_key=True).done
    assert shown(won) == 1
    assert won.say(VoidEvent, actor="referee", ref=opening, following=True, text="not this deal").done
    assert shown(won) == count(won)
    assert public_points(won) == told


def test_the_end_of_the_match_tells_the_rest_and_reopening_hides_nothing_again(won: Bench) -> None:
    assert won.say(ShowResult, by_key=True).done
    assert won.say(EndMatch).done
    told = public_points(won)
    assert told == {seat.value: points for seat, points in won.match.points.items()}
    assert won.say(Reopen, actor="referee", text="an error").done
    assert public_points(won) == told


def test_a_hand_that_is_laid_open_later_hides_nothing_that_was_told() -> None:
    bench = Bench(reveal_at_draw="optional")
    bench.build(WALLS, HANDS)
    assert bench.say(Rule, actor="referee", kind="stop", text="it is late").done
    assert bench.say(ShowResult, by_key=True).done
    assert bench.say(ShowStep).done
    sheet = bench.desk.state().sheet
    assert sheet is not None
    assert [step.part for step in sheet.steps] == [SheetPart.ENDING, SheetPart.PAYMENT]
    assert bench.say(OpenHand, actor="player:A", seat=A).done
    assert (shown(bench), count(bench)) == (3, 3)
