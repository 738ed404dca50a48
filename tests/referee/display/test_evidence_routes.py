"""Pictures of what was accepted are the referee's alone; whoever else asks learns not even which there are."""

import pytest

from referee.display.roles import COMMENTATOR, OPERATOR, OVERLAY, PUBLIC, REFEREE, Role, player
from referee.display.server import create_app
from referee.display.tokens import Tokens
from tests.referee.display.conftest import Client
from tests.referee.display.fake_desk import A, FakeDesk
from tests.referee.display.kept_pictures import KeptPictures

PICTURE = b"\xff\xd8 the river of A"
ROLES = (OPERATOR, REFEREE, COMMENTATOR, OVERLAY, player(A))
TOKENS = Tokens({role: f"{role}-token" for role in ROLES})


@pytest.fixture
def kept(desk: FakeDesk) -> KeptPictures:
    """Four discards lie on the table; the newest has a picture, as has the same event of another match."""
    desk.play(4)
    made = KeptPictures()
    made.kept = {("m1", desk.match.version): PICTURE, ("Spring Cup/2", 7): b"\xff\xd8 another"}
    return made


def asking(desk: FakeDesk, kept: KeptPictures) -> Client:
    return Client(create_app(desk, TOKENS, evidence=kept))


def headers(role: Role) -> dict[str, str]:
    return {"Authorization": f"Bearer {TOKENS.of(role)}"}


def test_the_referee_is_told_where_the_picture_is_and_gets_it(desk: FakeDesk, kept: KeptPictures) -> None:
    client = asking(desk, kept)
    events = client.get("/api/state?role=referee", headers=headers(REFEREE)).json()["events"]
    pictured = [event for event in events if event["picture"]]
    assert [(event["type"], event["seq"]) for event in pictured] == [("discard", desk.match.version)]
    answer = client.get(pictured[0]["picture"], headers=headers(REFEREE))
    assert (answer.status_code, answer.content, answer.headers["content-type"]) == (200, PICTURE, "image/jpeg")
    assert answer.headers["cache-control"] == "no-store"


def test_a_picture_of_an_older_match_is_found_too(desk: FakeDesk, kept: KeptPictures) -> None:
    answer = asking(desk, kept).get("/api/matches/m1/events/9999/picture", headers=headers(REFEREE))
    assert answer.status_code == 404
    kept.kept[("m0", 7)] = b"older"
    assert asking(desk, kept).get("/api/matches/m0/events/7/picture", headers=headers(REFEREE)).content == b"older"


def test_nobody_else_gets_it(desk: FakeDesk, kept: KeptPictures) -> None:
    client = asking(desk, kept)
    there, not_there = (f"/api/matches/m1/events/{seq}/picture" for seq in (desk.match.version, 9999))
    for role in ROLES:
        if role != REFEREE:
            answers = [client.get(address, headers=headers(role)) for address in (there, not_there)]
            assert {answer.status_code for answer in answers} == {403}, role
            assert answers[0].content == answers[1].content
    assert client.get(there).status_code == 401


@pytest.mark.parametrize("role", [PUBLIC, *(role for role in ROLES if role != REFEREE)], ids=str)
def test_no_other_view_differs_by_what_is_kept(desk: FakeDesk, kept: KeptPictures, role: Role) -> None:
    proof = {} if role == PUBLIC else headers(role)
    with_it, without = (
        asking(desk, pictures).get(f"/api/state?role={role}", headers=proof) for pictures in (kept, KeptPictures())
    )
    assert with_it.status_code == 200
    assert with_it.json() == without.json()
