"""A deal's odds, live copies, safe tiles and possible hands, for the referee and the commentators: nobody else.

Only puts into words and numbers what `analysis` worked out; chances are floats here, rounded for the screen's use.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.analysis.odds import Chance, Copies, CouldBuild, LiveState, Odds, PoolTile, SeatState
from referee.analysis.solver import BestHand
from referee.display.views.hands import laid_out
from referee.display.views.table import names
from referee.game import Seat
from referee.tiles import format_tile, kind_of

_DIGITS: Final = 6


@dataclass(frozen=True, slots=True)
class Figure:
    """A chance or an expectation with its standard error, which is 0 for an exact one."""

    value: float
    error: float


@dataclass(frozen=True, slots=True)
class SeatOdds:
    """The chances of one seat: to win, to win with the very next discard, and the points to be expected."""

    seat: str
    win: Figure
    next: Figure
    expected: Figure
    hidden: bool
    """Nobody has seen its hand: it is taken never to win where the figures are exact."""


@dataclass(frozen=True, slots=True)
class OddsFacts:
    """The chances of everybody. `method` is `exact` or `sampled`, `model` how discards are taken to be chosen."""

    method: str
    model: str
    samples: int | None
    draw: Figure
    several: Figure
    """That several win on one discard."""
    seats: tuple[SeatOdds, ...]


@dataclass(frozen=True, slots=True)
class CopiesFacts:
    """Where the copies of a wait are; they add up to the copies that there are. `dead`: those that cannot come."""

    tile: str
    own: int
    live: int
    held: int
    lying: int
    unseen: int
    dead: int


@dataclass(frozen=True, slots=True)
class PoolTileFacts:
    """A tile that can still be discarded: how safe its owner can know it to be, and what is true of it.

    `safety`: `certain`, `usual` or `open`; `because`: why, by seat. `wins`: who would win on it; `blocked`: who waits
    for it in vain.
    """

    tile: str
    count: int
    safety: str
    because: Mapping[str, str]
    wins: tuple[str, ...]
    blocked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatLive:
    """One seat: the copies of each of its waits, ascending, and the tiles of its pool as a player lays them."""

    seat: str
    waits: tuple[CopiesFacts, ...]
    pool: tuple[PoolTileFacts, ...]


@dataclass(frozen=True, slots=True)
class LiveFacts:
    """A deal as it stands. `odds`: None where nothing can be said of anybody's chances."""

    is_dead: bool
    odds: OddsFacts | None
    seats: tuple[SeatLive, ...]


@dataclass(frozen=True, slots=True)
class PossibleWait:
    """A wait of a possible hand, with its mark; `live`: copies that are neither in the wall nor shown."""

    tile: str
    mark: str
    kind: str
    points: int
    live: int


@dataclass(frozen=True, slots=True)
class PossibleHand:
    """A hand that could have been built. `points`: of its dearest wait; `expectation`: in points."""

    hand: tuple[str, ...]
    points: int
    limit: str
    yakuman: int
    live: int
    expectation: float
    waits: tuple[PossibleWait, ...]


@dataclass(frozen=True, slots=True)
class PossibleHands:
    """What the wall of a seat could become: the dearest hand, and the one with most to expect."""

    seat: str
    ready_hands: int
    reaching_hands: int
    dearest: PossibleHand | None
    best_expectation: PossibleHand | None


def live_facts(state: LiveState) -> LiveFacts:
    """The live state of a deal."""
    return LiveFacts(
        is_dead=state.is_dead,
        odds=None if state.odds is None else _odds_facts(state.odds),
        seats=tuple(_seat_live(seat) for seat in state.seats.values()),
    )


def _odds_facts(odds: Odds) -> OddsFacts:
    """Odds in physical order of the seats."""
    several = [chance for seats, chance in odds.outcomes.items() if len(seats) > 1]
    return OddsFacts(
        method=odds.method.value,
        model=odds.model.value,
        samples=odds.samples,
        draw=_figure(odds.draw),
        several=Figure(
            round(float(sum(chance.value for chance in several)), _DIGITS),
            round(max((chance.error for chance in several), default=0.0), _DIGITS),
        ),
        seats=tuple(
            SeatOdds(
                seat=seat,
                win=_figure(odds.win[seat]),
                next=_figure(odds.next[seat]),
                expected=_figure(odds.expected[seat]),
                hidden=seat in odds.hidden,
            )
            for seat in sorted(odds.win)
        ),
    )


def possible_hands(found: Mapping[Seat, CouldBuild]) -> tuple[PossibleHands, ...]:
    """What each wall could become."""
    return tuple(
        PossibleHands(
            seat=seat,
            ready_hands=could.ready_hands,
            reaching_hands=could.reaching_hands,
            dearest=None if could.dearest is None else _possible_hand(could.dearest),
            best_expectation=None if could.best_expectation is None else _possible_hand(could.best_expectation),
        )
        for seat, could in sorted(found.items())
    )


def _figure(chance: Chance) -> Figure:
    return Figure(round(float(chance.value), _DIGITS), round(chance.error, _DIGITS))


def _seat_live(state: SeatState) -> SeatLive:
    pool = sorted(state.pool, key=lambda one: (kind_of(one.tile), -one.tile))
    return SeatLive(state.seat, tuple(map(_copies, state.copies)), tuple(map(_pool_tile, pool)))


def _copies(copies: Copies) -> CopiesFacts:
    return CopiesFacts(
        tile=format_tile(copies.kind),
        own=copies.own,
        live=copies.live,
        held=copies.held,
        lying=copies.lying,
        unseen=copies.unseen,
        dead=copies.dead,
    )


def _pool_tile(one: PoolTile) -> PoolTileFacts:
    return PoolTileFacts(
        tile=format_tile(one.tile),
        count=one.count,
        safety=one.safety.safety.value,
        because={seat.value: because.value for seat, because in one.safety.because.items()},
        wins=() if one.danger is None else tuple(one.danger.wins),
        blocked=() if one.danger is None else tuple(one.danger.blocked),
    )


def _possible_hand(best: BestHand) -> PossibleHand:
    dearest = max(best.waits.waits, key=lambda wait: (wait.score.can_ron, wait.points))
    return PossibleHand(
        hand=names(laid_out(best.hand)),
        points=best.points,
        limit=dearest.limit.value,
        yakuman=dearest.score.yakuman,
        live=best.live,
        expectation=round(best.expectation, 2),
        waits=tuple(
            PossibleWait(format_tile(wait.tile), wait.mark, wait.kind.value, wait.points, live)
            for wait, live in zip(best.waits.waits, best.live_of_waits, strict=True)
        ),
    )
