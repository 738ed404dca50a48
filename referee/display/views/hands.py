"""Hands with what follows from them: waits with their marks, copies still live, furiten and why.

While the window on another's discard is open, the marks are those that hold for this discard, not for the next.
"""

from dataclasses import dataclass

from referee.display.texts import Phrase
from referee.display.verdict_phrases import furiten_phrases
from referee.display.views.table import names
from referee.game import Deal, Discard, Furiten, LiveWait, Match, Phase, Seat, live_waits
from referee.tiles import InputError, Tile, format_tile, kind_of

_WINDOW = frozenset({Phase.DISCARDING, Phase.LAST_WINDOW, Phase.CALLED, Phase.REFUSED})


@dataclass(frozen=True, slots=True)
class WaitFacts:
    """One wait. `live` is None where the other pools are unknown, or where the role may not know."""

    tile: str
    mark: str
    kind: str
    needs: tuple[str, ...]
    han: int | None
    fu: int | None
    limit: str
    yakuman: int
    points: int
    live: int | None
    is_open: bool
    """The discard whose window is open is this wait."""


@dataclass(frozen=True, slots=True)
class FuritenFacts:
    """Why a seat cannot win: the wait, and the discard that did it."""

    wait: str
    cause: str
    discarder: str
    n: int
    temporary: bool
    phrases: tuple[Phrase, ...]
    """Why, and until when."""


@dataclass(frozen=True, slots=True)
class HandFacts:
    """A seat's tiles as the referee sees them, each list sorted; `hand` is empty while it is unknown."""

    seat: str
    wall: tuple[str, ...]
    hand: tuple[str, ...]
    is_known: bool
    how: str
    late: bool
    pool: tuple[str, ...]
    waits: tuple[WaitFacts, ...]
    furiten: FuritenFacts | None
    dead: bool


def hand_facts(match: Match, seat: Seat) -> HandFacts:
    """Everything about a seat's tiles in the newest deal."""
    deal = match.deal
    if deal is None:
        return HandFacts(seat, (), (), False, "", False, (), (), None, False)
    hand, known, furiten = deal.hands.get(seat), deal.known.get(seat), deal.furiten.get(seat)
    return HandFacts(
        seat=seat,
        wall=names(laid_out(deal.walls.get(seat, ()))),
        hand=names(laid_out(known.tiles)) if known is not None else (),
        is_known=known is not None,
        how=hand.how.value if hand is not None and hand.how is not None else "",
        late=hand is not None and hand.late,
        pool=names(laid_out(deal.pool(seat) or ())),
        waits=wait_facts(match, seat, live=True),
        furiten=furiten_facts(seat, furiten) if furiten is not None else None,
        dead=seat in deal.dead,
    )


def wait_facts(match: Match, seat: Seat, *, live: bool) -> tuple[WaitFacts, ...]:
    """The waits of a seat's known hand, with marks as they stand now."""
    deal = match.deal
    if deal is None:
        return ()
    newest = open_discard(deal, seat)
    try:
        found = live_waits(match.rules, deal, seat, newest)
    except InputError:
        return ()  # a hand read wrongly may be impossible: the desk asks about it, the view just has no waits
    return tuple(_wait_facts(wait, newest, live=live) for wait in found)


def open_discard(deal: Deal, seat: Seat) -> Discard | None:
    """The newest discard that stands open to a ron of the seat."""
    window = deal.open_to(seat) if deal.phase in _WINDOW else ()
    return window[-1] if window else None


def furiten_facts(seat: Seat, furiten: Furiten) -> FuritenFacts:
    """Furiten as codes and facts, and in phrases."""
    return FuritenFacts(
        wait=format_tile(furiten.wait),
        cause=furiten.cause.value,
        discarder=furiten.discarder,
        n=furiten.n,
        temporary=furiten.temporary,
        phrases=furiten_phrases(seat, furiten),
    )


def laid_out(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Tiles as players lay them: by suit and number, a red five before the ordinary ones."""
    return tuple(sorted(tiles, key=lambda tile: (kind_of(tile), -tile)))


def _wait_facts(wait: LiveWait, newest: Discard | None, *, live: bool) -> WaitFacts:
    return WaitFacts(
        tile=format_tile(wait.kind),
        mark=wait.mark.mark,
        kind=wait.mark.value,
        needs=tuple(need.value for need in wait.needs),
        han=wait.score.han,
        fu=wait.score.fu,
        limit=wait.score.limit.value,
        yakuman=wait.score.yakuman,
        points=wait.score.points,
        live=wait.live if live else None,
        is_open=newest is not None and kind_of(newest.tile) == wait.kind,
    )
