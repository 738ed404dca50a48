"""Whatever a desk may accept (closed hands, rulings, corrections, late showings), odds can be given or are None."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.analysis.odds import LiveState, live_state, seen_by
from referee.game import Deal, Match, Phase, advance
from tests.referee.game.random_match import random_match


@given(st.integers(0, 100_000))
@settings(max_examples=12, deadline=None)
def test_chances_add_up_at_every_event(seed: int) -> None:
    match = Match()
    for event in random_match(seed, deals=1).events:
        match = advance(match, event)
        deal = match.deal
        if deal is not None:
            check(live_state(match.rules, deal), deal)
            for seat in deal.seats:
                told = live_state(match.rules, seen_by(deal, (seat,)))
                check(told, deal)
                assert told is None or only_of(told, seat)


def check(state: LiveState | None, deal: Deal) -> None:
    if state is None:
        assert deal.phase in (Phase.WALLS, Phase.BUILDING, Phase.WON, Phase.ENDED)
        return
    if state.odds is None:
        return
    odds = state.odds
    assert sum((chance.value for chance in odds.outcomes.values()), Fraction(0)) == 1
    assert sum((chance.value for chance in odds.expected.values()), Fraction(0)) == 0
    for seat, chance in odds.win.items():
        assert 0 <= odds.next[seat].value <= chance.value <= 1
        assert chance.value == sum(other.value for seats, other in odds.outcomes.items() if seat in seats)
    if state.is_dead:
        assert odds.draw.value == 1
    assert all(odds.win[seat].value == 0 for seat in odds.hidden)


def only_of(state: LiveState, seat: str) -> bool:
    """Whether nothing is told of any other seat's tiles."""
    others = [facts for other, facts in state.seats.items() if other != seat]
    return not any(facts.copies or facts.pool for facts in others)
