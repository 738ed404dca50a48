"""Whole matches between simulated players: reproducible, and in balance."""

from fractions import Fraction
from random import Random

import pytest

from referee.analysis.players.careful import CarefulPlayer
from referee.analysis.playout import Playout, SeatTally, deal_tally, seat_tally, tally
from referee.game import Phase, Seat, fold
from referee.rules import load_rules


@pytest.mark.parametrize(("preset", "deals"), [("happy", 8), ("kaiji", 4), ("broadcast", 3), ("club", 3), ("three", 2)])
def test_a_match_is_played_to_its_end(preset: str, deals: int) -> None:
    match = Playout(load_rules(preset), Random(5)).play(deals)
    assert match.ended or len(match.deals) == deals
    assert all(deal.phase is Phase.ENDED and deal.shown for deal in match.deals)
    assert fold(match.events) == match
    counts = tally(match)
    assert counts["wins"] + counts["draws"] >= counts["deals"]
    assert counts["refused"] == 0


@pytest.mark.parametrize(("walls", "each"), [("chosen", 1), ("dice_rows", 2), ("own", 0)])
def test_players_take_their_walls_as_the_rules_say(walls: str, each: int) -> None:
    match = Playout(load_rules("club").with_options({"walls": walls}), Random(3)).play(1)
    (deal,) = match.deals
    taken = [number for numbers in deal.taken.values() for number in numbers]
    assert len(taken) == 2 * each
    assert len(set(taken)) == len(taken)


def test_the_same_seed_plays_the_same_match() -> None:
    first, second, other = (Playout(load_rules("happy"), Random(seed)).play(4) for seed in (9, 9, 10))
    assert first.events == second.events
    assert first.events != other.events


def test_points_and_pot_are_constant() -> None:
    for seed in range(4):
        match = Playout(load_rules("happy"), Random(seed)).play(8)
        assert sum(match.points.values(), Fraction(0)) + match.pot == 70_000


@pytest.mark.parametrize("preset", ["happy", "three", "club"])
def test_what_the_seats_made_is_what_the_deals_moved(preset: str) -> None:
    match = Playout(load_rules(preset), Random(2)).play(6)
    for deal in match.deals:
        seats = {seat: seat_tally(deal, seat) for seat in deal.seats}
        counts = deal_tally(deal)
        assert deal.result is not None
        assert {seat: one.points for seat, one in seats.items()} == deal.result.delta
        assert sum(one.wins for one in seats.values()) == counts["wins"] == sum(one.losses for one in seats.values())
        assert counts["wins"] > 0 or counts["draws"] == 1
    whole = sum((seat_tally(deal, Seat.A) for deal in match.deals), SeatTally())
    assert (whole.deals, whole.refused) == (len(match.deals), 0)
    assert whole.points == sum(deal.result.delta[Seat.A] for deal in match.deals if deal.result is not None)


def test_there_is_one_player_for_each_seat_or_one_for_all() -> None:
    with pytest.raises(ValueError, match="zip"):
        Playout(load_rules("three"), Random(1), [CarefulPlayer, CarefulPlayer])
