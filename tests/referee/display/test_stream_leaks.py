"""Every byte that an output of the stream sends, while there is something it must not tell yet."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from referee.desk.state import DeskState
from referee.display.outputs import DEFAULT_OUTPUTS, Output, Shows
from referee.display.roles import OVERLAY, REFEREE, Role, overlay
from referee.display.server import create_app, delay, serve
from referee.display.tokens import Tokens
from referee.display.views import Disclosure, view_for
from referee.game import Event, EventType
from referee.tiles import parse_tiles
from tests.referee.display.fake_desk import HAND_A, HAND_B, A, B, FakeDesk
from tests.referee.display.test_views import names, open_tiles, tiles_in, two_worlds

LATE_S = 60.0
OUTPUTS = {
    **DEFAULT_OUTPUTS,
    "late": Output(Shows.HANDS, LATE_S),
    "late-public": Output(Shows.PUBLIC, LATE_S / 2),
    "at-once": Output(Shows.HANDS, 0),
}
DISCLOSURE = Disclosure(outputs=OUTPUTS)
TOKENS = Tokens({OVERLAY: "overlay-token", REFEREE: "referee-token"})
BEARER = {"Authorization": "Bearer overlay-token"}
STEP_MS = 7_000.0
PATIENCE_S = 5.0

ASKED = (
    ("GET", "/api/state?role=overlay:{name}"),
    ("GET", "/api/state?role=overlay:{name}x"),
    ("GET", "/api/state?role=referee"),
    ("GET", "/api/state?role=player:A"),
    ("GET", "/api/pictures/hand-A-0-5p"),
    ("GET", "/healthz"),
    ("GET", "/nothing"),
    ("POST", "/api/commands?role=overlay:{name}"),
    ("POST", "/api/commands"),
    ("POST", "/api/preview"),
)
"""What whoever has the overlay's token could ask, and is answered or refused."""


@dataclass
class Ear:
    """A WebSocket of one output: every message, with the desk's clock when it came."""

    desk: FakeDesk
    socket: ClientConnection
    heard: list[tuple[float, str]] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    task: "asyncio.Task[None] | None" = None

    async def listen(self) -> None:
        try:
            async for message in self.socket:
                self.heard.append((self.desk.now, str(message)))
                self.news.set()
        except ConnectionClosed:
            return

    def views(self) -> list[tuple[float, dict[str, Any]]]:
        messages = ((at, json.loads(text)) for at, text in self.heard)
        return [(at, message["view"]) for at, message in messages if message["type"] == "view"]

    async def hears(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The newest message, once it is one that is wanted."""
        async with asyncio.timeout(PATIENCE_S):
            while not self.heard or not wanted(json.loads(self.heard[-1][1])):
                self.news.clear()
                await self.news.wait()
        message: dict[str, Any] = json.loads(self.heard[-1][1])
        return message


@dataclass
class Studio:
    """A running server, a client with the overlay's token, and an ear at each output."""

    desk: FakeDesk
    client: httpx.AsyncClient
    ears: dict[str, Ear]

    async def everything(self, name: str, asked: tuple[tuple[str, str], ...] = ASKED) -> str:
        """All that the output `name` answers now, headers too."""
        body = {"act": "call_ron", "seat": "A", "version": self.desk.match.version}
        answers = [
            await self.client.request(method, path.format(name=name), json=body if method == "POST" else None)
            for method, path in asked
        ]
        return "\n".join(f"{answer.status_code} {answer.headers.raw!r} {answer.text}" for answer in answers)


@asynccontextmanager
async def studio(desk: FakeDesk) -> AsyncIterator[Studio]:
    server = await serve(create_app(desk, TOKENS, DISCLOSURE), "127.0.0.1", 0)
    base = f"127.0.0.1:{server.port}"
    ears: dict[str, Ear] = {}
    try:
        for name in OUTPUTS:
            socket = await connect(f"ws://{base}/ws?role=overlay:{name}&token=overlay-token")
            ears[name] = ear = Ear(desk, socket)
            ear.task = asyncio.create_task(ear.listen())
        async with httpx.AsyncClient(base_url=f"http://{base}", headers=BEARER) as client:
            yield Studio(desk, client, ears)
    finally:
        await server.stop()
        for ear in ears.values():
            await ear.socket.close()
            if ear.task is not None:
                await ear.task


@pytest.fixture(autouse=True)
def short_naps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The desk's clock goes on in leaps here, so the server looks at it more often."""
    monkeypatch.setattr(delay, "_LONGEST_NAP_S", 0.01)


def played() -> list[Event]:
    """A whole deal up to the shown result."""
    desk = FakeDesk(options={"red_fives": {"m": 1, "p": 1, "s": 1}})
    desk.play(34)
    desk.win()
    desk.add(EventType.SHOW)
    return list(desk.match.events)


def stood_at(past: list[tuple[float, DeskState]], ms: float) -> DeskState | None:
    return next((state for at, state in reversed(past) if at <= ms), None)


def of_then(role: Role, past: list[tuple[float, DeskState]], now: float, behind_ms: float) -> dict[str, Any]:
    """What an output may know now: the view of what stood so long ago."""
    state = stood_at(past, now - behind_ms) or DeskState(0, 0, None)
    return view_for(role, state, DISCLOSURE) | {"now_ms": now - behind_ms}


def tiles_of(text: str) -> set[str]:
    """All tiles named anywhere in a text."""
    return tiles_in([text])


async def all_heard(ear: Ear, content: dict[str, Any]) -> None:
    """Until the output was pushed what it can be asked for."""
    if not ear.views() or timeless(ear.views()[-1][1]) != timeless(content):
        await ear.hears(lambda message: timeless(message.get("view", {})) == timeless(content))


def timeless(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name != "now_ms"}


def test_an_output_tells_what_stood_so_long_ago_on_every_path_and_nothing_newer(desk: FakeDesk) -> None:
    async def scenario() -> None:
        past: list[tuple[float, DeskState]] = []
        async with studio(desk) as house:
            past.append((desk.now, desk.state()))
            for event in [*played(), *[None] * 10]:  # and a while in which nothing happens
                desk.now += STEP_MS
                if event is not None:
                    desk.enter(event)
                past.append((desk.now, desk.state()))
                for name in ("late", "late-public", "at-once"):
                    expected = of_then(overlay(name), past, desk.now, OUTPUTS[name].behind_ms)
                    answer = await house.client.get(f"/api/state?role=overlay:{name}")
                    assert answer.json() == expected
                    await all_heard(house.ears[name], expected)
            for name, ear in house.ears.items():
                told = [timeless(view) for _, view in ear.views()]
                assert len(told) > 20, name
                for at, view in ear.views():
                    then = at - OUTPUTS[name].behind_ms
                    old = [state for began, state in past if began <= then] + [DeskState(0, 0, None)]
                    assert timeless(view) in [timeless(view_for(overlay(name), one, DISCLOSURE)) for one in old]

    asyncio.run(scenario())


def test_no_byte_names_a_tile_that_the_output_may_not_know_yet(desk: FakeDesk) -> None:
    async def scenario() -> None:
        worlds: list[tuple[float, set[str]]] = []  # what anybody may know, and since when
        knowing: list[tuple[float, set[str]]] = []  # the hands and their waits besides
        async with studio(desk) as house:
            for event in played():
                desk.now += STEP_MS
                desk.enter(event)
                desk.look_everywhere()
                deal = desk.match.deal
                known = {seat: deal.known[seat] for seat in deal.known} if deal else {}
                shown = deal is not None and deal.shown
                worlds.append((desk.now, open_tiles(desk) | (names(HAND_A) | {"2s", "3s"} if shown else set())))
                in_hands = {A: names(HAND_A), B: names(HAND_B)}
                waits = names("25p") | names("56s")  # A's and B's
                knowing.append((desk.now, set().union(*(in_hands[seat] for seat in known), waits if known else set())))
                for name, output in OUTPUTS.items():
                    then = desk.now - output.behind_ms
                    allowed = newest(worlds, then)
                    if output.shows is Shows.HANDS and (output.delay_s is not None or shown):
                        allowed |= newest(knowing, then)
                    asked = ASKED[:1] if event.type is EventType.DISCARD and event.seq % 8 else ASKED
                    said = await house.everything(name, asked)
                    assert not tiles_of(said) - allowed, (name, event.type)
                    assert "furiten" not in said or output.shows is Shows.HANDS
            heard = [text for _, text in house.ears["hands"].heard if '"is_open": true' not in text]
            assert heard
            assert not [text for text in heard if '"mark"' in text or '"furiten"' in text]

    asyncio.run(scenario())


def newest(past: list[tuple[float, set[str]]], ms: float) -> set[str]:
    return next((set(tiles) for at, tiles in reversed(past) if at <= ms), set())


def test_the_bytes_are_the_same_whether_or_not_a_win_was_possible() -> None:
    """Two tables, of which one knows waits, furiten and a ron that is possible: nobody can tell them apart."""

    async def said_by(desk: FakeDesk) -> Iterator[str]:
        said = []
        async with studio(desk) as house:
            for seat, tile in ((A, "5s"), (B, "9p"), (A, "6s"), (B, "8p"), (A, "1s")):
                desk.now += STEP_MS
                desk.add(EventType.DISCARD, by=seat, tile=parse_tiles(tile)[0])
                for name in ("hands", "public", "late", "late-public"):
                    said.append(await house.everything(name))
                for name in ("hands", "public"):
                    await all_heard(house.ears[name], view_for(overlay(name), desk.state(), DISCLOSURE))
            for name in ("hands", "public"):
                said += [text for _, text in house.ears[name].heard if '"type": "view"' in text]
        return iter(said)

    dull, dangerous = two_worlds()
    first, second = asyncio.run(said_by(dull)), asyncio.run(said_by(dangerous))
    assert [_OF_THE_RUN.sub("", text) for text in first] == [_OF_THE_RUN.sub("", text) for text in second]


_OF_THE_RUN = re.compile(r"\(b'date', b'[^']*'\)|127\.0\.0\.1:\d+")  # what differs from one run to the next


@pytest.mark.parametrize(
    ("name", "token", "status"),
    [
        ("hands", "", 401),
        ("late", "", 401),
        ("late", "wrong-token", 401),
        ("late", "overlay-token", 200),
        ("late", "referee-token", 200),
        ("public", "", 200),
        ("late-public", "", 200),
        ("studio", "overlay-token", 404),
    ],
)
def test_only_outputs_with_hands_need_a_token(desk: FakeDesk, name: str, token: str, status: int) -> None:
    async def scenario() -> None:
        app = create_app(desk, TOKENS, DISCLOSURE)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table.local") as client:
            answer = await client.get(f"/api/state?role=overlay:{name}&token={token}")
            assert answer.status_code == status

    asyncio.run(scenario())


def test_after_a_start_a_late_output_shows_nothing_until_its_time_has_come(desk: FakeDesk) -> None:
    async def scenario() -> None:
        desk.play(20)  # the match goes on from the journal
        async with studio(desk) as house:
            late, public = house.ears["late"], house.ears["late-public"]
            desk.now += LATE_S * 500 - 1
            await asyncio.sleep(0)
            for name in ("late", "late-public"):
                view = (await house.client.get(f"/api/state?role=overlay:{name}")).json()
                assert (view["phase"], view["seats"], view["deal"]) == ("no_match", [], None)
            desk.now += 1
            await all_heard(public, view_for(overlay("late-public"), desk.state(), DISCLOSURE))
            desk.now += LATE_S * 500
            await all_heard(late, view_for(overlay("late"), desk.state(), DISCLOSURE))

    asyncio.run(scenario())


def test_the_clock_of_a_late_output_is_as_late(desk: FakeDesk) -> None:
    async def scenario() -> None:
        desk.play(4)
        async with studio(desk) as house:
            desk.now += 2 * LATE_S * 1000
            ear = house.ears["late"]
            ear.heard.clear()
            beat = await ear.hears(lambda message: message["type"] == "beat")
            assert beat["now_ms"] == desk.now - LATE_S * 1000

    asyncio.run(scenario())
