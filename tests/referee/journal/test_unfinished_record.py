"""A match that was left in the middle of a deal: its record is kept, and judges without a difference."""

from random import Random

import pytest

from referee.analysis.playout import Playout
from referee.game import EventType, fold
from referee.journal import judge, to_record17
from referee.rules import load_rules

MATCH = Playout(load_rules("happy"), Random(4)).play(2)


@pytest.mark.parametrize("discards", [0, 1, 7])
def test_a_record_that_ends_in_a_deal_agrees(discards: int) -> None:
    second = next(event.seq for event in MATCH.events if event.type is EventType.DEAL and event.opening.no == 2)
    kept, seen = [], 0
    for event in MATCH.events:
        if event.seq > second and event.type is EventType.DISCARD:
            seen += 1
            if seen > discards:
                break
        kept.append(event)
    match = fold(kept)
    assert match.deal is not None
    assert match.deal.result is None
    judgement = judge(to_record17(match))
    assert judgement.ok, judgement.deals
    assert judgement.final["pot"] == match.deal.pot_before
