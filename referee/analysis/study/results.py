"""The results of a study: what was counted in each of its parts, and all figures that follow."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.analysis.study.exact_study import ExactAnswer
from referee.analysis.study.figure import Figure, FigureKind
from referee.analysis.study.interval import Interval
from referee.analysis.study.tally import Tally


@dataclass(frozen=True, slots=True)
class Results:
    """Exact answers by name; tallies of walls, of deals, and of deals of three players."""

    exact: Mapping[str, ExactAnswer] = field(default_factory=dict)
    walls: Tally = field(default_factory=Tally)
    deals: Tally = field(default_factory=Tally)
    three: Tally = field(default_factory=Tally)

    def figures(self) -> dict[str, Figure]:
        """All figures by name; those of three players begin with `three.`."""
        found = {name: Figure.of_fraction(answer.value, mean=answer.is_mean) for name, answer in self.exact.items()}
        found |= self.walls.figures() | self.deals.figures()
        found |= {f"three.{name}": figure for name, figure in self.three.figures().items()}
        if "wall.no_reaching_hand" in found:
            found["wall.no_reaching_hand_of_two"] = _either_of_two(found["wall.no_reaching_hand"])
        if self.deals.counts["hand"]:
            found["hand.dead"] = Figure.share(self.deals.values["hand.live"][0], self.deals.counts["hand"])
        for name, ratio in (
            ("hand.dead_honour_ratio", _ratio(self.deals, "honour_wait.dead", self.deals, "number_wait.dead")),
            ("three.ratio_by_deal", _ratio(self.three, "hand.deals_in", self.deals, "hand.deals_in")),
            ("three.ratio_by_discard", _ratio(self.three, "discard.deals_in", self.deals, "discard.deals_in")),
        ):
            if ratio is not None:
                found[name] = ratio
        return found


def _either_of_two(share: Figure) -> Figure:
    """The chance that it is so for one of two, or for both; two walls of a deal are taken for independent."""

    def either(value: float) -> float:
        return 1 - (1 - value) ** 2

    interval = Interval(either(share.interval.low), either(share.interval.high))
    return Figure(FigureKind.SHARE, either(share.value), interval, share.cases)


def _ratio(tally: Tally, name: str, other: Tally, other_name: str) -> Figure | None:
    cases, other_cases = tally.counts[name.partition(".")[0]], other.counts[other_name.partition(".")[0]]
    if not cases or not other.counts[other_name]:
        return None
    return Figure.ratio(tally.counts[name], cases, other.counts[other_name], other_cases)
