"""The album: which picture shows which accepted tile, and on whose word it was accepted."""

import math
from dataclasses import replace

import pytest

from referee.desk.commands import ConfirmCandidate, EnterDiscard, EnterIndicator, LockHand, RejectCandidate
from referee.desk.corrections import Undo
from referee.desk.observation import SeenTile
from referee.desk.state import Place, PlaceSeen, Sighting
from referee.game import Seat
from referee.tiles import format_tiles, parse_tile, parse_tiles
from tests.referee.desk.bench import HANDS, POOLS, WALLS, A, B, Bench, seen, seen_tiles


def pictured(text: str, mark: str) -> list[SeenTile]:
    """Readings without doubt, with pictures named mark-0, mark-1 ..."""
    return [replace(tile, picture=f"{mark}-{place}") for place, tile in enumerate(seen_tiles(text))]


def looked(label: str, probability: float = 0.999, picture: str = "cut", other: str = "back") -> SeenTile:
    return replace(seen(label, probability, other), picture=picture)


def place(bench: Bench, where: Place, seat: Seat | None = None) -> PlaceSeen | None:
    found = [one for one in bench.desk.state().seen if (one.place, one.seat) == (where, seat)]
    return found[0] if found else None


def river(bench: Bench, seat: Seat = A) -> list[tuple[str, str, str | None]]:
    """Name, word and picture of each tile of a river."""
    found = place(bench, Place.RIVER, seat)
    return [] if found is None else [told(tile) for tile in found.tiles]


def told(sighting: Sighting) -> tuple[str, str, str | None]:
    return sighting.tile, sighting.word.value, None if sighting.reading is None else sighting.reading.picture


@pytest.fixture
def bench() -> Bench:
    made = Bench()
    made.build(WALLS, HANDS)
    return made


def test_a_discard_that_a_camera_read_has_its_picture(bench: Bench) -> None:
    bench.lay(A, looked("3z", picture="one"))
    assert river(bench) == [("3z", "camera", "one")]
    bench.lay(B, looked("9p", picture="other"))
    bench.rivers[A] = [looked("3z", picture="again")]  # the same look tells nothing new: the picture stays
    bench.lay(A, looked("9m", picture="two"))
    assert river(bench) == [("3z", "camera", "one"), ("9m", "camera", "two")]


def test_a_confirmed_reading_and_a_corrected_one_are_told_apart(bench: Bench) -> None:
    bench.lay(A, looked("3z", 0.5, "doubt", "4z"))
    (question,) = bench.desk.state().candidates
    assert bench.say(ConfirmCandidate, candidate=question.id).done
    assert river(bench) == [("3z", "confirmed", "doubt")]
    bench.lay(B, looked("9p", 0.5, "bird", "1p"))
    (question,) = bench.desk.state().candidates
    assert bench.say(ConfirmCandidate, candidate=question.id, tile=parse_tile("1p")).done
    (sighting,) = place(bench, Place.RIVER, B).tiles  # type: ignore[union-attr]
    assert told(sighting) == ("1p", "corrected", "bird")
    assert sighting.reading is not None
    assert (sighting.reading.label, sighting.reading.sure) == ("9p", False)


def test_an_entered_discard_has_no_picture_until_a_camera_sees_it(bench: Bench) -> None:
    assert bench.say(EnterDiscard, seat=A, tile=parse_tile("3z")).done
    assert river(bench) == [("3z", "entered", None)]
    bench.lay(A, looked("3z", picture="late"))
    assert river(bench) == [("3z", "confirmed", "late")]


@pytest.mark.parametrize(
    "look",
    [
        [looked("9m"), looked("9p"), looked("3z")],
        [looked("3z")],
        [looked("9m"), looked("3z")],
    ],
    ids=["other tiles", "one is missing", "in another order"],
)
def test_a_look_that_leaves_open_which_is_which_shows_nothing(bench: Bench, look: list[SeenTile]) -> None:
    for seat, tile in ((A, "3z"), (B, "9p"), (A, "9m")):
        assert bench.say(EnterDiscard, seat=seat, tile=parse_tile(tile)).done
    bench.see(Place.RIVER, A, look)
    assert [picture for _, _, picture in river(bench)] == [None, None]


def test_a_covered_river_keeps_its_pictures(bench: Bench) -> None:
    bench.lay(A, looked("3z", picture="one"))
    bench.see(Place.RIVER, A, [looked("3z", picture="hand"), looked("5z", picture="sleeve")], covered=True)
    assert river(bench) == [("3z", "camera", "one")]


def test_a_sure_reading_that_a_person_rejected_was_wrong(bench: Bench) -> None:
    assert bench.say(EnterDiscard, seat=A, tile=parse_tile("3z")).done
    bench.lay(A, looked("4z", picture="wrong"))
    assert river(bench) == [("3z", "entered", None)]
    (question,) = bench.desk.state().candidates
    assert question.reason == "river_differs"
    assert bench.say(RejectCandidate, candidate=question.id).done
    assert river(bench) == [("3z", "corrected", "wrong")]


def test_an_undone_discard_takes_its_picture_along(bench: Bench) -> None:
    bench.lay(A, looked("3z", picture="one"))
    assert bench.say(Undo).done
    assert river(bench) == []
    assert bench.say(EnterDiscard, seat=A, tile=parse_tile("1z")).done
    assert river(bench)[0][:2] == ("1z", "entered")


def test_the_indicator_is_matched_only_with_a_face_that_agrees_or_that_a_person_named(bench: Bench) -> None:
    bench.see(Place.INDICATOR, None, [looked("4s", picture="flip")])
    assert told(place(bench, Place.INDICATOR).tiles[0]) == ("4s", "confirmed", "flip")  # type: ignore[union-attr]
    assert bench.say(EnterIndicator, tile=parse_tile("7s")).done
    assert told(place(bench, Place.INDICATOR).tiles[0]) == ("7s", "corrected", "flip")  # type: ignore[union-attr]


def test_a_wall_a_hand_and_its_pool_are_matched_in_whatever_order_they_lie() -> None:
    bench = Bench()
    bench.build({}, {})
    mixed = format_tiles(reversed(parse_tiles(WALLS[A])), sort=False)
    bench.see(Place.WALL, A, pictured(mixed, "wall"))
    wall = place(bench, Place.WALL, A)
    assert wall is not None
    assert len({tile.reading.picture for tile in wall.tiles if tile.reading}) == 34
    assert all(tile.reading and tile.reading.label == tile.tile for tile in wall.tiles)
    assert bench.say(LockHand, actor="player:A", seat=A, tiles=parse_tiles(HANDS[A])).done
    assert place(bench, Place.HAND, A).tiles[0].word == "entered"  # type: ignore[union-attr]
    bench.see(Place.HAND, A, pictured(HANDS[A], "hand"))
    bench.see(Place.POOL, A, pictured(POOLS[A], "pool"))
    hand, pool = place(bench, Place.HAND, A), place(bench, Place.POOL, A)
    assert hand is not None
    assert pool is not None
    assert {told(tile)[1] for tile in hand.tiles} == {"confirmed"}
    assert {told(tile)[1] for tile in pool.tiles} == {"camera"}
    assert len(pool.tiles) == 21


def test_an_odd_tile_of_a_named_hand_is_known_by_what_is_left() -> None:
    bench = Bench()
    bench.build({}, {})
    tiles = pictured(HANDS[A], "hand")
    odd = next(index for index, tile in enumerate(tiles) if tile.label == "8s")
    tiles[odd] = looked("9s", 0.6, "odd", "back")
    bench.see(Place.HAND, A, tiles)
    assert bench.say(LockHand, actor="player:A", seat=A, tiles=parse_tiles(HANDS[A])).done
    hand = place(bench, Place.HAND, A)
    assert hand is not None
    assert ("8s", "corrected", "odd") in [told(tile) for tile in hand.tiles]


def test_what_cannot_be_read_is_a_tile_of_the_hand_only_if_one_is_missing_otherwise() -> None:
    bench = Bench()
    bench.build({}, {})
    tiles = pictured(HANDS[A], "hand")
    odd = next(index for index, tile in enumerate(tiles) if tile.label == "8s")
    blank = replace(tiles[odd], label="other", confidence=1 / 39, sure=False, log_probs=(math.log(1 / 39),) * 39)
    assert bench.say(LockHand, actor="player:A", seat=A, tiles=parse_tiles(HANDS[A])).done
    bench.see(Place.HAND, A, [*tiles, replace(blank, picture="shadow")])
    hand = place(bench, Place.HAND, A)
    assert hand is not None
    assert {told(tile)[1] for tile in hand.tiles} == {"confirmed"}
    tiles[odd] = replace(blank, picture="odd")
    bench.see(Place.HAND, A, tiles)
    hand = place(bench, Place.HAND, A)
    assert hand is not None
    assert ("8s", "corrected", "odd") in [told(tile) for tile in hand.tiles]


def test_a_new_deal_begins_with_an_empty_album(bench: Bench) -> None:
    bench.lay(A, looked("3z", picture="one"))
    assert bench.desk.state().pictures == {"one"}
    bench.desk._new_deal()
    assert river(bench) == [("3z", "camera", None)]
    assert bench.desk.state().pictures == frozenset()


def test_a_state_names_the_pictures_of_questions_too(bench: Bench) -> None:
    bench.lay(A, looked("3z", 0.5, "doubt", "4z"))
    assert bench.desk.state().pictures == {"doubt"}
