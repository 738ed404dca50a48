"""What somebody knows of a deal: everything that the table knows, or what one seat can see. Pure.

A deal as a seat sees it is a deal from which the other seats' walls, hands and what follows from them are gone; so all
questions are asked in the same way, whoever asks.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from referee.game import Deal, Event, EventType, Seat
from referee.rules import DoraRule, RuleSet
from referee.tiles import Tile, full_set, is_red, kind_of, suit_of

_Fact = TypeVar("_Fact")


def seen_by(deal: Deal, seats: Collection[Seat]) -> Deal:
    """The deal without what only other seats know, nor what would tell of it."""
    return replace(
        deal,
        walls=_of(deal.walls, seats),
        known=_of(deal.known, seats),
        furiten=_of(deal.furiten, seats),
        hands={seat: hand if seat in seats else replace(hand, tiles=None) for seat, hand in deal.hands.items()},
        decisions=(),
        calls=(),
        events=tuple(event for event in (_seen(event, seats) for event in deal.events) if event is not None),
    )


def seen_tiles(rules: RuleSet, deal: Deal) -> tuple[Tile, ...]:
    """Every tile of the set whose place is known, as the rules count it."""
    tiles: list[Tile] = []
    for seat in deal.seats:
        known = deal.known.get(seat)
        if seat in deal.walls:
            tiles += deal.walls[seat]
            continue
        if known is not None and not known.changed:
            tiles += known.tiles
        tiles += [discard.tile for discard in deal.river(seat)]
    if rules.dora is not DoraRule.EXTRA_TILE:
        tiles += (*deal.indicators, *deal.ura)
    return tuple(counted(rules, tiles))


def unseen_tiles(rules: RuleSet, deal: Deal) -> tuple[Tile, ...]:
    """The tiles of the set that nobody has seen, sorted: in hidden hands and pools, and in walls that nobody opened."""
    left = Counter(full_set(rules.red_fives))
    left.subtract(seen_tiles(rules, deal))
    return tuple(sorted(left.elements()))


def counted(rules: RuleSet, tiles: Iterable[Tile]) -> list[Tile]:
    """The tiles as the rules count them: a red five that they do not count is an ordinary five."""
    return [kind_of(tile) if is_red(tile) and not rules.counts_red(suit_of(tile)) else tile for tile in tiles]


def _seen(event: Event, seats: Collection[Seat]) -> Event | None:
    """An event as somebody sees it who does not know the other seats' tiles; None where that is nothing."""
    if event.by is None or event.by in seats or not event.tiles:
        return event
    if event.type is EventType.BUILT:
        return replace(event, tiles=(), how=None)
    return None if event.type is EventType.WALLS else event


def _of(facts: Mapping[Seat, _Fact], seats: Collection[Seat]) -> dict[Seat, _Fact]:
    return {seat: fact for seat, fact in facts.items() if seat in seats}
