"""Walls, dice, indicator and hands at the desk, as cameras see them and as people name them."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from referee.desk.commands import (
    ConfirmCandidate,
    ConfirmWalls,
    EnterDice,
    EnterIndicator,
    LockHand,
    Pause,
    RejectCandidate,
    Resume,
    StartBuilding,
    StartCycle,
)
from referee.desk.corrections import Undo
from referee.desk.observation import ButtonSeen, DiceSeen, TableSeen
from referee.desk.state import Fault, Place, TableStatus, WallCheck
from referee.game import EventType, How, Phase
from referee.tiles import format_tiles, parse_tile, parse_tiles
from tests.referee.desk.bench import HANDS, POOLS, UNREAD, WALLS, A, B, Bench, questions, river, seen, seen_tiles


def test_walls_stand_only_after_this_deals_cycle_or_a_persons_word() -> None:
    bench = Bench()
    bench.start()
    up = TableStatus(state="WALLS_UP", walls=WallCheck.COMPLETE, link_up=True)
    bench.desk.observe(TableSeen(up))
    assert bench.match.deal is not None
    assert not bench.match.deal.walls_up
    assert bench.say(StartCycle).done
    assert bench.table.asked == ["cycle"]
    bench.desk.observe(TableSeen(up))
    assert bench.match.deal is not None
    assert not bench.match.deal.walls_up, "the table has not begun yet: these are the walls of the deal before"
    bench.desk.observe(TableSeen(TableStatus(state="LOWERING", link_up=True)))
    bench.desk.observe(TableSeen(up))
    assert bench.match.deal.walls_up


@pytest.mark.parametrize("check", [WallCheck.INCOMPLETE, WallCheck.UNCOUNTED, WallCheck.MODE_PENDING])
def test_walls_that_were_not_counted_whole_wait_for_another_cycle_or_a_persons_word(check: WallCheck) -> None:
    bench = Bench()
    bench.start()
    doubtful = TableStatus(state="WALLS_UP", walls=check, link_up=True)
    bench.desk.observe(TableSeen(doubtful))
    assert bench.desk.state().reason == "", "these are the walls of the deal before"
    assert bench.say(StartCycle).done
    bench.desk.observe(TableSeen(replace(doubtful, state="RAISING", walls=WallCheck.NONE)))
    bench.desk.observe(TableSeen(doubtful))
    assert bench.match.deal is not None
    assert not bench.match.deal.walls_up
    assert bench.desk.state().reason == f"walls_{check}"
    assert {"start_cycle", "confirm_walls"} <= bench.desk.state().allowed
    assert bench.say(StartCycle).done
    bench.desk.observe(TableSeen(replace(doubtful, state="STACKING", walls=WallCheck.NONE)))
    assert bench.desk.state().reason == ""
    bench.desk.observe(TableSeen(doubtful))
    assert bench.say(ConfirmWalls).done
    assert bench.match.deal.walls_up
    assert bench.desk.state().reason == ""


def test_a_latched_fault_forbids_motion_and_asks_for_a_person() -> None:
    bench = Bench()
    bench.start()
    fault = Fault("TILE_JAM_HEAD", latched=True, side=2)
    bench.desk.observe(TableSeen(TableStatus(state="FAULT", fault=fault, link_up=True)))
    assert bench.desk.state().reason == "table_fault"
    assert bench.say(StartCycle).code == "not_now"
    assert bench.table.asked == []


def test_more_of_a_kind_than_there_are_is_told_as_a_tile_of_the_other_set_until_it_is_right() -> None:
    bench = Bench()
    bench.start()
    bench.say(ConfirmWalls)
    bench.see(Place.WALL, A, (seen_tiles("11111z") + seen_tiles(WALLS[A]))[:34])
    table = bench.desk.state().table
    assert table.faults == (Fault("ODD_TILE", latched=False, seat="A"),)
    assert table.fault == table.faults[0]
    assert not table.blocked
    bench.see(Place.WALL, A, seen_tiles(WALLS[A]))
    assert bench.desk.state().table.faults == ()


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


@pytest.mark.parametrize("place", [Place.WALL, Place.INDICATOR])
def test_a_tile_of_the_other_set_is_asked_about_while_it_lies_face_down(place: Place) -> None:
    bench = Bench()
    bench.start()
    bench.say(ConfirmWalls)
    bench.say(EnterDice, first=A)
    back = seen("back")
    seat = A if place is Place.WALL else None
    bench.see(place, seat, [back, replace(back, other_set=True), back])
    (candidate,) = bench.desk.state().candidates
    assert (candidate.place, candidate.reason, candidate.facts["count"]) == (place, "other_set", 1)
    bench.see(place, seat, [back, back])
    assert questions(bench) == []


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


def test_a_hand_with_a_tile_of_the_other_set_is_asked_about() -> None:
    bench = before_hands()
    bench.see(Place.HAND, A, [*seen_tiles(HANDS[A]), replace(seen("back"), other_set=True)])
    bench.say(LockHand, actor="player:A", seat=A)
    bench.now_ms += 5_000
    bench.desk.tick()
    assert questions(bench) == ["other_set"]


def test_what_cannot_be_read_in_a_hand_is_asked_about_with_what_is_left_of_the_wall() -> None:
    bench = before_hands()
    bench.see(Place.HAND, A, [UNREAD, *seen_tiles(HANDS[A])[1:]])
    bench.see(Place.POOL, A, POOLS[A])
    bench.desk.observe(ButtonSeen(A, "ready"))
    bench.now_ms += 5_000
    bench.desk.tick()
    (candidate,) = bench.desk.state().candidates
    assert candidate.reason == "unsure"
    assert [(reading.label, reading.sure) for reading in candidate.readings[:2]] == [("2m", False), ("3m", True)]


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


def shown_to_camera(bench: Bench) -> None:
    bench.say(LockHand, actor="player:A", seat=A)
    bench.see(Place.HAND, A, HANDS[A])


def confirmed_by_referee(bench: Bench) -> None:
    bench.say(LockHand, actor="player:A", seat=A)
    bench.see(Place.HAND, A, [seen("9s", 0.9, "8s"), *seen_tiles(HANDS[A])[1:]])
    bench.now_ms += 5_000
    bench.desk.tick()
    (candidate,) = bench.desk.state().candidates
    bench.say(ConfirmCandidate, actor="referee", candidate=candidate.id, tiles=parse_tiles(HANDS[A]))


def left_closed(bench: Bench) -> None:
    bench.say(LockHand, actor="player:A", seat=A)


@pytest.mark.parametrize(
    ("submission", "show"),
    [("camera", shown_to_camera), ("camera", confirmed_by_referee), ("at_ron", left_closed)],
)
@pytest.mark.parametrize(("passed_ms", "late"), [(180_000, False), (191_000, True)])
def test_a_hand_is_late_however_it_came_to_stand(
    submission: str, show: Callable[[Bench], None], passed_ms: int, late: bool
) -> None:
    bench = before_hands(build_seconds=180, hand_submission=submission)
    bench.say(StartBuilding)
    bench.now_ms += passed_ms
    show(bench)
    assert (bench.kept[-1].type, bench.kept[-1].late) == (EventType.BUILT, late)


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
