"""The thread that owns the port: opens it, talks to the session core, hands reports on, tries again after a loss.

One thread, `LinkThread`, reads, writes and acknowledges; nothing else of the program can delay it but its own listener,
which therefore only notes things down. Two calls come in from other threads: `post` puts a message in a queue, and
`emergency_stop` writes to the port itself, past every queue and past a listener that hangs.
"""

import contextlib
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol

import structlog

from drivers.link.backoff import Backoff
from drivers.link.deadline import run_within
from drivers.link.errors import PortError, PortProblem, TransportLostError
from drivers.link.framing import encode_frame
from drivers.link.host_session import HostSession, SessionState
from drivers.link.lag import LagWatch
from drivers.link.messages import EmergencyStop, Message, encode_message
from drivers.link.priority import go_first
from drivers.link.reports import (
    HostReport,
    LineNoisy,
    LossCause,
    PortNotOpen,
    SessionLost,
    SessionOpened,
    SessionRefused,
    Undelivered,
)
from drivers.link.statistics import FrameRecord, LinkStatistics
from drivers.link.timings import DEFAULT_TIMINGS, LinkTimings
from drivers.link.transport import Port, Transport

POSTS_LIMIT: Final = 64
_TURN_S: Final = 0.05
_STOP_LOCK_S: Final = 0.03
_GIVE_BACK_S: Final = 0.15  # a loss is told within a second, this included


class LinkListener(Protocol):
    """Who is told. Both calls come from the link's thread and must return at once."""

    def heard(self, report: HostReport) -> None:
        """Something happened on the link."""

    def turn(self, now_s: float) -> None:
        """The loop went round (at least every 50 ms, connected or not): time for own deadlines."""


class LinkThread(threading.Thread):
    """Owns one port from `start` to `close`."""

    def __init__(
        self,
        port: Port,
        listener: LinkListener,
        expected_unit: str | None = None,
        timings: LinkTimings = DEFAULT_TIMINGS,
        clock: Callable[[], float] = time.monotonic,
        name: str = "table-link",
    ) -> None:
        super().__init__(name=name, daemon=True)
        self._port = port
        self._listener = listener
        self._clock = clock
        self._session = HostSession(_random_u32(), _random_u32(), expected_unit, timings)
        self._backoff = Backoff()
        self._log = structlog.get_logger("drivers.link").bind(port=port.name)
        self._posts: deque[Message] = deque()
        self._stop_wanted = False
        self._posts_lock = threading.Lock()
        self._write_lock = threading.Lock()
        self._transport: Transport | None = None
        self._nudge = threading.Event()
        self._closing = False
        self._statistics = LinkStatistics()
        self._frames: tuple[FrameRecord, ...] = ()
        self._problem: PortProblem | str | None = None
        self._loss_told = False
        self._lag = LagWatch()
        self.turned_s = clock()
        """When the loop last went round: a watchdog's proof of progress."""

    def post(self, message: Message) -> bool:
        """Send a message when the thread comes to it; False if too many wait.

        Without a session it comes back as `Undelivered`; it is never kept for a later session.
        """
        with self._posts_lock:
            if len(self._posts) >= POSTS_LIMIT:
                return False
            self._posts.append(message)
        self.wake()
        return True

    def emergency_stop(self) -> None:
        """Write ESTOP to the port now, from the calling thread; the link's thread repeats it until it is answered."""
        with self._posts_lock:
            self._stop_wanted = True
        if self._write_lock.acquire(timeout=_STOP_LOCK_S):
            try:
                if self._transport is not None:
                    with contextlib.suppress(TransportLostError):  # the link's thread notices for itself
                        self._transport.write(encode_frame(encode_message(EmergencyStop(0))))
            finally:
                self._write_lock.release()
        self.wake()

    def statistics(self) -> LinkStatistics:
        """The counters as of the last turn."""
        return self._statistics

    def frames(self) -> tuple[FrameRecord, ...]:
        """The last 200 frames as of the last turn, oldest first."""
        return self._frames

    def close(self, timeout_s: float = 4.0) -> None:
        """End the thread and give the port back; longer than opening and giving back can take it is not waited for."""
        self._closing = True
        self.wake()
        if self.ident is None or self is threading.current_thread():
            return
        self.join(timeout_s)
        if self.is_alive():  # the rest of the program must end in order all the same
            self._log.error("link_thread_hangs", waited_s=timeout_s)

    def run(self) -> None:
        """Open, converse, wait, again. Runs until `close`."""
        go_first()  # before pages, journal and recognition
        while not self._closing:
            transport = self._open()
            if transport is not None:
                try:
                    self._converse(transport)
                finally:
                    self._give_back(transport)
            self._wait(self._backoff.next_s())

    def _open(self) -> Transport | None:
        try:
            transport = self._port.open()
        except PortError as error:
            if error.problem != self._problem:  # once per change of cause, not at every try
                self._problem = error.problem
                # A loss has had its error line already.
                log = self._log.info if self._loss_told else self._log.error
                log("port_not_open", problem=str(error.problem), message=str(error))
                self._tell(PortNotOpen(error.problem, str(error)))
            return None
        with self._write_lock:
            self._transport = transport
        return transport

    def _give_back(self, transport: Transport) -> None:
        # Closed before the next try and before the loss is reported, so that nobody finds the port busy with ourselves.
        with self._write_lock:
            self._transport = None
        try:
            # On a thread of its own: the system may keep whoever closes a dead device waiting for half a minute.
            run_within(transport.close, _GIVE_BACK_S, "table-link-close")
        except TimeoutError:
            self._log.warning("port_not_given_back", waited_s=_GIVE_BACK_S)
        self._session.lose(LossCause.CLOSED, "the link was closed")
        self._report()

    def _converse(self, transport: Transport) -> None:
        session = self._session
        self._take_posts(self._clock())  # posted while there was no session: they come back, whatever they were
        session.open(self._clock())
        try:
            while not self._closing and session.state in (SessionState.GREETING, SessionState.UP):
                self._write(transport)
                now_s = self._clock()
                wait_s = max(0.0, min(_TURN_S, session.next_due_s(now_s) - now_s))
                data = transport.read(wait_s)
                due_s, now_s = now_s + wait_s, self._clock()
                self._look_at_lag(due_s, now_s)
                # Bytes before clocks: after a stall the answer may have been waiting all the time.
                session.receive(data, now_s)
                self._take_posts(now_s)
                session.tick(now_s)
                if session.state in (SessionState.GREETING, SessionState.UP):
                    self._report()
            self._write(transport)
        except TransportLostError as error:
            session.lose(LossCause.PORT_LOST, str(error))

    def _write(self, transport: Transport) -> None:
        output = self._session.take_output()
        if output:
            with self._write_lock:
                transport.write(output)

    def _take_posts(self, now_s: float) -> None:
        with self._posts_lock:
            stop, self._stop_wanted = self._stop_wanted, False
            posts, self._posts = self._posts, deque()
        if stop:
            self._session.emergency_stop(now_s)
        for message in posts:
            if stop or not self._session.send(message, now_s):
                self._tell(Undelivered(message))

    def _report(self) -> None:
        self._statistics = replace(self._session.statistics(), late_turns=self._lag.late_turns)
        self._frames = self._session.frames()
        for report in self._session.take_reports():
            if isinstance(report, LineNoisy) and report.noisy:
                report = replace(report, programs=self._port.programs())
            self._note(report)
            self._tell(report)
        self.turned_s = self._clock()
        self._tell(None)

    def _tell(self, report: HostReport | None) -> None:
        try:
            if report is None:
                self._listener.turn(self.turned_s)
            else:
                self._listener.heard(report)
        except Exception:  # whatever mistake a listener makes, it must not take down the line of the emergency stop
            self._log.exception("listener_failed", report=str(report))

    def _note(self, report: HostReport) -> None:
        if isinstance(report, SessionOpened):
            self._problem, self._loss_told = None, False
            self._backoff.reset()
            hello = report.hello
            self._log.info("link_up", unit=hello.unit_id, firmware=hello.firmware, boot_id=f"{hello.boot_id:08x}")
        elif isinstance(report, SessionLost):
            if report.was_open and report.cause is not LossCause.CLOSED:
                self._problem, self._loss_told = None, True
                self._log.error("link_lost", cause=str(report.cause), message=report.message)
            elif report.cause is not LossCause.CLOSED and self._problem != str(report.cause):
                self._problem = str(report.cause)
                log = self._log.info if self._loss_told else self._log.error
                log("no_controller", cause=str(report.cause), message=report.message)
        elif isinstance(report, SessionRefused) and self._problem != report.message:
            self._problem = report.message
            self._log.error("controller_refused", cause=str(report.cause), message=report.message)
        elif isinstance(report, LineNoisy):
            log = self._log.warning if report.noisy else self._log.info
            log("line_noisy" if report.noisy else "line_good_again", message=report.message)

    def _look_at_lag(self, due_s: float, now_s: float) -> None:
        lag = self._lag.woke(due_s, now_s)
        if lag is not None:
            self._log.warning("loop_late", loop=self.name, times=lag.times, longest_ms=round(lag.longest_ms))

    def _wait(self, seconds: float) -> None:
        until_s = self._clock() + seconds
        while not self._closing:
            now_s = self._clock()
            self._take_posts(now_s)
            self._report()
            if now_s >= until_s:
                return
            self._nudge.wait(min(_TURN_S, until_s - now_s))
            self._nudge.clear()

    def wake(self) -> None:
        """Let the loop go round now; from any thread."""
        self._nudge.set()
        transport = self._transport
        if transport is not None:
            transport.wake()


def _random_u32() -> int:
    return int.from_bytes(os.urandom(4), "big")
