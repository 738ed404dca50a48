"""What is kept of a discard: the river as it was seen when the discard was accepted, without anybody waiting for it."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from referee.daemon.evidence_keeper import _LONGEST_QUEUE, EvidenceKeeper
from referee.daemon.evidence_ring import EvidenceLimits, EvidenceRing
from referee.daemon.pictures import Pictures
from referee.desk.commands import CallRon, ConfirmCandidate, EnterDiscard
from referee.desk.corrections import Undo
from referee.desk.observation import SeenTile, TilesSeen
from referee.desk.state import DeskState, Place
from referee.game import EventType, Seat
from referee.tiles import parse_tile
from tests.referee.desk.bench import HANDS, WALLS, A, B, Bench, seen
from tests.waiting import wait_until


class House:
    """A desk on its bench whose camera sees rivers, and a keeper that is told of every state."""

    def __init__(self, folder: Path, ring: EvidenceRing | None = None) -> None:
        self.pictures = Pictures()
        self.ring = ring or EvidenceRing(folder, EvidenceLimits(reserve_bytes=0))
        self.lost = 0
        self.keeper = EvidenceKeeper(self.ring, self.pictures, self._lose)
        self.bench = Bench()
        self.keeper.start(self.state)
        self.bench.build(WALLS, HANDS)

    def _lose(self, count: int) -> None:
        self.lost += count

    @property
    def state(self) -> DeskState:
        return self.bench.desk.state()

    def look(self, seat: Seat, picture: bytes) -> None:
        """The camera sees the river as it lies, in this picture."""
        looked = TilesSeen(Place.RIVER, seat, tuple(self.bench.rivers[seat]), 900.0, False, "overhead", 1)
        self.bench.desk.observe(replace(looked, picture=self.pictures.keep(picture)))
        self.tell()

    def lay(self, seat: Seat, tile: SeenTile | str, picture: bytes) -> None:
        """A tile is laid, and seen in this picture."""
        self.bench.rivers[seat].append(seen(tile) if isinstance(tile, str) else tile)
        self.look(seat, picture)

    def tell(self) -> None:
        state = self.state
        self.keeper.told(state)
        self.pictures.refresh(state.pictures)

    def kept(self) -> dict[str, bytes | None]:
        """The pictures by the kind of their event and the seat that it is of, once all is written."""
        self.keeper.stop()
        events = [event for event in self.bench.match.events if event.seq in self.ring.events("match-1")]
        return {f"{event.type} {event.by}": self.ring.find("match-1", event.seq) for event in events}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path / "evidence")
    yield made
    if made.keeper._thread.is_alive():
        made.keeper.stop()


def test_each_discard_has_the_river_as_it_was_when_it_was_accepted(house: House) -> None:
    house.lay(A, "3z", b"A's first")
    house.look(A, b"a hand over it, later")
    house.lay(B, "1p", b"B's first")
    assert house.kept() == {"discard A": b"A's first", "discard B": b"B's first"}


def test_a_reading_that_a_person_names_otherwise_is_kept_as_the_camera_saw_it(house: House) -> None:
    for seat, read, picture, named in (
        (A, seen("6s"), b"surely read, and not of this pool", "9s"),
        (B, seen("9p", 0.5, "1p"), b"unsure", "1p"),
    ):
        house.lay(seat, read, picture)
        question = next(asked for asked in house.state.candidates if asked.seat is seat)
        assert house.bench.say(ConfirmCandidate, candidate=question.id, tile=parse_tile(named)).done
        house.tell()
    assert house.kept() == {"discard A": b"surely read, and not of this pool", "discard B": b"unsure"}


def test_a_ron_has_the_river_of_the_called_tile(house: House) -> None:
    house.lay(A, "3z", b"A")
    house.lay(B, "8p", b"B")
    assert house.bench.say(CallRon, actor="player:A", seat=A).done
    house.tell()
    assert house.kept() == {"discard A": b"A", "discard B": b"B", "ron A": b"B"}


def test_a_ron_after_a_discard_was_taken_back_has_the_river_of_the_tile_that_counts(house: House) -> None:
    house.lay(A, "3z", b"A")
    house.lay(B, "8p", b"B")
    house.lay(A, "4z", b"a slip")
    assert house.bench.say(Undo).done
    house.tell()
    assert house.bench.say(CallRon, actor="player:A", seat=A).done
    house.tell()
    assert house.kept()["ron A"] == b"B"


def test_without_a_camera_nothing_is_kept(house: House) -> None:
    assert house.bench.say(EnterDiscard, seat=A, tile=parse_tile("3z")).done
    house.tell()
    assert house.kept() == {}


def test_what_happened_before_a_restart_gets_no_picture_of_afterwards(tmp_path: Path, house: House) -> None:
    house.lay(A, "3z", b"A")
    house.keeper.stop()
    again = EvidenceKeeper(house.ring, house.pictures, house._lose)
    again.start(house.state)
    house.look(A, b"after the restart")
    again.told(house.state)
    again.stop()
    assert house.kept() == {"discard A": b"A"}


def test_a_full_disk_is_told_once_and_the_end_of_it_with_what_is_missing(tmp_path: Path) -> None:
    folder = tmp_path / "evidence"
    folder.write_bytes(b"")  # no folder: nothing can be written into it
    with capture_logs() as logs:
        house = House(folder)
        for seat, tile in ((A, "3z"), (B, "1p"), (A, "5z")):
            house.lay(seat, tile, tile.encode())
        wait_until(lambda: house.lost == 3)
        folder.unlink()
        folder.mkdir()
        house.lay(B, "2z", b"kept")
        assert house.kept() == {"discard B": b"kept"}
    told = [(line["event"], line.get("missing")) for line in logs if line["event"].startswith("evidence")]
    assert told == [("evidence_not_kept", None), ("evidence_kept_again", 3)]


class StuckRing(EvidenceRing):
    """A disk that answers only when it is told to."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, EvidenceLimits(reserve_bytes=0))
        self.reached, self.answer = threading.Event(), threading.Event()

    def add(self, match: str, seq: int, picture: bytes) -> None:
        self.reached.set()
        assert self.answer.wait(20)
        super().add(match, seq, picture)


def test_a_disk_that_hangs_delays_nobody_and_what_is_let_go_is_counted_and_told(tmp_path: Path) -> None:
    ring = StuckRing(tmp_path / "evidence")
    with capture_logs() as logs:
        house = House(tmp_path, ring)
        house.lay(A, "3z", b"A")
        assert ring.reached.wait(20)
        match, newest = house.bench.match, house.bench.match.events[-1]
        assert newest.type is EventType.DISCARD
        surplus = 5
        for extra in range(1, _LONGEST_QUEUE + surplus + 1):  # returns each time although nothing is written
            event = replace(newest, seq=match.version + extra)
            more = replace(match, events=(*match.events, event))
            house.keeper.told(replace(house.state, match=more))
        assert (house.keeper.waiting, house.lost) == (_LONGEST_QUEUE, surplus)
        ring.answer.set()
        house.keeper.stop()
    assert ring.files == _LONGEST_QUEUE + 1
    assert [line["count"] for line in logs if line["event"] == "evidence_let_go"] == [surplus]


def test_listeners_hear_of_each_picture_once_it_is_there(house: House) -> None:
    heard: list[int] = []
    house.keeper.subscribe(lambda: heard.append(house.ring.files))
    house.lay(A, "3z", b"A")
    wait_until(lambda: 1 in heard)
