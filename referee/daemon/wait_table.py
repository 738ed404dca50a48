"""The waits of a hand as a table for people, on the terminal."""

from collections.abc import Sequence
from typing import Final

from rich.table import Table

from referee.daemon.console import picture
from referee.daemon.worth_words import worth_words
from referee.rules import Wait, WaitKind
from referee.tiles import format_tile

_STYLES: Final = {WaitKind.FULL: "green", WaitKind.CONDITIONAL: "yellow", WaitKind.SHORT: "red"}


def wait_table(waits: Sequence[Wait], live: Sequence[int] = ()) -> Table:
    """One row for each wait: mark, worth, yaku; and where `live` is given, how many copies of each are left."""
    headings = ("tile", "", "mark", *(("live",) if live else ()), "worth", "yaku", "reaches the minimum")
    table = Table(*headings, box=None, pad_edge=False)
    for place, wait in enumerate(waits):
        table.add_row(
            format_tile(wait.tile),
            picture(wait.tile),
            wait.mark,
            *((str(live[place]),) if live else ()),
            worth_words(wait.score),
            ", ".join(yaku.id.value.replace("_", " ") for yaku in wait.yaku),
            _reaches_words(wait),
            style=_STYLES[wait.kind],
        )
    return table


def _reaches_words(wait: Wait) -> str:
    if wait.kind is WaitKind.CONDITIONAL:
        return f"with {' or '.join(yaku.value for yaku in wait.needs)}"
    return "yes" if wait.kind is WaitKind.FULL else "no"
