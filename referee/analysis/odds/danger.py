"""What would follow if a seat let a tile go now: who wins on it, and who cannot though it waits for it. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.analysis.odds.prospect import is_barred, is_out, plays_riichi, situation_to_come, worth_of
from referee.game import Deal, Seat
from referee.game.situations import Moment, moments_from
from referee.rules import RuleSet
from referee.tiles import Tile, kind_of


@dataclass(frozen=True, slots=True)
class Danger:
    """A tile of a pool that somebody waits for. `wins`: who would win on it; `blocked`: whose wait it is in vain.

    A blocked seat is furiten already, or will be for letting it pass.
    """

    tile: Tile
    wins: tuple[Seat, ...]
    blocked: tuple[Seat, ...]


def dangers(rules: RuleSet, deal: Deal, seat: Seat) -> tuple[Danger, ...]:
    """The tiles of a seat's pool that somebody waits for, as they stand at its next discard; the rest are safe.

    Empty while its pool is unknown or it has no discard left. A seat whose hand is unknown waits for nothing here.
    """
    pool = deal.pool(seat)
    others = [other for other in deal.order if other != seat]
    moments = {other: _next_of(deal, seat, other) for other in others}
    found = []
    for tile in sorted(set(pool or ())):
        waiting = [other for other in others if _waits(deal, other, tile)]
        wins = tuple(other for other in waiting if _may_win(rules, deal, other, tile, moments[other]))
        if waiting:
            found.append(Danger(tile, wins, tuple(other for other in waiting if other not in wins)))
    return tuple(found) if all(moments.values()) else ()


def _next_of(deal: Deal, seat: Seat, other: Seat) -> Moment | None:
    """The next discard of `seat` as `other` will see it."""
    to_come: Iterator[Moment] = moments_from(deal, other, len(deal.discards))
    return next((moment for moment in to_come if moment.discarder == seat), None)


def _waits(deal: Deal, seat: Seat, tile: Tile) -> bool:
    known = deal.known.get(seat)
    return known is not None and kind_of(tile) in known.waits


def _may_win(rules: RuleSet, deal: Deal, seat: Seat, tile: Tile, moment: Moment | None) -> bool:
    if moment is None or is_out(deal, seat):
        return False
    freed = moment.own_before > len(deal.river(seat)) and not plays_riichi(rules, deal, seat)
    if is_barred(rules, deal, seat) and not freed:
        return False
    return worth_of(rules, deal, seat, tile, situation_to_come(rules, deal, seat, moment)) is not None
