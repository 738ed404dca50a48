"""The mistakes of the human player: every one meets the verdict that the rules give, under every preset."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from referee.analysis.players import RATES, Knowledge, Moment, Slip
from referee.analysis.players.human import HumanPlayer
from referee.analysis.playout import Incident, Playout
from referee.game import Deal, Event, EventType, Match, ResultType, Seat, Verdict, advance, fold
from referee.rules import (
    ChomboAmount,
    HandChange,
    Payment,
    Reason,
    RuleSet,
    Situation,
    load_rules,
    preset_names,
    wait_kinds,
)
from referee.tiles import kind_of, parse_tiles

MATCHES = 3  # of each preset
DEALS = 8
CLUMSY = {slip: min(1.0, 6 * rate) for slip, rate in RATES.items()} | {Slip.RON_ON_NO_WAIT: 0.02}


def clumsy(rules: RuleSet, rng: Random) -> HumanPlayer:
    return HumanPlayer(rules, rng, CLUMSY)


@cache
def played(preset: str, hand_change: str, seed: int) -> tuple[Match, tuple[Incident, ...]]:
    rules = load_rules(preset).with_options({"hand_change": hand_change})
    playout = Playout(rules, Random(seed), [clumsy])
    return playout.play(DEALS), playout.incidents


def incidents(preset: str) -> Iterator[tuple[Match, Deal, Incident]]:
    for seed in range(MATCHES):
        match, made = played(preset, tuple(HandChange)[seed % 3].value, seed)
        deals = {deal.no: deal for deal in match.deals}
        for incident in made:
            yield match, deals[incident.deal], incident


# -- what each mistake has to come to; a check raises where it came to something else


def unready_hand(match: Match, deal: Deal, incident: Incident) -> None:
    hand = deal.known[incident.seat].tiles
    assert len(hand) == 13
    assert wait_kinds(hand) == ()
    assert all(call.by != incident.seat for call in deal.wins)
    assert not any(decision.seq == deal.hands[incident.seat].seq for decision in deal.decisions)  # legal, no offence


def wrong_count(match: Match, deal: Deal, incident: Incident) -> None:
    assert incident.objection in {f"{incident.seat}'s hand has {count} tiles: expected 13" for count in (12, 14)}
    tiles = deal.hands[incident.seat].tiles
    assert tiles is not None
    assert len(tiles) == 13


def late_hand(match: Match, deal: Deal, incident: Incident) -> None:
    hand, limit = deal.hands[incident.seat], match.rules.build_seconds
    assert limit is not None
    assert hand.late
    assert hand.at_ms > 1_000 * (limit + match.rules.build_grace_seconds)


def own_wait_discarded(match: Match, deal: Deal, incident: Incident) -> None:
    (discard,) = (discard for discard in deal.discards if discard.seq == incident.seq)
    assert kind_of(discard.tile) in wait_kinds(deal.known[incident.seat].tiles)
    furiten = deal.furiten[incident.seat]
    assert furiten.since <= incident.seq
    assert not furiten.temporary
    if furiten.since == incident.seq and furiten.cause.value == "own_discard":
        assert verdicts(deal, incident)[Verdict.FURITEN] == (Reason.FURITEN_OWN_DISCARD,)


def hand_tile_discarded(match: Match, deal: Deal, incident: Incident) -> None:
    assert f"is one of {incident.seat}'s 13" in incident.objection
    assert Verdict.HAND_CHANGE in verdicts(deal, incident)
    if match.rules.hand_change is HandChange.CHOMBO:
        check_chombo(match, deal, incident.seat)
        return
    assert incident.seat in deal.dead
    assert all(call.seq < incident.seq for call in deal.wins if call.by == incident.seat)


def taken_back(match: Match, deal: Deal, incident: Incident) -> None:
    others_turn = "'s turn, not " in incident.objection
    assert others_turn or "all 17 discards of each player are made" in incident.objection
    assert [discard.n for discard in deal.river(incident.seat)] == list(range(1, len(deal.river(incident.seat)) + 1))


def win_overlooked(match: Match, deal: Deal, incident: Incident) -> None:
    assert called(match, incident).reasons == ()  # it would have been a win
    seat, last = incident.seat, max(discard.seq for discard in deal.discards)
    own_later = [discard for discard in deal.river(seat) if discard.seq > incident.seq]
    plain = match.rules.first_discard_ron.value == "plain" and own_later[:1] == list(deal.river(seat)[:1])
    if own_later and not plain:
        assert deal.furiten[seat].since <= own_later[0].seq
        assert deal.furiten[seat].cause.value == "passed"
    assert incident.seq <= last


def ron_on_no_wait(match: Match, deal: Deal, incident: Incident) -> None:
    assert refused(match, deal, incident)[0] is Reason.NOT_COMPLETE


def ron_on_short_wait(match: Match, deal: Deal, incident: Incident) -> None:
    assert refused(match, deal, incident)[0] in (Reason.BELOW_MINIMUM, Reason.NO_YAKU)
    furiten = deal.furiten[incident.seat]
    assert furiten.since == incident.seq
    assert furiten.cause.value == "passed"


def ron_while_furiten(match: Match, deal: Deal, incident: Incident) -> None:
    reasons = set(refused(match, deal, incident))
    assert reasons & {Reason.FURITEN_OWN_DISCARD, Reason.FURITEN_PASSED, Reason.DEAD_HAND}
    assert Reason.NOT_COMPLETE not in reasons


def ron_too_late(match: Match, deal: Deal, incident: Incident) -> None:
    assert refused(match, deal, incident) == (Reason.TOO_LATE,)


CHECKS: dict[Slip, Callable[[Match, Deal, Incident], None]] = {
    Slip.UNREADY_HAND: unready_hand,
    Slip.WRONG_COUNT: wrong_count,
    Slip.LATE_HAND: late_hand,
    Slip.OWN_WAIT_DISCARDED: own_wait_discarded,
    Slip.HAND_TILE_DISCARDED: hand_tile_discarded,
    Slip.TAKEN_BACK: taken_back,
    Slip.WIN_OVERLOOKED: win_overlooked,
    Slip.RON_ON_NO_WAIT: ron_on_no_wait,
    Slip.RON_ON_SHORT_WAIT: ron_on_short_wait,
    Slip.RON_WHILE_FURITEN: ron_while_furiten,
    Slip.RON_TOO_LATE: ron_too_late,
}


def verdicts(deal: Deal, incident: Incident) -> dict[Verdict, tuple[Reason, ...]]:
    """What was decided about the seat at the event."""
    return {
        decision.verdict: decision.reasons
        for decision in deal.decisions
        if decision.seq == incident.seq and decision.seat == incident.seat
    }


def called(match: Match, incident: Incident):
    """The verdict that a ron would have had while the discard lay open."""
    before = fold(event for event in match.events if event.seq <= incident.seq)
    deal = advance(before, Event(incident.seq + 1, 0, EventType.RON, by=incident.seat)).deal
    assert deal is not None
    return deal.calls[-1]


def refused(match: Match, deal: Deal, incident: Incident) -> tuple[Reason, ...]:
    """The reasons of the refusal; what followed is checked against the rule set."""
    reasons = verdicts(deal, incident)[Verdict.REFUSED]
    wins = [call for call in deal.wins if call.discard == deal.calls[-1].discard]
    following = [event for event in match.events if event.seq > incident.seq and event.type is not EventType.RON]
    if wins:
        return reasons  # another seat won on the same tile
    ruling = following[0]
    assert ruling.type is EventType.PENALTY
    free = match.rules.chombo.amount is ChomboAmount.NONE or Reason.TOO_LATE in reasons
    assert ruling.kind == ("play_on" if free else "chombo")
    if ruling.kind == "chombo" and ruling.by == incident.seat:
        check_chombo(match, deal, incident.seat)
    return reasons


def check_chombo(match: Match, deal: Deal, offender: Seat) -> None:
    """The offender pays a mangan to the others, and the sticks of the deal go back."""
    rules, result = match.rules, deal.result
    assert result is not None
    assert result.type is ResultType.PENALTY
    if rules.payment is Payment.UNITS:
        cost = Fraction(rules.stake)
        cost *= 2**deal.draws_before if rules.draw.value == "double_stake" else 1
    else:
        dealer = rules.payment is Payment.FLAT_DEALER or (
            rules.payment is Payment.DEALER_CHILD and deal.dealer == offender
        )
        cost = Fraction(12_000 if dealer else 8_000)
    others = len(deal.seats) - 1
    assert result.delta == {seat: -cost if seat == offender else cost / others for seat in deal.seats}
    assert result.pot == deal.pot_before


@pytest.mark.parametrize("preset", preset_names())
def test_every_mistake_meets_its_verdict(preset):
    made = Counter[Slip]()
    for match, deal, incident in incidents(preset):
        CHECKS[incident.slip](match, deal, incident)
        made[incident.slip] += 1
    assert sum(made.values()) > 20


def test_all_mistakes_are_made():
    made = {incident.slip for preset in preset_names() for _, _, incident in incidents(preset)}
    assert made == set(Slip) == set(RATES)


def test_nothing_but_mistakes_is_refused():
    """Whatever the referee refused or punished, the player noted as a mistake of its own."""
    for preset in preset_names():
        for seed in range(MATCHES):
            match, made = played(preset, tuple(HandChange)[seed % 3].value, seed)
            noted = {incident.seq for incident in made}
            for deal in match.deals:
                for decision in deal.decisions:
                    if decision.verdict in (Verdict.REFUSED, Verdict.HAND_CHANGE):
                        assert decision.seq in noted


def test_a_house_without_chombo_plays_on():
    rules = load_rules("happy").with_options({"chombo": {"amount": "none", "to": "opponent"}})
    false_rons = 0
    for seed in range(6):
        playout = Playout(rules, Random(seed), [clumsy])
        for deal in playout.play(DEALS).deals:
            assert deal.result is not None
            assert deal.result.type is not ResultType.PENALTY
            false_rons += sum(penalty.kind == "play_on" for penalty in deal.penalties)
    assert false_rons > 5


KNOWN = Knowledge("A", parse_tiles("234m234p234678s5p"), parse_tiles("5p19m5s1z"), {"A": (), "B": ()}, ())


@pytest.mark.parametrize("slip", [Slip.LATE_HAND, Slip.WRONG_COUNT, Slip.HAND_TILE_DISCARDED, Slip.TAKEN_BACK])
def test_mistakes_are_as_frequent_as_stated(slip):
    moments = {Slip.HAND_TILE_DISCARDED: Moment.DISCARDING, Slip.TAKEN_BACK: Moment.DISCARDED}
    player = HumanPlayer(load_rules("happy"), Random(5))
    tries = 20_000
    made = []
    for _ in range(tries):
        made.append(player.blunder(moments.get(slip, Moment.LOCKING), KNOWN))
        if made[-1] is not None:
            player.choose_hand((*KNOWN.hand, *KNOWN.pool), Situation())  # a new deal: some errors come but once
    count = sum(blunder is not None and blunder.slip is slip for blunder in made)
    expected = RATES[slip] * tries
    assert abs(count - expected) < 4 * expected**0.5 + RATES[Slip.LATE_HAND] * expected  # who is late counts right
