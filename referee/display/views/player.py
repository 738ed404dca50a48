"""What a player's own page shows: the own tiles and nothing of anybody else's.

It has no list of what is allowed: Ready and Ron look the same in every state, since a button that wakes up would tell
both players something.
"""

from dataclasses import dataclass

from referee.desk.state import DeskState, Place
from referee.display.views.disclosure import Disclosure
from referee.display.views.hands import WaitFacts, laid_out, wait_facts
from referee.display.views.public import PublicView, public_fields
from referee.display.views.table import names
from referee.game import Match, Seat
from referee.rules import RevealAtDraw, RiichiRule
from referee.tiles import NAMES


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView(PublicView):
    """The public view and the own tiles. `waits` and `furiten` are None where the house gives no help."""

    own_seat: str
    wall: tuple[str, ...]
    """The own 34, sorted; empty while unknown."""
    hand: tuple[str, ...]
    pool: tuple[str, ...]
    proposed: tuple[str, ...]
    """The 13 as the own tray was read, where they still need somebody's word."""
    help: bool
    waits: tuple[WaitFacts, ...] | None
    furiten: bool | None
    riichi: bool
    """The rules leave riichi to the players. Like Ready and Ron, its button looks the same in every state."""
    may_open: bool
    """The drawn result is shown, and the rules leave it to the player to lay the own hand open."""


def player_view(state: DeskState, seat: Seat, disclosure: Disclosure) -> PlayerView:
    """The view of the player at a seat."""
    match = state.match if state.match is not None and state.match.setup is not None else None
    own = _own_tiles(match, seat)
    helped = disclosure.player_waits and match is not None and match.deal is not None
    fields = public_fields(state, f"player:{seat}") | {
        "own_seat": seat,
        "wall": own[0],
        "hand": own[1],
        "pool": own[2],
        "proposed": _proposed(state, seat),
        "help": disclosure.player_waits,
        "waits": wait_facts(match, seat, live=False) if helped and match is not None else None,
        "furiten": _is_furiten(match, seat) if helped else None,
        "riichi": match is not None and match.rules.riichi is RiichiRule.DECLARED,
        "may_open": _may_open(match, seat),
    }
    return PlayerView(**fields)  # type: ignore[arg-type]


def _own_tiles(match: Match | None, seat: Seat) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    deal = match.deal if match is not None else None
    if deal is None:
        return (), (), ()
    known = deal.known.get(seat)
    tiles = known.tiles if known is not None else ()
    return names(laid_out(deal.walls.get(seat, ()))), names(laid_out(tiles)), names(laid_out(deal.pool(seat) or ()))


def _proposed(state: DeskState, seat: Seat) -> tuple[str, ...]:
    for candidate in state.candidates:
        if candidate.place is Place.HAND and candidate.seat == seat:
            return tuple(reading.label for reading in candidate.readings if reading.label in NAMES)
    return ()


def _may_open(match: Match | None, seat: Seat) -> bool:
    deal = match.deal if match is not None else None
    if match is None or deal is None or deal.result is None or not deal.shown or match.ended:
        return False
    drawn = deal.result.type.is_drawn
    choice = match.rules.reveal_at_draw is RevealAtDraw.OPTIONAL
    return drawn and choice and seat in deal.known and seat not in deal.opened


def _is_furiten(match: Match | None, seat: Seat) -> bool:
    return match is not None and match.deal is not None and seat in match.deal.furiten
