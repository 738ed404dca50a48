"""`junanaho backup` and `junanaho restore`: copies of the journal, and matches put back from one."""

from pathlib import Path
from typing import Annotated

import typer

from referee.daemon.commands.journal_option import ConfigOption, JournalOption, copies_meant, journal_meant

_Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("backup", epilog="Example: junanaho backup /media/usb/journal-may.sqlite")(back_up)
    app.command("restore", epilog="Example: junanaho restore /media/usb/journal-may.sqlite")(put_back)


def back_up(
    target: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="The copy to write; by default one among the daily copies."),
    ] = None,
    journal: JournalOption = None,
    config: ConfigOption = None,
    json: _Json = False,
) -> None:
    """Copy the journal to a file of its own, also while a table runs. Nothing is written over."""
    from datetime import datetime

    from referee.daemon.console import counted, people, print_json
    from referee.journal import backup

    path = journal_meant(journal, config)
    chosen = target or copies_meant(journal, config) / f"journal-{datetime.now():%Y%m%d-%H%M%S}.sqlite"
    matches = backup(path, chosen)
    if json:
        print_json({"backup": str(chosen), "matches": matches})
        return
    people().print(f"{chosen}: {counted(matches, 'match', 'matches')} of {path}")


def put_back(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    journal: JournalOption = None,
    config: ConfigOption = None,
    json: _Json = False,
) -> None:
    """Add the matches of a backup that the journal lacks, also while a table runs; what it has stays as it is."""
    from referee.daemon.console import counted, people, print_json
    from referee.journal import restore

    path = journal_meant(journal, config)
    found = restore(source, path)
    if json:
        fields = {"added": found.added, "there": found.there, "differing": found.differing}
        print_json({"journal": str(path), **{name: list(names) for name, names in fields.items()}})
        return
    people().print(f"{path}: {counted(len(found.added), 'match', 'matches')} added, {len(found.there)} there before")
    for name in found.differing:
        people().print(f"{name}: differs from the backup's; the journal's own stays")
    if found.aside is not None:
        people().print(f"the damaged journal lies at {found.aside}")
