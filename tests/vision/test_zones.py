import numpy as np
import pytest

from vision.errors import CalibrationError
from vision.zones import Zone

SQUARE = ((100.0, 100.0), (300.0, 100.0), (300.0, 200.0), (100.0, 200.0))


@pytest.mark.parametrize(
    ("upright_deg", "top"),
    [(0, (0.0, -1.0)), (90, (1.0, 0.0)), (180, (0.0, 1.0)), (270, (-1.0, 0.0))],
)
def test_the_tiles_own_top_is_up_in_the_zones_view(upright_deg, top):
    zone = Zone("z", "cam", SQUARE, upright_deg)
    assert zone.to_upright([top])[0] == pytest.approx((0.0, -1.0))
    assert zone.to_table([(0.0, -1.0)])[0] == pytest.approx(top)


@pytest.mark.parametrize("upright_deg", [0, 90, 180, 270])
def test_turning_does_not_mirror_and_can_be_undone(upright_deg):
    zone = Zone("z", "cam", SQUARE, upright_deg)
    a, b = zone.to_upright([(1.0, 0.0), (0.0, 1.0)])
    assert a[0] * b[1] - a[1] * b[0] == pytest.approx(1.0)
    assert np.allclose(zone.to_table(zone.to_upright(SQUARE)), SQUARE)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": ""}, "no name"),
        ({"upright_deg": 45}, "expected 0, 90, 180 or 270"),
        ({"polygon_mm": SQUARE[:2]}, "no area"),
        ({"polygon_mm": ((0.0, 0.0), (1.0, 1.0), (2.0, 2.0))}, "no area"),
        ({"rows": 0}, "rows is 0"),
    ],
)
def test_zones_that_cannot_be_are_refused(change, message):
    values = {"name": "z", "camera": "cam", "polygon_mm": SQUARE} | change
    with pytest.raises(CalibrationError, match=message):
        Zone(**values)
