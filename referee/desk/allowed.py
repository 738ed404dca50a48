"""Which acts can be done now: pages enable their buttons by it, and the desk refuses the rest with the same answer."""

from referee.desk.settings import DeskSettings
from referee.desk.state import Candidate, TableStatus
from referee.game import Deal, EventType, Match, Phase
from referee.game.effective import voided

_ALWAYS = frozenset({"emergency_stop"})
_MOVABLE = frozenset({"EMPTY", "STACKED", "WALLS_UP", "LID_OPEN"})


def allowed_acts(
    match: Match | None, table: TableStatus, candidates: tuple[Candidate, ...], *, held: bool, settings: DeskSettings
) -> frozenset[str]:
    """The acts (`Command.act`) that make sense in this state. `held`: waiting for a person after a restart."""
    acts = set(_ALWAYS)
    if settings.has_table and table.link_up and (table.blocked or table.state in ("UNKNOWN", "FAULT", "ESTOP")):
        acts.add("reset_table")
    if match is None or match.setup is None or match.ended:
        return frozenset(acts | {"start_match"} | (_corrections(match) if match and match.setup else set()))
    deal = match.deal
    acts |= {"end_match"} | _corrections(match)
    if held or (deal is not None and deal.paused):
        return frozenset(acts | {"resume"})
    acts.add("pause")
    if candidates:
        acts |= {"confirm_candidate", "reject_candidate"}
    if deal is not None:
        acts |= _acts_of_deal(match, deal, table, settings)
    return frozenset(acts)


def _corrections(match: Match) -> set[str]:
    return {"undo", "void_event"} if match.events else set()


def _acts_of_deal(match: Match, deal: Deal, table: TableStatus, settings: DeskSettings) -> set[str]:
    movable = settings.has_table and table.link_up and not table.blocked and table.state in _MOVABLE
    match deal.phase:
        case Phase.WALLS:
            return _before_building(deal, movable=movable)
        case Phase.BUILDING:
            clock = set() if building_since(match, deal) is not None else {"start_building"}
            return {"lock_hand", "enter_indicator", "rule"} | clock
        case Phase.DISCARDING:
            return {"enter_discard", "call_ron", "rule"} | (set() if deal.last else {"enter_indicator"})
        case Phase.LAST_WINDOW:
            return {"call_ron", "close_window", "rule"}
        case Phase.CALLED:
            return {"lock_hand", "rule"}
        case Phase.WON:
            return {"enter_ura", "call_ron", "rule"}
        case Phase.REFUSED:
            return {"rule"}
        case Phase.ENDED if not deal.shown:
            return {"show_result", "rule"}
        case Phase.ENDED:
            return {"next_deal"} if match.next_deal is not None else set()


def _before_building(deal: Deal, *, movable: bool) -> set[str]:
    acts = {"rule"}
    if not deal.walls_up:
        acts.add("confirm_walls")
        if movable:
            acts.add("start_cycle")
    elif deal.first is None:
        acts.add("enter_dice")
        if movable:
            acts.add("roll_dice")
    elif not deal.flipped:
        acts.add("enter_indicator")
    return acts


BUILD_CLOCK = "build_clock"
"""Kind of the note that starts the time for building."""


def building_since(match: Match, deal: Deal) -> int | None:
    """When the time for building began, in milliseconds of the deal; None if it has not."""
    dead = voided(match.events)
    for event in match.events:
        starts = event.type is EventType.NOTE and event.kind == BUILD_CLOCK
        if starts and event.seq > deal.seq and event.seq not in dead:
            return event.ms
    return None
