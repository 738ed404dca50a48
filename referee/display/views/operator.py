"""What the operator sees: the public view, readings that wait, table and cameras, and what can be done now.

No hand and no reason that would tell of one, unless the house says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.desk.orders import last_that_counts
from referee.desk.state import DeskState
from referee.display.command_json import COMMANDS
from referee.display.roles import RoleKind
from referee.display.views.candidates import CandidateFacts, candidate_facts
from referee.display.views.disclosure import Disclosure
from referee.display.views.plain import as_json
from referee.display.views.public import PublicView, public_fields
from referee.display.views.result import ResultSheet, result_sheet, without_hands
from referee.display.views.seen import PlaceFacts, seen_facts
from referee.display.views.table_status import table_facts, trouble_facts
from referee.game import EventType, Match, Phase, free_walls, takers
from referee.rules import Walls
from referee.tiles import NotAllowedError, format_tile

_OPEN_TILES: Final = frozenset({EventType.DISCARD, EventType.FLIP, EventType.URA, EventType.RON})


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFacts:
    """An event named for people: what undo would take back."""

    seq: int
    type: str
    by: str | None
    tile: str | None
    n: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NextDealFacts:
    """The proposal for the next deal, with its one reason."""

    no: int
    first: str | None
    dealer: str | None
    wind: str
    number: int
    honba: int
    reason: str
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakingFacts:
    """Whose turn it is to name a wall (`free`: those that are left) or, where there is none to name, to throw."""

    seat: str
    free: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorView(PublicView):
    """The public view and what a person needs who runs the table."""

    deal_phase: str
    """The deal's own phase, which says what the referees weigh; empty without a deal."""
    candidates: tuple[CandidateFacts, ...]
    seen: tuple[PlaceFacts, ...]
    allowed: tuple[str, ...]
    reason: str
    taking: TakingFacts | None
    last_event: EventFacts | None
    preview: ResultSheet | None
    next_deal: NextDealFacts | None
    over: str
    """The reason of the proposal that the match is over, or empty."""
    table: Mapping[str, object]
    cameras: tuple[Mapping[str, object], ...]
    confirm_all: bool
    """Too few cameras can be read: a person confirms every reading."""
    last_trouble: Mapping[str, object] | None
    """The newest thing that went wrong with table, line or cameras, with its sentence; it may be over."""
    recovered_ms: float | None


def operator_fields(state: DeskState, role: str, kind: RoleKind, *, hands: bool) -> dict[str, object]:
    """The fields of the operator's view, with hands and the referee's reasons where the role may have them."""
    match = state.match if state.match is not None and state.match.setup is not None else None
    deal = match.deal if match is not None else None
    return public_fields(state, role) | {
        "version": state.version,
        "deal_phase": deal.phase.value if deal is not None else "",
        "candidates": tuple(candidate_facts(candidate, hands=hands) for candidate in state.candidates),
        "seen": seen_facts(state, hands=hands),
        "allowed": tuple(sorted(act for act in state.allowed if kind.value in COMMANDS[act].roles)),
        "reason": state.reason,
        "taking": _taking(match),
        "last_event": last_event(match),
        "preview": _preview(match, hands=hands),
        "next_deal": next_deal_facts(match),
        "over": match.over.reason if match is not None and match.over is not None else "",
        "table": table_facts(state.table, match),
        "cameras": tuple(as_json(camera) for camera in state.cameras),
        "confirm_all": state.confirm_all,
        "last_trouble": trouble_facts(state.last_trouble),
        "recovered_ms": state.recovered_ms,
    }


def operator_view(state: DeskState, disclosure: Disclosure) -> OperatorView:
    """The operator's view of a state."""
    fields = operator_fields(state, "operator", RoleKind.OPERATOR, hands=disclosure.operator_hands)
    return OperatorView(**fields)  # type: ignore[arg-type]


def last_event(match: Match | None) -> EventFacts | None:
    """What undo would take back, named without any hidden tile."""
    if match is None:
        return None
    try:
        event = last_that_counts(match)
    except NotAllowedError:
        return None
    tile = format_tile(event.tile) if event.tile is not None and event.type in _OPEN_TILES else None
    return EventFacts(seq=event.seq, type=event.type.value, by=event.by, tile=tile, n=event.n)


def next_deal_facts(match: Match | None) -> NextDealFacts | None:
    """The proposal for the next deal."""
    proposal = match.next_deal if match is not None else None
    if proposal is None:
        return None
    return NextDealFacts(
        no=proposal.no,
        first=proposal.first,
        dealer=proposal.dealer,
        wind="" if proposal.label.wind is None else proposal.label.wind.value,
        number=proposal.label.number,
        honba=proposal.label.honba,
        reason=proposal.reason,
        facts=as_json(proposal.facts),
    )


def _taking(match: Match | None) -> TakingFacts | None:
    deal = match.deal if match is not None else None
    if match is None or deal is None or deal.phase not in (Phase.WALLS, Phase.BUILDING) or not deal.walls_up:
        return None
    waiting = takers(match.rules, deal)
    if not waiting:
        return None
    return TakingFacts(seat=waiting[0], free=free_walls(deal) if match.rules.walls is Walls.CHOSEN else ())


def _preview(match: Match | None, *, hands: bool) -> ResultSheet | None:
    deal = match.deal if match is not None else None
    if match is None or deal is None or deal.result is None or deal.shown:
        return None
    sheet = result_sheet(match)
    return sheet if hands or sheet is None else without_hands(sheet)
