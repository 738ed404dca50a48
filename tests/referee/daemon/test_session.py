"""One table from the journal up: what happens when the disk fails, and which match is taken up again."""

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.daemon.session import NotKeptError, Session, SessionPlan
from referee.desk import DeskSettings
from referee.desk.commands import Pause, StartMatch
from referee.game import MatchSource, Seat
from referee.journal import JournalWriter

PLAYERS = {Seat.A: "Aoi", Seat.B: "Ben"}


class Failures(list[BaseException]):
    """What stopped the desk; `came` is set by the first."""

    def __init__(self) -> None:
        super().__init__()
        self.came = threading.Event()

    def tell(self, error: BaseException) -> None:
        self.append(error)
        self.came.set()


@pytest.fixture
def session_of(tmp_path: Path) -> Callable[[MatchSource, Failures], Session]:
    def make(source: MatchSource, failures: Failures) -> Session:
        plan = SessionPlan(tmp_path / "journal.sqlite", DeskSettings(source, has_table=False))
        session = Session(plan, None, lambda state: None, failures.tell)
        session.start()
        return session

    return make


def start_match(session: Session) -> None:
    command = StartMatch(version=session.desk.state.version, actor="operator", players=PLAYERS, rules="kaiji")
    assert session.desk.submit(command).result(10).done


def test_a_full_disk_ends_the_desk_and_is_no_refusal(
    session_of: Callable[[MatchSource, Failures], Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = Failures()
    session = session_of(MatchSource.PHYSICAL, failures)
    start_match(session)

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(JournalWriter, "_commit", full)
    answer = session.desk.submit(Pause(version=session.desk.state.version, actor="operator")).result(10)
    assert (answer.done, answer.code) == (False, "failed")
    assert failures.came.wait(5)
    assert isinstance(failures[0], NotKeptError)
    assert "disk is full" in str(failures[0])
    session.stop()


def test_a_demonstration_in_between_does_not_hide_the_match_of_the_real_table(
    session_of: Callable[[MatchSource, Failures], Session],
) -> None:
    began = ""
    for source in (MatchSource.PHYSICAL, MatchSource.SIMULATED, MatchSource.PHYSICAL):
        session = session_of(source, Failures())
        if not began:
            start_match(session)
            setup = session.desk.state.match.setup if session.desk.state.match else None
            began = setup.id if setup else ""
        elif source is MatchSource.SIMULATED:
            assert session.desk.state.match is None
            start_match(session)
        else:
            match = session.desk.state.match
            assert match is not None
            assert match.setup is not None
            assert match.setup.id == began
            assert session.desk.state.reason == "restarted"
        session.stop()
