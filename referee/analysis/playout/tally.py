"""What came of the deals of a match: how they ended, and what each seat won. Pure."""

from collections import Counter
from dataclasses import dataclass

from referee.game import Amount, Deal, Match, ResultType, Seat, Verdict, exact


@dataclass(frozen=True, slots=True)
class SeatTally:
    """A seat over some deals: its wins, the wins that it paid for, its refused calls, and the points that it made."""

    deals: int = 0
    wins: int = 0
    losses: int = 0
    refused: int = 0
    points: Amount = 0

    def __add__(self, other: "SeatTally") -> "SeatTally":
        """Both together."""
        return SeatTally(
            self.deals + other.deals,
            self.wins + other.wins,
            self.losses + other.losses,
            self.refused + other.refused,
            exact(self.points + other.points),
        )


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
    result, refused = deal.result, _refused(deal, seat)
    if result is None:
        return SeatTally(1, refused=refused)
    wins = sum(win.winner is seat for win in result.wins)
    losses = sum(win.loser is seat for win in result.wins)
    return SeatTally(1, wins, losses, refused, exact(result.delta[seat]))


def _refused(deal: Deal, seat: Seat | None) -> int:
    refused = (decision for decision in deal.decisions if decision.verdict is Verdict.REFUSED)
    return sum(seat is None or decision.seat is seat for decision in refused)
