"""Whatever is sent to whichever address of the described interface, the server answers and never fails (5xx)."""

from pathlib import Path

import httpx
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.display.archive import Archive
from referee.display.roles import OPERATOR, REFEREE, player
from referee.display.server import create_app
from referee.display.tokens import Tokens
from tests.referee.display.conftest import Client
from tests.referee.display.fake_desk import A, FakeDesk
from tests.referee.display.kept_matches import kept_matches

EXAMPLES = 12
TOKENS = ("referee-token", "operator-token", "player-a-token", "no-such-token")


def table(folder: Path) -> FastAPI:
    """A table in the middle of a match, with kept ones."""
    desk = FakeDesk()
    desk.play(6)
    tokens = Tokens(dict(zip((REFEREE, OPERATOR, player(A)), TOKENS, strict=False)))
    return create_app(desk, tokens, archive=Archive(kept_matches(folder)))


def send(client: Client, case: schemathesis.Case, token: str) -> httpx.Response:
    """The made-up request, sent within this process."""
    made = case.as_transport_kwargs(base_url="http://table")
    address = made["url"].removeprefix("http://table")
    headers = {**made.get("headers", {}), "Authorization": f"Bearer {token}"}
    body = {"json": made["json"]} if "json" in made else {"content": made["data"]} if made.get("data") else {}
    return client.request(made["method"], address, headers=headers, params=made.get("params"), **body)


def test_no_request_makes_the_server_fail(tmp_path: Path) -> None:
    app = table(tmp_path)
    client, asked = Client(app), set()
    for found in schemathesis.openapi.from_dict(app.openapi()).get_all_operations():
        operation = found.ok()

        @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(), token=st.sampled_from(TOKENS))
        def ask(case: schemathesis.Case, token: str) -> None:
            answer = send(client, case, token)
            asked.add((case.method, case.path, answer.status_code))
            assert answer.status_code < 500, (case.method, case.path, answer.text[:300])

        ask()
    assert {path for _, path, _ in asked} >= {
        "/api/state",
        "/api/commands",
        "/api/preview",
        "/api/matches",
        "/api/replay",
    }
    assert {status for _, _, status in asked} >= {200, 401, 403, 422}
