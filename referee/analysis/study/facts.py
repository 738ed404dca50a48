"""The figures that the rules page states about 34 random tiles, each beside the figure of a study that measures it.

They were stated for rounding up, an east round, riichi counted, no red fives unless said: any other rule set gives
other figures.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.analysis.study.figure import Figure, FigureKind, Figures
from referee.analysis.study.interval import Interval


@dataclass(frozen=True, slots=True)
class Fact:
    """What is stated: `value`, right to half of `unit` (0: to the last digit). `one_in`: as so many to one.

    `figure`: what measures it; `sampled`: what does in a study without exact figures, where there is such a figure.
    """

    text: str
    stated: str
    value: float
    unit: float
    figure: str
    one_in: bool = False
    sampled: str = ""

    @property
    def rounded(self) -> Interval:
        """All values that would be stated so."""
        if self.one_in:
            return Interval(1 / (self.value + self.unit / 2), 1 / (self.value - self.unit / 2))
        return Interval(self.value - self.unit / 2, self.value + self.unit / 2)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A fact and the figure that measures it; None where the study did not."""

    fact: Fact
    figure: Figure | None

    @property
    def name(self) -> str:
        """The name of that figure; where nothing was measured, of the one that would have been the best."""
        is_sampled = self.figure is not None and not self.figure.is_exact
        return (is_sampled and self.fact.sampled) or self.fact.figure

    @property
    def outcome(self) -> str:
        """How the two agree."""
        if self.figure is None:
            return "not measured"
        agrees = self.figure.interval.meets(self.fact.rounded)
        if self.figure.is_exact:
            return "identical" if agrees else f"exact value differs by {self._difference:.1%}"
        if self.figure.kind is FigureKind.MOST:
            return "the largest of as many walls as were seen"
        return "inside the interval" if agrees else "outside the interval"

    @property
    def _difference(self) -> float:
        value = 0.0 if self.figure is None else self.figure.value
        return abs(value / (1 / self.fact.value if self.fact.one_in else self.fact.value) - 1)


def compare(figures: Figures) -> Sequence[Comparison]:
    """All facts with their figures."""
    return [Comparison(fact, figures.get(fact.figure, figures.get(fact.sampled))) for fact in FACTS]


def _share(text: str, percent: float, unit: float, figure: str, sampled: str = "") -> Fact:
    return Fact(text, f"{percent:g} %", percent / 100, unit / 100, figure, sampled=sampled)


FACTS: Final[tuple[Fact, ...]] = (
    Fact("no complete 14-tile shape", "1 in 5,903", 5_903, 1, "exact.no_complete_hand", one_in=True),
    Fact("no ready hand of any kind", "1 in 995,876,381", 995_876_381, 1, "exact.no_ready_hand", one_in=True),
    Fact(
        "no ready hand, seven pairs and thirteen orphans apart",
        "1 in 57.4",
        57.4,
        0.1,
        "exact.no_standard_ready_hand",
        one_in=True,
    ),
    _share("no mangan hand, with rounding up", 1.19, 0.01, "wall.no_reaching_hand_rounding_up"),
    _share("no mangan hand, without rounding up", 1.77, 0.01, "wall.no_reaching_hand_no_rounding"),
    _share("no mangan hand, with red fives", 0.56, 0.01, "wall.no_reaching_hand_red_fives"),
    _share("no mangan hand, if riichi did not count", 5.7, 0.1, "wall.no_reaching_hand_riichi_not_counted"),
    _share("best hand at least haneman", 86.8, 0.1, "wall.best_at_least_haneman"),
    _share("best hand at least baiman", 44.4, 0.1, "wall.best_at_least_baiman"),
    _share("best hand at least sanbaiman", 12.3, 0.1, "wall.best_at_least_sanbaiman"),
    _share("best hand yakuman", 8.8, 0.1, "wall.best_at_least_yakuman"),
    _share("suuankou possible", 4.5, 0.1, "exact.yakuman_suuankou_tanki", "wall.yakuman_suuankou_tanki"),
    _share("kokushi possible", 3.3, 0.1, "exact.yakuman_kokushi", "wall.yakuman_kokushi"),
    _share("all other yakuman together", 0.5, 0.1, "wall.other_yakuman"),
    Fact("ready hands, mean", "6,276", 6_276, 1, "exact.ready_hands", sampled="wall.ready_hands.mean"),
    Fact("ready hands, median", "4,696", 4_696, 1, "wall.ready_hands.median"),
    Fact("ready hands, largest seen", "46,989", 46_989, 1, "wall.ready_hands.most"),
    Fact("pairs of hand and wait, mean", "8,300", 8_300, 1, "exact.pairs", sampled="wall.pairs.mean"),
    Fact("hands that reach mangan, mean", "864", 864, 1, "wall.reaching_hands.mean"),
)
