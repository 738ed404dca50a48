"""Played deals: counted as the game itself tells them, and the same again by number."""

from random import Random

import pytest

from referee.analysis.players import Character
from referee.analysis.playout import Playout
from referee.analysis.study.deal_study import BuiltHand, count_deal, study_deals
from referee.analysis.study.results import Results
from referee.analysis.study.tally import Tally
from referee.game import Deal, EventType, Match, fold, live_waits
from referee.rules import RuleSet, WaitKind, load_rules

RULES = load_rules("kaiji")
NUMBERS = range(40)


def played(number: int, rules: RuleSet = RULES) -> Match:
    return Playout(rules, Random(f"deal 5 {number}"), (Character.GREEDY.player,)).play(1)


def as_built(match: Match) -> Deal:
    """The deal before its first discard."""
    events = match.events
    first = next(place for place, event in enumerate(events) if event.type is EventType.DISCARD)
    deal = fold(events[:first]).deal
    assert deal is not None
    return deal


def test_hands_are_as_the_game_sees_them_before_the_first_discard() -> None:
    for number in NUMBERS:
        match = played(number)
        start = as_built(match)
        for seat in start.order:
            hand = BuiltHand.of(RULES, match.deals[0], seat)
            seen = live_waits(RULES, start, seat)
            assert [wait.tile for wait in hand.waits] == [wait.kind for wait in seen]
            winning = [wait for wait in seen if wait.score.can_ron or wait.needs]
            assert hand.live == sum(wait.live or 0 for wait in winning if wait.kind in hand.winning)


def test_ends_add_up() -> None:
    tally = study_deals(RULES, 5, Character.GREEDY, NUMBERS)
    counts = tally.counts
    assert counts["deal"] == len(NUMBERS)
    assert counts["win"] + counts["deal.draw"] + counts["deal.penalty"] == counts["deal"]
    assert counts["hand"] == 2 * counts["deal"]
    assert counts["hand.deals_in"] == counts["win"]
    assert counts["deal.one_side_dead"] + counts["deal.all_sides_dead"] == counts["deal.some_side_dead"]
    assert counts["deal.all_sides_dead"] <= counts["deal.draw"]
    dead = Results(deals=tally).figures()["hand.dead"]
    assert dead.value * counts["hand"] == counts["deal.one_side_dead"] + 2 * counts["deal.all_sides_dead"]
    assert sum(counts[name] for name in counts if name.startswith("win.limit_")) == counts["win"]
    assert counts["discard"] == sum(len(played(number).deals[0].discards) for number in NUMBERS)


def test_a_dead_side_never_wins() -> None:
    won = 0
    for number in NUMBERS:
        deal = played(number).deals[0]
        assert deal.result is not None
        for win in deal.result.wins:
            won += 1
            assert BuiltHand.of(RULES, deal, win.winner).live > 0
    assert won > 0


@pytest.mark.parametrize("character", [Character.GREEDY, Character.HUMAN])
def test_pieces_of_work_add_up(character: Character) -> None:
    parts = study_deals(RULES, 5, character, range(5))
    parts.add(study_deals(RULES, 5, character, range(5, 12)))
    assert parts.plain() == study_deals(RULES, 5, character, range(12)).plain()


def test_three_players_have_three_hands() -> None:
    rules = RULES.with_options({"players": 3, "seat_winds": ["E", "S", "W"]})
    counts = study_deals(rules, 5, Character.GREEDY, range(6)).counts
    assert counts["hand"] == 3 * counts["deal"]


def test_short_waits_are_told_apart() -> None:
    tally = Tally()
    for number in NUMBERS:
        count_deal(tally, RULES, played(number).deals[0])
    hands = [BuiltHand.of(RULES, deal, seat) for deal in (played(n).deals[0] for n in NUMBERS) for seat in deal.order]
    for name, kind in (("full", WaitKind.FULL), ("conditional", WaitKind.CONDITIONAL), ("short", WaitKind.SHORT)):
        assert tally.counts[f"hand.{name}_wait"] == sum(any(w.kind is kind for w in hand.waits) for hand in hands)
