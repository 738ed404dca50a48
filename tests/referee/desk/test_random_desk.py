"""Whatever is asked, seen or pressed: events have numbers without gaps, what was kept is the state, points add up."""

import random

import pytest

from tests.referee.desk.random_desk import RandomDesk


@pytest.mark.parametrize("seed", range(10))
def test_nothing_that_happens_loses_or_doubles_an_event(seed: int) -> None:
    desk = RandomDesk(random.Random(seed))
    for _ in range(400):
        desk.step()
    desk.finish()
    assert len(desk.bench.kept) > 20  # it was no idle story
