"""From one deal to the next: who deals, who is first, what the deal is called, and when the match is over.

Everything follows from the rule set, the deal that ended, and the points; each answer carries its one reason as a code.
"""

from collections.abc import Mapping
from dataclasses import replace

from referee.game.amounts import Amount
from referee.game.deal import Deal
from referee.game.event import Label
from referee.game.match import MatchOver, NextDeal
from referee.game.result import Result, ResultType
from referee.game.seats import Seat, after
from referee.rules import BustRule, DealerRule, DrawRule, FirstPlayerRule, LastDealRule, LengthKind, RuleSet, Wind

_PLAYED_AGAIN = frozenset({ResultType.REDEAL, ResultType.PENALTY})


def first_deal(rules: RuleSet, seats: tuple[Seat, ...]) -> NextDeal:
    """The first deal of a match."""
    by_lot = rules.first_player.first in (FirstPlayerRule.DICE, FirstPlayerRule.DEALER)
    first = None if by_lot else seats[0]
    dealer = None if rules.dealer is DealerRule.NONE else first
    return NextDeal(1, first, dealer, label_at(rules, 0, len(seats), 0), "first_deal")


def next_deal(rules: RuleSet, deal: Deal) -> NextDeal:
    """The deal after one that ended, as if the match went on in any case."""
    result = _result(deal)
    stays = _dealer_stays(rules, deal, result)
    if result.type in _PLAYED_AGAIN:
        label = deal.label
        return NextDeal(deal.no + 1, deal.first, deal.dealer, label, result.type.value, {"honba": label.honba})
    position = next_position(rules, deal)
    honba = deal.label.honba + 1 if stays else 0
    dealer = deal.dealer if stays or deal.dealer is None else after(deal.dealer, deal.seats)
    label = label_at(rules, position, len(deal.seats), honba)
    facts: dict[str, object] = {"honba": honba}
    if dealer is not None:
        facts["dealer"] = dealer.value
    return NextDeal(deal.no + 1, _first(rules, deal, result, dealer), dealer, label, _reason(rules, deal, stays), facts)


def match_over(rules: RuleSet, deal: Deal, points: Mapping[Seat, Amount]) -> MatchOver | None:
    """The proposal that the match is over after this deal, or None."""
    broke = [seat for seat, amount in points.items() if _is_bust(rules, amount)]
    if broke:
        return MatchOver("bust", {"seats": [seat.value for seat in broke]})
    result = _result(deal)
    if result.type in _PLAYED_AGAIN or not is_last_deal(rules, deal):
        return None
    if result.type.is_drawn:
        return MatchOver("last_deal_draw") if rules.last_deal.draw is LastDealRule.ENDS else None
    if not _dealer_stays(rules, deal, result):
        return MatchOver("last_deal_won", {"seats": [win.winner.value for win in result.wins]})
    top = deal.dealer is not None and all(
        amount < points[deal.dealer] for seat, amount in points.items() if seat != deal.dealer
    )
    if top and rules.last_deal.dealer_top is LastDealRule.ENDS:
        return MatchOver("last_deal_dealer_top", {"seats": [str(deal.dealer)]})
    return None


def is_last_deal(rules: RuleSet, deal: Deal) -> bool:
    """Whether no deal is left after this one, unless it is played again."""
    last = last_position(rules, len(deal.seats))
    return last is not None and deal.position >= last


def last_position(rules: RuleSet, players: int) -> int | None:
    """The position of the last deal; None where a match is open."""
    length = rules.length
    if length.kind is LengthKind.OPEN:
        return None
    if length.kind is LengthKind.DEALS:
        return length.deals - 1
    return players * len(length.winds) * length.laps - 1


def next_position(rules: RuleSet, deal: Deal) -> int:
    """How many times the match has moved on once this deal is over."""
    result = _result(deal)
    last = last_position(rules, len(deal.seats))
    stays = result.type in _PLAYED_AGAIN
    if rules.length.kind is LengthKind.WINDS:
        stays = stays or _dealer_stays(rules, deal, result)
    if last is not None and deal.position >= last and (result.type.is_drawn or _dealer_stays(rules, deal, result)):
        stays = True  # the last deal is played again
    return deal.position if stays else deal.position + 1


def draws_in_a_row(deal: Deal) -> int:
    """Draws in a row up to and with this deal."""
    result = _result(deal)
    if result.type in _PLAYED_AGAIN:
        return deal.draws_before
    return deal.draws_before + 1 if result.type.is_drawn else 0


def label_at(rules: RuleSet, position: int, players: int, honba: int) -> Label:
    """What a deal is called: wind and number where a match goes by winds, else its number."""
    if rules.length.kind is not LengthKind.WINDS:
        return Label(None, position + 1, honba)
    winds = rules.length.winds
    return Label(winds[position // players % len(winds)], position % players + 1, honba)


def position_of(rules: RuleSet, label: Label, players: int, least: int) -> int:
    """The position that a label names, at or after `least` (a wind may come round again)."""
    if rules.length.kind is not LengthKind.WINDS or label.wind is None:
        return max(least, label.number - 1)
    winds: tuple[Wind, ...] = rules.length.winds
    for position in range(least, least + players * len(winds)):
        if winds[position // players % len(winds)] is label.wind and position % players == label.number - 1:
            return position
    return least


def relabelled(proposal: NextDeal, *, honba: int | None, dealer: Seat | None, first_deals: bool) -> NextDeal:
    """The proposal after a hotfix of honba or dealer."""
    label = proposal.label if honba is None else replace(proposal.label, honba=honba)
    if dealer is None:
        return replace(proposal, label=label, reason="hotfix")
    first = dealer if first_deals else proposal.first
    return replace(proposal, label=label, dealer=dealer, first=first, reason="hotfix")


def _result(deal: Deal) -> Result:
    if deal.result is None:
        raise ValueError(f"deal {deal.no} is not over")
    return deal.result


def _dealer_stays(rules: RuleSet, deal: Deal, result: Result) -> bool:
    if result.type in _PLAYED_AGAIN:
        return True
    if result.type.is_drawn:
        return rules.draw is DrawRule.DEALER_STAYS or rules.dealer is DealerRule.STAYS_ON_WIN_OR_DRAW
    won = any(win.winner == deal.dealer for win in result.wins)
    return won and rules.dealer is DealerRule.STAYS_ON_WIN_OR_DRAW


def _is_bust(rules: RuleSet, points: Amount) -> bool:
    if rules.bust is BustRule.NONE:
        return False
    return points < 0 or (points == 0 and rules.bust is BustRule.ZERO_OR_BELOW)


def _first(rules: RuleSet, deal: Deal, result: Result, dealer: Seat | None) -> Seat | None:
    rule = rules.first_player.then
    if rule is FirstPlayerRule.DICE:
        return None
    if rule is FirstPlayerRule.DEALER:
        return dealer if dealer is not None else deal.first
    if rule is FirstPlayerRule.ALTERNATES:
        return None if deal.first is None else after(deal.first, deal.seats)
    if not result.wins:
        return deal.first  # nobody won and nobody lost: whoever was first is first again
    return result.wins[0].winner if rule is FirstPlayerRule.WINNER else result.wins[0].loser


def _reason(rules: RuleSet, deal: Deal, stays: bool) -> str:
    result = _result(deal)
    drawn = result.type.is_drawn
    if rules.dealer is not DealerRule.NONE or stays:
        outcome = "draw" if drawn else "win"
        return f"dealer_stays_{outcome}" if stays else f"dealer_moves_{outcome}"
    if drawn and is_last_deal(rules, deal):
        return "last_deal_repeats"
    return "draw" if drawn else "win"
