"""What each role sees, step by step over a recorded deal."""

import json
import re

import pytest

from referee.desk.commands import CallRon
from referee.desk.state import Candidate, Place, Reading
from referee.display.roles import COMMENTATOR, OPERATOR, PUBLIC, REFEREE, Role, player
from referee.display.views import Disclosure, desk_version, open_version, pictures_for, pictures_in, view_for
from referee.display.views.public import public_view
from referee.game import Event, EventType, Source
from referee.tiles import dora_of, format_tile, format_tiles, kind_of, parse_tiles
from tests.referee.desk.bench import Bench
from tests.referee.display.fake_desk import HAND_A, HAND_B, RIVER_A, RIVER_B, WALL_A, WALL_B, A, B, FakeDesk, pictured

ROLES = (PUBLIC, OPERATOR, REFEREE, COMMENTATOR, player(A), player(B))
TILE = re.compile(r"(?<![0-9A-Za-z])[0-9]+[mpsz](?![0-9A-Za-z])")


def tiles_in(view: object) -> set[str]:
    """Every tile that stands anywhere in a view, also in keys and inside texts such as 123m."""
    if isinstance(view, dict):
        return tiles_in(list(view)) | tiles_in(list(view.values()))
    if isinstance(view, list):
        return {tile for item in view for tile in tiles_in(item)}
    if not isinstance(view, str):
        return set()
    return {f"{digit}{group[-1]}" for group in TILE.findall(view) for digit in group[:-1]}


def names(text: str) -> set[str]:
    return {format_tile(tile) for tile in parse_tiles(text)}


def open_tiles(desk: FakeDesk) -> set[str]:
    """What lies open on the table: rivers, the indicator and the dora it makes."""
    deal = desk.match.deal
    if deal is None:
        return set()
    shown = {format_tile(discard.tile) for discard in deal.discards}
    shown |= {format_tile(tile) for tile in deal.indicators}
    return shown | {format_tile(dora_of(tile)) for tile in deal.indicators}


def steps(desk: FakeDesk) -> list[Event]:
    desk.play(34)
    desk.win()
    return list(desk.match.events)


@pytest.mark.parametrize("role", [PUBLIC, OPERATOR])
def test_no_hidden_tile_is_in_the_view_at_any_step(desk: FakeDesk, role: Role) -> None:
    replayed = FakeDesk()
    for event in steps(desk):
        replayed.enter(event)
        replayed.look_everywhere()
        allowed = open_tiles(replayed)
        if role == OPERATOR:
            # the ura indicator was entered at the console, and stands in the preview of the result
            allowed |= {"2s", "3s"} if replayed.match.deal and replayed.match.deal.ura else set()
        strange = tiles_in(view_for(role, replayed.state())) - allowed
        assert not strange, f"{role} sees {strange} after {event.type} {event.seq}"


@pytest.mark.parametrize("seat", [A, B])
def test_a_player_sees_the_own_tiles_and_none_of_the_others(desk: FakeDesk, seat: str) -> None:
    own = names(WALL_A if seat == A else WALL_B)
    replayed = FakeDesk()
    for event in steps(desk):
        replayed.enter(event)
        replayed.look_everywhere()
        view = view_for(player(A if seat == A else B), replayed.state(), Disclosure(player_waits=True))
        known = replayed.match.deal.known.get(A if seat == A else B) if replayed.match.deal else None
        waits = {format_tile(kind) for kind in known.waits} if known else set()
        strange = tiles_in(view) - own - open_tiles(replayed) - waits
        assert not strange, f"{seat} sees {strange} after {event.type} {event.seq}"


def pictures_of(desk: FakeDesk, role: Role, disclosure: Disclosure | None = None) -> set[str]:
    """The places of all pictures that a view names."""
    chosen = disclosure or Disclosure()
    named = pictures_in(view_for(role, desk.state(), chosen))
    assert named == pictures_for(role, desk.state(), chosen)
    return {name.split("-")[0] for name in named}


def test_pictures_of_tiles_are_named_only_to_roles_that_may_know_those_tiles(desk: FakeDesk) -> None:
    replayed = FakeDesk()
    trays: set[str] = set()
    for event in steps(desk):
        replayed.enter(event)
        replayed.look_everywhere()
        assert pictures_of(replayed, OPERATOR) <= {"river", "indicator", "ura"}
        for role in (PUBLIC, COMMENTATOR, player(A), player(B)):
            assert pictures_of(replayed, role, Disclosure(player_waits=True, operator_hands=True)) == set()
            assert "river-" not in json.dumps(view_for(role, replayed.state()))
        trays |= pictures_of(replayed, OPERATOR, Disclosure(operator_hands=True))
        assert pictures_of(replayed, REFEREE) == pictures_of(replayed, OPERATOR, Disclosure(operator_hands=True))
    assert trays == {"river", "indicator", "ura", "wall", "hand", "pool"}


def test_a_sighting_says_what_was_read_how_surely_and_on_whose_word_it_stands(desk: FakeDesk) -> None:
    desk.play(2)
    desk.add(EventType.DISCARD, by=A, tile=parse_tiles(RIVER_A[1])[0], n=2, source=Source.OPERATOR)
    looks = [pictured(RIVER_A[0], "one"), pictured("7z", "two", 0.6, "5z")]
    desk.look(Place.RIVER, A, looks)
    first, second, indicator = view_for(OPERATOR, desk.state())["seen"]  # type: ignore[misc]
    assert [first["place"], first["seat"], second["seat"], indicator["place"]] == ["river", "A", "B", "indicator"]
    assert first["tiles"] == [
        {"tile": "3z", "word": "camera", "read": "3z", "confidence": 0.999, "sure": True, "picture": "one"},
        {"tile": "5z", "word": "corrected", "read": "7z", "confidence": 0.6, "sure": False, "picture": "two"},
    ]
    assert second["tiles"] == [
        {"tile": "3z", "word": "camera", "read": "", "confidence": None, "sure": False, "picture": ""},
    ]


def test_a_wall_is_shown_until_its_hand_is_known(desk: FakeDesk) -> None:
    desk.open()
    desk.deal()
    desk.flip()
    desk.walls()
    places = [(one["place"], one["seat"]) for one in view_for(REFEREE, desk.state())["seen"]]  # type: ignore[attr-defined]
    assert places == [("indicator", None), ("wall", "A"), ("wall", "B")]
    desk.build([A])
    places = [(one["place"], one["seat"]) for one in view_for(REFEREE, desk.state())["seen"]]  # type: ignore[attr-defined]
    assert places == [("indicator", None), ("wall", "B"), ("hand", "A"), ("pool", "A")]


def test_the_hidden_tiles_would_be_found_if_they_leaked(desk: FakeDesk) -> None:
    desk.play(4)
    assert tiles_in(view_for(REFEREE, desk.state())) >= names(HAND_A) | names(HAND_B)


def two_worlds() -> tuple[FakeDesk, FakeDesk]:
    """The same table twice; only in the second is B ready, and A discards its waits."""
    worlds = FakeDesk(), FakeDesk()
    for desk, hand in zip(worlds, ("3m4m5m7m8m9m8m5s5s6s6s1z1z", HAND_B), strict=True):
        desk.open()
        desk.deal()
        desk.flip("2p")
        desk.add(EventType.BUILT, by=A, tiles=parse_tiles("123m456m789m11p23z"))
        desk.add(EventType.BUILT, by=B, tiles=parse_tiles(hand))
    return worlds


@pytest.mark.parametrize("role", [PUBLIC, OPERATOR, player(A)])
def test_a_view_is_the_same_whether_or_not_a_win_was_possible(role: Role) -> None:
    dull, dangerous = two_worlds()
    for seat, tile in ((A, "5s"), (B, "9p"), (A, "6s"), (B, "8p"), (A, "1s")):
        for desk in (dull, dangerous):
            desk.add(EventType.DISCARD, by=seat, tile=parse_tiles(tile)[0])
        assert view_for(role, dull.state()) == view_for(role, dangerous.state())
    deal = dangerous.match.deal
    assert deal is not None
    assert B in deal.furiten  # the two worlds do differ
    assert view_for(REFEREE, dull.state()) != view_for(REFEREE, dangerous.state())


@pytest.mark.parametrize("role", [PUBLIC, player(A), player(B)])
def test_a_pass_that_was_written_down_is_seen_nowhere(role: Role) -> None:
    dull, dangerous = two_worlds()
    for desk in (dull, dangerous):
        desk.add(EventType.DISCARD, by=A, tile=parse_tiles("5s")[0])
    before = view_for(role, dangerous.state())
    dangerous.add(EventType.PASS, by=B)
    assert view_for(role, dangerous.state()) == before


@pytest.mark.parametrize("role", [PUBLIC, player(A), player(B)])
def test_while_referees_weigh_a_ron_nobody_is_told_what_they_will_say(role: Role) -> None:
    """The real desk, twice: dora lifts A's hand to the minimum, or it is refused; everything open is the same."""
    views = []
    for tiles, verdict in (("234m567p3467888s", "ron"), ("234m678p3467888s", "refused")):
        bench = Bench(rules="kaiji")
        bench.build({}, {A: tiles, B: "111m999m111p99p19s"}, indicator="4p")
        bench.lay(A, "1z")
        bench.lay(B, "2z")
        bench.lay(A, "1z")
        bench.lay(B, "5s")
        assert bench.say(CallRon, actor="player:A", seat=A).done
        assert bench.match.deal is not None
        assert verdict in [decision.verdict for decision in bench.match.deal.decisions]
        view = view_for(role, bench.desk.state())
        views.append({name: value for name, value in view.items() if name != "hand" or role != player(A)})
    assert views[0]["phase"] == "deciding"
    assert views[0] == views[1]


def test_points_and_pot_stand_still_until_the_result_is_shown(desk: FakeDesk) -> None:
    desk.play(34)
    before = view_for(PUBLIC, desk.state())
    desk.win()
    concealed = view_for(PUBLIC, desk.state())
    assert [seat["points"] for seat in concealed["seats"]] == [34_000, 34_000]  # type: ignore[attr-defined]
    assert (concealed["pot"], concealed["phase"], concealed["result"]) == (2_000, "deciding", None)
    assert before["pot"] == concealed["pot"]
    desk.add(EventType.SHOW)
    shown = view_for(PUBLIC, desk.state())
    assert [seat["points"] for seat in shown["seats"]] == [54_000, 16_000]  # type: ignore[attr-defined]
    assert (shown["pot"], shown["phase"]) == (0, "result")


def test_a_shown_win_explains_itself(desk: FakeDesk) -> None:
    desk.play(34)
    desk.win()
    desk.add(EventType.SHOW)
    result = view_for(PUBLIC, desk.state())["result"]
    win = result["wins"][0]  # type: ignore[index]
    assert [yaku["id"] for yaku in win["yaku"]] == [
        "riichi", "houtei", "tanyao", "sanshoku_doujun", "aka_dora", "ura_dora",
    ]  # fmt: skip
    assert (win["han"], win["fu"], win["limit"], win["price"], win["pot"]) == (7, 40, "haneman", 18_000, 2_000)
    assert set(win["hand"]) == names(HAND_A)
    assert result["ura_dora"] == ["3s"]  # type: ignore[index]
    assert [total["after"] for total in result["totals"]] == [54_000, 16_000]  # type: ignore[index]


def test_the_referee_has_the_preview_with_the_hand_and_the_operator_without(desk: FakeDesk) -> None:
    desk.play(34)
    desk.win()
    full = view_for(REFEREE, desk.state())["preview"]
    bare = view_for(OPERATOR, desk.state())["preview"]
    assert full["wins"][0]["hand"]  # type: ignore[index]
    assert bare["wins"][0]["hand"] == bare["wins"][0]["yaku"] == []  # type: ignore[index]
    assert full["totals"] == bare["totals"]  # type: ignore[index]
    told = view_for(OPERATOR, desk.state(), Disclosure(operator_hands=True))["preview"]
    assert told == full


def test_the_river_is_in_order_with_the_first_sideways_and_the_newest_marked(desk: FakeDesk) -> None:
    desk.play(9)
    seats = {seat["seat"]: seat for seat in view_for(PUBLIC, desk.state())["seats"]}  # type: ignore[attr-defined]
    assert [tile["tile"] for tile in seats["A"]["river"]] == RIVER_A[:5]
    assert [tile["tile"] for tile in seats["B"]["river"]] == RIVER_B[:4]
    assert [tile["sideways"] for tile in seats["A"]["river"]] == [True, False, False, False, False]
    assert [tile["last"] for tile in seats["A"]["river"]] == [False] * 4 + [True]
    assert not any(tile["last"] for tile in seats["B"]["river"])
    assert seats["B"]["on_turn"]


def test_a_voided_tile_leaves_no_hole(desk: FakeDesk) -> None:
    desk.play(2)
    wrong = desk.match.version
    desk.add(EventType.VOID, ref=wrong, source=Source.REFEREE)
    desk.add(EventType.DISCARD, by=B, tile=parse_tiles("5z")[0])
    seat_b = view_for(PUBLIC, desk.state())["seats"][1]  # type: ignore[index]
    assert [(tile["tile"], tile["n"], tile["sideways"]) for tile in seat_b["river"]] == [("5z", 1, True)]


def test_the_referee_reads_waits_with_marks_live_copies_and_the_open_one(desk: FakeDesk) -> None:
    desk.play(34)
    hand = next(hand for hand in view_for(REFEREE, desk.state())["hands"] if hand["seat"] == "A")  # type: ignore[attr-defined]
    waits = {wait["tile"]: wait for wait in hand["waits"]}
    assert {tile: wait["mark"] for tile, wait in waits.items()} == {"2p": "×", "5p": "◎"}
    assert waits["5p"]["is_open"]
    assert not waits["2p"]["is_open"]
    assert waits["5p"]["live"] == 0


def test_furiten_names_the_wait_and_the_discard() -> None:
    _, desk = two_worlds()
    for seat, tile in ((A, "5s"), (B, "9p")):
        desk.add(EventType.DISCARD, by=seat, tile=parse_tiles(tile)[0])
    view = view_for(REFEREE, desk.state())
    hand = next(hand for hand in view["hands"] if hand["seat"] == "B")  # type: ignore[attr-defined]
    phrases = hand["furiten"].pop("phrases")
    assert hand["furiten"] == {"wait": "5s", "cause": "passed", "discarder": "A", "n": 1, "temporary": False}
    assert [phrase["key"] for phrase in phrases] == ["reason.furiten_passed", "verdict.furiten"]
    assert [decision["verdict"] for decision in view["decisions"]] == ["furiten"]  # type: ignore[attr-defined]


TRAY = Candidate(
    7, Place.HAND, B, tuple(Reading(name, 0.9, True, (("1m", 0.05),), f"cut-{name}") for name in ("3m", "4m")), "unsure"
)


def test_a_tray_reading_is_secret_to_the_operator_and_open_to_the_referee(desk: FakeDesk) -> None:
    desk.open()
    desk.deal()
    desk.candidates = (TRAY,)
    told = view_for(OPERATOR, desk.state())
    assert told["candidates"][0]["secret"] is True  # type: ignore[index]
    assert not tiles_in(told)
    assert pictures_in(told) == frozenset()
    assert pictures_in(view_for(REFEREE, desk.state())) == {"cut-3m", "cut-4m"}
    assert pictures_in(view_for(OPERATOR, desk.state(), Disclosure(operator_hands=True))) == {"cut-3m", "cut-4m"}


def test_only_the_owner_is_proposed_the_tray_reading(desk: FakeDesk) -> None:
    desk.open()
    desk.deal()
    desk.candidates = (TRAY,)
    assert view_for(player(B), desk.state())["proposed"] == ["3m", "4m"]
    assert view_for(player(A), desk.state())["proposed"] == []


@pytest.mark.parametrize("reason", ["of_the_hand", "not_allowed"])
def test_the_operator_cannot_tell_a_tile_of_the_hand_from_a_foreign_one(desk: FakeDesk, reason: str) -> None:
    desk.play(2)
    facts: dict[str, object] = {"text": "5m is one of A's 13", "label": "5m"}
    desk.candidates = (Candidate(1, Place.RIVER, A, (Reading("5m", 0.97, True),), reason, facts),)
    told = view_for(OPERATOR, desk.state())["candidates"][0]  # type: ignore[index]
    assert (told["reason"], told["facts"]) == ("not_in_pool", {})
    assert view_for(REFEREE, desk.state())["candidates"][0]["reason"] == reason  # type: ignore[index]


def test_the_players_buttons_have_nothing_to_go_by(desk: FakeDesk) -> None:
    desk.play(34)
    assert "allowed" not in view_for(player(A), desk.state())
    assert "call_ron" in view_for(REFEREE, desk.state())["allowed"]  # type: ignore[operator]


def test_own_waits_are_shown_only_where_the_house_gives_help(desk: FakeDesk) -> None:
    desk.play(33)
    plain = view_for(player(A), desk.state())
    helped = view_for(player(A), desk.state(), Disclosure(player_waits=True))
    assert (plain["help"], plain["waits"], plain["furiten"]) == (False, None, None)
    assert [wait["tile"] for wait in helped["waits"]] == ["2p", "5p"]  # type: ignore[attr-defined]
    assert all(wait["live"] is None for wait in helped["waits"])  # type: ignore[attr-defined]


@pytest.mark.parametrize("role", ROLES)
def test_every_view_says_its_role_phase_and_time(desk: FakeDesk, role: Role) -> None:
    view = view_for(role, desk.state())
    assert (view["role"], view["phase"], view["now_ms"]) == (str(role), "no_match", desk.now)
    json.dumps(view)


def test_views_stay_small(desk: FakeDesk) -> None:
    desk.play(34)
    assert len(json.dumps(view_for(PUBLIC, desk.state()))) < 4_000


def test_undo_is_named_and_names_no_hidden_tile(desk: FakeDesk) -> None:
    desk.open()
    desk.deal()
    desk.flip()
    desk.walls()
    assert view_for(OPERATOR, desk.state())["last_event"]["tile"] is None  # type: ignore[index]
    desk.build()
    assert view_for(OPERATOR, desk.state())["last_event"]["type"] == "built"  # type: ignore[index]
    desk.discard(1)
    assert view_for(OPERATOR, desk.state())["last_event"] == {
        "seq": desk.match.version, "type": "discard", "by": "A", "tile": "3z", "n": 1,
    }  # fmt: skip


def test_the_operator_is_offered_only_acts_of_the_role(desk: FakeDesk) -> None:
    desk.play(3)
    assert "void_event" in view_for(REFEREE, desk.state())["allowed"]  # type: ignore[operator]
    assert "void_event" not in view_for(OPERATOR, desk.state())["allowed"]  # type: ignore[operator]


def test_a_final_standing_shares_ranks_and_names_the_tie(desk: FakeDesk) -> None:
    desk.open()
    desk.add(EventType.MATCH_END, text="agreed", source=Source.REFEREE)
    final = view_for(PUBLIC, desk.state())["final"]
    assert final["tie"] is True  # type: ignore[index]
    assert [rank["rank"] for rank in final["ranks"]] == [1, 1]  # type: ignore[index]


# versions: the public counts what it can see, and a player's count leads back to the desk's version


def test_a_count_of_seen_events_leads_back_to_the_desk_version(desk: FakeDesk) -> None:
    desk.play(3)
    count = open_version(desk.match)
    assert count < desk.match.version  # the walls' tiles were not seen
    assert desk_version(desk.match, count) == desk.match.version
    seen = desk.match.version
    desk.discard(4)
    assert desk_version(desk.match, count) == seen  # now an older state is meant
    assert desk_version(desk.match, count + 5) > desk.match.version


def test_a_count_is_not_moved_by_what_nobody_saw(desk: FakeDesk) -> None:
    desk.play(3)
    count = open_version(desk.match)
    desk.add(EventType.NOTE, text="a drink was spilt")
    assert open_version(desk.match) == count
    assert desk_version(desk.match, count) == desk.match.version


def test_a_hand_shown_late_does_not_move_the_count() -> None:
    desk = FakeDesk(options={"hand_submission": "at_ron"})
    desk.open()
    desk.deal()
    desk.flip("2p")
    for seat in (A, B):
        desk.add(EventType.BUILT, by=seat)
    count = open_version(desk.match)
    desk.add(EventType.BUILT, by=A, tiles=parse_tiles(HAND_A))
    assert open_version(desk.match) == count


def test_red_fives_are_told_from_fives(desk: FakeDesk) -> None:
    desk.play(34)
    deal = desk.match.deal
    assert deal is not None
    assert deal.last is not None
    assert kind_of(deal.last.tile) == kind_of(parse_tiles("5p")[0])
    river = view_for(PUBLIC, desk.state())["seats"][1]["river"]  # type: ignore[index]
    assert river[-1]["tile"] == format_tiles((deal.last.tile,)) == "0p"


@pytest.mark.parametrize("kind", ["table_lost", "camera_swapped"])
def test_the_public_waits_until_a_person_has_seen_to_what_stopped_the_hand(desk: FakeDesk, kind: str) -> None:
    desk.play(4)
    desk.enter(Event(seq=0, ms=0, type=EventType.PAUSE, source=Source.SENSOR, kind=kind))
    desk.change(attention=True, reason=kind)
    assert public_view(desk.state()).attention
    desk.change(reason="paused")  # line and cameras are well again, and nobody has said yet that play goes on
    view = public_view(desk.state())
    assert (view.attention, view.deal.paused, view.deal.pause) == (True, True, "")
    desk.add(EventType.RESUME, source=Source.OPERATOR)
    desk.add(EventType.PAUSE, source=Source.OPERATOR)
    assert not public_view(desk.state()).attention, "a person stopped the clocks: nobody was called"
