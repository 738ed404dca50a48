"""The controller's side of the protocol, as a firmware would write it. Pure; the firmware twin runs it.

The controller never speaks first: it answers HELLO. Events get their numbers here and wait here until the host has
acknowledged them, over a reconnect of the same host too; another run of the host starts with a clean slate, because a
button pressed an hour ago must not count now.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from drivers.link.endpoint import Endpoint
from drivers.link.messages import (
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    Command,
    EmergencyStop,
    EmergencyStopReply,
    Event,
    Hello,
    HelloReply,
    Message,
)
from drivers.link.reports import CommandArrived, ControllerReport, HostConnected, HostSilent, StopArrived
from drivers.link.statistics import LinkStatistics
from drivers.link.timings import DEFAULT_TIMINGS, LinkTimings
from drivers.link.window import WAITING_LIMIT

EVENTS_KEPT: Final = 128
"""More than the 32 that every board must keep: a hundred presses a second outlast a stall of a second."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who the controller says it is."""

    unit_id: str
    firmware: str
    boot_id: int
    capabilities: int
    major: int = PROTOCOL_MAJOR
    minor: int = PROTOCOL_MINOR


class ControllerSession:
    """Answers HELLO, acknowledges, and keeps events until they have arrived."""

    def __init__(self, identity: Identity, started_s: float, timings: LinkTimings = DEFAULT_TIMINGS) -> None:
        self._endpoint = Endpoint(timings)
        self._identity = identity
        self._timings = timings
        self._started_s = started_s
        self._host: tuple[int, int] | None = None  # host id and session number
        self._kept: list[Event] = []  # events of the time without a session
        self._event_number = 0
        self._reports: list[ControllerReport] = []
        self._endpoint.connect(started_s)
        self._endpoint.take_output()

    @property
    def up(self) -> bool:
        """Whether a host is there."""
        return self._endpoint.in_session

    def uptime_ms(self, now_s: float) -> int:
        """Milliseconds since start, wrapping after 49 days like a firmware's counter."""
        return round((now_s - self._started_s) * 1000) % 2**32

    def receive(self, data: bytes, now_s: float) -> None:
        """Take bytes from the line."""
        for received in self._endpoint.feed(data, now_s):
            message = received.message
            if isinstance(message, EmergencyStop):
                self._endpoint.send_first(EmergencyStopReply(message.number), now_s)
                self._reports.append(StopArrived(message))
            elif isinstance(message, Hello):
                self._greeted(message, now_s)
            elif isinstance(message, Command) and self.up:
                self._reports.append(CommandArrived(message))

    def tick(self, now_s: float) -> None:
        """Do what is due: resends, heartbeats, and notice that the host is silent."""
        if not self.up:
            return
        self._deliver_kept(now_s)
        self._endpoint.pump(now_s)
        silent = now_s - self._endpoint.heard_s >= self._timings.controller_patience_s
        if silent or self._endpoint.outbox.exhausted:
            self._end()
            self._reports.append(HostSilent())

    def answer(self, message: Message, now_s: float) -> None:
        """Send an answer, progress or status; dropped without a host: answers belong to a session.

        Never more wait than three for each command that the host sent, and it sends no more than its own window lets.
        """
        if self.up:
            self._endpoint.send(message, now_s)

    def post(self, make: Callable[[int, int], Event], now_s: float) -> Event:
        """Number an event (`make(event_number, at_ms)`) and deliver it, now or when the host is back."""
        self._event_number += 1
        event = make(self._event_number, self.uptime_ms(now_s))
        self._keep([*self._kept, event])
        if self.up:
            self._deliver_kept(now_s)
        return event

    def take_output(self) -> bytes:
        """Bytes to write now."""
        return self._endpoint.take_output()

    def take_reports(self) -> list[ControllerReport]:
        """What happened since the last call, in order."""
        reports, self._reports = self._reports, []
        return reports

    def next_due_s(self, now_s: float) -> float:
        """When `tick` has something to do."""
        if not self.up:
            return now_s + 3600.0
        silent_s = self._endpoint.heard_s + self._timings.controller_patience_s
        return min(self._endpoint.next_due_s(now_s), silent_s)

    def statistics(self) -> LinkStatistics:
        """A copy of the counters."""
        return self._endpoint.statistics()

    def _greeted(self, hello: Hello, now_s: float) -> None:
        host = (hello.host_id, hello.session)
        fits = hello.major == self._identity.major
        fresh = host != self._host or not self.up
        if fits and fresh:
            self._begin(host, now_s)
        self._reply(hello, now_s)
        if fits and fresh:
            self._deliver_kept(now_s)

    def _begin(self, host: tuple[int, int], now_s: float) -> None:
        if self.up:
            self._end()
        same_host = self._host is not None and self._host[0] == host[0]
        if not same_host:
            self._kept.clear()
        self._host = host
        self._endpoint.begin_session(now_s)
        self._reports.append(HostConnected(same_host))

    def _end(self) -> None:
        unacknowledged = self._endpoint.outbox.unacknowledged()
        self._endpoint.end_session()
        events: list[Event] = [message for message in unacknowledged if isinstance(message, Event)]
        self._keep(events + self._kept)

    def _keep(self, events: list[Event]) -> None:
        # The oldest go when there are too many: the host sees the gap in their numbers and counts them as missed.
        self._kept = events[-EVENTS_KEPT:]

    def _deliver_kept(self, now_s: float) -> None:
        # Answers may wait behind events in the same queue, so events leave half of it free.
        while self._kept and self._endpoint.outbox.waiting < WAITING_LIMIT // 2:
            self._endpoint.send(self._kept.pop(0), now_s)

    def _reply(self, hello: Hello, now_s: float) -> None:
        identity = self._identity
        reply = HelloReply(
            session=hello.session,
            major=identity.major,
            minor=identity.minor,
            capabilities=identity.capabilities,
            boot_id=identity.boot_id,
            uptime_ms=self.uptime_ms(now_s),
            unit_id=identity.unit_id,
            firmware=identity.firmware,
        )
        self._endpoint.send(reply, now_s)
