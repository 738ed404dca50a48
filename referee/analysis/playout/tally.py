"""What came of the deals of a match: how they ended, and what each seat won. Pure."""

from collections import Counter
from dataclasses import dataclass

from referee.game import Amount, Deal, Match, ResultType, Seat, Verdict, exact


@dataclass(frozen=True, slots=True)
class SeatTally:
    """One seat in one deal: its wins, the wins that it paid for, its refused calls, and the points that moved."""

    wins: int
    losses: int
    refused: int
    points: Amount


def tally(match: Match) -> Counter[str]:
    """How the deals ended: `deals`, `wins`, `draws`, `penalties`, `refused` (ron calls that were not allowed)."""
    counts: Counter[str] = Counter(deals=len(match.deals))
    for deal in match.deals:
        counts += deal_tally(deal)
    return counts


def deal_tally(deal: Deal) -> Counter[str]:
    """How one deal ended, as `tally` counts it, `deals` apart."""
    counts: Counter[str] = Counter(refused=_refused(deal, None))
    if deal.result is not None:
        counts["wins"] += len(deal.result.wins)
        counts["draws"] += deal.result.type is ResultType.DRAW
        counts["penalties"] += deal.result.type is ResultType.PENALTY
    return counts


def seat_tally(deal: Deal, seat: Seat) -> SeatTally:
    """What one deal brought a seat."""
    result = deal.result
    if result is None:
        return SeatTally(0, 0, _refused(deal, seat), 0)
    return SeatTally(
        wins=sum(win.winner is seat for win in result.wins),
        losses=sum(win.loser is seat for win in result.wins),
        refused=_refused(deal, seat),
        points=exact(result.delta[seat]),
    )


def _refused(deal: Deal, seat: Seat | None) -> int:
    refused = (decision for decision in deal.decisions if decision.verdict is Verdict.REFUSED)
    return sum(seat is None or decision.seat is seat for decision in refused)
