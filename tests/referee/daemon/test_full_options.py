"""The whole path under options that change a deal: rows by dice, hands closed until a ron, opened at a draw."""

from pathlib import Path

import pytest

from referee.daemon.simulation.full import FullConfig, play_full
from referee.game import How, ResultType

pytestmark = [pytest.mark.full, pytest.mark.verify, pytest.mark.timeout(600)]


def test_closed_hands_and_rows_by_dice(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(
        "extends: kaiji\nwalls: dice_rows\nhand_submission: at_ron\nreveal_at_draw: required\ndiscard_seconds: 20\n"
    )
    run = play_full(FullConfig(str(house), deals=2, seed=1))
    assert run.comparison.differences == ()
    for deal in run.matches[0].deals:
        assert {len(rows) for rows in deal.taken.values()} == {2}
        assert deal.result is not None
        shown = {hand.how for hand in deal.hands.values() if hand.tiles is not None}
        assert shown == {How.AT_RON}
        if deal.result.type is ResultType.DRAW:
            assert set(deal.known) == set(deal.seats)


def test_walls_that_are_named(tmp_path: Path) -> None:
    run = play_full(FullConfig("club", deals=1, seed=3))
    assert run.comparison.differences == ()
    (deal,) = run.matches[0].deals
    assert len(deal.taken) == 2
