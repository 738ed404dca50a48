"""A simulated match with everything real but the pixels: what cameras would see is read in the hall. For tests.

The twin is a process of its own behind a pseudo-terminal, so is the hall; people, bridge, desk and journal are those of
`simulate --pipeline full`. Pixels take most of its time and say nothing about the table's faults.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from drivers.link.serial_port import SerialPort
from drivers.simulator.stage_client import StageClient, StageError
from drivers.table.controller import ControllerTable
from referee.daemon.session import Session, SessionPlan
from referee.daemon.simulation.comparison import Comparison, compare
from referee.daemon.simulation.people import Pace, SimulatedPeople, Wishes
from referee.daemon.simulation.rig import Rig, RigConfig, simulated_desk
from referee.desk import DeskThread
from referee.desk.observation import TilesSeen
from referee.desk.state import DeskState, Place
from referee.game import Match, Seat, fold
from referee.journal import Journal
from referee.rules import load_rules
from referee.tiles import BACK, format_tile
from tests.referee.desk.bench import seen

SEATS = (Seat.A, Seat.B)
_PACE = Pace(think_ms=200.0, routine_ms=200.0, question_ms=1_000.0, result_ms=200.0)


@dataclass
class Outcome:
    """What came of it."""

    matches: tuple[Match, ...]
    comparison: Comparison
    last: DeskState
    seconds: float
    questions: int
    codes: list[str] = field(default_factory=list)
    """Faults that the desk was told, in the order in which it was first told."""
    reasons: list[str] = field(default_factory=list)
    """Why people were asked, likewise."""
    doubts: list[str] = field(default_factory=list)


class Eyes(threading.Thread):
    """Looks into the hall and tells the desk, as recognition would; a tile that lies face down is a back."""

    def __init__(self, hall: str, truth: Path, desk: DeskThread) -> None:
        super().__init__(name="eyes", daemon=True)
        self._hall = hall
        self._truth = truth
        self._desk = desk
        self._ending = threading.Event()
        self._played: dict[str, int] = {}

    def run(self) -> None:
        with StageClient(self._hall) as hall:
            while not self._ending.wait(0.03):
                self._look(hall)

    def close(self) -> None:
        self._ending.set()
        self.join()

    def _look(self, hall: StageClient) -> None:
        before = self._walls()
        looks = list(self._looks(hall))
        if before != self._walls():
            return  # a whole cycle may have passed since we looked: virtual time runs a hundred times as fast
        for place, seat, labels in looks:
            tiles = tuple(seen(label) for label in labels)
            self._desk.observe(TilesSeen(place, seat, tiles, 900.0, covered=False, camera="eyes", frame=1))

    def _looks(self, hall: StageClient) -> Iterator[tuple[Place, Seat | None, list[str]]]:
        facts = self._facts()
        for seat in SEATS:
            hand = hall.look_at("hand", seat)
            if hand:
                yield Place.HAND, seat, [format_tile(tile) for tile in hand]
                yield Place.RIVER, seat, [format_tile(tile) for tile in hall.look_at("river", seat)]
            elif ("wall", seat.value) in facts:
                yield Place.WALL, seat, [format_tile(tile) for tile in self._wall(hall, seat)]
        yield Place.INDICATOR, None, [format_tile(tile) for tile in hall.look_at("indicator", None)]
        ura = [format_tile(tile) for tile in hall.look_at("ura", None)]
        yield Place.URA, None, ura if ("ura", "") in facts else [BACK] * len(ura)

    def _walls(self) -> tuple[int, bool]:
        """Which walls the desk takes to be on the table."""
        match = self._desk.state.match
        deals = () if match is None else match.deals
        return len(deals), bool(deals) and deals[-1].walls_up

    def _facts(self) -> set[tuple[str, str]]:
        """What was done openly in this deal: type and seat."""
        if not self._truth.exists():
            return set()
        lines = self._truth.read_text(encoding="utf-8").splitlines()
        facts = [json.loads(line) for line in lines if line.endswith("}")]
        match = self._desk.state.match
        if match is not None and match.setup is not None:
            self._played[match.setup.id] = len(match.deals)
        newest = sum(self._played.values())  # the hall counts on over several matches
        return {(fact["type"], fact.get("seat", "")) for fact in facts if fact["deal"] == newest}

    @staticmethod
    def _wall(hall: StageClient, seat: Seat) -> tuple[int, ...]:
        try:
            return hall.look_at("wall", seat)
        except StageError:
            return ()  # the walls were just taken in


def play_seen(
    folder: Path,
    script: str,
    deals: int,
    *,
    seed: int = 3,
    speed: float = 100.0,
    limit_s: float = 120.0,
    visitor: Callable[[DeskThread], None] | None = None,
) -> Outcome:
    """Play a match of so many deals, or several if one ends before, while a script (none if empty) goes wrong.

    `visitor` may look in and give commands, some twenty times a second.
    """
    began_s = time.monotonic()
    path, truth, store = folder / "faults.yaml", folder / "truth.jsonl", folder / "journal.sqlite"
    if script:
        path.write_text(script, encoding="utf-8")
    outcome: dict[str, list[str]] = {"codes": [], "reasons": [], "doubts": []}
    failures: list[BaseException] = []

    def told(state: DeskState) -> None:
        note(outcome["codes"], *(fault.code for fault in state.table.faults))
        note(outcome["reasons"], state.reason)
        note(outcome["doubts"], *(candidate.reason for candidate in state.candidates))

    rig = Rig(RigConfig(seed, speed, truth=truth, faults=path if script else None), load_rules("happy"))
    try:
        plan = SessionPlan(store, simulated_desk(speed), None, speed)
        session = Session(plan, ControllerTable(SerialPort(rig.port)), told, failures.append)
        session.start()
        eyes = Eyes(rig.hall, truth, session.desk)
        hall = StageClient(rig.hall)
        names = {seat: f"Player {seat}" for seat in SEATS}
        wishes = Wishes(names, "happy", most_deals=deals)
        people = SimulatedPeople(session.desk, hall, wishes, session.now_ms, seed, _PACE.patient(speed / 5))
        people.start()
        eyes.start()
        try:
            wait(people, failures, limit_s, session.desk, visitor)
        finally:
            eyes.close()
            people.stop()
            hall.close()
            last = session.desk.state
            session.stop()
    finally:
        rig.close()
    with Journal(store) as journal:
        matches = tuple(fold(journal.events(known.id)) for known in journal.matches())
    facts = [json.loads(line) for line in truth.read_text(encoding="utf-8").splitlines()]
    seconds = time.monotonic() - began_s
    return Outcome(matches, compare(matches, facts), last, seconds, people.questions, **outcome)


def note(known: list[str], *words: str) -> None:
    """Remember what is new."""
    known += [word for word in words if word and word not in known]


def wait(
    people: SimulatedPeople,
    failures: list[BaseException],
    limit_s: float,
    desk: DeskThread,
    visitor: Callable[[DeskThread], None] | None = None,
) -> None:
    """Wait until all is played."""
    deadline_s = time.monotonic() + limit_s
    while not people.finished.wait(0.05):
        assert not failures, failures
        assert people.failure is None, people.failure
        assert time.monotonic() < deadline_s, (desk.state.table, desk.state.reason, sorted(desk.state.allowed))
        if visitor is not None:
            visitor(desk)
