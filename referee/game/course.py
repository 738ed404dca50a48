"""The course of a match: one event further, from its opening over its deals to its end.

What belongs to a deal is `play`'s; here stand the kinds that open, close and set right a match.
"""

from fractions import Fraction

from referee.game.amounts import Amount, exact, total
from referee.game.deal import Deal, Phase
from referee.game.event import Event, EventType, Opening
from referee.game.match import Hotfix, Match, MatchOver, NextDeal
from referee.game.play import HANDLERS, play
from referee.game.progress import (
    draws_in_a_row,
    first_deal,
    match_over,
    next_deal,
    next_position,
    position_of,
    relabelled,
)
from referee.game.replacement import replaced
from referee.game.ruling import check_hotfix, check_pot
from referee.game.seats import Seat
from referee.game.setting import ready_phase
from referee.game.situations import round_wind
from referee.rules import DealerRule, FirstPlayerRule, PotAtEnd, RuleSet
from referee.tiles import NotAllowedError

_AFTER_THE_END = frozenset({EventType.REOPEN, EventType.NOTE, EventType.SHOW})
_WITHOUT_DEAL = frozenset({EventType.NOTE, EventType.PAUSE, EventType.RESUME, EventType.HOTFIX, EventType.REOPEN})


def step(match: Match, event: Event) -> Match:
    """The match after an event that is no edit; `events` stays as it is. Raises InputError where it cannot stand."""
    if event.type is EventType.MATCH:
        return _opened(match, event)
    if match.setup is None:
        raise NotAllowedError("no match is open")
    if match.ended and event.type not in _AFTER_THE_END:
        raise NotAllowedError("the match is over: reopen it first, with the reason")
    if event.type is EventType.DEAL:
        return _with_deal(match, event)
    if event.type is EventType.MATCH_END:
        return _ended(match, event)
    if event.type is EventType.REOPEN:
        match = _reopened(match)
    if event.type is EventType.HOTFIX:
        match = _hotfixed(match, event)
    if match.deal is None:
        if event.type not in _WITHOUT_DEAL:
            raise NotAllowedError("no deal is open")
        return match
    return _played(match, match.deal, event)


def _opened(match: Match, event: Event) -> Match:
    setup = event.setup
    if match.setup is not None:
        raise NotAllowedError("a match is open already")
    if setup is None:
        raise NotAllowedError("a match event needs the players and the rules")
    rules = RuleSet.from_mapping(setup.options, name=setup.rules)
    seats = tuple(sorted(setup.players))
    if len(seats) != rules.players:
        raise NotAllowedError(f"the rules are for {rules.players} players, not {len(seats)}")
    points: dict[Seat, Amount] = dict.fromkeys(seats, rules.start_points)
    return _proposed(Match(setup=setup, rule_set=rules, points=points))


def _with_deal(match: Match, event: Event) -> Match:
    opening, proposal = event.opening, match.next_deal
    if opening is None:
        raise NotAllowedError("a deal event needs its number")
    if match.running is not None:
        raise NotAllowedError(f"deal {match.running.no} is not over")
    if proposal is None or (match.over is not None and opening.label is None):
        raise NotAllowedError("by the rules the match is over: end it, or name the deal that is to be played on")
    if match.deal is not None and opening.no <= match.deal.no:
        raise NotAllowedError(f"the next deal is {proposal.no}, not {opening.no}")
    deal = _dealt(match, opening, event.seq)
    deal = ready_phase(match.rules, replaced(deal, origin=deal))
    return _with(match, deal, deals=(*match.deals, deal))


def _dealt(match: Match, opening: Opening, seq: int) -> Deal:
    rules, proposal, before = match.rules, match.next_deal, match.deal
    if proposal is None:
        raise NotAllowedError("no deal can be opened now")
    for seat in (opening.first, opening.dealer, *(opening.points or ())):
        if seat is not None and seat not in match.seats:
            raise NotAllowedError(f"seat {seat} takes no part in this match")
    first = opening.first or proposal.first
    dealer = None
    if rules.dealer is not DealerRule.NONE:
        dealer = opening.dealer or proposal.dealer
        first_deals = rules.first_player.then is FirstPlayerRule.DEALER
        if first is None and first_deals:
            first = dealer
        if dealer is None:
            dealer = first
    position = 0 if before is None else next_position(rules, before)
    if opening.label is not None:
        position = position_of(rules, opening.label, len(match.seats), position)
    return Deal(
        no=opening.no,
        label=opening.label or proposal.label,
        seats=match.seats,
        dealer=dealer,
        first=first,
        points_before=dict(match.points) if opening.points is None else {**match.points, **opening.points},
        pot_before=match.pot if opening.pot is None else opening.pot,
        position=position,
        draws_before=0 if before is None else draws_in_a_row(before),
        seq=seq,
    )


def _played(match: Match, deal: Deal, event: Event) -> Match:
    if event.type not in HANDLERS:
        raise NotAllowedError(f"a {event.type} event belongs to no deal")
    played = play(match.rules, deal, event)
    if match.ended:
        # pot and points stand as the end left them; only what is shown can change now
        return replaced(match, deals=(*match.deals[:-1], played))
    return _with(match, played, deals=(*match.deals[:-1], played))


def _with(match: Match, deal: Deal, deals: tuple[Deal, ...]) -> Match:
    """The match with its newest deal replaced, and what follows from it."""
    before = match.deal
    if before is not None and before.no == deal.no and before.account is deal.account:
        changed = before.result is not deal.result or before.label is not deal.label or before.dealer != deal.dealer
        if not changed:
            return replaced(match, deals=deals)
    points = deal.points
    vanished = len(points) * match.rules.start_points - total((*points.values(), deal.pot))
    return _proposed(replaced(match, deals=deals, points=points, pot=deal.pot, vanished=exact(vanished)))


def _proposed(match: Match) -> Match:
    """The match with honba, dealer and round wind of now, and the proposals for what comes next."""
    rules, deal = match.rules, match.deal
    if deal is None:
        proposal = _hotfixed_proposal(match, first_deal(rules, match.seats), 0)
        return replaced(match, next_deal=proposal, honba=proposal.label.honba, dealer=proposal.dealer)
    ended = deal.phase is Phase.ENDED
    return replaced(
        match,
        honba=deal.label.honba,
        dealer=deal.dealer,
        round_wind=round_wind(rules, deal),
        next_deal=_hotfixed_proposal(match, next_deal(rules, deal), deal.no) if ended else None,
        over=match_over(rules, deal, match.points) if ended else None,
    )


def _hotfixed_proposal(match: Match, proposal: NextDeal, deal_no: int) -> NextDeal:
    first_deals = match.rules.first_player.then is FirstPlayerRule.DEALER
    for hotfix in match.hotfixes:
        if hotfix.for_next and hotfix.deal == deal_no:
            honba = int(hotfix.amounts["honba"]) if hotfix.kind == "honba" else None
            dealer = hotfix.by if hotfix.kind == "dealer" else None
            proposal = relabelled(proposal, honba=honba, dealer=dealer, first_deals=first_deals)
    return proposal


def _hotfixed(match: Match, event: Event) -> Match:
    check_hotfix(match.seats, event)
    deal = match.deal
    for_next = event.kind in ("honba", "dealer") and (deal is None or deal.result is not None)
    number = 0 if deal is None else deal.no
    hotfix = Hotfix(event.seq, event.kind, event.amounts, event.by, event.text, number, for_next)
    match = replaced(match, hotfixes=(*match.hotfixes, hotfix))
    if deal is None:
        points = dict(match.points)
        for seat in match.seats:
            points[seat] = exact(points[seat] + event.amounts.get(seat, 0))
        check_pot(match.pot, event.amounts.get("pot", 0))
        pot = exact(match.pot + event.amounts.get("pot", 0))
        vanished = len(points) * match.rules.start_points - total((*points.values(), pot))
        return _proposed(replaced(match, points=points, pot=pot, vanished=exact(vanished)))
    return _proposed(match) if for_next else match


def _ended(match: Match, event: Event) -> Match:
    """A person accepts the end; the pot goes where the rule set says."""
    if match.running is not None:
        raise NotAllowedError(f"deal {match.running.no} is not over: stop it first")
    over = match.over or MatchOver("agreed")
    points, vanished = dict(match.points), match.vanished
    takers = _pot_takers(match)
    if takers:
        share = exact(Fraction(match.pot) / len(takers))
        for seat in takers:
            points[seat] = exact(points[seat] + share)
    else:
        vanished = exact(vanished + match.pot)
    return replaced(
        match,
        points=points,
        pot=0,
        vanished=vanished,
        over=over,
        next_deal=None,
        ended=True,
        end_text=event.text,
        before_end=replaced(match, events=()),
    )


def _pot_takers(match: Match) -> list[Seat]:
    if match.rules.pot_at_end is PotAtEnd.NOBODY:
        return []
    if match.rules.pot_at_end is PotAtEnd.SPLIT:
        return list(match.seats)
    return [standing.seat for standing in match.standings if standing.rank == 1]


def _reopened(match: Match) -> Match:
    """The match goes on as it stood before its end, the pot back on the table."""
    before = match.before_end
    if before is None:
        raise NotAllowedError("the match is not over: there is nothing to reopen")
    return replaced(before, deals=match.deals, revision=match.revision + 1)
