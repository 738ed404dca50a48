"""What lies open on the table and everybody may know: the deal's name, indicator, dora, rivers, points, whose turn.

Points and pot are those before the deal's end until the result has been shown and its sheet has come to the payment
(`paid`): no screen moves while referees decide, and none is ahead of the sheet.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final

from referee.desk.orders import PAUSE_NOTE
from referee.desk.state import DeskState
from referee.game import Account, Amount, Deal, EventType, Match, Phase, Seat, Source, exact, seat_wind
from referee.rules import DoraRule, RiichiRule, RuleSet
from referee.tiles import Tile, dora_of, format_tile, tile_names


@unique
class OpenPhase(StrEnum):
    """The phases as everybody sees them; whatever the referees weigh is one and the same `deciding`."""

    NO_MATCH = "no_match"
    BETWEEN = "between"
    """A match is open, no deal is."""
    WALLS = "walls"
    BUILDING = "building"
    DISCARDING = "discarding"
    LAST_WINDOW = "last_window"
    DECIDING = "deciding"
    RESULT = "result"
    OVER = "over"


_OPEN_PHASES: Final[Mapping[Phase, OpenPhase]] = {
    Phase.WALLS: OpenPhase.WALLS,
    Phase.BUILDING: OpenPhase.BUILDING,
    Phase.DISCARDING: OpenPhase.DISCARDING,
    Phase.LAST_WINDOW: OpenPhase.LAST_WINDOW,
}


@dataclass(frozen=True, slots=True)
class RiverTile:
    """One discard: its name, which one of its seat, whether it lies sideways, whether it is the table's newest."""

    tile: str
    n: int
    sideways: bool
    last: bool


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A seat as everybody sees it. `order` is `first` or `second` where the rules know no dealer, else empty."""

    seat: str
    name: str
    wind: str
    dealer: bool
    order: str
    points: Amount
    change: Amount | None
    """What the shown result moved; None before its payment is told."""
    hand_state: str
    """`none`, `building` or `locked`."""
    taken: tuple[int, ...]
    """The wall (one number) or the rows (two) that the seat opens, where the rules let it choose or throw."""
    first_sideways: bool
    on_turn: bool
    river: tuple[RiverTile, ...]


@dataclass(frozen=True, slots=True)
class DealFacts:
    """The deal as everybody sees it; ura is only in the result."""

    no: int
    wind: str
    number: int
    honba: int
    first: str | None
    dealer: str | None
    dice: tuple[int, ...]
    walls_up: bool
    flipped: bool
    has_dora: bool
    has_pot: bool
    indicators: tuple[str, ...]
    dora: tuple[str, ...]
    paused: bool
    """The clocks stand: by a person's word, or because nobody has looked yet after a restart."""
    pause: str
    """Why, as everybody may know: `player`, `break`, `table`, `tiles` or `other`; empty while nothing was said."""


@dataclass(frozen=True, slots=True)
class ClockFacts:
    """A count-down: `ends_at_ms` on the desk's clock, `left_ms` set while paused."""

    kind: str
    ends_at_ms: float
    left_ms: float | None


def names(tiles: tuple[Tile, ...]) -> tuple[str, ...]:
    """The names of tiles, in their order."""
    return tuple(tile_names(tiles))


def is_concealed(deal: Deal) -> bool:
    """Whether the deal has a result that the public has not been shown."""
    return deal.result is not None and not deal.shown


def open_phase(match: Match | None) -> OpenPhase:
    """Where the match stands, as everybody may know it."""
    if match is None or match.setup is None:
        return OpenPhase.NO_MATCH
    deal = match.deal
    if deal is not None and is_concealed(deal):
        return OpenPhase.DECIDING
    if match.ended:
        return OpenPhase.OVER
    if deal is None:
        return OpenPhase.BETWEEN
    if deal.result is not None:
        return OpenPhase.RESULT
    return _OPEN_PHASES.get(deal.phase, OpenPhase.DECIDING)


def deal_facts(match: Match, *, held: bool = False, paid: bool = True) -> DealFacts | None:
    """The newest deal, without anything hidden. `held`: nobody has looked yet after a restart."""
    deal = match.deal
    if deal is None:
        return None
    rules = match.rules
    return DealFacts(
        no=deal.no,
        wind="" if deal.label.wind is None else deal.label.wind.value,
        number=deal.label.number,
        honba=deal.label.honba,
        first=deal.first,
        dealer=deal.dealer,
        dice=deal.dice,
        walls_up=deal.walls_up,
        flipped=deal.flipped,
        has_dora=rules.dora is not DoraRule.NONE,
        has_pot=rules.riichi_stick > 0 or open_pot(match, paid=paid) != 0,
        indicators=names(deal.indicators),
        dora=tuple(format_tile(dora_of(tile)) for tile in deal.indicators),
        paused=deal.paused or held,
        pause=_pause_reason(deal),
    )


def paused_by_person(match: Match | None) -> bool:
    """Whether a person stopped the hand, and not a lost line or a swapped camera, which called one."""
    deal = match.deal if match is not None else None
    pauses = [event for event in deal.events if event.type is EventType.PAUSE] if deal is not None else []
    return bool(pauses) and pauses[-1].source is not Source.SENSOR


def _pause_reason(deal: Deal) -> str:
    """The newest that was said of the pause that lasts."""
    for event in reversed(deal.events if deal.paused else ()):
        if event.type is EventType.PAUSE:
            break
        if event.type is EventType.NOTE and event.kind.startswith(PAUSE_NOTE):
            return event.kind.removeprefix(PAUSE_NOTE)
    return ""


def seat_facts(match: Match, *, paid: bool = True) -> tuple[SeatFacts, ...]:
    """The seats in physical order."""
    deal, rules = match.deal, match.rules
    points = open_points(match, paid=paid)
    return tuple(
        SeatFacts(
            seat=seat,
            name=match.setup.players[seat] if match.setup else "",
            wind=(seat_wind(rules, deal, seat) or "") if deal is not None else "",
            dealer=deal is not None and deal.dealer == seat,
            order=_order(deal, seat),
            points=points.get(seat, 0),
            change=_change(deal, seat) if paid else None,
            hand_state=_hand_state(deal, seat),
            taken=deal.taken.get(seat, ()) if deal is not None else (),
            first_sideways=rules.riichi is RiichiRule.AUTOMATIC,
            on_turn=deal is not None and deal.turn == seat,
            river=_river(deal, rules, seat) if deal else (),
        )
        for seat in match.seats
    )


def open_points(match: Match, *, paid: bool = True) -> Mapping[Seat, Amount]:
    """The points that everybody may see: those after a result only once it was shown and its payment told."""
    deal = match.deal
    before = _before_result(deal, paid=paid)
    if deal is None or before is None:
        return match.points
    return {seat: exact(points + before.delta.get(seat, 0)) for seat, points in deal.points_before.items()}


def open_pot(match: Match, *, paid: bool = True) -> Amount:
    """The pot that everybody may see."""
    deal = match.deal
    before = _before_result(deal, paid=paid)
    return match.pot if deal is None or before is None else exact(deal.pot_before + before.pot)


def clock_facts(state: DeskState) -> ClockFacts | None:
    """The clock as it is sent: an end, never ticks."""
    clock = state.clock
    return None if clock is None else ClockFacts(clock.kind, clock.ends_at_ms, clock.left_ms)


def _before_result(deal: Deal | None, *, paid: bool) -> Account | None:
    """What the deal had moved before its result came in, while that result is concealed or not yet paid."""
    if deal is None or deal.result is None or (deal.shown and paid):
        return None
    return deal.before_result


def _order(deal: Deal | None, seat: Seat) -> str:
    if deal is None or deal.dealer is not None or deal.first is None:
        return ""
    order = deal.order
    if len(order) != 2:
        return "first" if seat == order[0] else ""
    return "first" if seat == order[0] else "second"


def _change(deal: Deal | None, seat: Seat) -> Amount | None:
    if deal is None or deal.result is None or not deal.shown:
        return None
    return deal.result.delta.get(seat, 0)


def _hand_state(deal: Deal | None, seat: Seat) -> str:
    if deal is None or deal.phase is Phase.WALLS:
        return "none"
    return "locked" if seat in deal.hands else "building"


def _river(deal: Deal, rules: RuleSet, seat: Seat) -> tuple[RiverTile, ...]:
    declared = rules.riichi is RiichiRule.AUTOMATIC or seat in deal.riichi
    newest = deal.last.seq if deal.last is not None else None
    return tuple(
        RiverTile(
            tile=format_tile(discard.tile),
            n=discard.n,
            sideways=declared and place == 0,
            last=discard.seq == newest,
        )
        for place, discard in enumerate(deal.river(seat))
    )
