"""Buttons that know an address and a token: one press, one act, for now."""

import pytest

from referee.desk.commands import EmergencyStop, EnterDiscard, Pause
from referee.tiles import parse_tile
from tests.referee.display.conftest import Client
from tests.referee.display.fake_desk import A, FakeDesk
from tests.referee.display.test_http import BEARER


def press(client: Client, address: str, role: str = "operator"):
    return client.post(f"/api/press/{address}", headers=BEARER[role])


def test_a_press_is_an_act_for_now_with_its_fields_in_the_address(client: Client, desk: FakeDesk) -> None:
    desk.play(2)
    assert press(client, "enter_discard?seat=A&tile=9m").status_code == 200
    assert press(client, "pause?text=tea").status_code == 200
    discard, pause = desk.commands
    assert isinstance(discard, EnterDiscard)
    assert (discard.seat, discard.tile) == (A, parse_tile("9m"))
    assert isinstance(pause, Pause)
    assert (pause.text, pause.actor) == ("tea", "operator")
    assert client.post("/api/press/undo?token=referee-token").status_code == 200
    assert desk.commands[-1].actor == "referee"


def test_a_bouncing_switch_presses_once_but_an_emergency_stop_always_counts(client: Client, desk: FakeDesk) -> None:
    desk.play(4)
    assert press(client, "undo").status_code == 200
    assert press(client, "undo").status_code == 429
    assert press(client, "undo", "referee").status_code == 200  # another device
    for _ in range(3):
        assert press(client, "emergency_stop").status_code == 200
    assert sum(isinstance(command, EmergencyStop) for command in desk.commands) == 3


@pytest.mark.parametrize(
    ("address", "role", "status", "words"),
    [
        ("dance", "operator", 404, "expected"),
        ("enter_discard?seat=A&tile=9x", "operator", 422, "tile"),
        ("enter_discard?seat=A", "operator", 422, "tile"),
        ("undo?actor=referee", "operator", 422, "actor"),
        ("rule?kind=stop", "operator", 403, "may not"),
        ("call_ron?seat=B", "player-a", 403, "may not"),
        ("undo", "commentator", 403, "may not"),
    ],
)
def test_what_cannot_be_is_said(
    client: Client, desk: FakeDesk, address: str, role: str, status: int, words: str
) -> None:
    desk.play(2)
    answer = press(client, address, role)
    assert answer.status_code == status
    assert words in answer.json()["message"]
    assert desk.commands == []


def test_a_press_needs_a_token_and_no_foreign_page(client: Client, desk: FakeDesk) -> None:
    desk.play(2)
    assert client.post("/api/press/undo").status_code == 401
    foreign = {**BEARER["operator"], "Origin": "http://elsewhere.example"}
    assert client.post("/api/press/undo", headers=foreign).status_code == 403
    assert client.get("/api/press/undo?token=operator-token").status_code == 405  # a link must not act
