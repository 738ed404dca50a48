"""What the daemon counts of its own work: how long events and pictures take, what waits, and what was let go.

Counted from several threads; prometheus_client sees to that.
"""

from collections.abc import Callable, Iterable
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from referee.daemon.camera_health import CameraWork

_BOUNDS_S: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0)
_INFERENCE_S: Final = (0.0025, 0.005, 0.01, 0.02, 0.035, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1.0)


class Metrics:
    """The figures of one running daemon; nothing is shared between two of them."""

    def __init__(self, desk_waits: Callable[[], int], journal_waits: Callable[[], int]) -> None:
        self.registry = CollectorRegistry()
        self.kept = Histogram(
            "junanaho_event_kept_seconds",
            "From an accepted event until it is on the disk.",
            buckets=_BOUNDS_S,
            registry=self.registry,
        )
        self._inference = Histogram(
            "junanaho_inference_seconds",
            "What the networks take for one frame, of those for which they are asked.",
            ["camera"],
            buckets=_INFERENCE_S,
            registry=self.registry,
        )
        self._frames = Counter(
            "junanaho_camera_frames", "Frames that were looked at.", ["camera"], registry=self.registry
        )
        self._evidence_lost = Counter(
            "junanaho_evidence_lost", "Pictures of discards that could not be kept.", registry=self.registry
        )
        self.show("junanaho_desk_waiting", "Observations and commands that wait for the desk.", desk_waits)
        self.show("junanaho_journal_waiting", "Events that wait for the disk.", journal_waits)

    def show(self, name: str, text: str, figure: Callable[[], float]) -> None:
        """Tell a figure that somebody else keeps, as it is whenever it is asked for."""
        Gauge(name, text, registry=self.registry).set_function(figure)

    def looked(self, work: Iterable[CameraWork]) -> None:
        """Count what recognition did."""
        for camera in work:
            self._frames.labels(camera.name).inc(camera.frames)
            inference = self._inference.labels(camera.name)
            for seconds in camera.inference_s:
                inference.observe(seconds)

    def evidence_lost(self, count: int) -> None:
        """Count pictures that could not be kept."""
        self._evidence_lost.inc(count)
