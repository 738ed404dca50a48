"""The ways to read a hand: all of them, each once, and their traits say what their tiles do."""

import random

import pytest

from referee.rules import Form, Situation, Wind, load_rules
from referee.rules.candidates import candidates
from referee.rules.fu import fu_of
from referee.rules.hand_values import HandValues, exact_fu
from referee.rules.packing import pack
from referee.rules.situation import Circumstances
from referee.rules.traits import CLOSED, HONOUR_TRIPLETS, INSIDE, RUNS, TRIPLET_FU, TWINS
from referee.tiles import Kind, parse_tile, parse_tiles
from tests.referee.rules import hand_shapes


def hands(count: int, seed: int) -> list[tuple[list[Kind], Kind]]:
    rng = random.Random(seed)
    shapes = [hand_shapes.possible(rng, rng.choice((hand_shapes.plain, hand_shapes.rare))) for _ in range(count)]
    return [(shape, rng.choice(shape)) for shape in shapes]


def test_a_reading_holds_the_tiles_of_the_hand() -> None:
    for shape, winning in hands(400, 1):
        found = candidates(pack(shape), winning)
        assert found
        for reading in (candidate.reading(winning) for candidate in found):
            assert sorted(kind for group in reading.groups for kind in group) == sorted(shape)
            assert any(winning in group for group in reading.groups)


def test_fu_by_traits_are_the_sum_of_the_parts() -> None:
    rules = load_rules("encyclopedia")
    for seat in (Wind.E, Wind.W):
        circumstances = Circumstances.of(rules, Situation(seat_wind=seat))
        values = HandValues.of(rules, circumstances)
        pair_fu = (0, *(fu_of(parts) for parts in values.pair_parts[27:]))
        for shape, winning in hands(400, 2):
            for candidate in candidates(pack(shape), winning):
                parts = candidate.fu_parts(winning, values.pair_parts)
                assert exact_fu(candidate.traits, pair_fu) == fu_of(parts)


def test_traits_count_what_the_reading_has() -> None:
    for shape, winning in hands(400, 3):
        for candidate in candidates(pack(shape), winning):
            reading, traits = candidate.reading(winning), candidate.traits
            if reading.form is not Form.STANDARD:
                continue
            outer = [any(kind in hand_shapes.OUTER for kind in group) for group in reading.groups]
            assert RUNS.of(traits) == len(reading.runs)
            assert CLOSED.of(traits) == len(reading.triplets) - (reading.opened is not None)
            assert INSIDE.of(traits) == outer.count(False)
            assert TWINS.of(traits) == sum(reading.runs.count(first) // 2 for first in set(reading.runs))
            assert HONOUR_TRIPLETS.of(traits) == sum(1 << kind - 27 for kind in reading.triplets if kind >= 27)
            assert TRIPLET_FU.of(traits) % 2 == 0


@pytest.mark.parametrize(
    ("hand", "tile", "texts"),
    [
        ("111222333m456p7z", "7z", ["111m 222m 333m 456p 77z", "123m 123m 123m 456p 77z"]),
        ("112233m445566p7s", "7s", ["11m 22m 33m 44p 55p 66p 77s", "123m 123m 456p 456p 77s"]),
        ("19m19p19s1234567z", "9m", ["1m 99m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"]),
        ("2345m222333p444s", "2m", ["345m 222p 333p 444s 22m"]),
        ("13579m13579p135s", "1m", []),
        ("1122m3344p5566s7z", "1z", []),
    ],
)
def test_known_hands(hand: str, tile: str, texts: list[str]) -> None:
    winning = parse_tile(tile)
    found = candidates(pack((*parse_tiles(hand), winning)), winning)
    assert list(dict.fromkeys(candidate.reading(winning).text for candidate in found)) == texts
