"""What the daemon counts of its own work: how long events take to be kept, and what waits for desk and disk."""

from collections.abc import Callable
from typing import Final

from prometheus_client import CollectorRegistry, Gauge, Histogram

_BOUNDS_S: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0)


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
        for name, text, count in (
            ("junanaho_desk_waiting", "Observations and commands that wait for the desk.", desk_waits),
            ("junanaho_journal_waiting", "Events that wait for the disk.", journal_waits),
        ):
            Gauge(name, text, registry=self.registry).set_function(count)
