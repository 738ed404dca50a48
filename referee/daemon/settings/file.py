"""The configuration file on the disk: read, replaced whole, and the copy of the one that last let a table start.

A text that is replaced is not gone: the copy of the last good one stays until another start has gone well. Whoever
calls decides in which thread; nothing is kept in memory.
"""

import errno
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.daemon.configuration import Configuration, ConfigurationError, configuration_of
from referee.daemon.folders import state_folder
from referee.strict_yaml import YamlError, YamlTextError, text_in, text_of
from referee.tiles import InputError
from referee.whole_file import write_whole

_MARK_LENGTH: Final = 16
_OWN: Final = 0o600  # tokens may stand in it


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
        """The file as it stands: its text, or why there is none."""
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return FileState("", "", "is not there: it is made when a text is saved")
        except OSError as error:
            return FileState("", "", f"cannot be read ({error.strerror})")
        try:
            return FileState(text_in(content), mark_of(content))
        except YamlTextError as error:
            return FileState("", mark_of(content), str(error))

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
            write_whole(self.last_good, text.encode(), mode=_OWN)
        except OSError as error:
            raise InputError(f"{self.last_good}: the configuration cannot be kept there ({error.strerror})") from error

    def replace(self, text: str) -> None:
        """Write the file whole, readable by whom it was readable before. Raises InputError.

        One that could not be read as text is kept beside it: somebody may still find out what it was.
        """
        try:
            path = self.path.resolve()  # a link goes on to name the same file
            if path.exists() and not os.access(path, os.W_OK):
                raise PermissionError(errno.EACCES, "it is write-protected")
            if path.exists() and self.read().fault:
                write_whole(path.with_name(f"{path.name}.unread"), path.read_bytes(), mode=_OWN)
            write_whole(path, text.encode(), mode=_OWN, as_before=True)
        except (OSError, RuntimeError) as error:  # links that lead round in a circle are no OSError
            reason = getattr(error, "strerror", None) or str(error)
            remedy = "let the user of the daemon write it, and in its folder"
            raise InputError(f"{self.path}: cannot be written ({reason}): {remedy}") from error


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
