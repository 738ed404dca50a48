"""What the stream's outputs see: the public view, and the hands where the output shows them and they are due.

A delay in seconds is not made here: the state that comes in is then one of the past. Until the end of the deal it is:
hands are left out, not masked, so that nothing of them can be read from what is sent.
"""

from dataclasses import dataclass

from referee.desk.state import DeskState
from referee.display.outputs import Output, Shows
from referee.display.views.hands import WaitFacts, laid_out, wait_facts
from referee.display.views.public import PublicView, public_fields
from referee.display.views.table import names
from referee.game import Match, Seat


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand as the stream shows it, sorted; empty while nobody has seen it. `dead`: it may not win any more."""

    seat: str
    tiles: tuple[str, ...]
    waits: tuple[WaitFacts, ...]
    furiten: bool
    dead: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OverlayView(PublicView):
    """The public view and the hands. `delay_s` is None where hands wait for the end of the deal."""

    delay_s: float | None
    is_open: bool
    """The hands of this deal may be shown here by now."""
    hands: tuple[OpenHand, ...]
    """Empty until they may be shown."""


def output_view(state: DeskState, name: str, output: Output) -> PublicView:
    """The view of one output; the public one where it shows no hands."""
    fields = public_fields(state, f"overlay:{name}")
    if output.shows is Shows.PUBLIC:
        return PublicView(**fields)  # type: ignore[arg-type]
    match = state.match if state.match is not None and state.match.setup is not None else None
    is_open = _is_open(match, output)
    shown = match is not None and is_open
    hands = {
        "delay_s": output.delay_s,
        "is_open": is_open,
        "hands": tuple(_open_hand(match, seat) for seat in match.seats) if shown and match is not None else (),
    }
    return OverlayView(**fields, **hands)  # type: ignore[arg-type]


def _is_open(match: Match | None, output: Output) -> bool:
    deal = match.deal if match is not None else None
    if deal is None:
        return False
    return output.delay_s is not None or (deal.result is not None and deal.shown)


def _open_hand(match: Match, seat: Seat) -> OpenHand:
    deal = match.deal
    known = deal.known.get(seat) if deal is not None else None
    return OpenHand(
        seat=seat,
        tiles=names(laid_out(known.tiles)) if known is not None else (),
        waits=wait_facts(match, seat, live=True),
        furiten=deal is not None and seat in deal.furiten,
        dead=deal is not None and seat in deal.dead,
    )
