"""The configuration file on the disk: read, replaced whole, and the copy of the one that last let a table start.

A text that is replaced is not gone: the copy of the last good one stays until another start has gone well. Whoever
calls decides in which thread; nothing is kept in memory.
"""

import errno
import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.daemon.configuration import Configuration, ConfigurationError, configuration_of
from referee.daemon.folders import state_folder
from referee.strict_yaml import YamlError, text_of
from referee.tiles import InputError
from referee.whole_file import write_whole

_MARK_LENGTH: Final = 16


@dataclass(frozen=True, slots=True)
class ConfigurationFile:
    """A configuration file and where the copy of its last good text is kept."""

    path: Path

    @property
    def last_good(self) -> Path:
        """The copy, in the data folder: one for each file that a daemon of this user was started with."""
        name = hashlib.sha256(str(self.path.absolute()).encode()).hexdigest()[:8]
        return state_folder() / f"last-good-{name}.yaml"

    def read(self) -> "FileState":
        """The file as it stands. A file that is not there has no text, and nothing is wrong with that."""
        try:
            content = self.path.read_bytes()
            return FileState(text_of(self.path), mark_of(content))
        except FileNotFoundError:
            return FileState("", mark_of(b""))
        except OSError as error:
            return FileState("", "", f"cannot be read ({error.strerror})")
        except YamlError as error:
            return FileState("", mark_of(content), str(error).removeprefix(f"{self.path}: "))

    def last_good_text(self) -> str | None:
        """The text that a table last started with, None where none is kept."""
        try:
            return text_of(self.last_good)
        except YamlError:
            return None

    def last_good_configuration(self) -> Configuration | None:
        """What the copy says, None where there is none or this version refuses it."""
        text = self.last_good_text()
        try:
            return None if text is None else configuration_of(text, self.path)
        except ConfigurationError:
            return None

    def keep_as_good(self, text: str) -> None:
        """Keep a text that a table has started with. Raises InputError if that cannot be."""
        try:
            self.last_good.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.last_good, text.encode(), mode=0o600)  # tokens may stand in it
        except OSError as error:
            raise InputError(f"{self.last_good}: the configuration cannot be kept there ({error.strerror})") from error

    def replace(self, text: str) -> None:
        """Write the file whole, readable by whom it was readable before. Raises InputError.

        One that could not be read as text is kept beside it: somebody may still find out what it was.
        """
        path = self.path.resolve()  # a link goes on to name the same file
        try:
            if path.exists() and not os.access(path, os.W_OK):
                raise PermissionError(errno.EACCES, "it is write-protected")
            mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o600
            if self.read().fault:
                write_whole(path.with_name(f"{path.name}.unread"), path.read_bytes(), mode=mode)
            write_whole(path, text.encode(), mode=mode)
        except OSError as error:
            remedy = f"let the user of the daemon write in {path.parent}"
            raise InputError(f"{path}: cannot be written ({error.strerror}): {remedy}") from error


@dataclass(frozen=True, slots=True)
class FileState:
    """A text with its mark, or why there is none (`fault`)."""

    text: str
    mark: str
    fault: str = ""


@dataclass(frozen=True, slots=True)
class StartedWith:
    """The text that a daemon was started with, as it was read."""

    file: ConfigurationFile
    text: str


def read_file(path: Path) -> tuple[Configuration, StartedWith]:
    """The configuration and the text that it was read from. Raises ConfigurationError."""
    try:
        text = text_of(path)
    except YamlError as error:
        raise ConfigurationError(str(error)) from error
    return configuration_of(text, path), StartedWith(ConfigurationFile(path), text)


def mark_of(content: bytes) -> str:
    """A short mark that differs for contents that differ."""
    return hashlib.sha256(content).hexdigest()[:_MARK_LENGTH]
