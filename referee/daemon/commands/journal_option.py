"""Which journal a command means: the file given, the one that a configuration names, or that of the data folder."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from referee.daemon.configuration import Configuration

JournalOption = Annotated[
    Path | None, typer.Option("--journal", metavar="FILE", help="The journal, if not the one in the data folder.")
]
ConfigOption = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="The table's configuration file, which may name it.")
]


def journal_meant(journal: Path | None, config: Path | None) -> Path:
    """The journal's file. Raises ConfigurationError when the configuration cannot be used."""
    return journal if journal is not None else _configuration(config).journal()


def copies_meant(journal: Path | None, config: Path | None) -> Path:
    """The folder of the journal's copies. Raises ConfigurationError likewise."""
    from referee.daemon.folders import backups_beside

    return backups_beside(journal) if journal is not None else _configuration(config).backups()


def _configuration(config: Path | None) -> "Configuration":
    from referee.daemon.configuration import Configuration, load_configuration

    return Configuration() if config is None else load_configuration(config)
