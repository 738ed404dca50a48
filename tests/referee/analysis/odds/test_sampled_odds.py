"""Odds that are sampled: too many states for an exact answer, or hands that nobody has seen."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from referee.analysis.odds import Build, Chance, DiscardModel, Method, deal_odds, guessed_odds, seen_by, unseen_tiles
from referee.analysis.solver import Order, ReadyHands, best_hands
from referee.game import Deal, EventType, Match, Seat, fold
from referee.rules import RuleSet, Situation
from referee.tiles import Tile, kind_of, parse_tiles
from tests.referee.analysis.odds.played import deal_of, dealt, played_on, winners
from tests.referee.game.script import Script


def builder(rules: RuleSet) -> Build:
    def build(tiles: tuple[Tile, ...], situation: Situation) -> tuple[Tile, ...]:
        best = best_hands(ReadyHands.of(tiles, rules, situation), 1, Order.LIVE)
        return best[0].hand if best else tiles[:13]

    return build


def after(match: Match, discards: int, seed: int = 0) -> Match:
    rng = Random(seed)
    for _ in range(discards):
        match = played_on(match, DiscardModel.KEEPS_OWN_WAITS, rng)
    return match


@pytest.mark.parametrize("model", DiscardModel)
def test_sampled_odds_lie_around_the_exact_ones(model: DiscardModel) -> None:
    match = dealt("three", 4)
    deal = deal_of(match)
    assert deal_odds(match.rules, deal, model, most_states=0) is None
    exact = deal_odds(match.rules, deal, model)
    sampled = deal_odds(match.rules, deal, model, most_states=0, rng=Random(1), samples=1_500)
    again = deal_odds(match.rules, deal, model, most_states=0, rng=Random(1), samples=1_500)
    assert exact is not None
    assert sampled is not None
    assert sampled == again
    assert (exact.method, sampled.method, sampled.samples) == (Method.EXACT, Method.SAMPLED, 1_500)
    assert sum(chance.value for chance in sampled.outcomes.values()) == pytest.approx(1)
    for seat in deal.seats:
        for ours, theirs in (
            (exact.win[seat], sampled.win[seat]),
            (exact.expected[seat], sampled.expected[seat]),
            (exact.next[seat], sampled.next[seat]),
        ):
            assert isinstance(ours.value, Fraction)
            assert ours.error == 0
            assert float(ours.value) == pytest.approx(float(theirs.value), abs=5 * theirs.error + 0.003)


@pytest.mark.parametrize("discards", [0, 5, 12])
def test_a_guess_that_is_right_gives_the_odds_of_open_hands(discards: int) -> None:
    """B's 34 tiles are known, and it builds what it really holds."""
    match = after(dealt("happy", 5), discards)
    deal = deal_of(match)
    closed = with_hand(match, Seat.B, ())
    guessed = guessed_odds(match.rules, closed, lambda tiles, situation: deal.known[Seat.B].tiles, Random(1), guesses=3)
    exact = deal_odds(match.rules, deal)
    assert exact is not None
    if guessed is None:
        assert winners(match) or deal.furiten  # no such hand would have let the win go
        return
    assert (guessed.method, guessed.samples, guessed.hidden) == (Method.SAMPLED, 3, (Seat.B,))
    for seat in deal.seats:
        assert guessed.win[seat].value == pytest.approx(float(exact.win[seat].value))
        assert guessed.expected[seat].value == pytest.approx(float(exact.expected[seat].value))
        assert guessed.win[seat].error == pytest.approx(0, abs=1e-12)


def with_hand(match: Match, seat: Seat, tiles: tuple[Tile, ...]) -> Deal:
    """The deal as it would be if the seat had locked these tiles; none: a hand that nobody has seen."""
    events = [
        replace(event, tiles=tiles) if event.by is seat and event.type is EventType.BUILT else event
        for event in match.events
    ]
    return deal_of(fold(events))


def test_guesses_use_unseen_tiles_only_and_fit_the_rivers() -> None:
    match = after(dealt("happy", 6), 8)
    deal, rules = deal_of(match), match.rules
    mine = seen_by(deal, (Seat.A,))
    unseen, made = unseen_tiles(rules, mine), []

    def build(tiles: tuple[Tile, ...], situation: Situation) -> tuple[Tile, ...]:
        assert len(tiles) == 34 - len(deal.river(Seat.B))
        assert all(tiles.count(tile) <= unseen.count(tile) for tile in tiles)
        made.append(builder(rules)(tiles, situation))
        return made[-1]

    odds = guessed_odds(rules, mine, build, Random(3), guesses=12)
    assert odds is not None
    assert len(made) >= odds.samples == 12  # type: ignore[operator]
    assert sum(chance.value for chance in odds.outcomes.values()) == pytest.approx(1)
    assert odds == guessed_odds(rules, mine, builder(rules), Random(3), guesses=12)


def test_a_guess_that_nobody_would_have_played_is_dropped() -> None:
    """B is guessed to wait for what lies in its own river: then it would have kept that tile back."""
    script = Script("happy", hand_submission="at_ron").open("A")
    script.add("walls", by="B", tiles="111222333444555666777888m777788s1255z")
    script.hands(A="123p456p789p1122s", B=None, indicator="9p").discards("9m 1z 9m 2z")
    tanki = parse_tiles("111222333444m5z")
    asked = (lambda tiles, situation: tanki, Random(1), 2)
    assert guessed_odds(script.match.rules, script.deal, *asked) is not None
    script.discards("9m 5z")
    assert guessed_odds(script.match.rules, script.deal, *asked) is None


@pytest.mark.parametrize("samples", [1, 4, 100])
def test_what_never_came_or_always_is_not_taken_for_certain(samples: int) -> None:
    never, always = Chance.sampled_chance({0: samples}), Chance.sampled_chance({1: samples})
    assert (never.value, always.value) == (0, 1)
    assert 1 / (samples + 4) < never.error == always.error < 1 / (samples + 1)
    assert Chance.sampled_chance({Fraction(1, 4): samples}).error == 0  # no chance was drawn: each sample knows it
    assert Chance.sampled_chance({0: samples, 1: 1}) == Chance.sampled({0: samples, 1: 1})


def test_a_guessed_chance_is_certain_only_where_no_guess_could_change_it() -> None:
    """A is about to discard, so it cannot win at once; that B never won in so few guesses says less."""
    match = after(dealt("happy", 6), 24)
    deal = deal_of(match)
    assert deal.turn is Seat.A
    odds = guessed_odds(match.rules, seen_by(deal, (Seat.A,)), builder(match.rules), Random(1), guesses=6)
    assert odds is not None
    assert odds.next[Seat.A] == Chance(0.0)
    assert odds.win[Seat.B].value == 0
    assert odds.win[Seat.B].error > 0.1


def test_a_seat_is_told_nothing_that_depends_on_the_other_hand() -> None:
    """Two deals that differ only in what B chose of its wall look alike to A."""
    match = dealt("happy", 8)
    deal, rules = deal_of(match), match.rules
    other = next(hand for hand in _hands(deal.walls[Seat.B]) if sorted(hand) != sorted(deal.known[Seat.B].tiles))
    twin = with_hand(match, Seat.B, other)
    assert twin.known[Seat.B].tiles == other
    assert seen_by(twin, (Seat.A,)) == seen_by(deal, (Seat.A,))
    first, second = (
        guessed_odds(rules, seen_by(one, (Seat.A,)), builder(rules), Random(1), guesses=3) for one in (deal, twin)
    )
    assert first == second


def _hands(wall: tuple[Tile, ...]) -> list[tuple[Tile, ...]]:
    ordered = tuple(sorted(wall, key=kind_of))
    return [ordered[:13], ordered[13:26]]
