"""The waits of a hand as a table for people, on the terminal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from referee.daemon.console import picture
from referee.daemon.worth_words import worth_words
from referee.tiles import format_tile

if TYPE_CHECKING:
    from rich.table import Table

    from referee.rules import Wait

_STYLES: Final = {"full": "green", "conditional": "yellow", "short": "red"}


def wait_table(waits: "Sequence[Wait]", live: Sequence[int] = ()) -> "Table":
    """One row for each wait: mark, worth, yaku; and where `live` is given, how many copies of each are left."""
    from rich.table import Table

    headings = ("tile", "", "mark", *(("live",) if live else ()), "worth", "yaku", "reaches the minimum")
    table = Table(*headings, box=None, pad_edge=False)
    for place, wait in enumerate(waits):
        needs = " or ".join(yaku.value for yaku in wait.needs)
        table.add_row(
            format_tile(wait.tile),
            picture(wait.tile),
            wait.mark,
            *((str(live[place]),) if live else ()),
            worth_words(wait.score),
            ", ".join(yaku.id.value.replace("_", " ") for yaku in wait.yaku),
            {"full": "yes", "conditional": f"with {needs}", "short": "no"}[wait.kind.value],
            style=_STYLES[wait.kind.value],
        )
    return table
