"""What becomes an event, what becomes a question, and what nothing: the desk at work."""

from collections import Counter

import pytest

from referee.desk.commands import (
    CallRon,
    ConfirmCandidate,
    ConfirmWalls,
    EmergencyStop,
    EnterDice,
    EnterDiscard,
    EnterIndicator,
    LockHand,
    NextDeal,
    Pause,
    RejectCandidate,
    Resume,
    ShowResult,
    StartBuilding,
    StartCycle,
    StartMatch,
    Undo,
    VoidEvent,
)
from referee.desk.observation import ButtonSeen, DiceSeen, TableSeen
from referee.desk.state import Fault, Place, TableStatus
from referee.game import EventType, How, Phase, Seat, Source
from referee.tiles import format_tiles, parse_tile, parse_tiles
from tests.referee.desk.bench import A, B, Bench, seen, seen_tiles

HANDS = {A: "234m234p234678s5p", B: "111z345789m5566s"}
POOLS = {A: "19m19p19s1234567z78m79p58s5p5m", B: "123m1234p9p1199s234567z8m8p8s"}
WALLS = {seat: format_tiles(parse_tiles(HANDS[seat] + POOLS[seat])) for seat in HANDS}


@pytest.fixture
def bench() -> Bench:
    """Both hands stand, A is to discard."""
    bench = Bench()
    bench.build(WALLS, HANDS)
    assert bench.match.deal is not None
    assert bench.match.deal.phase is Phase.DISCARDING
    return bench


def questions(bench: Bench) -> list[str]:
    return [candidate.reason for candidate in bench.desk.state().candidates]


def river(bench: Bench, seat: str = "A") -> str:
    deal = bench.match.deal
    assert deal is not None
    return format_tiles((discard.tile for discard in deal.river(seat)), sort=False)  # type: ignore[arg-type]


def test_walls_are_34_each() -> None:
    assert {seat: len(parse_tiles(wall)) for seat, wall in WALLS.items()} == {A: 34, B: 34}
    assert max(Counter(parse_tiles("".join(WALLS.values()) + "4s")).values()) <= 4


def test_a_discard_that_fits_becomes_an_event_from_the_camera(bench: Bench) -> None:
    bench.lay(A, "1z")
    assert river(bench) == "1z"
    assert (bench.kept[-1].type, bench.kept[-1].source, bench.kept[-1].n) == (EventType.DISCARD, Source.CAMERA, 1)
    assert questions(bench) == []


def test_nothing_is_shown_that_is_not_kept(bench: Bench) -> None:
    version = bench.desk.state().version
    bench.fail = True
    with pytest.raises(OSError, match="no space"):
        bench.lay(A, "1z")
    assert bench.desk.state().version == version
    assert river(bench) == ""


@pytest.mark.parametrize(
    ("laid", "reason"),
    [
        ([seen("1z", 0.6, "4z")], "unsure"),
        ([seen("back")], "face_down"),
        ([seen("6p")], "not_in_pool"),
        ([seen("6s")], "of_the_hand"),
        (list(seen_tiles("12z")), "two_tiles"),
    ],
)
def test_what_does_not_fit_is_asked(bench: Bench, laid: list, reason: str) -> None:  # type: ignore[type-arg]
    bench.see(Place.RIVER, A, laid)
    assert (questions(bench), river(bench)) == ([reason], "")


def test_the_pool_settles_a_doubt(bench: Bench) -> None:
    bench.lay(A, seen("1m", 0.6, "6p"))  # no 6p lies in the pool of A
    assert river(bench) == "1m"


def test_a_hand_over_the_river_says_nothing(bench: Bench) -> None:
    bench.lay(A, "1z", covered=True)
    assert (river(bench), questions(bench)) == ("", [])
    bench.see(Place.RIVER, A, bench.rivers[A])
    assert river(bench) == "1z"


def test_a_discard_before_its_turn_waits_for_its_turn(bench: Bench) -> None:
    bench.lay(B, "2z")
    assert (questions(bench), river(bench, "B")) == (["wrong_turn"], "")
    bench.lay(A, "1z")
    assert (questions(bench), river(bench), river(bench, "B")) == ([], "1z", "2z")


def test_a_ghost_between_two_tiles_of_a_river_hides_no_discard(bench: Bench) -> None:
    bench.lay(A, "1z")
    bench.lay(B, "2z")
    bench.lay(A, "9m")
    bench.lay(B, "3z")
    tiles = [bench.rivers[A][0], seen("7p"), bench.rivers[A][1]]  # half of one tile and half of another
    bench.see(Place.RIVER, A, tiles)
    assert (river(bench), questions(bench)) == ("1z9m", [])
    bench.see(Place.RIVER, A, [*tiles, seen("2z")])
    assert (river(bench), questions(bench)) == ("1z9m2z", [])


def test_a_river_that_reads_otherwise_is_asked_about_and_can_be_set_right(bench: Bench) -> None:
    bench.lay(A, "1z")
    bench.see(Place.RIVER, A, [seen("9m")])
    (candidate,) = bench.desk.state().candidates
    assert (candidate.reason, candidate.facts["n"], candidate.facts["accepted"]) == ("river_differs", 1, "1z")
    assert bench.say(ConfirmCandidate, candidate=candidate.id, tile=parse_tile("9m")).done
    assert (river(bench), questions(bench)) == ("9m", [])


def test_a_tile_that_is_taken_back_is_asked_about(bench: Bench) -> None:
    bench.lay(A, "1z")
    bench.see(Place.RIVER, A, [])
    assert questions(bench) == ["tile_missing"]
    assert river(bench) == "1z"
    bench.see(Place.RIVER, A, bench.rivers[A])
    assert questions(bench) == []


def test_a_question_is_answered_with_another_tile(bench: Bench) -> None:
    bench.lay(A, seen("1z", 0.6, "4z"))
    number = bench.desk.state().candidates[0].id
    assert bench.say(ConfirmCandidate, candidate=number, tile=parse_tile("4z")).done
    assert (river(bench), bench.kept[-1].source) == ("4z", Source.OPERATOR)


def test_a_rejected_reading_is_not_asked_again_until_it_changes(bench: Bench) -> None:
    bench.lay(A, seen("1z", 0.6, "4z"))
    assert bench.say(RejectCandidate, candidate=bench.desk.state().candidates[0].id).done
    bench.see(Place.RIVER, A, bench.rivers[A])
    assert questions(bench) == []
    bench.see(Place.RIVER, A, [seen("9m", 0.6, "9s")])
    assert questions(bench) == ["unsure"]


def test_an_undone_discard_does_not_come_back_by_itself(bench: Bench) -> None:
    bench.lay(A, "1z")
    assert bench.say(Undo).done
    bench.see(Place.RIVER, A, bench.rivers[A])
    assert (river(bench), questions(bench)) == ("", ["undone"])
    assert bench.say(ConfirmCandidate, candidate=bench.desk.state().candidates[0].id).done
    assert river(bench) == "1z"


def test_the_match_can_be_undone_to_its_first_event(bench: Bench) -> None:
    bench.lay(A, "1z")
    for _ in range(40):
        if bench.desk.state().match is None:
            break
        assert bench.say(Undo).done
    assert bench.desk.state().match is None
    assert bench.say(StartMatch, players={A: "Aoi", B: "Ben"}, rules="happy").done


def test_a_stale_command_is_refused_and_changes_nothing(bench: Bench) -> None:
    version = bench.desk.state().version
    bench.lay(A, "1z")
    answer = bench.say(EnterDiscard, version=version, seat=B, tile=parse_tile("2z"))
    assert (answer.done, answer.code) == (False, "stale")
    assert river(bench, "B") == ""


def test_ron_made_before_the_discard_was_seen_is_stale(bench: Bench) -> None:
    version = bench.desk.state().version
    bench.lay(A, "1z")
    assert bench.say(CallRon, version=version, seat=B).code == "stale"
    assert bench.say(CallRon, seat=B).done


def test_an_emergency_stop_is_never_stale(bench: Bench) -> None:
    assert bench.say(EmergencyStop, version=0).done
    assert bench.table.asked == ["estop"]


def test_a_false_ron_freezes_the_table_until_a_ruling(bench: Bench) -> None:
    bench.lay(A, "1z")
    assert bench.say(CallRon, seat=B).done
    state = bench.desk.state()
    assert (state.reason, state.attention) == ("ruling_needed", True)
    bench.lay(B, "2z")
    assert river(bench, "B") == ""


def test_the_eighteenth_discard_of_a_seat_is_no_event(bench: Bench) -> None:
    pools = {seat: list(parse_tiles(POOLS[seat])) for seat in (A, B)}
    for _ in range(17):
        for seat in (A, B):
            tile = pools[seat].pop(0)
            bench.lay(seat, format_tiles([tile]))
    deal = bench.match.deal
    assert deal is not None
    assert deal.phase is Phase.LAST_WINDOW
    bench.lay(A, format_tiles(pools[A][:1]))
    assert len(deal.river(A)) == 17
    assert questions(bench) == ["eighteenth_discard"]


# -- before the discards


def test_walls_stand_only_after_this_deals_cycle_or_a_persons_word() -> None:
    bench = Bench()
    bench.start()
    up = TableStatus(state="WALLS_UP", stacks=68, link_up=True)
    bench.desk.observe(TableSeen(up))
    assert bench.match.deal is not None
    assert not bench.match.deal.walls_up
    assert bench.say(StartCycle).done
    assert bench.table.asked == ["cycle"]
    bench.desk.observe(TableSeen(up))
    assert bench.match.deal is not None
    assert bench.match.deal.walls_up


def test_a_latched_fault_forbids_motion_and_asks_for_a_person() -> None:
    bench = Bench()
    bench.start()
    fault = Fault("TILE_JAM_HEAD", "side 2", latched=True)
    bench.desk.observe(TableSeen(TableStatus(state="FAULT", fault=fault, link_up=True)))
    assert bench.desk.state().reason == "table_fault"
    assert bench.say(StartCycle).code == "not_now"
    assert bench.table.asked == []


def test_a_wall_with_a_missing_tile_is_asked_about() -> None:
    bench = Bench()
    bench.start()
    bench.say(ConfirmWalls)
    bench.see(Place.WALL, A, seen_tiles(WALLS[A])[:33])
    (candidate,) = bench.desk.state().candidates
    assert (candidate.reason, candidate.facts["count"]) == ("wall_count", 33)


def test_five_copies_are_told_and_not_bent() -> None:
    bench = Bench()
    bench.start()
    bench.say(ConfirmWalls)
    tiles = "11111m" + format_tiles([tile for tile in parse_tiles(WALLS[A]) if tile != parse_tile("1m")])
    bench.see(Place.WALL, A, seen_tiles(tiles)[:34])
    assert questions(bench) == ["impossible"]


def test_dice_of_the_table_say_who_is_first() -> None:
    bench = Bench()
    bench.start()
    bench.say(ConfirmWalls)
    bench.desk.observe(DiceSeen((2, 2)))
    assert bench.match.deal is not None
    assert bench.match.deal.first is B


def test_the_indicator_can_be_set_right_until_the_first_discard() -> None:
    bench = Bench()
    bench.build(WALLS, HANDS)
    assert bench.say(EnterIndicator, tile=parse_tile("4m")).done
    assert bench.match.deal is not None
    assert bench.match.deal.indicators == (parse_tile("4m"),)
    bench.lay(A, "1z")
    assert bench.say(EnterIndicator, tile=parse_tile("4s")).code == "not_now"


def before_hands(**options: object) -> Bench:
    bench = Bench(**options)  # type: ignore[arg-type]
    bench.start()
    bench.say(ConfirmWalls)
    for seat, wall in WALLS.items():
        bench.see(Place.WALL, seat, wall)
    bench.say(EnterDice, first=A)
    bench.say(EnterIndicator, tile=parse_tile("4s"))
    return bench


def test_ready_reads_the_hand_from_the_tray() -> None:
    bench = before_hands()
    bench.see(Place.HAND, A, HANDS[A])
    bench.see(Place.POOL, A, POOLS[A])
    assert bench.match.deal is not None
    assert A not in bench.match.deal.hands
    bench.desk.observe(ButtonSeen(A, "ready"))
    assert bench.match.deal is not None
    hand = bench.match.deal.hands[A]
    assert (hand.tiles, hand.how) == (parse_tiles(HANDS[A]), How.CAMERA)


def test_a_hand_that_is_not_seen_is_asked_for_after_a_while() -> None:
    bench = before_hands()
    bench.say(LockHand, actor="player:A", seat=A)
    assert questions(bench) == []
    bench.now_ms += 5_000
    bench.desk.tick()
    assert questions(bench) == ["hand_not_seen"]


def test_hidden_tiles_are_confirmed_by_the_referee_not_by_the_operator() -> None:
    bench = before_hands()
    hand = [seen("2m", 0.5, "6p"), *seen_tiles(HANDS[A])[1:]]
    bench.see(Place.HAND, A, [seen("9s", 0.9, "8s"), *hand[1:]])
    bench.say(LockHand, actor="player:A", seat=A)
    bench.now_ms += 5_000
    bench.desk.tick()
    (candidate,) = bench.desk.state().candidates
    tiles = parse_tiles(HANDS[A])
    assert bench.say(ConfirmCandidate, candidate=candidate.id, tiles=tiles).code == "refused"
    assert bench.say(ConfirmCandidate, actor="player:B", candidate=candidate.id, tiles=tiles).code == "refused"
    assert bench.say(ConfirmCandidate, actor="referee", candidate=candidate.id, tiles=tiles).done


def test_a_red_five_that_the_rules_do_not_count_is_a_five(bench: Bench) -> None:
    bench.lay(A, seen("0p", 0.99, "5p"))
    assert river(bench) == "5p"


def test_the_build_clock_stops_while_paused() -> None:
    bench = before_hands(build_seconds=180)
    assert bench.say(StartBuilding).done
    clock = bench.desk.state().clock
    assert clock is not None
    ends_at_ms = clock.ends_at_ms
    assert ends_at_ms == bench.now_ms + 180_000
    bench.say(Pause, text="tea")
    bench.now_ms += 60_000
    paused = bench.desk.state().clock
    assert paused is not None
    assert paused.left_ms == 180_000
    bench.say(Resume)
    clock = bench.desk.state().clock
    assert clock is not None
    assert (clock.ends_at_ms, clock.left_ms) == (ends_at_ms + 60_000, None)


def test_a_hand_that_stands_is_not_locked_again() -> None:
    bench = before_hands()
    bench.see(Place.HAND, A, HANDS[A])
    bench.say(LockHand, actor="player:A", seat=A)
    assert bench.say(LockHand, actor="player:A", seat=A).code == "refused"
    assert questions(bench) == []


def test_what_the_game_refuses_at_one_place_does_not_hold_up_another() -> None:
    bench = before_hands()
    # 13 tiles that are not among the 34 of the wall of A: read without doubt, refused by the game
    bench.see(Place.POOL, A, seen_tiles("1z"))
    bench.see(Place.HAND, A, "1112345678999p")
    bench.say(LockHand, actor="player:A", seat=A)
    bench.see(Place.HAND, B, HANDS[B])
    bench.say(LockHand, actor="player:B", seat=B)
    bench.now_ms += 5_000
    bench.desk.tick()
    assert bench.match.deal is not None
    assert list(bench.match.deal.hands) == [B]
    assert [candidate.seat for candidate in bench.desk.state().candidates] == [A]


def test_a_late_hand_is_marked_late() -> None:
    bench = before_hands(build_seconds=180)
    bench.say(StartBuilding)
    bench.now_ms += 191_000
    bench.say(LockHand, actor="player:A", seat=A, tiles=parse_tiles(HANDS[A]))
    assert bench.kept[-1].late
    bench.say(Undo)
    bench.now_ms -= 11_000  # within the grace of ten seconds
    bench.say(LockHand, actor="player:A", seat=A, tiles=parse_tiles(HANDS[A]))
    assert not bench.kept[-1].late


# -- restarts and refusals


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


def in_entry_mode() -> Bench:
    """A's hand was named; no camera has seen a wall."""
    bench = Bench(rules="kaiji", hand_submission="entry")
    bench.start()
    assert bench.say(ConfirmWalls).done
    assert bench.say(EnterDice, first=A).done
    assert bench.say(EnterIndicator, tile=parse_tile("4p")).done
    assert bench.say(LockHand, actor="player:A", seat=A, tiles=parse_tiles("234m567p3467888s")).done
    return bench


def test_a_player_learns_nothing_of_the_other_hand_by_naming_hands_that_cannot_be() -> None:
    bench = in_entry_mode()
    answers = []
    for tiles in ("8888s111m999m111p", "7777s111m999m111p"):  # A holds three of the one and one of the other
        answers.append(bench.say(LockHand, actor="player:B", seat=B, tiles=parse_tiles(tiles)))
    assert [answer.done for answer in answers] == [True, False]  # once, as if it were taken; then nothing more
    assert questions(bench) == ["not_allowed"]  # and the referee has seen it
    (candidate,) = bench.desk.state().candidates
    assert (candidate.place, candidate.seat) == (Place.HAND, B)
    assert bench.say(LockHand, actor="referee", seat=B, tiles=parse_tiles("111m999m111p99p19s")).done
    assert questions(bench) == []
    assert bench.match.deal is not None
    assert bench.match.deal.phase is Phase.DISCARDING


def test_a_claim_is_rejected_by_the_referee_and_the_player_names_the_hand_anew() -> None:
    bench = in_entry_mode()
    assert bench.say(LockHand, actor="player:B", seat=B, tiles=parse_tiles("8888s111m999m111p")).done
    (candidate,) = bench.desk.state().candidates
    assert bench.say(RejectCandidate, actor="referee", candidate=candidate.id).done
    assert questions(bench) == []
    assert bench.say(LockHand, actor="player:B", seat=B, tiles=parse_tiles("7777s111m999m111p")).done
    (candidate,) = bench.desk.state().candidates  # asked again, though no camera has seen anything else since
    assert bench.say(RejectCandidate, actor="referee", candidate=candidate.id).done
    assert bench.say(LockHand, actor="player:B", seat=B, tiles=parse_tiles("111m999m111p99p19s")).done
    assert questions(bench) == []


@pytest.mark.parametrize("tiles", ["11111m999m111p99p", "4444p111m999m111p", "123m"])
def test_a_hand_that_is_wrong_by_itself_is_refused_to_its_player(tiles: str) -> None:
    bench = in_entry_mode()
    assert bench.say(LockHand, actor="player:B", seat=B, tiles=parse_tiles(tiles)).code == "refused"
    assert questions(bench) == []
