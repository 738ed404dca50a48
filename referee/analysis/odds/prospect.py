"""What a seat can still hope for: whether it is out or barred, and what a tile would be worth to it. Pure."""

from collections.abc import Iterator
from dataclasses import replace

from referee.analysis.odds.copies import wait_copies
from referee.game import Amount, Deal, Discard, Seat, situation_of
from referee.game.settlement import price
from referee.game.situations import Moment, situation_at
from referee.rules import RiichiRule, RuleSet, Situation, furiten_on_pass, score
from referee.tiles import ImpossibleTilesError, Tile, kind_of


def is_out(deal: Deal, seat: Seat) -> bool:
    """Whether a seat can certainly not win: its hand is unknown, waits for nothing, changed, dead, or is furiten."""
    known, furiten = deal.known.get(seat), deal.furiten.get(seat)
    if known is None or not known.waits or known.changed or seat in deal.dead:
        return True
    return furiten is not None and not furiten.temporary


def is_barred(rules: RuleSet, deal: Deal, seat: Seat) -> bool:
    """Whether a seat that is not out cannot win on what comes before its own next discard.

    It is furiten until then, or lets go a wait that lies open to it.
    """
    if is_out(deal, seat):
        return False
    lets_go = pass_counts(rules, first=not deal.river(seat)) and any(True for _ in open_waits(rules, deal, seat))
    return lets_go or seat in deal.furiten


def may_win(rules: RuleSet, deal: Deal, seat: Seat) -> bool:
    """Whether a seat may still win for all that is known: hand unknown, or a wait lies open to it or can still come."""
    if seat not in deal.known:
        return True
    if is_out(deal, seat):
        return False
    can_come = any(
        copies.live or (copies.unseen and not copies.pools_known) for copies in wait_copies(rules, deal, seat)
    )
    return can_come or any(True for _ in open_waits(rules, deal, seat))


def may_win_next(rules: RuleSet, deal: Deal, seat: Seat) -> bool:
    """The same for the very next discard, which is not its own, or one that lies open to it."""
    if deal.turn == seat:
        open_ = open_waits(rules, deal, seat) if seat in deal.known else deal.open_to(seat)
        return any(True for _ in open_)
    return may_win(rules, deal, seat)


def open_waits(rules: RuleSet, deal: Deal, seat: Seat) -> Iterator[tuple[Discard, Amount | None]]:
    """The waits that lie open to a seat with their worth, oldest first, up to the first that bars the others."""
    known = deal.known.get(seat)
    if known is None or is_out(deal, seat) or seat in deal.furiten:
        return
    bars = pass_counts(rules, first=not deal.river(seat))
    for discard in deal.open_to(seat):
        if kind_of(discard.tile) in known.waits:
            yield discard, worth_of(rules, deal, seat, discard.tile, situation_of(rules, deal, seat, discard))
            if bars:
                return


def pass_counts(rules: RuleSet, *, first: bool) -> bool:
    """Whether letting a wait go is furiten; `first`: before the own first discard."""
    return furiten_on_pass(rules, Situation(first_discard=first))


def plays_riichi(rules: RuleSet, deal: Deal, seat: Seat) -> bool:
    """Whether riichi stands, or is still to be declared: then it is taken to be, with the first discard."""
    return rules.riichi is RiichiRule.AUTOMATIC or seat in deal.riichi or not deal.river(seat)


def situation_to_come(rules: RuleSet, deal: Deal, seat: Seat, moment: Moment) -> Situation:
    """The situation of a win at a moment to come."""
    situation = situation_at(rules, deal, seat, moment)
    if situation.riichi or not moment.own_before or not plays_riichi(rules, deal, seat):
        return situation
    return replace(situation, riichi=True)


def worth_of(rules: RuleSet, deal: Deal, seat: Seat, tile: Tile, situation: Situation) -> Amount | None:
    """What a win on a tile would cost the loser, without honba, pot and ura; None where it would not be allowed."""
    known = deal.known.get(seat)
    if known is None:
        return None
    try:
        worth = score(known.tiles, tile, rules, situation)
    except ImpossibleTilesError:
        return None
    return price(rules, deal, worth) if worth.can_ron else None
