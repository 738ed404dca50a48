"""What both ends of the line have in common: frames in and out, ACKs, heartbeats, counters. Pure.

No I/O and no clock: bytes and the time (`now_s`, monotonic seconds) are passed in, bytes to write are taken out. The
host's and the controller's sessions each own one endpoint and add who may say what when.
"""

from dataclasses import dataclass
from typing import Final

from drivers.link.errors import MessageError
from drivers.link.framing import FLAG, FRAME_VERSION, BadFrame, Frame, FrameDecoder, encode_frame
from drivers.link.messages import (
    FROZEN_KINDS,
    HEARTBEAT_KIND,
    NEVER_HEARD,
    Ack,
    Delivery,
    Heartbeat,
    Message,
    decode_message,
    encode_message,
    type_of,
)
from drivers.link.noise import LineNoise
from drivers.link.statistics import FrameRing, LinkCounters, LinkStatistics, RoundTrip
from drivers.link.timings import LinkTimings
from drivers.link.window import Arrival, Inbox, Outbox

_BEATS_KEPT: Final = 8


@dataclass(frozen=True, slots=True)
class Received:
    """A message for the session. `acknowledged` is what an ACK was for, if that is what came."""

    message: Message
    acknowledged: Message | None = None


class Endpoint:
    """One end of the line."""

    def __init__(self, timings: LinkTimings) -> None:
        self.timings = timings
        self.counters = LinkCounters()
        self.ring = FrameRing()
        self.round_trip = RoundTrip(timings)
        self.noise = LineNoise(timings)
        self.heard_s = 0.0
        """When the last valid frame came."""
        self.in_session = False
        self._decoder = FrameDecoder()
        self._output = bytearray()
        self._renew(0.0)

    def _renew(self, now_s: float) -> None:
        self.outbox = Outbox(self.round_trip, self.timings)
        self._inbox = Inbox()
        self._beat_number = 0
        self._beats_sent: dict[int, float] = {}
        self._beat_due_s = now_s
        self._echo: tuple[int, float] | None = None

    def connect(self, now_s: float) -> None:
        """A port was opened: forget half frames and start with a flag, which ends any garbage on the other side."""
        self._decoder.clear()
        self._output = bytearray((FLAG,))
        self.heard_s = now_s
        self.in_session = False

    def begin_session(self, now_s: float) -> None:
        """Both windows start at sequence 1; heartbeats begin."""
        self._renew(now_s)
        self.in_session = True
        self.counters.sessions += 1

    def end_session(self) -> None:
        """No more heartbeats and resends; the outbox keeps what was not acknowledged."""
        self.in_session = False

    def feed(self, data: bytes, now_s: float) -> list[Received]:
        """Messages that `data` completes. Repeats and heartbeats are dealt with here and not handed on."""
        received: list[Received] = []
        for found in self._decoder.feed(data):
            if isinstance(found, BadFrame):
                self._bad(found, now_s)
                continue
            taken = self._take(found, now_s)
            if taken is not None:
                received.append(taken)
        return received

    def _take(self, frame: Frame, now_s: float) -> Received | None:
        if frame.version != FRAME_VERSION and frame.kind not in FROZEN_KINDS:
            self._bad(frame, now_s)
            return None
        try:
            message = decode_message(frame)
        except MessageError:
            self._bad(frame, now_s)
            return None
        self.counters.frames_received += 1
        self.noise.received(now_s, good=True)
        self.heard_s = now_s
        if isinstance(message, Heartbeat):
            self.ring.heartbeat()
            self._hear_beat(message, now_s)
            return None
        self.ring.add(now_s, frame, outgoing=False)
        if isinstance(message, Ack):
            acknowledged = self.outbox.acknowledged(frame.sequence, now_s) if self.in_session else None
            return None if acknowledged is None else Received(message, acknowledged)
        if frame.sequence != 0 and not self._is_new(frame.sequence, now_s):
            return None
        return None if message is None else Received(message)

    def _bad(self, found: Frame | BadFrame, now_s: float) -> None:
        self.counters.bad_frames += 1
        self.noise.received(now_s, good=False)
        self.ring.add(now_s, found, outgoing=False)

    def _is_new(self, sequence: int, now_s: float) -> bool:
        # Outside a session nothing may be acknowledged: the sender would think that it was taken.
        if not self.in_session:
            return False
        arrival = self._inbox.take(sequence)
        if arrival is Arrival.STRAY:
            self.counters.strays += 1
            return False
        self._send(encode_message(Ack(), sequence), now_s)
        if arrival is Arrival.REPEAT:
            self.counters.repeats_received += 1
        return arrival is Arrival.NEW

    def send(self, message: Message, now_s: float) -> None:
        """Send at once if the message travels bare, else let it wait for the window."""
        if type_of(message).delivery is Delivery.WINDOW:
            self.outbox.put(message)
        else:
            self._send(encode_message(message), now_s)

    def send_first(self, message: Message, now_s: float) -> None:
        """Send a bare message before everything that was not written yet (emergency stop)."""
        frame = encode_message(message)
        self._count_sent(frame, now_s)
        # A flag first: it cuts off whatever frame the line may be in the middle of.
        self._output[:0] = encode_frame(frame)

    def pump(self, now_s: float) -> None:
        """Send what is due: the next frame of the window, resends, heartbeats."""
        if not self.in_session:
            return
        due = self.outbox.pump(now_s)
        if due is not None:
            frame, again = due
            self.counters.resends += again
            self.noise.sent(now_s, again=again)
            self._send(frame, now_s)
        if now_s >= self._beat_due_s:
            self._beat(now_s)

    def next_due_s(self, now_s: float) -> float:
        """When `pump` has something to do; a time far away outside a session."""
        if not self.in_session:
            return now_s + 3600.0
        window = self.outbox.due_s(now_s)
        return self._beat_due_s if window is None else min(window, self._beat_due_s)

    def take_output(self) -> bytes:
        """Bytes to write now."""
        output = bytes(self._output)
        self._output.clear()
        return output

    def statistics(self) -> LinkStatistics:
        """A copy of the counters."""
        counters = self.counters
        return LinkStatistics(
            frames_sent=counters.frames_sent,
            frames_received=counters.frames_received,
            bad_frames=counters.bad_frames,
            resends=counters.resends,
            repeats_received=counters.repeats_received,
            strays=counters.strays,
            sessions=counters.sessions,
            losses=counters.losses,
            events_missed=counters.events_missed,
            round_trip_ms=self.round_trip.median_ms,
            noisy=self.noise.noisy,
            bad_per_minute=self.noise.bad_per_minute,
            resends_per_minute=self.noise.resends_per_minute,
        )

    def _beat(self, now_s: float) -> None:
        self._beat_number = (self._beat_number + 1) % 256
        self._beats_sent[self._beat_number] = now_s
        self._beats_sent.pop((self._beat_number - _BEATS_KEPT) % 256, None)
        self._beat_due_s = now_s + self.timings.heartbeat_s
        echo, age_us = 0, NEVER_HEARD
        if self._echo is not None:
            echo, heard_s = self._echo
            age_us = min(NEVER_HEARD - 1, round((now_s - heard_s) * 1_000_000))
        self._send(encode_message(Heartbeat(self._beat_number, echo, age_us)), now_s)

    def _hear_beat(self, beat: Heartbeat, now_s: float) -> None:
        self._echo = (beat.number, now_s)
        sent_s = self._beats_sent.pop(beat.echo, None)
        if sent_s is None or beat.echo_age_us == NEVER_HEARD:
            return
        # The time since our beat was sent, less the time that it lay on the other side.
        round_trip_s = now_s - sent_s - beat.echo_age_us / 1_000_000
        if round_trip_s >= 0:
            self.round_trip.measured(round_trip_s)

    def _send(self, frame: Frame, now_s: float) -> None:
        self._count_sent(frame, now_s)
        self._output += encode_frame(frame)

    def _count_sent(self, frame: Frame, now_s: float) -> None:
        self.counters.frames_sent += 1
        if frame.kind == HEARTBEAT_KIND:
            self.ring.heartbeat()
        else:
            self.ring.add(now_s, frame, outgoing=True)
