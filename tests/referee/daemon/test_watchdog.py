"""The watchdog is fed by real progress: what hangs is let end, and nothing is sent once the service stops."""

import asyncio
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from referee.daemon.session import Session, SessionPlan
from referee.daemon.watchdog import feed, watchdog_s
from referee.desk import DeskSettings

DEADLINE_S = 0.3


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Hears what systemd would."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield heard


def heard_from(manager: socket.socket) -> list[str]:
    texts = []
    while True:
        try:
            texts.append(manager.recv(4096).decode())
        except BlockingIOError:
            return texts


async def feeding(turns_s, seconds: float) -> None:
    task = asyncio.create_task(feed(DEADLINE_S, turns_s))
    await asyncio.sleep(seconds)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def test_o05_it_is_fed_several_times_within_its_deadline(manager: socket.socket) -> None:
    asyncio.run(feeding(lambda: {"desk": time.monotonic()}, 3 * DEADLINE_S))
    assert len(heard_from(manager)) >= 6
    time.sleep(DEADLINE_S)
    assert heard_from(manager) == []  # nothing after the service stopped


@pytest.mark.parametrize("hanging", ["desk", "table", "vision"])
def test_o05_a_loop_that_hangs_starves_it_and_is_named_once(manager: socket.socket, hanging: str) -> None:
    hung_s = time.monotonic()

    def turns_s() -> dict[str, float]:
        return {name: time.monotonic() for name in ("desk", "table", "vision")} | {hanging: hung_s}

    with structlog.testing.capture_logs() as logs:
        asyncio.run(feeding(turns_s, 4 * DEADLINE_S))
    fed = heard_from(manager)
    assert 1 <= len(fed) <= 2  # until half of the deadline had passed
    assert [log["loops"] for log in logs if log["event"] == "loop_hangs"] == [[hanging]]


@pytest.mark.parametrize(
    ("values", "seconds"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
    ],
)
def test_the_deadline_is_the_one_that_was_set_for_this_process(
    monkeypatch: pytest.MonkeyPatch, values: dict[str, str], seconds: float | None
) -> None:
    for name in ("WATCHDOG_USEC", "WATCHDOG_PID"):
        monkeypatch.delenv(name, raising=False)
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    assert watchdog_s() == seconds


def test_a_session_tells_of_every_loop_that_it_has(tmp_path: Path) -> None:
    session = Session(
        SessionPlan(tmp_path / "journal.sqlite", DeskSettings()), None, lambda state: None, lambda error: None
    )
    session.start()
    try:
        first = session.turns_s()
        assert set(first) == {"desk"}  # no cameras, and a table that people drive
        deadline_s = time.monotonic() + 5
        while session.turns_s()["desk"] == first["desk"]:
            assert time.monotonic() < deadline_s
            time.sleep(0.01)
    finally:
        session.stop()
