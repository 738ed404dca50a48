"""Figures for a monitoring system: those of the table, and none that tells what lies hidden."""

from prometheus_client.parser import text_string_to_metric_families

from referee.daemon.metrics import Metrics
from referee.desk.state import CameraStatus, TableStatus
from referee.display.roles import OPERATOR
from referee.display.server import create_app
from referee.display.tokens import Tokens
from referee.game import EventType
from tests.referee.display.conftest import Client
from tests.referee.display.fake_desk import FakeDesk
from tests.referee.display.test_http import BEARER
from tests.referee.display.test_views import two_worlds

TOKENS = Tokens({OPERATOR: "operator-token"})


def figures(client: Client) -> dict[str, float]:
    answer = client.get("/metrics", headers=BEARER["operator"])
    assert answer.status_code == 200
    found = {}
    for family in text_string_to_metric_families(answer.text):
        assert family.documentation
        for sample in family.samples:
            found[" ".join([sample.name, *sample.labels.values()])] = sample.value
    return found


def test_the_figures_are_those_of_the_table(client: Client, desk: FakeDesk) -> None:
    desk.play(4)
    desk.add(EventType.VOID, ref=desk.match.version)
    desk.change(
        table=TableStatus(state="WALLS_UP", link_up=True, round_trip_ms=4.0, resends=3, bad_frames=2),
        cameras=(CameraStatus("river", 14.5, 70.0), CameraStatus("tray A", 0.0, 9000.0, "stale")),
    )
    found = figures(client)
    assert found["junanaho_table_connected"] == 1
    assert found["junanaho_line_round_trip_seconds"] == 0.004
    assert (found["junanaho_line_resends"], found["junanaho_line_bad_frames"]) == (3, 2)
    assert found["junanaho_camera_frames_per_second river"] == 14.5
    assert (found["junanaho_camera_well river"], found["junanaho_camera_well tray A"]) == (1, 0)
    assert (found["junanaho_match_open"], found["junanaho_match_corrections"]) == (1, 1)


def test_without_a_match_there_are_figures_too(client: Client) -> None:
    assert figures(client)["junanaho_match_open"] == 0


def test_nobody_else_is_told(client: Client) -> None:
    assert client.get("/metrics").status_code == 401
    assert client.get("/metrics", headers=BEARER["player-a"]).status_code == 403


def test_no_figure_depends_on_what_lies_hidden() -> None:
    dull, dangerous = (figures(Client(create_app(world, TOKENS))) for world in two_worlds())
    assert dull == dangerous


def test_what_the_daemon_counts_comes_with_it(desk: FakeDesk) -> None:
    metrics = Metrics(lambda: 2, lambda: 7)
    with metrics.kept.time():
        pass
    found = figures(Client(create_app(desk, TOKENS, metrics=metrics.registry)))
    assert (found["junanaho_desk_waiting"], found["junanaho_journal_waiting"]) == (2, 7)
    assert found["junanaho_event_kept_seconds_count"] == 1
