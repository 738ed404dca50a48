"""What the settings page needs of whoever keeps the configuration file: one protocol, as for the desk (see `port`).

A person changes fields, or the file's text as it stands; a change is checked whole before it is written, and holds from
the next start on. `seen` is the mark of the text that the person looked at: of a file that has changed since, nothing
is overwritten.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import Protocol


@unique
class FieldKind(StrEnum):
    """How a value is entered."""

    SWITCH = "switch"
    WHOLE = "whole"
    NUMBER = "number"
    CHOICE = "choice"
    TEXT = "text"
    SECRET = "secret"


@dataclass(frozen=True, slots=True)
class SettingField:
    """One value of the configuration by its place in the file, e.g. `cameras.0.fps`.

    `text` names its description (`setting.cameras.fps`). A secret's `value` is only whether there is one. `low` and
    `high` bound numbers; `may_be_empty`: without a value the program chooses.
    """

    key: str
    text: str
    kind: FieldKind
    value: object
    default: object = None
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    may_be_empty: bool = False


@dataclass(frozen=True, slots=True)
class SettingProblem:
    """What is wrong with a text: in which line (from 1), at which key ("" for the whole), and what to do."""

    line: int
    key: str
    text: str


@dataclass(frozen=True, slots=True)
class SettingsView:
    """The file as it stands. Fields are there only if it has no problem.

    `runs`: the daemon runs with just this text. `stopped_by`: why the daemon runs nothing else (safe mode), "" if it
    does. `last_good`: the text of the last start that went well, where it is another one.
    """

    file: str
    seen: str
    text: str
    problems: tuple[SettingProblem, ...] = ()
    fields: tuple[SettingField, ...] = ()
    runs: bool = True
    stopped_by: str = ""
    last_good: str | None = None


@dataclass(frozen=True, slots=True)
class SettingsAnswer:
    """What came of a change: `saved`, `stale` (the file has changed meanwhile), `problems`, or `not_written`."""

    code: str
    problems: tuple[SettingProblem, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)


class SettingsPort(Protocol):
    """The configuration as its page sees it. Nothing here may take long: it is called beside the event loop."""

    def look(self) -> SettingsView | None:
        """The file as it stands, None where the program runs without one."""

    def check(self, text: str) -> tuple[SettingProblem, ...]:
        """What would be wrong with a text."""

    def change(self, values: Mapping[str, object], seen: str) -> SettingsAnswer:
        """Set fields by key, all of them or none; comments stay."""

    def replace(self, text: str, seen: str) -> SettingsAnswer:
        """Write a text in place of the file's."""

    def may_start_anew(self) -> bool:
        """Whether no deal runs that a new start would interrupt."""

    def start_anew(self) -> None:
        """End in order, and start with the file as it then is."""


class NoSettings:
    """Where the program runs without a configuration file."""

    def look(self) -> SettingsView | None:
        """There is none."""
        return None

    def check(self, text: str) -> tuple[SettingProblem, ...]:
        """Nothing is checked."""
        raise LookupError("no configuration file")

    def change(self, values: Mapping[str, object], seen: str) -> SettingsAnswer:
        """Nothing can be set."""
        raise LookupError("no configuration file")

    def replace(self, text: str, seen: str) -> SettingsAnswer:
        """Nothing can be written."""
        raise LookupError("no configuration file")

    def may_start_anew(self) -> bool:
        """A start would bring nothing new."""
        return False

    def start_anew(self) -> None:
        """There is nothing to start with."""
        raise LookupError("no configuration file")
