"""Rivers, ron and undo at the desk: what becomes an event, what becomes a question, and what nothing."""

from collections import Counter
from dataclasses import replace

import pytest

from referee.desk.commands import CallRon, ConfirmCandidate, EmergencyStop, EnterDiscard, RejectCandidate, StartMatch
from referee.desk.corrections import Undo
from referee.desk.state import Place
from referee.game import EventType, Phase, Source
from referee.tiles import format_tiles, parse_tile, parse_tiles
from tests.referee.desk.bench import POOLS, UNREAD, WALLS, A, B, Bench, questions, river, seen, seen_tiles


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
        ([UNREAD], "unread"),
        ([UNREAD, seen("1z")], "two_tiles"),
        ([replace(seen("back"), other_set=True)], "other_set"),
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


@pytest.mark.parametrize(
    ("tiles", "unseen", "discards"),
    [
        ("1z 9m", (0,), "1z9m"),  # a hand over the other end: what was accepted there is not asked about
        ("1z 9m", (2,), "1z9m"),  # over the places after it
        ("1z 9m", (1,), "1z"),  # over the place before it, where another discard may lie
        ("1z* 9m", (), "1z9m"),  # on an accepted tile, of which it is known how it looked
        ("1z 9m*", (), "1z"),  # on the new tile, which may not be let go yet
        ("1z", (1,), "1z"),
        ("", (0,), "1z"),  # an accepted tile that was not seen is not gone
        ("2z", (0,), "1z"),
        ("o 1z 9m", (), "1z9m"),  # something before it that cannot be read
    ],
)
def test_a_hand_over_a_part_of_the_river_hides_that_part(
    bench: Bench, tiles: str, unseen: tuple[int, ...], discards: str
) -> None:
    bench.lay(A, "1z")
    bench.lay(B, "2z")
    looks = [UNREAD if name == "o" else replace(seen(name[:2]), hidden="*" in name) for name in tiles.split()]
    bench.see(Place.RIVER, A, looks, covered="*" in tiles, unseen=unseen)
    assert (river(bench), questions(bench)) == (discards, [])


def test_something_beside_a_river_that_cannot_be_read_is_asked_about_and_stops_no_discard(bench: Bench) -> None:
    bench.see(Place.RIVER, A, [seen("1z"), UNREAD])
    assert (river(bench), questions(bench)) == ("1z", ["unread"])
    assert bench.say(RejectCandidate, candidate=bench.desk.state().candidates[0].id).done
    bench.lay(B, "2z")
    bench.see(Place.RIVER, A, [seen("1z"), seen("9m"), UNREAD])
    assert river(bench) == "1z9m"


def test_what_cannot_be_read_is_named_by_a_person(bench: Bench) -> None:
    bench.see(Place.RIVER, A, [UNREAD])
    (candidate,) = bench.desk.state().candidates
    assert not bench.say(ConfirmCandidate, candidate=candidate.id).done
    assert bench.say(ConfirmCandidate, candidate=candidate.id, tile=parse_tile("1z")).done
    bench.see(Place.RIVER, A, [UNREAD])
    assert (river(bench), questions(bench)) == ("1z", [])


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


def test_a_tile_that_stands_on_a_persons_word_is_asked_about_no_more_and_the_next_one_is_seen(bench: Bench) -> None:
    bench.lay(A, "1z")
    bench.lay(B, "2z")
    odd = seen("9p")
    bench.see(Place.RIVER, A, [odd])
    assert questions(bench) == ["river_differs"]
    assert bench.say(RejectCandidate, candidate=bench.desk.state().candidates[0].id).done
    assert questions(bench) == []
    bench.see(Place.RIVER, A, [odd, seen("9m")])
    assert (river(bench), questions(bench)) == ("1z9m", [])
    bench.lay(B, "1m")
    bench.see(Place.RIVER, A, [odd, seen("9m"), seen("3z", 0.6, "4z")])
    assert questions(bench) == ["unsure"]
    bench.see(Place.RIVER, A, [seen("8p"), seen("9m")])
    assert questions(bench) == ["river_differs"]  # now it looks like something else again


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
