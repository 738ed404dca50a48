"""The live state of a deal: each seat's waits with their copies, and what each tile of its pool would bring. Pure.

What is asked about is what the given deal knows: hand over `seen_by(deal, ...)` for what one seat may be told.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from referee.analysis.odds.copies import Copies, wait_copies
from referee.analysis.odds.danger import Danger, dangers
from referee.analysis.odds.deal_race import PLAYING
from referee.analysis.odds.odds import DEFAULT_MODEL, SAMPLES, Odds, deal_odds
from referee.analysis.odds.race import DiscardModel
from referee.analysis.odds.safety import KindSafety, safe_kinds
from referee.game import DISCARDS, Deal, Seat, dead_deal
from referee.rules import RuleSet
from referee.tiles import Tile, kind_of


@dataclass(frozen=True, slots=True)
class PoolTile:
    """A tile that a seat can still discard, with its number: what the seat can know of it, and what is true of it."""

    tile: Tile
    count: int
    safety: KindSafety
    danger: Danger | None
    """Who waits for it; None where nobody whose hand is known does."""


@dataclass(frozen=True, slots=True)
class SeatState:
    """One seat. `copies`: of each of its waits; `pool`: empty while unknown, and once no discard can come any more."""

    seat: Seat
    copies: tuple[Copies, ...]
    pool: tuple[PoolTile, ...]


@dataclass(frozen=True, slots=True)
class LiveState:
    """A deal as it stands. `is_dead`: nobody can win any more. `odds`: None where there are none to give."""

    is_dead: bool
    seats: Mapping[Seat, SeatState]
    odds: Odds | None


def live_state(
    rules: RuleSet,
    deal: Deal,
    model: DiscardModel = DEFAULT_MODEL,
    *,
    rng: Random | None = None,
    samples: int = SAMPLES,
) -> LiveState | None:
    """The live state of a deal while it can still be won; None before its hands stand and after its end."""
    if deal.phase not in PLAYING:
        return None
    return LiveState(
        is_dead=dead_deal(rules, deal) is not None,
        seats={seat: _seat_state(rules, deal, seat) for seat in deal.seats},
        odds=deal_odds(rules, deal, model, rng=rng, samples=samples),
    )


def _seat_state(rules: RuleSet, deal: Deal, seat: Seat) -> SeatState:
    pool = Counter(deal.pool(seat) or () if len(deal.river(seat)) < DISCARDS else ())
    safety = {one.kind: one for one in safe_kinds(rules, deal, seat)} if pool else {}
    danger = {one.tile: one for one in dangers(rules, deal, seat)} if pool else {}
    return SeatState(
        seat=seat,
        copies=wait_copies(rules, deal, seat),
        pool=tuple(
            PoolTile(tile, count, safety[kind_of(tile)], danger.get(tile)) for tile, count in sorted(pool.items())
        ),
    )
