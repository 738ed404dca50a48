"""What surrounds a ron: winds, riichi, ippatsu, houtei, for one seat and one discard of a deal.

A `Moment` is a discard seen from a seat that may win on it, made or still to come: how many discards that seat has made
before it, the discarder's number, and its place in the whole deal.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.game.deal import DISCARDS, Deal, Discard
from referee.game.seats import Seat, order_from
from referee.rules import HouteiRule, IppatsuRule, RiichiRule, RoundWind, RuleSet, Situation, Wind
from referee.rules.choices import LengthKind

_WINDS = (Wind.E, Wind.S, Wind.W, Wind.N)


@dataclass(frozen=True, slots=True)
class Moment:
    """A discard seen from one seat: `own_before` own discards before it; `n` the discarder's; `index` from 0."""

    discarder: Seat
    n: int
    own_before: int
    index: int


def moment_of(deal: Deal, seat: Seat, discard: Discard) -> Moment:
    """The moment of a discard that was made."""
    index = len(deal.discards) - 1
    while deal.discards[index].seq != discard.seq:  # mostly the newest one is asked about
        index -= 1
    own_before = [other.by for other in deal.discards[:index]].count(seat)
    return Moment(discard.by, discard.n, own_before, index)


def moments_from(deal: Deal, seat: Seat, start: int) -> Iterator[Moment]:
    """The moments of other seats' discards from place `start` of the deal on, made or to come."""
    order = deal.order
    players = len(order)
    if not order:
        return
    own_place = order.index(seat)
    for index in range(start, DISCARDS * players):
        place = index % players
        if place != own_place:
            yield Moment(order[place], index // players + 1, (index - own_place + players - 1) // players, index)


def situation_of(rules: RuleSet, deal: Deal, seat: Seat, discard: Discard) -> Situation:
    """The situation of a ron by `seat` on a discard that was made; ura included once it is known."""
    return situation_at(rules, deal, seat, moment_of(deal, seat, discard))


def situation_at(rules: RuleSet, deal: Deal, seat: Seat, moment: Moment) -> Situation:
    """The situation of a ron by `seat` at a moment."""
    return Situation(
        indicators=deal.indicators,
        ura=deal.ura,
        seat_wind=seat_wind(rules, deal, seat),
        round_wind=round_wind(rules, deal),
        dealer=None if deal.dealer is None else seat == deal.dealer,
        riichi=rules.riichi is RiichiRule.AUTOMATIC or seat in deal.riichi,
        ippatsu=is_ippatsu(rules, moment),
        houtei=is_houtei(rules, moment, len(deal.seats)),
        first_discard=moment.own_before == 0,
    )


def situation_in_building(rules: RuleSet, deal: Deal, seat: Seat) -> Situation:
    """The situation by which a player weighs hands while choosing the 13: winds, dealer, indicators, riichi."""
    return Situation(
        indicators=deal.indicators,
        seat_wind=seat_wind(rules, deal, seat),
        round_wind=round_wind(rules, deal),
        dealer=deal.dealer is seat,
    )


def is_ippatsu(rules: RuleSet, moment: Moment) -> bool:
    """Whether a win then comes at once after the own riichi, which stands since the own first discard."""
    if rules.ippatsu is IppatsuRule.FIRST_DISCARD:
        return moment.n == 1 and moment.own_before > 0
    return rules.ippatsu is IppatsuRule.ONE_TURN and moment.own_before == 1


def is_houtei(rules: RuleSet, moment: Moment, players: int) -> bool:
    """Whether the discard is the last one in the sense of the rule set."""
    if rules.houtei is HouteiRule.OPPONENTS_LAST:
        return moment.n == DISCARDS
    return rules.houtei is HouteiRule.LAST_OF_DEAL and moment.index == DISCARDS * players - 1


def seat_wind(rules: RuleSet, deal: Deal, seat: Seat) -> Wind | None:
    """The seat's wind: counted from the dealer, or from the first player where there is no dealer."""
    start = deal.dealer or deal.first
    if start is None:
        return None
    return rules.seat_winds[order_from(start, deal.seats).index(seat)]


def round_wind(rules: RuleSet, deal: Deal) -> Wind | None:
    """The wind of the round; where it rotates, that of the label, or a new one each time every seat has dealt."""
    if rules.round_wind is not RoundWind.ROTATING:
        return None if rules.round_wind is RoundWind.NONE else Wind.E
    if deal.label.wind is not None:
        return deal.label.wind
    winds = rules.length.winds if rules.length.kind is LengthKind.WINDS else _WINDS
    return winds[deal.position // len(deal.seats) % len(winds)]
