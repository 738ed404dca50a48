"""The clocks of a deal as people run them: started late, moved, paused with a reason, rung out and closed."""

import pytest

from referee.desk.commands import (
    CloseClock,
    ConfirmWalls,
    EnterDice,
    EnterIndicator,
    ExplainPause,
    LockHand,
    Pause,
    Resume,
    ShiftClock,
    StartBuilding,
)
from referee.desk.corrections import Undo
from referee.desk.state import Clock
from referee.game import Phase
from referee.tiles import parse_tile, parse_tiles
from tests.referee.desk.bench import HANDS, A, B, Bench


def building(**options: object) -> Bench:
    """Both players may build, the clock of three minutes does not run yet."""
    bench = Bench(**{"build_seconds": 180, **options})  # type: ignore[arg-type]
    bench.start()
    bench.say(ConfirmWalls)
    bench.say(EnterDice, first=A)
    bench.say(EnterIndicator, tile=parse_tile("4s"))
    return bench


def started(**options: object) -> Bench:
    """The same with the clock just started."""
    bench = building(**options)
    assert bench.say(StartBuilding).done
    return bench


def left_s(bench: Bench) -> float:
    """Seconds that the clock shows."""
    clock = bench.desk.state().clock
    assert clock is not None
    return max(0.0, clock.left_ms if clock.left_ms is not None else clock.ends_at_ms - bench.now_ms) / 1000


def locks(bench: Bench, *seats: object) -> None:
    for seat in seats:
        tiles = parse_tiles(HANDS[seat])  # type: ignore[index]
        assert bench.say(LockHand, actor=f"player:{seat}", seat=seat, tiles=tiles).done


def test_a_clock_can_be_started_as_of_some_seconds_ago() -> None:
    bench = building()
    bench.now_ms += 40_000
    assert bench.say(StartBuilding, seconds_ago=20).done
    assert left_s(bench) == 160
    bench.now_ms += 171_000
    locks(bench, A)
    assert bench.kept[-1].late, "160 seconds and ten of grace have passed"


@pytest.mark.parametrize("seconds", [-1, 601])
def test_a_start_that_cannot_be_meant_is_refused(seconds: int) -> None:
    bench = building()
    answer = bench.say(StartBuilding, seconds_ago=seconds)
    assert (answer.code, bench.desk.state().clock) == ("refused", None)


def test_one_act_starts_the_clock_and_a_second_one_is_not_offered() -> None:
    bench = started()
    assert "start_building" not in bench.desk.state().allowed
    assert bench.say(StartBuilding).code == "not_now"


@pytest.mark.parametrize(
    ("passed_s", "shifts", "shown_s"),
    [
        (0, (10,), 190),
        (20, (-10,), 150),
        (20, (30, -10), 180),
        (170, (-30,), 0),
        (170, (-30, 30), 30),
        (200, (30,), 30),  # added after the end: thirty seconds more are thirty seconds
    ],
)
def test_seconds_are_added_and_taken_away(passed_s: int, shifts: tuple[int, ...], shown_s: int) -> None:
    bench = started()
    bench.now_ms += 1000 * passed_s
    for seconds in shifts:
        assert bench.say(ShiftClock, seconds=seconds).done
    assert left_s(bench) == shown_s


def test_time_is_given_while_the_clock_stands() -> None:
    bench = started()
    bench.now_ms += 100_000
    bench.say(Pause)
    bench.now_ms += 50_000
    assert bench.say(ShiftClock, seconds=30).done
    assert left_s(bench) == 110
    bench.say(Resume)
    bench.now_ms += 10_000
    assert left_s(bench) == 100


def test_a_hand_within_the_added_time_is_not_late() -> None:
    bench = started()
    bench.now_ms += 185_000
    bench.say(ShiftClock, seconds=30)
    bench.now_ms += 29_000
    locks(bench, A)
    assert not bench.kept[-1].late


def test_a_clock_rings_until_a_person_closes_it_and_stays_closed() -> None:
    bench = started()
    assert bench.say(CloseClock).code == "not_now"
    bench.now_ms += 300_000
    assert (left_s(bench), "close_clock" in bench.desk.state().allowed) == (0, True)
    assert bench.say(CloseClock).done
    assert bench.desk.state().clock is None
    assert {"close_clock", "shift_clock"}.isdisjoint(bench.desk.state().allowed)
    assert bench.match.deal is not None
    assert bench.match.deal.phase is Phase.BUILDING, "a clock decides nothing"
    locks(bench, A)
    assert bench.kept[-1].late, "a closed clock has run out all the same"


def test_both_ready_ends_the_clock() -> None:
    bench = started()
    locks(bench, A)
    assert bench.desk.state().clock is not None
    locks(bench, B)
    assert bench.desk.state().clock is None


def test_the_clock_of_the_next_discard_is_not_moved_by_what_was_added_to_the_last() -> None:
    bench = started(discard_seconds=20)
    locks(bench, A, B)
    bench.say(ShiftClock, seconds=30)
    assert left_s(bench) == 50
    bench.lay(A, "1z")
    assert left_s(bench) == 20
    bench.now_ms += 20_000
    assert bench.say(CloseClock).done
    assert bench.desk.state().clock is None


def test_no_clock_can_be_moved_where_the_rules_have_none() -> None:
    bench = building(build_seconds=None)
    assert bench.desk.state().clock is None
    assert bench.say(StartBuilding).code == "not_now"
    assert bench.say(ShiftClock, seconds=10).code == "not_now"


def test_a_pause_is_explained_once_it_stands_and_only_then() -> None:
    bench = started()
    assert bench.say(ExplainPause, why="player").code == "not_now"
    bench.say(Pause)
    assert bench.say(ExplainPause, why="player", text="a phone rang").done
    assert (bench.kept[-1].kind, bench.kept[-1].text) == ("pause_player", "a phone rang")
    assert bench.say(ExplainPause, why="other").code == "refused", "other needs words"


def test_an_undo_takes_back_what_was_played_not_the_clock() -> None:
    bench = started()
    locks(bench, A)
    bench.say(ShiftClock, seconds=30)
    bench.say(Undo)
    assert bench.match.deal is not None
    assert bench.match.deal.hands == {}
    assert left_s(bench) == 210


def test_clocks_stand_after_a_restart_until_a_person_has_looked() -> None:
    bench = started()
    bench.now_ms += 100_000
    locks(bench, A)
    again = Bench(recovered=bench.match, build_seconds=180)
    again.now_ms += 1_000_000
    state = again.desk.state()
    assert isinstance(state.clock, Clock)
    assert (state.held, state.clock.left_ms) == (True, 80_000)
    assert again.say(Resume).done
    again.now_ms += 30_000
    assert left_s(again) == 50
    locks(again, B)
    assert not again.kept[-1].late
