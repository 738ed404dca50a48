"""Keeps the faces of a deal for training once the deal is settled, with the labels that were accepted for them.

A tile may be corrected until the next deal is opened, so nothing is kept before. The desk's thread hands over what is
there and waits for nothing; a thread of its own writes. If it cannot keep up, or the disk is full, faces are let go.
"""

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import structlog

from referee.daemon.captured_face import CapturedFacesError, Face, Said
from referee.daemon.captured_faces import CapturedFaces
from referee.daemon.face_picture import box_in
from referee.daemon.pictures import KeptPicture, Pictures
from referee.desk.state import DeskState, Reading, Sighting, Word
from referee.game import Match, Phase
from referee.rules import RuleSet

_LONGEST_QUEUE: Final = 4
"""Deals that wait to be written; when full, the newest is let go."""

_SAID: Final = {Word.CAMERA: Said.CAMERA, Word.CONFIRMED: Said.CONFIRMED, Word.CORRECTED: Said.CORRECTED}
_DealKey: TypeAlias = tuple[str, int]
_Pictured: TypeAlias = tuple[Sighting, Reading, KeptPicture]
_log = structlog.get_logger("capture")


@dataclass(slots=True)
class FaceKeeper:
    """`told` is called in the desk's thread with each new state; `model` is the SHA-256 of the model that reads."""

    store: CapturedFaces
    pictures: Pictures
    model: str
    wall_time: Callable[[], str]
    _jobs: "queue.Queue[list[_Pictured] | None]" = field(default_factory=lambda: queue.Queue(_LONGEST_QUEUE))
    _last: DeskState | None = None
    _kept: _DealKey | None = None
    _thread: threading.Thread = field(init=False)

    def __post_init__(self) -> None:
        self._thread = threading.Thread(target=self._run, name="face-keeper", daemon=True)

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def stop(self) -> None:
        """Keep a deal that is over, write what waits, and end the thread. No state may be told any more."""
        last = self._last
        deal = None if last is None or last.match is None else last.match.deal
        if last is not None and deal is not None and deal.phase is Phase.ENDED:
            self._settle(last)
        self._jobs.put(None)
        self._thread.join()

    def told(self, state: DeskState) -> None:
        """The newest state: if the deal before it is over, its faces are handed over."""
        last = self._last
        self._last = state
        if last is not None and _key(last.match) != _key(state.match):
            self._settle(last)
        if state.match is not None and state.match.ended:
            self._settle(state)

    def _settle(self, state: DeskState) -> None:
        key = _key(state.match)
        if key is None or key == self._kept or state.match is None:
            return
        self._kept = key
        tiles = list(self._pictured(state, state.match.rules))
        try:
            self._jobs.put_nowait(tiles)
        except queue.Full:
            _log.warning("faces_let_go", count=len(tiles))

    def _pictured(self, state: DeskState, rules: RuleSet) -> Iterator[_Pictured]:
        for place in state.seen:
            for tile in place.tiles:
                picture = None if tile.reading is None else self.pictures.find(tile.reading.picture)
                if tile.reading is not None and picture is not None and picture.face and not _may_be_red(tile, rules):
                    yield tile, tile.reading, picture

    def _face(self, tile: Sighting, reading: Reading, picture: KeptPicture) -> Face:
        return Face(
            picture=picture.face,
            box=box_in(picture.face),
            label=tile.tile,
            said=_SAID[tile.word],
            camera=picture.camera,
            read=reading.label,
            confidence=reading.confidence,
            sure=reading.sure,
            model=self.model,
        )

    def _run(self) -> None:
        while (tiles := self._jobs.get()) is not None:
            try:
                count = self.store.keep([self._face(*one) for one in tiles], self.wall_time())
            except CapturedFacesError as error:
                _log.error("faces_not_kept", error=str(error), count=len(tiles))
            else:
                _log.info("faces_kept", count=count, of=len(tiles))


def _key(match: Match | None) -> _DealKey | None:
    """Which deal of which match is the newest."""
    if match is None or match.setup is None or match.deal is None:
        return None
    return match.setup.id, match.deal.no


def _may_be_red(tile: Sighting, rules: RuleSet) -> bool:
    """Whether a five may show red ink, which rules that count no red fives do not care about and training does."""
    number, suit = tile.tile[0], tile.tile[1]
    counted = suit not in "mps" or bool(rules.red_fives[suit])
    return number == "5" and not counted and (tile.reading is None or tile.reading.label != tile.tile)
