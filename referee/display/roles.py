"""Who looks: a role, and for a player the seat.

What each role may see is decided in `views`, what it may do in the commands themselves; this module only names roles
and says which token opens which.
"""

from dataclasses import dataclass
from enum import StrEnum

from referee.display.errors import DisplayError
from referee.game import Seat

_MAX_TEXT = 40


class RoleKind(StrEnum):
    """The kinds of people in front of a page."""

    PUBLIC = "public"
    OPERATOR = "operator"
    REFEREE = "referee"
    COMMENTATOR = "commentator"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Role:
    """A kind of viewer; a player also has a seat. Written `public`, `operator`, `commentator`, `player:A`."""

    kind: RoleKind
    seat: Seat | None = None

    def __str__(self) -> str:
        return self.kind.value if self.seat is None else f"{self.kind.value}:{self.seat}"

    def covers(self, other: "Role") -> bool:
        """Whether whoever may be this role may also look as `other`.

        Everyone may as public, the referee as operator and as commentator.
        """
        if self == other or other.kind is RoleKind.PUBLIC:
            return True
        return self.kind is RoleKind.REFEREE and other.kind in (RoleKind.OPERATOR, RoleKind.COMMENTATOR)


PUBLIC = Role(RoleKind.PUBLIC)
OPERATOR = Role(RoleKind.OPERATOR)
REFEREE = Role(RoleKind.REFEREE)
COMMENTATOR = Role(RoleKind.COMMENTATOR)


def player(seat: Seat) -> Role:
    """The role of the player at a seat."""
    return Role(RoleKind.PLAYER, seat)


def parse_role(text: str) -> Role:
    """A role from its text. Raises DisplayError that lists the roles there are."""
    name, colon, seat = text.partition(":")
    if name == RoleKind.PLAYER.value and seat in {str(known) for known in Seat}:
        return player(Seat(seat))
    if not colon and name in {kind.value for kind in RoleKind} - {RoleKind.PLAYER.value}:
        return Role(RoleKind(name))
    known = "public, operator, referee, commentator or player:A to player:D"
    raise DisplayError(f"'{text[:_MAX_TEXT]}' is no role: expected {known}")
