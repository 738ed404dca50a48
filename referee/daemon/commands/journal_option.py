"""Which journal a command means: the file given, the one that a configuration names, or that of the data folder."""

from pathlib import Path
from typing import Annotated

import typer

JournalOption = Annotated[
    Path | None, typer.Option("--journal", metavar="FILE", help="The journal, if not the one in the data folder.")
]
ConfigOption = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="The table's configuration file, which may name it.")
]


def journal_meant(journal: Path | None, config: Path | None) -> Path:
    """The journal's file. Raises ConfigurationError when the configuration cannot be used."""
    from referee.daemon.configuration import load_configuration
    from referee.daemon.folders import default_store

    if journal is None and config is not None:
        journal = load_configuration(config).store
    return journal or default_store()
