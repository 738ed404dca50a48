"""Ron and what follows: the verdict with its reasons, the ura indicator, the end of the deal, showing the result."""

from dataclasses import replace

from referee.game.amounts import plain
from referee.game.deal import Call, Deal, Discard, Furiten, Known, Phase
from referee.game.decision import Decision, Verdict
from referee.game.event import Event
from referee.game.furitens import REASONS, after_later_call, after_passes, furiten_facts, is_temporary
from referee.game.result import ResultType
from referee.game.seats import Seat
from referee.game.setting import check_copies, taking_part
from referee.game.settlement import price, settle_draw, settle_wins
from referee.game.situations import situation_of
from referee.rules import DoraRule, HandChange, Reason, RuleSet, Score, score
from referee.rules.situation import Circumstances
from referee.tiles import ImpossibleTilesError, NotAllowedError, format_tile, kind_of

_OPEN = frozenset({Phase.DISCARDING, Phase.LAST_WINDOW, Phase.CALLED, Phase.REFUSED, Phase.WON})


def on_ron(rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """A ron is called: allowed, refused with reasons, or open until the hand is shown."""
    seat = taking_part(deal, event.by)
    discard = _called_discard(deal, seat, event)
    if deal.result is None and not deal.wins:
        deal = after_later_call(rules, deal, seat, discard, event.seq)
    call = _judged(rules, deal, seat, discard, event.seq)
    decision = Decision(
        event.seq,
        seat,
        Verdict.REFUSED if call.reasons else Verdict.RON,
        call.reasons,
        _facts(rules, deal, call),
    )
    deal = replace(deal, calls=(*deal.calls, call), decisions=(*deal.decisions, decision))
    if not call.reasons:
        return end_if_settled(rules, deal)
    if Reason.BELOW_MINIMUM in call.reasons or Reason.NO_YAKU in call.reasons:
        first = not any(other.by == seat for other in deal.discards)
        temporary = is_temporary(rules, deal, seat)
        deal = after_passes(rules, deal, seat, (discard,), since=event.seq, first=first, temporary=temporary)
    if deal.phase is Phase.ENDED:
        return deal
    if Reason.HAND_UNKNOWN in call.reasons and event.seq not in deal.ruled_unseen:
        return replace(deal, phase=Phase.CALLED)
    return deal if deal.wins else replace(deal, phase=Phase.REFUSED)


def on_ura(rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """The ura indicator is turned, once a win is allowed; it raises the price, never the right to win."""
    if rules.dora is DoraRule.NONE or not rules.ura:
        raise NotAllowedError("these rules have no ura indicator")
    won = deal.phase is Phase.WON or (deal.result is not None and deal.result.type is ResultType.RON)
    if not won:
        raise NotAllowedError("the ura indicator is turned once a win is allowed, not before")
    if deal.ura:
        raise NotAllowedError("the ura indicator is turned already: correct that event instead")
    if event.tile is None:
        raise NotAllowedError("the ura indicator needs its tile")
    deal = replace(deal, ura=(event.tile,))
    check_copies(rules, deal)
    return settle_wins(rules, deal)


def on_draw(rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """After the last discard a person closes the window: nobody called, the deal is drawn."""
    if deal.phase is not Phase.LAST_WINDOW:
        raise NotAllowedError("a deal is drawn after the last discard, once its window is closed")
    return settle_draw(rules, deal, event.seq, ResultType.DRAW)


def on_show(rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """The result is shown; a win whose ura indicator nobody turned counts without it."""
    if deal.shown:
        raise NotAllowedError("the result is shown already")
    if deal.phase is Phase.WON:
        deal = settle_wins(rules, deal)
    if deal.result is None:
        raise NotAllowedError("there is no result to show yet")
    return replace(deal, shown=True)


def end_if_settled(rules: RuleSet, deal: Deal) -> Deal:
    """A deal with a win: ended, or waiting for the ura indicator where a winner's riichi counts."""
    waiting = not deal.ura and any(_takes_ura(rules, deal, call) for call in deal.wins)
    return replace(deal, phase=Phase.WON) if waiting else settle_wins(rules, deal)


def _takes_ura(rules: RuleSet, deal: Deal, call: Call) -> bool:
    if rules.dora is DoraRule.NONE or not rules.ura or (call.score is not None and call.score.yakuman):
        return False
    return Circumstances.of(rules, situation_of(rules, deal, call.by, call.discard)).riichi


def _called_discard(deal: Deal, seat: Seat, event: Event) -> Discard:
    """The discard that the ron is called on, also where the call comes too late for it."""
    drawn = deal.result is not None and deal.result.type is ResultType.DRAW
    won = deal.result is not None and deal.result.type is ResultType.RON
    if deal.shown or not (deal.phase in _OPEN or drawn or won):
        raise NotAllowedError("no discard stands open to a ron")
    if deal.last is None:
        raise NotAllowedError("there is no discard to call ron on")
    discard = deal.last
    if event.ref is not None:
        found = next((other for other in deal.discards if other.seq == event.ref), None)
        if found is None:
            raise NotAllowedError(f"event {event.ref} is no discard of this deal")
        discard = found
    elif discard.by == seat and event.tile is not None:
        # called by name just after the own discard: the tile before it is meant, and it is too late for that
        own = deal.discards[:-1]
        discard = next((o for o in reversed(own) if o.by != seat and o.tile == event.tile), discard)
    if any(call.by == seat and call.discard.seq == discard.seq for call in deal.calls):
        raise NotAllowedError(f"{seat} has called ron on this discard already")
    if event.tile is not None and kind_of(event.tile) != kind_of(discard.tile):
        raise NotAllowedError(f"the discard is {format_tile(discard.tile)}, not {format_tile(event.tile)}")
    return discard


def _judged(rules: RuleSet, deal: Deal, seat: Seat, discard: Discard, seq: int) -> Call:
    """The verdict: every reason against the ron, or none."""
    if discard.by == seat:
        return Call(seq, seat, discard, (Reason.OWN_DISCARD,))
    if deal.phase is Phase.ENDED and not deal.wins:
        return Call(seq, seat, discard, (Reason.TOO_LATE,))
    if discard not in deal.open_to(seat) or any(call.discard.seq != discard.seq for call in deal.wins):
        return Call(seq, seat, discard, (Reason.TOO_LATE,))
    known = deal.known.get(seat)
    if known is None or seq in deal.ruled_unseen:
        return Call(seq, seat, discard, (Reason.HAND_UNKNOWN,))
    try:
        worth = score(known.tiles, discard.tile, rules, situation_of(rules, deal, seat, discard))
    except ImpossibleTilesError:
        return Call(seq, seat, discard, (Reason.IMPOSSIBLE_TILES,))
    return Call(seq, seat, discard, _reasons(rules, deal, seat, known, worth), worth)


def _reasons(rules: RuleSet, deal: Deal, seat: Seat, known: Known, worth: Score) -> tuple[Reason, ...]:
    reasons = list(worth.reasons)
    furiten = deal.furiten.get(seat)
    if furiten is not None and worth.complete:
        reasons.append(REASONS[furiten.cause])
    if seat in deal.dead:
        reasons.append(Reason.DEAD_HAND)
    elif known.changed and rules.hand_change is not HandChange.DEAD_HAND:
        reasons.append(Reason.IMPOSSIBLE_TILES)
    return tuple(reasons)


def _facts(rules: RuleSet, deal: Deal, call: Call) -> dict[str, object]:
    """What the texts need: the tile and its event, what the hand is worth, since when it is furiten."""
    facts: dict[str, object] = {
        "wait": format_tile(call.discard.tile),
        "event": call.discard.seq,
        "discarder": call.discard.by.value,
        "n": call.discard.n,
    }
    worth = call.score
    if worth is not None and worth.complete:
        facts |= {
            "han": worth.han,
            "han_for_minimum": worth.han_for_minimum,
            "fu": worth.fu,
            "fu_for_minimum": worth.fu_for_minimum,
            "limit": worth.limit.value,
            "yakuman": worth.yakuman,
            "points": plain(price(rules, deal, worth)),
            "minimum": rules.minimum.plain,
        }
        furiten: Furiten | None = deal.furiten.get(call.by)
        if furiten is not None:
            facts["furiten"] = {"since": furiten.since, **furiten_facts(furiten)}
    return facts
