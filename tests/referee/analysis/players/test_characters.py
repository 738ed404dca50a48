"""Every character plays legally under every preset, and the same again from the same seed; some play better."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.analysis.players import Character, Knowledge, read_characters
from referee.analysis.playout import Playout, tally
from referee.game import Deal, Event, EventType, Match, Phase, Seat, Verdict, advance, fold
from referee.rules import RuleSet, Situation, Wind, load_rules, preset_names, wait_kinds
from referee.tiles import InputError, format_tile, kind_of, parse_tile, parse_tiles

RULES = load_rules("happy")
HONEST = tuple(character for character in Character if character is not Character.HUMAN)


def played(rules: RuleSet, seed: int, *players: Character, deals: int = 2) -> Match:
    return Playout(rules, Random(seed), [character.player for character in players]).play(deals)


# -- legal, and again the same


@pytest.mark.parametrize("character", Character)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 1_000_000), preset=st.sampled_from(preset_names()))
def test_a_match_of_one_character_is_played_under_every_preset(character, seed, preset):
    match = played(load_rules(preset), seed, character)
    assert match.ended or len(match.deals) == 2
    assert fold(match.events) == match
    for deal in match.deals:
        assert deal.phase is Phase.ENDED
        assert set(deal.known) == set(deal.seats)
        for seat in deal.seats:
            hand = deal.known[seat].tiles
            assert not Counter(hand) - Counter(deal.walls[seat])


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 1_000_000), preset=st.sampled_from(preset_names()))
def test_honest_players_never_make_a_call_that_is_refused(seed, preset):
    rules = load_rules(preset)
    players = Random(seed).choices(HONEST, k=rules.players)
    counts = tally(played(rules, seed, *players))
    assert counts["refused"] == counts["penalties"] == 0


@pytest.mark.parametrize("character", HONEST)
@pytest.mark.parametrize("preset", ["happy", "three"])
def test_honest_players_call_every_win_that_the_game_allows(character, preset):
    """Whoever of them lets an own wait pass, does so because the rules forbid the win."""
    rules = load_rules(preset)
    for seed in range(3):
        playout = Playout(rules, Random(seed), [character.player])
        for deal in playout.play(4).deals:
            for decision in deal.decisions:
                if decision.verdict is Verdict.FURITEN and decision.facts["cause"] == "passed":
                    assert not could_win(rules, playout.match, deal, decision.seat, int(str(decision.facts["event"])))


def could_win(rules: RuleSet, match: Match, deal: Deal, seat: Seat, discard: int) -> bool:
    """Whether a ron on the discard, called when it lay open, would have been allowed."""
    before = fold(event for event in match.events if event.seq <= discard)
    called = advance(before, Event(discard + 1, 0, EventType.RON, by=seat))
    assert called.deal is not None
    return called.deal.decisions[-1].verdict is Verdict.RON


@pytest.mark.parametrize("character", Character)
def test_the_same_seed_plays_the_same_match(character):
    first, second, other = (played(RULES, seed, character, deals=3) for seed in (9, 9, 10))
    assert first.events == second.events
    assert first.events != other.events


def test_each_seat_has_the_character_that_is_named_for_it():
    rules = load_rules("three")
    match = played(rules, 4, Character.RANDOM, Character.CAREFUL, Character.RANDOM, deals=6)
    ready = {seat: [bool(deal.known[seat].waits) for deal in match.deals] for seat in match.seats}
    assert all(ready[Seat.B])
    assert not any(ready[Seat.A] + ready[Seat.C])


# -- names


def test_one_name_is_for_all_seats_and_more_go_by_seat():
    assert read_characters("greedy", 3) == (Character.GREEDY,) * 3
    assert read_characters("careful, human", 2) == (Character.CAREFUL, Character.HUMAN)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("hugo", "players: 'hugo' is no player: expected careful, greedy, best_expectation, random, human"),
        ("careful,greedy,careful", "players: 3 players for 2 seats"),
        ("", "'' is no player"),
    ],
)
def test_what_is_no_character_is_told(text, part):
    with pytest.raises(InputError, match=part):
        read_characters(text, 2)


@pytest.mark.parametrize("character", Character)
def test_each_character_says_how_it_plays(character):
    assert character.description.endswith(".")
    assert "\n" not in character.description


# -- what they decide

KNOWN = Knowledge(
    seat="A",
    hand=parse_tiles("234m234p234678s5p"),
    pool=parse_tiles("5p19m5s1z"),
    rivers={"A": (), "B": parse_tiles("9m")},
    indicators=(),
)


@pytest.mark.parametrize("character", [Character.CAREFUL, Character.GREEDY, Character.BEST_EXPECTATION])
def test_no_own_wait_goes_while_there_is_another_tile(character):
    for seed in range(20):
        assert format_tile(character.player(RULES, Random(seed)).choose_discard(KNOWN)) != "5p"


@pytest.mark.parametrize("character", [Character.CAREFUL, Character.BEST_EXPECTATION])
def test_what_the_other_discarded_goes_first(character):
    assert format_tile(character.player(RULES, Random(1)).choose_discard(KNOWN)) == "9m"


@pytest.mark.parametrize("character", HONEST)
def test_a_win_below_the_minimum_is_let_pass_and_remembered(character):
    hand = parse_tiles("678m678p2345678s")
    assert wait_kinds(hand) == parse_tiles("258s")
    known = Knowledge("A", hand, parse_tiles("1z2z"), {"A": (), "B": ()}, ())
    situation = Situation(seat_wind=Wind.W)
    player = character.player(RULES, Random(1))
    assert player.calls_ron(known, parse_tile("5s"), situation)
    player = character.player(RULES, Random(1))
    assert not player.calls_ron(known, parse_tile("8s"), situation)  # two han: too cheap, and furiten from here on
    assert not player.calls_ron(known, parse_tile("5s"), situation)


# -- how well they play


def points_of(first: Character, second: Character, matches: int, rules: RuleSet) -> tuple[float, float]:
    """What the first makes of a deal against the second, on average over changing seats, with its standard error."""
    moved: list[Fraction] = []
    for seed in range(matches):
        seats: Sequence[Character] = (first, second) if seed % 2 == 0 else (second, first)
        match = played(rules, seed, *seats, deals=8)
        seat = Seat.A if seed % 2 == 0 else Seat.B
        moved += [Fraction(deal.result.delta[seat]) for deal in match.deals if deal.result is not None]
    average = sum(moved) / len(moved)
    spread = sum((one - average) ** 2 for one in moved) / (len(moved) - 1)
    return float(average), sqrt(spread / len(moved))


@pytest.mark.parametrize(("other", "matches"), [(Character.RANDOM, 8), (Character.GREEDY, 40)])
def test_the_best_expectation_wins_points(other, matches):
    rules = load_rules("encyclopedia")  # no sticks and no pot: what one wins the other loses
    average, error = points_of(Character.BEST_EXPECTATION, other, matches, rules)
    assert average > 4 * error


def test_kinds_of_waits_stay_kinds():
    """A red five in the pool is an own wait where the five is one."""
    known = Knowledge("A", KNOWN.hand, parse_tiles("0p1m"), {"A": (), "B": ()}, ())
    assert kind_of(Character.GREEDY.player(RULES, Random(1)).choose_discard(known)) == 0
