"""`junanaho bundle`: what somebody needs who looks for a fault from afar."""

from pathlib import Path
from typing import Annotated

import typer

from referee.daemon.commands.journal_option import journal_meant


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("bundle", epilog="Example: junanaho bundle --config house.yaml")(make)


def make(
    target: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="The archive; by default in this folder.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="The table's configuration file.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Pack what helps to find a fault: the doctor's findings, configuration, log, frames of the line, newest matches.

    Tokens and passwords are taken out, and of a match that goes on every tile that was not laid open.
    """
    from datetime import datetime

    from referee.daemon.bundle import bundle
    from referee.daemon.console import people, print_json
    from referee.tiles import InputError

    try:
        store = journal_meant(None, config)
    except InputError as error:  # a broken file is what the bundle may be about
        store = journal_meant(None, None)
        people().print(f"{error}; the journal is looked for at {store}")
    path = target or Path(f"junanaho-{datetime.now():%Y%m%d-%H%M%S}.zip")
    names = bundle(path, config, store)
    if json:
        print_json({"bundle": str(path), "parts": names})
        return
    people().print(f"{path}: {len(names)} parts; look into it before you send it")
