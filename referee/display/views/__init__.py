"""One view per role, cut from the desk's state here and nowhere else. Pure: no clock, no I/O.

A view is a frozen dataclass that has no field its role may not see; texts are codes and facts. A new role is one more
dataclass and one more line in `_CUTS`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from referee.desk.state import DeskState
from referee.display.errors import DisplayError
from referee.display.insight import Insight
from referee.display.outputs import HANDS_OUTPUT
from referee.display.roles import Role, RoleKind
from referee.display.views.candidates import candidate_facts
from referee.display.views.commentator import CommentatorView, commentator_view
from referee.display.views.disclosure import Disclosure
from referee.display.views.operator import OperatorView, operator_view
from referee.display.views.overlay import OverlayView, output_view
from referee.display.views.plain import as_json
from referee.display.views.player import PlayerView, player_view
from referee.display.views.public import PublicView, public_view
from referee.display.views.referee import RefereeView, referee_view
from referee.display.views.seen import seen_facts
from referee.display.views.version import desk_version, open_version

__all__ = [
    "INSIGHTFUL",
    "VIEWS",
    "CommentatorView",
    "Disclosure",
    "OperatorView",
    "OverlayView",
    "PlayerView",
    "PublicView",
    "RefereeView",
    "as_json",
    "desk_version",
    "open_version",
    "pictures_for",
    "pictures_in",
    "view_for",
]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a view is cut from, and for whom."""

    role: Role
    state: DeskState
    disclosure: Disclosure
    insight: Insight
    pictured: frozenset[int]


def view_for(
    role: Role,
    state: DeskState,
    disclosure: Disclosure | None = None,
    insight: Insight | None = None,
    pictured: frozenset[int] = frozenset(),
) -> dict[str, object]:
    """The view of a role as plain JSON values. Raises DisplayError for a player without a seat, an unknown output.

    For an output with a delay `state` is the one of that long ago: whoever keeps the past has to find it. `insight` is
    what was worked out of the newest deal; only the roles in `INSIGHTFUL` are told of it. `pictured`: the events of
    which a picture is kept, which the referee alone is told.
    """
    asked = _Asked(role, state, disclosure or Disclosure(), insight or Insight(), pictured)
    view: dict[str, object] = as_json(_CUTS[role.kind](asked))
    return view


def pictures_in(view: Mapping[str, object]) -> frozenset[str]:
    """The ids of all pictures that a view names; no others are for its role."""
    asked = (one for candidate in _list(view, "candidates") for one in candidate["readings"])
    shown = (one for place in _list(view, "seen") for one in place["tiles"])
    return frozenset(one["picture"] for one in (*asked, *shown)) - {""}


def pictures_for(role: Role, state: DeskState, disclosure: Disclosure) -> frozenset[str]:
    """The same of the view that the role would get now, without cutting the rest: a page asks for many at once."""
    if role.kind not in _PICTURED:
        return frozenset()
    hands = disclosure.operator_hands or role.kind is RoleKind.REFEREE
    candidates = (candidate_facts(candidate, hands=hands) for candidate in state.candidates)
    return pictures_in(as_json({"candidates": tuple(candidates), "seen": seen_facts(state, hands=hands)}))


def _list(view: Mapping[str, object], name: str) -> Sequence[Mapping[str, Any]]:
    return cast(Sequence[Mapping[str, Any]], view.get(name, ()))


def _player(asked: _Asked) -> PlayerView:
    if asked.role.seat is None:
        raise DisplayError("a player's view needs a seat: player:A to player:D")
    return player_view(asked.state, asked.role.seat, asked.disclosure)


def _overlay(asked: _Asked) -> PublicView:
    name, outputs = asked.role.output or HANDS_OUTPUT, asked.disclosure.outputs
    if name not in outputs:
        raise DisplayError(f"there is no output '{name[:40]}': expected {', '.join(outputs)}")
    return output_view(asked.state, name, outputs[name])


VIEWS: Final[Mapping[RoleKind, type[PublicView]]] = {
    RoleKind.PUBLIC: PublicView,
    RoleKind.OPERATOR: OperatorView,
    RoleKind.REFEREE: RefereeView,
    RoleKind.COMMENTATOR: CommentatorView,
    RoleKind.OVERLAY: OverlayView,
    RoleKind.PLAYER: PlayerView,
}
"""What each kind of role gets; an output that shows no hands gets what the public gets."""

_PICTURED: Final = frozenset({RoleKind.OPERATOR, RoleKind.REFEREE})

INSIGHTFUL: Final = frozenset({RoleKind.REFEREE, RoleKind.COMMENTATOR})
"""The kinds of roles whose views tell what could happen."""

_CUTS: Final[Mapping[RoleKind, Callable[[_Asked], PublicView]]] = {
    RoleKind.PUBLIC: lambda asked: public_view(asked.state),
    RoleKind.OPERATOR: lambda asked: operator_view(asked.state, asked.disclosure),
    RoleKind.REFEREE: lambda asked: referee_view(asked.state, asked.insight, asked.pictured),
    RoleKind.COMMENTATOR: lambda asked: commentator_view(asked.state, asked.insight),
    RoleKind.OVERLAY: _overlay,
    RoleKind.PLAYER: _player,
}
