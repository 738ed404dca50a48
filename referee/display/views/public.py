"""What everybody sees: the hall display and the public overlay. The other views are this one with more fields.

Nothing here depends on hands, waits, furiten or whether a ron was possible, not even the version.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.desk.state import DeskState
from referee.desk.unveiling import SheetProgress, whole_sheet
from referee.display.views.result import FinalStanding, ResultSheet, final_standing, result_sheet
from referee.display.views.table import (
    ClockFacts,
    DealFacts,
    OpenPhase,
    SeatFacts,
    clock_facts,
    deal_facts,
    open_phase,
    open_pot,
    paused_by_person,
    seat_facts,
)
from referee.display.views.version import open_version
from referee.game import Amount, Match


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicView:
    """The public state of the table. `rules` names the rule set, whose options `/api/rules` lists."""

    role: str
    version: int
    now_ms: float
    phase: OpenPhase
    simulated: bool
    attention: bool
    title: str
    rules: str
    deal: DealFacts | None
    seats: tuple[SeatFacts, ...]
    pot: Amount
    clock: ClockFacts | None
    result: ResultSheet | None
    sheet: SheetProgress | None
    """How far screens have told the result, step by step; until the payment is told, points stay what they were."""
    final: FinalStanding | None


def public_fields(state: DeskState, role: str) -> dict[str, object]:
    """The fields of the public view, which every other view begins with."""
    match = state.match if state.match is not None and state.match.setup is not None else None
    phase = open_phase(match)
    common: dict[str, object] = {
        "role": role,
        "version": open_version(match),
        "now_ms": state.now_ms,
        "phase": phase,
        "simulated": state.simulated,
        # a refused ron asks for a ruling and an approved one does not: while referees weigh, nobody is told which;
        # a pause that a person made is shown as one, and nobody was called
        "attention": state.attention
        and phase is not OpenPhase.DECIDING
        and not (state.reason == "paused" and paused_by_person(match)),
        "clock": clock_facts(state),
    }
    return common | (_match_fields(match, state) if match is not None else dict(_NOTHING))


def public_view(state: DeskState) -> PublicView:
    """The public view of a state."""
    return PublicView(**public_fields(state, "public"))  # type: ignore[arg-type]


_NOTHING: Mapping[str, object] = {
    "title": "",
    "rules": "",
    "deal": None,
    "seats": (),
    "pot": 0,
    "result": None,
    "sheet": None,
    "final": None,
}


def _match_fields(match: Match, state: DeskState) -> dict[str, object]:
    deal = match.deal
    shown = deal is not None and deal.shown
    concealed = deal is not None and deal.result is not None and not shown
    sheet = (state.sheet or whole_sheet(match)) if shown else None
    paid = sheet is None or sheet.is_paid
    return {
        "title": match.setup.title if match.setup else "",
        "rules": match.rules.name,
        "deal": deal_facts(match, held=state.held, paid=paid),
        "seats": seat_facts(match, paid=paid),
        "pot": open_pot(match, paid=paid),
        "result": result_sheet(match) if shown else None,
        "sheet": sheet,
        "final": None if concealed else final_standing(match),
    }
