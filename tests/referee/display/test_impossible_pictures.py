"""What cannot lie on a table is told by name, in the words that the referee reads; to the operator no tile is named."""

from collections.abc import Callable

import pytest

from referee.desk.commands import ConfirmWalls, EnterDice, LockHand
from referee.desk.observation import SeenTile
from referee.desk.state import Candidate, Place
from referee.display.texts import Language, Speaker
from referee.display.views.candidates import candidate_facts
from referee.tiles import format_tiles, parse_tiles
from tests.referee.desk.bench import HANDS, POOLS, WALLS, A, B, Bench, questions, seen_tiles

Picture = Callable[[Bench], None]


def with_tiles(tiles: str, *, out: str, into: str) -> tuple[SeenTile, ...]:
    """Readings of these tiles, some of them replaced by as many others."""
    left = list(parse_tiles(tiles))
    for tile in parse_tiles(out):
        left.remove(tile)
    return seen_tiles(format_tiles(left) + into)


def wall(out: str, into: str, *, before: str = "") -> Picture:
    """The wall of B with some tiles replaced, after A's wall was read with `before` in place of other tiles."""

    def show(bench: Bench) -> None:
        bench.start()
        assert bench.say(ConfirmWalls).done
        if before:
            bench.see(Place.WALL, A, before)
        bench.see(Place.WALL, B, with_tiles(WALLS[B], out=out, into=into))

    return show


def too_many_tiles(bench: Bench) -> None:
    wall("", "6p")(bench)


def indicator(bench: Bench) -> None:
    """All four 1s are in the walls (the red five of bamboo apart, which hides none of them)."""
    bench.start()
    assert bench.say(ConfirmWalls).done
    bench.see(Place.WALL, A, WALLS[A])
    bench.see(Place.WALL, B, with_tiles(WALLS[B], out="1p", into="1s"))
    assert bench.say(EnterDice, first=A).done
    bench.see(Place.INDICATOR, None, "1s")


def hand(out: str, into: str) -> Picture:
    """A's 13 with some replaced, the other 21 as they are."""

    def show(bench: Bench) -> None:
        bench.start()
        assert bench.say(ConfirmWalls).done
        for seat, tiles in WALLS.items():
            bench.see(Place.WALL, seat, tiles)
        assert bench.say(EnterDice, first=A).done
        bench.see(Place.INDICATOR, None, "4s")
        bench.see(Place.POOL, A, POOLS[A])
        bench.see(Place.HAND, A, with_tiles(HANDS[A], out=out, into=into))
        assert bench.say(LockHand, actor="player:A", seat=A).done
        bench.now_ms += 60_000
        bench.desk.tick()

    return show


def discard(tiles: str) -> Picture:
    def show(bench: Bench) -> None:
        bench.build(WALLS, HANDS)
        bench.see(Place.RIVER, A, tiles)

    return show


PICTURES: dict[str, tuple[Picture, str]] = {
    "five copies": (wall("19p8m", "999s"), "5 × 9s read, at most 4 can be here"),
    "a kind of which the other wall holds some": (
        wall("9p", "1z", before=WALLS[A]),
        "4 × 1z read, at most 3 can be here",
    ),
    "two red fives where the set has one": (wall("9p8m", "00p"), "2 × 0p read, at most 1 can be here"),
    "35 tiles": (too_many_tiles, "35 tiles in the wall, expected 34"),
    "33 tiles": (wall("9p", ""), "33 tiles in the wall, expected 34"),
    "a fifth copy as the indicator": (indicator, "1 × 1s read, at most 0 can be here"),
    "a tile that is not in the wall": (hand("5p", "6p"), "1 × 6p read, at most 0 can be here"),
    "12 tiles in the hand": (hand("5p", ""), "12 tiles in the hand, expected 13"),
    "a tile of no pool": (discard("6m"), "This tile cannot come from there: a referee must look"),
    "a tile of the hand": (discard("2m"), "This tile is one of the locked 13"),
    "two tiles at once": (discard("19m"), "2 tiles at once"),
}


def asked(show: Picture, words: str = "") -> Candidate:
    bench = Bench(rules="broadcast" if "0p" in words else "happy")  # of these two, one plays with red fives
    show(bench)
    candidates = [one for one in bench.desk.state().candidates if one.reason != "hand_not_seen"]
    assert len(candidates) == 1, questions(bench)
    return candidates[0]


def sentence(candidate: Candidate, language: Language, *, hands: bool) -> str:
    told = candidate_facts(candidate, hands=hands)
    return Speaker(language).text(f"candidate.{told.reason}", told.facts)


@pytest.mark.parametrize(("show", "words"), PICTURES.values(), ids=PICTURES)
def test_the_referee_reads_what_cannot_be(show: Picture, words: str) -> None:
    candidate = asked(show, words)
    assert sentence(candidate, Language.EN, hands=True) == words
    for language in Language:
        told = sentence(candidate, language, hands=True)
        assert "{" not in told, (language, told)
        for fact in ("label", "count", "allowed", "expected"):
            if str(candidate.facts.get(fact, "")) in words and fact in candidate.facts:
                assert str(candidate.facts[fact]) in told, (language, told)


@pytest.mark.parametrize(("show", "words"), PICTURES.values(), ids=PICTURES)
def test_the_operator_reads_a_whole_sentence_too_and_no_secret(show: Picture, words: str) -> None:
    candidate = asked(show, words)
    for language in Language:
        told = sentence(candidate, language, hands=False)
        assert "{" not in told, (language, told)
        if candidate.place in (Place.WALL, Place.HAND):
            assert str(candidate.facts.get("label", "nothing")) not in told
    if candidate.reason in ("wall_count", "hand_count"):
        assert sentence(candidate, Language.EN, hands=False) == words


def test_the_tiles_that_are_too_many_are_pointed_out() -> None:
    candidate = asked(wall("19p8m", "999s"))
    doubtful = [reading.label for reading in candidate.readings if not reading.sure]
    assert doubtful == ["9s"] * 5
