"""The HTTP interface: who gets what, commands and their answers, headers, files."""

import json

import pytest

from referee.desk.commands import Answer, CallRon, EmergencyStop
from referee.desk.state import Candidate, Place, Reading
from referee.display.roles import OPERATOR, REFEREE, player
from referee.display.tokens import Tokens
from referee.display.views import open_version
from referee.game import EventType
from referee.tiles import parse_tiles
from tests.referee.display.conftest import Client
from tests.referee.display.fake_desk import HAND_A, HAND_B, A, B, FakeDesk

BEARER = {
    role: {"Authorization": f"Bearer {role}-token"}
    for role in ("operator", "referee", "commentator", "player-a", "player-b")
}


def command(act: str, desk: FakeDesk, **fields: object) -> dict[str, object]:
    return {"act": act, "version": desk.match.version, **fields}


# -- views


def test_the_public_state_needs_no_token(client: Client, desk: FakeDesk) -> None:
    desk.play(4)
    answer = client.get("/api/state")
    assert answer.status_code == 200
    assert answer.json()["role"] == "public"
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("role", ["operator", "referee", "commentator", "player:A"])
def test_other_states_need_their_own_token(client: Client, role: str) -> None:
    assert client.get(f"/api/state?role={role}").status_code == 401
    assert client.get(f"/api/state?role={role}", headers=BEARER["player-b"]).status_code == 403
    name = role.lower().replace(":", "-")
    assert client.get(f"/api/state?role={role}", headers=BEARER[name]).json()["role"] == role
    assert client.get(f"/api/state?role={role}&token={name}-token").status_code == 200


def test_an_unknown_role_is_named(client: Client) -> None:
    answer = client.get("/api/state?role=boss")
    assert answer.status_code == 422
    assert "'boss' is no role" in answer.json()["message"]


def test_the_referee_may_look_as_operator_but_not_as_player(client: Client) -> None:
    assert client.get("/api/state?role=operator", headers=BEARER["referee"]).status_code == 200
    assert client.get("/api/state?role=commentator", headers=BEARER["referee"]).status_code == 200
    assert client.get("/api/state?role=player:A", headers=BEARER["referee"]).status_code == 403


def test_commentators_look_and_do_nothing_else(client: Client, desk: FakeDesk) -> None:
    desk.play(4)
    assert client.get("/commentator", headers=BEARER["commentator"]).status_code == 200
    assert client.get("/commentator").status_code == 303
    for role in ("operator", "referee", "player:A"):
        assert client.get(f"/api/state?role={role}", headers=BEARER["commentator"]).status_code == 403
    for act in ("undo", "pause", "emergency_stop"):
        asked = command(act, desk)
        for address in ("/api/commands", "/api/commands?role=commentator"):
            assert client.post(address, json=asked, headers=BEARER["commentator"]).status_code == 403
    assert desk.commands == []


def test_no_byte_of_any_open_answer_names_a_hidden_tile(client: Client, desk: FakeDesk) -> None:
    desk.open()
    desk.deal()
    desk.flip()
    desk.walls()
    desk.build()
    for path in ("/api/state", "/api/state?role=operator&token=operator-token", "/api/rules", "/healthz"):
        body = client.get(path).content
        for name in {*(HAND_A + HAND_B).split()}:
            assert name.encode() not in body
        for tile in ("2m", "6s", "1z", "7m"):
            assert f'"{tile}"'.encode() not in body, f"{path} names {tile}"


# -- commands


def test_a_command_reaches_the_desk_in_its_senders_name(client: Client, desk: FakeDesk) -> None:
    desk.play(1)
    answer = client.post(
        "/api/commands", json=command("enter_discard", desk, seat="B", tile="3z"), headers=BEARER["operator"]
    )
    assert (answer.status_code, answer.json()["code"]) == (200, "done")
    assert desk.commands[-1].actor == "operator"
    assert desk.match.deal is not None
    assert desk.match.deal.river(B)[0].tile == parse_tiles("3z")[0]


def test_a_stale_command_is_refused_with_a_code(client: Client, desk: FakeDesk) -> None:
    desk.play(1)
    old = command("undo", desk)
    desk.discard(2)
    answer = client.post("/api/commands", json=old, headers=BEARER["operator"])
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")


def test_a_malformed_command_gets_one_line(client: Client, desk: FakeDesk) -> None:
    answer = client.post("/api/commands", content=b'{"act": "undo"}', headers=BEARER["operator"])
    assert (answer.status_code, answer.json()) == (422, {"code": "malformed", "message": "version: Field required"})
    assert not desk.commands


def test_a_command_may_not_be_larger_than_it_has_to_be(client: Client) -> None:
    answer = client.post("/api/commands", content=b" " * 20_000, headers=BEARER["operator"])
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("headers", "query", "act", "status"),
    [
        ({}, "", "undo", 401),
        ({}, "?role=operator", "undo", 401),
        ({}, "?role=public", "undo", 403),
        ({"Authorization": "Bearer wrong-token"}, "", "undo", 401),
        (BEARER["player-a"], "", "undo", 403),
        (BEARER["player-a"], "?role=operator", "undo", 403),
        (BEARER["operator"], "", "rule", 403),
        (BEARER["operator"] | {"Origin": "http://evil.example"}, "", "undo", 403),
        (BEARER["operator"] | {"Origin": "http://table.local"}, "", "undo", 200),
    ],
)
def test_who_is_let_in(
    client: Client, desk: FakeDesk, headers: dict[str, str], query: str, act: str, status: int
) -> None:
    desk.play(2)
    fields = {"kind": "warning", "seat": "A"} if act == "rule" else {}
    answer = client.post(f"/api/commands{query}", json=command(act, desk, **fields), headers=headers)
    assert answer.status_code == status
    assert bool(desk.commands) is (status == 200)


def test_a_referee_on_the_operators_page_acts_as_referee(client: Client, desk: FakeDesk) -> None:
    desk.play(2)
    client.post("/api/commands?role=operator", json=command("undo", desk), headers=BEARER["referee"])
    assert desk.commands[-1].actor == "referee"


def test_the_emergency_stop_goes_through_with_any_version(client: Client, desk: FakeDesk) -> None:
    answer = client.post("/api/commands", json={"act": "emergency_stop", "version": 0}, headers=BEARER["operator"])
    assert answer.status_code == 200
    assert isinstance(desk.commands[-1], EmergencyStop)


def test_a_player_calls_with_the_count_that_the_page_was_shown(client: Client, desk: FakeDesk) -> None:
    desk.play(34)
    shown = client.get("/api/state?role=player:A", headers=BEARER["player-a"]).json()["version"]
    assert shown == open_version(desk.match) != desk.match.version
    call = {"act": "call_ron", "version": shown, "seat": "A"}
    answer = client.post("/api/commands", json=call, headers=BEARER["player-a"])
    assert (answer.status_code, answer.json()["code"]) == (200, "done")
    assert isinstance(desk.commands[-1], CallRon)
    assert desk.commands[-1].version != shown
    assert desk.match.deal is not None
    assert desk.match.deal.wins


def test_a_player_learns_that_it_was_refused_and_no_more(client: Client, desk: FakeDesk) -> None:
    desk.play(1)
    desk.answer = Answer(False, "refused", 9, {"text": "4p is one of B's 13"})
    call = {"act": "call_ron", "version": 1, "seat": "A"}
    answer = client.post("/api/commands", json=call, headers=BEARER["player-a"]).json()
    assert answer == {"done": False, "code": "refused", "version": open_version(desk.match), "facts": {}}


@pytest.mark.parametrize(("hidden", "code"), [(True, "refused_secret"), (False, "refused")])
def test_no_refusal_tells_the_operator_of_hidden_tiles(client: Client, desk: FakeDesk, hidden: bool, code: str) -> None:
    desk.play(4)
    text = "4p is one of B's 13: enter it as hand_change if it happened"
    desk.answer = Answer(False, "refused", 9, {"text": text}, tells_hidden=hidden)
    told = client.post("/api/commands", json=command("undo", desk), headers=BEARER["operator"]).json()
    assert told["code"] == code
    assert (told["facts"] == {}) is hidden
    full = client.post("/api/commands", json=command("undo", desk), headers=BEARER["referee"]).json()
    assert full["facts"] == {"text": text}


# -- pages and signing in


@pytest.mark.parametrize(
    ("path", "role"), [("/operator", OPERATOR), ("/setup", OPERATOR), ("/referee", REFEREE), ("/player/A", player(A))]
)
def test_a_page_sends_strangers_to_the_login_and_opens_by_its_token(
    client: Client, tokens: Tokens, path: str, role: object
) -> None:
    sent = client.get(path)
    assert sent.status_code == 303
    assert sent.headers["location"].startswith("/login?role=")
    entered = client.get(f"{path}?token={tokens.of(role)}&lang=ja")  # type: ignore[arg-type]
    assert entered.headers["location"] == f"{path}?lang=ja"  # the token is gone from the address
    name, _, rest = entered.headers["set-cookie"].partition("=")
    assert "HttpOnly" in rest
    assert "SameSite=strict" in rest
    opened = client.get(path, cookies={name: rest.partition(";")[0]})
    assert opened.status_code == 200
    assert b"<!doctype html>" in opened.content


def test_a_wrong_token_in_the_address_leads_to_the_login(client: Client) -> None:
    assert "wrong=1" in client.get("/operator?token=nonsense").headers["location"]
    assert "wrong=1" in client.get("/referee?token=operator-token").headers["location"]


def test_signing_in_and_out(client: Client, tokens: Tokens) -> None:
    signed = client.post("/api/login", json={"role": "operator", "token": "operator-token"})
    assert signed.status_code == 200
    cookie = {tokens.cookie_name(OPERATOR): tokens.cookie_value(OPERATOR)}
    assert f"{tokens.cookie_name(OPERATOR)}={tokens.cookie_value(OPERATOR)}" in signed.headers["set-cookie"]
    assert client.get("/api/state?role=operator", cookies=cookie).status_code == 200
    assert "Max-Age=0" in client.post("/api/logout", cookies=cookie).headers["set-cookie"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"role": "operator", "token": "referee-token"}, 401),
        ({"role": "boss", "token": "operator-token"}, 422),
        ({"role": "operator"}, 422),
        ({"role": "operator", "token": "x" * 500}, 422),
    ],
)
def test_a_wrong_sign_in(client: Client, body: dict[str, str], status: int) -> None:
    answer = client.post("/api/login", json=body)
    assert answer.status_code == status
    assert "\n" not in answer.json()["message"]
    assert "set-cookie" not in answer.headers


def test_there_is_no_page_for_a_seat_that_does_not_exist(client: Client) -> None:
    assert client.get("/player/Q").status_code == 404


# -- files, pictures, texts, rules


def test_pictures_are_only_for_who_is_asked_about_them(client: Client, desk: FakeDesk) -> None:
    desk.open()
    desk.deal()
    desk.pictures = {"river-1": b"\x89PNG river", "tray-1": b"\xff\xd8 tray"}
    desk.candidates = (
        Candidate(1, Place.RIVER, B, (Reading("9s", 0.7, False, (), "river-1"),), "unsure"),
        Candidate(2, Place.HAND, B, (Reading("3m", 0.7, False, (), "tray-1"),), "unsure"),
    )
    assert client.get("/api/pictures/river-1").status_code == 401
    river = client.get("/api/pictures/river-1", headers=BEARER["operator"])
    assert (river.content, river.headers["content-type"]) == (b"\x89PNG river", "image/png")
    assert client.get("/api/pictures/tray-1", headers=BEARER["operator"]).status_code == 404
    assert client.get("/api/pictures/tray-1", headers=BEARER["referee"]).headers["content-type"] == "image/jpeg"
    assert client.get("/api/pictures/..%2Fsecret", headers=BEARER["referee"]).status_code == 404


def test_pictures_of_accepted_tiles_are_only_for_who_may_know_the_tile(client: Client, desk: FakeDesk) -> None:
    desk.play(2)
    desk.look_everywhere()
    desk.pictures = {name: b"\xff\xd8" + name.encode() for name in desk.state().pictures}
    closed = {"commentator": 403, "player-a": 403, "player-b": 403}
    answers = {
        "river-A-": {"operator": 200, "referee": 200, **closed},
        "hand-A-": {"operator": 404, "referee": 200, **closed},
        "pool-B-": {"operator": 404, "referee": 200, **closed},
    }
    for place, by_role in answers.items():
        name = next(name for name in desk.pictures if name.startswith(place))
        assert client.get(f"/api/pictures/{name}").status_code == 401
        for role, status in by_role.items():
            answer = client.get(f"/api/pictures/{name}", headers=BEARER[role])
            assert (role, answer.status_code, status == 200) == (role, status, answer.content.startswith(b"\xff\xd8"))
            assert answer.headers["cache-control"] == "no-store" or status != 200


def test_faces_come_as_svg_with_or_without_a_corner_index(client: Client) -> None:
    plain, index = client.get("/api/faces/0p.svg"), client.get("/api/faces/0p.svg?index=true")
    assert plain.headers["content-type"] == "image/svg+xml"
    assert plain.content != index.content
    assert client.get("/api/faces/8z.svg").status_code == 404


def test_unchanged_files_are_not_sent_again(client: Client) -> None:
    first = client.get("/static/js/river.js")
    assert first.headers["content-type"].startswith("text/javascript")
    again = client.get("/static/js/river.js", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/errors.py", "/static/operator.html", "/static/"])
def test_nothing_but_the_pages_own_files_is_served(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_rules_in_force_are_nobodys_secret(client: Client, desk: FakeDesk) -> None:
    assert client.get("/api/rules").json()["in_force"] is None
    desk.open()
    rules = client.get("/api/rules").json()
    assert {one["name"] for one in rules["sets"]} >= {"happy", "kaiji", "club"}
    assert rules["in_force"]["title"]["ja"]
    assert rules["in_force"]["options"]["red_fives"] == {"m": 1, "p": 1, "s": 1}
    assert rules["in_force"]["changed"] == ["red_fives", "build_seconds"]


def test_health_needs_no_token_and_tells_nothing_of_the_match(client: Client, desk: FakeDesk) -> None:
    desk.play(3)
    assert set(client.get("/healthz").json()) == {"status", "version", "pages"}


@pytest.mark.parametrize("path", ["/", "/api/state", "/nothing", "/static/js/river.js"])
def test_every_answer_forbids_what_comes_from_elsewhere(client: Client, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert "ws://table.local" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_a_strange_host_name_does_not_get_into_the_policy(client: Client) -> None:
    policy = client.get("/", headers={"Host": "a; script-src *"}).headers["content-security-policy"]
    assert "script-src *" not in policy


def test_the_interface_describes_its_commands(client: Client) -> None:
    described = client.get("/openapi.json").json()
    body = described["paths"]["/api/commands"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert body["discriminator"]["mapping"]["call_ron"] == "#/components/schemas/CallRon"
    assert "CallRon" in described["components"]["schemas"]
    assert "https://" not in json.dumps(described)


def test_a_result_is_only_public_once_it_was_shown(client: Client, desk: FakeDesk) -> None:
    desk.play(34)
    desk.win()
    assert client.get("/api/state").json()["result"] is None
    desk.add(EventType.SHOW)
    assert client.get("/api/state").json()["result"]["wins"][0]["winner"] == "A"


@pytest.mark.parametrize(
    ("path", "role"),
    [("/", None), ("/static/js/public.js", None), ("/api/state", None), ("/operator", "operator"), ("/nowhere", None)],
)
def test_head_is_answered_as_get_without_a_body(client: Client, path: str, role: str | None) -> None:
    headers = BEARER[role] if role else {}
    whole, head = client.get(path, headers=headers), client.request("HEAD", path, headers=headers)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    same = ("content-length", "content-type", "content-security-policy")
    if path != "/api/state":  # whose clock goes on
        assert [head.headers[name] for name in same] == [whole.headers[name] for name in same]
