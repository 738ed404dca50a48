"""What every command has.

It carries the state version it was made against; the desk refuses a stale one. `actor` says who asks (a role or
`player:A`), and is set by whoever authenticated the sender, never by the sender.
"""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Base of all commands. `version` is `DeskState.version` as the sender saw it."""

    roles: ClassVar[frozenset[str]] = frozenset({"operator", "referee"})
    version: int
    actor: str = ""
