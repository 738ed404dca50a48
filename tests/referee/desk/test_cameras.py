"""What the desk makes of cameras that cannot be believed: it asks, waits or stops; old pictures decide nothing."""

import pytest

from referee.desk.commands import (
    ConfirmCandidate,
    ConfirmWalls,
    EnterDiscard,
    NoteCameras,
    Pause,
    Resume,
    Rule,
    StartMatch,
)
from referee.desk.observation import CamerasSeen, TableSeen, TilesSeen
from referee.desk.state import CameraStatus, CameraUse, Fault, Place, TableStatus
from referee.game import EventType, to_json
from referee.tiles import parse_tiles
from tests.referee.desk.bench import HANDS, WALLS, A, B, Bench, seen_tiles

WELL = CameraStatus("overhead", 15.0, 60.0)
STALE = CameraStatus("overhead", 0.0, 2_400.0, "stale", code="CAMERA_STALE", use=CameraUse.ABSENT)
DARK = CameraStatus("overhead", 15.0, 60.0, "dark", {"percent": 40}, "CAMERA_UNCALIBRATED", CameraUse.ASKED)
FROZEN = CameraStatus("overhead", 15.0, 60.0, "frozen", code="CAMERA_FROZEN", use=CameraUse.BLOCKED)
SWAPPED = CameraStatus("tray-A", 15.0, 60.0, "swapped", {"other": "tray-B"}, "CAMERA_SWAPPED", CameraUse.BLOCKED)
TRAY = CameraStatus("tray-A", 15.0, 60.0)


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.build(WALLS, HANDS)
    bench.desk.observe(CamerasSeen((WELL, TRAY)))
    return bench


def show(bench: Bench, *cameras: CameraStatus) -> None:
    bench.desk.observe(CamerasSeen(cameras))


def discards(bench: Bench) -> int:
    deal = bench.match.deal
    assert deal is not None
    return len(deal.discards)


def reasons(bench: Bench) -> list[str]:
    return [candidate.reason for candidate in bench.desk.state().candidates]


@pytest.mark.parametrize("lost", [STALE, FROZEN], ids=["no pictures", "frozen"])
def test_c01_what_a_camera_saw_before_it_was_lost_decides_nothing(bench: Bench, lost: CameraStatus) -> None:
    bench.lay(B, "1m")  # before its turn
    assert reasons(bench) == ["wrong_turn"]
    show(bench, lost, TRAY)
    assert reasons(bench) == []
    assert bench.say(EnterDiscard, seat=A, tile=parse_tiles("1m")[0]).done
    assert (discards(bench), reasons(bench)) == (1, []), "it is B's turn, and the tile may have been taken back"
    show(bench, WELL, TRAY)
    assert (discards(bench), reasons(bench)) == (1, []), "it is well again, and has told nothing new yet"
    bench.see(Place.RIVER, B, bench.rivers[B])
    assert discards(bench) == 2


def test_c01_what_is_told_of_a_camera_that_is_lost_is_not_believed(bench: Bench) -> None:
    show(bench, FROZEN, TRAY)
    bench.lay(A, "1m")
    assert (discards(bench), reasons(bench)) == (0, [])


def test_c04_with_too_few_cameras_every_reading_is_confirmed_by_a_person(bench: Bench) -> None:
    missing = CameraStatus("tray-A", 0.0, 0.0, "usb_bandwidth", code="CAMERA_USB_BANDWIDTH", use=CameraUse.ABSENT)
    show(bench, WELL, missing)
    assert bench.desk.state().confirm_all
    bench.lay(A, "1m")
    assert (discards(bench), reasons(bench)) == (0, ["confirm_all"])
    (candidate,) = bench.desk.state().candidates
    assert bench.say(ConfirmCandidate, candidate=candidate.id).done
    assert discards(bench) == 1
    show(bench, WELL, TRAY)
    assert not bench.desk.state().confirm_all
    bench.lay(B, "1m")
    assert (discards(bench), reasons(bench)) == (2, [])


def test_c06_what_an_uncalibrated_camera_reads_is_asked_about(bench: Bench) -> None:
    show(bench, DARK, TRAY)
    bench.lay(A, "1m")
    (candidate,) = bench.desk.state().candidates
    assert (candidate.reason, candidate.facts["camera"]) == ("camera_uncalibrated", "overhead")
    assert not bench.desk.state().attention, "the operator is asked, nobody else needs to wait"
    show(bench, WELL, TRAY)  # the lamp is on again: the same reading is good enough
    assert (discards(bench), reasons(bench)) == (1, [])


def test_c09_the_age_of_the_picture_is_part_of_the_question_and_of_the_event(bench: Bench) -> None:
    tiles = seen_tiles("1m")
    bench.desk.observe(TilesSeen(Place.RIVER, A, tiles, 900.0, False, "overhead", 7, age_ms=140.0))
    event = bench.match.events[-1]
    assert (event.type, event.age_ms) == (EventType.DISCARD, 140)
    assert to_json(bench.kept[-1])["age_ms"] == 140, "it is kept"
    # laid before its turn, and taken when its turn has come: the picture is that much older
    bench.desk.observe(TilesSeen(Place.RIVER, A, (*tiles, *seen_tiles("9p")), 900.0, False, "overhead", 8, age_ms=90.0))
    (candidate,) = bench.desk.state().candidates
    assert (candidate.reason, candidate.facts["age_ms"]) == ("wrong_turn", 90)
    bench.now_ms += 1_000
    bench.desk.observe(TilesSeen(Place.RIVER, B, seen_tiles("1m"), 900.0, False, "overhead", 9, age_ms=50.0))
    assert [event.age_ms for event in bench.match.events[-2:]] == [50, 1_090]


def test_c09_an_answer_to_a_question_keeps_the_age_of_the_picture_it_was_about(bench: Bench) -> None:
    show(bench, DARK, TRAY)
    bench.desk.observe(TilesSeen(Place.RIVER, A, seen_tiles("1m"), 900.0, False, "overhead", 7, age_ms=140.0))
    (candidate,) = bench.desk.state().candidates
    bench.now_ms += 5_000
    assert bench.say(ConfirmCandidate, candidate=candidate.id, tile=parse_tiles("9m")[0]).done
    assert bench.match.events[-1].age_ms == 140


def test_c03_a_swap_stops_judging_until_a_person_says_so(bench: Bench) -> None:
    bench.lay(A, "1m")
    show(bench, WELL, SWAPPED)
    state = bench.desk.state()
    assert (state.attention, state.reason) == (True, "camera_swapped")
    assert (bench.match.events[-1].type, bench.match.events[-1].kind) == (EventType.PAUSE, "camera_swapped")
    bench.lay(B, "1m")
    assert discards(bench) == 1, "nothing is made of what the other cameras read"
    show(bench, WELL, TRAY)
    assert bench.desk.state().reason == "paused", "nothing goes on by itself"
    assert discards(bench) == 1
    assert bench.say(Resume).done
    assert discards(bench) == 2


def test_c03_play_can_go_on_by_hand_beside_swapped_cameras(bench: Bench) -> None:
    show(bench, WELL, SWAPPED)
    assert bench.say(Resume).done
    state = bench.desk.state()
    assert (state.attention, state.confirm_all) == (False, True)
    bench.lay(A, "1m")
    assert (discards(bench), reasons(bench)) == (0, ["confirm_all"])
    show(bench, WELL, TRAY)
    show(bench, WELL, SWAPPED)
    assert bench.desk.state().reason == "camera_swapped", "swapped once more, and nobody knows"


def test_c03_cameras_that_are_swapped_before_the_match_stop_it_as_well() -> None:
    bench = Bench()
    show(bench, WELL, SWAPPED)
    assert bench.say(StartMatch, players={A: "Aoi", B: "Ben"}, rules="happy", options={}).done
    assert (bench.desk.state().reason, "note_cameras" in bench.desk.state().allowed) == ("camera_swapped", True)
    assert bench.say(ConfirmWalls).done
    bench.see(Place.WALL, A, WALLS[A])
    assert (len(bench.match.events), reasons(bench)) == (3, []), "nothing is made of what is seen"
    assert bench.say(NoteCameras).done
    assert (bench.desk.state().reason, reasons(bench)) == ("", ["confirm_all"])
    assert not bench.say(NoteCameras).done


def test_a_camera_that_is_hidden_for_a_moment_calls_nobody(bench: Bench) -> None:
    hidden = CameraStatus("tray-A", 15.0, 60.0, "hidden", code="CAMERA_HIDDEN", use=CameraUse.BLOCKED)
    for _ in range(3):
        show(bench, WELL, hidden)
        bench.now_ms += 4_000
        assert not bench.desk.state().attention
        show(bench, WELL, TRAY)
        bench.now_ms += 1_000
    show(bench, WELL, hidden)
    bench.now_ms += 5_000
    state = bench.desk.state()
    assert (state.reason, state.confirm_all) == ("camera_unreadable", False)
    assert bench.say(NoteCameras).done
    assert not bench.desk.state().attention
    bench.now_ms += 60_000
    assert not bench.desk.state().attention, "noted is noted"
    show(bench, WELL, TRAY)
    show(bench, WELL, hidden)
    bench.now_ms += 5_000
    assert bench.desk.state().attention, "well in between: this is another time"


def test_whoever_opens_a_match_knows_which_cameras_there_are() -> None:
    bench = Bench()
    show(bench, STALE, TRAY)
    bench.start()
    bench.now_ms += 60_000
    state = bench.desk.state()
    assert (state.attention, state.confirm_all, "note_cameras" in state.allowed) == (False, True, False)


def test_the_newest_trouble_stays_for_whoever_comes_to_look(bench: Bench) -> None:
    assert bench.desk.state().last_trouble is None
    jam = Fault("TILE_JAM_HEAD", latched=True, side=2, seat="B", part="head")
    bench.desk.observe(TableSeen(TableStatus("FAULT", fault=jam, faults=(jam,), link_up=True)))
    began_ms = bench.now_ms
    bench.now_ms += 30_000
    assert bench.desk.state().last_trouble.fault == jam
    bench.desk.observe(TableSeen(TableStatus("EMPTY", link_up=True)))
    bench.now_ms += 60_000
    last = bench.desk.state().last_trouble
    assert (last.code, last.began_ms, last.over_ms) == ("TILE_JAM_HEAD", began_ms, began_ms + 30_000)
    show(bench, FROZEN, TRAY)
    assert (bench.desk.state().last_trouble.camera, bench.desk.state().last_trouble.over_ms) == ("overhead", None)
    bench.desk.observe(TableSeen(TableStatus("UNKNOWN", trouble="port_lost", port="/dev/table")))
    bench.desk.observe(TableSeen(TableStatus("UNKNOWN", trouble="missing", port="/dev/table")))
    show(bench, WELL, TRAY)
    last = bench.desk.state().last_trouble
    assert (last.code, last.trouble, last.over_ms) == ("LINE_MISSING", "missing", None), "one loss, in its newest words"


def test_a_device_that_is_still_waited_for_is_no_trouble(bench: Bench) -> None:
    show(bench, CameraStatus("overhead", 0.0, 0.0, "starting", use=CameraUse.ABSENT), TRAY)
    bench.desk.observe(TableSeen(TableStatus("UNKNOWN", trouble="waiting", port="/dev/table")))
    assert bench.desk.state().last_trouble is None


def test_a_paused_hand_is_taken_up_with_all_that_ails_the_cameras_noted(bench: Bench) -> None:
    assert bench.say(Pause, text="tea").done
    show(bench, STALE, TRAY)
    bench.now_ms += 60_000
    assert "note_cameras" not in bench.desk.state().allowed
    assert bench.say(Resume).done
    assert not bench.desk.state().attention


def test_a_line_that_is_lost_between_two_hands_calls_a_person_as_well() -> None:
    bench = Bench()
    bench.desk.observe(TableSeen(TableStatus("EMPTY", link_up=True, port="/dev/table")))
    lost = TableStatus("UNKNOWN", trouble="port_lost", port="/dev/table")
    bench.desk.observe(TableSeen(lost))
    assert not bench.desk.state().attention, "no match is open: nobody waits"
    bench.desk.observe(TableSeen(TableStatus("EMPTY", link_up=True, port="/dev/table")))
    bench.start()
    assert bench.say(Rule, actor="referee", kind="redeal", text="broken tile").done
    bench.desk.observe(TableSeen(lost))
    state = bench.desk.state()
    assert (state.attention, state.reason) == (True, "table_lost")
    bench.desk.observe(TableSeen(TableStatus("EMPTY", link_up=True, port="/dev/table")))
    assert not bench.desk.state().attention
