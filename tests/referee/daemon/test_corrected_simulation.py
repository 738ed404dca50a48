"""A visitor corrects a simulated match: the people at the table go along with it, as people would."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from referee.desk import DeskThread
from referee.desk.corrections import VoidEvent
from referee.game import EventType
from referee.game.effective import effective
from referee.journal import judge, to_record17
from tests.referee.daemon.seen_match import play_seen

DISCARDS = 9


@dataclass
class GoesBack:
    """Once so many discards lie, goes back to before one of them."""

    before: int
    events_after: list[int] = field(default_factory=list)

    def __call__(self, desk: DeskThread) -> None:
        state = desk.state
        if self.events_after or state.match is None:
            return
        discards = [event for event in effective(state.match.events) if event.type is EventType.DISCARD]
        if len(discards) < DISCARDS:
            return
        reference = discards[-self.before].seq
        answer = desk.submit(
            VoidEvent(version=state.version, actor="referee", ref=reference, following=True, text="another order")
        ).result()
        if answer.done:
            self.events_after.append(reference)


@pytest.mark.timeout(200)
@pytest.mark.parametrize("before", [1, 2, 5])
def test_play_goes_on_from_where_a_visitor_went_back_to(tmp_path: Path, before: int) -> None:
    visitor = GoesBack(before)
    outcome = play_seen(tmp_path, "", 1, visitor=visitor)
    assert visitor.events_after
    (match,) = outcome.matches
    assert match.ended
    assert outcome.comparison.differences == (), "the record is what lies on the table"
    assert outcome.questions <= 2, "of each player only the tile that was laid for this very turn is asked about"
    assert judge(to_record17(match)).ok
