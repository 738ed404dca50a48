"""What the referee sees: everything, with the reasons; and the events, so that one of them can be voided."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from referee.desk.clock import SECONDS
from referee.desk.state import DeskState
from referee.display.insight import Insight
from referee.display.roles import RoleKind
from referee.display.views.hands import HandFacts
from referee.display.views.insider import DecisionFacts, insider_fields
from referee.display.views.live import LiveFacts, PossibleHands
from referee.display.views.operator import OperatorView, operator_fields
from referee.display.views.table import names
from referee.game import Event, EventType, Match
from referee.game.effective import voided
from referee.tiles import format_tile

MAX_EVENTS: Final = 80
"""The newest events of the deal that are listed; a deal without corrections has fewer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedEvent:
    """One event of the newest deal; `void`: it counts no more."""

    seq: int
    ms: int
    type: str
    by: str | None
    tile: str | None
    n: int | None
    ref: int | None
    kind: str
    source: str
    confidence: float | None
    text: str
    seconds: int | None
    """By how much a note starts or moves a clock."""
    void: bool
    picture: str
    """The address of a picture of what the camera saw when it was accepted; empty where none is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HotfixFacts:
    """What was set right by hand in this match: `points`, `pot`, `honba` or `dealer`, and why."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeView(OperatorView):
    """Everything."""

    hands: tuple[HandFacts, ...]
    decisions: tuple[DecisionFacts, ...]
    events: tuple[LoggedEvent, ...]
    hotfixes: tuple[HotfixFacts, ...]
    ura: tuple[str, ...]
    set_aside: tuple[str, ...]
    is_dead: bool
    """Nobody can win any more in this deal."""
    weighing: bool
    """The chances after the newest event are still being worked out."""
    live: LiveFacts | None
    possible_hands: tuple[PossibleHands, ...]


def referee_view(state: DeskState, insight: Insight, pictured: frozenset[int] = frozenset()) -> RefereeView:
    """The referee's view of a state; `pictured`: the events of which a picture is kept."""
    match = state.match if state.match is not None and state.match.setup is not None else None
    deal = match.deal if match is not None else None
    fields = operator_fields(state, "referee", RoleKind.REFEREE, hands=True) | {
        "events": _events(match, pictured) if match is not None else (),
        "hotfixes": _hotfixes(match) if match is not None else (),
        "set_aside": names(deal.set_aside) if deal is not None else (),
        **insider_fields(match, insight),
    }
    return RefereeView(**fields)  # type: ignore[arg-type]


def _hotfixes(match: Match) -> tuple[HotfixFacts, ...]:
    return tuple(HotfixFacts(kind=hotfix.kind, text=hotfix.text) for hotfix in match.hotfixes)


def _events(match: Match, pictured: frozenset[int]) -> tuple[LoggedEvent, ...]:
    dead = voided(match.events)
    openings = [place for place, event in enumerate(match.events) if event.type is EventType.DEAL]
    of_deal = match.events[openings[-1] if openings else 0 :]
    return tuple(
        logged(event, event.seq in dead, _picture(match, event.seq) if event.seq in pictured else "")
        for event in of_deal[-MAX_EVENTS:]
    )


def _picture(match: Match, seq: int) -> str:
    """Where the picture of an event is served (see `server.evidence_routes`)."""
    return "" if match.setup is None else f"/api/matches/{quote(match.setup.id, safe='')}/events/{seq}/picture"


def logged(event: Event, void: bool, picture: str = "") -> LoggedEvent:
    """An event as the list of events shows it; `void`: it counts no more, `picture`: the address of one."""
    return LoggedEvent(
        seq=event.seq,
        ms=event.ms,
        type=event.type.value,
        by=event.by,
        tile=format_tile(event.tile) if event.tile is not None else None,
        n=event.n,
        ref=event.ref,
        kind=event.kind,
        source=event.source.value if event.source is not None else "",
        confidence=event.confidence,
        text=event.text,
        seconds=int(event.amounts[SECONDS]) if SECONDS in event.amounts else None,
        void=void,
        picture=picture,
    )
