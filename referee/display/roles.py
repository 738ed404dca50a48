"""Who looks: a role, and for a player the seat.

What each role may see is decided in `views`, what it may do in the commands themselves; this module only names roles
and says which token opens which.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from referee.display.errors import DisplayError
from referee.game import Seat

_MAX_TEXT = 40


class RoleKind(StrEnum):
    """The kinds of people in front of a page."""

    PUBLIC = "public"
    OPERATOR = "operator"
    REFEREE = "referee"
    COMMENTATOR = "commentator"
    OVERLAY = "overlay"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Role:
    """A kind of viewer; a player also has a seat, an overlay the name of its output.

    Written `public`, `operator`, `commentator`, `player:A`, `overlay:hands`.
    """

    kind: RoleKind
    seat: Seat | None = None
    output: str = ""

    def __str__(self) -> str:
        which = self.output if self.seat is None else self.seat.value
        return f"{self.kind.value}:{which}" if which else self.kind.value

    def covers(self, other: "Role") -> bool:
        """Whether whoever may be this role may also look as `other`.

        Everyone may as public; the referee as operator, commentator and overlay, commentators as overlay, and whoever
        is the overlay as any of its outputs.
        """
        if self == other or other.kind is RoleKind.PUBLIC:
            return True
        return other.kind in _COVERED.get(self.kind, frozenset())


_COVERED: Final = {
    RoleKind.REFEREE: frozenset({RoleKind.OPERATOR, RoleKind.COMMENTATOR, RoleKind.OVERLAY}),
    RoleKind.COMMENTATOR: frozenset({RoleKind.OVERLAY}),
    RoleKind.OVERLAY: frozenset({RoleKind.OVERLAY}),
}


PUBLIC = Role(RoleKind.PUBLIC)
OPERATOR = Role(RoleKind.OPERATOR)
REFEREE = Role(RoleKind.REFEREE)
COMMENTATOR = Role(RoleKind.COMMENTATOR)
OVERLAY = Role(RoleKind.OVERLAY)
"""Whoever may see the outputs that show hands, each as late as it is set to be."""


def player(seat: Seat) -> Role:
    """The role of the player at a seat."""
    return Role(RoleKind.PLAYER, seat)


def overlay(output: str) -> Role:
    """The role of one output of the stream."""
    return Role(RoleKind.OVERLAY, output=output)


def parse_role(text: str) -> Role:
    """A role from its text. Raises DisplayError that lists the roles there are."""
    name, colon, which = text.partition(":")
    if name == RoleKind.PLAYER.value and which in {str(known) for known in Seat}:
        return player(Seat(which))
    if name == RoleKind.OVERLAY.value and which:
        return overlay(which)
    if not colon and name in {kind.value for kind in RoleKind} - {RoleKind.PLAYER.value}:
        return Role(RoleKind(name))
    known = "public, operator, referee, commentator, overlay, overlay:OUTPUT or player:A to player:D"
    raise DisplayError(f"'{text[:_MAX_TEXT]}' is no role: expected {known}")
