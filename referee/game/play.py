"""One event further in a deal: which handler answers for each kind, and judging anew when a hand is shown late."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from referee.game.calling import on_draw, on_ron, on_show, on_ura
from referee.game.catalogue import HAND_CHANGE
from referee.game.deal import Deal, Known
from referee.game.discarding import on_discard, on_pass
from referee.game.event import Event, EventType
from referee.game.marking import on_expose, on_note, on_pause, on_set_aside
from referee.game.replacement import replaced
from referee.game.ruling import on_dead_hand, on_hotfix, on_penalty, on_redeal, on_stop
from referee.game.seats import Seat
from referee.game.setting import on_built, on_dice, on_flip, on_riichi, on_walls, with_known
from referee.rules import HAND_TILES, RuleSet
from referee.tiles import InputError, NotAllowedError

Handler = Callable[[RuleSet, Deal, Event], Deal]

HANDLERS: Final[Mapping[EventType, Handler]] = {
    EventType.WALLS: on_walls,
    EventType.DICE: on_dice,
    EventType.FLIP: on_flip,
    EventType.BUILT: on_built,
    EventType.RIICHI: on_riichi,
    EventType.DISCARD: on_discard,
    EventType.PASS: on_pass,
    EventType.RON: on_ron,
    EventType.DRAW: on_draw,
    EventType.URA: on_ura,
    EventType.SHOW: on_show,
    EventType.PENALTY: on_penalty,
    EventType.DEAD_HAND: on_dead_hand,
    EventType.REDEAL: on_redeal,
    EventType.STOP: on_stop,
    EventType.EXPOSE: on_expose,
    EventType.SET_ASIDE: on_set_aside,
    EventType.PAUSE: on_pause,
    EventType.RESUME: on_pause,
    EventType.HOTFIX: on_hotfix,
    EventType.NOTE: on_note,
    EventType.REOPEN: on_note,
}
"""The kinds of event that belong to a deal."""


def play(rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """The deal after the event. Raises NotAllowedError or ImpossibleTilesError; the deal given stays as it is."""
    event = _as_showing(deal, event)
    if _shows_late(deal, event):
        return _judged_anew(rules, deal, event)
    return _after(rules, deal, event)


def _after(rules: RuleSet, deal: Deal, event: Event) -> Deal:
    played = HANDLERS[event.type](rules, deal, event)
    return replaced(played, events=(*deal.events, event))


def _as_showing(deal: Deal, event: Event) -> Event:
    """Thirteen tiles that a seat exposes are its hand, if nobody had seen it before."""
    hand = None if event.by is None else deal.hands.get(event.by)
    if event.type is not EventType.EXPOSE or len(event.tiles) != HAND_TILES or hand is None or hand.tiles is not None:
        return event
    return replace(event, type=EventType.BUILT)


def _shows_late(deal: Deal, event: Event) -> bool:
    return event.type is EventType.BUILT and bool(event.tiles) and event.by in deal.hands and event.by not in deal.known


def _judged_anew(rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """The whole deal once more, as if the hand that is shown now had been known from the start."""
    seat, origin = event.by, deal.origin
    if seat is None or origin is None:
        raise NotAllowedError("a built event needs the seat")
    if len(event.tiles) != HAND_TILES:
        raise NotAllowedError(f"{seat}'s hand has {len(event.tiles)} tiles: expected {HAND_TILES}")
    shown = with_known(rules, deal, seat, event.tiles, changed=event.kind == HAND_CHANGE)
    known: dict[Seat, Known] = dict(shown.known)
    again = replaced(origin, origin=origin, known=known, ruled_unseen=deal.ruled_unseen)
    for earlier in deal.events:
        try:
            again = _after(rules, again, earlier)
        except InputError as error:
            raise type(error)(f"with this hand event {earlier.seq} cannot stand: {error}") from error
    return _after(rules, again, event)
