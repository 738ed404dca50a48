"""A match at the desk: restarts, refusals, names and several ron."""

import pytest

from referee.desk.commands import (
    CallRon,
    ConfirmWalls,
    EnterDice,
    EnterDiscard,
    LockHand,
    NextDeal,
    Resume,
    ShowResult,
    StartMatch,
)
from referee.desk.corrections import VoidEvent
from referee.desk.observation import DiceSeen
from referee.game import Phase, Seat
from referee.tiles import parse_tile, parse_tiles
from tests.referee.desk.bench import A, B, Bench, river


def test_after_a_restart_nothing_goes_on_without_a_person(bench: Bench) -> None:
    bench.lay(A, "1z")
    again = Bench(recovered=bench.match)
    state = again.desk.state()
    assert (state.version, state.reason) == (bench.desk.state().version, "restarted")
    again.rivers = bench.rivers
    again.lay(B, "2z")
    assert river(again, "B") == ""
    assert again.say(Resume).done
    assert river(again, "B") == "2z"


def test_numbers_of_events_go_on_after_a_restart(bench: Bench) -> None:
    bench.lay(A, "1z")
    again = Bench(recovered=bench.match)
    again.now_ms += 2_000
    again.say(Resume)
    again.rivers = bench.rivers
    again.lay(B, "2z")
    assert again.kept[-1].seq == bench.kept[-1].seq + 1
    assert again.kept[-1].ms >= bench.kept[-1].ms


@pytest.mark.parametrize(
    ("players", "part"),
    [({A: "Aoi"}, "A, B"), ({A: " ", B: "Ben"}, "seat A"), ({A: "x" * 41, B: "Ben"}, "1 to 40")],
)
def test_a_match_needs_a_name_at_each_seat(players: dict, part: str) -> None:  # type: ignore[type-arg]
    bench = Bench()
    answer = bench.say(StartMatch, players=players, rules="happy")
    assert answer.code == "refused"
    assert part in str(answer.facts["text"])
    assert bench.kept == []


def test_an_earlier_event_is_voided_with_a_reason_only(bench: Bench) -> None:
    bench.lay(A, "1z")
    seq = bench.kept[-1].seq
    assert bench.say(VoidEvent, actor="referee", ref=seq, text=" ").code == "refused"
    assert bench.say(VoidEvent, actor="referee", ref=seq, text="fell from the sleeve").done
    assert river(bench) == ""


def test_the_next_deal_is_not_opened_before_the_result_is_shown(bench: Bench) -> None:
    assert bench.say(NextDeal).code == "not_now"


def test_two_players_win_on_one_discard_and_both_are_paid() -> None:
    bench = Bench(rules="broadcast_four")
    answer = bench.say(StartMatch, players={seat: f"P{seat}" for seat in Seat}, rules="broadcast_four")
    assert answer.done, answer
    assert bench.say(ConfirmWalls).done
    assert bench.say(EnterDice, first=A).done
    hands = {A: "1119m1119p11133z", B: "234m567p3467888s", Seat.C: "345m678p4678999s", Seat.D: "777m333p555p6667z"}
    for seat, hand in hands.items():
        assert bench.say(LockHand, actor=f"player:{seat}", seat=seat, tiles=parse_tiles(hand)).done, seat
    assert bench.say(EnterDiscard, seat=A, tile=parse_tile("5s")).done
    assert bench.say(CallRon, actor="player:B", seat=B).done
    assert bench.match.deal is not None
    assert bench.match.deal.phase is Phase.ENDED  # no ura here, so the first win settles at once
    assert bench.say(CallRon, actor="player:C", seat=Seat.C).done
    result = bench.match.deal.result
    assert result is not None
    assert [win.winner for win in result.wins] == [B, Seat.C]
    assert bench.say(ShowResult).done
    assert bench.say(CallRon, actor="player:D", seat=Seat.D).code == "not_now"


def test_between_two_players_nobody_calls_after_an_allowed_ron() -> None:
    bench = Bench(rules="kaiji")
    bench.build({}, {A: "234m567p3467888s", B: "111m999m111p99p19s"}, indicator="4p")
    bench.lay(A, "1z")
    bench.lay(B, "5s")
    assert bench.say(CallRon, actor="player:A", seat=A).done
    assert bench.match.deal is not None
    assert bench.match.deal.phase is Phase.WON
    assert bench.say(CallRon, actor="player:B", seat=B).code == "not_now"


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "Aoi\x00", "\u202eioA"])
def test_a_name_must_be_one_that_can_be_shown(name: str) -> None:
    bench = Bench()
    answer = bench.say(StartMatch, players={A: name, B: "Ben"}, rules="happy")
    assert answer.code == "refused"
    assert "seat A" in str(answer.facts["text"])
    assert bench.kept == []


@pytest.mark.parametrize("dice", [(0, 9), (7,), (-1, 1)])
def test_dice_that_cannot_lie_so_decide_nothing_and_stop_nothing(dice: tuple[int, ...]) -> None:
    bench = Bench()
    bench.start()
    assert bench.say(ConfirmWalls).done
    bench.desk.observe(DiceSeen(dice))
    assert bench.match.deal is not None
    assert bench.match.deal.first is None
    bench.desk.observe(DiceSeen((1, 2)))
    assert bench.match.deal.first == A
