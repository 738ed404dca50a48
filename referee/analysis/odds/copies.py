"""Where the copies of a wait are: in the others' pools (live), lying open, in hands, or not seen by anybody. Pure."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from referee.game import Deal, Seat
from referee.rules import DoraRule, RuleSet
from referee.tiles import Kind, Tile, kind_of
from referee.tiles.names import COPIES


@dataclass(frozen=True, slots=True)
class Copies:
    """The copies of one kind as a seat that waits for it must see them. They add up to the copies that there are.

    `own`: in its own hand and pool. `live`: in pools of the others, so that they can still be discarded. `held`: in
    hands of the others. `lying`: in rivers, or turned as indicator. `unseen`: in pools and hands that nobody knows, or
    in walls that nobody opened. `pools_known`: no copy but a live one can still come.
    """

    kind: Kind
    own: int
    live: int
    held: int
    lying: int
    unseen: int
    pools_known: bool

    @property
    def dead(self) -> int:
        """Copies of which it is certain that they cannot come any more."""
        return self.own + self.held + self.lying + (self.unseen if self.pools_known else 0)


def wait_copies(rules: RuleSet, deal: Deal, seat: Seat) -> tuple[Copies, ...]:
    """The copies of each wait of a seat, ascending; none while its hand is unknown."""
    known = deal.known.get(seat)
    return () if known is None else _copies(rules, deal, seat, sorted(known.waits))


def _copies(rules: RuleSet, deal: Deal, seat: Seat, kinds: Iterable[Kind]) -> tuple[Copies, ...]:
    others = [other for other in deal.seats if other != seat]
    own = _counts((*_hand(deal, seat), *(deal.pool(seat) or ())))
    live = _counts(tile for other in others for tile in deal.pool(other) or ())
    held = _counts(tile for other in others for tile in _hand(deal, other))
    lying = _counts(discard.tile for discard in deal.discards)
    if rules.dora is not DoraRule.EXTRA_TILE:
        lying += _counts((*deal.indicators, *deal.ura))
    known = all(deal.pool(other) is not None for other in others)
    return tuple(
        Copies(
            kind=kind,
            own=own[kind],
            live=live[kind],
            held=held[kind],
            lying=lying[kind],
            unseen=max(0, COPIES - own[kind] - live[kind] - held[kind] - lying[kind]),
            pools_known=known,
        )
        for kind in kinds
    )


def _hand(deal: Deal, seat: Seat) -> tuple[Tile, ...]:
    known = deal.known.get(seat)
    return () if known is None else known.tiles


def _counts(tiles: Iterable[Tile]) -> Counter[Kind]:
    return Counter(map(kind_of, tiles))
