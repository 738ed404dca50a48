"""Kept matches over HTTP: the list, the sheet, the steps, the record; a match that goes on is the referee's alone."""

import json
from pathlib import Path

import pytest

from referee.display.archive import Archive
from referee.display.server import create_app
from referee.display.tokens import Tokens
from referee.game import fold
from referee.journal import from_record17, to_record17
from tests.referee.display.conftest import Client
from tests.referee.display.fake_desk import FakeDesk
from tests.referee.display.kept_matches import GOES_ON, OVER, kept_matches
from tests.referee.display.test_http import BEARER
from tests.referee.game.random_match import random_match


@pytest.fixture
def client(desk: FakeDesk, tokens: Tokens, tmp_path: Path) -> Client:
    return Client(create_app(desk, tokens, archive=Archive(kept_matches(tmp_path))))


def get(client: Client, path: str, role: str = "operator"):
    return client.get(path, headers=BEARER[role])


def test_matches_are_listed_newest_first_with_where_they_stand(client: Client) -> None:
    listed = get(client, "/api/matches").json()["matches"]
    assert [(match["id"], match["ended"], match["deals"]) for match in listed] == [(GOES_ON, False, 3), (OVER, True, 3)]
    match = random_match(4).match
    assert listed[1]["points"] == {seat.value: points for seat, points in match.points.items()}
    assert get(client, "/api/matches").json()["matches"] == listed


def test_without_a_journal_there_are_none(desk: FakeDesk, tokens: Tokens, tmp_path: Path) -> None:
    for archive in (Archive(None), Archive(tmp_path / "none.sqlite")):
        client = Client(create_app(desk, tokens, archive=archive))
        assert get(client, "/api/matches").json() == {"matches": []}
        assert get(client, "/api/matches/evening").status_code == 404


@pytest.mark.parametrize("path", ["", "/deals/1", "/record"])
def test_a_match_that_goes_on_is_the_referees_alone(client: Client, path: str) -> None:
    assert get(client, f"/api/matches/{OVER}{path}").status_code == 200
    assert get(client, f"/api/matches/{GOES_ON}{path}").status_code == 403
    assert get(client, f"/api/matches/{GOES_ON}{path}", "referee").status_code == 200
    for role in ("commentator", "player-a"):
        assert get(client, f"/api/matches/{OVER}{path}", role).status_code == 403
    assert client.get(f"/api/matches/{OVER}{path}").status_code == 401


@pytest.mark.parametrize("path", ["/api/matches/none", "/api/matches/nothing", f"/api/matches/{OVER}/deals/9"])
def test_what_is_not_there_is_said(client: Client, path: str) -> None:
    answer = get(client, path, "referee")
    assert answer.status_code == 404
    assert answer.json()["message"]


def test_the_sheet_adds_up(client: Client) -> None:
    sheet = get(client, f"/api/matches/{OVER}").json()
    points = dict(sheet["start"])
    for deal in sheet["deals"]:
        points = {seat: points[seat] + deal["change"][seat] for seat in points}
        assert deal["points"] == points
    assert sheet["points"] == {seat.value: amount for seat, amount in random_match(4).match.points.items()}
    assert sheet["final"]["ranks"]
    assert sheet["options"]["minimum"]


def test_the_steps_lead_to_the_result_and_show_the_hands(client: Client) -> None:
    steps = get(client, f"/api/matches/{OVER}/deals/1").json()["steps"]
    assert steps[0]["event"]["type"] == "deal"
    assert steps[-1]["event"]["type"] == "show"
    assert steps[-1]["view"]["result"]["type"] == "draw"
    assert steps[0]["view"]["seats"][0]["river"] == []
    grown = [sum(len(seat["river"]) for seat in step["view"]["seats"]) for step in steps]
    assert grown == sorted(grown)
    assert any(hand["hand"] for hand in steps[-1]["view"]["hands"])


def test_the_record_is_a_file_that_replays(client: Client) -> None:
    answer = get(client, f"/api/matches/{OVER}/record")
    assert "evening.record17.json" in answer.headers["content-disposition"]
    assert fold(from_record17(answer.json())).points == random_match(4).match.points


def test_a_record_from_elsewhere_is_replayed_and_nothing_kept(client: Client) -> None:
    record = json.dumps(to_record17(random_match(6).match))
    answer = client.post("/api/replay?deal=2", content=record, headers=BEARER["operator"])
    assert answer.status_code == 200
    assert [deal["type"] for deal in answer.json()["sheet"]["deals"]] == ["ron"] * 3
    assert answer.json()["steps"][0]["view"]["deal"]["no"] == 2
    assert len(get(client, "/api/matches").json()["matches"]) == 2


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"{}", b'{"format": "record17"}', b"[" * 100_000, b"\xff\xfe"])
def test_what_is_no_record_is_refused_in_one_line(client: Client, body: bytes) -> None:
    answer = client.post("/api/replay", content=body, headers=BEARER["operator"])
    assert answer.status_code == 422
    assert answer.json()["message"].startswith("this is no record")
    assert "\n" not in answer.json()["message"]


def test_a_record_is_bounded_and_needs_a_token(client: Client) -> None:
    assert client.post("/api/replay", content=b"x" * 2_000_001, headers=BEARER["operator"]).status_code == 413
    assert client.post("/api/replay", content=b"{}").status_code == 401
