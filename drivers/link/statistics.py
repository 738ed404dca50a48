"""How the line is doing: counters, round trip, and the last frames seen. Pure; `LinkThread` publishes copies."""

from collections import deque
from dataclasses import dataclass
from statistics import median
from typing import Final

from drivers.link.errors import MessageError
from drivers.link.framing import BadFrame, Frame
from drivers.link.messages import decode_message, type_of
from drivers.link.timings import LinkTimings

RING_FRAMES: Final = 200
_SAMPLES: Final = 101


@dataclass(frozen=True, slots=True)
class LinkStatistics:
    """A copy of the counters since start; `round_trip_ms` is the median of the last 101 round trips.

    `..._per_minute` count the last minute. `late_turns`: how often the thread of the link woke over 100 ms late.
    """

    frames_sent: int = 0
    frames_received: int = 0
    bad_frames: int = 0
    resends: int = 0
    repeats_received: int = 0
    strays: int = 0
    sessions: int = 0
    losses: int = 0
    events_missed: int = 0
    round_trip_ms: float | None = None
    noisy: bool = False
    bad_per_minute: int = 0
    resends_per_minute: int = 0
    late_turns: int = 0


@dataclass(slots=True)
class LinkCounters:
    """What an endpoint counts; the owner makes `LinkStatistics` of it."""

    frames_sent: int = 0
    frames_received: int = 0
    bad_frames: int = 0
    resends: int = 0
    repeats_received: int = 0
    strays: int = 0
    sessions: int = 0
    losses: int = 0
    events_missed: int = 0


class RoundTrip:
    """Round trips measured, and the time-out that follows from them (smoothed mean plus four times the deviation)."""

    def __init__(self, timings: LinkTimings) -> None:
        self._timings = timings
        self._mean_s: float | None = None
        self._deviation_s = 0.0
        self._last_s: deque[float] = deque(maxlen=_SAMPLES)

    def measured(self, seconds: float) -> None:
        """Take one round trip. Never one of a frame sent twice: nobody knows which sending was answered."""
        self._last_s.append(seconds)
        if self._mean_s is None:
            self._mean_s, self._deviation_s = seconds, seconds / 2
            return
        self._deviation_s += (abs(seconds - self._mean_s) - self._deviation_s) / 4
        self._mean_s += (seconds - self._mean_s) / 8

    def timeout_s(self, resends: int) -> float:
        """How long to wait for an ACK after so many resends: doubled each time, within the limits of the timings."""
        first = self._timings.resend_first_s
        if self._mean_s is not None:
            first = max(self._timings.resend_min_s, self._mean_s + 4 * self._deviation_s)
        return float(min(self._timings.resend_max_s, first * 2**resends))

    @property
    def median_ms(self) -> float | None:
        """Median of the last round trips in milliseconds."""
        return median(self._last_s) * 1000 if self._last_s else None


@dataclass(frozen=True, slots=True)
class FrameRecord:
    """One frame of the ring; heartbeats are counted, not kept: they would push everything else out in ten seconds."""

    at_s: float
    outgoing: bool
    frame: Frame | BadFrame
    heartbeats_before: int

    def text(self) -> str:
        """One line: time, direction, what it is, its bytes."""
        arrow = ">" if self.outgoing else "<"
        skipped = f" (after {self.heartbeats_before} heartbeats)" if self.heartbeats_before else ""
        return f"{self.at_s:14.6f} {arrow} {_described(self.frame)}{skipped}"


def _described(frame: Frame | BadFrame) -> str:
    if isinstance(frame, BadFrame):
        return f"bad frame {frame.fault}: {frame.body.hex(' ')}"
    try:
        message = decode_message(frame)
    except MessageError as error:
        return f"kind {frame.kind:02x} seq {frame.sequence}: {error}: {frame.payload.hex(' ')}"
    if message is None:
        return f"unknown kind {frame.kind:02x} seq {frame.sequence}: {frame.payload.hex(' ')}"
    name = type_of(message).name
    return f"{name} seq {frame.sequence}: {frame.payload.hex(' ') or '-'} {message}"


class FrameRing:
    """The last 200 frames, for the file that is written at every fault."""

    def __init__(self) -> None:
        self._records: deque[FrameRecord] = deque(maxlen=RING_FRAMES)
        self._heartbeats = 0

    def heartbeat(self) -> None:
        """Count a heartbeat."""
        self._heartbeats += 1

    def add(self, at_s: float, frame: Frame | BadFrame, *, outgoing: bool) -> None:
        """Keep a frame; the oldest goes."""
        self._records.append(FrameRecord(at_s, outgoing, frame, self._heartbeats))
        self._heartbeats = 0

    def records(self) -> tuple[FrameRecord, ...]:
        """The frames kept, oldest first."""
        return tuple(self._records)
