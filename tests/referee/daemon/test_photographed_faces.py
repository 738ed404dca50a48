"""The whole path from pixels to record with photographed faces of real sets: fifty deals, and no tile read wrong."""

from pathlib import Path

import pytest

from referee.daemon.simulation.full import FullConfig, play_full
from tests.real_sets import INDEXED, JAPANESE, RealSet, cut_set

PHOTOS = Path(__file__).resolve().parents[4] / "shared" / "photos"
MOST_UNSURE = 0.005

pytestmark = [pytest.mark.full, pytest.mark.verify, pytest.mark.timeout(2400)]


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the labelled photos are not here")
@pytest.mark.parametrize(("real", "seed"), [(INDEXED, 21), (JAPANESE, 22)], ids=["indexed", "japanese"])
def test_no_tile_of_25_deals_is_wrong_and_hardly_one_unsure(real: RealSet, seed: int, tmp_path: Path) -> None:
    cut_set(real, PHOTOS, tmp_path)
    run = play_full(FullConfig("happy", deals=25, seed=seed, faces=tmp_path))
    found = run.comparison
    figures = f"{found.tiles} tiles, {len(found.differences)} wrong, {run.questions} asked about"
    print(f"{real.name}: {figures}, {run.seconds:.0f} s")
    assert found.differences == ()
    assert run.questions <= MOST_UNSURE * found.tiles
    assert sum(len(match.deals) for match in run.matches) >= 25
