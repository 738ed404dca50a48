"""What a correction would change is shown to the referee before it is made, and to nobody else."""

import pytest

from tests.referee.display.conftest import Client
from tests.referee.display.fake_desk import A, FakeDesk
from tests.referee.display.test_http import BEARER, command


def ask(client: Client, body: dict[str, object], role: str = "referee"):
    return client.post("/api/preview", json=body, headers=BEARER[role])


def first_discard(desk: FakeDesk) -> int:
    assert desk.match.deal is not None
    return desk.match.deal.river(A)[0].seq


def test_the_changes_are_told_and_nothing_is_done(client: Client, desk: FakeDesk) -> None:
    desk.play(4)
    version = desk.match.version
    answer = ask(client, command("replace_event", desk, ref=first_discard(desk), tile="9m", text="seen again"))
    assert answer.status_code == 200
    (change,) = answer.json()["changes"]
    assert (change["what"], change["seat"], change["deal"]) == ("river", "A", 1)
    assert (change["before"][0], change["after"][0]) == ("3z", "9m")
    assert (desk.match.version, desk.commands) == (version, [])


def test_a_refusal_is_told_as_the_desk_would_tell_it(client: Client, desk: FakeDesk) -> None:
    desk.play(4)
    answer = ask(client, command("void_event", desk, ref=first_discard(desk), text="why"))
    assert (answer.status_code, answer.json()["code"]) == (409, "refused")
    assert "turn" in answer.json()["facts"]["text"]
    assert ask(client, command("void_event", desk, ref=1, text="x") | {"version": 1}).json()["code"] == "stale"
    assert ask(client, command("reopen", desk, text="why")).json()["code"] == "not_now"


@pytest.mark.parametrize("role", ["operator", "commentator", "player-a"])
def test_nobody_else_may_look_ahead(client: Client, desk: FakeDesk, role: str) -> None:
    desk.play(4)
    assert ask(client, command("undo", desk), role).status_code == 403
    assert client.post("/api/preview?role=public", json=command("undo", desk)).status_code == 403
    assert client.post("/api/preview", json=command("undo", desk)).status_code == 401


def test_only_corrections_are_looked_at(client: Client, desk: FakeDesk) -> None:
    desk.play(4)
    assert ask(client, command("pause", desk)).status_code == 422
    assert ask(client, command("void_event", desk)).status_code == 422
