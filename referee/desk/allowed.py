"""Which acts can be done now: pages enable their buttons by it, and the desk refuses the rest with the same answer."""

from referee.desk.clock import building_began
from referee.desk.corrections import last_void
from referee.desk.settings import DeskSettings
from referee.desk.state import Candidate, Clock, TableStatus
from referee.game import Deal, Match, Phase, Seat, dead_deal, takers
from referee.rules import DeadDeal, RevealAtDraw, RiichiRule, RuleSet, Walls

_ALWAYS = frozenset({"emergency_stop"})
_MOVABLE = frozenset({"EMPTY", "STACKED", "WALLS_UP", "LID_OPEN"})
_MOVES = frozenset({"start_cycle", "roll_dice"})


def allowed_acts(
    match: Match | None,
    table: TableStatus,
    candidates: tuple[Candidate, ...],
    *,
    held: bool,
    settings: DeskSettings,
    stop_offered: bool = False,
    cameras_to_note: bool = False,
    clock: Clock | None = None,
    now_ms: float = 0.0,
    sheet_acts: frozenset[str] = frozenset(),
) -> frozenset[str]:
    """The acts (`Command.act`) that make sense in this state.

    `held`: waiting for a person after a restart. `stop_offered`: what `offers_stop` says of the match.
    `cameras_to_note`: a camera is not read, and nobody has said yet that play goes on without it. `clock`: the running
    one, at `now_ms`. `sheet_acts`: what leads a shown result's sheet on.
    """
    acts = set(_ALWAYS)
    if settings.has_table and table.link_up and (table.blocked or table.state in ("UNKNOWN", "FAULT", "ESTOP")):
        acts.add("reset_table")
    if match is None or match.setup is None or match.ended:
        return frozenset(acts | {"start_match"} | (_corrections(match) if match else set()))
    deal = match.deal
    acts |= _corrections(match)
    if is_between_deals(match):
        acts.add("end_match")
    if held:
        return frozenset(acts | {"resume"})
    acts |= sheet_acts
    acts |= _acts_of_clock(clock, now_ms)
    if deal is not None and deal.paused:
        return frozenset(acts | {"resume", "explain_pause"})
    acts.add("pause")
    if cameras_to_note:
        acts.add("note_cameras")
    if candidates:
        acts |= {"confirm_candidate", "reject_candidate"}
    if deal is not None:
        acts |= _acts_of_deal(match, deal, table, settings)
        acts |= {"stop_deal"} if stop_offered else set()
    return frozenset(acts)


def is_between_deals(match: Match) -> bool:
    """Whether no deal runs, and everybody is told, or has been, how the last one ended."""
    return match.deal is None or (match.deal.result is not None and match.deal.shown)


def offers_stop(match: Match) -> bool:
    """Whether the rules offer the referee to stop a deal that nobody can win any more. It takes a while to find out."""
    deal = match.deal
    if deal is None or match.ended or match.rules.dead_deal is not DeadDeal.STOP:
        return False
    return dead_deal(match.rules, deal) is not None


def _corrections(match: Match) -> set[str]:
    redo = {"redo"} if last_void(match) is not None else set()
    if match.setup is None:
        return redo
    return redo | {"undo", "void_event", "replace_event"} | ({"reopen"} if match.ended else {"hotfix"})


def _acts_of_clock(clock: Clock | None, now_ms: float) -> set[str]:
    """A clock can be moved while it is there; one that has run out rings until a person closes it."""
    if clock is None:
        return set()
    rings = clock.left_ms is None and now_ms >= clock.ends_at_ms
    return {"shift_clock", "close_clock"} if rings else {"shift_clock"}


def _acts_of_deal(match: Match, deal: Deal, table: TableStatus, settings: DeskSettings) -> set[str]:
    movable = settings.has_table and table.link_up and not table.blocked and table.state in _MOVABLE
    moves = _MOVES - table.lacks if movable else frozenset()
    rules = match.rules
    match deal.phase:
        case Phase.WALLS:
            return _before_building(rules, deal, moves)
        case Phase.BUILDING:
            clock = set() if building_began(deal) or rules.build_seconds is None else {"start_building"}
            return {"lock_hand", "enter_indicator", "rule"} | clock | _taking(rules, deal, moves)
        case Phase.DISCARDING:
            early = set() if deal.last else {"enter_indicator"}
            return {"enter_discard", "call_ron", "rule"} | early | _riichi(rules, deal)
        case Phase.LAST_WINDOW:
            return {"call_ron", "close_window", "rule"}
        case Phase.CALLED:
            return {"lock_hand", "rule"}
        case Phase.WON:
            return {"enter_ura", "rule"} | _further_ron(deal)
        case Phase.REFUSED:
            return {"rule"}
        case Phase.ENDED if not deal.shown:
            return {"show_result", "rule"} | _hands_after(rules, deal) | _further_ron(deal)
        case Phase.ENDED:
            following = {"next_deal"} if match.next_deal is not None and match.over is None else set()
            return following | _hands_after(rules, deal)


def _riichi(rules: RuleSet, deal: Deal) -> set[str]:
    """Riichi can be declared by whoever is to make the first discard, or has just made it."""
    newest = None if deal.last is None or deal.last.n > 1 else deal.last.by
    may = [seat for seat in (deal.turn, newest) if seat is not None and seat not in deal.riichi]
    early = [seat for seat in may if seat == newest or not deal.river(seat)]
    return {"declare_riichi"} if rules.riichi is RiichiRule.DECLARED and early else set()


def _further_ron(deal: Deal) -> set[str]:
    """After a ron was allowed: another on the same discard, where a seat is left that neither won nor let it go.

    Two players have none, so whether a ron was allowed cannot be found out by calling another.
    """
    left = len(deal.seats) - len({call.by for call in deal.wins}) - 1
    return {"call_ron"} if deal.wins and left > 0 else set()


def hands_to_show(rules: RuleSet, deal: Deal) -> tuple[Seat, ...]:
    """The seats whose hand the rules want to see after a draw, and nobody has seen yet."""
    if not _is_drawn(deal) or deal.shown or rules.reveal_at_draw is not RevealAtDraw.REQUIRED:
        return ()
    return tuple(seat for seat in deal.seats if seat in deal.hands and seat not in deal.known)


def _is_drawn(deal: Deal) -> bool:
    return deal.result is not None and deal.result.type.is_drawn


def _hands_after(rules: RuleSet, deal: Deal) -> set[str]:
    """What can be done about hands once the deal has ended: show one that nobody has seen, lay one open."""
    acts: set[str] = set()
    if set(deal.hands) - set(deal.known):
        acts.add("lock_hand")
    if _is_drawn(deal) and rules.reveal_at_draw is RevealAtDraw.OPTIONAL and set(deal.known) - deal.opened:
        acts.add("open_hand")
    return acts


def _taking(rules: RuleSet, deal: Deal, moves: frozenset[str]) -> set[str]:
    """What leads a seat to its tiles where that is not simply the wall in front; `moves`: what the table can do."""
    if not deal.walls_up or not takers(rules, deal):
        return set()
    if rules.walls is Walls.CHOSEN:
        return {"name_wall"}
    return {"enter_dice"} | (moves & {"roll_dice"})


def _before_building(rules: RuleSet, deal: Deal, moves: frozenset[str]) -> set[str]:
    acts = {"rule"}
    if not deal.walls_up:
        acts |= {"confirm_walls"} | (moves & {"start_cycle"})
    elif deal.first is None:
        acts |= {"enter_dice"} | (moves & {"roll_dice"})
    else:
        acts |= _taking(rules, deal, moves)
        if not deal.flipped:
            acts.add("enter_indicator")
    return acts
