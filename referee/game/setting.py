"""Setting a deal up: walls, dice, indicator, and the hands that players lock; also hands that are shown late."""

from dataclasses import replace
from typing import Final

from referee.game.catalogue import HAND_CHANGE
from referee.game.deal import WALL_TILES, Deal, Hand, Known, Phase, without
from referee.game.decision import Decision, Verdict
from referee.game.errors import HandChangeError, HiddenCopiesError
from referee.game.event import Event
from referee.game.furitens import after_late_riichi
from referee.game.replacement import replaced
from referee.game.seats import Seat, first_by_dice
from referee.game.settlement import lay_stick, settle_chombo
from referee.game.taking import named, thrown
from referee.rules import HAND_TILES, DoraRule, HandChange, RiichiRule, RuleSet, Walls, wait_kinds
from referee.rules.choices import DealerRule
from referee.tiles import ImpossibleTilesError, NotAllowedError, Tile, check_possible, format_tiles

_EARLY: Final = frozenset({Phase.WALLS, Phase.BUILDING})


def on_walls(rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """The walls are up; or a seat names the wall that it opens; or its 34 tiles are known."""
    if event.by is None:
        if event.tiles:
            raise NotAllowedError("the tiles of a wall need the seat that opened it")
        return ready_phase(rules, replaced(deal, walls_up=True))
    seat = taking_part(deal, event.by)
    if event.n is not None:
        deal = named(rules, deal, seat, event.n)
        if not event.tiles:
            return deal
    if len(event.tiles) != WALL_TILES:
        raise NotAllowedError(f"{seat} opened {len(event.tiles)} tiles: a wall has {WALL_TILES}")
    if seat in deal.walls:
        raise NotAllowedError(f"{seat}'s wall is known already: correct that event instead")
    _check_from_wall(deal, seat, event.tiles)
    deal = replaced(deal, walls={**deal.walls, seat: event.tiles})
    check_copies(rules, deal)
    return deal


def on_dice(rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """The dice lie; where they decide who is first, their sum is counted round from the first seat, A being 1.

    Where rows are taken by dice, what a seat throws once that is known are its rows.
    """
    if deal.phase not in _EARLY or deal.flipped:
        raise NotAllowedError("dice are thrown before the indicator is turned")
    if not event.dice and event.first is None:
        raise NotAllowedError("name the dice, or who is first as agreed")
    first = deal.first
    if rules.walls is Walls.DICE_ROWS and first is not None and event.by is not None and event.dice:
        return thrown(deal, taking_part(deal, event.by), event.dice)
    if event.first is not None:
        first = taking_part(deal, event.first)
    elif first is None or (deal.dice and deal.origin is not None and deal.origin.first is None):
        first = first_by_dice(event.dice, deal.seats)
    dealer = deal.dealer
    undecided = deal.origin is None or deal.origin.dealer is None
    if rules.dealer is not DealerRule.NONE and undecided:
        dealer = first
    return ready_phase(rules, replaced(deal, dice=event.dice or deal.dice, first=first, dealer=dealer))


def on_flip(rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """The indicator is turned; without a tile nobody could read it."""
    if rules.dora is DoraRule.NONE:
        raise NotAllowedError("these rules have no indicator")
    if deal.first is None:
        raise NotAllowedError("the first player turns the indicator, and who that is is not decided yet")
    if event.by is not None and event.by != deal.first:
        raise NotAllowedError(f"the first player, {deal.first}, turns the indicator, not {event.by}")
    if deal.indicators:
        raise NotAllowedError("the indicator is turned already: correct that event instead")
    if deal.discards:
        raise NotAllowedError("the indicator is turned before the first discard")
    indicators = () if event.tile is None else (event.tile,)
    deal = replaced(deal, flipped=True, walls_up=True, indicators=indicators, place=event.place)
    check_copies(rules, deal)
    return ready_phase(rules, deal)


def on_built(rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """A hand is locked; or a locked one that nobody had seen is shown."""
    if event.by is None:
        raise NotAllowedError("a built event needs the seat")
    seat = taking_part(deal, event.by)
    changed = event.kind == HAND_CHANGE
    tiles = event.tiles or None
    if tiles is not None and len(tiles) != HAND_TILES:
        raise NotAllowedError(f"{seat}'s hand has {len(tiles)} tiles: expected {HAND_TILES}")
    locked = deal.hands.get(seat)
    if locked is not None:
        if locked.tiles is not None or tiles is None:
            raise NotAllowedError(f"{seat}'s hand is built already: correct that event instead")
        return _shown(rules, deal, event, replace(locked, tiles=tiles, how=event.how), changed=changed)
    if deal.phase is not Phase.BUILDING:
        raise NotAllowedError("hands are built once the first player is known and the indicator is turned")
    if tiles is not None:
        deal = with_known(rules, deal, seat, tiles, changed=changed)
    hand = Hand(event.seq, event.ms, tiles, event.how, event.late)
    return _all_built(rules, replaced(deal, hands={**deal.hands, seat: hand}))


def on_riichi(rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """Riichi is declared, with the own first discard or never; where it stands by itself this adds nothing."""
    seat = taking_part(deal, event.by)
    if rules.riichi is RiichiRule.AUTOMATIC:
        return deal
    if seat in deal.riichi:
        raise NotAllowedError(f"{seat} has declared riichi already")
    made = len(deal.river(seat))
    with_first = made == 0 and deal.turn == seat
    after_first = made == 1 and deal.last is not None and deal.last.by == seat
    if not with_first and not after_first:
        raise NotAllowedError("riichi is declared with the own first discard or never")
    deal = lay_stick(rules, replaced(deal, riichi=deal.riichi | {seat}), seat)
    return after_late_riichi(rules, deal, seat) if after_first else deal


def with_known(rules: RuleSet, deal: Deal, seat: Seat, tiles: tuple[Tile, ...], *, changed: bool) -> Deal:
    """The deal with a seat's hand as one that is judged. Raises if these 13 cannot be its hand."""
    if seat in deal.walls and not changed:
        foreign = without(tiles, deal.walls[seat])
        if foreign:
            raise HandChangeError(f"{format_tiles(foreign)} of {seat}'s hand is not among the 34 tiles of its wall")
    known = Known(tiles, frozenset(wait_kinds(tiles)), changed)
    deal = replaced(deal, known={**deal.known, seat: known})
    check_copies(rules, deal)
    return deal


def hand_change_follows(rules: RuleSet, deal: Deal, event: Event, seat: Seat) -> Deal:
    """What the rule set's `hand_change` brings, once a change of a locked hand is a fact."""
    if rules.hand_change is HandChange.DEAD_HAND:
        return replaced(deal, dead=deal.dead | {seat})
    if deal.result is not None:
        return deal
    if rules.hand_change is HandChange.CHOMBO:
        return settle_chombo(rules, deal, event.seq, seat, {})
    return replaced(deal, phase=Phase.REFUSED)


def taking_part(deal: Deal, seat: Seat | None) -> Seat:
    """The seat, if it takes part in the match; else NotAllowedError."""
    if seat is None or seat not in deal.seats:
        raise NotAllowedError(f"seat {seat} takes no part in this match: expected {', '.join(deal.seats)}")
    return seat


def check_copies(rules: RuleSet, deal: Deal) -> None:
    """Raise ImpossibleTilesError if what is known of the table needs a fifth copy or one red five too many.

    It is a HiddenCopiesError unless what lies open is too much by itself.
    """
    seen: list[Tile] = []
    for seat in deal.seats:
        if seat in deal.walls:
            seen.extend(deal.walls[seat])
            continue
        known = deal.known.get(seat)
        if known is not None and not known.changed:
            seen.extend(known.tiles)
        seen.extend(discard.tile for discard in deal.discards if discard.by == seat)
    turned = () if rules.dora is DoraRule.EXTRA_TILE else (*deal.indicators, *deal.ura)
    try:
        check_possible((*seen, *turned), rules.red_fives)
    except ImpossibleTilesError as error:
        check_possible((*turned, *(discard.tile for discard in deal.discards)), rules.red_fives)
        raise HiddenCopiesError(str(error)) from error


def ready_phase(rules: RuleSet, deal: Deal) -> Deal:
    """From waiting for walls, dice and indicator to building, once all of them are there."""
    if deal.phase is not Phase.WALLS or deal.first is None:
        return deal
    ready = deal.walls_up if rules.dora is DoraRule.NONE else deal.flipped
    return replaced(deal, phase=Phase.BUILDING) if ready else deal


def _all_built(rules: RuleSet, deal: Deal) -> Deal:
    """Once every hand stands, discarding begins; riichi that stands by itself lays its stick now."""
    if set(deal.hands) != set(deal.seats):
        return deal
    deal = replaced(deal, phase=Phase.DISCARDING)
    if rules.riichi is RiichiRule.AUTOMATIC:
        deal = replaced(deal, riichi=frozenset(deal.seats))
        for seat in deal.seats:
            deal = lay_stick(rules, deal, seat)
    return deal


def _shown(rules: RuleSet, deal: Deal, event: Event, hand: Hand, *, changed: bool) -> Deal:
    """The hand was shown late; what follows from it has been judged from the start of the deal on (see `play`)."""
    seat = taking_part(deal, event.by)
    deal = replaced(deal, hands={**deal.hands, seat: hand})
    if deal.result is not None:
        deal = replaced(deal, opened=deal.opened | {seat})
    if not changed:
        return deal
    if not any(decision.verdict is Verdict.HAND_CHANGE and decision.seat == seat for decision in deal.decisions):
        facts: dict[str, object] = {
            "tiles": format_tiles(event.tiles),
            "cause": "not_in_wall",
            "rule": rules.hand_change.value,
        }
        decision = Decision(event.seq, seat, Verdict.HAND_CHANGE, (), facts)
        deal = replaced(deal, decisions=(*deal.decisions, decision))
    return hand_change_follows(rules, deal, event, seat)


def _check_from_wall(deal: Deal, seat: Seat, wall: tuple[Tile, ...]) -> None:
    known = deal.known.get(seat)
    used = [discard.tile for discard in deal.river(seat)]
    if known is not None and not known.changed:
        used += known.tiles
    foreign = without(used, wall)
    if foreign:
        raise HandChangeError(f"{format_tiles(foreign)} of {seat} is not among these {WALL_TILES} tiles")
