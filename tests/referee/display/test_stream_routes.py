"""The addresses of overlays, parts, logos and own pages: who may open which, and what is not there."""

import pytest

from referee.display.page_files import page_file
from referee.display.roles import OVERLAY, REFEREE
from referee.display.server import create_app
from referee.display.server.stream_routes import PARTS
from referee.display.stream_files import StreamFiles
from referee.display.tokens import Tokens
from tests.referee.display.conftest import Client
from tests.referee.display.fake_desk import FakeDesk

LOGO = page_file(b"\x89PNG of the house", "image/png")
FACE = page_file(b"<svg/>", "image/svg+xml")
PAGE = page_file(b"<jn-clock></jn-clock>", "text/html; charset=utf-8")
FILES = StreamFiles(house=LOGO, players={"Ann": FACE}, pages={"mine.html": PAGE})
TOKENS = Tokens({OVERLAY: "overlay-token", REFEREE: "referee-token"})


@pytest.fixture
def studio(desk: FakeDesk) -> Client:
    return Client(create_app(desk, TOKENS, stream=FILES))


@pytest.mark.parametrize("path", ["/overlay/public", *(f"/overlay/public/{part}" for part in PARTS if part != "hands")])
def test_outputs_without_hands_open_to_everybody(studio: Client, path: str) -> None:
    answer = studio.get(path)
    assert answer.status_code == 200
    assert 'class="overlay"' in answer.text


@pytest.mark.parametrize("path", ["/overlay/hands", "/overlay/hands/hands", "/overlay/hands/rivers"])
def test_outputs_with_hands_ask_for_the_token_and_keep_the_rest_of_the_address(studio: Client, path: str) -> None:
    assert studio.get(path).headers["location"].startswith("/login?role=overlay&next=%2Foverlay%2Fhands")
    assert "wrong=1" in studio.get(f"{path}?token=nonsense").headers["location"]
    answer = studio.get(f"{path}?side=B&token=overlay-token")
    assert answer.headers["location"] == f"{path}?side=B"
    cookie = {"junanaho-overlay": TOKENS.cookie_value(OVERLAY) or ""}
    assert studio.get(path, cookies=cookie).status_code == 200


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/overlay/studio", "there is no output 'studio': expected public, hands"),
        ("/overlay/public/hands", "output public has no part 'hands': expected rivers, clock"),
        ("/overlay/public/sauce", "has no part 'sauce'"),
        ("/own/none.html", "no such page"),
        ("/own/../configuration.py", "Not Found"),
        ("/own/..%2f..%2fetc/passwd", "no such page"),
        ("/api/logos/2", "no such logo"),
        ("/api/logos/-1", "no such logo"),
    ],
)
def test_what_is_not_there_is_said(studio: Client, path: str, said: str) -> None:
    answer = studio.get(path)
    assert answer.status_code == 404
    assert said in answer.json()["message"]


def test_the_overlays_token_opens_nothing_else(studio: Client) -> None:
    bearer = {"Authorization": "Bearer overlay-token"}
    for role in ("referee", "commentator", "operator", "player:A"):
        assert studio.get(f"/api/state?role={role}", headers=bearer).status_code == 403
    body = {"act": "call_ron", "seat": "A", "version": 0}
    assert studio.post("/api/commands", json=body, headers=bearer).status_code == 403
    assert studio.post("/api/preview", json=body, headers=bearer).status_code == 403


def test_outputs_parts_and_logos_are_listed(studio: Client) -> None:
    told = studio.get("/api/stream").json()
    assert told["outputs"]["hands"] == {"shows": "hands", "delay_s": None, "address": "/overlay/hands"}
    assert told["parts"] == list(PARTS)
    for address, file in ((told["logos"]["house"], LOGO), (told["logos"]["players"]["Ann"], FACE)):
        answer = studio.get(address)
        assert (answer.content, answer.headers["content-type"]) == (file.content, file.media_type)


def test_the_tag_of_all_pages_changes_with_any_of_them(desk: FakeDesk) -> None:
    tags = {
        Client(create_app(desk, TOKENS, stream=files)).get("/api/stream").json()["pages"]
        for files in (FILES, FILES, StreamFiles(), StreamFiles(house=LOGO), StreamFiles(pages={"a.html": PAGE}))
    }
    assert len(tags) == 4


def test_own_pages_come_with_the_policy_of_all_pages(studio: Client) -> None:
    answer = studio.get("/own/mine.html")
    assert answer.text == "<jn-clock></jn-clock>"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert studio.get("/favicon.ico").headers["content-type"] == "image/svg+xml"
