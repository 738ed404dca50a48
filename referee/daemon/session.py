"""The composition root: builds the rooms of one running table, starts them in order and ends them in reverse.

Journal, desk, table and recognition, without the web server (see `serving`) and without simulated hardware (see
`simulation`): those come on top.
"""

import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import structlog

from drivers.clock import VirtualClock
from drivers.table.interface import Table
from drivers.table.manual import ManualTable
from referee.daemon.camera_bridge import CameraBridge
from referee.daemon.camera_health import Health
from referee.daemon.captured_face import CaptureLimits
from referee.daemon.captured_faces import CapturedFaces
from referee.daemon.evidence_keeper import EvidenceKeeper
from referee.daemon.evidence_ring import EvidenceLimits, EvidenceRing
from referee.daemon.face_keeper import FaceKeeper
from referee.daemon.metrics import Metrics
from referee.daemon.pictures import Pictures
from referee.daemon.recognition import Message, Recognition, RecognitionPlan
from referee.daemon.service_record import ServiceRecord
from referee.daemon.table_bridge import TableBridge
from referee.daemon.wall_clock import instant
from referee.desk import Desk, DeskSettings, DeskThread, DeskTools
from referee.desk.observation import Observation
from referee.desk.state import DeskState
from referee.game import Event, Match, MatchSource, fold
from referee.journal import Journal, JournalError, JournalFullError, JournalWriter
from referee.rules import RuleSet, load_rules

_KEEP_TIMEOUT_S: Final = 30.0  # an SD card may take seconds; one that takes longer is broken
_log = structlog.get_logger("session")


class NotKeptError(RuntimeError):
    """An event could not be kept. No InputError: nobody asked for something wrong, and the desk must not go on."""


@dataclass(frozen=True, slots=True)
class CapturePlan:
    """Where faces are kept for training, how many, and the SHA-256 of the model that reads."""

    folder: Path
    limits: CaptureLimits
    model: str


@dataclass(frozen=True, slots=True)
class EvidencePlan:
    """Where pictures of discards are kept, and how much of them."""

    folder: Path
    limits: EvidenceLimits


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """What to build. `speed` is virtual milliseconds per real one; 1 on a real table."""

    store: Path
    settings: DeskSettings
    recognition: RecognitionPlan | None = None
    speed: float = 1.0
    capture: CapturePlan | None = None
    evidence: EvidencePlan | None = None


class Session:
    """One table with its match: start it, use `desk`, stop it."""

    def __init__(
        self,
        plan: SessionPlan,
        table: Table | None,
        on_state: Callable[[DeskState], None],
        on_failure: Callable[[BaseException], None],
    ) -> None:
        self._plan = plan
        self._journal = Journal(plan.store)
        if self._journal.older_copy is not None:
            _log.info("journal_brought_up_to_date", copy=str(self._journal.older_copy))
        self._writer = JournalWriter(self._journal, instant)
        self.store = plan.store
        self.pictures = Pictures()
        self.now_ms = VirtualClock(plan.speed)
        # what lay on a simulated table is gone with it: such a match is not taken up again, and nothing wears out
        real = plan.settings.source is not MatchSource.SIMULATED
        kept = plan.store.with_suffix(".table.jsonl") if real else None
        record = ServiceRecord(kept, time.time, lambda: self.now_ms() / 1000)
        driver = table if table is not None else ManualTable()
        self._table = TableBridge(driver, self._observe, self._players, record)
        recovered, lost_ms = _recovered(self._journal) if real else (None, None)
        tools = DeskTools(self._keep, self.now_ms, _wall_time, _rules_of, _new_match_id)
        desk = Desk(tools, self._table, plan.settings, recovered, lost_ms)
        self._on_state = on_state
        self._keeper = _keeper(plan.capture, self.pictures)
        self.desk = DeskThread(desk, self._table, self._told, on_failure)
        self.metrics = Metrics(lambda: self.desk.waiting, lambda: self._writer.waiting)
        self.evidence = _evidence(plan.evidence, self.pictures, self.metrics)
        self._cameras = CameraBridge(self.pictures, self._observe)
        self._vision_s = time.monotonic()
        self._recognition = None if plan.recognition is None else Recognition(plan.recognition, self._seen)

    @property
    def journal(self) -> Journal:
        """For reading; the desk alone writes."""
        return self._journal

    @property
    def recognition(self) -> Recognition | None:
        """What looks through the cameras, if there are any."""
        return self._recognition

    def start(self) -> None:
        """Start desk, table, recognition, in this order: each finds what it needs running."""
        if self._keeper is not None:
            self._keeper.start()
        if self.evidence is not None:
            self.evidence.start(self.desk.state)
        self.desk.start()
        self._table.start()
        if self._recognition is not None:
            self._recognition.start()

    def turns_s(self) -> dict[str, float]:
        """When each loop last went round, on the monotonic clock, by name: those that this table has."""
        table_s = self._table.turned_s
        turns = {"desk": self.desk.turned_s}
        if table_s is not None:
            turns["table"] = table_s
        if self._recognition is not None:
            turns["vision"] = self._vision_s
        return turns

    def _seen(self, message: Message) -> None:
        self._vision_s = time.monotonic()
        if isinstance(message, Health):
            self.metrics.looked(message.work)
        self._cameras.told(message)

    def emergency_stop(self) -> None:
        """All motors off, past the desk's queue; safe from any thread."""
        self._table.emergency_stop()

    def abandon(self) -> None:
        """Give back what was opened by a session that is not started after all."""
        self._writer.close()
        self._journal.close()

    def stop(self) -> None:
        """End in reverse: nothing new is seen, what was accepted is kept, files are closed."""
        if self._recognition is not None:
            self._recognition.stop()
        self._table.close()
        self.desk.stop()
        if self._keeper is not None:
            self._keeper.stop()
        if self.evidence is not None:
            self.evidence.stop()
        self._writer.close()
        self._journal.close()

    def _observe(self, observation: Observation) -> None:
        self.desk.observe(observation)

    def _told(self, state: DeskState) -> None:
        if self._keeper is not None:
            self._keeper.told(state)
        if self.evidence is not None:
            self.evidence.told(state)
        self.pictures.refresh(state.pictures)
        self._on_state(state)

    def _players(self) -> int:
        match = self.desk.state.match
        return 0 if match is None else len(match.seats)

    def _keep(self, match_id: str, event: Event) -> None:
        try:
            with self.metrics.kept.time():
                self._writer.append(match_id, event).result(_KEEP_TIMEOUT_S)
        except TimeoutError as error:
            raise NotKeptError(f"event {event.seq} is not kept: the disk did not answer") from error
        except (JournalError, JournalFullError) as error:
            raise NotKeptError(f"event {event.seq} is not kept: {error}") from error


def _keeper(plan: CapturePlan | None, pictures: Pictures) -> FaceKeeper | None:
    if plan is None:
        return None
    return FaceKeeper(CapturedFaces(plan.folder, plan.limits), pictures, plan.model, _wall_time)


def _evidence(plan: EvidencePlan | None, pictures: Pictures, metrics: Metrics) -> EvidenceKeeper | None:
    """What keeps pictures of discards; its figures are told with the others."""
    if plan is None:
        return None
    ring = EvidenceRing(plan.folder, plan.limits)
    keeper = EvidenceKeeper(ring, pictures, metrics.evidence_lost)
    metrics.show("junanaho_evidence_waiting", "Pictures of discards that wait for the disk.", lambda: keeper.waiting)
    metrics.show("junanaho_evidence_bytes", "Size of the kept pictures of discards.", lambda: ring.size_bytes)
    metrics.show("junanaho_evidence_files", "Kept pictures of discards.", lambda: ring.files)
    return keeper


def _recovered(journal: Journal) -> tuple[Match | None, float | None]:
    """The real table's newest match, and how long ago its last event was kept; demonstrations since do not hide it."""
    real = [one for one in journal.matches() if one.setup and one.setup.source is not MatchSource.SIMULATED]
    if not real:
        return None, None
    newest = real[-1]
    match = fold(journal.events(newest.id))
    if match.setup is None:
        return None, None  # its opening was undone
    _log.info("match_recovered", match=newest.id, version=match.version, ended=match.ended)
    kept = journal.last_instant(newest.id)
    lost_s = None if kept is None else kept.seconds_until(instant())
    return match, None if lost_s is None else lost_s * 1000


def _rules_of(name: str, options: Mapping[str, object]) -> RuleSet:
    return load_rules(name).with_options(options)


def _wall_time() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _new_match_id() -> str:
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{uuid.uuid4().hex[:6]}"
