"""The host's end of a line by hand: says exactly what it is told to, also what no host says, and hears what comes.

For the tests of a board. Heartbeats and ACKs go by themselves unless they are switched off.
"""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from drivers.link.errors import MessageError
from drivers.link.framing import FLAG, Frame, FrameDecoder, encode_frame
from drivers.link.messages import (
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    Ack,
    Command,
    Heartbeat,
    Hello,
    HelloReply,
    Message,
    decode_message,
    encode_message,
)
from drivers.link.timings import DEFAULT_TIMINGS
from drivers.link.transport import Transport

Kind = TypeVar("Kind")
_PIECE_S = 0.02


class Wrong(Exception):  # noqa: N818 - it is what a board is, and no fault of this program
    """The board did not do what it has to; the message says what it did."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A frame of the board; `message` is None for a kind that is not known."""

    frame: Frame
    message: Message | None
    at_s: float


class Probe:
    """Talks over an open transport. Times are seconds."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._decoder = FrameDecoder()
        self._beat = 0
        self._beat_due_s = 0.0
        self._last_heard_beat = 0
        self.beating = False
        self.acknowledging = True
        self.heard: list[Heard] = []
        self.host_id = int.from_bytes(os.urandom(4), "big")
        self.sequence = 0

    def raw(self, data: bytes) -> None:
        """Write bytes as they are."""
        self._transport.write(data)

    def say(self, message: Message, sequence: int = 0, version: int = 1) -> None:
        """Send a message once."""
        frame = encode_message(message, sequence)
        self.raw(encode_frame(Frame(frame.kind, frame.sequence, frame.payload, version)))

    def command(self, command: Command) -> int:
        """Send a command with the next sequence, once; the sequence."""
        self.sequence = self.sequence % 255 + 1
        self.say(command, self.sequence)
        return self.sequence

    def greet(self, *, host_id: int | None = None, major: int = PROTOCOL_MAJOR) -> HelloReply:
        """Begin a new session and go on with heartbeats. Raises Wrong if the board does not answer."""
        self.heard.clear()
        self.sequence = 0
        hello = Hello(major, PROTOCOL_MINOR, host_id or self.host_id, int.from_bytes(os.urandom(4), "big"))
        for _ in range(12):
            self.raw(bytes((FLAG,)))
            self.say(hello)
            found = self.first(HelloReply, DEFAULT_TIMINGS.hello_retry_s)
            if found is not None and found.session == hello.session:
                self.beating = major == PROTOCOL_MAJOR
                self.hello = hello
                return found
        raise Wrong("HELLO is not answered")

    def listen(self, seconds: float) -> list[Heard]:
        """Everything that comes within a time, ACKs and heartbeats included."""
        before = len(self.heard)
        self.until(lambda: False, seconds)
        return self.heard[before:]

    def until(self, condition: Callable[[], bool], limit_s: float) -> bool:
        """Listen until a condition holds; False if it does not within `limit_s`."""
        end_s = time.monotonic() + limit_s
        while not condition():
            now_s = time.monotonic()
            if now_s >= end_s:
                return False
            if self.beating and now_s >= self._beat_due_s:
                self._beat = (self._beat + 1) % 256
                self._beat_due_s = now_s + DEFAULT_TIMINGS.heartbeat_s
                self.say(Heartbeat(self._beat, self._last_heard_beat, 0))
            self._take(self._transport.read(min(_PIECE_S, end_s - now_s)), time.monotonic())
        return True

    def first(self, kind: type[Kind], limit_s: float) -> Kind | None:
        """The first message of a kind from now on, None if none comes in time."""
        before = len(self.heard)
        self.until(lambda: any(isinstance(one.message, kind) for one in self.heard[before:]), limit_s)
        return next((one.message for one in self.heard[before:] if isinstance(one.message, kind)), None)

    def messages(self, kind: type[Kind]) -> list[Kind]:
        """The messages of a kind since the session began."""
        return [one.message for one in self.heard if isinstance(one.message, kind)]

    def acks(self, sequence: int) -> int:
        """How often a sequence was acknowledged since the session began."""
        return sum(isinstance(one.message, Ack) and one.frame.sequence == sequence for one in self.heard)

    def acknowledged(self, sequence: int, limit_s: float) -> bool:
        """Whether a sequence is acknowledged in time."""
        return self.until(lambda: self.acks(sequence) > 0, limit_s)

    def _take(self, data: bytes, now_s: float) -> None:
        for frame in self._decoder.feed(data):
            if not isinstance(frame, Frame):
                continue
            try:
                message = decode_message(frame)
            except MessageError as error:
                raise Wrong(f"a frame of kind {frame.kind:02X} does not hold its fields: {error}") from error
            if isinstance(message, Heartbeat):
                self._last_heard_beat = message.number
            if frame.sequence and not isinstance(message, Ack) and self.acknowledging:
                self.say(Ack(), frame.sequence)
            self.heard.append(Heard(frame, message, now_s))
