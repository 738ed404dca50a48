"""What commentators see: everything that the referee sees, at once and without any act; and what could still happen."""

from dataclasses import dataclass

from referee.desk.state import DeskState
from referee.display.insight import Insight
from referee.display.views.hands import HandFacts
from referee.display.views.insider import DecisionFacts, insider_fields
from referee.display.views.live import LiveFacts, PossibleHands
from referee.display.views.public import PublicView, public_fields
from referee.display.views.result import ResultSheet, result_sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentatorView(PublicView):
    """The public view, the hands, and what could happen. It names no act: commentators only look."""

    deal_phase: str
    """The deal's own phase; empty without a deal."""
    hands: tuple[HandFacts, ...]
    decisions: tuple[DecisionFacts, ...]
    preview: ResultSheet | None
    """The result before the public sees it."""
    ura: tuple[str, ...]
    is_dead: bool
    weighing: bool
    """The chances after the newest event are still being worked out."""
    live: LiveFacts | None
    possible_hands: tuple[PossibleHands, ...]


def commentator_view(state: DeskState, insight: Insight) -> CommentatorView:
    """The commentators' view of a state."""
    match = state.match if state.match is not None and state.match.setup is not None else None
    deal = match.deal if match is not None else None
    concealed = deal is not None and deal.result is not None and not deal.shown
    fields = public_fields(state, "commentator") | {
        "deal_phase": deal.phase.value if deal is not None else "",
        "preview": result_sheet(match) if match is not None and concealed else None,
        **insider_fields(match, insight),
    }
    return CommentatorView(**fields)  # type: ignore[arg-type]
