"""The outputs of the stream: what is no output, and what each shows step by step over a recorded deal."""

import json

import pytest

from referee.display.errors import DisplayError
from referee.display.outputs import DEFAULT_OUTPUTS, Output, Shows, check_output_name
from referee.display.roles import COMMENTATOR, OPERATOR, OVERLAY, PUBLIC, REFEREE, overlay, parse_role, player
from referee.display.views import Disclosure, view_for
from referee.game import EventType, Source
from referee.tiles import parse_tiles
from tests.referee.display.fake_desk import HAND_A, HAND_B, A, B, FakeDesk
from tests.referee.display.test_views import names, open_tiles, tiles_in, two_worlds

AT_ONCE = Disclosure(outputs={"hands": Output(Shows.HANDS, 0)})


@pytest.mark.parametrize("delay_s", [-1.0, 1_801.0, float("nan")])
def test_a_delay_that_cannot_be_is_refused(delay_s: float) -> None:
    with pytest.raises(DisplayError, match="delay"):
        Output(Shows.HANDS, delay_s)


def test_an_output_without_hands_waits_for_no_end() -> None:
    with pytest.raises(DisplayError, match="shows none"):
        Output(Shows.PUBLIC, None)


@pytest.mark.parametrize("name", ["", "Hands", "a/b", "1st", "x" * 31, "a b", "../x"])
def test_a_name_that_cannot_stand_in_an_address_is_refused(name: str) -> None:
    with pytest.raises(DisplayError, match="no name of an output"):
        check_output_name(name)


def test_roles_of_outputs_are_written_and_read() -> None:
    assert parse_role("overlay") == OVERLAY
    assert parse_role("overlay:hands") == overlay("hands")
    assert str(overlay("hands")) == "overlay:hands"
    assert all(role.covers(overlay("hands")) for role in (OVERLAY, REFEREE, COMMENTATOR))
    assert not any(role.covers(overlay("hands")) for role in (PUBLIC, OPERATOR, player(A)))
    assert not OVERLAY.covers(COMMENTATOR)


def test_hands_are_kept_back_until_the_result_is_shown(desk: FakeDesk) -> None:
    desk.play(34)
    desk.win()
    replayed = FakeDesk()
    for event in desk.match.events:
        replayed.enter(event)
        view = view_for(overlay("hands"), replayed.state())
        assert (view["hands"], view["is_open"], view["delay_s"]) == ([], False, None)
        assert not tiles_in(view) - open_tiles(replayed), event.type
    replayed.add(EventType.SHOW)
    view = view_for(overlay("hands"), replayed.state())
    assert view["is_open"]
    assert [set(hand["tiles"]) for hand in view["hands"]] == [names(HAND_A), names(HAND_B)]  # type: ignore[attr-defined]
    replayed.add(EventType.VOID, ref=replayed.match.version, source=Source.REFEREE)  # it was shown too early
    assert view_for(overlay("hands"), replayed.state())["hands"] == []


def test_the_next_deal_is_closed_again(desk: FakeDesk) -> None:
    desk.play(34)
    desk.win()
    desk.add(EventType.SHOW)
    desk.deal()
    view = view_for(overlay("hands"), desk.state())
    assert (view["is_open"], view["hands"]) == (False, [])


def test_until_the_end_it_is_the_same_whether_or_not_a_win_was_possible() -> None:
    dull, dangerous = two_worlds()
    for seat, tile in ((A, "5s"), (B, "9p"), (A, "6s"), (B, "8p"), (A, "1s")):
        sent = []
        for desk in (dull, dangerous):
            desk.add(EventType.DISCARD, by=seat, tile=parse_tiles(tile)[0])
            sent.append(json.dumps(view_for(overlay("hands"), desk.state())))
        assert sent[0] == sent[1]
    assert view_for(overlay("hands"), dull.state(), AT_ONCE) != view_for(overlay("hands"), dangerous.state(), AT_ONCE)


def test_hands_with_waits_marks_live_copies_and_furiten() -> None:
    _, desk = two_worlds()
    desk.add(EventType.DISCARD, by=A, tile=parse_tiles("5s")[0])
    hands = view_for(overlay("hands"), desk.state(), AT_ONCE)["hands"]
    assert [hand["furiten"] for hand in hands] == [False, False]  # type: ignore[attr-defined]
    waits = {wait["tile"]: wait for wait in hands[1]["waits"]}  # type: ignore[index]
    assert set(waits) == {"5s", "6s"}
    assert waits["5s"]["is_open"]
    assert all(wait["mark"] in "◎△×" and wait["live"] is None for wait in waits.values())  # A's wall is not known
    desk.add(EventType.DISCARD, by=B, tile=parse_tiles("9p")[0])
    hands = view_for(overlay("hands"), desk.state(), AT_ONCE)["hands"]
    assert [hand["furiten"] for hand in hands] == [False, True]  # type: ignore[attr-defined]


def test_live_copies_are_counted_where_both_walls_are_known(desk: FakeDesk) -> None:
    desk.play(4)
    hands = view_for(overlay("hands"), desk.state(), AT_ONCE)["hands"]
    assert {wait["tile"]: wait["live"] for wait in hands[0]["waits"]} == {"2p": 0, "5p": 1}  # type: ignore[index]


@pytest.mark.parametrize("phase", range(0, 36, 5))
def test_an_output_without_hands_is_the_public_view(desk: FakeDesk, phase: int) -> None:
    if phase:
        desk.play(phase - 1)
    shown = view_for(overlay("public"), desk.state())
    assert shown == view_for(PUBLIC, desk.state()) | {"role": "overlay:public"}


def test_an_output_that_is_not_there_is_named(desk: FakeDesk) -> None:
    with pytest.raises(DisplayError, match="'studio': expected public, hands"):
        view_for(overlay("studio"), desk.state())


def test_the_overlay_sees_no_pool_no_verdict_and_no_ura_before_the_result(desk: FakeDesk) -> None:
    desk.play(34)
    desk.win()
    view = view_for(overlay("hands"), desk.state(), AT_ONCE)
    assert set(view) - set(view_for(PUBLIC, desk.state())) == {"delay_s", "is_open", "hands"}
    assert set(view["hands"][0]) == {"seat", "tiles", "waits", "furiten", "dead"}  # type: ignore[index]
    assert DEFAULT_OUTPUTS["hands"].delay_s is None
