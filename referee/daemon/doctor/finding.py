"""One thing that was looked at: how grave it is, what was found, and what to do about it. Plain values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique


@unique
class Level(StrEnum):
    """How grave a finding is."""

    OK = "ok"
    WARNING = "warning"
    """A match can be played; something is not as it should be, or cannot be told."""
    STOP = "stop"
    """No match can be played as the configuration means it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """`area`: the part that was looked into, such as `camera overhead`; `what`: which thing of it.

    `found` says what is, `remedy` in one sentence what to do (empty if nothing is to be done); `facts` are the figures
    for programs.
    """

    area: str
    what: str
    level: Level
    found: str
    remedy: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """What was found and what to do, in one line."""
        return f"{self.found}: {self.remedy}" if self.remedy else self.found

    def as_fields(self) -> dict[str, object]:
        """The finding as `junanaho doctor --json` prints it."""
        return {
            "area": self.area,
            "what": self.what,
            "level": self.level.value,
            "good": self.level is Level.OK,
            "text": self.text,
            "found": self.found,
            "remedy": self.remedy,
            "facts": dict(self.facts),
        }


def fine(area: str, what: str, found: str, facts: Mapping[str, object] | None = None) -> Finding:
    """Nothing is to be done."""
    return Finding(area, what, Level.OK, found, facts=facts or {})


def warning(area: str, what: str, found: str, remedy: str, facts: Mapping[str, object] | None = None) -> Finding:
    """A match can be played all the same."""
    return Finding(area, what, Level.WARNING, found, remedy, facts or {})


def stop(area: str, what: str, found: str, remedy: str, facts: Mapping[str, object] | None = None) -> Finding:
    """No match can be played before this is put right."""
    return Finding(area, what, Level.STOP, found, remedy, facts or {})


def told_apart(message: str, otherwise: str, between: str = ": ") -> tuple[str, str]:
    """What was found and what to do, of an error's line that says both with `between` in the midst.

    `otherwise` is the remedy of a line that names none.
    """
    found, _, remedy = message.partition(between)
    return found, remedy or otherwise


def stops(findings: Iterable[Finding]) -> bool:
    """Whether any of them stops a match."""
    return any(finding.level is Level.STOP for finding in findings)
