"""The WebSocket over a real server on a real port: views, heartbeats, refusals, slow readers, stopping."""

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from referee.display.errors import DisplayError
from referee.display.roles import OPERATOR, REFEREE
from referee.display.server import DisplayServer, create_app, serve, view_socket
from referee.display.tokens import Tokens
from referee.game import EventType
from tests.referee.display.fake_desk import A, B, FakeDesk
from tests.referee.display.test_views import open_tiles, tiles_in, two_worlds

PATIENCE_S = 5.0


@asynccontextmanager
async def running(desk: FakeDesk, tokens: Tokens) -> AsyncIterator[DisplayServer]:
    server = await serve(create_app(desk, tokens), "127.0.0.1", 0)
    try:
        yield server
    finally:
        await server.stop()


def address(server: DisplayServer, question: str) -> str:
    return f"ws://127.0.0.1:{server.port}/ws{question}"


async def next_view(page: ClientConnection) -> dict[str, Any]:
    """The next view; heartbeats are passed over."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            message = json.loads(await page.recv())
            if message["type"] == "view":
                view: dict[str, Any] = message["view"]
                return view


def test_the_whole_view_comes_on_connect_and_on_each_change(desk: FakeDesk, tokens: Tokens) -> None:
    async def scenario() -> None:
        desk.play(4)
        async with running(desk, tokens) as server, connect(address(server, "?role=public")) as page:
            assert len((await next_view(page))["seats"][0]["river"]) == 2
            desk.discard(5)
            changed = await next_view(page)
            assert len(changed["seats"][0]["river"]) == 3
            assert changed["now_ms"] == desk.now

    asyncio.run(scenario())


def test_a_heartbeat_comes_each_second(desk: FakeDesk, tokens: Tokens) -> None:
    async def scenario() -> None:
        async with running(desk, tokens) as server, connect(address(server, "?role=public")) as page:
            await next_view(page)
            began = time.monotonic()
            desk.now += 1_000
            beat = json.loads(await asyncio.wait_for(page.recv(), PATIENCE_S))
            assert beat == {"type": "beat", "now_ms": desk.now}
            assert 0.5 < time.monotonic() - began < 2.0

    asyncio.run(scenario())


def test_nothing_is_sent_to_the_public_when_nothing_public_changed(desk: FakeDesk, tokens: Tokens) -> None:
    async def scenario() -> None:
        _, dangerous = two_worlds()
        async with running(dangerous, tokens) as server, connect(address(server, "?role=public")) as page:
            await next_view(page)
            dangerous.add(EventType.NOTE, text="a camera was cleaned")
            dangerous.change(cameras=())
            message = json.loads(await asyncio.wait_for(page.recv(), PATIENCE_S))
            assert message["type"] == "beat"

    asyncio.run(scenario())


def test_each_page_is_told_only_what_its_role_may_know(desk: FakeDesk, tokens: Tokens) -> None:
    async def scenario() -> None:
        async with running(desk, tokens) as server:
            public = await connect(address(server, "?role=public"))
            operator = await connect(address(server, "?role=operator&token=operator-token"))
            desk.play(20)
            for page in (public, operator):
                view = await next_view(page)
                while len(view["seats"][0]["river"] if view["seats"] else ()) < 10:
                    view = await next_view(page)
                assert not tiles_in(view) - open_tiles(desk)
            await public.close()
            await operator.close()

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("?role=operator", 4401),
        ("?role=operator&token=wrong-token", 4401),
        ("?role=player:B&token=player-a-token", 4401),
        ("?role=boss", 4422),
    ],
)
def test_strangers_are_told_why_and_let_go(desk: FakeDesk, tokens: Tokens, question: str, code: int) -> None:
    async def scenario() -> None:
        async with running(desk, tokens) as server, connect(address(server, question)) as page:
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(page.recv(), PATIENCE_S)
            assert page.close_code == code

    asyncio.run(scenario())


def test_a_page_of_another_site_is_refused(desk: FakeDesk, tokens: Tokens) -> None:
    async def scenario() -> None:
        async with running(desk, tokens) as server:
            with pytest.raises(InvalidStatus, match="403"):
                await connect(address(server, "?role=public"), origin="http://evil.example")  # type: ignore[arg-type]
            own = f"http://127.0.0.1:{server.port}"
            async with connect(address(server, "?role=public"), origin=own) as page:  # type: ignore[arg-type]
                assert (await next_view(page))["role"] == "public"

    asyncio.run(scenario())


def test_a_page_that_misses_steps_still_gets_the_end(desk: FakeDesk, tokens: Tokens) -> None:
    async def scenario() -> None:
        desk.play(2)
        async with running(desk, tokens) as server, connect(address(server, "?role=public")) as page:
            await next_view(page)
            desk.discard(34)  # in one go, without the loop turning
            view = await next_view(page)
            assert [len(seat["river"]) for seat in view["seats"]] == [17, 17]

    asyncio.run(scenario())


def test_the_public_is_served_before_any_other_view_is_cut(
    desk: FakeDesk, tokens: Tokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    from referee.display.server import feed

    order: list[str] = []
    cut = feed.view_for

    def noted(role: Any, *rest: Any) -> dict[str, object]:
        order.append(str(role))
        return cut(role, *rest)

    async def scenario() -> None:
        desk.play(2)
        async with running(desk, tokens) as server:
            referee = await connect(address(server, "?role=referee&token=referee-token"))
            public = await connect(address(server, "?role=public"))
            await next_view(referee)
            await next_view(public)
            order.clear()
            desk.discard(3)
            assert order == ["public"]
            await next_view(referee)
            assert order == ["public", "referee"]
            await referee.close()
            await public.close()

    monkeypatch.setattr(feed, "view_for", noted)
    asyncio.run(scenario())


def test_the_server_stops_though_pages_are_open_and_its_port_is_free_again(desk: FakeDesk, tokens: Tokens) -> None:
    async def scenario() -> None:
        server = await serve(create_app(desk, tokens), "127.0.0.1", 0)
        pages = [await connect(address(server, "?role=public")) for _ in range(3)]
        began = time.monotonic()
        await server.stop()
        assert time.monotonic() - began < 4.0
        again = await serve(create_app(desk, tokens), "127.0.0.1", server.port)
        await again.stop()
        for page in pages:
            await page.close()
        assert not desk._callbacks

    asyncio.run(scenario())


def test_answers_are_sent_at_once(desk: FakeDesk, tokens: Tokens) -> None:
    """Nagle would hold back the second half of an answer for 40 ms; asyncio turns it off for what is TCP by name."""

    async def scenario() -> None:
        async with running(desk, tokens) as server:
            set_on: list[int] = []
            loop = asyncio.get_running_loop()
            made = loop.call_soon

            def watched(callback: Any, *rest: Any, **more: Any) -> asyncio.Handle:
                connection = getattr(callback, "__self__", None)
                if isinstance(connection, asyncio.Transport):
                    accepted = connection.get_extra_info("socket")
                    if accepted is not None and accepted.getsockname()[1] == server.port:
                        set_on.append(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                return made(callback, *rest, **more)

            loop.call_soon = watched  # type: ignore[method-assign]
            async with connect(address(server, "?role=public")) as page:
                await next_view(page)
            assert set_on
            assert all(set_on)

    asyncio.run(scenario())


def test_a_busy_port_is_one_clear_line(desk: FakeDesk, tokens: Tokens) -> None:
    async def scenario(port: int) -> None:
        with pytest.raises(DisplayError) as raised:
            await serve(create_app(desk, tokens), "127.0.0.1", port)
        assert str(raised.value).startswith(f"cannot listen on 127.0.0.1:{port} (")
        assert "another --port" in str(raised.value)
        assert "\n" not in str(raised.value)

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        asyncio.run(scenario(taken.getsockname()[1]))


def test_an_impossible_port_or_host_is_one_clear_line(desk: FakeDesk, tokens: Tokens) -> None:
    for host, port in (("127.0.0.1", 70_000), ("no.such.host.invalid", 0)):
        with pytest.raises(DisplayError, match="cannot listen on"):
            DisplayServer(create_app(desk, tokens), host, port)


def test_players_of_both_seats_get_their_own(desk: FakeDesk, tokens: Tokens) -> None:
    async def scenario() -> None:
        desk.play(6)
        async with running(desk, tokens) as server:
            for seat, token in ((A, "player-a-token"), (B, "player-b-token")):
                async with connect(address(server, f"?role=player:{seat}&token={token}")) as page:
                    view = await next_view(page)
                    assert (view["own_seat"], len(view["hand"]), len(view["wall"])) == (seat, 13, 34)

    asyncio.run(scenario())


def test_public_pages_without_number_keep_nobody_out_who_runs_the_table(
    desk: FakeDesk, tokens: Tokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_socket, "MAX_SOCKETS", 3)

    async def scenario() -> None:
        desk.play(4)
        async with running(desk, tokens) as server, AsyncExitStack() as pages:
            for _ in range(3):
                await next_view(await pages.enter_async_context(connect(address(server, "?role=public"))))
            one_more = await pages.enter_async_context(connect(address(server, "?role=public")))
            with pytest.raises(ConnectionClosed):
                await next_view(one_more)
            token = tokens.of(OPERATOR)
            operator = await pages.enter_async_context(connect(address(server, f"?role=operator&token={token}")))
            assert (await next_view(operator))["role"] == "operator"

    asyncio.run(scenario())


def test_a_page_is_signed_out_when_its_token_is_renewed(desk: FakeDesk) -> None:
    async def until_closed(page: ClientConnection) -> int | None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                while True:
                    await page.recv()
        except ConnectionClosed as closed:
            return None if closed.rcvd is None else closed.rcvd.code

    async def scenario() -> None:
        tokens = Tokens({OPERATOR: "operator-token", REFEREE: "referee-token"})
        async with (
            running(desk, tokens) as server,
            connect(address(server, "?role=operator&token=operator-token")) as operator,
            connect(address(server, "?role=referee&token=referee-token")) as referee,
        ):
            await next_view(operator)
            tokens.replace({OPERATOR: "another-token", REFEREE: "referee-token"})
            assert await until_closed(operator) == view_socket.UNPROVEN
            await next_view(referee)

    asyncio.run(scenario())
