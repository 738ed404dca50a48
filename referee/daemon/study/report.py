"""The report of a study for people: stated figures beside measured ones, yakuman, deals, claims with verdicts."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from referee.analysis.study.claims import judge_all
from referee.analysis.study.facts import compare
from referee.analysis.study.figure import Figures
from referee.analysis.study.plan import Part, StudyPlan
from referee.analysis.study.results import Results
from referee.analysis.study.shape_odds import Walls
from referee.analysis.study.verdict import Verdict
from referee.daemon.study.figure_words import interval_words, value_words
from referee.game import WALL_TILES

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_STYLES: Final = {Verdict.HOLDS: "green", Verdict.DOES_NOT_HOLD: "red", Verdict.CANNOT_BE_TOLD: "yellow"}
_YAKUMAN: Final = ("wall.yakuman_", "exact.yakuman_")
_WALLS: Final = {
    "wall.no_reaching_hand": "no hand that reaches the minimum",
    "wall.only_conditional_hands": "  but one that does with ippatsu or houtei",
    "wall.few_reaching_hands": "fewer than 50 hands that reach it",
    "wall.counted_yakuman": "best hand a yakuman by han alone",
    "wall.usual_yakuman": "suuankou or kokushi possible",
    "wall.ready_hands.mean": "ready hands, mean",
    "wall.ready_hands.median": "ready hands, median",
    "wall.ready_hands.most": "ready hands, most",
    "wall.pairs.mean": "pairs of hand and wait, mean",
    "wall.reaching_hands.mean": "reaching hands, mean",
    "wall.reaching_hands.median": "reaching hands, median",
}
_DEALS: Final = {
    "deal.draw": "draw",
    "win.by_first_seat": "of the wins, by who discards first",
    "win.ippatsu": "of the wins, with ippatsu",
    "win.houtei": "of the wins, with houtei",
    "win.yakuman": "of the wins, a yakuman",
    "win.discard.mean": "loser's discards at a win, mean",
    "win.discard.median": "loser's discards at a win, median",
    "win.points.mean": "points of a win (non-dealer scale), mean",
    "hand.dead": "dead from the start: a given side",
    "deal.one_side_dead": "dead from the start: exactly one side",
    "deal.all_sides_dead": "dead from the start: all sides",
    "deal.mine_hoard": "a pool with five or more winning tiles of another",
    "deal.furiten": "somebody becomes furiten",
    "deal.furiten_own_discard": "  by an own discard",
    "deal.furiten_passed": "  by a wait let pass",
    "deal.refused": "a call is refused",
    "hand.deals_in": "a given player deals in",
    "discard.deals_in": "a given discard deals in",
    "hand.full_wait": "hands with a full wait",
    "hand.conditional_wait": "hands with a conditional wait",
    "hand.short_wait": "hands with a short wait",
    "hand.one_wait": "hands with one kind of wait",
    "hand.own_wait_in_pool": "hands with an own wait left in the pool",
    "hand.live.mean": "winning tiles in the other pool, mean",
}


def print_report(console: "Console", plan: StudyPlan, results: Results) -> None:
    """Everything that was measured."""
    figures = results.figures()
    console.print(f"{plan.tiles} tiles, rules {plan.rules.name}, seed {plan.seed}; intervals are 95 %")
    if results.walls.counts or results.exact:
        if plan.tiles == WALL_TILES:
            columns = ("", "stated", "measured", "interval", "")
            _print(console, "Stated figures and measured ones", columns, _facts(figures))
        elif results.exact:
            _print(console, "Exact figures", ("", "exact"), _exact(figures))
        if "exact.no_ready_hand" in figures:
            every = Walls(plan.tiles).number
            without = (figures["exact.no_ready_hand"].exact or 0) * every
            console.print(f"Without a ready hand of any kind: {without} of {every} walls\n")
        _print(console, "Yakuman that a wall holds", ("", "exact", "sampled", "interval"), _yakuman(figures))
    if results.walls.counts:
        title = f"{plan.cases[Part.WALLS]:,} walls"
        _print(console, title, ("", "measured", "interval"), _measured(figures, _WALLS))
    if results.deals.counts:
        title = f"{plan.cases[Part.DEALS]:,} deals between {plan.character.value} players"
        _print(console, title, ("", "measured", "interval"), _measured(figures, _DEALS))
    if plan.tiles == WALL_TILES:
        _print_claims(console, figures)


def _facts(figures: Figures) -> Iterable[Sequence[str]]:
    for comparison in compare(figures):
        figure = comparison.figure
        words = (
            ("", "") if figure is None else (value_words(figure, one_in=comparison.fact.one_in), interval_words(figure))
        )
        yield comparison.fact.text, comparison.fact.stated, *words, comparison.outcome


def _exact(figures: Figures) -> Iterable[Sequence[str]]:
    for name, figure in figures.items():
        if figure.is_exact and not name.startswith(_YAKUMAN):
            yield name.removeprefix("exact.").replace("_", " "), value_words(figure)


def _yakuman(figures: Figures) -> Iterable[Sequence[str]]:
    names = sorted({name.removeprefix(prefix) for name in figures for prefix in _YAKUMAN if name.startswith(prefix)})
    for name in names:
        sampled, exact = (figures.get(prefix + name) for prefix in _YAKUMAN)
        yield (
            name,
            "" if exact is None else value_words(exact),
            "" if sampled is None else value_words(sampled),
            "" if sampled is None else interval_words(sampled),
        )


def _measured(figures: Figures, titles: dict[str, str]) -> Iterable[Sequence[str]]:
    for name, title in titles.items():
        if name in figures:
            yield title, value_words(figures[name]), interval_words(figures[name])


def _print(console: "Console", title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    table = _table(title)
    for column in columns:
        table.add_column(column, justify="left" if column == "" else "right")
    for row in rows:
        table.add_row(*row)
    console.print(table)


def _print_claims(console: "Console", figures: Figures) -> None:
    table = _table("Claims of the sources 000 and 001")
    for column in ("claim, and what it is taken to mean", "measured", "verdict"):
        table.add_column(column, overflow="fold")
    for claim, judgement in judge_all(figures):
        measured = [f"{value_words(figure)} ({interval_words(figure)})" for figure in judgement.figures.values()]
        verdict = f"{judgement.verdict.value}: {judgement.reason}"
        words = f"{claim.source}: {claim.text}\n  {claim.definition}"
        table.add_row(words, "\n".join(measured), verdict, style=_STYLES[judgement.verdict])
    console.print(table)


def _table(title: str) -> "Table":
    from rich import box
    from rich.table import Table

    return Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
