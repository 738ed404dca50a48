"""The pictures of a study, as PNG and SVG.

What was sampled are bars and dots with their 95 % intervals, exact values are red. matplotlib is an extra: it is
imported when pictures are asked for, and needs no display.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from referee.analysis.study.figure import Figure, Figures
from referee.analysis.study.plan import StudyPlan
from referee.analysis.study.results import Results
from referee.analysis.study.wall_figures import Variant
from referee.analysis.study.wall_study import LIMITS
from referee.daemon.study.drawing import (
    BLUE,
    INK,
    RED,
    STYLE,
    draw_across,
    draw_bars,
    draw_dot,
    draw_histogram,
    draw_line,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Picture

_PALE: Final = "#9fb8cb"
_VARIANTS: Final = {
    Variant.RIICHI_NOT_COUNTED: "riichi not counted",
    Variant.NO_ROUNDING: "without rounding up",
    Variant.ROUNDING_UP: "with rounding up",
    Variant.RED_FIVES: "with three red fives",
}
_REACHING: Final = (0, 1, 10, 30, 100, 300, 1_000, 3_000)
_MOST_LIVE: Final = 8
_FROM_TILES: Final = 18


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture: its title, what it is drawn from, and how."""

    title: str
    source: str
    draw: Callable[["Axes"], None]


def draw_plots(folder: Path, plan: StudyPlan, results: Results) -> list[Path]:
    """Draw all pictures that the results have figures for; the files written."""
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Picture

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    style: Any = STYLE
    with mpl.rc_context(style):
        for name, plot in _plots(plan, results).items():
            picture = Picture(figsize=(7.0, 3.9), layout="constrained")
            FigureCanvasAgg(picture)
            axes = picture.add_subplot()
            axes.set_title(plot.title, pad=22, weight="bold")
            axes.annotate(plot.source, (0, 1), xycoords="axes fraction", xytext=(0, 8), textcoords="offset points")
            plot.draw(axes)
            written += _written(picture, folder / f"study-{name}")
    return written


def _written(picture: "Picture", stem: Path) -> list[Path]:
    png, svg = stem.with_suffix(".png"), stem.with_suffix(".svg")
    picture.savefig(png, dpi=150)
    picture.savefig(svg, metadata={"Date": None})
    return [png, svg]


def _plots(plan: StudyPlan, results: Results) -> Mapping[str, Plot]:
    return _wall_plots(plan, results) | _exact_plots(plan, results) | _deal_plots(plan, results)


def _wall_plots(plan: StudyPlan, results: Results) -> dict[str, Plot]:
    walls, figures = results.walls, results.figures()
    if not walls.counts["wall"]:
        return {}
    source = f"{walls.counts['wall']:,} random walls, rules {plan.rules.name}"
    none = 100 * figures["wall.no_reaching_hand"].value
    tiles = plan.tiles
    return {
        "best-hand": Plot(
            f"The dearest hand that {tiles} tiles hold",
            source,
            lambda axes: _best_hand(axes, walls.values["wall.best"]),
        ),
        "ready-hands": Plot(
            f"Ready hands that {tiles} tiles hold",
            source,
            lambda axes: _ready_hands(axes, walls.values["wall.ready_hands"], figures),
        ),
        "reaching-hands": Plot(
            f"Hands of {tiles} tiles that reach the minimum",
            f"{source}; {none:.2f} % hold none",
            lambda axes: _reaching_hands(axes, walls.values["wall.reaching_hands"]),
        ),
        "no-reaching-hand": Plot(
            "Walls without any hand that reaches the minimum", source, lambda axes: _no_reaching_hand(axes, figures)
        ),
    }


def _exact_plots(plan: StudyPlan, results: Results) -> dict[str, Plot]:
    figures = results.figures()
    if not results.exact:
        return {}
    return {
        "yakuman": Plot(
            f"Yakuman that {plan.tiles} tiles hold",
            "some ready hand waits for it; each with its dearer kind",
            lambda axes: _yakuman(axes, figures),
        ),
        "wall-sizes": Plot("The more tiles, the surer a hand", "exact", lambda axes: _wall_sizes(axes, results)),
    }


def _deal_plots(plan: StudyPlan, results: Results) -> dict[str, Plot]:
    deals = results.deals
    number = deals.counts["deal"]
    if not number:
        return {}
    source = f"{number:,} deals between {plan.character.value.replace('_', ' ')} players, rules {plan.rules.name}"
    draws = 100 * deals.counts["deal.draw"] / number
    return {
        "wins-by-discard": Plot(
            "At which discard deals are lost",
            f"{source}; {draws:.1f} % draws",
            lambda axes: _wins(axes, deals.values.get("win.discard", Counter()), number),
        ),
        "live-tiles": Plot(
            "Winning tiles of a hand among the other's 21", source, lambda axes: _live(axes, deals.values["hand.live"])
        ),
    }


def _best_hand(axes: "Axes", counts: Counter[int]) -> None:
    names = ["below\nmangan", *LIMITS]
    draw_bars(axes, {name: Figure.share(counts[place], counts.total()) for place, name in enumerate(names)})
    axes.set_ylabel("share of walls, %")


def _ready_hands(axes: "Axes", counts: Counter[int], figures: Figures) -> None:
    draw_histogram(axes, counts)
    median = figures["wall.ready_hands.median"].value
    draw_line(axes, median, f"median {median:,.0f} ", right=False)
    exact = figures.get("exact.ready_hands")
    mean = (exact or figures["wall.ready_hands.mean"]).value
    draw_line(axes, mean, f" mean {mean:,.0f}" + (" (exact)" if exact else ""), right=True)
    axes.set_xlabel("different ready hands of 13 tiles; the last bar holds all beyond")
    axes.set_ylabel("share of walls, %")


def _reaching_hands(axes: "Axes", counts: Counter[int]) -> None:
    shares = {}
    for place, least in enumerate(_REACHING):
        after = _REACHING[place + 1] if place + 1 < len(_REACHING) else None
        hits = sum(times for value, times in counts.items() if value >= least and (after is None or value < after))
        last = "" if after is None else f"{after - 1:,}"
        name = "none" if not least else f"{least:,}\nto {last}" if last else f"{least:,}\nand more"
        shares[name] = Figure.share(hits, counts.total())
    draw_bars(axes, shares)
    axes.set_xlabel("different hands with a full wait")
    axes.set_ylabel("share of walls, %")


def _no_reaching_hand(axes: "Axes", figures: Figures) -> None:
    draw_across(
        axes, {title: figures[f"wall.no_reaching_hand_{variant.value}"] for variant, title in _VARIANTS.items()}
    )
    axes.set_xlabel("share of walls, %")


def _yakuman(axes: "Axes", figures: Figures) -> None:
    prefix = "exact.yakuman_"
    exact = {name.removeprefix(prefix): figure for name, figure in figures.items() if name.startswith(prefix)}
    ordered = sorted((name for name in exact if exact[name].value), key=lambda name: exact[name].value)
    for place, name in enumerate(ordered):
        sampled = figures.get(f"wall.yakuman_{name}")
        if sampled is not None and sampled.value:
            draw_dot(axes, sampled, place)
        axes.plot([100 * exact[name].value], [place], "|", color=RED, markersize=13, markeredgewidth=2.5)
    axes.plot([], [], "|", color=RED, markersize=13, markeredgewidth=2.5, label="exact")
    axes.plot([], [], "o", color=BLUE, label="sampled, with 95 % interval")
    axes.set_yticks(range(len(ordered)), [name.replace("_", " ") for name in ordered])
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda value, place: f"{value:g}")
    axes.set_xlabel("share of walls, % (logarithmic)")
    axes.legend(frameon=False, loc="lower right")


def _wall_sizes(axes: "Axes", results: Results) -> None:
    curves = {
        "exact.no_standard_complete_hand": ("no complete hand of four sets and a pair", _PALE, "--"),
        "exact.no_standard_ready_hand": ("no ready hand of four sets and a pair", _PALE, "-"),
        "exact.no_complete_hand": ("no complete hand of any form", BLUE, "--"),
        "exact.no_ready_hand": ("no ready hand of any form", RED, "-"),
    }
    for name, (label, colour, line) in curves.items():
        values = [float(value) for value in results.exact[name].by_tiles]
        shown = [(tiles, value) for tiles, value in enumerate(values) if tiles >= _FROM_TILES and value > 0]
        axes.plot(*zip(*shown, strict=True), line, color=colour, label=label, linewidth=2)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, place: f"1 in {1 / value:,.0f}")
    axes.set_xlabel("tiles to choose from")
    axes.legend(frameon=False, loc="lower left", labelcolor=INK)


def _wins(axes: "Axes", counts: Counter[int], deals: int) -> None:
    shares = {str(number): Figure.share(min(counts[number], deals), deals) for number in range(1, 18)}
    draw_bars(axes, shares, labels=False)
    axes.set_xlabel("discard of the player who deals in")
    axes.set_ylabel("share of deals, %")


def _live(axes: "Axes", counts: Counter[int]) -> None:
    cases = counts.total()
    shares = {str(value): Figure.share(counts[value], cases) for value in range(_MOST_LIVE)}
    more = sum(times for value, times in counts.items() if value >= _MOST_LIVE)
    draw_bars(axes, shares | {f"{_MOST_LIVE} and\nmore": Figure.share(more, cases)})
    axes.set_xlabel("winning tiles before the first discard")
    axes.set_ylabel("share of hands, %")
