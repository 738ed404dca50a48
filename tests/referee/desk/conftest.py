"""A desk on which a deal has come to its discards."""

import pytest

from referee.game import Phase
from tests.referee.desk.bench import HANDS, WALLS, Bench


@pytest.fixture
def bench() -> Bench:
    """Both hands stand, A is to discard."""
    bench = Bench()
    bench.build(WALLS, HANDS)
    assert bench.match.deal is not None
    assert bench.match.deal.phase is Phase.DISCARDING
    return bench
