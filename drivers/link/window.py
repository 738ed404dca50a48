"""The two ends of a window of one frame: what is to be acknowledged, and what has been seen. Pure.

Sequences run 1-255 and wrap to 1; 0 stands for frames outside the window. With one frame under way and a line that
keeps its order, a receiver needs to know only the last sequence: the next one is new, the same one is a repeat.
"""

from collections import deque
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from drivers.link.framing import Frame
from drivers.link.messages import Message, encode_message
from drivers.link.statistics import RoundTrip
from drivers.link.timings import LinkTimings

WAITING_LIMIT: Final = 64


def next_sequence(sequence: int) -> int:
    """The sequence after this one."""
    return sequence % 255 + 1


class Arrival(Enum):
    """What a sequence is to the receiver."""

    NEW = auto()
    REPEAT = auto()
    STRAY = auto()


class Inbox:
    """Remembers the last sequence taken."""

    def __init__(self) -> None:
        self._last = 0

    def take(self, sequence: int) -> Arrival:
        """NEW is to be acknowledged and handed on, REPEAT to be acknowledged only, STRAY neither."""
        if sequence == next_sequence(self._last):
            self._last = sequence
            return Arrival.NEW
        return Arrival.REPEAT if sequence == self._last else Arrival.STRAY


@dataclass(slots=True)
class _Flight:
    message: Message
    frame: Frame
    first_sent_s: float
    due_s: float
    resends: int = 0


class Outbox:
    """Messages waiting for the window, and the one that is under way."""

    def __init__(self, round_trip: RoundTrip, timings: LinkTimings) -> None:
        self._round_trip = round_trip
        self._timings = timings
        self._waiting: deque[Message] = deque()
        self._flight: _Flight | None = None
        self._sequence = 0
        self.exhausted = False
        """A frame was sent as often as allowed and never acknowledged: the link is lost."""

    @property
    def waiting(self) -> int:
        """How many messages wait for the window."""
        return len(self._waiting)

    @property
    def room(self) -> bool:
        """Whether another message may wait."""
        return self.waiting < WAITING_LIMIT

    def put(self, message: Message) -> None:
        """Let a message wait for its turn. The caller looks at `room` or `waiting` first; nothing is dropped here."""
        self._waiting.append(message)

    def pump(self, now_s: float) -> tuple[Frame, bool] | None:
        """The frame to send now and whether it is a resend; None if there is nothing to send yet."""
        flight = self._flight
        if flight is None:
            if not self._waiting:
                return None
            self._sequence = next_sequence(self._sequence)
            message = self._waiting.popleft()
            frame = encode_message(message, self._sequence)
            self._flight = _Flight(message, frame, now_s, now_s + self._round_trip.timeout_s(0))
            return frame, False
        if now_s < flight.due_s or self.exhausted:
            return None
        if flight.resends == self._timings.resend_limit:
            self.exhausted = True
            return None
        flight.resends += 1
        flight.due_s = now_s + self._round_trip.timeout_s(flight.resends)
        return flight.frame, True

    def acknowledged(self, sequence: int, now_s: float) -> Message | None:
        """Take an ACK; the message it was for, None if it is an old or a strange one."""
        flight = self._flight
        if flight is None or sequence != flight.frame.sequence:
            return None
        if flight.resends == 0:
            self._round_trip.measured(now_s - flight.first_sent_s)
        self._flight = None
        return flight.message

    def due_s(self, now_s: float) -> float | None:
        """When `pump` has something to do; None while it has nothing."""
        if self._flight is not None:
            return self._flight.due_s
        return now_s if self._waiting else None

    def unacknowledged(self) -> list[Message]:
        """Everything not known to have arrived, in order; the frame under way first."""
        under_way = [] if self._flight is None else [self._flight.message]
        return under_way + list(self._waiting)

    def withdraw(self) -> list[Message]:
        """Take back what waits. The frame under way stays: its sequence is used up."""
        withdrawn = list(self._waiting)
        self._waiting.clear()
        return withdrawn
