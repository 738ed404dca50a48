"""Who pays what when a deal ends, exactly as the rule set says.

The winner takes the price, honba and the pot; a draw leaves the pot; a deal that is played again gives the sticks of
the deal back. Each function answers with the deal as it stands then, its result entered.
"""

from collections.abc import Mapping
from fractions import Fraction

from referee.game.account import Account
from referee.game.amounts import Amount, exact
from referee.game.deal import Call, Deal, Phase
from referee.game.decision import Decision, Verdict
from referee.game.replacement import replaced
from referee.game.result import Result, ResultType, Win
from referee.game.seats import Seat, order_from
from referee.game.situations import seat_wind, situation_of
from referee.rules import DrawRule, Payment, RuleSet, Score, SeveralRon, Wind, score
from referee.rules.choices import ChomboAmount, ChomboTo
from referee.rules.limits import Limit, base_of, points_of, units_of

_VERDICTS = {
    ResultType.DRAW: Verdict.DRAW,
    ResultType.ABANDONED: Verdict.ABANDONED,
    ResultType.PENALTY: Verdict.PENALTY,
    ResultType.REDEAL: Verdict.REDEAL,
}


def lay_stick(rules: RuleSet, deal: Deal, seat: Seat) -> Deal:
    """The seat's riichi stick goes on the table, also where it leaves less than nothing: that shows at the end."""
    if rules.riichi_stick == 0:
        return deal
    account = deal.account.paid({seat: -rules.riichi_stick})
    return replaced(deal, account=account, sticks={**deal.sticks, seat: rules.riichi_stick})


def settle_wins(rules: RuleSet, deal: Deal) -> Deal:
    """The deal is won. May be called again when the ura indicator or a further winner has come."""
    account = deal.account if deal.before_result is None else deal.before_result
    before = account
    wins: list[Win] = []
    for place, call in enumerate(paid_wins(rules, deal)):
        worth = _paid_score(rules, deal, call)
        base = price(rules, deal, worth)
        honba = rules.honba * deal.label.honba if place == 0 else 0
        pot = exact(deal.pot_before + account.pot) if place == 0 else 0
        account = account.paid({call.by: base + honba, call.discard.by: -(base + honba)}).paid({call.by: pot})
        wins.append(Win(call.by, call.discard.by, call.discard.tile, worth, base, honba, pot))
    return _ended(deal, ResultType.RON, before, account, wins=tuple(wins))


def settle_draw(rules: RuleSet, deal: Deal, seq: int, kind: ResultType, reason: str = "", by: str = "") -> Deal:
    """Nobody won: an exhaustive draw, or a deal that was stopped and counts as one."""
    account = deal.account
    if rules.draw is DrawRule.CARRY_STAKE:
        account = account.paid(dict.fromkeys(deal.seats, -rules.stake))
    return _decided(_ended(deal, kind, deal.account, account, reason, by), seq)


def settle_again(deal: Deal, seq: int, kind: ResultType, reason: str = "", by: str = "") -> Deal:
    """The deal does not count and is played again: the sticks of this deal go back, penalties stay."""
    return _decided(_ended(deal, kind, deal.account, deal.account.paid(deal.sticks), reason, by), seq)


def settle_chombo(rules: RuleSet, deal: Deal, seq: int, offender: Seat | None, amounts: Mapping[Seat, Amount]) -> Deal:
    """A foul ends the deal. `amounts` as ruled, or empty: then the rule set's `chombo` says who pays what."""
    account = deal.account.paid(deal.sticks)
    if amounts:
        account = account.paid(amounts)
    elif offender is not None:
        account = _chombo(rules, deal, offender, account)
    ended = _ended(deal, ResultType.PENALTY, deal.account, account, reason="chombo", ruled_by="")
    return _decided(ended, seq, offender)


def paid_wins(rules: RuleSet, deal: Deal) -> tuple[Call, ...]:
    """The wins that are paid, in order from the loser's next seat."""
    wins = deal.wins
    if not wins:
        return ()
    order = order_from(wins[0].discard.by, deal.seats)
    ordered = sorted(wins, key=lambda call: order.index(call.by))
    return tuple(ordered[:1] if rules.several_ron is SeveralRon.NEAREST else ordered)


def price(rules: RuleSet, deal: Deal, worth: Score) -> Amount:
    """What a win costs the loser, without honba and pot."""
    amount: Amount = worth.units * rules.stake if rules.payment is Payment.UNITS else worth.points
    return exact(amount * stake_factor(rules, deal.draws_before))


def stake_factor(rules: RuleSet, draws_in_a_row: int) -> int:
    """By what everything is multiplied: doubled by each draw in a row where the house plays so."""
    return 1 << draws_in_a_row if rules.draw is DrawRule.DOUBLE_STAKE else 1


def _paid_score(rules: RuleSet, deal: Deal, call: Call) -> Score:
    """The score with ura; the call's own was made before the ura indicator was turned."""
    if call.score is not None and not deal.ura:
        return call.score
    return score(deal.known[call.by].tiles, call.discard.tile, rules, situation_of(rules, deal, call.by, call.discard))


def _chombo(rules: RuleSet, deal: Deal, offender: Seat, account: Account) -> Account:
    amount = _chombo_amount(rules, deal, offender)
    others = [seat for seat in deal.seats if seat != offender]
    if rules.chombo.to is ChomboTo.NOBODY:
        return account.lost({offender: -amount})
    if rules.chombo.to is ChomboTo.POT:
        return account.paid({offender: -amount})
    share = exact(Fraction(amount) / len(others))
    return account.paid({offender: -amount, **dict.fromkeys(others, share)})


def _chombo_amount(rules: RuleSet, deal: Deal, offender: Seat) -> Amount:
    if rules.chombo.amount is ChomboAmount.NONE:
        return 0
    if rules.chombo.amount is ChomboAmount.POINTS:
        return rules.chombo.points
    if rules.payment is Payment.UNITS:
        return exact(units_of(Limit.MANGAN, 0) * rules.stake * stake_factor(rules, deal.draws_before))
    dealer = rules.payment is Payment.FLAT_DEALER or (
        rules.payment is Payment.DEALER_CHILD and _deals(rules, deal, offender)
    )
    return points_of(base_of(Limit.MANGAN, 0, 0, 0), dealer=dealer)


def _deals(rules: RuleSet, deal: Deal, seat: Seat) -> bool:
    """Whether the seat is paid and pays as the dealer: where nobody deals, whoever has east."""
    return seat == deal.dealer if deal.dealer is not None else seat_wind(rules, deal, seat) is Wind.E


def _ended(
    deal: Deal,
    kind: ResultType,
    before: Account,
    account: Account,
    reason: str = "",
    ruled_by: str = "",
    wins: tuple[Win, ...] = (),
) -> Deal:
    delta = {seat: account.delta.get(seat, 0) for seat in deal.seats}
    result = Result(kind, wins, delta, exact(deal.pot_before + account.pot), reason, ruled_by)
    later = Account() if deal.settled is None else deal.account.since(deal.settled)
    return replaced(
        deal,
        phase=Phase.ENDED,
        account=account.and_then(later),
        before_result=before,
        settled=account,
        result=result,
    )


def _decided(deal: Deal, seq: int, seat: Seat | None = None) -> Deal:
    result = deal.result
    if result is None:
        return deal
    facts: dict[str, object] = {"reason": result.reason} if result.reason else {}
    return replaced(deal, decisions=(*deal.decisions, Decision(seq, seat, _VERDICTS[result.type], (), facts)))
