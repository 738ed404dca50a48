"""A referee's rulings: penalties, dead hand, redeal, stop, hotfix. After one a frozen table plays on, or it ends."""

from collections.abc import Mapping
from dataclasses import replace

from referee.game.amounts import Amount, exact, total
from referee.game.calling import end_if_settled
from referee.game.catalogue import ENDING_PENALTIES
from referee.game.deal import DISCARDS, Deal, Penalty, Phase
from referee.game.event import Event
from referee.game.replacement import replaced
from referee.game.result import ResultType
from referee.game.seats import Seat
from referee.game.setting import taking_part
from referee.game.settlement import settle_again, settle_chombo, settle_draw
from referee.rules import Reason, RuleSet
from referee.tiles import NotAllowedError

_FROZEN = frozenset({Phase.CALLED, Phase.REFUSED})
HOTFIXES = ("points", "pot", "honba", "dealer")


def on_penalty(rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """A warning, points, `play_on`, or a foul that ends the deal (`chombo`)."""
    amounts = by_seat(deal, event.amounts)
    offender = None if event.by is None else taking_part(deal, event.by)
    penalty = Penalty(event.seq, event.kind, offender, amounts, event.text)
    deal = replaced(deal, penalties=(*deal.penalties, penalty))
    if event.kind in ENDING_PENALTIES:
        if deal.result is not None:
            raise NotAllowedError("the deal is over: void its end first, or give points")
        if offender is None and not amounts:
            raise NotAllowedError("name the seat that committed the foul")
        _check_covered(amounts, exact(deal.pot - total(deal.sticks.values())))  # the deal's own sticks go back
        return settle_chombo(rules, _ruled(deal), event.seq, offender, amounts)
    if event.kind == "points" and not amounts:
        raise NotAllowedError("a penalty of points needs the amounts by seat")
    _check_covered(amounts, deal.pot)
    return played_on(rules, _ruled(replaced(deal, account=deal.account.paid(amounts))))


def on_dead_hand(rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """The seat may not win any more in this deal."""
    seat = taking_part(deal, event.by)
    if deal.result is not None:
        raise NotAllowedError("the deal is over")
    return played_on(rules, _ruled(replaced(deal, dead=deal.dead | {seat})))


def on_redeal(_rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """The deal does not count and is dealt again."""
    if deal.result is not None:
        raise NotAllowedError("the deal is over: void its end first")
    return settle_again(_ruled(deal), event.seq, ResultType.REDEAL, event.text or event.kind, _ruler(event))


def on_stop(rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """The deal is stopped (nobody can win any more, or a ruling) and counts as a draw."""
    if deal.result is not None:
        raise NotAllowedError("the deal is over: void its end first")
    reason = event.text or event.kind
    return settle_draw(rules, _ruled(deal), event.seq, ResultType.ABANDONED, reason, _ruler(event))


def on_hotfix(_rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """Points and pot set right at once, honba and dealer of the deal that is being played."""
    check_hotfix(deal.seats, event)
    if event.kind in ("points", "pot"):
        pot = event.amounts.get("pot", 0)
        check_pot(deal.pot, pot)
        points = {key: amount for key, amount in event.amounts.items() if key != "pot"}
        return replaced(deal, account=deal.account.set_right(by_seat(deal, points), pot))
    if deal.result is not None:
        return deal
    if event.kind == "honba":
        return replaced(deal, label=replace(deal.label, honba=int(event.amounts["honba"])))
    return replaced(deal, dealer=taking_part(deal, event.by))


def _check_covered(amounts: Mapping[Seat, Amount], pot: Amount) -> None:
    """Raise NotAllowedError if a ruling gives more than it takes and than lies in the pot."""
    if total(amounts.values()) > pot:
        raise NotAllowedError(f"the seats get {total(amounts.values())} more than they give: the pot holds {pot}")


def check_pot(pot: Amount, change: Amount) -> None:
    """Raise NotAllowedError if a hotfix takes more out of the pot than lies there."""
    if pot + change < 0:
        raise NotAllowedError(f"the pot holds {pot}: {-change} cannot be taken out")


def check_hotfix(seats: tuple[Seat, ...], event: Event) -> None:
    """Raise NotAllowedError unless the hotfix says what it sets right."""
    if event.kind not in HOTFIXES:
        raise NotAllowedError(f"a hotfix of {event.kind}: expected {', '.join(HOTFIXES)}")
    allowed = {"points": {*seats, "pot"}, "pot": {"pot"}, "honba": {"honba"}, "dealer": set[str]()}[event.kind]
    strange = sorted(set(event.amounts) - allowed)
    if strange or (event.kind != "dealer" and not event.amounts):
        raise NotAllowedError(f"a hotfix of {event.kind} needs amounts for {' or '.join(sorted(allowed)) or 'nothing'}")
    if event.kind == "dealer" and event.by not in seats:
        raise NotAllowedError("a hotfix of the dealer needs the seat that deals")
    honba = event.amounts.get("honba", 0)
    if honba != int(honba) or honba < 0:
        raise NotAllowedError("honba is counted in whole numbers from 0")


def played_on(rules: RuleSet, deal: Deal) -> Deal:
    """Where the deal goes on after a ruling; a table that was not frozen stays where it is."""
    if deal.phase not in _FROZEN:
        return deal
    if deal.wins:
        return end_if_settled(rules, deal)
    over = len(deal.discards) == DISCARDS * len(deal.seats)
    return replaced(deal, phase=Phase.LAST_WINDOW if over else Phase.DISCARDING)


def by_seat(deal: Deal, amounts: Mapping[str, Amount]) -> dict[Seat, Amount]:
    """Amounts of seats that take part. Raises NotAllowedError for any other key."""
    strange = sorted(set(amounts) - set(deal.seats))
    if strange:
        raise NotAllowedError(f"amounts name '{strange[0]}': expected {', '.join(deal.seats)}")
    return {Seat(key): amount for key, amount in amounts.items()}


def _ruled(deal: Deal) -> Deal:
    """A call by a hand that nobody saw is settled by the ruling, even if the hand is shown later."""
    if deal.phase is not Phase.CALLED:
        return deal
    unseen = {call.seq for call in deal.calls if Reason.HAND_UNKNOWN in call.reasons}
    return replaced(deal, ruled_unseen=deal.ruled_unseen | unseen)


def _ruler(event: Event) -> str:
    return "" if event.source is None else event.source.value
