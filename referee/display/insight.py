"""What analysis finds in a deal for those who may know everything: the live state, and what the walls could become.

Pure, but not quick enough for the loop that serves the pages; `server.analyst` works it out beside that loop.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from referee.analysis.odds import CouldBuild, LiveState, could_build, live_state
from referee.game import Deal, Seat
from referee.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Insight:
    """What is known of `deal`; None of it before anything was worked out.

    `live` is None while nothing can be won; `possible` has the seats whose wall is known. `weighing`: a newer deal is
    being worked out.
    """

    deal: Deal | None = None
    live: LiveState | None = None
    possible: Mapping[Seat, CouldBuild] = field(default_factory=dict)
    weighing: bool = False

    def until_weighed(self, deal: Deal) -> "Insight":
        """What can be told of a newer deal before it is worked out: at most what its walls could become."""
        possible = self.possible if self.deal is not None and _is_dealt_alike(deal, self.deal) else {}
        return Insight(possible=possible, weighing=True)


def insight_into(rules: RuleSet, deal: Deal, before: Insight) -> Insight:
    """The insight into a deal; what walls could become is taken from the insight before where it is still true.

    Chances that are too many to count are sampled, by the number of the newest event, so that they are the same again.
    """
    rng = Random(deal.events[-1].seq if deal.events else deal.seq)
    return Insight(deal, live_state(rules, deal, rng=rng), _possible(rules, deal, before))


def _possible(rules: RuleSet, deal: Deal, before: Insight) -> Mapping[Seat, CouldBuild]:
    if before.deal is not None and _is_dealt_alike(deal, before.deal):
        return before.possible
    found = {seat: could_build(rules, deal, seat) for seat in deal.seats}
    return {seat: could for seat, could in found.items() if could is not None}


def _is_dealt_alike(deal: Deal, other: Deal) -> bool:
    """Whether everything is the same that hands are weighed by while they are built."""
    return (deal.no, deal.walls, deal.indicators, deal.dealer, deal.first, deal.label) == (
        other.no,
        other.walls,
        other.indicators,
        other.dealer,
        other.first,
        other.label,
    )
