"""What the daemon tells its service manager, how it takes the stop signal, and how it measures its loop."""

import asyncio
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from referee.daemon.loop_watch import watched_loop
from referee.daemon.service_manager import StatusTeller, tell_service_manager
from referee.daemon.stop_signal import stop_by_signal
from referee.desk.state import DeskState, TableStatus


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield line


def told(manager: socket.socket) -> list[str]:
    found = []
    try:
        while True:
            found.append(manager.recv(4096).decode())
    except BlockingIOError:
        return found


def test_the_service_manager_is_told_in_one_datagram(manager: socket.socket) -> None:
    tell_service_manager(READY="1", STATUS="waiting for table")
    assert told(manager) == ["READY=1\nSTATUS=waiting for table"]


def test_an_abstract_socket_and_none_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(f"\0junanaho-test-{os.getpid()}")
        monkeypatch.setenv("NOTIFY_SOCKET", f"@junanaho-test-{os.getpid()}")
        tell_service_manager(READY="1")
        assert line.recv(100) == b"READY=1"
    tell_service_manager(READY="1")
    monkeypatch.delenv("NOTIFY_SOCKET")
    tell_service_manager(READY="1")


def test_the_status_says_what_is_waited_for_once_per_change(manager: socket.socket) -> None:
    teller = StatusTeller()
    waiting = TableStatus("UNKNOWN", port="/dev/table", trouble="missing")
    for table in (TableStatus(), waiting, waiting, TableStatus("EMPTY", link_up=True, port="/dev/table")):
        teller.told(DeskState(0, 0.0, None, table=table))
    assert told(manager) == [
        "STATUS=serving pages",
        "STATUS=waiting for table at /dev/table (missing)",
        "STATUS=table connected at /dev/table",
    ]


def test_the_stop_signal_is_taken_by_a_thread_of_its_own_and_not_by_the_main_one() -> None:
    threads: list[str] = []
    stopped = threading.Event()

    def stop() -> None:
        threads.append(threading.current_thread().name)
        stopped.set()

    with stop_by_signal(stop):
        os.kill(os.getpid(), signal.SIGUSR1)
        assert stopped.wait(10.0)
    assert threads == ["stop-signal"]
    assert signal.getsignal(signal.SIGUSR1) == signal.SIG_DFL


def test_other_signals_still_reach_the_event_loop() -> None:
    async def told_to_end() -> None:
        ending = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ending.set)
        with stop_by_signal(lambda: None):
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.wait_for(ending.wait(), 5.0)

    asyncio.run(told_to_end())


def test_ten_stop_signals_stop_and_the_end_is_no_stop() -> None:
    stops: list[float] = []
    with stop_by_signal(lambda: stops.append(time.monotonic())):
        for number in range(10):
            os.kill(os.getpid(), signal.SIGUSR1)
            while len(stops) <= number:
                time.sleep(0.001)
    assert len(stops) == 10


def test_a_loop_that_is_held_up_is_measured_and_logged_once() -> None:
    async def held_up() -> int:
        async with watched_loop() as watch:
            for _ in range(3):
                await asyncio.sleep(0.06)
                time.sleep(0.2)  # noqa: ASYNC251 - that is what is measured
            await asyncio.sleep(0.06)
            return watch.late_turns

    with capture_logs() as logs:
        assert asyncio.run(held_up()) == 3
    (entry,) = [entry for entry in logs if entry["event"] == "loop_late"]
    assert (entry["loop"], entry["log_level"]) == ("pages", "warning")
    assert entry["longest_ms"] >= 100
