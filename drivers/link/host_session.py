"""The host's side of the protocol: greet, watch, hand on, stop. Pure; `LinkThread` runs it.

One object serves all sessions of one run of the host, because events must be handed on once even if the line broke
between an event and its ACK: it remembers the controller's boot id and the last event number.
"""

from enum import StrEnum

from drivers.link.endpoint import Endpoint
from drivers.link.messages import (
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    EmergencyStop,
    EmergencyStopReply,
    Event,
    Hello,
    HelloReply,
    Message,
)
from drivers.link.reports import (
    EmergencyStopAnswered,
    HostReport,
    LineNoisy,
    LossCause,
    MessageArrived,
    RefusalCause,
    SessionLost,
    SessionOpened,
    SessionRefused,
    Undelivered,
)
from drivers.link.statistics import FrameRecord, LinkStatistics
from drivers.link.timings import DEFAULT_TIMINGS, LinkTimings


class SessionState(StrEnum):
    """Where the session stands."""

    CLOSED = "closed"
    GREETING = "greeting"
    UP = "up"
    REFUSED = "refused"
    LOST = "lost"


class HostSession:
    """Greets the controller, keeps the session alive and reports what happens.

    `host_id` is a random u32 of this run; `first_session` a random u32 that is counted up at each start.
    `expected_unit` is the unit id that the configuration names, None to take any.
    """

    def __init__(
        self,
        host_id: int,
        first_session: int,
        expected_unit: str | None = None,
        timings: LinkTimings = DEFAULT_TIMINGS,
    ) -> None:
        self._endpoint = Endpoint(timings)
        self._timings = timings
        self._host_id = host_id
        self._session = first_session % 2**32
        self._expected_unit = expected_unit
        self._reports: list[HostReport] = []
        self._boot_id: int | None = None
        self._last_event: int | None = None
        self._greeted_s = 0.0
        self._hello_due_s = 0.0
        self._stop_number = 0
        self._stop_due_s: float | None = None
        self._told_noisy = False
        self._wrong_unit = False
        self.state = SessionState.CLOSED

    def open(self, now_s: float) -> None:
        """A port is open: say HELLO. An emergency stop that was never answered goes first.

        Unless the wrong unit was there last: a stop is not for another table, so it waits for the answer to HELLO.
        """
        self._session = (self._session + 1) % 2**32
        self._endpoint.connect(now_s)
        self.state = SessionState.GREETING
        self._greeted_s = now_s
        self._hello_due_s = now_s
        self.tick(now_s)

    def receive(self, data: bytes, now_s: float) -> None:
        """Take bytes from the line."""
        for received in self._endpoint.feed(data, now_s):
            message = received.message
            if isinstance(message, EmergencyStopReply):
                self._stop_answered(message)
            elif isinstance(message, HelloReply):
                self._greet(message, now_s)
            elif self.state is SessionState.UP and received.acknowledged is None:
                self._hand_on(message, now_s)

    def tick(self, now_s: float) -> None:
        """Do what is due: HELLO, resends, heartbeats, emergency stop, and notice silence and noise."""
        if self._stop_due_s is not None and now_s >= self._stop_due_s and self._may_stop:
            self._send_stop(now_s)
        if self.state is SessionState.GREETING:
            self._tick_greeting(now_s)
        elif self.state is SessionState.UP:
            self._endpoint.pump(now_s)
            if self._endpoint.outbox.exhausted:
                times = self._timings.resend_limit + 1
                text = f"a frame was sent {times} times and never acknowledged: check the cable, plugs and shielding"
                self.lose(LossCause.NOT_ACKNOWLEDGED, text)
            elif now_s - self._endpoint.heard_s >= self._timings.host_patience_s:
                text = f"nothing heard for {self._timings.host_patience_s:.1f} s: check the table's power and its cable"
                self.lose(LossCause.SILENT, text)
        self._watch_noise()

    def send(self, message: Message, now_s: float) -> bool:
        """Send a message; False if there is no session or no room, and then nothing was sent."""
        if self.state is not SessionState.UP or not self._endpoint.outbox.room:
            return False
        self._endpoint.send(message, now_s)
        self._endpoint.pump(now_s)
        return True

    def emergency_stop(self, now_s: float) -> int:
        """Send ESTOP at once, and again until it is answered, over every reconnect. Returns its number.

        Messages that wait for the window are taken back and reported as undelivered.
        """
        self._stop_number = (self._stop_number + 1) % 256
        self._stop_due_s = now_s
        self._take_back()
        if self._may_stop:
            self._send_stop(now_s)
        return self._stop_number

    def lose(self, cause: LossCause, message: str) -> None:
        """End the session: the port failed or is being closed."""
        if self.state not in (SessionState.GREETING, SessionState.UP):
            return
        was_open = self.state is SessionState.UP
        self.state = SessionState.LOST
        self._endpoint.end_session()
        self._take_back()
        if was_open:
            self._endpoint.counters.losses += 1
        self._reports.append(SessionLost(cause, message, was_open))

    def take_output(self) -> bytes:
        """Bytes to write now."""
        return self._endpoint.take_output()

    def take_reports(self) -> list[HostReport]:
        """What happened since the last call, in order."""
        reports, self._reports = self._reports, []
        return reports

    def next_due_s(self, now_s: float) -> float:
        """When `tick` has something to do."""
        due_s = now_s + 3600.0
        if self.state is SessionState.GREETING:
            due_s = min(self._hello_due_s, self._greeted_s + self._timings.hello_limit_s)
        elif self.state is SessionState.UP:
            silent_s = self._endpoint.heard_s + self._timings.host_patience_s
            due_s = min(self._endpoint.next_due_s(now_s), silent_s)
        if self._stop_due_s is not None and self._may_stop:
            due_s = min(due_s, self._stop_due_s)
        return due_s

    def statistics(self) -> LinkStatistics:
        """A copy of the counters."""
        return self._endpoint.statistics()

    def frames(self) -> tuple[FrameRecord, ...]:
        """The last frames, oldest first."""
        return self._endpoint.ring.records()

    @property
    def _may_stop(self) -> bool:
        return self.state is SessionState.UP or (self.state is SessionState.GREETING and not self._wrong_unit)

    def _tick_greeting(self, now_s: float) -> None:
        if now_s - self._greeted_s >= self._timings.hello_limit_s:
            limit_s = self._timings.hello_limit_s
            text = f"nothing answered HELLO for {limit_s:.0f} s: check the table's power, and that this is its port"
            self.lose(LossCause.NO_ANSWER, text)
        elif now_s >= self._hello_due_s:
            self._hello_due_s = now_s + self._timings.hello_retry_s
            hello = Hello(PROTOCOL_MAJOR, PROTOCOL_MINOR, self._host_id, self._session)
            self._endpoint.send(hello, now_s)

    def _watch_noise(self) -> None:
        noise = self._endpoint.noise
        if noise.noisy != self._told_noisy:
            self._told_noisy = noise.noisy
            self._reports.append(LineNoisy(noise.noisy, noise.share))

    def _greet(self, reply: HelloReply, now_s: float) -> None:
        if self.state is not SessionState.GREETING or reply.session != self._session:
            return  # the answer to a repeated or an earlier HELLO
        refusal = self._refusal(reply)
        self._wrong_unit = refusal is not None and refusal.cause is RefusalCause.UNIT_ID
        if refusal is not None:
            self.state = SessionState.REFUSED
            self._reports.append(refusal)
            return
        rebooted = self._boot_id is not None and reply.boot_id != self._boot_id
        if reply.boot_id != self._boot_id:
            self._last_event = None
        self._boot_id = reply.boot_id
        self.state = SessionState.UP
        self._endpoint.begin_session(now_s)
        self._endpoint.pump(now_s)
        self._reports.append(SessionOpened(reply, rebooted, now_s))

    def _refusal(self, reply: HelloReply) -> SessionRefused | None:
        if reply.major != PROTOCOL_MAJOR:
            newer = "this program" if reply.major > PROTOCOL_MAJOR else "the controller's firmware"
            return SessionRefused(
                RefusalCause.PROTOCOL_VERSION,
                f"the controller {reply.unit_id} (firmware {reply.firmware}) speaks protocol "
                f"{reply.major}.{reply.minor}, this program {PROTOCOL_MAJOR}.{PROTOCOL_MINOR}: "
                f"update {newer}; until then nothing moves",
                {"found": f"{reply.major}.{reply.minor}", "expected": f"{PROTOCOL_MAJOR}.{PROTOCOL_MINOR}"},
            )
        if self._expected_unit is not None and reply.unit_id != self._expected_unit:
            return SessionRefused(
                RefusalCause.UNIT_ID,
                f"the unit that answers is {reply.unit_id}, the configuration expects {self._expected_unit}: "
                "name the port by its place (/dev/serial/by-path) or correct the unit id; until then nothing moves",
                {"found": reply.unit_id, "expected": self._expected_unit},
            )
        return None

    def _hand_on(self, message: Message, now_s: float) -> None:
        if isinstance(message, Event) and not self._is_new_event(message):
            return
        self._reports.append(MessageArrived(message, now_s))

    def _is_new_event(self, event: Event) -> bool:
        last = self._last_event
        if last is not None and event.event_number <= last:
            return False
        if last is not None:
            self._endpoint.counters.events_missed += event.event_number - last - 1
        self._last_event = event.event_number
        return True

    def _stop_answered(self, reply: EmergencyStopReply) -> None:
        if reply.number == self._stop_number and self._stop_due_s is not None:
            self._stop_due_s = None
            self._reports.append(EmergencyStopAnswered(reply.number))

    def _send_stop(self, now_s: float) -> None:
        self._stop_due_s = now_s + self._timings.estop_repeat_s
        self._endpoint.send_first(EmergencyStop(self._stop_number), now_s)

    def _take_back(self) -> None:
        # The frame under way is not among them: nobody knows whether it arrived.
        self._reports.extend(Undelivered(message) for message in self._endpoint.outbox.withdraw())
