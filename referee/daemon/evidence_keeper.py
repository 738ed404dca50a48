"""Keeps, for each accepted discard and each called ron, the picture of the river as the camera saw it at that moment.

The desk's thread only hands over what recognition has made already; a thread of its own writes. When it cannot keep up
pictures are let go, and when the disk is full they are refused: both are counted and told once, not with each discard.
"""

import contextlib
import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import structlog

from referee.daemon.evidence_ring import EvidenceRing
from referee.daemon.pictures import Pictures
from referee.desk.state import DeskState, Place
from referee.game import Event, EventType, Match, Seat
from referee.game.effective import effective

_LONGEST_QUEUE: Final = 64
"""Pictures that wait to be written, of at most 20 kB each; when full, the newest is let go."""

_END_S: Final = 5.0
_log = structlog.get_logger("evidence")


@dataclass(frozen=True, slots=True)
class _Case:
    match: str
    seq: int
    picture: bytes


class EvidenceKeeper:
    """`told` is called in the desk's thread with each new state; `lost` with how many pictures could not be kept."""

    def __init__(self, ring: EvidenceRing, pictures: Pictures, lost: Callable[[int], None]) -> None:
        self.ring = ring
        self._pictures = pictures
        self._lost = lost
        self._listeners: list[Callable[[], None]] = []
        self._seen = ("", 0)
        self._cases: queue.Queue[_Case | None] = queue.Queue(_LONGEST_QUEUE)
        self._let_go = 0  # since it was last told; counted up by one thread and looked at by the other
        self._let_go_told = 0
        self._refused = 0
        self._thread = threading.Thread(target=self._run, name="evidence-keeper", daemon=True)

    @property
    def waiting(self) -> int:
        """How many pictures wait for the disk."""
        return self._cases.qsize()

    def subscribe(self, kept: Callable[[], None]) -> None:
        """Have `kept` called, in the keeper's thread, whenever there are other pictures than before."""
        self._listeners.append(kept)

    def start(self, state: DeskState) -> None:
        """Begin to write. What has happened up to this state has its pictures, or never will."""
        self._seen = _newest(state.match)
        self._thread.start()

    def stop(self) -> None:
        """Write what waits, and end. No state may be told any more."""
        with contextlib.suppress(queue.Full):  # a disk that hangs: the thread does not keep the program alive
            self._cases.put(None, timeout=_END_S)
        self._thread.join(_END_S)

    def told(self, state: DeskState) -> None:
        """The newest state: the pictures of what was accepted since the last one are handed over."""
        newest = _newest(state.match)
        if newest == self._seen:
            return
        for event, seat in _accepted(state.match, self._seen):
            picture = self._pictures.get(state.place_pictures.get((Place.RIVER, seat), ""))
            if picture is None:
                continue  # no camera looks there
            try:
                self._cases.put_nowait(_Case(newest[0], event.seq, picture))
            except queue.Full:
                self._let_go += 1
                self._lost(1)
        self._seen = newest

    def _run(self) -> None:
        with contextlib.suppress(OSError):  # told with the first picture, which opens it again
            self.ring.open()
            self._tell()
        while (case := self._cases.get()) is not None:
            self._write(case)
            if self._cases.empty():
                self._tell_let_go()
        self._tell_let_go()

    def _tell_let_go(self) -> None:
        """Once for all that came too fast, when there is time again."""
        let_go = self._let_go
        if let_go > self._let_go_told:
            _log.warning("evidence_let_go", count=let_go - self._let_go_told)
            self._let_go_told = let_go

    def _write(self, case: _Case) -> None:
        try:
            self.ring.add(case.match, case.seq, case.picture)
        except OSError as error:
            if not self._refused:
                folder = str(self.ring.folder)
                _log.warning("evidence_not_kept", folder=folder, match=case.match, seq=case.seq, message=str(error))
            self._refused += 1
            self._lost(1)
            return
        if self._refused:
            _log.info("evidence_kept_again", missing=self._refused, match=case.match, seq=case.seq)
            self._refused = 0
        self._tell()

    def _tell(self) -> None:
        for kept in self._listeners:
            kept()


def _newest(match: Match | None) -> tuple[str, int]:
    """Which match it is, and its newest event."""
    return ("", 0) if match is None or match.setup is None else (match.setup.id, match.version)


def _accepted(match: Match | None, seen: tuple[str, int]) -> Iterator[tuple[Event, Seat]]:
    """Discards and calls since then, each with the seat whose river shows it: of a call that of the called tile."""
    if match is None or match.setup is None:
        return
    known, version = seen
    after = version if match.setup.id == known else 0
    last: Seat | None = None
    for event in effective(match.events):
        if event.type is EventType.DISCARD:
            last = event.by
        if event.seq > after and last is not None and event.type in (EventType.DISCARD, EventType.RON):
            yield event, last
