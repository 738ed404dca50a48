"""`simulate --pipeline full`: whole deals through serial line, pixels, recognition, desk and journal.

Only bytes and pixels cross from the simulated hardware to the rest; afterwards the record is compared with what the
table really did.
"""

import json
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from drivers.link.serial_port import SerialPort
from drivers.simulator.stage_client import StageClient
from drivers.table.controller import ControllerTable
from referee.analysis.players import Character
from referee.daemon.session import CapturePlan, Session, SessionPlan
from referee.daemon.simulation.comparison import Comparison, compare
from referee.daemon.simulation.people import Pace, SimulatedPeople, Wishes
from referee.daemon.simulation.rig import Rig, RigConfig, simulated_desk
from referee.game import Match, Seat, fold
from referee.journal import Journal
from referee.rules import load_rules
from referee.tiles import InputError

_PACE: Final = Pace(think_ms=200.0, routine_ms=200.0, result_ms=200.0)
_MOST_S_PER_DEAL: Final = 180.0


@dataclass(frozen=True, slots=True)
class FullConfig:
    """What to play. `speed`: an upper bound of virtual seconds per real one; `model`: another than the shipped one.

    `faults`: a script of what goes wrong meanwhile. With `capture` the faces of settled deals are kept, as at a real
    table.
    """

    rules: str
    deals: int | None = None
    matches: int | None = None
    seed: int = 1
    speed: float = 20.0
    faces: Path | None = None
    swap: tuple[int, int] | None = None
    players: tuple[Character, ...] = (Character.CAREFUL,)
    model: Path | None = None
    capture: CapturePlan | None = None
    faults: Path | None = None


@dataclass(frozen=True, slots=True)
class FullRun:
    """What came of it: the matches as recorded, the comparison with the table, and what the operator had to answer.

    `mistakes` are those that the players made, by name.
    """

    matches: tuple[Match, ...]
    comparison: Comparison
    questions: int
    mistakes: Counter[str]
    seconds: float


def play_full(config: FullConfig, on_deal: Callable[[int], None] = lambda count: None) -> FullRun:
    """Play and compare. `on_deal` is told the number of finished deals. Raises InputError if it cannot be done."""
    began_s = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="junanaho-") as folder:
        truth, store = Path(folder, "truth.jsonl"), Path(folder, "journal.sqlite")
        rules = load_rules(config.rules)
        rig = Rig(RigConfig(config.seed, config.speed, config.faces, truth, config.swap, config.faults), rules)
        try:
            people = _play(config, rig, store, on_deal)
        finally:
            rig.close()
        matches = _matches(store)
        facts = [json.loads(line) for line in truth.read_text(encoding="utf-8").splitlines()]
        seconds = time.monotonic() - began_s
        return FullRun(matches, compare(matches, facts), people.questions, people.mistakes, seconds)


def _play(config: FullConfig, rig: Rig, store: Path, on_deal: Callable[[int], None]) -> SimulatedPeople:
    failures: list[BaseException] = []
    recognition = replace(rig.recognition(), model=config.model, faces=config.capture is not None)
    plan = SessionPlan(store, simulated_desk(config.speed), recognition, config.speed, config.capture)
    session = Session(plan, ControllerTable(SerialPort(rig.port)), lambda state: None, failures.append)
    session.start()
    hall = StageClient(rig.hall)
    names = {seat: f"Player {seat}" for seat in tuple(Seat)[: load_rules(config.rules).players]}
    wishes = Wishes(names, config.rules, config.matches, config.deals, config.players)
    people = SimulatedPeople(session.desk, hall, wishes, session.now_ms, config.seed, _PACE.patient(config.speed))
    people.start()
    try:
        _wait(people, failures, on_deal)
        return people
    finally:
        people.stop()
        hall.close()
        session.stop()


def _wait(people: SimulatedPeople, failures: list[BaseException], on_deal: Callable[[int], None]) -> None:
    progress_s, finished = time.monotonic(), 0
    while not people.finished.wait(0.2):
        if failures or people.failure is not None:
            raise failures[0] if failures else people.failure or RuntimeError
        if people.deals != finished:
            finished, progress_s = people.deals, time.monotonic()
            on_deal(finished)
        if time.monotonic() - progress_s > _MOST_S_PER_DEAL:
            raise InputError(f"the simulation stands still after {finished} deals: see the log lines before this one")
    on_deal(people.deals)


def _matches(store: Path) -> tuple[Match, ...]:
    with Journal(store) as journal:
        return tuple(fold(journal.events(match.id)) for match in journal.matches())
