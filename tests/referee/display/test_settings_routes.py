"""The settings over HTTP: for the referee alone, from our own pages, bounded in size; and what safe mode serves."""

from pathlib import Path

import pytest

from referee.daemon.settings.desk import SettingsDesk
from referee.daemon.settings.file import read_file
from referee.display.roles import COMMENTATOR, OPERATOR, REFEREE, Role, player
from referee.display.server import create_app, create_settings_app
from referee.display.tokens import Tokens
from tests.referee.display.conftest import Client
from tests.referee.display.fake_desk import A, FakeDesk

TEXT = "venue: Minefield # ours\ntokens: {commentator: a-secret-token}\n"
ACTS = ("check", "values", "text", "start")
BODIES = {"check": {"text": TEXT}, "values": {"values": {"venue": "X"}, "seen": ""}, "text": {"text": TEXT, "seen": ""}}


class Settings:
    """A configuration file behind the routes."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "table.yaml"
        self.path.write_text(TEXT, encoding="utf-8")
        self.quiet = True
        self.restarts = 0
        self.desk = SettingsDesk(read_file(self.path)[1], lambda: self.quiet, self._restart)

    def _restart(self) -> None:
        self.restarts += 1


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return Settings(tmp_path)


@pytest.fixture
def house(desk: FakeDesk, tokens: Tokens, settings: Settings) -> Client:
    return Client(create_app(desk, tokens, settings=settings.desk))


def bearer(tokens: Tokens, role: Role = REFEREE) -> dict[str, str]:
    return {"Authorization": f"Bearer {tokens.of(role)}"}


def seen(house: Client, tokens: Tokens) -> str:
    return str(house.get("/api/settings", headers=bearer(tokens)).json()["seen"])


@pytest.mark.parametrize("role", [None, OPERATOR, COMMENTATOR, player(A)], ids=str)
def test_nobody_but_the_referee_sees_or_changes_them(
    house: Client, tokens: Tokens, settings: Settings, role: Role | None
) -> None:
    headers = {} if role is None else bearer(tokens, role)
    wanted = 401 if role is None else 403
    answers = [house.get("/api/settings", headers=headers)]
    answers += [house.post(f"/api/settings/{act}", headers=headers, json=BODIES.get(act)) for act in ACTS]
    answers.append(house.get("/settings", headers=headers))
    assert [answer.status_code for answer in answers] == [wanted] * 5 + [303]
    assert not any("a-secret-token" in answer.text or "Minefield" in answer.text for answer in answers)
    assert (settings.path.read_text(), settings.restarts) == (TEXT, 0)


@pytest.mark.parametrize("act", ACTS)
def test_another_site_can_have_nothing_changed(house: Client, tokens: Tokens, settings: Settings, act: str) -> None:
    headers = {**bearer(tokens), "Origin": "http://elsewhere.example"}
    assert house.post(f"/api/settings/{act}", headers=headers, json=BODIES.get(act)).status_code == 403
    assert settings.restarts == 0


def test_values_and_texts_are_written_by_the_mark_that_was_seen(
    house: Client, tokens: Tokens, settings: Settings
) -> None:
    first = seen(house, tokens)
    answer = house.post(
        "/api/settings/values", headers=bearer(tokens), json={"values": {"venue": "Mine"}, "seen": first}
    )
    assert (answer.status_code, answer.json()["code"]) == (200, "saved")
    assert "venue: Mine # ours" in settings.path.read_text() or "venue: Mine" in settings.path.read_text()
    late = house.post("/api/settings/text", headers=bearer(tokens), json={"text": TEXT, "seen": first})
    assert (late.status_code, late.json()["code"]) == (409, "stale")
    wrong = house.post("/api/settings/text", headers=bearer(tokens), json={"text": "a: 1", "seen": seen(house, tokens)})
    assert (wrong.status_code, wrong.json()["problems"][0]["key"]) == (422, "a")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"values": {}, "seen": ""},
        {"values": {"venue": ["a"]}, "seen": ""},
        {"values": {"venue": "x" * 5_000}, "seen": ""},
        {"values": {"venue": "x"}, "seen": "", "more": 1},
        {"values": {"k" * 500: "x"}, "seen": ""},
    ],
)
def test_what_is_malformed_is_one_line(house: Client, tokens: Tokens, settings: Settings, body: object) -> None:
    answer = house.post("/api/settings/values", headers=bearer(tokens), json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
    assert settings.path.read_text() == TEXT


def test_a_new_start_waits_for_the_end_of_the_deal_and_for_a_file_without_problems(
    house: Client, tokens: Tokens, settings: Settings
) -> None:
    settings.quiet = False
    assert house.post("/api/settings/start", headers=bearer(tokens)).json() == {"code": "deal_runs"}
    settings.quiet = True
    settings.path.write_text("venue: [")
    assert house.post("/api/settings/start", headers=bearer(tokens)).status_code == 422
    assert settings.restarts == 0
    settings.path.write_text(TEXT)
    assert house.post("/api/settings/start", headers=bearer(tokens)).status_code == 202
    assert settings.restarts == 1


def test_without_a_file_there_is_nothing_to_set(client: Client, tokens: Tokens) -> None:
    assert client.get("/api/settings", headers=bearer(tokens)).status_code == 404
    for act in ACTS:
        answer = client.post(f"/api/settings/{act}", headers=bearer(tokens), json=BODIES.get(act))
        assert answer.status_code == 404, act


def test_in_safe_mode_the_hall_waits_and_nothing_but_the_settings_is_there(tokens: Tokens, settings: Settings) -> None:
    safe = Client(create_settings_app(settings.desk, tokens))
    hall = safe.get("/")
    assert "waiting.js" in hall.text
    assert "Minefield" not in hall.text
    assert safe.get("/api/settings").status_code == 401
    assert safe.get("/api/settings", headers=bearer(tokens)).status_code == 200
    assert safe.get("/healthz").json()["status"] == "safe_mode"
    for path in ("/api/state?role=public", "/api/matches", "/metrics", "/schema/public.json"):
        assert safe.get(path, headers=bearer(tokens)).status_code == 404, path
    for path in ("/operator", "/commentator", "/rules", "/player/A"):
        assert "waiting.js" in safe.get(path, headers=bearer(tokens)).text, path
    for path in ("/overlay/hands", "/overlay/main/rivers", "/own/score.html"):
        on_air = safe.get(path).text
        assert "waiting-overlay" in on_air, path
        assert "<h1" not in on_air
    assert safe.get("/referee").headers["location"] == "/settings"
    assert safe.post("/api/commands", headers=bearer(tokens), json={}).status_code in (404, 405)
