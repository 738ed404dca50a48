"""The simulated hall: tiles go where hands lay them, and nothing is there twice."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from drivers.simulator.hall import TABLE, Hall
from drivers.simulator.layout import Seat
from drivers.simulator.stage import Stage
from drivers.simulator.tiles_in_table import shuffle
from referee.tiles import NotAllowedError, format_tile

WALLS = shuffle(seed=3, deal_no=1)


@pytest.fixture
def hall() -> Hall:
    hall = Hall(seed=3)
    hall.raise_walls(WALLS)
    return hall


def labels(hall: Hall, plane: str) -> Counter[str]:
    scene = hall.scenes().get(plane)
    return Counter() if scene is None else Counter(tile.label for tile in scene.tiles)


def test_players_sit_opposite_and_see_their_own_wall(hall: Hall) -> None:
    assert hall.look(Seat.A) == WALLS[0]
    assert hall.look(Seat.B) == WALLS[2]


def test_a_built_hand_leaves_a_pool_of_21(hall: Hall) -> None:
    hand = WALLS[0][:13]
    hall.build(Seat.A, hand)
    assert labels(hall, "tray-A") == Counter(format_tile(tile) for tile in WALLS[0])
    with pytest.raises(NotAllowedError, match="13 tiles, not 12"):
        hall.build(Seat.A, hand[:12])


def test_a_discard_moves_from_tray_to_river_after_a_hand_has_laid_it(hall: Hall) -> None:
    hall.build(Seat.A, WALLS[0][:13])
    tile = WALLS[0][13]
    hall.pass_time(1_000)
    hall.discard(Seat.A, tile)
    assert labels(hall, TABLE) == Counter()
    assert len(hall.scenes()[TABLE].hand_over) == 1
    hall.pass_time(1_400)
    assert labels(hall, TABLE) == Counter([format_tile(tile)])
    hall.pass_time(2_000)
    assert hall.scenes()[TABLE].hand_over == ()
    assert labels(hall, "tray-A").total() == 33
    assert hall.look_at("river", Seat.A) == (tile,)


def test_a_discard_that_is_taken_back_lies_in_the_pool_again(hall: Hall) -> None:
    hall.build(Seat.A, WALLS[0][:13])
    first, second = WALLS[0][13:15]
    before = labels(hall, "tray-A")
    with pytest.raises(NotAllowedError, match="nothing lies in the river of seat A"):
        hall.take_back(Seat.A)
    for now_ms, tile in ((1_000, first), (3_000, second)):
        hall.pass_time(now_ms)
        hall.discard(Seat.A, tile)
    assert hall.take_back(Seat.A) == second  # still in the player's hand
    hall.pass_time(5_000)
    assert labels(hall, TABLE) == Counter([format_tile(first)])
    assert hall.look_at("river", Seat.A) == (first,)
    assert hall.take_back(Seat.A) == first
    assert labels(hall, TABLE) == Counter()
    assert labels(hall, "tray-A") == before
    hall.discard(Seat.A, second)
    hall.pass_time(9_000)
    assert labels(hall, TABLE) == Counter([format_tile(second)])


def test_a_tile_of_the_hand_is_not_in_the_pool(hall: Hall) -> None:
    kept = [tile for tile in WALLS[0] if WALLS[0].count(tile) == 1][:1]
    rest = [tile for tile in WALLS[0] if tile not in kept]
    hall.build(Seat.A, [*kept, *rest[:12]])
    with pytest.raises(NotAllowedError, match="not in the pool of seat A"):
        hall.discard(Seat.A, kept[0])


def test_the_ura_lies_face_down_until_it_is_turned(hall: Hall) -> None:
    shown, below = hall.flip_indicator()
    tiles = {tile.label: tile.face_up for tile in hall.scenes()[TABLE].tiles}
    assert (tiles[format_tile(shown)], tiles[format_tile(below)]) == (True, shown == below)
    assert hall.flip_ura() == below
    assert all(tile.face_up for tile in hall.scenes()[TABLE].tiles)


def test_the_table_takes_everything_in(hall: Hall) -> None:
    hall.open_wall(Seat.A)
    hall.flip_indicator()
    hall.take_in()
    assert hall.scenes() == {}
    with pytest.raises(NotAllowedError, match="no wall lies before seat A"):
        hall.look(Seat.A)


def test_two_exchanged_tiles_are_seen_by_their_players(hall: Hall) -> None:
    other = next(place for place, tile in enumerate(WALLS[2]) if tile != WALLS[0][0])
    hall.swap(0, 68 + other)
    assert hall.look(Seat.A)[0] == WALLS[2][other]
    assert hall.look(Seat.B)[other] == WALLS[0][0]


def test_requests_are_answered_and_the_truth_is_told() -> None:
    told: list[dict[str, object]] = []
    stage = Stage(Hall(3), {}, lambda: 0.0, lambda fact: told.append(dict(fact)))
    assert "no wall" in stage.answer({"do": "look", "seat": "A"})["error"]
    stage.walls_up(WALLS)
    tiles = stage.answer({"do": "look", "seat": "A"})["tiles"]
    assert tiles == [format_tile(tile) for tile in WALLS[0]]
    assert stage.answer({"do": "open_wall", "seat": "A"}) == {}
    assert stage.answer({"do": "build", "seat": "A", "tiles": tiles[:13]}) == {}
    assert stage.answer({"do": "discard", "seat": "A", "tile": tiles[20]}) == {}
    assert [fact["type"] for fact in told] == ["wall", "hand", "discard"]
    assert told[-1] == {"deal": 1, "type": "discard", "seat": "A", "tile": tiles[20], "n": 1}
    assert "nobody can do 'fly'" in stage.answer({"do": "fly"})["error"]
    assert "error" in stage.answer({"do": "look", "seat": "Q"})


def test_an_odd_tile_is_a_fifth_of_its_kind_until_it_is_taken_out() -> None:
    hall = Hall()
    hall.raise_walls(shuffle(3, 1))
    before = sorted(hall.look(Seat.A))
    hall.put_odd_tile(Seat.A)
    counts = Counter(hall.look(Seat.A))
    assert max(counts.values()) == 5
    hall.open_wall(Seat.A)
    assert hall.take_out_odd_tile() is Seat.A
    counts = Counter(hall.look(Seat.A))
    assert max(counts.values()) == 4
    shown = Counter(tile.label for tile in hall.scenes()["tray-A"].tiles)
    assert shown == Counter(map(format_tile, hall.look(Seat.A))), "what lies on the tray is the right tile now"
    everything = [*hall.look(Seat.A), *hall.look(Seat.B)]
    assert len(before) == len(hall.look(Seat.A)) == 34
    assert max(Counter(everything).values()) <= 4
    assert hall.take_out_odd_tile() is None


def test_walls_that_nobody_opened_before_others_came_are_no_deal() -> None:
    told: list[Mapping[str, Any]] = []
    stage = Stage(Hall(), {}, lambda: 0.0, told.append)
    for deal_no in (1, 2, 3):
        stage.walls_up(shuffle(3, deal_no))
        if deal_no != 2:
            assert stage.answer({"do": "open_wall", "seat": "A"}) == {}
    assert [fact["deal"] for fact in told] == [1, 2]
