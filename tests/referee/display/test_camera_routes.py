"""The routes of the cameras: for the operator, from our own pages, with one line for everything that cannot be."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.camera import CameraError
from drivers.simulator.layout import TRAY_MARKERS_MM
from referee.daemon.calibrating import CalibrationTask
from referee.daemon.cameras_desk import CamerasDesk
from referee.display.roles import OPERATOR, REFEREE, player
from referee.display.server import create_app
from referee.display.tokens import Tokens
from referee.game import Seat
from tests.referee.display.conftest import Client
from tests.referee.display.fake_desk import FakeDesk
from tests.vision.hall_views import TRAY_VIEW, empty_picture, of_width

VIEW = of_width(TRAY_VIEW, 480)
TRUE = [tuple(map(float, point)) for point in VIEW.pose.project(TRAY_MARKERS_MM)]


@pytest.fixture(scope="module")
def picture():
    return empty_picture(VIEW)


@pytest.fixture
def cameras(picture, tmp_path: Path) -> Iterator[CamerasDesk]:
    def take(camera: str):
        if camera == "lost":
            raise CameraError("camera lost: is not there: plug it in")
        return picture

    tasks = [CalibrationTask(name, tmp_path / f"{name}.yaml", None, TRAY_MARKERS_MM) for name in ("tray-A", "lost")]
    desk = CamerasDesk(tasks, take, {}, lambda *_: None)
    yield desk
    desk.close()


@pytest.fixture
def house(desk: FakeDesk, tokens: Tokens, cameras: CamerasDesk) -> Client:
    return Client(create_app(desk, tokens, cameras=cameras))


def bearer(tokens: Tokens, role=OPERATOR) -> dict[str, str]:
    return {"Authorization": f"Bearer {tokens.of(role)}"}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/cameras"),
        ("POST", "/api/cameras/tray-A/picture"),
        ("GET", "/api/cameras/tray-A/pictures/1"),
        ("POST", "/api/cameras/tray-A/corners"),
    ],
)
def test_only_operator_and_referee_come_in(house: Client, tokens: Tokens, method: str, path: str) -> None:
    body = {"json": {"picture": "1"}} if path.endswith("corners") else {}
    assert house.request(method, path, **body).status_code == 401
    assert house.request(method, path, headers=bearer(tokens, player(Seat.A)), **body).status_code == 403
    assert house.request(method, path, headers=bearer(tokens, REFEREE), **body).status_code in (200, 404)


def test_the_page_asks_for_the_login(house: Client) -> None:
    answer = house.get("/cameras")
    assert (answer.status_code, answer.headers["location"]) == (303, "/login?role=operator&next=%2Fcameras")


def test_a_foreign_page_cannot_save(house: Client, tokens: Tokens) -> None:
    headers = bearer(tokens) | {"Origin": "http://elsewhere.example"}
    assert house.post("/api/cameras/tray-A/corners", json={"picture": "1"}, headers=headers).status_code == 403


def test_a_picture_is_taken_looked_at_and_saved(house: Client, tokens: Tokens, tmp_path: Path) -> None:
    headers = bearer(tokens)
    facts = house.get("/api/cameras", headers=headers).json()
    assert [camera["name"] for camera in facts] == ["tray-A", "lost"]
    taken = house.post("/api/cameras/tray-A/picture", headers=headers).json()
    jpeg = house.get(f"/api/cameras/tray-A/pictures/{taken['id']}", headers=headers)
    assert (jpeg.headers["content-type"], jpeg.headers["cache-control"]) == ("image/jpeg", "no-store")
    assert jpeg.content.startswith(b"\xff\xd8")
    body = {"picture": taken["id"], "corners": TRUE}
    looked = house.post("/api/cameras/tray-A/corners", json=body, headers=headers).json()
    assert (looked["fault"], looked["saved"]) == (None, False)
    assert not list(tmp_path.iterdir())
    assert {remark["code"] for remark in looked["remarks"]} == {
        "calibration.coarse", "calibration.no_height", "calibration.no_zones",
    }  # fmt: skip
    assert house.post("/api/cameras/tray-A/corners", json=body | {"save": True}, headers=headers).json()["saved"]
    assert (tmp_path / "tray-A.yaml").exists()


@pytest.mark.parametrize(
    ("corners", "code"),
    [
        ([TRUE[0], TRUE[1], TRUE[3], TRUE[2]], "corners.crossed"),
        (TRUE[::-1], "corners.mirrored"),
        (TRUE[:3], "corners.not_four"),
        (None, "cameras.other"),
    ],
)
def test_corners_that_cannot_be_are_told_by_code(house: Client, tokens: Tokens, corners, code: str) -> None:
    headers = bearer(tokens)
    taken = house.post("/api/cameras/tray-A/picture", headers=headers).json()
    body = {"picture": taken["id"], "corners": corners, "save": True}
    answer = house.post("/api/cameras/tray-A/corners", json=body, headers=headers).json()
    assert (answer["fault"]["code"], answer["saved"]) == (code, False)


def test_an_old_picture_cannot_be_saved(house: Client, tokens: Tokens) -> None:
    headers = bearer(tokens)
    first, _ = (house.post("/api/cameras/tray-A/picture", headers=headers).json()["id"] for _ in range(2))
    body = {"picture": first, "corners": TRUE, "save": True}
    answer = house.post("/api/cameras/tray-A/corners", json=body, headers=headers).json()
    assert answer["fault"]["code"] == "cameras.old_picture"
    assert house.get(f"/api/cameras/tray-A/pictures/{first}", headers=headers).status_code == 404


def test_what_cannot_be_asked_is_refused(house: Client, tokens: Tokens) -> None:
    headers = bearer(tokens)
    lost = house.post("/api/cameras/lost/picture", headers=headers)
    assert (lost.status_code, lost.json()["message"]) == (409, "camera lost: is not there: plug it in")
    assert house.post("/api/cameras/nobody/picture", headers=headers).status_code == 404
    assert house.get("/api/cameras/nobody/pictures/1", headers=headers).status_code == 404
    for body in (
        {},
        {"picture": "1", "corners": [[1]]},
        {"picture": "1", "corners": [[1, "x"]]},
        {"picture": "1", "x": 1},
    ):
        assert house.post("/api/cameras/tray-A/corners", json=body, headers=headers).status_code == 422


def test_beside_a_desk_without_cameras_there_are_none(client: Client, tokens: Tokens) -> None:
    assert client.get("/api/cameras", headers=bearer(tokens)).json() == []
    assert client.post("/api/cameras/x/picture", headers=bearer(tokens)).status_code == 404


def test_the_worker_ends_with_the_desk(picture, tmp_path: Path) -> None:
    desk = CamerasDesk([CalibrationTask("a", tmp_path / "a.yaml")], lambda _: picture, {}, lambda *_: None)
    asyncio.run(desk.freeze("a"))
    desk.close()  # the fixture of all tests finds a thread that is left
