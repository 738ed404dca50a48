"""A controller at the device's end of a line, a link at the other, and what tests of both look at."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from drivers.link.controller_session import ControllerSession, Identity
from drivers.link.errors import TransportLostError
from drivers.link.framing import Frame, FrameDecoder
from drivers.link.messages import ButtonEvent, Command, decode_message
from drivers.link.reports import (
    CommandArrived,
    HostReport,
)
from drivers.link.thread import LinkThread
from drivers.link.timings import DEFAULT_TIMINGS
from drivers.link.transport import Port, Transport

PATIENT = replace(DEFAULT_TIMINGS, heartbeat_s=0.02, host_patience_s=5.0, controller_patience_s=6.0)
"""Many heartbeats, and much patience: a busy machine is no loss of the line."""


@dataclass
class Listener:
    """What the link told."""

    reports: list[HostReport] = field(default_factory=list)

    def heard(self, report: HostReport) -> None:
        self.reports.append(report)

    def turn(self, now_s: float) -> None:
        pass

    def of(self, kind: type) -> list[HostReport]:
        return [report for report in tuple(self.reports) if isinstance(report, kind)]


class Board(threading.Thread):
    """A controller at the device's end of a line. `banner`: what it prints as soon as the host has said anything."""

    def __init__(self, end: Transport, unit: str = "table-7", boot_id: int = 1, banner: bytes = b"") -> None:
        super().__init__(name="board", daemon=True)
        self.commands: list[Command] = []
        self.heard = b""
        self._end, self._banner = end, banner
        self._timings = PATIENT
        self._session = ControllerSession(Identity(unit, "fw 1", boot_id, 0), time.monotonic(), self._timings)
        self._presses = 0
        self._done = threading.Event()
        self.start()

    def press(self) -> None:
        self._presses += 1

    def run(self) -> None:
        while not self._done.is_set():
            try:
                data = self._end.read(0.005)
                if data and self._banner:
                    self._end.write(self._banner)
                    self._banner = b""
                self.heard += data
                self._work(data, time.monotonic())
            except TransportLostError:
                return

    def end(self) -> None:
        self._done.set()
        self.join(5.0)
        self._end.close()

    def _work(self, data: bytes, now_s: float) -> None:
        self._session.receive(data, now_s)
        while self._presses and self._session.up:
            self._presses -= 1
            self._session.post(lambda number, at_ms: ButtonEvent(number, at_ms, 0, 1), now_s)
        self._session.tick(now_s)
        reports = self._session.take_reports()
        self.commands += [report.command for report in reports if isinstance(report, CommandArrived)]
        output = self._session.take_output()
        if output:
            self._end.write(output)


@contextmanager
def linked(port: Port, unit: str | None = "table-7") -> Iterator[tuple[LinkThread, Listener]]:
    """A running link."""
    listener = Listener()
    link = LinkThread(port, listener, unit, PATIENT)
    link.start()
    try:
        yield link, listener
    finally:
        link.close()


def until(condition: Callable[[], object], limit_s: float = 15.0) -> None:
    deadline_s = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < deadline_s
        time.sleep(0.005)


def decoded(data: bytes) -> list[type]:
    """The kinds of messages in what a board has heard."""
    frames = [frame for frame in FrameDecoder().feed(data) if isinstance(frame, Frame)]
    return [type(decode_message(frame)) for frame in frames]


def open_devices(name: str) -> list[str]:
    """The descriptors of this process on a device."""
    links = [entry for entry in Path("/proc/self/fd").iterdir() if entry.is_symlink()]
    return [str(entry) for entry in links if os.path.realpath(entry) == os.path.realpath(name)]
