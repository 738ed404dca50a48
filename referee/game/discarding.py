"""Discards and passes: whose turn it is, whether the tile can come from there, and what furiten follows."""

from referee.game.catalogue import HAND_CHANGE
from referee.game.deal import DISCARDS, Deal, Discard, Phase
from referee.game.decision import Decision, Verdict
from referee.game.errors import HandChangeError, NotInPoolError
from referee.game.event import Event
from referee.game.furitens import after_own_discard, after_passes, is_temporary
from referee.game.replacement import replaced
from referee.game.seats import Seat
from referee.game.setting import check_copies, hand_change_follows, taking_part
from referee.rules import HandChange, RuleSet
from referee.tiles import NotAllowedError, Tile, format_tile, kind_of

_NO_DISCARD = {
    Phase.WALLS: "hands are not built yet",
    Phase.BUILDING: "hands are not built yet",
    Phase.LAST_WINDOW: f"all {DISCARDS} discards of each player are made",
    Phase.CALLED: "a ron was called: show the hand first, or rule on it",
    Phase.WON: "the deal is won",
    Phase.REFUSED: "the table is frozen until a ruling",
    Phase.ENDED: "the deal is over",
}


def on_discard(rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """A tile lies in the river; letting it go ends the seat's own window on the tiles before it."""
    seat = taking_part(deal, event.by)
    tile = event.tile
    if tile is None:
        raise NotAllowedError("a discard needs its tile")
    number = _number(deal, seat, event)
    changed = _is_hand_change(deal, seat, tile, event)
    discard = Discard(event.seq, event.ms, seat, tile, number)
    deal = replaced(deal, discards=(*deal.discards, discard))
    if seat not in deal.walls:
        check_copies(rules, deal)
    deal = after_own_discard(rules, deal, discard)
    if len(deal.discards) == DISCARDS * len(deal.seats):
        deal = replaced(deal, phase=Phase.LAST_WINDOW)
    return _hand_changed(rules, deal, event, discard) if changed else deal


def on_pass(rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """A player let a discard go in words; letting a wait go is furiten from here on."""
    seat = taking_part(deal, event.by)
    if deal.phase not in (Phase.DISCARDING, Phase.LAST_WINDOW):
        raise NotAllowedError(f"there is nothing to pass: {_NO_DISCARD.get(deal.phase, 'no discard is open')}")
    window = deal.open_to(seat)
    passed = window[-1:] if event.ref is None else tuple(discard for discard in window if discard.seq == event.ref)
    if not passed:
        raise NotAllowedError(f"no discard stands open to {seat}")
    if event.tile is not None and kind_of(event.tile) != kind_of(passed[0].tile):
        raise NotAllowedError(f"the open discard is {format_tile(passed[0].tile)}, not {format_tile(event.tile)}")
    first = not deal.river(seat)
    temporary = is_temporary(rules, deal, seat)
    return after_passes(rules, deal, seat, passed, since=event.seq, first=first, temporary=temporary)


def _number(deal: Deal, seat: Seat, event: Event) -> int:
    """Which discard of the seat this is, if it is the seat's turn."""
    if deal.phase is not Phase.DISCARDING:
        raise NotAllowedError(f"{seat} cannot discard: {_NO_DISCARD[deal.phase]}")
    if seat != deal.turn:
        raise NotAllowedError(f"it is {deal.turn}'s turn, not {seat}'s")
    number = 1 + len(deal.river(seat))
    if event.n is not None and event.n != number:
        raise NotAllowedError(f"this is {seat}'s discard {number}, not {event.n}")
    return number


def _is_hand_change(deal: Deal, seat: Seat, tile: Tile, event: Event) -> bool:
    """Whether the tile is one of the locked 13. Raises if it cannot come from the seat, or needs a word first."""
    wall, known = deal.walls.get(seat), deal.known.get(seat)
    if wall is None:
        return event.kind == HAND_CHANGE
    left = wall.count(tile) - [discard.tile for discard in deal.river(seat)].count(tile)
    if left > (0 if known is None else known.tiles.count(tile)):
        return event.kind == HAND_CHANGE
    if left <= 0:
        raise NotInPoolError(f"{format_tile(tile)} is none of the tiles that {seat} can discard")
    if event.kind != HAND_CHANGE and known is not None and not known.changed:
        raise HandChangeError(f"{format_tile(tile)} is one of {seat}'s 13: enter it as {HAND_CHANGE} if it happened")
    return True


def _hand_changed(rules: RuleSet, deal: Deal, event: Event, discard: Discard) -> Deal:
    seat = discard.by
    facts: dict[str, object] = {
        "tile": format_tile(discard.tile),
        "event": discard.seq,
        "n": discard.n,
        "cause": "discarded",
        "rule": rules.hand_change.value,
    }
    deal = replaced(deal, decisions=(*deal.decisions, Decision(event.seq, seat, Verdict.HAND_CHANGE, (), facts)))
    if event.kind == HAND_CHANGE or rules.hand_change is HandChange.DEAD_HAND:
        return hand_change_follows(rules, deal, event, seat)
    # found when the hand was shown late: the ruling follows then, not here
    return deal
