"""What commands print: tables and tiles for people, JSON for programs.

People's output goes through rich, which colours only on a terminal and obeys `NO_COLOR`. With `--json` nothing but
JSON reaches stdout. Runs in the main thread of a command.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from referee.tiles import Tile, kind_of, number_of, suit_of

if TYPE_CHECKING:
    from rich.console import Console

_PIPED_COLUMNS = 120
_FIRST_PICTURES = {"m": 0x1F007, "p": 0x1F019, "s": 0x1F010, "z": 0x1F000}
_DRAGONS = {31: "\N{MAHJONG TILE WHITE DRAGON}", 32: "\N{MAHJONG TILE GREEN DRAGON}", 33: "\N{MAHJONG TILE RED DRAGON}"}


def people() -> "Console":
    """The console for people's output on stdout."""
    from rich.console import Console

    class Told(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # rich would end the program with status 1, which means "no" here

    # Rule values such as [E, W] are no markup; what is piped on is not broken at the 80 columns that rich assumes.
    piped_columns = None if sys.stdout.isatty() or "COLUMNS" in os.environ else _PIPED_COLUMNS
    return Told(highlight=False, markup=False, width=piped_columns)


def counted(count: int, one: str, many: str = "") -> str:
    """A count with its noun, as English has it: 1 match, 2 matches; `many` by default with an s."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def print_json(data: object) -> None:
    """One JSON value on one line of stdout."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")


def picture(tile: Tile) -> str:
    """The Unicode picture of a tile; a red five shows as the five, for Unicode has no other."""
    kind = kind_of(tile)
    if kind in _DRAGONS:
        # the text form: terminals draw a bare red dragon as a wide emoji
        return _DRAGONS[kind] + ("\N{VARIATION SELECTOR-15}" if kind == 33 else "")
    return chr(_FIRST_PICTURES[suit_of(kind)] + number_of(kind) - 1)


def pictures(tiles: Iterable[Tile]) -> str:
    """The pictures of tiles, in the order given."""
    return "".join(picture(tile) for tile in tiles)


@contextmanager
def progress(what: str, total: int | None, *, visible: bool) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr while something long runs, if that is a terminal; call the yielded with the count."""
    if not visible or not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(what, total=total)
        yield lambda count: bar.update(task, completed=count)
