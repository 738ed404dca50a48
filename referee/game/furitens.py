"""Furiten: own discards and passes that cost a seat its right to win.

(a) a discard of any own wait; (b) letting any own wait pass, also one refused because it was too cheap. One such wait
blocks all of them for the rest of the deal. Without riichi a pass counts only until the own next discard. A wait is let
pass by the own next discard, by a word, or by calling on a later tile instead.
"""

from collections.abc import Iterable
from dataclasses import replace

from referee.game.deal import Deal, Discard, Furiten, FuritenCause
from referee.game.decision import Decision, Verdict
from referee.game.seats import Seat
from referee.rules import Reason, RiichiRule, RuleSet, Situation, furiten_on_pass
from referee.tiles import format_tile, kind_of

REASONS = {
    FuritenCause.OWN_DISCARD: Reason.FURITEN_OWN_DISCARD,
    FuritenCause.PASSED: Reason.FURITEN_PASSED,
}


def after_own_discard(rules: RuleSet, deal: Deal, discard: Discard) -> Deal:
    """The deal once `discard` lies in its seat's river: what the seat let go before it, and the tile itself."""
    seat = discard.by
    deal = _without_temporary(deal, seat)
    window = _window_before(deal, discard)
    if rules.riichi is RiichiRule.AUTOMATIC or seat in deal.riichi:
        deal = after_passes(rules, deal, seat, window, since=discard.seq, first=discard.n == 1)
    known = deal.known.get(seat)
    if known is not None and kind_of(discard.tile) in known.waits:
        deal = _locked(deal, seat, _furiten(discard, discard.seq, FuritenCause.OWN_DISCARD))
    return deal


def after_late_riichi(rules: RuleSet, deal: Deal, seat: Seat) -> Deal:
    """The deal once riichi is declared with a first discard that lies already: passes before it count now."""
    first = deal.river(seat)[0]
    return after_passes(rules, deal, seat, _window_before(deal, first), since=first.seq, first=True)


def after_passes(
    rules: RuleSet,
    deal: Deal,
    seat: Seat,
    passed: Iterable[Discard],
    *,
    since: int,
    first: bool,
    temporary: bool = False,
) -> Deal:
    """The deal once `seat` let these discards go. `first`: before its own first discard."""
    known = deal.known.get(seat)
    if known is None or not counts_as_passed(rules, first=first):
        return deal
    for discard in passed:
        if kind_of(discard.tile) in known.waits:
            deal = _locked(deal, seat, _furiten(discard, since, FuritenCause.PASSED, temporary=temporary))
    return deal


def after_later_call(rules: RuleSet, deal: Deal, seat: Seat, called: Discard, since: int) -> Deal:
    """The deal once `seat` calls on a discard: what it did not call on before that one, in the same window, is let go.

    With three players and more a second tile can come before the own next discard.
    """
    temporary = is_temporary(rules, deal, seat)
    passed = let_go_before(deal, seat, called)
    return after_passes(rules, deal, seat, passed, since=since, first=not deal.river(seat), temporary=temporary)


def let_go_before(deal: Deal, seat: Seat, called: Discard) -> tuple[Discard, ...]:
    """The discards before `called` that stand open to the seat and that it has not called on, oldest first."""
    window = deal.open_to(seat)
    if called not in window:
        return ()
    called_on = {call.discard.seq for call in deal.calls if call.by == seat}
    return tuple(discard for discard in window[: window.index(called)] if discard.seq not in called_on)


def counts_as_passed(rules: RuleSet, *, first: bool) -> bool:
    """Whether letting a wait go is furiten; `first`: before the own first discard."""
    return furiten_on_pass(rules, Situation(first_discard=first))


def is_temporary(rules: RuleSet, deal: Deal, seat: Seat) -> bool:
    """Whether a pass now counts only until the own next discard: the seat plays without riichi."""
    return rules.riichi is RiichiRule.DECLARED and seat not in deal.riichi


def furiten_facts(furiten: Furiten) -> dict[str, object]:
    """What the texts need: the wait, the discard that did it, and until when it holds."""
    return {
        "wait": format_tile(furiten.wait),
        "event": furiten.discard,
        "discarder": furiten.discarder.value,
        "n": furiten.n,
        "cause": furiten.cause.value,
        "until": "own_next_discard" if furiten.temporary else "end_of_deal",
    }


def _furiten(discard: Discard, since: int, cause: FuritenCause, *, temporary: bool = False) -> Furiten:
    return Furiten(since, kind_of(discard.tile), cause, discard.seq, discard.by, discard.n, temporary)


def _locked(deal: Deal, seat: Seat, furiten: Furiten) -> Deal:
    present = deal.furiten.get(seat)
    if present is not None and (furiten.temporary or not present.temporary):
        return deal
    decision = Decision(furiten.since, seat, Verdict.FURITEN, (REASONS[furiten.cause],), furiten_facts(furiten))
    return replace(deal, furiten={**deal.furiten, seat: furiten}, decisions=(*deal.decisions, decision))


def _without_temporary(deal: Deal, seat: Seat) -> Deal:
    present = deal.furiten.get(seat)
    if present is None or not present.temporary:
        return deal
    return replace(deal, furiten={other: furiten for other, furiten in deal.furiten.items() if other != seat})


def _window_before(deal: Deal, discard: Discard) -> tuple[Discard, ...]:
    """The other seats' discards between the seat's own one before and `discard`, oldest first."""
    window: list[Discard] = []
    place = next(index for index, other in enumerate(deal.discards) if other.seq == discard.seq)
    for other in reversed(deal.discards[:place]):
        if other.by == discard.by:
            break
        window.append(other)
    return tuple(reversed(window))
