"""Scenes as values, and where things lie in the simulated hall."""

from collections.abc import Callable
from itertools import combinations

import pytest

from drivers.simulator.layout import (
    OVERHEAD,
    TABLE_MM,
    TRAY,
    TRAY_MM,
    Place,
    Seat,
    camera_poses,
    hand_place,
    indicator_place,
    opened_wall_place,
    pool_place,
    put_down,
    river_place,
    ura_place,
)
from drivers.simulator.scene import HandOver, PlacedTile, Scene, SceneError
from referee.tiles.size import TILE_LENGTH_MM, TILE_WIDTH_MM


@pytest.mark.parametrize("label", ["other", "", "5x", "10m"])
def test_only_tiles_and_backs_can_be_placed(label: str) -> None:
    with pytest.raises(SceneError, match="cannot be placed"):
        PlacedTile(1, label, 0, 0)


def test_a_place_has_to_be_somewhere() -> None:
    with pytest.raises(SceneError, match="not finite"):
        PlacedTile(1, "5m", float("nan"), 0)


def test_a_tile_lies_at_one_place_only() -> None:
    with pytest.raises(SceneError, match="tile 1 lies at two places"):
        Scene((PlacedTile(1, "5m", 0, 0), PlacedTile(1, "6m", 30, 0)))


def test_tiles_are_put_moved_and_taken() -> None:
    scene = Scene().with_tile(PlacedTile(1, "5m", 0, 0)).with_tile(PlacedTile(2, "6m", 30, 0))
    moved = scene.with_tile(PlacedTile(1, "5m", 0, 50))
    assert {tile.id: tile.y_mm for tile in moved.tiles} == {1: 50, 2: 0}
    assert [tile.id for tile in moved.without_tile(1).tiles] == [2]
    assert moved.without_tile(9) == moved
    assert scene.with_hands([HandOver(0, 0)]).with_hands([]) == scene


def extent(place: Place) -> tuple[float, float, float, float]:
    sideways = round(place.angle_deg) % 180 == 90
    half_w = (TILE_LENGTH_MM if sideways else TILE_WIDTH_MM) / 2
    half_h = (TILE_WIDTH_MM if sideways else TILE_LENGTH_MM) / 2
    return place.x_mm - half_w, place.y_mm - half_h, place.x_mm + half_w, place.y_mm + half_h


def overlap(one: Place, other: Place) -> bool:
    a, b = extent(one), extent(other)
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])


ON_THE_TABLE = [
    *(river_place(seat, index) for seat in Seat for index in range(17)),
    indicator_place(),
    ura_place(),
]
ON_A_TRAY = {
    "opened wall": [opened_wall_place(index) for index in range(34)],
    "hand and pool": [hand_place(i) for i in range(13)] + [pool_place(i) for i in range(21)],
    "upright river": [river_place(Seat.B, index, first_sideways=False) for index in range(17)],
}


@pytest.mark.parametrize("places", [ON_THE_TABLE, *ON_A_TRAY.values()])
def test_places_do_not_overlap(places: list[Place]) -> None:
    assert not [pair for pair in combinations(places, 2) if overlap(*pair)]


@pytest.mark.parametrize("tray", ["opened wall", "hand and pool"])
def test_tray_places_lie_on_the_tray_and_in_the_picture(tray: str) -> None:
    for place in ON_A_TRAY[tray]:
        left, top, right, bottom = extent(place)
        assert left > -TRAY_MM[0] / 2
        assert right < TRAY_MM[0] / 2
        assert top > -TRAY_MM[1] / 2
        assert bottom < TRAY_MM[1] / 2
        x, y = TRAY.project([(place.x_mm, place.y_mm)])[0]
        assert 40 < x < 1240
        assert 40 < y < 680


def test_the_overhead_camera_sees_both_rivers_and_the_tiles_are_big_enough() -> None:
    for place in ON_THE_TABLE:
        x, y = OVERHEAD.project([(place.x_mm, place.y_mm, 16.0)])[0]
        assert 60 < x < 1860
        assert 60 < y < 1020
    width_px = OVERHEAD.pixels_per_mm() * TILE_WIDTH_MM
    assert 55 < width_px < 62
    assert set(camera_poses()) == {"overhead", "tray-A", "tray-B"}
    assert TABLE_MM == (800, 800)


def test_the_river_of_a_starts_at_its_left_and_its_first_tile_lies_sideways() -> None:
    first, second, seventh = (river_place(Seat.A, index) for index in (0, 1, 6))
    assert first.angle_deg == 90
    assert extent(first)[0] == pytest.approx(extent(seventh)[0])
    assert extent(first)[3] == pytest.approx(extent(second)[3])  # flush with its row at the player's side
    assert extent(second)[0] - extent(first)[2] == pytest.approx(1)
    assert (seventh.x_mm, seventh.y_mm) == (-50, 88)


def test_what_b_has_is_the_mirror_of_what_a_has() -> None:
    for index in range(17):
        a, b = river_place(Seat.A, index), river_place(Seat.B, index)
        assert (b.x_mm, b.y_mm, b.angle_deg) == (-a.x_mm, -a.y_mm, (a.angle_deg + 180) % 360)
        assert b.mirrored() == a


def test_tiles_are_put_down_a_little_off_and_always_in_the_same_way() -> None:
    place = river_place(Seat.A, 3)
    hits = [put_down(place, tile_id, seed=1) for tile_id in range(200)]
    assert hits == [put_down(place, tile_id, seed=1) for tile_id in range(200)]
    assert hits != [put_down(place, tile_id, seed=2) for tile_id in range(200)]
    assert max(abs(hit.x_mm - place.x_mm) for hit in hits) <= 1.5
    assert 1.0 < max(abs(hit.y_mm - place.y_mm) for hit in hits) <= 1.5
    assert 2.0 < max(abs(hit.angle_deg - place.angle_deg) for hit in hits) <= 3.0


@pytest.mark.parametrize(
    ("place", "count"),
    [(hand_place, 13), (pool_place, 21), (opened_wall_place, 34), (lambda i: river_place(Seat.A, i), 17)],
)
def test_there_is_no_place_beyond_the_last(place: Callable[[int], Place], count: int) -> None:
    place(count - 1)
    for index in (-1, count):
        with pytest.raises(SceneError, match=f"places 0 to {count - 1}.*, not {index}$"):
            place(index)
