"""The progress of a hand that is being built, in English words and tables for the terminal."""

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table

from referee.analysis.build_help import Change, Progress
from referee.analysis.solver import BestHand
from referee.daemon.console import people, picture, pictures
from referee.daemon.wait_table import wait_table
from referee.daemon.worth_words import minimum_words
from referee.rules import RuleSet
from referee.tiles import format_tile, format_tiles


def print_progress(rules: RuleSet, progress: Progress, seconds: float) -> None:
    """What is chosen, what is possible, and what each tile would change."""
    console = people()
    reach = progress.reach
    tiles = f"{format_tiles(progress.chosen)}   {pictures(progress.chosen)}" if progress.chosen else "nothing yet"
    console.print(f"{len(progress.chosen)} chosen: {tiles}", style="bold")
    if progress.waits is not None:
        _print_waits(console, progress)
    elif not reach.ready_hands:
        console.print("No ready hand holds these tiles.")
    else:
        console.print(
            f"{reach.ready_hands:,} ready hands hold these, {reach.reaching_hands:,} reach the minimum of "
            f"{minimum_words(rules)}, up to {reach.points:,} points (rules: {rules.name})"
        )
    if progress.waits is None:
        _print_best(console, "dearest", progress.dearest)
        if progress.best_expectation != progress.dearest:
            _print_best(console, "most to expect", progress.best_expectation)
    _print_changes(console, "with one tile more", progress.adding)
    _print_changes(console, "with one tile less", progress.removing)
    console.print(f"\nthis choice took {1_000 * seconds:,.1f} ms")


def _print_waits(console: Console, progress: Progress) -> None:
    if progress.waits is None or not progress.waits.ready:
        console.print("Not ready: nothing completes the hand.")
    else:
        console.print(wait_table(progress.waits.waits, progress.live))


def _print_best(console: Console, words: str, best: BestHand | None) -> None:
    if best is not None:
        waits = " ".join(f"{format_tile(wait.tile)}{wait.mark}" for wait in best.waits.waits)
        figures = f"{best.points:,} points, {best.live} live, {best.expectation:,.0f} points to be expected"
        console.print(f"{words}: {format_tiles(best.hand)} waiting for {waits}: {figures}")


def _print_changes(console: Console, title: str, changes: Iterable[Change]) -> None:
    """The changes that leave something possible, most hands that can win first."""
    possible = [change for change in changes if change.reach.ready_hands]
    if not possible:
        return
    table = Table("tile", "", "ready", "can win", "up to", "waits", box=None, pad_edge=False)
    for column in table.columns[2:5]:
        column.justify = "right"
    possible.sort(key=lambda change: (change.reach.reaching_hands, change.reach.ready_hands), reverse=True)
    for change in possible:
        reach = change.reach
        waits = () if change.waits is None else change.waits.waits
        table.add_row(
            format_tile(change.tile),
            picture(change.tile),
            f"{reach.ready_hands:,}",
            f"{reach.reaching_hands:,}",
            f"{reach.points:,}" if reach.points else "",
            " ".join(f"{format_tile(wait.tile)}{wait.mark}" for wait in waits),
        )
    console.print(f"\n{title}", style="bold")
    console.print(table)
