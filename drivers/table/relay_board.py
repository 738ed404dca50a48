"""Speaks to one relay board: one request after the other, answers matched, silence noticed. Pure: bytes in, bytes out.

A board answers a request within `answer_s` or has missed it; after so many misses it is gone. Switching an output
never waits behind a reading.
"""

import re
from dataclasses import dataclass
from typing import Final

from drivers.table.relay_dialect import AnswerReader, RelayDialect

ANSWER_S: Final = 0.3
MISSES: Final = 2
_POLL_S: Final = 0.1


@dataclass(frozen=True, slots=True)
class _Request:
    line: bytes
    reads: bool


class RelayBoard:
    """A board with the number of the input that sees the ready lamp, None for none."""

    def __init__(self, dialect: RelayDialect, ready: int | None) -> None:
        self._dialect = dialect
        self._ready = ready if dialect.read else None
        self._reader = AnswerReader(dialect)
        self._output = bytearray()
        self._asked: _Request | None = None
        self._asked_s = self._due_s = 0.0
        self._missed = 0
        self.heard = False
        """Whether the board has answered since the port was opened."""

    def opened(self, now_s: float, outputs: tuple[int, ...]) -> None:
        """The port is open: all outputs off, and see whether anybody is there."""
        self._reader = AnswerReader(self._dialect)
        self._output = bytearray()
        self._asked, self._asked_s, self._due_s = None, now_s, now_s
        self._missed, self.heard = 0, False
        for output in outputs:
            self.switch(output, on=False)

    def switch(self, output: int, *, on: bool) -> None:
        """Switch an output, before anything that waits."""
        self._output += self.line(output, on=on)

    def release(self, outputs: tuple[int, ...]) -> bytes:
        """Switch all outputs off, and forget what was still to be said; returns the bytes, to be written at once."""
        self._output = bytearray()
        return b"".join(self.line(output, on=False) for output in outputs)

    def line(self, output: int, *, on: bool) -> bytes:
        """The bytes that switch an output."""
        line = self._dialect.spoken(self._dialect.on if on else self._dialect.off, output)
        self._reader.said(line)
        return line

    def receive(self, data: bytes, now_s: float) -> list[bool]:
        """Bytes from the board; returns what its input was read as."""
        read: list[bool] = []
        for answer in self._reader.feed(data):
            request = self._asked
            if request is None:
                continue
            shows = self._meaning(answer)
            if request.reads and shows is None:
                continue
            if request.reads and shows is not None:
                read.append(shows)
            elif not self._matches(self._dialect.there, answer):
                continue
            self._asked, self._missed, self.heard = None, 0, True
            self._due_s = now_s + _POLL_S
        return read

    def tick(self, now_s: float) -> bool:
        """Ask what is due; False once the board is gone."""
        if self._asked is not None:
            if now_s < self._asked_s + ANSWER_S:
                return True
            self._asked, self._missed = None, self._missed + 1
            if self._missed >= MISSES:
                return False
        if now_s >= self._due_s:
            self._ask(now_s)
        return True

    @property
    def can_answer(self) -> bool:
        """Whether this dialect has anything that a board answers."""
        return self._ready is not None or bool(self._dialect.hello)

    def next_due_s(self) -> float:
        """When `tick` has something to do."""
        return self._due_s if self._asked is None else self._asked_s + ANSWER_S

    def take_output(self) -> bytes:
        """Bytes to write now."""
        output, self._output = bytes(self._output), bytearray()
        return output

    def _ask(self, now_s: float) -> None:
        if self._ready is not None:
            request = _Request(self._dialect.spoken(self._dialect.read, self._ready), reads=True)
        elif self._dialect.hello:
            request = _Request(self._dialect.spoken(self._dialect.hello, 0), reads=False)
        else:
            self._due_s = now_s + _POLL_S
            return
        self._asked, self._asked_s = request, now_s
        self._reader.said(request.line)
        self._output += request.line

    def _meaning(self, answer: str) -> bool | None:
        if self._matches(self._dialect.yes, answer):
            return True
        return False if self._matches(self._dialect.no, answer) else None

    @staticmethod
    def _matches(pattern: str, answer: str) -> bool:
        return re.fullmatch(pattern, answer, re.IGNORECASE) is not None
