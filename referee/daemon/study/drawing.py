"""How the pictures of a study look, and the kinds of marks in them."""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from referee.analysis.study.figure import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK: Final = "#22303c"
RED: Final = "#c0392b"
BLUE: Final = "#4a7fa7"
STYLE: Final = {
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "font.size": 9,
    "svg.fonttype": "none",  # text stays text, which keeps files small
    "svg.hashsalt": "study",  # the same study draws the same file
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}
_CLASSES: Final = 40
_SHOWN: Final = 0.995


def draw_bars(axes: "Axes", shares: Mapping[str, Figure], *, labels: bool = True) -> None:
    """Upright bars in percent with their intervals, and the number above each."""
    places = range(len(shares))
    axes.bar(places, _values(shares), yerr=_errors(shares), color=BLUE, ecolor=INK, capsize=3)
    axes.set_xticks(places, list(shares))
    axes.margins(y=0.1)
    for place, share in zip(places, shares.values() if labels else (), strict=False):
        end = (place, 100 * share.interval.high)
        axes.annotate(_words(share), end, xytext=(0, 3), textcoords="offset points", ha="center", va="bottom")


def draw_across(axes: "Axes", shares: Mapping[str, Figure]) -> None:
    """Bars from the left in percent with their intervals, and the number at the end of each."""
    places = range(len(shares))
    axes.barh(places, _values(shares), xerr=_errors(shares), color=BLUE, ecolor=INK, capsize=3, height=0.6)
    axes.set_yticks(places, list(shares))
    axes.margins(x=0.1)
    for place, share in zip(places, shares.values(), strict=True):
        end = (100 * share.interval.high, place)
        axes.annotate(_words(share), end, xytext=(5, 0), textcoords="offset points", va="center")


def draw_histogram(axes: "Axes", counts: Counter[int]) -> None:
    """Shares in percent by classes of a round width; the last one holds the thin end beyond `_SHOWN` of all cases."""
    cases = counts.total()
    top = _value_at(counts, _SHOWN)
    width = _round_width(top / _CLASSES)
    last = top // width
    classes = [0] * (last + 1)
    for value, times in counts.items():
        classes[min(value // width, last)] += times
    places = [(place + 0.5) * width for place in range(last + 1)]
    axes.bar(places, [100 * times / cases for times in classes], width=0.92 * width, color=BLUE)
    axes.set_xlim(0, (last + 1) * width)
    axes.margins(y=0.15)
    axes.xaxis.set_major_formatter(lambda value, place: f"{value:,.0f}")


def draw_line(axes: "Axes", value: float, words: str, *, right: bool) -> None:
    """A line at a value, with words on one side of its top."""
    axes.axvline(value, color=RED, linewidth=1.2)
    axes.annotate(words, (value, 1), xycoords=("data", "axes fraction"), va="top", ha="left" if right else "right")


def draw_dot(axes: "Axes", share: Figure, place: int) -> None:
    """A dot in percent with its interval."""
    axes.errorbar([100 * share.value], [place], xerr=_errors({"": share}), fmt="o", color=BLUE, capsize=3, markersize=5)


def _values(shares: Mapping[str, Figure]) -> list[float]:
    return [100 * share.value for share in shares.values()]


def _errors(shares: Mapping[str, Figure]) -> list[list[float]]:
    below = [max(0.0, 100 * (share.value - share.interval.low)) for share in shares.values()]
    above = [max(0.0, 100 * (share.interval.high - share.value)) for share in shares.values()]
    return [below, above]


def _words(share: Figure) -> str:
    return f"{100 * share.value:.2f}" if share.value < 0.1 else f"{100 * share.value:.1f}"


def _value_at(counts: Counter[int], share: float) -> int:
    """The value that so large a share of the cases does not exceed."""
    seen, value = 0, 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= share * counts.total():
            break
    return value


def _round_width(least: float) -> int:
    """The least of 1, 2, 5, 10, 20, 50 and so on that is no less."""
    ten = 1
    while True:
        for digit in (1, 2, 5):
            if digit * ten >= least:
                return digit * ten
        ten *= 10
