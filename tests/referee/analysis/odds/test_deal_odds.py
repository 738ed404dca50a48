"""The odds of a deal against the game itself: step by step, to the end, and by playing many deals out."""

from collections import Counter
from fractions import Fraction
from functools import cache
from math import sqrt
from random import Random
from typing import Any

import pytest

from referee.analysis.odds import DiscardModel, Method, Odds, deal_odds
from referee.game import DISCARDS, Match, Phase, Seat, dead_deal
from tests.referee.analysis.odds.played import deal_of, dealt, next_discards, played_on, winners, wins

MODELS = tuple(DiscardModel)
CHECKED_STEPS = 4
"""Of a deal's steps, those that are looked at beside the first ones; each costs the odds of every next discard."""

HOUSES: dict[str, tuple[str, dict[str, Any]]] = {
    "happy": ("happy", {}),
    "kaiji": ("kaiji", {}),
    "one turn of ippatsu": ("broadcast", {}),
    "last discards of each": ("club", {"houtei": "opponents_last", "kiriage_mangan": False}),
    "riichi declared": ("happy", {"riichi": "declared"}),
    "first discard plain": ("kaiji", {"first_discard_ron": "plain"}),
    "red fives": ("happy", {"red_fives": {"m": 1, "p": 1, "s": 1}}),
    "haneman": ("happy", {"minimum": "haneman"}),
    "three": ("three", {}),
    "three, nearest": ("three", {"several_ron": "nearest", "houtei": "opponents_last"}),
    "four": ("broadcast_four", {}),
    "four, mangan": ("broadcast_four", {"minimum": "mangan", "first_discard_ron": "plain"}),
}


def odds_of(match: Match, model: DiscardModel) -> Odds:
    odds = deal_odds(match.rules, deal_of(match), model)
    assert odds is not None
    return odds


def told(odds: Odds) -> dict[str, Any]:
    """All exact figures of odds, but for those of the next discard."""
    return {
        **{f"win {seat}": chance.value for seat, chance in odds.win.items()},
        **{f"expected {seat}": chance.value for seat, chance in odds.expected.items()},
        **{f"only {seats}": chance.value for seats, chance in odds.outcomes.items()},
    }


def certain(match: Match) -> dict[str, Any]:
    """What is left of chances once a discard lies that somebody wins on, as the game pays it."""
    found: dict[str, Any] = {f"only {winners(match)}": 1}
    for seat in deal_of(match).seats:
        found[f"win {seat}"] = int(seat in winners(match))
        found[f"expected {seat}"] = sum(win.base for win in wins(match) if win.winner is seat) - sum(
            win.base for win in wins(match) if win.loser is seat
        )
    return found


@cache
def start(house: str, seed: int) -> Match:
    preset, options = HOUSES[house]
    return dealt(preset, seed, **options)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    "house", [pytest.param(house, marks=pytest.mark.verify) if house.startswith("four") else house for house in HOUSES]
)
def test_odds_are_the_mean_of_the_odds_after_every_next_discard(house: str, model: DiscardModel) -> None:
    rng = Random(f"{house} {model}")
    for seed in range(2):
        match = start(house, seed)
        while True:
            paid = winners(match)
            if paid:
                assert told(odds_of(match, model)) == certain(match)
            if deal_of(match).phase is Phase.LAST_WINDOW:
                assert paid or odds_of(match, model).draw.value == 1
                break
            made, players = len(deal_of(match).discards), len(match.seats)
            if not paid and (made < players or rng.random() < CHECKED_STEPS / (DISCARDS * players)):
                check_step(match, model)
            match = played_on(match, model, rng)


def check_step(match: Match, model: DiscardModel) -> None:
    """Every figure is the mean over the next discards, as the game folds them; and `next` tells who wins on them."""
    odds = odds_of(match, model)
    mean: Counter[str] = Counter()
    at_once: Counter[Seat] = Counter()
    for chance, after in next_discards(match, model):
        for name, figure in told(odds_of(after, model)).items():
            mean[name] += chance * figure  # type: ignore[assignment]
        for seat in winners(after):
            at_once[seat] += chance  # type: ignore[assignment]
    expected = told(odds)
    assert {name: figure for name, figure in mean.items() if figure or name in expected} == {
        name: figure for name, figure in expected.items() if figure or name in mean
    }
    assert {seat: chance.value for seat, chance in odds.next.items()} == {
        seat: at_once.get(seat, 0) for seat in deal_of(match).seats
    }
    assert sum((chance.value for chance in odds.outcomes.values()), Fraction(0)) == 1
    assert odds.method is Method.EXACT


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("house", ["happy", "riichi declared", "three, nearest"])
def test_odds_are_those_of_every_order_of_the_last_discards(house: str, model: DiscardModel) -> None:
    rng = Random(house)
    found = 0
    for seed in range(2, 12):
        match = without_a_win(start(house, seed), rng, left=4)
        if match is not None:
            found += 1
            assert {seats: chance.value for seats, chance in odds_of(match, model).outcomes.items()} == every_order(
                match, model
            )
        if found == 3:
            break
    assert found


def without_a_win(match: Match, rng: Random, *, left: int) -> Match | None:
    """The match played on at random, so that nobody can win, until so many discards are left; None if it cannot be."""
    while len(deal_of(match).discards) < DISCARDS * len(match.seats) - left:
        ways = [after for _, after in next_discards(match, DiscardModel.KEEPS_OWN_WAITS) if not winners(after)]
        if not ways:
            return None
        match = rng.choice(ways)
    return match


def every_order(match: Match, model: DiscardModel) -> Counter[tuple[Seat, ...]]:
    """The chance of each set of winners, by playing every order of the discards that are left."""
    outcomes: Counter[tuple[Seat, ...]] = Counter()
    if winners(match) or deal_of(match).phase is Phase.LAST_WINDOW:
        outcomes[winners(match)] = 1
        return outcomes
    for chance, after in next_discards(match, model):
        for seats, part in every_order(after, model).items():
            outcomes[seats] += chance * part  # type: ignore[assignment]
    return outcomes


@pytest.mark.verify
@pytest.mark.parametrize("house", ["happy", "first discard plain"])
def test_deals_played_out_at_random_end_as_often_as_the_odds_say(house: str) -> None:
    model, rng, rounds = DiscardModel.UNIFORM, Random(house), 300
    match = start(house, 1)
    counts: Counter[tuple[Seat, ...]] = Counter()
    for _ in range(rounds):
        played = match
        while not winners(played) and deal_of(played).phase is Phase.DISCARDING:
            played = played_on(played, model, rng)
        counts[winners(played)] += 1
    for seats, chance in odds_of(match, model).outcomes.items():
        value = float(chance.value)
        assert counts[seats] / rounds == pytest.approx(value, abs=4 * sqrt(value * (1 - value) / rounds) + 1e-9)


@pytest.mark.parametrize("house", ["happy", "kaiji", "haneman", "last discards of each"])
def test_where_nobody_can_win_any_more_the_chance_is_0_and_else_it_is_not(house: str) -> None:
    """The game says when a deal is dead; odds never contradict it."""
    rng, seen = Random(house), Counter[bool]()
    for seed in range(40):
        if seed >= 5 and seen[True] and seen[False]:
            break
        match = start(house, seed)
        while deal_of(match).phase is Phase.DISCARDING and not winners(match):
            is_dead = dead_deal(match.rules, deal_of(match)) is not None
            odds = odds_of(match, DiscardModel.UNIFORM)
            assert (odds.draw.value == 1) == is_dead
            seen[is_dead] += 1
            match = played_on(match, DiscardModel.UNIFORM, rng)
    assert seen[False]
    assert seen[True]
