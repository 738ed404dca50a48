"""The desk's thread: one order, always an answer, and an end where nothing may be shown that is not kept."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from referee.desk import DeskThread
from referee.desk.commands import Answer, Pause, StartMatch
from referee.desk.corrections import Undo
from referee.desk.state import DeskState
from tests.referee.desk.bench import A, B, Bench

START = StartMatch(version=0, actor="operator", players={A: "Aoi", B: "Ben"}, rules="kaiji")


class Running:
    """A desk thread whose disk can be made to wait."""

    def __init__(self) -> None:
        self.bench = Bench()
        self.disk = threading.Event()
        self.disk.set()
        self.failures: list[BaseException] = []
        self.states: list[DeskState] = []
        self.bench.before_keeping = lambda: self.disk.wait(10)
        self.thread = DeskThread(self.bench.desk, self.bench.table, self.states.append, self.failures.append)
        self.thread.start()

    def close(self) -> None:
        self.disk.set()
        self.thread.stop()


@pytest.fixture
def running() -> Iterator[Running]:
    running = Running()
    yield running
    running.close()


def test_a_sender_who_stops_waiting_does_not_stop_the_desk(running: Running) -> None:
    running.disk.clear()

    async def impatient() -> None:
        await asyncio.wait_for(asyncio.wrap_future(running.thread.submit(START)), 0.05)

    with pytest.raises(TimeoutError):
        asyncio.run(impatient())
    running.disk.set()
    later = running.thread.submit(Undo(version=99, actor="operator")).result(5)
    assert later.code == "stale"
    assert running.failures == []
    assert running.thread.state.match is not None  # and what was asked has been done


def test_the_same_command_twice_at_once_is_done_once(running: Running) -> None:
    answers = [running.thread.submit(START) for _ in range(20)]
    assert [answer.result(5).done for answer in answers].count(True) == 1
    version = running.thread.state.version
    pauses = [running.thread.submit(Pause(version=version, actor="operator")) for _ in range(20)]
    codes = [answer.result(5).code for answer in pauses]
    assert codes == ["done"] + ["not_now"] * 19


def test_what_still_queues_at_the_end_is_answered(running: Running) -> None:
    running.disk.clear()
    waiting = [running.thread.submit(START) for _ in range(5)]
    threading.Timer(0.1, running.disk.set).start()
    running.thread.stop()
    assert {type(answer.result(1)) for answer in waiting} == {Answer}
    assert running.thread.submit(START).result(1).code == "stopped"


def test_a_disk_that_fails_ends_the_desk_and_everybody_is_answered(running: Running) -> None:
    running.bench.fail = True
    assert running.thread.submit(START).result(5).code == "failed"
    running.thread.stop()
    assert [type(failure) for failure in running.failures] == [OSError]
    assert running.thread.submit(START).result(1).code == "stopped"
    assert running.thread.state.match is None
