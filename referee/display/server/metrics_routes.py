"""What a monitoring system collects (Prometheus text format): the table, its line, cameras, pages, the open match."""

from collections.abc import Iterator
from typing import Final

from fastapi import APIRouter, Request
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.responses import Response

from referee.desk.state import DeskState
from referee.display.roles import OPERATOR
from referee.display.server.context import DisplayContext
from referee.display.server.doors import NO_STORE
from referee.game import EventType

_TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"
_CORRECTIONS: Final = frozenset({EventType.VOID, EventType.CORRECT, EventType.HOTFIX})


def metrics_routes(context: DisplayContext, registry: CollectorRegistry | None) -> APIRouter:
    """The route `/metrics`. `registry`: what the daemon counts beside what is seen in its state."""
    router = APIRouter()
    seen = CollectorRegistry(auto_describe=False)
    seen.register(_State(context))

    @router.get("/metrics")
    async def metrics(request: Request) -> Response:
        """Figures of this moment. Nothing in them depends on what lies hidden."""
        context.require(request, OPERATOR)
        content = generate_latest(seen) + (generate_latest(registry) if registry is not None else b"")
        return Response(content, media_type=_TEXT, headers=NO_STORE)

    return router


class _State(Collector):
    """The desk's state as figures."""

    def __init__(self, context: DisplayContext) -> None:
        self._context = context

    def collect(self) -> Iterator[Metric]:
        """One family for each figure."""
        state = self._context.desk.state()
        yield _gauge("junanaho_pages", "Pages that are open.", self._context.feed.count)
        yield _gauge("junanaho_questions", "Readings that wait for a person.", len(state.candidates))
        yield from _of_table(state)
        yield from _of_cameras(state)
        yield from _of_match(state)


def _of_table(state: DeskState) -> Iterator[Metric]:
    table = state.table
    yield _gauge("junanaho_table_connected", "Whether the table answers.", int(table.link_up))
    yield _gauge("junanaho_table_faults", "Faults that the table tells.", len(table.faults))
    if table.round_trip_ms is not None:
        yield _gauge("junanaho_line_round_trip_seconds", "From a frame to its answer.", table.round_trip_ms / 1000)
    yield _gauge("junanaho_line_resends", "Frames sent again since the line is open.", table.resends)
    yield _gauge("junanaho_line_bad_frames", "Frames that came damaged since the line is open.", table.bad_frames)
    if table.stacking_s is not None:
        yield _gauge("junanaho_table_stacking_seconds", "How long the last set took to stack.", table.stacking_s)


def _of_cameras(state: DeskState) -> Iterator[Metric]:
    rate = GaugeMetricFamily("junanaho_camera_frames_per_second", "Frames that are looked at.", labels=["camera"])
    age = GaugeMetricFamily("junanaho_camera_age_seconds", "Age of the newest frame.", labels=["camera"])
    well = GaugeMetricFamily("junanaho_camera_well", "Whether nothing ails the camera.", labels=["camera"])
    skipped = GaugeMetricFamily("junanaho_camera_skipped", "Frames passed over for newer ones.", labels=["camera"])
    for camera in state.cameras:
        rate.add_metric([camera.name], camera.frames_per_second)
        age.add_metric([camera.name], camera.age_ms / 1000)
        well.add_metric([camera.name], int(not camera.trouble))
        skipped.add_metric([camera.name], camera.skipped)
    yield from (rate, age, well, skipped)


def _of_match(state: DeskState) -> Iterator[Metric]:
    match = state.match
    yield _gauge("junanaho_match_open", "Whether a match goes on.", int(match is not None and not match.ended))
    if match is not None:
        corrections = sum(event.type in _CORRECTIONS for event in match.events)
        yield _gauge("junanaho_match_events", "Events of the match.", len(match.events))
        yield _gauge("junanaho_match_deals", "Deals of the match.", len(match.deals))
        yield _gauge("junanaho_match_corrections", "Corrections of the match.", corrections)


def _gauge(name: str, text: str, value: float) -> Metric:
    family = GaugeMetricFamily(name, text)
    family.add_metric([], value)
    return family
