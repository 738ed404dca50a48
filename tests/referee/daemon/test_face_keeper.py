"""What is kept of a deal: nothing before it is settled, then every pictured tile with the word that counts at last."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.daemon.captured_face import CaptureLimits, Said
from referee.daemon.captured_faces import CapturedFaces
from referee.daemon.face_keeper import FaceKeeper
from referee.daemon.pictures import Pictures
from referee.desk.commands import ConfirmCandidate, EnterIndicator
from referee.desk.corrections import Undo
from referee.desk.observation import SeenTile
from referee.desk.state import Place
from referee.tiles import parse_tile
from tests.referee.desk.bench import HANDS, WALLS, A, B, Bench, seen

PICTURE = cv2.imencode(".jpg", np.full((104, 76, 3), 90, np.uint8))[1].tobytes()
MODEL = "cd" * 32


class House:
    """A desk on its bench, with a keeper that is told of every state."""

    def __init__(self, folder: Path, rules: str = "happy", **options: object) -> None:
        self.pictures = Pictures()
        self.store = CapturedFaces(folder, CaptureLimits())
        self.keeper = FaceKeeper(self.store, self.pictures, MODEL, lambda: "2026-06-01T20:00:00+00:00")
        self.keeper.start()
        self.bench = Bench(rules=rules, **options)
        self.bench.build(WALLS, HANDS)

    def looked(self, label: str, probability: float = 0.999, other: str = "back") -> SeenTile:
        return replace(seen(label, probability, other), picture=self.pictures.keep(b"cut", PICTURE, "overhead"))

    def lay(self, seat: object, tile: SeenTile) -> None:
        self.bench.lay(seat, tile)  # type: ignore[arg-type]
        self.tell()

    def tell(self) -> None:
        state = self.bench.desk.state()
        self.keeper.told(state)
        self.pictures.refresh(state.pictures)

    def next_deal(self) -> None:
        """The match goes on with another deal, as the desk would tell."""
        state = self.bench.desk.state()
        assert state.match is not None
        assert state.match.deal is not None
        following = replace(state.match, deals=(*state.match.deals, replace(state.match.deal, no=2)))
        self.keeper.told(replace(state, match=following, seen=()))

    def kept(self) -> list[tuple[str, Said, str]]:
        self.keeper.stop()
        return [(one.label, one.said, one.read) for one in self.store.faces()]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path / "faces")
    yield made
    if made.keeper._thread.is_alive():
        made.keeper.stop()


def test_each_face_is_kept_with_the_word_that_was_accepted(house: House) -> None:
    house.lay(A, house.looked("3z"))
    house.lay(B, house.looked("9p", 0.5, "1p"))
    (question,) = house.bench.desk.state().candidates
    assert house.bench.say(ConfirmCandidate, candidate=question.id, tile=parse_tile("1p")).done
    house.tell()
    house.next_deal()
    assert house.kept() == [("3z", Said.CAMERA, "3z"), ("1p", Said.CORRECTED, "9p")]
    first = house.store.faces()[0]
    assert (first.series, first.model, first.box) == ("2026-06-01-overhead", MODEL, (19, 26, 57, 78))


def test_what_is_undone_before_the_next_deal_was_never_kept(house: House) -> None:
    house.lay(A, house.looked("3z"))
    assert house.bench.say(Undo).done
    house.tell()
    house.next_deal()
    assert house.kept() == []


def test_a_deal_that_is_still_played_is_not_kept(house: House) -> None:
    house.lay(A, house.looked("3z"))
    assert house.kept() == []


def test_tiles_without_a_face_picture_are_left_out(house: House) -> None:
    tile = replace(seen("3z"), picture=house.pictures.keep(b"cut", b"", "overhead"))
    house.lay(A, tile)
    house.next_deal()
    assert house.kept() == []


def test_an_indicator_corrected_by_a_person_is_kept_as_corrected(house: House) -> None:
    assert house.bench.say(EnterIndicator, tile=parse_tile("7s")).done
    house.bench.see(Place.INDICATOR, None, [house.looked("1s")])
    house.tell()
    house.next_deal()
    assert house.kept() == [("7s", Said.CORRECTED, "1s")]


def test_a_five_that_may_be_red_is_not_kept_where_the_rules_do_not_count_red_fives(tmp_path: Path) -> None:
    house = House(tmp_path, red_fives={"m": 0, "p": 0, "s": 0})
    house.lay(A, house.looked("0p"))
    (five,) = house.bench.desk.state().seen[0].tiles
    assert (five.tile, five.reading and five.reading.label) == ("5p", "0p")
    house.lay(B, house.looked("1m"))
    house.next_deal()
    assert [label for label, _, _ in house.kept()] == ["1m"]


def test_a_full_disk_lets_faces_go_and_the_daemon_goes_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    house.lay(A, house.looked("3z"))
    house.next_deal()
    assert house.kept() == []
