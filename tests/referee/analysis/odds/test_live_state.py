"""Live copies, safe tiles and dangers against the game: what is called safe never loses, a danger does."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb
from random import Random
from typing import Any

import pytest

from referee.analysis.odds import (
    DiscardModel,
    SafeBecause,
    Safety,
    dangers,
    deal_odds,
    live_state,
    safe_kinds,
    seen_by,
    unseen_tiles,
    wait_copies,
)
from referee.analysis.odds.prospect import is_out
from referee.game import DISCARDS, EventType, Match, Phase, Seat, dead_deal, live_waits
from referee.rules import WaitForm, WaitKind
from referee.tiles import Kind, kind_of
from tests.referee.analysis.odds.played import added, deal_of, dealt, next_discards, played_on, winners
from tests.referee.game.script import Script

HOUSES: dict[str, tuple[str, dict[str, Any]]] = {
    "happy": ("happy", {}),
    "first discard plain": ("kaiji", {"first_discard_ron": "plain"}),
    "riichi declared": ("happy", {"riichi": "declared"}),
    "three": ("three", {}),
    "four": ("broadcast_four", {}),
}


@cache
def moments(house: str) -> tuple[Match, ...]:
    """A few moments of a few deals, some of them with wins let go."""
    return tuple(_moments(house))


def _moments(house: str) -> Iterator[Match]:
    preset, options = HOUSES[house]
    rng = Random(house)
    for seed in range(4):
        match = dealt(preset, seed, **options)
        while deal_of(match).phase is Phase.DISCARDING:
            if rng.random() < 0.3:
                yield match
            match = played_on(match, DiscardModel.UNIFORM, rng)


@pytest.mark.parametrize("house", HOUSES)
def test_copies_add_up_and_live_ones_are_those_of_the_game(house: str) -> None:
    for match in moments(house):
        deal = deal_of(match)
        for seat in deal.seats:
            copies = wait_copies(match.rules, deal, seat)
            assert [(one.kind, one.live) for one in copies] == [
                (wait.kind, wait.live) for wait in live_waits(match.rules, deal, seat)
            ]
            for one in copies:
                assert one.own + one.live + one.held + one.lying + one.unseen == 4
                assert one.dead == 4 - one.live


def test_what_a_seat_cannot_see_is_unseen() -> None:
    deal = deal_of(moments("happy")[-1])
    rules = moments("happy")[-1].rules
    mine = seen_by(deal, (Seat.A,))
    whole = {one.kind: one for one in wait_copies(rules, deal, Seat.A)}
    for one in wait_copies(rules, mine, Seat.A):
        other = whole[one.kind]
        assert (one.own, one.lying) == (other.own, other.lying)
        assert one.live == one.held == 0
        assert one.unseen == other.live + other.held + other.unseen
        assert one.dead == one.own + one.lying
    assert wait_copies(rules, mine, Seat.B) == ()
    assert len(unseen_tiles(rules, mine)) == 136 - 34 - len(deal.river(Seat.B)) - len(deal.indicators)
    assert len(unseen_tiles(rules, deal)) == 136 - 2 * 34 - len(deal.indicators)


@pytest.mark.parametrize("house", HOUSES)
def test_certainly_safe_tiles_never_lose_and_usually_safe_ones_only_to_rare_waits(house: str) -> None:
    told: Counter[SafeBecause] = Counter()
    for match in moments(house):
        deal = deal_of(match)
        for seat in deal.seats:
            for one in safe_kinds(match.rules, deal, seat):
                for other, because in one.because.items():
                    told[because] += 1
                    if one.kind in deal.known[other].waits and not is_out(deal, other):
                        # it could still win on it: the reason given leaves rare waits at most
                        assert because is SafeBecause.RARE_SHAPE
                        assert one.safety is not Safety.CERTAIN
                        assert forms(match, other, one.kind).isdisjoint({WaitForm.RYANMEN, WaitForm.SHANPON})
                assert (one.safety is Safety.OPEN) == (len(one.because) < len(deal.seats) - 1)
    assert told[SafeBecause.DISCARDED]
    assert told[SafeBecause.PASSED]


def forms(match: Match, seat: Seat, kind: Kind) -> set[WaitForm]:
    waits = live_waits(match.rules, deal_of(match), seat)
    return {wait.score.reading.wait for wait in waits if wait.kind == kind and wait.score.reading is not None}


@pytest.mark.parametrize(("policy", "safety"), [("riichi_ippatsu", Safety.CERTAIN), ("plain", Safety.OPEN)])
def test_a_tile_let_go_before_the_own_first_discard_is_safe_only_where_that_is_furiten(
    policy: str, safety: Safety
) -> None:
    """A discards 5p first, B lets it go; A has another 5p."""
    script = Script("kaiji", first_discard_ron=policy).open("A")
    script.add("walls", by="A", tiles="55p111222333444555666777888m9999s1234z")
    script.hands(A="111222333444m1z", B="234p567p3467888s", indicator="9p").discards("5p 7z")
    (five,) = [one for one in safe_kinds(script.match.rules, script.deal, Seat.A) if one.kind == 13]
    assert five.safety is safety


@pytest.mark.parametrize("house", HOUSES)
def test_safety_is_the_same_whatever_the_others_hold(house: str) -> None:
    for match in moments(house):
        deal = deal_of(match)
        for seat in deal.seats:
            assert safe_kinds(match.rules, deal, seat) == safe_kinds(match.rules, seen_by(deal, (seat,)), seat)


@pytest.mark.parametrize("house", HOUSES)
def test_dangers_are_the_discards_that_the_game_lets_win(house: str) -> None:
    won = blocked = 0
    for match in moments(house):
        deal = deal_of(match)
        seat = deal.turn
        assert seat is not None
        told = {danger.tile: danger for danger in dangers(match.rules, deal, seat)}
        for _, after in next_discards(match, DiscardModel.UNIFORM):
            last = deal_of(after).last
            assert last is not None
            waiting = [other for other in deal.order if other != seat and kind_of(last.tile) in deal.known[other].waits]
            wins = tuple(other for other in waiting if allowed(after, other, last.seq))
            danger = told.get(last.tile)
            assert (danger.wins if danger else ()) == wins
            assert set(danger.blocked if danger else ()) == set(waiting) - set(wins)
            won += len(wins)
            blocked += len(waiting) - len(wins)
    assert won
    assert blocked


def allowed(match: Match, seat: Seat, ref: int) -> bool:
    return not deal_of(added(match, EventType.RON, by=seat, ref=ref)).calls[-1].reasons


def test_a_live_state_has_every_pool_tile_once_and_ends_with_the_deal() -> None:
    for match in moments("three"):
        deal = deal_of(match)
        state = live_state(match.rules, deal)
        assert state is not None
        assert state.is_dead == (dead_deal(match.rules, deal) is not None)
        for seat, facts in state.seats.items():
            if len(deal.river(seat)) == DISCARDS:
                assert facts.pool == ()
                continue
            assert tuple(one.tile for one in facts.pool for _ in range(one.count)) == deal.pool(seat)
    script = Script("happy").open("A").hands(A="2233344555666m", B="234p567p3467888s", indicator="9s")
    assert live_state(script.match.rules, script.deal) is not None
    script.drawn()
    assert live_state(script.match.rules, script.deal) is None


def test_with_a_hidden_hand_the_chance_is_the_hypergeometric_one() -> None:
    """A waits with full waits only: it wins if one of the live copies is among what B will still discard."""
    checked = 0
    for seed in range(30):
        match = dealt("happy", seed)
        deal, rules = deal_of(match), match.rules
        waits = live_waits(rules, deal, Seat.A)
        if not waits or any(wait.mark is not WaitKind.FULL for wait in waits) or deal.first is not Seat.A:
            continue
        pool = deal.pool(Seat.A)
        assert pool is not None
        if sum(kind_of(tile) in deal.known[Seat.A].waits for tile in pool) > len(pool) - DISCARDS:
            continue  # it will have to discard an own wait
        checked += 1
        unseen = unseen_tiles(rules, seen_by(deal, (Seat.A,)))
        live = sum(kind_of(tile) in deal.known[Seat.A].waits for tile in unseen)
        odds = deal_odds(rules, seen_by(deal, (Seat.A,)))
        assert odds is not None
        missed = Fraction(comb(len(unseen) - live, DISCARDS), comb(len(unseen), DISCARDS))
        assert odds.win[Seat.A].value == 1 - missed
        assert odds.win[Seat.B].value == 0
        assert odds.hidden == (Seat.B,)
    assert checked


def test_a_known_wall_tells_more_than_none() -> None:
    """B's hand is closed, its 34 tiles are known: what A waits for comes from these or not at all."""
    script = Script("happy", hand_submission="at_ron").open("A")
    script.add("walls", by="B", tiles="1111222233334444555566667777888899m")
    script.hands(A="55p99p111222333z", B=None, indicator="9s")
    odds = deal_odds(script.match.rules, script.deal)
    assert odds is not None
    assert odds.win[Seat.A].value == 0
    assert odds.draw.value == 1


def test_there_are_no_odds_before_hands_stand_and_without_any_hand() -> None:
    script = Script("happy").open("A")
    assert deal_odds(script.match.rules, script.deal) is None
    script.hands(indicator="9s")
    assert deal_odds(script.match.rules, script.deal) is None
    assert live_state(script.match.rules, script.deal) is not None


def test_a_win_that_lies_open_is_certain_until_it_is_let_go() -> None:
    match = next(match for match in all_ways("happy") if winners(match))
    odds = deal_odds(match.rules, deal_of(match))
    assert odds is not None
    assert odds.outcomes[winners(match)].value == 1
    assert [seat for seat, chance in odds.next.items() if chance.value] == list(winners(match))
    (seat,) = winners(match)
    after = played_on(match, DiscardModel.UNIFORM, Random(1))
    odds = deal_odds(after.rules, deal_of(after))
    assert odds is not None
    assert odds.win[seat].value == 0


def all_ways(house: str) -> Iterator[Match]:
    for match in moments(house):
        for _, after in next_discards(match, DiscardModel.UNIFORM):
            yield after
