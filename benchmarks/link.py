"""`python -m benchmarks.link`: how fast the line to the table is, and how fast it stops while all cores read tiles.

Over a real pseudo-terminal to a board in a process of its own, which notes when something arrives:

- the round trip of a command, from asking to hearing that it is done;
- the emergency stop from the console, by signal, by a stop key and past a full queue, to its arrival, while as many
  children as there are cores read tiles without a pause; and the pauses between heartbeats then;
- 100 presses a second for ten seconds with one byte in a hundred damaged: none lost, none twice.
"""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import structlog

from benchmarks.link_board import UNKNOWN_BUTTON
from drivers.link.faulty_line import LineFaults
from drivers.link.faulty_port import FaultyPort
from drivers.link.messages import ButtonEvent
from drivers.link.reports import HostReport, MessageArrived, SessionOpened
from drivers.link.serial_port import SerialPort
from drivers.link.statistics import LinkStatistics
from drivers.link.thread import LinkThread
from drivers.table.controller import ControllerTable
from referee.daemon.configuration import Configuration
from referee.daemon.serving import RunOptions, run_daemon
from referee.daemon.watching import LOWER_PRIORITY

COMMANDS = 300
STOPS = 40
PRESSES = 1000
PER_SECOND = 100.0
MOST_ROUND_TRIP_MS = 5
MOST_STOP_MS = 50
MOST_JITTER_MS = 200

INFERENCE = f"""
import os
import numpy as np
from vision.classify import Classifier
os.nice({LOWER_PRIORITY})
classifier = Classifier(threads=1)
faces = [np.full((96, 72, 3), 200, np.uint8)] * 8
print("reading", flush=True)
while True:
    classifier.classify(faces)
"""


class BoardProcess:
    """The board, and what it said."""

    def __init__(self, folder: Path) -> None:
        self.port = str(folder / "board")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.link_board", self.port], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.stops: list[float] = []
        self._beats: list[float] | None = None
        self._changed = threading.Condition()
        self._line()
        self._reader = threading.Thread(target=self._listen)
        self._reader.start()

    def tell(self, line: str) -> None:
        """Say something to it."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def stop_after(self, asked_s: float, limit_s: float = 5.0) -> float:
        """When the first emergency stop came after `asked_s`."""
        with self._changed:
            came = self._changed.wait_for(lambda: self.stops and self.stops[-1] >= asked_s, limit_s)
            assert came, "the stop did not arrive"
            return next(stop for stop in self.stops if stop >= asked_s)

    def beats(self) -> list[float]:
        """The pauses between the heartbeats that came since this was last asked."""
        with self._changed:
            self._beats = None
            self.tell("beats")
            self._changed.wait_for(lambda: self._beats is not None, 5.0)
            return self._beats or []

    def close(self) -> None:
        """End it."""
        self.tell("end")
        self._process.wait(5.0)
        self._reader.join(5.0)
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    def _listen(self) -> None:
        while (facts := self._line()) is not None:
            with self._changed:
                if "stop" in facts:
                    self.stops.append(facts["stop"])
                if "beats" in facts:
                    self._beats = facts["beats"]
                self._changed.notify_all()

    def _line(self) -> dict[str, Any] | None:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        return json.loads(line) if line else None


@contextlib.contextmanager
def board() -> Iterator[BoardProcess]:
    """A running board."""
    with tempfile.TemporaryDirectory(prefix="junanaho-bench-") as folder:
        running = BoardProcess(Path(folder))
        try:
            yield running
        finally:
            running.close()


@contextlib.contextmanager
def saturated(cores: int) -> Iterator[None]:
    """As many children that read tiles without a pause, each at the priority that the daemon gives them."""
    children = [subprocess.Popen([sys.executable, "-c", INFERENCE], stdout=subprocess.PIPE) for _ in range(cores)]
    try:
        for child in children:
            assert child.stdout is not None
            child.stdout.readline()
        yield
    finally:
        for child in children:
            child.kill()
            child.wait()
            if child.stdout is not None:
                child.stdout.close()


def round_trips(count: int) -> list[float]:
    """Seconds from asking for a command to the end of it, over a quiet line."""
    with board() as running:
        table = ControllerTable(SerialPort(running.port))
        table.start()
        try:
            _wait(lambda: table.snapshot().link_up)
            assert table.reset().result(5.0).ok
            taken = []
            for _ in range(count):
                began_s = time.monotonic()
                assert table.cycle().result(5.0).ok
                taken.append(time.monotonic() - began_s)
            return taken
        finally:
            table.close()


@dataclass
class _Guest:
    """What is done to the daemon while it runs on the main thread."""

    board: BoardProcess
    count: int
    latencies: dict[str, list[float]] = field(default_factory=dict)
    beats: list[float] = field(default_factory=list)
    url: str = ""
    opened: threading.Event = field(default_factory=threading.Event)
    failure: BaseException | None = None

    def announced(self, line: str) -> None:
        """What the daemon prints."""
        if line.startswith("public display"):
            self.url = line.split()[-1]
        elif line.startswith("operator"):
            self.opened.set()
            self.token = line.rsplit("=", 1)[1]

    def act(self) -> None:
        """Stop the table again and again, in three ways."""
        try:
            assert self.opened.wait(30.0)
            _wait(lambda: self._state()["table"]["link_up"])
            self.board.beats()
            ways = {"console": self._by_console, "signal": self._by_signal, "key": self._by_key}
            for way, stop in ways.items():
                for _ in range(self.count):
                    began_s = time.monotonic()
                    stop()
                    self.latencies.setdefault(way, []).append(self.board.stop_after(began_s) - began_s)
                    time.sleep(0.1)
            self.beats = self.board.beats()
        except BaseException as error:
            self.failure = error
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    def _by_key(self) -> None:
        self.board.tell("stop_key")

    def _by_signal(self) -> None:
        os.kill(os.getpid(), signal.SIGUSR1)

    def _by_console(self) -> None:
        self._call("api/commands?role=operator", b'{"act": "emergency_stop", "version": 0}')

    def _state(self) -> dict[str, Any]:
        return self._call("api/state?role=operator")

    def _call(self, path: str, body: bytes | None = None) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        with urllib.request.urlopen(urllib.request.Request(self.url + path, body, headers), timeout=10.0) as answer:
            return json.load(answer)  # type: ignore[no-any-return]


def stops_of_the_daemon(count: int, cores: int) -> tuple[dict[str, list[float]], list[float]]:
    """Seconds from the request to the arrival at the board, by way, and the pauses between heartbeats, under load."""
    with board() as running, saturated(cores), tempfile.TemporaryDirectory(prefix="junanaho-bench-") as folder:
        guest = _Guest(running, count)
        configuration = Configuration.model_validate(
            {
                "store": Path(folder) / "journal.sqlite",
                "web": {"port": 0},
                "table": {"kind": "controller", "port": running.port},
            }
        )
        thread = threading.Thread(target=guest.act)
        thread.start()
        asyncio.run(run_daemon(RunOptions(configuration, announce=guest.announced)))
        thread.join()
        if guest.failure is not None:
            raise guest.failure
        return guest.latencies, guest.beats


def stops_past_a_queue(count: int, cores: int) -> list[float]:
    """Seconds from the call to the arrival at the board, with 50 commands queued each time, under load."""
    with board() as running, saturated(cores):
        table = ControllerTable(SerialPort(running.port))
        table.start()
        try:
            latencies = []
            for _ in range(count):
                _wait(lambda: table.snapshot().link_up)
                _wait(lambda: table.reset().result(5.0).ok)
                for _ in range(50):
                    table.cycle()
                began_s = time.monotonic()
                table.emergency_stop()
                latencies.append(running.stop_after(began_s) - began_s)
                time.sleep(0.1)
            return latencies
        finally:
            table.close()


class _Presses:
    """The presses that the link told, by their number."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.up = threading.Event()

    def heard(self, report: HostReport) -> None:
        """For the link."""
        match report:
            case MessageArrived(message=ButtonEvent(side=side, button=button)):
                self.numbers.append((button - UNKNOWN_BUTTON) * 256 + side)
            case SessionOpened():
                self.up.set()
            case _:
                pass

    def turn(self, now_s: float) -> None:
        """For the link."""


def presses_on_a_bad_line(count: int, per_second: float) -> tuple[list[int], LinkStatistics]:
    """The numbers of the presses in the order in which they were told, and the counters of the link."""
    with board() as running:
        presses = _Presses()
        link = LinkThread(FaultyPort(SerialPort(running.port), LineFaults(damaged_bytes=0.01), seed=1), presses)
        link.start()
        try:
            assert presses.up.wait(10.0)
            running.tell(f"press {count} {per_second:g}")
            _wait(lambda: len(presses.numbers) >= count, count / per_second + 30.0)
            time.sleep(0.5)  # for those that might come twice
            return presses.numbers, link.statistics()
        finally:
            link.close()


def _wait(condition: Callable[[], object], limit_s: float = 15.0) -> None:
    deadline_s = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > deadline_s:
            return
        time.sleep(0.005)


def report(title: str, times_s: Sequence[float], most_ms: float, of: str = "median") -> None:
    """Print one line: median, 95th percentile and the largest, in milliseconds."""
    ordered = sorted(1000 * time_s for time_s in times_s)
    median, high = ordered[len(ordered) // 2], ordered[len(ordered) * 95 // 100]
    asked = f"(asked for: {of} under {most_ms:g})"
    print(f"{title:44s} {median:7.2f} ms  95 % {high:7.2f} ms  most {ordered[-1]:7.2f} ms  {asked}")


def main() -> None:
    """Measure and print."""
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    cores = os.cpu_count() or 1
    report("round trip of a command", round_trips(COMMANDS), MOST_ROUND_TRIP_MS)
    latencies, beats = stops_of_the_daemon(STOPS, cores)
    for way, times_s in latencies.items():
        report(f"emergency stop by {way}, {cores} cores busy", times_s, MOST_STOP_MS, "most")
    report("emergency stop past 50 commands, cores busy", stops_past_a_queue(STOPS, cores), MOST_STOP_MS, "most")
    report("pause between heartbeats, cores busy", beats, 100 + MOST_JITTER_MS, "most")
    told, counted = presses_on_a_bad_line(PRESSES, PER_SECOND)
    lost, doubled = PRESSES - len(set(told)), len(told) - len(set(told))
    print(
        f"{PRESSES} presses, {PER_SECOND:g} a second, 1 % damaged: {lost} lost, {doubled} twice, "
        f"{'in order' if told == sorted(told) else 'out of order'}; "
        f"{counted.bad_frames} bad frames, {counted.repeats_received} repeats, {counted.losses} losses of the link "
        "(asked for: none lost, none twice)"
    )


if __name__ == "__main__":
    main()
