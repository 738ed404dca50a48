"""A kept match deal by deal and step by step, as a commentator would have seen it, corrections worked in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.desk.state import DeskState
from referee.display.insight import Insight
from referee.display.views.commentator import CommentatorView, commentator_view
from referee.display.views.referee import LoggedEvent, logged
from referee.game import Event, EventType, Match, MatchSource, fold
from referee.game.effective import effective

_SILENT = frozenset({EventType.NOTE, EventType.PAUSE, EventType.RESUME, EventType.PASS})
"""Kinds of event after which a table looks as before."""


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One event and the table after it."""

    event: LoggedEvent
    view: CommentatorView


def replay_steps(events: Sequence[Event], deal_no: int) -> Iterator[ReplayStep]:
    """The steps of one deal, from its opening to the event before the next; none if there is no such deal."""
    played = effective(events)
    openings = [place for place, event in enumerate(played) if event.type is EventType.DEAL]
    numbers = {_number(played[place]): index for index, place in enumerate(openings)}
    if deal_no not in numbers:
        return
    index = numbers[deal_no]
    end = openings[index + 1] if index + 1 < len(openings) else len(played)
    for place in range(openings[index], end):
        if played[place].type not in _SILENT:
            yield ReplayStep(logged(played[place], void=False), _view(fold(played[: place + 1])))


def _view(match: Match) -> CommentatorView:
    simulated = match.setup is not None and match.setup.source is MatchSource.SIMULATED
    return commentator_view(DeskState(match.version, 0.0, match, simulated=simulated), Insight())


def _number(event: Event) -> int:
    return 0 if event.opening is None else event.opening.no
