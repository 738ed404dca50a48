"""The zones that are proposed: they hold what people put where they do at a table for two, and nothing else."""

import itertools

import numpy as np
import pytest

from drivers.simulator import layout
from referee.daemon.camera_bridge import place_of
from referee.daemon.zone_layout import ZoneLayout, standard_zones
from referee.tiles.size import TILE_LENGTH_MM, TILE_WIDTH_MM
from vision.zones import Zone


def lies_in(zone: Zone, place: layout.Place, *, whole: bool) -> bool:
    """Whether a tile there lies in the zone with all, or with any, of its corners."""
    turn = np.radians(place.angle_deg)
    across, along = (np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)]))
    x, y = TILE_WIDTH_MM / 2, TILE_LENGTH_MM / 2
    corners = [np.array([place.x_mm, place.y_mm]) + i * x * across + j * y * along for i in (-1, 1) for j in (-1, 1)]
    (left, top), (right, bottom) = np.min(zone.polygon_mm, axis=0), np.max(zone.polygon_mm, axis=0)
    inside = [left <= cx <= right and top <= cy <= bottom for cx, cy in corners]
    return all(inside) if whole else any(inside)


def zone(kind: ZoneLayout, name: str) -> Zone:
    return next(zone for zone in standard_zones(kind, "cam") if zone.name == name)


@pytest.mark.parametrize("seat", list(layout.Seat))
def test_a_river_lies_in_its_zone_and_in_no_other(seat: layout.Seat) -> None:
    zones = standard_zones(ZoneLayout.TABLE, "cam")
    for index, sideways in itertools.product(range(17), (True, False)):
        for seed in range(5):
            place = layout.put_down(layout.river_place(seat, index, first_sideways=sideways), index, seed)
            assert [zone.name for zone in zones if lies_in(zone, place, whole=False)] == [f"river:{seat}"]
            assert lies_in(zone(ZoneLayout.TABLE, f"river:{seat}"), place, whole=True)


def test_the_indicators_lie_in_their_zones() -> None:
    assert lies_in(zone(ZoneLayout.TABLE, "indicator"), layout.indicator_place(), whole=True)
    assert lies_in(zone(ZoneLayout.TABLE, "ura"), layout.ura_place(), whole=True)


@pytest.mark.parametrize(("kind", "seat"), [(ZoneLayout.TRAY_A, "A"), (ZoneLayout.TRAY_B, "B")])
def test_a_tray_holds_wall_hand_and_pool(kind: ZoneLayout, seat: str) -> None:
    assert all(lies_in(zone(kind, f"wall:{seat}"), layout.opened_wall_place(i), whole=True) for i in range(34))
    assert all(lies_in(zone(kind, f"hand:{seat}"), layout.hand_place(i), whole=True) for i in range(13))
    assert all(lies_in(zone(kind, f"pool:{seat}"), layout.pool_place(i), whole=True) for i in range(21))
    assert not any(lies_in(zone(kind, f"pool:{seat}"), layout.hand_place(i), whole=False) for i in range(13))


@pytest.mark.parametrize("kind", list(ZoneLayout))
def test_every_zone_has_a_name_that_the_desk_knows(kind: ZoneLayout) -> None:
    assert all(place_of(zone.name) is not None for zone in standard_zones(kind, "cam"))
