"""Where data lies unless the configuration says otherwise: the XDG folders."""

import os
from pathlib import Path
from typing import Final

_NAME: Final = "junanaho"


def state_folder() -> Path:
    """The folder of the journal: under `XDG_STATE_HOME`, or systemd's `STATE_DIRECTORY` for a service."""
    service = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if service:
        return Path(service)
    home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(home) / _NAME


def default_store() -> Path:
    """The journal."""
    return state_folder() / "journal.sqlite"


def backups_beside(journal: Path) -> Path:
    """The folder of a journal's copies."""
    return journal.parent / "backups"


def default_captured() -> Path:
    """The folder of captured faces."""
    return state_folder() / "captured"


def default_models() -> Path:
    """The folder of models that were trained here."""
    return state_folder() / "models"
