"""What could happen in a deal: told to referee and commentators, to nobody else, and without making anybody wait."""

import asyncio
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from websockets.asyncio.client import connect

from referee.display.insight import Insight, insight_into
from referee.display.roles import COMMENTATOR, OPERATOR, PUBLIC, REFEREE, Role, player
from referee.display.server import analyst
from referee.display.server.analyst import Analyst
from referee.display.tokens import Tokens
from referee.display.views import view_for
from referee.game import Deal, EventType, Match, dead_deal
from tests.referee.display.fake_desk import HAND_A, HAND_B, A, B, FakeDesk
from tests.referee.display.test_socket import address, next_view, running
from tests.referee.display.test_views import names, tiles_in

OUTSIDERS = (PUBLIC, OPERATOR, player(A), player(B))


def deal_of(match: Match) -> Deal:
    assert match.deal is not None
    return match.deal


def insight_of(desk: FakeDesk) -> Insight:
    return insight_into(desk.match.rules, deal_of(desk.match), Insight())


@pytest.mark.parametrize("role", [REFEREE, COMMENTATOR])
def test_chances_safe_tiles_and_possible_hands_are_told(desk: FakeDesk, role: Role) -> None:
    desk.play(12)
    view: dict[str, Any] = view_for(role, desk.state(), insight=insight_of(desk))
    live = view["live"]
    odds = live["odds"]
    assert (odds["method"], odds["model"]) == ("exact", "keeps_own_waits")
    assert sum(seat["win"]["value"] for seat in odds["seats"]) + odds["draw"]["value"] == pytest.approx(1)
    assert live["is_dead"] == view["is_dead"] == (dead_deal(desk.match.rules, deal_of(desk.match)) is not None)
    for hand, seat in zip(view["hands"], live["seats"], strict=True):
        assert [(wait["tile"], wait["live"]) for wait in hand["waits"]] == [
            (wait["tile"], wait["live"]) for wait in seat["waits"]
        ]
        assert [one["tile"] for one in seat["pool"] for _ in range(one["count"])] == hand["pool"]
    for wall, seat in zip(view["possible_hands"], (A, B), strict=True):
        assert wall["seat"] == seat
        assert wall["dearest"]["points"] >= wall["best_expectation"]["points"]
        assert set(wall["dearest"]["hand"]) <= set(names_of_wall(desk, seat))
        assert wall["reaching_hands"] <= wall["ready_hands"]


def names_of_wall(desk: FakeDesk, seat: str) -> set[str]:
    view: dict[str, Any] = view_for(REFEREE, desk.state())
    return {tile for hand in view["hands"] if hand["seat"] == seat for tile in hand["wall"]}


def test_commentators_see_the_hands_at_once_and_the_result_before_it_is_shown(desk: FakeDesk) -> None:
    desk.play(34)
    view: dict[str, Any] = view_for(COMMENTATOR, desk.state())
    assert tiles_in(view) >= names(HAND_A) | names(HAND_B)
    assert view["preview"] is None
    desk.win()
    concealed: dict[str, Any] = view_for(COMMENTATOR, desk.state())
    assert concealed["preview"]["wins"][0]["hand"]
    assert concealed["deal_phase"] == "ended"
    desk.add(EventType.SHOW)
    assert view_for(COMMENTATOR, desk.state())["preview"] is None


def test_commentators_are_told_of_no_act_and_no_reading(desk: FakeDesk) -> None:
    desk.play(4)
    assert not {"allowed", "candidates", "cameras", "table", "events"} & set(view_for(COMMENTATOR, desk.state()))


@pytest.mark.parametrize("role", OUTSIDERS)
def test_nobody_else_is_told_anything_of_it(desk: FakeDesk, role: Role) -> None:
    """The view is the same to the byte, whatever was worked out."""
    desk.play(12)
    with_insight = view_for(role, desk.state(), insight=insight_of(desk))
    assert json.dumps(with_insight) == json.dumps(view_for(role, desk.state()))
    assert not {"live", "possible_hands", "weighing", "odds"} & set(with_insight)


def test_possible_hands_are_worked_out_once_a_deal(desk: FakeDesk) -> None:
    desk.play(2)
    before = insight_of(desk)
    desk.discard(4)
    after = insight_into(desk.match.rules, deal_of(desk.match), before)
    assert after.possible is before.possible
    assert after.live != before.live
    desk.discard(34)
    desk.win()
    assert insight_into(desk.match.rules, deal_of(desk.match), after).live is None


def test_until_a_deal_is_weighed_only_what_its_own_walls_could_become_is_told(desk: FakeDesk) -> None:
    desk.play(2)
    before = insight_of(desk)
    desk.discard(3)
    assert before.until_weighed(deal_of(desk.match)) == Insight(possible=before.possible, weighing=True)
    read_anew = replace(deal_of(desk.match), walls={A: deal_of(desk.match).walls[A]})
    assert before.until_weighed(read_anew) == Insight(weighing=True)
    assert Insight().until_weighed(deal_of(desk.match)) == Insight(weighing=True)


class Works:
    """Stands where `insight_into` does: each piece of work waits until it is let through."""

    def __init__(self) -> None:
        self.deals: list[Deal] = []
        self.gate = threading.Semaphore(0)
        self.fails = False

    def __call__(self, rules: object, deal: Deal, before: Insight) -> Insight:
        assert self.gate.acquire(timeout=5)
        self.deals.append(deal)
        if self.fails:
            raise RuntimeError("broken on purpose")
        return Insight(deal)


@pytest.fixture
def works(monkeypatch: pytest.MonkeyPatch) -> Iterator[Works]:
    made = Works()
    monkeypatch.setattr(analyst, "insight_into", made)
    yield made
    for _ in range(10):
        made.gate.release()


def test_only_the_newest_deal_is_worked_out_and_nobody_waits(desk: FakeDesk, works: Works) -> None:
    async def scenario() -> None:
        desk.play(2)
        changed = asyncio.Event()
        one = Analyst(changed.set)
        one.open()
        try:
            assert one.insight(desk.match).weighing
            for count in (3, 4, 5):
                desk.discard(count)
                assert one.insight(desk.match).weighing
            works.gate.release(2)
            await asyncio.wait_for(changed.wait(), 5)
            assert one.insight(desk.match).deal is desk.match.deal
            assert not one.insight(desk.match).weighing
            assert [len(deal.discards) for deal in works.deals] == [2, 5]
        finally:
            works.gate.release(5)
            one.close()

    asyncio.run(scenario())


def test_work_that_fails_is_told_and_leaves_the_page_without_odds(desk: FakeDesk, works: Works) -> None:
    async def scenario() -> None:
        desk.play(2)
        told: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: told.append(context))
        changed = asyncio.Event()
        one = Analyst(changed.set)
        one.open()
        try:
            works.fails = True
            works.gate.release()
            one.insight(desk.match)
            await asyncio.wait_for(changed.wait(), 5)
            assert one.insight(desk.match) == Insight(desk.match.deal)
            assert "broken on purpose" in str(told[0]["exception"])
        finally:
            one.close()

    asyncio.run(scenario())


def test_the_public_is_served_while_odds_are_worked_out(desk: FakeDesk, tokens: Tokens, works: Works) -> None:
    """The analyst is stuck: public and commentators are told of every discard all the same."""

    async def scenario() -> None:
        desk.play(2)
        async with running(desk, tokens) as server:
            booth = connect(address(server, "?role=commentator&token=commentator-token"))
            async with connect(address(server, "?role=public")) as public, booth as commentator:
                await next_view(public)
                assert (await next_view(commentator))["weighing"]
                desk.discard(3)
                assert len((await next_view(public))["seats"][0]["river"]) == 2
                view = await next_view(commentator)
                assert len(view["seats"][0]["river"]) == 2
                assert (view["weighing"], view["live"]) == (True, None)
                works.gate.release(5)
                assert not (await next_view(commentator))["weighing"]

    asyncio.run(scenario())


def test_commentators_get_the_odds_when_they_are_worked_out(desk: FakeDesk, tokens: Tokens) -> None:
    async def scenario() -> None:
        desk.play(3)
        async with (
            running(desk, tokens) as server,
            connect(address(server, "?role=commentator&token=commentator-token")) as page,
        ):
            view = await next_view(page)
            while view["weighing"]:
                view = await next_view(page)
            assert view["live"]["odds"]["seats"]
            assert len(view["possible_hands"]) == 2

    asyncio.run(scenario())
