"""Fixtures of the display's tests: a desk whose events a test enters, tokens, and a client."""

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from referee.display.roles import COMMENTATOR, OPERATOR, REFEREE, player
from referee.display.server import create_app
from referee.display.tokens import Tokens
from tests.referee.display.fake_desk import A, B, FakeDesk
from tests.referee.display.stage import CHROMIUM, Stage


class Client:
    """Asks an application in this very process; keeps no connection and no cookie of its own."""

    def __init__(self, app: Any) -> None:
        self._app = app

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        """One request and its answer."""

        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(app=self._app)
            cookies = options.pop("cookies", {})
            async with httpx.AsyncClient(transport=transport, base_url="http://table.local", cookies=cookies) as client:
                return await client.request(method, path, **options)

        return asyncio.run(ask())

    def get(self, path: str, **options: Any) -> httpx.Response:
        """GET."""
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        """POST."""
        return self.request("POST", path, **options)


@pytest.fixture
def desk() -> FakeDesk:
    return FakeDesk(options={"red_fives": {"m": 1, "p": 1, "s": 1}, "build_seconds": 180})


@pytest.fixture
def tokens() -> Tokens:
    return Tokens(
        {
            OPERATOR: "operator-token",
            REFEREE: "referee-token",
            COMMENTATOR: "commentator-token",
            player(A): "player-a-token",
            player(B): "player-b-token",
        }
    )


@pytest.fixture
def client(desk: FakeDesk, tokens: Tokens) -> Client:
    return Client(create_app(desk, tokens))


@pytest.fixture(scope="session")
def stage() -> Iterator[Stage]:
    if not CHROMIUM.exists():
        pytest.skip(f"no browser: {CHROMIUM} is not installed")
    made = Stage()
    yield made
    made.close()
