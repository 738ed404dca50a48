"""What was counted over many walls or deals: whole numbers only, so that it adds up the same in any order.

Names have two parts: a case (`wall`, `deal`, `hand`, `win`), which is itself counted, and what was so in that case.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.analysis.study.figure import Figure


@dataclass(slots=True)
class Tally:
    """`counts`: how often each thing was so. `values`: for each measured thing how often each value came."""

    counts: Counter[str] = field(default_factory=Counter)
    values: dict[str, Counter[int]] = field(default_factory=dict)

    def note(self, name: str, times: int = 1) -> None:
        """Count a case, or a thing that was so; what was not so (0 or False) is then known as well."""
        self.counts[name] += times

    def measure(self, name: str, value: int) -> None:
        """Count a value."""
        self.values.setdefault(name, Counter())[value] += 1

    def add(self, other: "Tally") -> None:
        """Add what another has counted."""
        self.counts.update(other.counts)
        for name, values in other.values.items():
            self.values.setdefault(name, Counter()).update(values)

    def plain(self) -> dict[str, Any]:
        """As JSON holds it; the same tally is always the same text."""
        return {
            "counts": dict(sorted(self.counts.items())),
            "values": {name: list(_pairs(self.values[name])) for name in sorted(self.values)},
        }

    @classmethod
    def of_plain(cls, data: Mapping[str, Any]) -> "Tally":
        """From what `plain` gave. Raises KeyError, TypeError or ValueError for anything else."""
        return cls(
            Counter({str(name): int(count) for name, count in data["counts"].items()}),
            {str(name): Counter({int(v): int(n) for v, n in values}) for name, values in data["values"].items()},
        )

    def figures(self) -> dict[str, Figure]:
        """Shares of what was noted, by name; mean, median and largest of what was measured, by name and kind."""
        found = {}
        for name, hits in self.counts.items():
            case, _, what = name.partition(".")
            if what and self.counts[case]:
                found[name] = Figure.share(hits, self.counts[case])
        for name, values in self.values.items():
            for figure in (Figure.mean(values), Figure.median(values), Figure.most(values)):
                found[f"{name}.{figure.kind.value}"] = figure
        return found


def _pairs(values: Counter[int]) -> Iterator[list[int]]:
    return ([value, times] for value, times in sorted(values.items()))
