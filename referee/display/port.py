"""What the display needs of whatever runs the table: one protocol, so that pages never know who answers.

Everything here is called on the event loop that runs the server; nothing may block it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from referee.desk.commands import Answer, AnyCommand
from referee.desk.state import DeskState


@dataclass(frozen=True, slots=True)
class RuleSetSummary:
    """A rule set that can be chosen: its name, a title per language, and every option as JSON values.

    `decided` names the options that are the house's own decision, which the rules page says.
    """

    name: str
    title: Mapping[str, str]
    options: Mapping[str, object]
    decided: tuple[str, ...] = ()


class DeskPort(Protocol):
    """The desk as the pages see it."""

    def state(self) -> DeskState:
        """All that is known now; the display cuts it per role and never passes it on whole."""

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Have `callback` called after each change of the state; the returned function ends it."""

    async def submit(self, command: AnyCommand) -> Answer:
        """Ask for an act; the answer says what became of it. `actor` is set and trustworthy."""

    def picture(self, picture_id: str) -> bytes | None:
        """The cut-out named by a reading, as PNG or JPEG bytes, or None when it is gone."""

    def rule_sets(self) -> tuple[RuleSetSummary, ...]:
        """The rule sets a match can be opened with, the default first."""

    def now_ms(self) -> float:
        """The desk's monotonic clock: the one that `Clock.ends_at_ms` is on."""
